"""Equal systems are called different as seldom as a test says."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.comparison.paired import PairedTest
from tests.evaluation.comparison.equal_systems import DESIGNS, Design, family_rejections, p_values


def _rejected(design: Design, test: PairedTest, simulations: int) -> float:
    ps = p_values(design, test, simulations=simulations, replicates=500)
    assert np.isfinite(ps).all()
    return float(np.mean(ps < 0.05))


@pytest.mark.slow
def test_equal_systems_are_seldom_called_different() -> None:
    assert 0.02 <= _rejected(Design(items=100), PairedTest.PERMUTATION, 400) <= 0.08
    assert _rejected(Design(items=100), PairedTest.BOOTSTRAP, 80) <= 0.12


def test_student_over_runs_is_fooled_by_the_items() -> None:
    assert _rejected(Design(items=100, seeds=3), PairedTest.STUDENT, 150) > 0.2


@pytest.mark.slow
def test_the_default_rejects_five_percent_of_5000_equal_pairs() -> None:
    assert _rejected(Design(), PairedTest.PERMUTATION, 5000) == pytest.approx(0.05, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("title", [title for title, design in DESIGNS.items() if design.seeds > 1])
def test_the_default_stays_near_five_percent_with_several_seeds(title: str) -> None:
    assert 0.02 <= _rejected(DESIGNS[title], PairedTest.PERMUTATION, 2000) <= 0.07


@pytest.mark.slow
def test_holm_keeps_families_of_equal_systems() -> None:
    ps = p_values(Design(systems=4), PairedTest.PERMUTATION, simulations=2000, replicates=500)
    assert ps.shape == (2000, 6)
    assert np.mean((ps < 0.05).any(axis=1)) > 0.1  # without the correction
    assert family_rejections(ps) <= 0.06
