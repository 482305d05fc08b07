"""Measures beside packages that are not ours: `peers/measure.py` says how `peers/values.json` was made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aloi.agreement.battery import Battery
from aloi.agreement.benchmarks import SCALES, benchmark, benchmark_of
from aloi.agreement.compute import compute
from aloi.agreement.measures.examples import shrout_fleiss
from aloi.agreement.measures.icc import spearman_brown
from aloi.agreement.pairs import mean_pairwise, pairwise
from aloi.agreement.ratings import Ratings
from tests.agreement.peers.tables import tables

VALUES: dict[str, Any] = json.loads((Path(__file__).parent / "peers" / "values.json").read_text())
TABLES = sorted(tables())
ICC = ("icc_1_1", "icc_2_1", "icc_3_1", "icc_1_k", "icc_2_k", "icc_3_k")


def ratings(name: str, level: str = "interval", rows: list[list[int | None]] | None = None) -> Ratings:
    given = rows or tables()[name]
    units = [f"u{place:03}" for place in range(len(given))]
    people = [f"A{place}" for place in range(len(given[0]))]
    return Ratings.from_table(units, people, given, level, range(6))


@pytest.mark.parametrize("name", TABLES)
def test_intraclass_correlations_are_pingouins(name: str) -> None:
    for result, (value, low, high) in zip(
        compute(ratings(name), ICC, ci="analytic"), VALUES["pingouin_icc"][name], strict=True
    ):
        assert result.value == pytest.approx(value, abs=1e-10)
        assert result.interval is not None
        assert result.interval.method == "analytic-F"
        # pingouin rounds its intervals to two decimals.
        assert (result.interval.low, result.interval.high) == pytest.approx((low, high), abs=0.005001)


def test_shrout_and_fleiss_have_the_intervals_of_r() -> None:
    """The 95 % intervals that R's psych prints for the example of Shrout and Fleiss (ICC, its manual)."""
    printed = [(-0.133, 0.72), (0.019, 0.76), (0.342, 0.95), (-0.884, 0.91), (0.071, 0.93), (0.676, 0.99)]
    for result, (low, high) in zip(compute(shrout_fleiss(), ICC, ci="analytic"), printed, strict=True):
        assert result.interval is not None
        assert result.interval.low == pytest.approx(low, abs=5e-4)
        assert result.interval.high == pytest.approx(high, abs=5e-3)


@pytest.mark.parametrize("name", TABLES)
def test_the_gold_of_a_full_table_is_icc_1_k(name: str) -> None:
    gold, icc, one = compute(ratings(name), ["gold_reliability", "icc_1_k", "icc_1_1"], ci="analytic")
    assert gold.value == pytest.approx(icc.value, abs=1e-12)
    assert gold.interval is not None
    assert icc.interval is not None
    assert (gold.interval.low, gold.interval.high) == pytest.approx((icc.interval.low, icc.interval.high))
    assert gold.value == pytest.approx(spearman_brown(one.value, len(tables()[name][0])))
    [drawn] = compute(ratings(name), ["gold_reliability"], ci="bootstrap")
    assert drawn.interval is not None
    assert drawn.interval.low < gold.value < drawn.interval.high


def test_the_gold_of_gaps_is_that_of_statsmodels_analysis_of_variance() -> None:
    import pandas as pd
    import statsmodels.formula.api as smf
    from statsmodels.stats.anova import anova_lm

    rows: list[list[int | None]] = [
        [None if (unit * 7 + place * 3) % 5 == 0 else value for place, value in enumerate(row)]
        for unit, row in enumerate(tables()["five"])
    ]
    given = [[one for one in row if one is not None] for row in rows]

    long = pd.DataFrame(
        [(unit, value) for unit, row in enumerate(given) for value in row], columns=["u", "y"]
    )
    table = anova_lm(smf.ols("y ~ C(u)", long).fit())
    between, within = table["mean_sq"]
    sizes = np.array([len(row) for row in given])
    number = (sizes.sum() - (sizes**2).sum() / sizes.sum()) / (len(sizes) - 1)
    single = (between - within) / (between + (number - 1) * within)
    expected = spearman_brown(float(single), float(1 / np.mean(1 / sizes)))
    [gold] = compute(ratings("five", rows=rows), ["gold_reliability"])
    assert gold.value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("weights", ["quadratic", "ordinal"])
def test_weighted_pairs_are_irrcacs(name: str, weights: str) -> None:
    expected = VALUES["irrcac_pairs"]
    pairs = pairwise(ratings(name), "gwet_ac2", weights=weights, ci="analytic")
    for one in pairs:
        value, error = expected[f"{name} {weights} {one.a[1:]} {one.b[1:]}"]
        assert (one.value, one.se) == pytest.approx((value, error), abs=1e-11)
        assert one.interval is not None
    [fleiss] = compute(ratings(name), ["fleiss_kappa"], weights=weights, ci="analytic")
    assert (fleiss.value, fleiss.se) == pytest.approx(expected[f"{name} {weights} fleiss"], abs=1e-11)
    mean = mean_pairwise(ratings(name), "gwet_ac2", weights=weights, ci="analytic")
    assert mean.value == pytest.approx(np.mean([one.value for one in pairs]))
    assert (mean.weights, mean.pairs) == (weights, len(pairs))


@pytest.mark.parametrize("measure", ["cohen_kappa", "gwet_ac2"])
def test_the_formula_of_a_mean_is_near_its_jackknife_over_units(measure: str) -> None:
    """Errors of pairs that share units add up: leaving out each unit in turn shows by how much."""
    rows = tables()["three"]
    mean = mean_pairwise(ratings("three"), measure, weights="quadratic", ci="analytic")
    left_out = [
        mean_pairwise(
            ratings("three", rows=[*rows[:at], *rows[at + 1 :]]), measure, weights="quadratic", ci="none"
        ).value
        for at in range(len(rows))
    ]
    size = len(rows)
    jackknife = np.sqrt((size - 1) / size * ((np.array(left_out) - np.mean(left_out)) ** 2).sum())
    assert mean.se == pytest.approx(jackknife, rel=0.06)
    alone = pairwise(ratings("three"), measure, weights="quadratic")
    assert mean.se > np.sqrt(sum(one.se**2 for one in alone)) / len(alone)


@pytest.mark.parametrize("name", TABLES)
def test_lins_coefficient_is_one_minus_observed_over_independent_distances(name: str) -> None:
    values = np.array(tables()[name], dtype=float)
    apart, alone = [], []
    for a in range(values.shape[1]):
        for b in range(a + 1, values.shape[1]):
            first, second = values[:, a], values[:, b]
            apart.append(((first - second) ** 2).mean())
            alone.append(((first[:, None] - second[None, :]) ** 2).mean())
    [result] = compute(ratings(name), ["lin_ccc"], ci="bootstrap")
    assert result.value == pytest.approx(1 - sum(apart) / sum(alone), abs=1e-12)
    assert result.interval is not None
    if values.shape[1] == 2:
        [formula] = compute(ratings(name), ["lin_ccc"], ci="analytic")
        assert formula.interval is not None
        assert formula.interval.method == "analytic-Z"
        assert formula.interval.low == pytest.approx(result.interval.low, abs=0.05)
        assert formula.interval.high == pytest.approx(result.interval.high, abs=0.05)


def test_the_interval_of_lins_coefficient_is_that_of_his_formula() -> None:
    """As DescTools::CCC has it (Lin 1989, corrected 2000), of two people, one higher and wider."""
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 6, 60).astype(float)
    first, second = truth + rng.integers(0, 3, 60), 2 + 1.3 * truth + rng.integers(0, 4, 60)
    table = Ratings.from_table(
        [f"u{place:03}" for place in range(60)],
        ["A", "B"],
        np.column_stack([first, second]).tolist(),
        "interval",
    )
    [found] = compute(table, ["lin_ccc"], ci="analytic")
    r = np.corrcoef(first, second)[0, 1]
    u = (first.mean() - second.mean()) / np.sqrt(first.std() * second.std())
    c = (
        2
        * r
        * first.std()
        * second.std()
        / (first.var() + second.var() + (first.mean() - second.mean()) ** 2)
    )
    of_c = (1 - r**2) * c**2 * (1 - c**2) / r**2 + 2 * c**3 * (1 - c) * u**2 / r - c**4 * u**4 / (2 * r**2)
    error = np.sqrt(of_c / (60 - 2)) / (1 - c**2)
    assert found.value == pytest.approx(c)
    assert found.interval is not None
    ends = np.tanh(np.arctanh(c) + np.array([-1, 1]) * 1.959964 * error)
    assert (found.interval.low, found.interval.high) == pytest.approx(tuple(ends), abs=1e-6)


def test_benchmark_probabilities_are_irrcacs() -> None:
    for name, scales in VALUES["irrcac_benchmarks"].items():
        value, error = map(float, name.split())
        for scale, expected in scales.items():
            found = [one.cumulative for one in benchmark(value, error, scale).bands]
            assert found == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("scale", SCALES)
def test_bands_fill_the_scale(scale: str) -> None:
    for value, error in ((0.7, 0.1), (1.0, 0.0), (-0.3, 0.0), (0.8, 0.0), (-0.9, 0.3)):
        found = benchmark(value, error, scale)
        assert sum(one.probability for one in found.bands) == pytest.approx(1)
        assert all(one.probability >= 0 for one in found.bands)
        assert found.name in [one.name for one in found.bands]
    assert benchmark(1.0, 0.0, scale).name == SCALES[scale][0][1]
    assert benchmark(0.8, 0.0, "krippendorff").name == "reliable"


def test_a_band_needs_an_interval_and_something_beyond_chance() -> None:
    alpha, percent, icc = compute(ratings("three"), ["krippendorff_alpha", "percent_agreement", "icc_1_1"])
    assert benchmark_of(alpha).scale == "krippendorff"  # type: ignore[union-attr]
    assert benchmark_of(percent) is None
    assert benchmark_of(icc).scale == "koo_li"  # type: ignore[union-attr]
    [bare] = compute(ratings("three"), ["icc_1_1"], ci="none")
    assert benchmark_of(bare) is None


def test_weights_of_the_level_stand_before_unweighted_ones() -> None:
    found = Battery(ci="none").results(ratings("three", "ordinal"))
    fleiss = [(one.weights, one.value) for one in found if one.measure == "fleiss_kappa"]
    assert [weights for weights, _ in fleiss] == ["ordinal", "unweighted"]
    assert fleiss[0][1] > fleiss[1][1]
    assert found[-1].measure == "gold_reliability"
    nominal = Battery(ci="none").results(ratings("three", "nominal"))
    assert {one.weights for one in nominal} == {"unweighted", None}
    named = Battery(("fleiss_kappa",), ci="none").results(ratings("three", "ordinal"))
    assert [one.weights for one in named] == ["unweighted"]
    asked = Battery(weights="linear", ci="none").results(ratings("three", "ordinal"))
    assert {one.weights for one in asked} == {"linear", "unweighted", None}
    assert len({one.measure for one in asked}) == len(asked)


def test_pairs_are_of_what_is_named_else_of_what_fits() -> None:
    pairs, means = Battery(("krippendorff_alpha",)).pairs(ratings("three", "ordinal"))
    assert {one.measure for one in pairs} == {"krippendorff_alpha"}
    assert [one.measure for one in means] == ["mean_pairwise_krippendorff_alpha"]
    pairs, means = Battery().pairs(ratings("three"))
    assert [(one.measure, one.weights) for one in pairs[:4]] == [
        ("cohen_kappa", "unweighted"),
        ("cohen_kappa", "quadratic"),
        ("gwet_ac2", "quadratic"),
        ("lin_ccc", None),
    ]
    assert all(one.interval is not None for one in (*pairs, *means))
