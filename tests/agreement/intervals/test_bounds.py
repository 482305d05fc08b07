"""The interval of a value by what it can be: a share's is Wilson's, as statsmodels computes it."""

from __future__ import annotations

import math

import pytest
from scipy import stats

from aloi.agreement.intervals.bounds import CORRELATION, NUMBER, SHARE, range_interval
from aloi.agreement.intervals.spreads import ScoreSpread


def spread(value: float, variance: float, size: int) -> ScoreSpread:
    """Return a value whose variance is known for certain: Student's t is the normal distribution then."""
    return ScoreSpread(value, value, variance, math.inf, None, False, size, None)


@pytest.mark.parametrize(("value", "size"), [(0.9, 50), (0.2, 30), (0.5, 200)])
def test_the_interval_of_a_share_is_that_of_wilson(value: float, size: int) -> None:
    found = range_interval(*SHARE, spread(value, value * (1 - value) / size, size), size)
    expected = stats.binomtest(round(value * size), size).proportion_ci(method="wilson")
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_that_of_a_number_is_symmetric_and_that_of_a_correlation_ends_at_1() -> None:
    number = range_interval(*NUMBER, spread(0.9, 0.01, 50), 50)
    assert number.high - 0.9 == pytest.approx(0.9 - number.low) == pytest.approx(0.196, abs=1e-4)
    correlation = range_interval(*CORRELATION, spread(0.9, 0.01, 50), 50)
    assert 0.9 < correlation.high < 1
    assert correlation.low < number.low
