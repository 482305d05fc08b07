"""Demands on every measure of agreement. A check returns what contradicts its docstring, or an empty text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

from aloi.agreement.compute import compute
from aloi.agreement.measures.base import Measure
from aloi.agreement.ratings import LEVELS, Ratings

_LABELS = ("a", "b", "a", "c", "b", "a")
_OTHER = ("a", "b", "c", "c", "a", "b")
_THIRD = ("a", "b", "a", "c", "c", "a")
_SETS = {"a": frozenset("a"), "b": frozenset("b"), "c": frozenset("ca"), None: None}
Column = tuple[str | None, ...]
_NO_PAIRS = "no pairable ratings"
_TWO_ONLY = "for 2 annotators only"


def _rated(measure: Measure, columns: Sequence[Column]) -> Ratings:
    """Return ratings that a measure takes, a column for each annotator: labels, or sets of labels."""
    names = [f"A{column}" for column in range(len(columns))]
    rows: list[tuple[object, ...]] = [*zip(*columns, strict=True)]
    if measure.for_sets:
        rows = [tuple(_SETS[cell] for cell in row) for row in zip(*columns, strict=True)]
    return Ratings.from_table([f"u{row}" for row in range(len(rows))], names, rows, measure.levels[0])


def _measured(measure: Measure, ratings: Ratings) -> tuple[float | None, str | None]:
    weights = "linear" if measure.name == "gwet_ac2" else "unweighted"
    [result] = compute(ratings, [measure.name], ci="none", weights=weights)
    json.dumps(result.to_json())
    return result.value, result.reason


def identity(measure: Measure) -> str:
    """Check that name, title, reference, levels, numbers of annotators and docstring are complete."""
    people = measure.max_annotators
    complete = {
        "name": measure.name.isidentifier(),
        "title": measure.title[0].isupper(),
        "reference": measure.reference,
        "levels": measure.levels and set(measure.levels) <= set(LEVELS),
        "min_annotators": measure.min_annotators >= 2,
        "max_annotators": people is None or people >= measure.min_annotators,
        "undefined": measure.undefined,
        "distance": measure.distance is None or measure.for_sets,
        "docstring": type(measure).__doc__,
    }
    return ", ".join(name for name, is_complete in complete.items() if not is_complete)


def unanimous(measure: Measure) -> str:
    """Check that unanimous ratings give 1, and shuffled ratings a lower value."""
    value = _measured(measure, _rated(measure, [_LABELS, _LABELS]))
    if value != (1.0, None):
        return f"unanimous: {value}"
    columns = [_LABELS] * (1 if measure.max_annotators == 2 else 2)
    shuffled, reason = _measured(
        measure, _rated(measure, [*columns, tuple(Random(2).sample(_LABELS, len(_LABELS)))])
    )
    return "" if shuffled is not None and shuffled < 1 else f"shuffled: {shuffled}, {reason}"


def order(measure: Measure) -> str:
    """Check that the value does not depend on the order of units and annotators."""
    other = ("a", "b", "c", "c", "a", "a")
    places = Random(1).sample(range(len(_LABELS)), len(_LABELS))
    turned = [tuple(column[place] for place in places) for column in (other, _LABELS)]
    values = (
        _measured(measure, _rated(measure, turned)),
        _measured(measure, _rated(measure, [_LABELS, other])),
    )
    return "" if values[0] == values[1] else f"{values[0]} and {values[1]}"


def undefined(measure: Measure) -> str:
    """Check that an undefined value is missing and has a reason."""
    alone = _measured(measure, _rated(measure, [_LABELS, (None,) * len(_LABELS)]))
    if alone != (None, _NO_PAIRS):
        return f"one annotator: {alone}"
    value, reason = _measured(measure, _rated(measure, [("a",) * 6, ("a",) * 6]))
    return "" if (value, reason) == (None, measure.undefined) or value == 1.0 else f"{value}, {reason}"


def missing(measure: Measure) -> str:
    """Check that missing ratings are used as `bears_missing` says: pairwise or listwise."""
    columns: list[Column] = [_LABELS, _OTHER, *([_THIRD] if measure.max_annotators != 2 else [])]
    gap = _measured(measure, _rated(measure, [(None, *columns[0][1:]), *columns[1:]]))
    without = _measured(measure, _rated(measure, [column[1:] for column in columns]))
    as_declared = (
        gap[0] is not None
        and (measure.bears_missing or gap == without)
        and (not measure.bears_missing or len(columns) == 2 or gap != without)
    )
    return "" if as_declared else f"with a missing rating {gap}, without its unit {without}"


def unsuitable(measure: Measure) -> str:
    """Check that a table with too many annotators or of another level has no value, and a reason."""
    if measure.max_annotators == 2:
        three = _measured(measure, _rated(measure, [_LABELS] * 3))
        if three != (None, _TWO_ONLY):
            return f"three annotators: {three}"
    for level in () if measure.for_sets else sorted(set(LEVELS) - set(measure.levels)):
        value = _measured(measure, Ratings.from_table(["u", "v"], ["A", "B"], [(1, 2), (3, 4)], level))
        if value != (None, f"not for the {level} level"):
            return f"{level}: {value}"
    return ""


CHECKS = (identity, unanimous, order, undefined, missing, unsuitable)
