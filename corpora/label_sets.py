"""Sets of labels in cells, as tools and people write them: `a; b`, `a|b`, `["a", "b"]`, `{a, b}`, `a, b`.

The distinct cells of a whole table decide. Brackets, semicolons, bars and line ends always separate labels. A
comma, a slash, a plus sign, an ampersand and a space are in names of labels as well. They separate labels
only if the parts are also seen separately, and if nothing else separates labels already.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

_CERTAIN = (";", "|", "\n")
_UNCERTAIN = (",", "/", "+", "&", " ")
_BRACKETS = {"[": "]", "{": "}", "(": ")"}
_CALL = re.compile(r"(?:frozenset|set|list|tuple|array|Index)\((.*?)(?:,\s*dtype=[\w'.<>|]+)?\)", re.DOTALL)
_LITERAL = r"""(?:"[^"]*"|'[^']*')"""
_QUOTES = "\"'“”«»"


@dataclass(frozen=True, slots=True)
class LabelSets:
    """The labels in each distinct cell of a table.

    Parameters
    ----------
    sets : mapping from str to frozenset of str
        One a cell; a cell of one label is a set of one.
    forms : mapping from str to str
        How a cell is written that is not one bare label: `a|b`, `[a, b]` and so on.
    unsplit : tuple of str
        Cells with a sign that separates labels elsewhere, which were read as one label.
    parted : tuple of str
        Cells that were split although one part is in no other cell: they may be one label.
    """

    sets: Mapping[str, frozenset[str]]
    forms: Mapping[str, str]
    unsplit: tuple[str, ...]
    parted: tuple[str, ...] = ()

    def is_bracketed(self, cell: str) -> bool:
        """Return whether a cell is written in brackets, as programs write lists and sets."""
        return self.forms.get(cell, "a").startswith((*_BRACKETS, "set("))

    def holding_several(self) -> list[str]:
        """Return the cells with several labels: in brackets, or with semicolons or bars between them."""
        certain = {_form(mark) for mark in _CERTAIN}
        return [
            cell
            for cell, labels in self.sets.items()
            if len(labels) > 1 and (self.is_bracketed(cell) or self.forms[cell] in certain)
        ]


def label_sets(
    cells: Collection[str], categories: Collection[str] = (), separator: str | None = None
) -> LabelSets:
    """Return the labels in the distinct cells of a table.

    Parameters
    ----------
    cells : collection of str
        Distinct cells, trimmed, without those that are missing.
    categories : collection of str
        Labels that are declared: they are never split.
    separator : str or None
        The declared separator of labels: no other one separates them.

    Examples
    --------
    >>> found = label_sets(["x|y", "x", "[]"])
    >>> sorted(found.sets["x|y"]), sorted(found.sets["[]"]), found.forms["x|y"]
    (['x', 'y'], [], 'a|b')
    >>> label_sets(["fever, chills; cough", "cough"]).unsplit
    ('fever, chills; cough',)
    >>> label_sets(["fever, chills", "cough"]).unsplit, label_sets(["x, y", "x", "y"]).unsplit
    (('fever, chills',), ())
    """
    sets: dict[str, frozenset[str]] = {}
    forms: dict[str, str] = {}
    bare: list[str] = []
    for cell in cells:
        bracketed = None if cell in categories else _bracketed(cell)
        if bracketed is not None:
            labels, forms[cell] = bracketed
            sets[cell] = frozenset(labels)
        else:
            bare.append(cell)
    if separator is not None:
        for cell in bare:
            sets[cell] = frozenset([_unquoted(cell)]) if cell else frozenset[str]()
            if separator in cell and cell not in categories:
                sets[cell], forms[cell] = _parts(cell, [separator]), _form(separator)
        return LabelSets(sets, forms, ())
    certain = [mark for mark in _CERTAIN if any(mark in cell for cell in bare if cell not in categories)]
    for cell in bare:
        marks = [mark for mark in certain if mark in cell]
        if marks and cell not in categories:
            sets[cell], forms[cell] = _parts(cell, certain), _form(marks[0])
    rest = [cell for cell in bare if cell not in sets]
    return _by_evidence(rest, LabelSets(sets, forms, ()), frozenset(categories))


def _by_evidence(cells: Sequence[str], certain: LabelSets, categories: frozenset[str]) -> LabelSets:
    """Return the labels in all cells; cells without a certain separator are split into labels seen apart.

    A label that is complete in a certain set, such as `fever, chills`, is never split.
    """
    sets = {cell: frozenset([_unquoted(cell)]) if cell else frozenset[str]() for cell in cells}
    forms: dict[str, str] = {}
    doubtful: list[str] = []
    unsplit: list[str] = [
        cell
        for cell, labels in certain.sets.items()
        if cell[:1] not in _BRACKETS and any("," in label for label in labels)
    ]
    labels_seen = frozenset(chain.from_iterable(certain.sets.values()))
    for mark in _UNCERTAIN:
        parted = {
            cell: parts
            for cell in cells
            if mark in cell
            and not {cell, _unquoted(cell)} & (forms.keys() | categories | labels_seen)
            and len(parts := _parts(cell, [mark])) > 1
        }
        if not parted:
            continue
        alone = {_unquoted(cell) for cell in cells if cell not in parted} | categories | labels_seen
        seen = _seen_apart(parted.values(), alone)
        parts = frozenset(chain.from_iterable(parted.values()))
        # Words of a name are separated by spaces more often than labels are.
        enough = parts <= seen if mark == " " else 2 * len(parts & seen) >= len(parts)
        if enough and (not categories or parts <= categories):
            names = {cell for cell, labels in parted.items() if not labels & seen}
            sets |= {cell: labels for cell, labels in parted.items() if cell not in names}
            forms |= {cell: _form(mark) for cell in parted if cell not in names}
            unsplit += sorted(names)
            doubtful += [cell for cell, labels in parted.items() if cell not in names and labels - seen]
        elif mark in ",/":
            unsplit += parted
    return LabelSets(
        {**certain.sets, **sets},
        {**certain.forms, **forms},
        tuple(dict.fromkeys(unsplit)),
        tuple(dict.fromkeys(doubtful)),
    )


def _seen_apart(parted: Collection[frozenset[str]], alone: Collection[str]) -> set[str]:
    """Return the parts that are alone in a cell, in two different sets, or in a set written in two orders."""
    sets_of: dict[str, set[frozenset[str]]] = defaultdict(set)
    for labels in parted:
        for label in labels:
            sets_of[label].add(labels)
    apart = {label for label, its in sets_of.items() if len(its) > 1 or label in alone}
    return apart.union(*(labels for labels, times in Counter(parted).items() if times > 1))


def _form(mark: str) -> str:
    return "a\\nb" if mark == "\n" else "a b" if mark == " " else f"a{mark}b"


def _parts(text: str, marks: Sequence[str]) -> frozenset[str]:
    pieces = re.split("|".join(map(re.escape, marks)), text)
    return frozenset(label for part in pieces if (label := _unquoted(part)))


def _unquoted(text: str) -> str:
    """Return a label without white space and without the quotes round it."""
    plain = text.strip()
    if len(plain) > 1 and plain[0] in _QUOTES and plain[-1] in _QUOTES:
        return plain[1:-1].strip()
    return plain


def _bracketed(cell: str) -> tuple[list[str], str] | None:
    """Return the labels of a cell in brackets, as JSON, Python, NumPy or people write them, and its form.

    `(a)` and `[a]` alone may be a label: they are a set only with quotes or signs within.
    """
    call = _CALL.fullmatch(cell)
    inner = call[1].strip() if call else cell
    if call and not inner:
        return [], "set()"
    opened, closed = inner[:1], inner[-1:]
    if len(inner) < 2 or _BRACKETS.get(opened) != closed:
        return None
    form = f"{opened}a, b{closed}"
    within = inner[1:-1].strip()
    if not within:
        return ([], form) if call or opened != "(" else None
    if re.fullmatch(rf"{_LITERAL}(\s*{_LITERAL})+", within):  # NumPy prints no commas; Python would join them
        return [_unquoted(text) for text in re.findall(_LITERAL, within)], form
    parsed = _literal(inner)
    if parsed is not None:
        return parsed, form
    if opened == "(" and not call:
        return None
    marks = [mark for mark in (";", "|", ",") if mark in within]
    if opened == "[" and not marks and not call:
        return None
    return [*_parts(within, marks[:1])] if marks else [_unquoted(within)], form


def _literal(text: str) -> list[str] | None:
    """Return the items of a list, set or tuple of JSON or Python; None for another text."""
    readers: tuple[Callable[[str], object], ...] = (json.loads, ast.literal_eval)
    for read in readers:
        try:
            value = read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        if isinstance(value, list | set | tuple):
            nested = any(isinstance(item, list | dict | set | tuple) for item in value)
            return [text] if nested else labels_of(value)
    return None


def labels_of(value: Iterable[object]) -> list[str]:
    """Return the items of a list or set as labels; what is no value (null) is none."""
    return [text for item in value if item is not None and (text := str(item).strip())]
