"""Resamples of correlations that drew one value only have no value, at any size of the numbers."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from tests.evaluation.scored import values

GENERATOR = np.random.default_rng(5)
GOLD, GIVEN = GENERATOR.random((2, 40))
ALONE = 11 * np.eye(40, dtype=int)
SOME = GENERATOR.multinomial(40, np.full(40, 1 / 40), size=3)


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e6])
def test_one_value_drawn_alone_correlates_with_nothing(size: float) -> None:
    found = values("pearson", GOLD * size, GIVEN * size, np.vstack([ALONE, SOME]), 0, size)
    assert np.isnan(found[:40]).all()
    expected = [stats.pearsonr(np.repeat(GOLD, row), np.repeat(GIVEN, row)).statistic for row in SOME]
    assert found[40:] == pytest.approx(expected, abs=1e-9)
