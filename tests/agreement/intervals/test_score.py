"""Score intervals hold the true value where units depend on each other, and say why where there is none."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from aloi.agreement.compute import compute
from aloi.agreement.drawing import Clusters
from aloi.agreement.intervals.score import score_interval, unanimous_low
from aloi.agreement.intervals.spreads import LEFT_OUT, ONE_CLUSTER, ScoreSpread, cluster_spread
from aloi.agreement.measures.shapes import copy_shape, share_shape
from aloi.agreement.pairs import mean_pairwise
from aloi.agreement.ratings import Ratings
from tests.agreement.intervals.dependent import Dependent


def test_the_interval_of_a_share_is_that_of_wilson() -> None:
    share, size, z = 0.9, 40, 1.959964
    found = ScoreSpread(share, share, share * (1 - share) / size, 1e9, None, False, size, 1.0)
    interval = score_interval(found, share_shape(0.0))
    middle = (share + z**2 / (2 * size)) / (1 + z**2 / size)
    half = z / (1 + z**2 / size) * math.sqrt(share * (1 - share) / size + z**2 / (4 * size**2))
    assert (interval.low, interval.high) == pytest.approx((middle - half, middle + half), abs=1e-6)


def test_an_interval_around_1_reaches_down_to_what_is_not_contradicted() -> None:
    """Without its bias a value may be 1, where nothing varies: the interval began at the value itself."""
    value, variance, z = 0.93, 0.02, 1.959964
    found = ScoreSpread(value, 1.0, variance, 1e9, 5, False, 1000, 1.0)
    interval = score_interval(found, share_shape(0.0))
    assert interval.low == pytest.approx(1 / (1 + z**2 * variance / (value * (1 - value))), abs=1e-6)
    assert interval.high == 1.0


def test_the_shape_of_two_annotators_is_that_of_bloch_and_kraemer() -> None:
    for rare in (0.5, 0.2, 0.01):
        room = 2 * rare * (1 - rare)
        shape = copy_shape(2, room)
        for value in (0.0, 0.3, 0.8):
            known = (1 - value) * ((1 - value) * (1 - 2 * value) + value * (2 - value) / room)
            assert shape(value) == pytest.approx(known, rel=1e-6)


def test_the_exact_bound_of_units_without_dispute() -> None:
    assert unanimous_low(1, 1.0) == pytest.approx(0.025)
    assert unanimous_low(36, 1.0) == pytest.approx(0.025 ** (1 / 36))
    assert unanimous_low(3, 0.5) == pytest.approx(max(-1, 1 - (1 - 0.025 ** (1 / 3)) / 0.5))


@pytest.mark.parametrize(
    ("clusters", "independent"),
    [
        (None, 12),
        (tuple(f"d{n // 3}" for n in range(12)), 4),
        # Pairs of four documents on one side and six on the other: half of ten.
        (tuple((f"l{n // 3}", f"r{n % 6}") for n in range(12)), 5),
    ],
)
def test_units_without_dispute_count_as_often_as_they_are_independent(
    clusters: tuple[Any, ...] | None, independent: int
) -> None:
    names = [f"u{n:02}" for n in range(12)]
    codes = [[n % 2] * 2 for n in range(12)]
    plain = Ratings.from_table(names, ["A", "B"], codes, "nominal", categories=range(2))
    table = Ratings(plain.units, plain.annotators, plain.codes, plain.categories, "nominal", clusters)
    [found] = compute(table, ["percent_agreement"])
    assert found.interval is not None
    assert found.interval.low == pytest.approx(unanimous_low(independent, 1.0))


def test_the_variance_over_documents_is_the_jackknife_of_their_means() -> None:
    values = np.array([1.0, 1, 0, 0, 1, 1, 1, 0, 0])
    groups = np.repeat(np.arange(3), 3)

    def mean(times: np.ndarray) -> np.ndarray:
        return np.asarray(times @ values / times.sum(axis=1))

    found = cluster_spread(mean, float(values.mean()), Clusters.of(9, groups), np.ones(9), 0.01)
    assert isinstance(found, ScoreSpread)
    means = values.reshape(3, 3).mean(axis=1)
    assert found.variance == pytest.approx(means.var(ddof=1) / 3)
    assert found.freedom <= 2
    assert found.method.endswith("-clusters3")


def test_pairs_that_share_documents_on_both_sides_depend_on_each_other() -> None:
    """Of crossed pairs, either side alone says less than both together."""
    design = Dependent("crossed", 12, 400, 3, 0.5, 0.6, inside=0.5, differing=0.2)
    table = design.ratings(design.codes(np.random.default_rng(3)))
    widths = {}
    for name, clusters in (
        ("both", table.clusters),
        ("left", tuple(one[0] for one in table.clusters or ())),
        ("none", None),
    ):
        data = Ratings(table.units, table.annotators, table.codes, table.categories, "nominal", clusters)
        [found] = compute(data, ["krippendorff_alpha"])
        assert found.interval is not None
        widths[name] = found.interval.high - found.interval.low
    assert widths["both"] > 1.2 * widths["left"] > 1.2 * widths["none"]


def test_one_document_has_a_reason_and_no_interval() -> None:
    design = Dependent("nested", 1, 40, 2, 0.5, 0.6)
    table = design.ratings(design.codes(np.random.default_rng(1)))
    for found in (*compute(table), mean_pairwise(table)):
        assert found.value is not None
        assert found.interval is None
        assert found.ci_reason == ONE_CLUSTER
        assert found.to_json()["ci_reason"] == ONE_CLUSTER


def test_a_document_that_holds_every_rare_label_has_a_reason() -> None:
    rows = [["a", "a"]] * 10 + [["b", "b"], ["b", "a"]]
    documents = ["one"] * 5 + ["two"] * 5 + ["three"] * 2
    data = Ratings.from_table(
        [f"u{n:02}" for n in range(12)], ["A", "B"], rows, "nominal", clusters=documents
    )
    [found] = compute(data, ["krippendorff_alpha"])
    assert (found.interval, found.ci_reason) == (None, LEFT_OUT)


def test_documents_of_one_unit_each_are_single_units() -> None:
    design = Dependent("alone", 0, 60, 2, 0.5, 0.6)
    table = design.ratings(design.codes(np.random.default_rng(2)))
    documents = tuple(f"d{n}" for n in range(60))
    alone = Ratings(table.units, table.annotators, table.codes, table.categories, "nominal", documents)
    for one, other in zip(compute(table), compute(alone), strict=True):
        assert one.interval == other.interval
