"""Calibration of stated confidence: the definition written out, scikit-learn's curve, and the bootstrap."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.calibration import calibration_curve

from aloi.agreement.machine.calibration import calibration


def _stated(count: int = 400, seed: int = 5) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return confidences, whether answers are right, and documents; the machine is too sure of itself."""
    generator = np.random.default_rng(seed)
    confidence = generator.beta(4, 2, count)
    right = generator.random(count) < confidence**2
    return confidence, right, np.repeat(np.arange(count // 8), 8)


def _expected_error(confidence: np.ndarray, right: np.ndarray) -> float:
    """Return the sum over ten bins of their share of answers times |share right - mean confidence|."""
    error = 0.0
    for at in range(10):
        last = at == 9
        inside = [
            index
            for index, value in enumerate(confidence)
            if at / 10 <= value and (value <= 1 if last else value < (at + 1) / 10)
        ]
        if inside:
            gap = abs(sum(right[inside]) / len(inside) - sum(confidence[inside]) / len(inside))
            error += len(inside) / len(confidence) * gap
    return error


def test_the_error_is_that_of_its_definition() -> None:
    for seed in range(5):
        confidence, right, documents = _stated(seed=seed)
        its = calibration([*confidence], [*right], [*map(str, documents)])
        assert its.error == pytest.approx(_expected_error(confidence, right), abs=1e-11)
        assert its.answers == sum(each.answers for each in its.bins) == 400
    stated = np.array([0.0, 0.1, 0.25, 0.95, 1.0, 1.0])  # a bin begins with its lower end; the last has both
    right = np.array([False, True, False, True, True, False])
    its = calibration([*stated], [*right], ["a"] * 6)
    assert [(each.low, each.answers) for each in its.bins] == [(0.0, 1), (0.1, 1), (0.2, 1), (0.9, 3)]
    assert its.error == pytest.approx(_expected_error(stated, right), abs=1e-11)
    assert its.error == pytest.approx((0 + 0.9 + 0.25 + abs(2 - 2.95)) / 6)
    assert its.interval is None  # of one document


def test_the_curve_is_that_of_scikit_learn() -> None:
    confidence, right, documents = _stated()
    share, mean = calibration_curve(right, confidence, n_bins=10, strategy="uniform")
    bins = calibration([*confidence], [*right], [*map(str, documents)]).bins
    assert [each.right for each in bins] == pytest.approx([*share])
    assert [each.confidence for each in bins] == pytest.approx([*mean])


def test_the_interval_draws_documents() -> None:
    confidence, right, documents = _stated()
    its = calibration([*confidence], [*right], [*map(str, documents)])
    generator = np.random.default_rng(99)
    drawn = []
    for _ in range(400):
        rows = np.concatenate([np.arange(8) + 8 * at for at in generator.integers(0, 50, 50)])
        drawn.append(_expected_error(confidence[rows], right[rows]))
    assert its.interval is not None
    assert [its.interval.low, its.interval.high] == pytest.approx(
        [*np.quantile(drawn, [0.025, 0.975])], abs=0.012
    )
    again = calibration([*confidence], [*right], [*map(str, documents)], seed=0)
    assert again == its
    none = calibration([], [], [])
    assert (none.answers, none.error, none.bins) == (0, None, ())
