"""Every measure of agreement, through the same demands.

Its values beside implementations that are not ours stand in `tests/agreement/test_reference.py` and
`test_independent.py`, any table at all in `test_properties.py` and `test_edges.py` there; its printed example
in its docstring; its reference key in `test_references.py`; its line of docs/reference/measures.md in
`test_reference.py`.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from aloi.agreement.compute import compute
from aloi.agreement.measures import MEASURES, find_measure
from aloi.agreement.measures.base import Measure
from aloi.agreement.ratings import LEVELS, Ratings
from aloi.base.errors import AloiError

LABELS = ("a", "b", "a", "c", "b", "a")
EACH = pytest.mark.parametrize("one", MEASURES, ids=lambda one: one.name)


def rated(one: Measure, columns: list[tuple[str | None, ...]]) -> Ratings:
    """Return ratings that a measure takes, by annotator: labels, or sets of one and more."""
    names = [f"A{place}" for place in range(len(columns))]
    rows = [*zip(*columns, strict=True)]
    if one.for_sets:
        sets = {"a": frozenset("a"), "b": frozenset("b"), "c": frozenset("ca"), None: None}
        rows = [tuple(sets[cell] for cell in row) for row in rows]  # type: ignore[misc]
    return Ratings.from_table([f"u{place}" for place in range(len(rows))], names, rows, one.levels[0])


def measured(one: Measure, data: Ratings) -> tuple[float | None, str | None]:
    weights = "linear" if one.name == "gwet_ac2" else "unweighted"
    [result] = compute(data, [one.name], ci="none", weights=weights)
    assert json.loads(json.dumps(result.to_json()))["measure"] == one.name
    return result.value, result.reason


@EACH
def test_the_identity_is_complete(one: Measure) -> None:
    assert one.name.isidentifier()
    assert find_measure(one.name) is one
    assert [other.name for other in MEASURES].count(one.name) == 1
    assert one.title[0].isupper()
    assert one.reference
    assert set(one.levels) <= set(LEVELS)
    assert one.levels
    assert one.min_annotators >= 2
    assert one.max_annotators is None or one.max_annotators >= one.min_annotators
    assert one.undefined
    assert one.distance is None or one.for_sets
    assert type(one).__doc__


@EACH
def test_unanimous_ratings_are_1_and_chance_is_less(one: Measure) -> None:
    assert measured(one, rated(one, [LABELS, LABELS])) == (1.0, None)
    most = [LABELS] * (1 if one.max_annotators == 2 else 2)
    value, _ = measured(one, rated(one, [*most, tuple(Random(2).sample(LABELS, len(LABELS)))]))
    assert value is not None
    assert value < 1


@EACH
def test_the_order_of_units_and_annotators_says_nothing(one: Measure) -> None:
    other = ("a", "b", "c", "c", "a", "a")
    order = Random(1).sample(range(len(LABELS)), len(LABELS))
    turned = [tuple(column[at] for at in order) for column in (other, LABELS)]
    assert measured(one, rated(one, turned)) == measured(one, rated(one, [LABELS, other]))


@EACH
def test_undefined_is_no_value_and_a_reason(one: Measure) -> None:
    alone = rated(one, [LABELS, (None,) * len(LABELS)])
    assert measured(one, alone) == (None, "no pairable ratings")
    value, reason = measured(one, rated(one, [("a",) * 6, ("a",) * 6]))
    assert (value, reason) == (None, one.undefined) or value == 1.0


@EACH
def test_missing_ratings_are_borne_or_their_unit_is_left_out(one: Measure) -> None:
    columns = [LABELS, ("a", "b", "c", "c", "a", "b")]
    if one.max_annotators != 2:
        columns.append(("a", "b", "a", "c", "c", "a"))
    gap = rated(one, [(None, *columns[0][1:]), *columns[1:]])
    without = rated(one, [column[1:] for column in columns])
    assert measured(one, gap)[0] is not None
    if not one.bears_missing:
        assert measured(one, gap) == measured(one, without)
    elif len(columns) > 2:
        assert measured(one, gap) != measured(one, without)


@EACH
def test_a_table_that_is_not_for_it_is_said_or_refused(one: Measure) -> None:
    if one.max_annotators == 2:
        value, reason = measured(one, rated(one, [LABELS] * 3))
        assert value is None
        assert reason == "for 2 annotators only"
    for level in set(LEVELS) - set(one.levels) if not one.for_sets else ():
        data = Ratings.from_table(["u", "v"], ["A", "B"], [(1, 2), (3, 4)], level)
        assert measured(one, data) == (None, f"not for the {level} level")


def test_an_unknown_name_is_told_with_those_there_are() -> None:
    with pytest.raises(AloiError, match="krippendorff_alpha"):
        find_measure("junk")
