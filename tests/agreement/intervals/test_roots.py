"""The roots of score intervals: those of scipy, bit by bit."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq

from aloi.agreement.intervals.score import brent_root


@given(
    root=st.floats(-0.999, 0.999),
    power=st.sampled_from([1, 3, 5]),
    slope=st.floats(1e-6, 1e6),
    bend=st.floats(0, 4),
)
def test_a_root_is_that_of_scipy(root: float, power: int, slope: float, bend: float) -> None:
    def function(at: float) -> float:
        return slope * (at - root) ** power + bend * (math.exp(at - root) - 1)

    for low, high in ((-1.0, 1.0), (1.0, -1.0)):
        expected, report = brentq(function, low, high, xtol=1e-10, full_output=True, disp=False)
        if report.converged:
            assert brent_root(function, low, high) == expected
        else:
            with pytest.raises(RuntimeError, match="no root within 100 steps"):
                brent_root(function, low, high)


def test_a_root_at_an_end() -> None:
    assert brent_root(lambda at: at + 1, -1.0, 1.0) == -1.0
    assert brent_root(lambda at: at - 1, -1.0, 1.0) == 1.0
