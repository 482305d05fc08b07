"""Simulated tables have the alpha that was asked for."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.agreement.compute import compute
from aloi.agreement.planning.simulate import Design, draw_codes
from aloi.base.errors import AloiError
from tests.agreement.simulated import DESIGNS, draw_ratings


@pytest.mark.parametrize("alpha", [0.3, 0.9])
@pytest.mark.parametrize(
    ("level", "prevalence"),
    [("nominal", (0.8, 0.2)), ("interval", (0.1, 0.2, 0.2, 0.3, 0.1, 0.1)), ("ordinal", (0.5, 0.3, 0.2))],
)
def test_large_tables_have_the_true_alpha(alpha: float, level: str, prevalence: tuple[float, ...]) -> None:
    ratings = draw_ratings(Design(3, 40_000, prevalence, alpha), seed=1, level=level)
    [found] = compute(ratings, ["krippendorff_alpha"], ci="none")
    assert found.value == pytest.approx(alpha, abs=0.02)


def test_categories_are_as_frequent_as_asked() -> None:
    codes = draw_codes(Design(2, 400, (0.8, 0.2), 0.5), tables=100, seed=2)
    assert codes.shape == (100, 400, 2)
    assert (codes == 1).mean() == pytest.approx(0.2, abs=0.01)


def test_the_seed_decides() -> None:
    design = DESIGNS[0]
    assert np.array_equal(draw_codes(design, 3, 5), draw_codes(design, 3, 5))
    assert not np.array_equal(draw_codes(design, 3, 5), draw_codes(design, 3, 6))


def test_the_named_designs_are_48() -> None:
    assert len(set(DESIGNS)) == 48


@pytest.mark.parametrize(
    ("annotators", "prevalence", "alpha"), [(1, (0.5, 0.5), 0.5), (2, (0.5, 0.4), 0.5), (2, (0.5, 0.5), 1.1)]
)
def test_an_impossible_design_is_refused(
    annotators: int, prevalence: tuple[float, ...], alpha: float
) -> None:
    with pytest.raises(AloiError):
        Design(annotators, 100, prevalence, alpha)
