"""Bootstrap and jackknife: seeded, by unit or by document, and of the right width."""

from __future__ import annotations

import time

import numpy as np
import pytest
from scipy import stats

from aloi.agreement.compute import compute
from aloi.agreement.distances import level_weights
from aloi.agreement.intervals.bootstrap import bootstrap_interval
from aloi.agreement.measures import find_measure
from aloi.agreement.pairs import mean_pairwise
from aloi.agreement.ratings import Ratings
from aloi.agreement.table import RatedUnits
from tests.agreement.tables import ratings


def simulated(units: int, annotators: int, seed: int, level: str = "ordinal", copies: int = 1) -> Ratings:
    """Return ratings on 0-5 that agree by design; each unit stands `copies` times in its document."""
    generator = np.random.default_rng(seed)
    truth = generator.integers(0, 6, units)
    right = generator.random((units, annotators)) < 0.7
    codes = np.where(right, truth[:, None], generator.integers(0, 6, (units, annotators))).astype(np.int32)
    return Ratings(
        tuple(f"u{n}-{copy}" for n in range(units) for copy in range(copies)),
        tuple(f"A{n}" for n in range(annotators)),
        np.repeat(codes, copies, axis=0),
        tuple(range(6)),
        level,
        tuple(f"d{n}" for n in range(units) for _ in range(copies)),
    )


def _interval(data: Ratings, **options: object) -> tuple[float, float, str]:
    [result] = compute(data, ["krippendorff_alpha"], ci="bootstrap", **options)  # type: ignore[arg-type]
    assert result.interval is not None
    assert result.value is not None
    assert result.interval.low < result.value < result.interval.high
    return result.interval.low, result.interval.high, result.interval.method


def test_the_seed_decides() -> None:
    data = simulated(60, 3, 1)
    assert _interval(data, seed=1) == _interval(data, seed=1)
    assert _interval(data, seed=1)[:2] != _interval(data, seed=2)[:2]
    assert _interval(data, seed=1)[2] == "bootstrap-bca-1000-seed1"
    assert _interval(simulated(60, 3, 1, copies=2), seed=1)[2] == "bootstrap-bca-1000-seed1-clusters"


def test_documents_are_resampled_whole() -> None:
    """Four copies of each unit carry no more than one, if the document is what is drawn."""
    once, copied = simulated(60, 3, 1), simulated(60, 3, 1, copies=4)
    alone = Ratings(copied.units, copied.annotators, copied.codes, copied.categories, copied.level)
    width = {name: high - low for name, data in (("once", once), ("documents", copied), ("units", alone))
             for low, high, _ in [_interval(data)]}  # fmt: skip
    assert width["documents"] == pytest.approx(width["once"], rel=0.05)
    assert width["units"] == pytest.approx(width["once"] / 2, rel=0.15)


def test_bootstrap_is_near_the_analytic_interval() -> None:
    data = simulated(400, 4, 3, "interval")
    names = ["krippendorff_alpha", "fleiss_kappa", "conger_kappa", "gwet_ac1", "brennan_prediger"]
    for one, other in zip(compute(data, names), compute(data, names, ci="bootstrap"), strict=True):
        assert one.interval is not None
        assert other.interval is not None
        assert other.interval.low == pytest.approx(one.interval.low, abs=0.01)
        assert other.interval.high == pytest.approx(one.interval.high, abs=0.01)


def test_analytic_falls_back_to_bootstrap_and_says_so() -> None:
    [result] = compute(ratings("sts-3x20", "ordinal"), ["krippendorff_alpha"], ci="analytic", seed=4)
    assert result.se is None
    assert result.interval is not None
    assert result.interval.method == "bootstrap-bca-1000-seed4"
    assert "|ci:bootstrap-bca-1000-seed4|" in result.signature


def test_jackknife_over_annotators() -> None:
    data = ratings("gender-15")
    [result] = compute(data, ["fleiss_kappa"], ci="jackknife")
    left_out = []
    for name in data.annotators:
        others = [other for other in data.annotators if other != name]
        left_out.append(compute(data.subset_annotators(others), ["fleiss_kappa"])[0].value)
    values = np.array(left_out, dtype=float)
    assert result.se == pytest.approx(np.sqrt(3 / 4 * ((values - values.mean()) ** 2).sum()))
    assert result.interval is not None
    assert result.interval.method == "jackknife-annotators"
    [two] = compute(ratings("prevalence-paradox"), ["cohen_kappa"], ci="jackknife")
    assert (two.se, two.interval) == (None, None)


def test_undefined_replicates_are_counted() -> None:
    rows = [["a", "a"]] * 6 + [["a", "b"]]
    data = Ratings.from_table([f"u{n}" for n in range(7)], ["A", "B"], rows, "nominal")
    [result] = compute(data, ["fleiss_kappa"], ci="bootstrap", replicates=200)
    assert result.interval is not None
    assert "-defined" in result.interval.method


def test_mean_over_pairs_is_the_plain_mean() -> None:
    data = ratings("icd-chapters-4x15")
    mean = mean_pairwise(data, seed=2)
    expected = [0.7826086957, 0.7826086957, 0.7867298578, 0.5631067961, 0.5734597156, 0.5734597156]
    assert mean.value == pytest.approx(np.mean(expected), abs=1e-9)
    assert mean.pairs == 6
    assert mean.interval is not None
    assert mean.interval.low < mean.value < mean.interval.high


def test_signature_says_everything() -> None:
    data = ratings("sts-3x20", "ordinal")
    [result] = compute(data, ["gwet_ac2"], ci="analytic", context={"round": "2", "guideline": "3"})
    head, _, program = result.signature.rpartition("|")
    assert head == (
        "gwet_ac2|level:ordinal|weights:ordinal-gwet|by:rank|units:20|annotators:3|ratings:60|missing:0"
        "|round:2|guideline:3|ci:analytic"
    )
    assert program.startswith("aloi:")
    assert result.to_json()["ci"] == [result.interval.low, result.interval.high]  # type: ignore[union-attr]


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_a_thousand_replicates_are_live(level: str) -> None:
    data = simulated(1000, 4, 5, level)
    start = time.process_time()
    compute(data, ["krippendorff_alpha"], ci="bootstrap", replicates=1000)
    assert time.process_time() - start < 3.0  # about 0.2 s where nothing else runs


def test_units_of_a_cluster_rated_alike_are_drawn_as_one_with_the_same_interval() -> None:
    generator = np.random.default_rng(3)
    labels = generator.choice(list("OOOOx"), size=(300, 2))
    triples = [(f"u{n:03}", name, str(labels[n, at])) for n in range(300) for at, name in enumerate("AB")]
    ratings = Ratings.from_triples(
        triples, "nominal", clusters={f"u{n:03}": f"d{n // 30}" for n in range(300)}
    )
    table, stands_for = RatedUnits.of(ratings).collapsed()
    assert table.size <= 10 * 4 < 300
    assert stands_for.sum() == 300
    measure = find_measure("krippendorff_alpha")
    [found] = compute(ratings, [measure.name], ci="bootstrap", replicates=200, seed=1)
    whole = RatedUnits.of(ratings)
    statistic = measure.statistic(whole, level_weights("nominal", whole.categories))
    apart = bootstrap_interval(statistic, found.value, whole.clusters, 200, 1)
    assert (found.interval.low, found.interval.high) == pytest.approx((apart.low, apart.high), abs=1e-12)


@pytest.mark.parametrize(
    "measure",
    ["cohen_kappa", "scott_pi", "fleiss_kappa", "conger_kappa", "gwet_ac1", "percent_agreement",
     "brennan_prediger", "krippendorff_alpha"],
)  # fmt: skip
def test_the_analytic_interval_has_one_degree_of_freedom_less_than_units(measure: str) -> None:
    rows = [[0, 0]] * 5 + [[1, 1]] * 3 + [[0, 1]] * 2 + [[1, 0]]
    data = Ratings.from_table([f"u{n:02}" for n in range(11)], ["A", "B"], rows, "nominal")
    [found] = compute(data, [measure], ci="analytic")
    assert found.value is not None
    assert found.interval is not None
    assert found.interval.low == pytest.approx(found.value - stats.t.ppf(0.975, 10) * found.se)


def test_without_a_seed_the_mean_over_pairs_is_that_of_seed_0() -> None:
    data = simulated(30, 3, seed=2)
    found = mean_pairwise(data, ci="bootstrap", replicates=50)
    assert found == mean_pairwise(data, ci="bootstrap", replicates=50, seed=0)
    assert found.interval != mean_pairwise(data, ci="bootstrap", replicates=50, seed=1).interval
