"""Equal systems are called different as seldom as a test says."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.evaluation.comparison.paired import PairedTest
from tests.evaluation.comparison.equal_systems import DESIGNS, Design, family_rejections, p_values
from tests.simulations import Record, error_of, tell_alarms

ERROR = error_of(0.05, 1000)


def _rejected(design: Design, test: PairedTest, simulations: int) -> float:
    ps = p_values(design, test, simulations=simulations, replicates=500)
    assert np.isfinite(ps).all()
    return float(np.mean(ps < 0.05))


@pytest.mark.slow
@pytest.mark.parametrize("test", [PairedTest.PERMUTATION, PairedTest.BOOTSTRAP])
@pytest.mark.parametrize("items", [50, 200])
def test_equal_systems_are_seldom_called_different(
    items: int, test: PairedTest, record_property: Record
) -> None:
    share = _rejected(Design(items=items), test, 1000)
    tell_alarms(
        record_property, f"{items} single rows, one seed", f"difference of systems, {test}", share, 1000
    )
    # The bootstrap, which is not the default, is the more cautious one with few items.
    assert (0.035 if test is PairedTest.PERMUTATION else 0.01) - ERROR <= share <= 0.065 + ERROR


@pytest.mark.slow
def test_student_over_runs_is_fooled_by_the_items() -> None:
    assert _rejected(Design(items=100, seeds=3), PairedTest.STUDENT, 150) > 0.2


@pytest.mark.slow
def test_the_default_rejects_five_percent_of_5000_equal_pairs(record_property: Record) -> None:
    share = _rejected(Design(), PairedTest.PERMUTATION, 5000)
    tell_alarms(
        record_property, "200 single rows, one seed", "difference of systems, permutation", share, 5000
    )
    assert share == pytest.approx(0.05, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("title", [title for title, design in DESIGNS.items() if design.seeds > 1])
def test_the_default_stays_near_five_percent_with_several_seeds(title: str, record_property: Record) -> None:
    share = _rejected(DESIGNS[title], PairedTest.PERMUTATION, 1000)
    tell_alarms(
        record_property, f"200 single rows, {title}", "difference of systems, permutation", share, 1000
    )
    assert 0.035 - ERROR <= share <= 0.065 + ERROR


@pytest.mark.slow
def test_holm_keeps_families_of_equal_systems(record_property: Record) -> None:
    ps = p_values(Design(systems=4), PairedTest.PERMUTATION, simulations=1000, replicates=500)
    assert ps.shape == (1000, 6)
    assert np.mean((ps < 0.05).any(axis=1)) > 0.1  # without the correction
    share = family_rejections(ps)
    tell_alarms(record_property, "200 single rows, one seed", "four systems, any after Holm", share, 1000)
    assert share <= 0.05 + ERROR
