"""RMSE and MAE, and metrics of resamples against the same metrics of the copied items."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aloi.base.errors import AloiError
from aloi.evaluation.metrics import metric
from aloi.evaluation.metrics.correlation import spearman
from aloi.evaluation.metrics.edrm import EdrmVariant
from aloi.evaluation.metrics.error import mae, rmse
from tests.evaluation.scored import SCORE_METRICS, edrm, sums, value, values

SCORES = st.integers(0, 5)


def test_errors_have_the_values_worked_out_by_hand() -> None:
    gold, predicted = np.array([0.0, 5.0, 2.0]), np.array([1.0, 3.0, 2.0])
    assert rmse(gold, predicted).value == pytest.approx(math.sqrt(5 / 3), abs=1e-12)
    assert mae(gold, predicted).value == pytest.approx(1.0, abs=1e-12)
    # the worst there is on the scale, and worse outside it: nothing is clipped
    assert rmse(np.array([0.0, 5.0]), np.array([5.0, 0.0])).value == 5.0
    assert mae(np.array([0.0]), np.array([7.0])).value == 7.0


def test_errors_prefer_the_lower_value() -> None:
    for name in ("rmse", "mae"):
        assert metric(name).better(0.4, 0.5)
        assert not metric(name).better(0.5, 0.4)
        assert metric(name).low == 0


def test_undefined_is_not_zero() -> None:
    none = np.array([])
    for name in SCORE_METRICS:
        assert sums(name, none, none).observed is None
        assert sums(name, none, none).reason
    assert value("spearman", np.array([1.0, 2]), np.array([3.0, 3])) is None


def test_bad_input_is_refused() -> None:
    for name in ("spearman", "pearson", "rmse", "mae"):
        with pytest.raises(AloiError, match="NaN or infinite"):
            value(name, np.array([1.0, 2]), np.array([1.0, np.nan]), 0, 5)
        with pytest.raises(ValueError, match="has the shape"):
            value(name, np.array([1.0, 2]), np.array([1.0]), 0, 5)


@pytest.mark.shared
def test_edrm_and_spearman_are_those_of_the_reference_file(shared: Path) -> None:
    blocks = json.loads((shared / "reference" / "metrics.json").read_text(encoding="utf-8"))["edrm"]["cases"]
    correlated = 0
    for block in blocks.values():
        gold, system = block["reference"], block["system"]
        assert edrm(gold, system, 0, 5) == pytest.approx(block["edrm"], abs=1e-9)
        other = edrm(gold, system, 0, 5, variant=EdrmVariant.FROM_REFERENCE)
        assert other == pytest.approx(block["edrm_dmax_from_reference"], abs=1e-9)
        if None in system:
            continue
        side = np.array(gold, float), np.array(system, float)
        assert value("edrm", *side) == pytest.approx(block["edrm"], abs=1e-9)
        found, wanted = spearman(*side), block["spearman"]
        for got, said in zip((found.value, found.p), wanted, strict=True):
            assert got is None if said is None else got == pytest.approx(said, abs=1e-9)
        correlated += wanted[0] is not None
    assert correlated == 4


@pytest.mark.parametrize("name", SCORE_METRICS)
@given(rows=st.lists(st.tuples(SCORES, SCORES, st.integers(0, 3)), min_size=2, max_size=12))
def test_a_resample_by_counts_equals_its_copied_items(name: str, rows: list[tuple[int, int, int]]) -> None:
    gold, predicted = (np.array([row[side] for row in rows], float) for side in (0, 1))
    times = np.array([[row[2] for row in rows], [1] * len(rows)])
    if times[0].sum() == 0:
        return
    found = values(name, gold, predicted, times, 0, 5)
    for got, counts in zip(found, times, strict=True):
        wanted = value(name, np.repeat(gold, counts), np.repeat(predicted, counts), 0, 5)
        assert math.isnan(got) if wanted is None else got == pytest.approx(wanted, abs=1e-9)
