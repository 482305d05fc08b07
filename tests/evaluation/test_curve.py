"""Learning curves of runs whose law is known."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.base.errors import AloiError
from aloi.evaluation.curve import Curve, CurveRun, _draws, _fitted, curve_of_fits
from aloi.evaluation.curve import learning_curve as curve_of_runs
from aloi.evaluation.resampling import Measured
from tests.evaluation.scored import gold_set

GENERATOR = np.random.default_rng(4)
GOLD = GENERATOR.uniform(0, 5, 300)
SIZES = (150, 300, 450, 600)


def learning_curve(
    gold: np.ndarray, runs: list[CurveRun], low: float, high: float, **options: object
) -> Curve:
    return curve_of_runs(gold_set(gold, low, high), runs, **{"metric_name": "spearman", **options})


def _runs(noise_at: dict[int, float], draws: int = 2, seeds: int = 2) -> list[CurveRun]:
    generator = np.random.default_rng(8)
    return [
        CurveRun(size, draw, (GOLD + generator.normal(0, noise, (seeds, len(GOLD)))).tolist())
        for size, noise in noise_at.items()
        for draw in range(draws)
    ]


def test_a_law_is_found_again_exactly() -> None:
    sizes, at = np.array([150.0, 300, 450, 600]), np.array([150.0, 700])
    for exponent in (0.5, 1.0):
        values = (0.9 - 3 * sizes**-exponent)[None, :]
        assert _fitted(sizes, values, at)[0] == pytest.approx(0.9 - 3 * at**-exponent, abs=1e-9)
    values = (0.1 + 0.1 * np.log(sizes))[None, :]
    assert _fitted(sizes, values, at)[0] == pytest.approx(0.1 + 0.1 * np.log(at), abs=1e-9)


def test_a_rising_curve_tells_a_gain_with_its_interval() -> None:
    found = learning_curve(GOLD, _runs(dict(zip(SIZES, (2.5, 2.0, 1.6, 1.3), strict=True))), 0, 5)
    assert [(one.items, one.fits) for one in found.points] == [(size, 4) for size in SIZES]
    values = [one.value for one in found.points]
    assert values == sorted(values)
    assert found.gain is not None
    assert found.gain.extra == 100
    assert 0 < found.gain.low < found.gain.value < found.gain.high < 0.2
    assert found.sentence.startswith(f"100 more pairs than 600 would bring {found.gain.value:+.4f} ± ")
    assert "nothing" not in found.sentence
    assert (found.band[0].items, found.band[-1].items) == (150, 700)
    assert all(one.low <= one.value <= one.high for one in found.band)
    for one in found.points:
        assert one.interval is not None
        assert one.interval.low < one.value < one.interval.high


def test_a_flat_curve_may_bring_nothing() -> None:
    found = learning_curve(GOLD, _runs(dict.fromkeys(SIZES, 1.0)), 0, 5, extra=50)
    assert found.gain is not None
    assert found.gain.low < 0 < found.gain.high
    assert "it may as well bring nothing" in found.sentence
    assert found.sentence.startswith("50 more pairs than 600")


def test_the_untuned_model_is_a_point_but_not_fitted() -> None:
    runs = _runs(dict(zip(SIZES, (2.5, 2.0, 1.6, 1.3), strict=True)))
    untuned = CurveRun(0, 0, np.random.default_rng(0).normal(0, 1, (1, 300)).tolist())
    found = learning_curve(GOLD, [untuned, *runs], 0, 5, replicates=200)
    assert found.points[0].items == 0
    assert found.gain == learning_curve(GOLD, runs, 0, 5, replicates=200).gain


def test_too_few_sizes_tell_nothing_and_say_so() -> None:
    found = learning_curve(GOLD, _runs({300: 2.0, 600: 1.0}), 0, 5, replicates=100)
    assert found.gain is None
    assert found.band == ()
    assert found.sentence == (
        "The gain of 100 more pairs is undefined: 2 training size(s) were run, 3 are needed."
    )
    assert [one.value is None for one in found.points] == [False, False]


def test_a_constant_model_has_no_point() -> None:
    runs = [*_runs({300: 2.0, 600: 1.0}), CurveRun(100, 0, np.full((1, 300), 2.0).tolist())]
    found = learning_curve(GOLD, runs, 0, 5, replicates=100)
    assert found.points[0].value is None
    assert found.gain is None
    assert "a run with 100 pairs has no value" in found.sentence


def test_errors_fall() -> None:
    found = learning_curve(
        GOLD,
        _runs(dict(zip(SIZES, (2.5, 2.0, 1.6, 1.3), strict=True))),
        0,
        5,
        metric_name="rmse",
        replicates=200,
    )
    assert found.gain is not None
    assert found.gain.high < 0
    assert "(RMSE; 95% interval" in found.sentence


@pytest.mark.parametrize(
    ("runs", "options", "said"),
    [
        ([], {}, "no runs"),
        ([CurveRun(10, 0, [[0.0] * 7])], {}, "other answers"),
        ([CurveRun(-1, 0, [[0.0] * 300])], {}, "-1 training rows"),
        (
            [CurveRun(10, 0, [[0.0] * 300])],
            {"extra": 0},
            "The number of further rows and of replicates is 0, 500",
        ),
    ],
)
def test_bad_input_is_refused(runs: list[CurveRun], options: dict[str, int], said: str) -> None:
    with pytest.raises(AloiError, match=said):
        learning_curve(GOLD, runs, 0, 5, **options)


@pytest.mark.slow
def test_the_interval_of_the_gain_holds_the_true_gain() -> None:
    # errors of standard deviation sqrt(25 / (1 + n^.5)): the true gain by simulation with many items
    def noise(size: float) -> float:
        return float(np.sqrt(100 / (1 + size**0.5)))

    generator = np.random.default_rng(1)
    large = generator.uniform(0, 5, 400_000)
    truth = [
        np.corrcoef(large, large + generator.normal(0, noise(size), large.size))[0, 1] for size in (600, 700)
    ]
    held = []
    for _ in range(150):
        gold = generator.uniform(0, 5, 300)
        runs = [
            CurveRun(size, draw, (gold + generator.normal(0, noise(size), (2, 300))).tolist())
            for size in SIZES
            for draw in range(2)
        ]
        gain = learning_curve(gold, runs, 0, 5, metric_name="pearson", replicates=200).gain
        held.append(gain is not None and gain.low <= truth[1] - truth[0] <= gain.high)
    assert np.mean(held) >= 0.90


def test_fits_are_drawn_one_fewer_than_there_are() -> None:
    """Two fits are drawn one at a time, so that their spread is not halved."""
    apart = [Measured(value, None, (value,), np.full(200, value)) for value in (0.0, 1.0)]
    assert set(_draws(apart, np.random.default_rng(0))) == {0.0, 1.0}
    assert set(_draws(apart[:1], np.random.default_rng(0))) == {0.0}


@pytest.mark.parametrize(("defined", "told"), [(4, False), (5, False), (6, True)])
def test_half_of_the_resamples_are_not_most_of_them(defined: int, told: bool) -> None:
    """Of ten resamples more than five must have a value, for a point's interval and for the gain."""
    replicates = np.where(np.arange(10) < defined, np.linspace(0.6, 0.7, 10), np.nan)
    fits = {size: [Measured(0.65, None, (0.65,), replicates)] for size in (100, 200, 300)}
    found = curve_of_fits("spearman", fits, {}, replicates=10)
    assert [one.interval is not None for one in found.points] == [told] * 3
    assert (found.gain is not None) == told
    assert (found.reason == "most resamples of the test items have no value") != told
