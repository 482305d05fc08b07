"""A large table counts units rated alike together: the same values, and intervals but for the draws."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.agreement import table
from aloi.agreement.compute import compute
from aloi.agreement.ratings import Ratings


def large(units: int = 3000) -> Ratings:
    generator = np.random.default_rng(5)
    truth = generator.integers(0, 4, size=(units, 1))
    codes = np.clip(truth + generator.choice([-1, 0, 1], p=[0.15, 0.7, 0.15], size=(units, 3)), -1, 3)
    names = tuple(f"u{at:05}" for at in range(units))
    return Ratings(names, ("A", "B", "C"), codes.astype(np.int32), (0, 1, 2, 3), "ordinal")


def test_values_and_intervals_are_those_of_single_units(monkeypatch: pytest.MonkeyPatch) -> None:
    single = compute(large(), weights="quadratic", ci="bootstrap")
    monkeypatch.setattr(table, "_MANY", 100)
    alike = compute(large(), weights="quadratic", ci="bootstrap")
    assert len(single) == len(alike) > 5
    for one, other in zip(single, alike, strict=True):
        assert other.value == pytest.approx(one.value, abs=1e-9)
        assert (other.units, other.ratings) == (one.units, one.ratings)
        assert one.interval is not None
        assert other.interval is not None
        width = one.interval.high - one.interval.low
        assert other.interval.low == pytest.approx(one.interval.low, abs=width / 6)
        assert other.interval.high == pytest.approx(one.interval.high, abs=width / 6)
