"""Test sets of linked mentions, with what they are ranked against and filtered by; from options or TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.gold.formats.mentions.concept_dictionary import ConceptDictionary, dictionary_of, read_dictionary
from aloi.gold.formats.mentions.files import mentions_of
from aloi.gold.formats.source_files import Note
from aloi.gold.releasing.manifest import rows_by_split
from aloi.gold.splitting.mention_leaks import check_texts
from aloi.storage.store import Store
from aloi.studies.linking.files import compared_mentions

AGAINST = ("train", "dictionary")
PATHS = ("mentions", "train", "dictionary", "names_of")


@dataclass(frozen=True, slots=True)
class SetSource:
    """The source of a test set: its mentions, and training mentions or a dictionary or both.

    Candidates are the names of the dictionary, or those of the training mentions if there is none. The test
    set is filtered `against` the training mentions by default, or against the dictionary if there are none.

    Parameters
    ----------
    mentions, train, dictionary : Path or None
        Files. `reader` and `group` are those of the mentions; see `mentions_of`.
    release : str or None
        A release of linked mentions, instead of files: its split `test`, and `train` if it has one.
    names_of : Path or None
        Linked mentions, of another language for instance, whose names are the dictionary; read as the others.
    terminology : str or None
        Of the store, instead of a dictionary; `names_language` and `names_group` choose its names.
    """

    name: str
    mentions: Path | None = None
    train: Path | None = None
    dictionary: Path | None = None
    reader: str | None = None
    group: str | None = None
    language: str = ""
    against: str = ""
    release: str | None = None
    names_of: Path | None = None
    terminology: str | None = None
    names_language: str = ""
    names_group: str = ""

    @property
    def needs_store(self) -> bool:
        """Whether something of it lies in the store."""
        return bool(self.release or self.terminology)


@dataclass(frozen=True, slots=True)
class RankerChoice:
    """A ranker with its settings, as `aloi.modeling.rankers.ranker` takes them, and what it is called."""

    name: str
    ranker: str
    model: str | None = None
    pooling: str = "model"
    distance: str = "cosine"
    max_length: int = 25
    rerank: str | None = None
    rerank_depth: int = 20


@dataclass(frozen=True, slots=True)
class LinkingSet:
    """A test set that was read: mentions, names to rank, and the references that filter it."""

    name: str
    language: str
    test: tuple[LinkedMention, ...]
    train: tuple[LinkedMention, ...]
    dictionary: ConceptDictionary
    names_from: str
    against: str
    references: tuple[str, ...]
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkingPlan:
    """The content of a TOML file: test sets and rankers."""

    sets: tuple[SetSource, ...]
    rankers: tuple[RankerChoice, ...]


def read_set(source: SetSource, store: Store | None = None) -> LinkingSet:
    """Return a test set with its training mentions or its dictionary.

    Raises
    ------
    AloiError
        Files that cannot be read, test or training mentions without any text, or neither training mentions
        nor a dictionary. Also no linked mention for a dictionary, or a missing reference to filter against.
    """
    test, train, notes = _mentions(source, store)
    if source.terminology is not None:
        names = _terminology(source, _opened(store, source))
    elif source.dictionary is not None:
        names = read_dictionary(source.dictionary)
    elif source.names_of is not None:
        names = dictionary_of(mentions_of(source.names_of, source.reader, source.group).mentions)
    elif train:
        names = dictionary_of(train)
    else:
        raise AloiError(
            "aloi.missing",
            name=Term("the-test-set", name=repr(source.name)),
            missing=Term("training-mentions"),
            expected=Term("them-it-has-the-names"),
            todo=Term("name-one-as-in-train"),
        )
    return make_set(
        source.name,
        test,
        train,
        names,
        against=source.against,
        language=source.language,
        names_from=source.terminology
        or next((one.name for one in (source.dictionary, source.names_of) if one), "train"),
        notes=(*notes, *names.notes),
    )


def _mentions(
    source: SetSource, store: Store | None
) -> tuple[tuple[LinkedMention, ...], tuple[LinkedMention, ...], tuple[Note, ...]]:
    """Return the test mentions, the training mentions, and unusual entries of their files."""
    if source.release is not None:
        parts = rows_by_split(_opened(store, source).gold.release(source.release).manifest, filtered=False)
        rows = {name: [one for one in part if isinstance(one, LinkedMention)] for name, part in parts.items()}
        if not rows.get("test"):
            raise AloiError(
                "aloi.no-content",
                path=Term("the-release-release", release=repr(source.release)),
                content=Term("no-linked"),
                expected=Term("split-the-release", parts=parts),
                todo=Term("build-a-release"),
            )
        for name in ("test", "train"):
            if name in rows:
                where = f"The part {name!r} of the release {source.release!r}"
                check_texts((one.mention for one in rows[name]), where)
        return tuple(rows["test"]), tuple(rows.get("train", ())), ()
    if source.mentions is None:
        raise AloiError(
            "aloi.missing",
            name=Term("the-test-set", name=repr(source.name)),
            missing=Term("mentions"),
            expected=Term("file-of-mentions"),
            todo=Term("name-one-as-in-mentions"),
        )
    test = compared_mentions(source.mentions, source.reader, source.group)
    if source.train is None:
        return test.mentions, (), test.notes
    train = compared_mentions(source.train, source.reader, source.group)
    labelled_notes = [("test", one) for one in test.notes] + [("training", one) for one in train.notes]
    notes = tuple(replace(one, description=f"{side}: {one.description}") for side, one in labelled_notes)
    return test.mentions, train.mentions, notes


def _terminology(source: SetSource, store: Store) -> ConceptDictionary:
    """Return the names of a terminology in the language and the group asked for."""
    terminology = store.terminologies.named(str(source.terminology))
    names = [
        name
        for name in store.terminologies.names(terminology.id)
        if source.names_language in ("", name.language) and source.names_group in ("", name.group)
    ]
    if not names:
        raise AloiError(
            "aloi.no-content",
            path=Term("the-terminology-name-2", name=repr(terminology.name)),
            content=Term(
                "no-name-in-the-language",
                names_group=repr(source.names_group),
                names_language=repr(source.names_language),
            ),
            expected=Term(
                "languages-languages", groups=terminology.groups[:20], languages=terminology.languages
            ),
            todo=Term("choose-some-of-these"),
        )
    return ConceptDictionary(tuple(one.name for one in names), tuple(one.concept_id for one in names))


def _opened(store: Store | None, source: SetSource) -> Store:
    if store is None:
        raise AloiError(
            "aloi.missing",
            name=Term("the-test-set", name=repr(source.name)),
            missing=Term("store-with-its-terminology"),
            todo=Term("name-the-store"),
        )
    return store


def make_set(
    name: str,
    test: Sequence[LinkedMention],
    train: Sequence[LinkedMention],
    dictionary: ConceptDictionary,
    *,
    against: str = "",
    language: str = "",
    names_from: str = "",
    notes: Sequence[Note] = (),
) -> LinkingSet:
    """Return a test set of mentions at hand; see `SetSource` for `against`."""
    against = against or ("train" if train else "dictionary")
    if against not in AGAINST or (against == "train" and not train):
        raise AloiError(
            "aloi.value",
            name=Term("filter-of-the-test", name=repr(name)),
            value=repr(against),
            expected=Term("source-of-this-test", against_2=AGAINST),
            todo=Term("name-the-training"),
        )
    if not dictionary.names:
        raise AloiError(
            "aloi.no-content",
            path=Term("the-test-set", name=repr(name)),
            content=Term("no-name-to-rank"),
            expected=Term("linked-mentions-or-a-dictionary"),
            todo=Term("name-a-dictionary"),
        )
    references = tuple(one.mention for one in train) if against == "train" else dictionary.names
    return LinkingSet(
        name,
        language,
        tuple(test),
        tuple(train),
        dictionary,
        names_from,
        against,
        references,
        tuple(notes),
    )


def read_plan(path: Path) -> LinkingPlan:
    """Return the test sets (`[[sets]]`) and rankers (`[[rankers]]`) of a TOML file.

    Paths are relative to the file. The names in a set are those of `SetSource`, in a ranker those of
    `RankerChoice`.

    Raises
    ------
    AloiError
        No TOML, an unknown or missing name, or a name given twice.
    """
    try:
        plan = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AloiError("aloi.cannot-read", path=path, error=error) from error
    strange = next((one for one in plan if one not in ("sets", "rankers")), None)
    if strange is not None or not isinstance(plan.get("sets"), list):
        raise AloiError(
            "workbench.sets", has_strange=bool(strange), path=path, strange=repr(strange) if strange else ""
        )
    sets = tuple(set_of(one, str(path), path.parent) for one in plan["sets"])
    rankers = tuple(ranker_of(one, str(path)) for one in plan.get("rankers", []))
    once([one.name for one in sets], str(path))
    once([one.name for one in rankers], str(path))
    return LinkingPlan(sets, rankers)


def set_of(values: Mapping[str, Any], where: str, folder: Path = Path()) -> SetSource:
    """Return the files of a test set from its values by name, or raise AloiError."""
    checked = _checked(values, SetSource, ("name",), where)
    for name in PATHS:
        if name in checked:
            checked[name] = folder / checked[name]
    return SetSource(**checked)


def ranker_of(values: Mapping[str, Any], where: str) -> RankerChoice:
    """Return a ranker from its values by name, called as its settings say if no name is given."""
    checked = _checked(values, RankerChoice, ("ranker",), where)
    kind, *settings = checked["ranker"], *(checked[one] for one in checked if one not in ("ranker", "name"))
    checked.setdefault("name", " ".join([Path(str(kind)).name, *map(str, settings)]))
    try:
        checked["max_length"] = int(checked.get("max_length", 25))
        return RankerChoice(**checked)
    except ValueError:
        raise AloiError(
            "aloi.value",
            name="max_length",
            value=repr(checked["max_length"]),
            expected=Term("a-whole-number"),
        ).at(where) from None


def read_pairs(text: str | dict[str, Any], option: str) -> dict[str, Any]:
    """Return {name: value} of `name=CodiEsp-D,mentions=testX.tsv`, or raise AloiError."""
    if isinstance(text, dict):
        return text
    pairs: dict[str, str] = {}
    for part in text.split(","):
        name, mark, value = (word.strip() for word in part.partition("="))
        if not (mark and name and value) or name in pairs:
            raise AloiError(
                "aloi.value",
                name=option,
                value=repr(text),
                expected=Term("name-value"),
                todo=Term("write-it-as-in-name"),
            )
        pairs[name] = value
    return pairs


def read_ranker(text: str | dict[str, Any]) -> RankerChoice:
    """Return the ranker written as `tfidf` or `encoder:model=minilm,pooling=cls,distance=l2`."""
    if isinstance(text, dict):
        return ranker_of(text, "The job")
    if Path(text).is_dir():  # a trained ranker; its path may hold a colon
        return RankerChoice(Path(text).name, text)
    kind, _, rest = text.partition(":")
    return ranker_of(
        {"ranker": kind, **(read_pairs(rest, f"--ranker {kind}") if rest else {})}, f"--ranker {text}"
    )


def once(names: Sequence[str], where: str) -> None:
    """Raise AloiError if a name is repeated."""
    twice = next((one for one in names if names.count(one) > 1), None)
    if twice is not None:
        raise AloiError(
            "aloi.repeated", name=Term("the-name"), value=repr(twice), todo=Term("rename-one-of-the-two")
        ).at(where)


def _checked(values: Mapping[str, Any], kind: type[Any], needed: Sequence[str], where: str) -> dict[str, Any]:
    field_names = [one.name for one in fields(kind)]
    strange = (
        next((one for one in values if one not in field_names), None) if isinstance(values, dict) else "it"
    )
    missing = next((one for one in needed if strange is None and not values.get(one)), None)
    if strange is not None or missing is not None:
        raise AloiError(
            "workbench.some-these-expected-among",
            has_strange=bool(strange),
            where=where,
            strange=repr(strange) if strange else "",
            missing="" if strange else repr(missing),
            needed=needed,
            known=field_names,
        )
    wrong = next((one for one in values if not isinstance(values[one], str | int)), None)
    if wrong is not None:
        raise AloiError("aloi.value", name=wrong, value=repr(values[wrong]), expected=Term("a-text")).at(
            where
        )
    return dict(values)
