"""Values that papers print and no docstring shows."""

from __future__ import annotations

import numpy as np
import pytest

from agreement.compute import compute
from agreement.measures import find_measure
from agreement.measures.examples import cohen_1968, peak_flow
from agreement.table import RatedUnits


def test_kappa_and_weighted_kappa_of_cohen_1968() -> None:
    """Table 1: kappa .492, and .348 with the weights that the paper gives to each disagreement."""
    table = RatedUnits.of(cohen_1968())
    for disagreement, printed in (
        (1 - np.eye(3), 0.492),
        (np.array([[0, 1, 3], [1, 0, 6], [3, 6, 0]]) / 6, 0.348),
    ):
        statistic = find_measure("cohen_kappa").statistic(table, 1 - disagreement)
        assert round(float(statistic(np.ones((1, 200)))[0]), 3) == printed


def test_lins_coefficient_of_the_peak_flows() -> None:
    """Lin's formula of the means, variances and covariance of the two meters."""
    values = peak_flow().values()
    first, second = values.T
    expected = 2 * np.cov(first, second, bias=True)[0, 1]
    expected /= first.var() + second.var() + (first.mean() - second.mean()) ** 2
    [found] = compute(peak_flow(), ["lin_ccc"], ci="none")
    assert found.value == pytest.approx(expected)
    assert round(found.value, 4) == 0.9427
