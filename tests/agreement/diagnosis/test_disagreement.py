"""Where annotators part."""

from __future__ import annotations

import pytest

from aloi.agreement.diagnosis.disagreement import confusion, scale_use, spread
from aloi.agreement.distances import jaccard_distance, masi_distance
from aloi.agreement.ratings import Ratings
from tests.agreement.tables import table


def test_far_apart_comes_before_a_little_apart() -> None:
    rows: list[list[object]] = [[4, 5, 5], [0, 5, None], [3, 3, 3], [0, 5, 5], [2, None, None], [0, 0, 5]]
    found = spread(table(rows, "ordinal", list(range(6))))
    assert [one.unit for one in found] == ["u0001", "u0003", "u0005", "u0000", "u0002"]
    assert (found[0].largest, found[0].mean) == (5.0, 5.0)
    assert found[1].mean == pytest.approx(10 / 3)
    assert found[0].values == {"A0": 0, "A1": 5}
    assert found[-1].largest == 0.0


@pytest.mark.parametrize(
    ("level", "largest"), [("nominal", 1), ("ordinal", 2), ("interval", 4), ("ratio", 2 / 3)]
)
def test_spread_by_level(level: str, largest: float) -> None:
    [one, _] = spread(table([[1, 5], [2, 2]], level))
    assert one.largest == pytest.approx(largest)


def test_spread_of_sets() -> None:
    rows = [[frozenset({"fin", "petit"}), frozenset({"fin"})]]
    [one] = spread(Ratings.from_table(["u"], ["A", "B"], rows, "nominal"))
    assert one.largest == 0.5


def test_confusion_and_scale_use() -> None:
    data = table([["a", "b"], ["a", "b"], ["c", "c"], [None, "a"]])
    assert confusion(data, "A0", "A1").tolist() == [[0, 2, 0], [0, 0, 0], [0, 0, 1]]
    assert confusion(data, "A1", "A0").tolist() == [[0, 0, 0], [2, 0, 0], [0, 0, 1]]
    assert scale_use(data).tolist() == [[2, 0, 1], [1, 2, 1]]


def test_set_distances() -> None:
    assert jaccard_distance(set(), set()) == 0.0
    assert jaccard_distance({1}, {2}) == 1.0
    assert masi_distance({1, 2}, {2, 3}) == pytest.approx(1 - 1 / 3 / 3)
    assert masi_distance({1}, {2}) == 1.0
    assert masi_distance({1}, {1}) == 0.0
