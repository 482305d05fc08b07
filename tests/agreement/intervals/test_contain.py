"""Every interval of a coefficient contains its value, and every table has a value or a reason."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.agreement.compute import CI_METHODS, compute
from aloi.agreement.distances import WEIGHTS
from aloi.agreement.intervals.bounds import ERROR, range_interval
from aloi.agreement.intervals.spreads import ScoreSpread
from aloi.agreement.measures import MEASURES
from aloi.agreement.measures.base import Measure
from aloi.agreement.pairs import mean_pairwise, pairwise
from aloi.agreement.ratings import LEVELS, Ratings
from aloi.agreement.result import Agreement, Interval, PairAgreement

SCALES = ((0, 1, 2, 3), (0.5, 1.0, 7.0, 1e6), (1, 10, 100, 1000))


def random_ratings(generator: np.random.Generator, *, sets: bool = False) -> Ratings:
    """Return a small table: some at random, some nearly unanimous, unanimous, skewed or opposed."""
    units, people = int(generator.choice([1, 2, 3, 6, 12])), int(generator.choice([2, 2, 3, 5]))
    labels = int(generator.choice([1, 2, 3, 4]))
    codes = generator.integers(0, labels, (units, people))
    first = codes[:, :1]
    match int(generator.integers(6)):
        case 0:
            codes = np.where(generator.random(codes.shape) < 0.85, first, codes)
        case 1:
            codes = np.repeat(first, people, axis=1)
        case 2:
            codes = np.where(generator.random(codes.shape) < 0.9, 0, codes)
        case 3:
            codes[:, 1:] = labels - 1 - first
    codes[generator.random(codes.shape) < generator.choice([0.0, 0.0, 0.2, 0.5])] = -1
    clusters: tuple[str | tuple[str, ...], ...] | None = None
    match int(generator.integers(4)):
        case 0:
            clusters = tuple(f"d{at % 3}" for at in range(units))
        case 1:
            clusters = tuple((f"d{generator.integers(4)}", f"d{generator.integers(4)}") for _ in range(units))
    scale: tuple[object, ...] = SCALES[int(generator.integers(3))][:labels]
    if sets:
        scale = (frozenset(), frozenset("a"), frozenset("ab"), frozenset("bc"))[:labels]
    level = "nominal" if sets else str(generator.choice(LEVELS))
    names = tuple(f"u{at:02}" for at in range(units)), tuple("ABCDE"[:people])
    return Ratings(*names, codes.astype(np.int32), scale, level, clusters)


def check(result: Agreement | PairAgreement) -> None:
    """Demand a value or a reason, a signature, and an interval that contains the value."""
    assert (result.value is None) == (result.reason is not None), result
    assert result.signature
    if result.interval is not None:
        assert result.value is not None
        assert result.interval.low <= result.value <= result.interval.high, result
        assert f"ci:{result.interval.method}" in result.signature


@pytest.mark.parametrize("measure", MEASURES, ids=lambda one: one.name)
@pytest.mark.parametrize("tables", [12, pytest.param(600, marks=pytest.mark.slow)])
def test_every_interval_contains_its_value(measure: Measure, tables: int) -> None:
    generator = np.random.default_rng(11)
    for _ in range(tables):
        table = random_ratings(generator, sets=measure.for_sets)
        weights = str(generator.choice(WEIGHTS))
        for ci in CI_METHODS:
            [result] = compute(table, [measure.name], weights=weights, ci=ci, replicates=30)
            check(result)
            if ci != "jackknife":
                check(mean_pairwise(table, measure.name, weights=weights, ci=ci, replicates=20))
        for pair in pairwise(table, measure.name, weights=weights, ci="analytic"):
            check(pair)


@pytest.mark.parametrize(
    ("name", "rows", "level"),
    [
        ("icc_2_1", [[3, 0], [2, 2]], "interval"),  # the ends of the F distribution lie below the value
        ("icc_2_1", [[1, 0, 1, 1, 0], [0, 0, 0, 0, 1], [1, 0, 0, 0, 0], [0, 0, 1, 1, 1]], "ratio"),
        ("lin_ccc", [[0, 1], [1, 0], [0, 0], [1, 1], [0, 1], [0, 0]], "interval"),
        ("lin_ccc", [[0] * 3, [0] * 3, [0] * 3, [1] * 3, [0] * 3, [0] * 3], "ordinal"),
    ],
)
def test_formulas_at_their_edges_have_a_value_and_contain_it(
    name: str, rows: list[list[int]], level: str
) -> None:
    codes = np.array(rows, dtype=np.int32)
    units = tuple(f"u{at}" for at in range(len(rows)))
    table = Ratings(units, tuple("ABCDE"[: codes.shape[1]]), codes, (0, 1, 2, 3), level)
    for ci in CI_METHODS:
        [result] = compute(table, [name], ci=ci, replicates=30)
        check(result)
        assert result.value is not None
        assert result.value <= 1


@pytest.mark.parametrize("error", [0.1, 1.0, 5.0, 50.0, 1e6])
@pytest.mark.parametrize("freedom", [1.0, 2.0, 30.0])
def test_the_interval_of_an_error_contains_it_however_much_it_varies(error: float, freedom: float) -> None:
    spread = ScoreSpread(0.5, 0.5, error**2, freedom, None, False, 10, 1.0)
    found = range_interval(*ERROR, spread, 10)
    assert 0 <= found.low <= 0.5 <= found.high


def test_an_interval_is_widened_to_a_value_and_says_so() -> None:
    ends = Interval(0.2, 0.6, "bootstrap")
    assert ends.around(0.4) == ends
    assert ends.around(0.6 + 1e-12).method == "bootstrap"
    assert ends.around(0.1) == Interval(0.1, 0.6, "bootstrap-widened")
