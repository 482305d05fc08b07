"""Typologies of operations, as data: labels, what each means, and which sides of a pair it may touch."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from aloi.annotation.fields import Operation
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.corpora.model import Json

SIDES = ("source", "target", "both", "any", "pair")
RESERVED = "usfn?"  # these keys mean the same on every page of a task: undo, skip, flag, note, guideline
_WORDS = ("title", "gloss", "source", "target")
_GREY = "#6b7280"  # of labels that came without a colour
SIMPLIFICATION = Path(__file__).parent / "simplification.toml"
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_NAME = re.compile(r"[A-Za-z][\w-]*")
_KEY = re.compile(r"[a-z][a-z0-9]?")


@dataclass(frozen=True, slots=True)
class Subset:
    """A named part of a corpus: the pairs with one label of `any` at least and with none of `none`.

    `any` may be empty: then only `none` counts.
    """

    name: str
    title: str
    gloss: str
    any: tuple[str, ...]
    none: tuple[str, ...]

    def holds(self, labels: frozenset[str]) -> bool:
        """Return whether a pair with these labels belongs to the subset."""
        return (not self.any or not labels.isdisjoint(self.any)) and labels.isdisjoint(self.none)


@dataclass(frozen=True, slots=True)
class Typology:
    """A named set of operations, in the order they are shown, and the subsets people ask for by name."""

    name: str
    operations: tuple[Operation, ...]
    subsets: tuple[Subset, ...] = ()

    def find(self, name: str) -> Operation | None:
        """Return the operation of that name, None when there is none."""
        return next((one for one in self.operations if one.name == name), None)

    def subset(self, name: str) -> Subset:
        """Return the subset of that name, or raise AloiError naming those there are."""
        for subset in self.subsets:
            if subset.name == name:
                return subset
        raise AloiError(
            "aloi.value",
            name=Term("subset-of", name=repr(self.name)),
            value=repr(name),
            expected=Term("one-of", choices=(one.name for one in self.subsets)),
        )


def load_typology(path: Path = SIMPLIFICATION, language: str = "en") -> Typology:
    """Return the typology of a TOML file; the one of simplification without a path.

    A title, a gloss or a side of the example may be one text, or one a language (`title.en`, `title.fr`).
    That of `language` counts, or the English one.

    Raises
    ------
    AloiError
        No such file, no TOML, or an operation that does not fit: each is named.
    """
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise AloiError("aloi.no-file", path=path) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AloiError("aloi.unreadable", path=path, format=Term("format-typology"), error=error) from error
    return parse_typology({name: _worded(value, language) for name, value in raw.items()})


def _worded(value: Any, language: str) -> Any:
    """Return what a file gives, with the words of a language where it has them in several."""
    if isinstance(value, list):
        return [_worded(one, language) for one in value]
    if not isinstance(value, Mapping):
        return value
    return {
        name: worded.get(language, worded.get("en"))
        if name in _WORDS and isinstance(worded, Mapping)
        else worded
        for name, worded in value.items()
    }


def parse_typology(raw: Mapping[str, Json]) -> Typology:
    """Return the typology of plain data: a `name`, and `operations`, one mapping a label.

    Each has name, title, gloss, source and target (the example), colour, key and sides. `subsets`, which
    may be absent, lists name, title, gloss, and the labels `any` and `none`.
    """
    listed = raw.get("operations")
    if not isinstance(listed, list) or not listed:
        raise AloiError(
            "aloi.missing",
            name=Term("list-in-typology", name="operations"),
            missing=Term("list-of-tables", name="operations"),
            todo=Term("correct-typology"),
        )
    operations = tuple(_operation(one, place) for place, one in enumerate(listed, 1))
    _check_names(operations)
    _check_keys(operations)
    subsets = _subsets(raw.get("subsets"), [one.name for one in operations])
    return Typology(str(raw.get("name") or "typology"), operations, subsets)


def typology_json(typology: Typology) -> dict[str, Json]:
    """Return what `parse_typology` reads: a typology as plain data, for settings and files."""
    plain: dict[str, Json] = {
        "name": typology.name,
        "operations": [
            to_json(operation, "example", source=operation.example[0], target=operation.example[1])
            for operation in typology.operations
        ],
    }
    # Absent rather than empty: settings stored before subsets had names stay as they are.
    if typology.subsets:
        plain["subsets"] = [to_json(one) for one in typology.subsets]
    return plain


def with_labels(typology: Typology, labels: Iterable[str]) -> Typology:
    """Return a typology extended by these labels: new ones come last, may touch any side, are grey.

    Raises
    ------
    AloiError
        A label that cannot be a name.
    """
    operations = list(typology.operations)
    for label in dict.fromkeys(labels):
        if label in {one.name for one in operations}:
            continue
        if not _NAME.fullmatch(label):
            raise AloiError("annotation.label-cannot-be-a-name", label=repr(label))
        key = _free_key(label.lower(), [one.key for one in operations])
        operations.append(Operation(label, label, label, ("", ""), _GREY, key, "any"))
    return replace(typology, operations=tuple(operations))


def without_strangers(typology: Json, labels: Set[str]) -> Json:
    """Return a typology as plain data whose subsets name these labels only; one that names none goes."""
    if not isinstance(typology, Mapping) or not isinstance(typology.get("subsets"), list):
        return typology
    parsed = _subsets(typology["subsets"], None)
    subsets: list[Json] = []
    for subset in parsed:
        included, left_out = (
            tuple(label for label in each if label in labels) for each in (subset.any, subset.none)
        )
        if included or left_out:
            subsets.append(to_json(replace(subset, any=included, none=left_out)))
    return {**typology, "subsets": subsets}


def _free_key(label: str, used_keys: Sequence[str]) -> str:
    """Return two keystrokes, letters of the label first, that begin no other key."""
    letters = [one for one in dict.fromkeys(f"{label}{ascii_lowercase}") if one in ascii_lowercase]
    for first, second in product(letters, letters):
        if first not in RESERVED and first not in used_keys and first + second not in used_keys:
            return first + second
    raise AloiError("annotation.no-key-left", label=repr(label))


def _subsets(listed: Json, labels: list[str] | None) -> tuple[Subset, ...]:
    if not isinstance(listed, list) and listed is not None:
        raise AloiError(
            "aloi.missing",
            name=Term("list-in-typology", name="subsets"),
            missing=Term("list-of-tables", name="subsets"),
            todo=Term("correct-typology"),
        )
    subsets: list[Subset] = []
    for raw in listed or []:
        name = str(raw.get("name") or "") if isinstance(raw, Mapping) else ""
        if not isinstance(raw, Mapping) or not _NAME.fullmatch(name) or name in {one.name for one in subsets}:
            raise AloiError(
                "aloi.value",
                name=Term("name-of-subset", number=len(subsets) + 1),
                value=repr(name),
                expected=Term("unique-identifier"),
                todo=Term("correct-typology"),
            )
        included, left_out = (_labels(raw, which, name, labels) for which in ("any", "none"))
        if not included and not left_out:
            raise AloiError(
                "aloi.missing",
                name=Term("the-subset", name=repr(name)),
                missing=Term("labels-under"),
                todo=Term("correct-typology"),
            )
        title, gloss = str(raw.get("title") or name), str(raw.get("gloss") or "")
        subsets.append(Subset(name, title, gloss, included, left_out))
    return tuple(subsets)


def _labels(raw: Mapping[str, Json], which: str, name: str, allowed: list[str] | None) -> tuple[str, ...]:
    """Return the labels a subset lists under `any` or `none`; `allowed` are those it may, None for any."""
    listed = raw.get(which) or []
    labels = [str(one) for one in listed] if isinstance(listed, list) else [str(listed)]
    stranger = next((one for one in labels if allowed is not None and one not in allowed), None)
    if stranger is not None:
        raise AloiError(
            "aloi.value",
            name=Term("label-in-subset", list=which, name=repr(name)),
            value=repr(stranger),
            expected=Term("labels-of-typology"),
            todo=Term("correct-typology"),
        )
    return tuple(labels)


def _operation(raw: Json, number: int) -> Operation:
    if not isinstance(raw, Mapping):
        raise AloiError(
            "aloi.missing",
            name=Term("entry-of-typology", number=number),
            missing=Term("operation-table"),
            todo=Term("correct-typology"),
        )
    words = {
        name: str(raw.get(name) or "").strip()
        for name in ("name", "title", "gloss", "colour", "key", "sides")
    }
    for part, fits in (
        ("name", _NAME.fullmatch(words["name"])),
        ("gloss", words["gloss"]),
        ("colour", _COLOUR.fullmatch(words["colour"])),
        ("key", _KEY.fullmatch(words["key"])),
        ("sides", words["sides"] in SIDES),
    ):
        if not fits:
            raise AloiError(
                "annotation.operation-part",
                number=number,
                name=words["name"],
                part=part,
                given=repr(words[part]),
                sides=SIDES,
            )
    example = (str(raw.get("source") or ""), str(raw.get("target") or ""))
    return Operation(**{**words, "title": words["title"] or words["name"]}, example=example)


def _check_names(operations: tuple[Operation, ...]) -> None:
    names = [one.name for one in operations]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise AloiError(
            "aloi.repeated", name=Term("the-operation"), value=repr(twice), todo=Term("correct-typology")
        )


def _check_keys(operations: tuple[Operation, ...]) -> None:
    for operation in operations:
        if operation.key[0] in RESERVED:
            raise AloiError(
                "aloi.value",
                name=Term("key-of", name=repr(operation.name)),
                value=repr(operation.key),
                expected=Term("key-not-reserved", reserved=" ".join(RESERVED)),
            )
        other = next(
            (two for two in operations if two is not operation and two.key.startswith(operation.key)), None
        )
        if other is not None:
            raise AloiError(
                "annotation.keys-begin-alike",
                key=repr(operation.key),
                name=operation.name,
                value_key=repr(other.key),
                value_name=other.name,
            )
