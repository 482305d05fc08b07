"""Leakage between two splits, for rows of any kind: texts that are equal or almost so, shared documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from aloi.annotation.rows import (
    LabelledText,
    LinkedMention,
    MultipleChoice,
    Row,
    ScoredPair,
    Substitutes,
    TaggedPair,
    TaggedTokens,
)
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term
from aloi.corpora.mining.base import go_on
from aloi.gold.model import LeakCheck, LeakReport, SharedGround, Split, SplitLeak
from aloi.gold.splitting.near_texts import (
    DEFAULT_THRESHOLD,
    EDITS,
    LeakFree,
    Nearest,
    Watch,
    check_threshold,
    nearest_texts,
    normalised,
)

Texts = tuple[str, ...]
# Columns of a document, or of the row an item came in, that say what several of them were taken from.
SOURCE_COLUMNS = frozenset(
    {"source", "source_id", "patient", "patient_id", "subject", "subject_id", "author", "url", "doi", "pmid"}
)
_MOST_PAIRS = 100_000_000  # of items for which near duplicates are searched by default
_TRAINING_FIRST = ("train", "training", "dev", "development", "valid", "validation")

# (texts, references, how far to look, who watches) -> how near the nearest is
Search: TypeAlias = Callable[[Sequence[str], Sequence[str], float, Watch], Nearest]


def _both(row: Row) -> Texts:
    return (row.left, row.right) if isinstance(row, ScoredPair) else ()


def _pair(row: Row) -> Texts:
    # The order of the two says nothing.
    return ("\n".join(sorted(_both(row), key=normalised)),)


def _source(row: Row) -> Texts:
    return (" ".join(row.source),) if isinstance(row, TaggedPair) else ()


def _sentence(row: Row) -> Texts:
    return (row.sentence,) if isinstance(row, Substitutes) else ()


def _lemma(row: Row) -> Texts:
    return (f"{row.lemma} {row.pos}".strip(),) if isinstance(row, Substitutes) else ()


def _text(row: Row) -> Texts:
    if isinstance(row, LabelledText):
        return (f"{row.text}\n{row.second}" if row.second else row.text,)
    return (row.text or " ".join(row.tokens),) if isinstance(row, TaggedTokens) else ()


def _mention(row: Row) -> Texts:
    return (row.mention,) if isinstance(row, LinkedMention) else ()


def _question(row: Row) -> Texts:
    return (row.question,) if isinstance(row, MultipleChoice) else ()


# The compared fields of a row, by row kind; the first is the default. A row leaks if one of its texts does.
_WAYS: Mapping[type, Mapping[str, Callable[[Row], Texts]]] = {
    ScoredPair: {"sentence": _both, "pair": _pair},
    TaggedPair: {"source": _source},
    Substitutes: {"sentence": _sentence, "lemma": _lemma},
    LabelledText: {"text": _text},
    TaggedTokens: {"text": _text},
    LinkedMention: {"mention": _mention},
    MultipleChoice: {"question": _question},
}


def ways(row_kind: type) -> Texts:
    """Return what of rows of a kind can be compared, the default first."""
    return tuple(_WAYS[row_kind])


def leak_texts(row: Row, by: str = "") -> Texts:
    """Return the texts of a row that are looked for in training.

    Raises
    ------
    AloiError
        Rows of this kind are not compared by that.
    """
    way = _WAYS[type(row)]
    kind = Phrase(
        "kind-way-to-look", "way to look for leaks of rows of the kind {kind}", kind=type(row).__name__
    )
    return way[known_name(by or next(iter(way)), way, kind)](row)


@dataclass(frozen=True, slots=True)
class Grounds:
    """The origins of each item, by its id: its documents, and the sources of these."""

    documents: Mapping[str, Iterable[str]] = field(default_factory=dict)
    sources: Mapping[str, Iterable[str]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        documents: Mapping[str, Sequence[str]],
        metadata: Mapping[str, Mapping[str, str]],
        columns: Mapping[str, Mapping[str, str]],
    ) -> Grounds:
        """Return what items come from.

        Parameters
        ----------
        documents : mapping
            Item id -> its documents.
        metadata, columns : mapping
            The other columns of documents, and of the rows that items came in; of `SOURCE_COLUMNS` those
            that are filled say a source.
        """
        of_document = {one: _sources(told) for one, told in metadata.items()}
        sources = {
            item: {
                *_sources(columns.get(item, {})),
                *(key for one in ids for key in of_document.get(one, ())),
            }
            for item, ids in documents.items()
        }
        return cls(documents, sources)


_NOTHING_KNOWN = Grounds()


def checks_between(sizes: Mapping[str, int]) -> tuple[LeakCheck, ...]:
    """Return a check of every two parts, given how many items each has: later ones in training.

    For two splits with more than 100 million pairs of items, near duplicates are not searched: the threshold
    is 0.
    """
    ranked = sorted(
        sizes, key=lambda one: _TRAINING_FIRST.index(one) if one in _TRAINING_FIRST else len(_TRAINING_FIRST)
    )
    return tuple(
        LeakCheck(
            test, train, threshold=DEFAULT_THRESHOLD if sizes[test] * sizes[train] <= _MOST_PAIRS else 0.0
        )
        for index, test in enumerate(ranked)
        for train in ranked[:index]
    )


def search_edits(texts: Sequence[str], references: Sequence[str], limit: float, watch: Watch) -> Nearest:
    """Return how near texts are to the nearest of references, in edits."""
    return nearest_texts(texts, references, limit, watch=watch)


def check_leaks(
    test: Mapping[str, Row],
    train: Mapping[str, Row],
    check: LeakCheck,
    *,
    grounds: Grounds = _NOTHING_KNOWN,
    thresholds: Sequence[float] = (),
    search: Search = search_edits,
    watch: Watch = go_on,
    compared: dict[tuple[str, str], ComparedTexts] | None = None,
) -> LeakReport:
    """Return the test items that training contains, and those that it almost contains.

    Parameters
    ----------
    test, train : mapping
        Item id -> row, of one kind.
    thresholds : sequence of float
        At which to count the items left; each text is searched for once.
    search : callable
        Measures distances: of unchanged texts if the check names an encoder, otherwise of normalised ones.
    compared : dict or None
        Cached texts of earlier checks, by split and compared field; this one adds to it.

    Raises
    ------
    AloiError
        A threshold outside [0, 1], a field not available for this row kind, or a side without any text.
    """
    for threshold in (check.threshold, *thresholds):
        check_threshold(threshold)
    test_texts = _texts(check.test, test, check, compared)
    train_texts = _texts(check.train, train, check, compared)
    limit = max(check.threshold, *thresholds, 0.0)
    near, measure = _nearest(test_texts, train_texts, limit, search, watch, as_they_stand=bool(check.encoder))
    leaks = {name: _leak(name, texts, train_texts, near) for name, texts in test_texts.by_item.items()}
    near_leaks = [leak for kind, leak in leaks.values() if kind == "near"]
    return LeakReport(
        check,
        by=check.by or ways(type(next(iter(test.values()))))[0],
        items=len(test),
        exact=tuple(leak for kind, leak in leaks.values() if kind == "exact"),
        normalised=tuple(leak for kind, leak in leaks.values() if kind == "normalised"),
        near=tuple(leak for leak in near_leaks if leak.distance < check.threshold),
        documents=_shared(test, train, grounds.documents),
        sources=_shared(test, train, grounds.sources),
        measure=measure,
        curve=tuple((at, sum(leak.distance >= at for leak in near_leaks)) for at in sorted(set(thresholds))),
    )


def filtered_parts(item_ids: Sequence[str], report: LeakReport) -> tuple[Split, ...]:
    """Return the items of a test split that pass each filter, as splits of their own, without empty ones."""
    equal = {one.item_id for one in (*report.exact, *report.normalised)}
    near = {one.item_id for one in report.near}
    leak_free = LeakFree.of(item_ids, [one in equal for one in item_ids], [one in near for one in item_ids])
    test = report.check.test
    named = {f"{test}_filtered": leak_free.filtered, f"{test}_{report.near_view}": leak_free.near}
    return tuple(Split(name, ids, within=test) for name, ids in named.items() if ids)


@dataclass(frozen=True, slots=True)
class ComparedTexts:
    """The compared texts of a split: by item, and the items of each text, unchanged and normalised."""

    by_item: Mapping[str, tuple[tuple[str, str], ...]]
    exact: Mapping[str, str]
    plain: Mapping[str, tuple[str, str]]

    @classmethod
    def of(cls, rows: Mapping[str, Row], by: str) -> ComparedTexts:
        """Return the texts of rows, by item id, that are compared in one of the ways of their kind."""
        by_item: dict[str, tuple[tuple[str, str], ...]] = {}
        exact: dict[str, str] = {}
        plain: dict[str, tuple[str, str]] = {}
        for item_id in sorted(rows):
            texts = tuple((text, normalised(text)) for text in leak_texts(rows[item_id], by))
            by_item[item_id] = tuple(one for one in texts if one[1])
            for text, form in by_item[item_id]:
                exact.setdefault(text, item_id)
                plain.setdefault(form, (item_id, text))
        return cls(by_item, exact, plain)


def _nearest(
    test_texts: ComparedTexts,
    train_texts: ComparedTexts,
    limit: float,
    search: Search,
    watch: Watch,
    *,
    as_they_stand: bool,
) -> tuple[dict[str, SplitLeak], str]:
    """Return, of each normalised text that is not in training, the item there it is nearest to, if any."""
    texts = sorted(set(test_texts.plain) - set(train_texts.plain))
    forms = sorted(train_texts.plain)
    if not limit or not texts:  # if only equal texts count, nothing is measured
        return {}, EDITS
    if as_they_stand:
        test_values, others = (
            [side.plain[one][1] for one in each] for side, each in ((test_texts, texts), (train_texts, forms))
        )
    else:
        test_values, others = texts, forms
    nearest = search(test_values, others, limit, watch)
    return {
        text: SplitLeak(test_texts.plain[text][0], train_texts.plain[forms[index]][0], float(distance))
        for text, index, distance in zip(texts, nearest.places, nearest.distances, strict=True)
        if index >= 0
    }, nearest.signature


def _leak(
    item_id: str, texts: Sequence[tuple[str, str]], train_texts: ComparedTexts, near: Mapping[str, SplitLeak]
) -> tuple[str, SplitLeak]:
    """Return how a test item leaks most, and from where; one that does not is 1 away."""
    for text, _ in texts:
        if text in train_texts.exact:
            return "exact", SplitLeak(item_id, train_texts.exact[text], 0.0)
    for _, form in texts:
        if form in train_texts.plain:
            return "normalised", SplitLeak(item_id, train_texts.plain[form][0], 0.0)
    far = [(near[form].distance, near[form].train_id) for _, form in texts if form in near]
    distance, train_id = min(far, default=(1.0, ""))
    return "near", SplitLeak(item_id, train_id, distance)


def _shared(test: Iterable[str], train: Iterable[str], keys: Mapping[str, Iterable[str]]) -> SharedGround:
    """Return what items of both parts come from, and which test items do."""
    train_keys = {key for one in train for key in keys.get(one, ())}
    items = [one for one in sorted(test) if not train_keys.isdisjoint(keys.get(one, ()))]
    return SharedGround(len({key for one in items for key in keys[one]} & train_keys), tuple(items))


def _sources(columns: Mapping[str, str]) -> list[str]:
    """Return what columns say of a source, as keys that are compared."""
    return [
        f"{name.casefold()}={normalised(value)}"
        for name, value in columns.items()
        if name.casefold() in SOURCE_COLUMNS and normalised(value)
    ]


def _texts(
    part: str, rows: Mapping[str, Row], check: LeakCheck, cached: dict[tuple[str, str], ComparedTexts] | None
) -> ComparedTexts:
    """Return the texts of a part, or raise AloiError if none can be compared."""
    texts = None if cached is None else cached.get((part, check.by))
    texts = texts or ComparedTexts.of(rows, check.by)
    if not texts.plain:
        raise AloiError(
            "aloi.missing",
            name=Term("split-named", split=repr(part), items=len(rows)),
            missing=Term("text-to-compare"),
        )
    if cached is not None:
        cached[part, check.by] = texts
    return texts
