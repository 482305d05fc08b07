"""Figures weighted back to the pool: the weights, an independent library's figures, intervals that hold."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import pearsonr
from statsmodels.stats.weightstats import DescrStatsW

from aloi.agreement.compute import compute
from aloi.agreement.intervals.spreads import UNITS_LEFT_OUT
from aloi.agreement.population import (
    ALIKE,
    Drawing,
    effective,
    population_weights,
    weighted,
    weighted_agreement,
    weighted_correlation,
    weighted_share,
)
from aloi.agreement.ratings import Ratings
from aloi.evaluation.metrics import metric
from aloi.evaluation.resampling import Units
from aloi.evaluation.scores import weighted_score
from aloi.modeling.in_the_loop.balance import balance, levels_of

LEVELS = levels_of(0, 5)


def sample() -> tuple[np.ndarray, np.ndarray]:
    """Return labels of sixty pairs and their weights, which fall from 20 to 1."""
    chance = np.random.default_rng(5)
    weights = np.round(chance.gamma(1.5, 4, 60), 2) + 1
    return np.round(chance.uniform(0, 5, 60), 1), weights


def draws(size: int, replicates: int = 4000) -> list[np.ndarray]:
    return list(Units("items", size).draws(replicates, 1))


def test_every_pair_of_a_pool_is_counted_once_however_batches_were_drawn() -> None:
    """The weights of what is drawn sum to the pool on average, and exactly where strata are sampled."""
    drawn = [Drawing(1, "a", 0.5)] * 5 + [Drawing(1, "b", 0.1)] * 2 + [Drawing(2, "c", 5 / 23)] * 5
    assert population_weights(drawn, [True] * 12).sum() == pytest.approx(30)
    # Two of five of stratum a are not answered: the three others stand for them.
    weights = population_weights(drawn, [False, False, *[True] * 10])
    assert weights.sum() == pytest.approx(30)
    assert weights[0] == 0
    assert weights[2] == pytest.approx(5 / 3 * (2 + 1) / 2)
    # A batch of which nothing is answered does not count yet.
    assert population_weights(drawn, [True] * 7 + [False] * 5).sum() == pytest.approx(30)
    # What came into the pool with a chance of its own stands for others too.
    assert population_weights([Drawing(1, "a", 0.5, pool_probability=0.25)], [True]).tolist() == [8.0]


def test_figures_are_those_of_independent_libraries() -> None:
    """Mean, error and share are those of samplics 0.6.1 (Taylor series), and of statsmodels."""
    labels, weights = sample()
    given = draws(60)
    found = weighted(lambda times: times @ labels / times.sum(axis=1), weights, given, "x")
    assert found.value == pytest.approx(2.4269109071415502)
    assert found.value == pytest.approx(DescrStatsW(labels, weights).mean)
    scaled = weights * 60 / weights.sum()
    means = np.concatenate([times * scaled @ labels / (times @ scaled) for times in given])
    assert means.std() == pytest.approx(0.2178956959189153, rel=0.02)
    share = weighted_share((labels >= 4).astype(float), weights)
    assert share.value == pytest.approx(0.16150205277058657)
    assert share.interval is not None
    # As many equally weighted pairs as have its error, which is .06418055574557446.
    many = 0.161502 * (1 - 0.161502) / 0.06418055574557446**2
    assert float(share.interval.method.rsplit("n", 1)[1]) == pytest.approx(many, abs=0.06)


def test_even_weights_change_nothing_and_what_has_no_width_has_no_interval() -> None:
    labels, weights = sample()
    given = Units("items", 60).draws(1000, 0)
    even = weighted(lambda times: times @ labels / times.sum(axis=1), np.full(60, 7.0), given, "x")
    assert even.value == pytest.approx(labels.mean())
    assert effective(np.full(60, 7.0)) == pytest.approx(60)
    assert effective(weights) < 45
    alike = weighted(lambda times: np.ones(len(times)), weights, draws(60, 50), "x")
    assert (alike.value, alike.interval, alike.reason) == (1.0, None, ALIKE)
    none = weighted_share(np.zeros(60), weights)
    assert none.interval is not None
    assert (none.value, none.interval.low) == (0, 0)
    assert 0.05 < none.interval.high < 0.15
    assert weighted_share(np.zeros(0), np.zeros(0)).value is None
    gold = labels.tolist()
    rho = metric("spearman")
    sums = rho.sums(gold, [[one + place % 3 for place, one in enumerate(gold)]], 0, 5)
    assert weighted_score(rho, sums, np.ones(60), {}).value == pytest.approx(sums[0].observed)
    assert weighted_score(rho, sums, weights, {}).value != pytest.approx(sums[0].observed, abs=1e-6)


def test_a_correlation_has_an_interval_by_fishers_transformation() -> None:
    """Of normal numbers of even weight it is that of scipy; weights widen it; a straight line has none."""
    chance = np.random.default_rng(3)
    gold = chance.normal(0, 1, 400)
    answers = gold + chance.normal(0, 0.7, 400)
    expected = pearsonr(gold, answers).confidence_interval()
    rho = metric("pearson")
    sums = rho.sums(gold.tolist(), [answers.tolist()], -5, 5)
    even = weighted_score(rho, sums, np.full(400, 3.0), {})
    assert even.interval is not None
    assert (even.interval.low, even.interval.high) == pytest.approx(tuple(expected), abs=0.01)
    assert even.interval.method == "weighted-fisher-jackknife-t399.0"
    assert even.interval.method in even.signature
    uneven = weighted_score(rho, sums, chance.gamma(0.5, 10, 400), {})
    assert uneven.interval is not None
    assert uneven.interval.high - uneven.interval.low > 1.3 * (even.interval.high - even.interval.low)
    line = rho.sums([1.0, 2.0, 3.0, 4.0], [[2.0, 4.0, 6.0, 8.0]], 0, 5)
    straight = weighted_score(rho, line, np.ones(4), {})
    assert (straight.value, straight.interval, straight.ci_reason) == (pytest.approx(1), None, ALIKE)
    # Without the one row that has another value, nothing is left to correlate.
    bound = rho.sums([1.0, 1.0, 1.0, 2.0], [[1.0, 2.0, 3.0, 3.0]], 0, 5)
    assert weighted_score(rho, bound, np.ones(4), {}).ci_reason == UNITS_LEFT_OUT
    assert weighted_correlation(lambda times: times[:, 0], np.zeros(3)).reason == "nothing is answered"
    assert weighted_correlation(lambda times: np.full(len(times), np.nan), np.ones(3)).value is None


def test_agreement_counts_a_unit_as_often_as_it_stands_for_others() -> None:
    """A weight of 3 is a table in which the unit stands three times."""
    chance = np.random.default_rng(2)
    codes = chance.integers(0, 3, (30, 2)).astype(np.int32)
    codes[::2, 1] = codes[::2, 0]
    names = tuple(f"u{place:02}" for place in range(30))
    ratings = Ratings(names, ("A1", "A2"), codes, (0, 1, 2), "interval")
    times = np.where(np.arange(30) % 5 == 0, 3, 1)
    many = Ratings(
        tuple(f"u{place:03}" for place in range(times.sum())), ("A1", "A2"), np.repeat(codes, times, axis=0),
        (0, 1, 2), "interval",
    )  # fmt: skip
    [whole] = compute(many, ["krippendorff_alpha"], ci="none")
    found = weighted_agreement(ratings, "krippendorff_alpha", dict(zip(names, times.tolist(), strict=True)))
    assert found.value is not None
    assert whole.value is not None
    # Alpha corrects for few ratings: 60 were given, and 84 are in the longer table.
    assert 1 - found.value == pytest.approx((1 - whole.value) * (59 / 60) / (83 / 84))
    assert found.interval is not None
    assert found.interval.low < found.value < found.interval.high
    assert "population:weighted" in found.signature
    part = weighted_agreement(ratings, "krippendorff_alpha", dict.fromkeys(names[:10], 2.0))
    assert part.units == 10


def simulated(seed: int, batches: int, count: int) -> tuple[list[bool], list[float], list[float]]:
    """Return which intervals hold the truth of a pool, the weighted errors and the raw ones.

    The pool has 1,200 pairs, most of low scores; the controller sees two poor features and two annotators'
    labels of what it drew.
    """
    chance = np.random.default_rng(seed)
    true = np.clip(chance.gamma(1.2, 1.1, 1200), 0, 5)
    given = np.clip(np.round(true[:, None] + chance.normal(0, 0.5, (1200, 2))), 0, 5)
    labels = given.mean(axis=1)
    features = np.column_stack([true + chance.normal(0, spread, 1200) for spread in (0.8, 1.2)])
    known: dict[int, float] = {}
    drawn, rows = [], []
    for batch in range(1, batches + 1):
        for one in balance(features, features[:, 0], known, LEVELS, count, seed * 100 + batch).drawn:
            drawn.append(Drawing(batch, one.stratum, one.probability))
            rows.append(one.row)
        known = {row: float(labels[row]) for row in rows}
    weights = population_weights(drawn, [True] * len(drawn))
    own = labels[rows]
    units = Units("items", len(rows))
    mean = weighted(lambda times: times @ own / times.sum(axis=1), weights, units.draws(1000, 0), "x")
    low, high = (weighted_share((own >= edge).astype(float), weights) for edge in (0.5, 3.5))
    rho = metric("pearson")
    sums = rho.sums(own.tolist(), [features[rows, 0].tolist()], 0, 5)
    model = weighted_score(rho, sums, weights, {})
    names = [f"u{row:04}" for row in rows]
    codes = given[rows].astype(np.int32)
    ratings = Ratings(tuple(names), ("A1", "A2"), codes, tuple(range(6)), "interval")
    alpha = weighted_agreement(ratings, "krippendorff_alpha", dict(zip(names, weights.tolist(), strict=True)))
    whole = Ratings(
        tuple(f"u{row:04}" for row in range(1200)), ("A1", "A2"), given.astype(np.int32), tuple(range(6)),
        "interval",
    )  # fmt: skip
    [truth] = compute(whole, ["krippendorff_alpha"], ci="none")
    [raw] = compute(ratings, ["krippendorff_alpha"], ci="none")
    truths = [
        labels.mean(), (labels >= 0.5).mean(), (labels >= 3.5).mean(),
        float(np.corrcoef(labels, features[:, 0])[0, 1]), float(truth.value or 0),
    ]  # fmt: skip
    plain = [
        own.mean(), (own >= 0.5).mean(), (own >= 3.5).mean(), float(sums[0].observed or 0),
        float(raw.value or 0),
    ]  # fmt: skip
    found = [mean, low, high, model, alpha]
    held = [
        one.interval is not None and one.interval.low <= value <= one.interval.high
        for one, value in zip(found, truths, strict=True)
    ]
    errors = [float(one.value or 0) - value for one, value in zip(found, truths, strict=True)]
    return held, errors, [one - value for one, value in zip(plain, truths, strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize(("batches", "count"), [(5, 40), (10, 20)])
def test_intervals_hold_the_pool_and_raw_figures_do_not(
    batches: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mean, two shares, a model's score and alpha: bias near 0, intervals hold in 90 % of pools."""
    monkeypatch.setattr("aloi.modeling.in_the_loop.balance._TREES", 40)  # the theory holds for any predictor
    runs = [simulated(seed, batches, count) for seed in range(100)]
    held = np.mean([one[0] for one in runs], axis=0)
    errors, raw = (np.array([one[place] for one in runs]) for place in (1, 2))
    assert (held >= 0.90).all(), held
    standard = errors.std(axis=0, ddof=1) / 10
    assert (np.abs(errors.mean(axis=0)) < 3.5 * standard + 0.01).all(), (errors.mean(axis=0), standard)
    assert (np.abs(raw.mean(axis=0)) > 3 * np.abs(errors.mean(axis=0))).all()
