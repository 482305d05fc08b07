"""The 95 % interval of alpha holds the true value in about 95 % of simulated tables."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.agreement.compute import compute
from aloi.agreement.drawing import Clusters
from aloi.agreement.intervals.bootstrap import bootstrap_interval
from aloi.agreement.intervals.coverage import COVERAGES, UNITS
from aloi.agreement.intervals.interval_warnings import caution
from aloi.agreement.planning.simulate import Design, draw_codes
from tests.agreement.coverage import (
    ALPHA,
    REPLICATES,
    STUDIED,
    TABLES,
    WEIGHTS,
    analytic,
    coverage,
    fast_bootstrap,
    table_of,
)
from tests.agreement.simulated import DESIGNS, draw_ratings, words
from tests.simulations import Record, tell_held

LOW, HIGH = 0.93, 0.97


@pytest.mark.parametrize("design", [DESIGNS[0], DESIGNS[14], DESIGNS[30], DESIGNS[40]])
def test_the_short_bootstrap_is_the_one_of_the_library(design: Design) -> None:
    """Same ends for the mean over many seeds; one seed alone moves an end by about a tenth of the width."""
    for number, second in enumerate(draw_codes(design, 2, 9).sum(axis=2)):
        table = table_of(second, design.annotators)
        statistic = ALPHA.statistic(table, WEIGHTS)
        value = float(statistic(np.ones((1, design.units)))[0])
        kinds = np.bincount(second, minlength=design.annotators + 1)
        short, whole = [], []
        for seed in range(20):
            found = fast_bootstrap(kinds, REPLICATES, np.random.default_rng([number, seed]))
            interval = bootstrap_interval(statistic, value, Clusters(design.units), REPLICATES, seed)
            assert found is not None
            assert interval is not None
            short.append(found)
            whole.append((interval.low, interval.high))
        error = np.hypot(np.std(short, axis=0), np.std(whole, axis=0)) / np.sqrt(20)
        assert np.mean(short, axis=0) == pytest.approx(np.mean(whole, axis=0), abs=float(4 * error.max()))
        assert error.max() < 0.01


def test_the_analytic_interval_is_the_one_of_compute() -> None:
    ratings = draw_ratings(DESIGNS[14], seed=3)
    [result] = compute(ratings, ["krippendorff_alpha"], ci="analytic")
    assert result.interval is not None
    found = analytic(ratings.codes.sum(axis=1), 2)
    assert found == pytest.approx((result.interval.low, result.interval.high), abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("annotators", [2, 3, 5])
@pytest.mark.parametrize("share", [0.5, 0.8])
def test_coverage_of_the_named_designs(annotators: int, share: float, record_property: Record) -> None:
    """Neither is the default: what ADR 6 and the cautions say of them."""
    named = [one for one in DESIGNS if (one.annotators, one.prevalence[0]) == (annotators, share)]
    found = [coverage(one, TABLES) for one in named]
    for one in found:
        for way, held in (("bootstrap", one.bootstrap), ("analytic", one.analytic)):
            note = ", cautioned" if _warned(one.design, way) else ""
            tell_held(record_property, words(one.design), f"alpha, {way}", held, one.tables, note)
            assert note or LOW <= held <= HIGH, (one, way)
        stored = _stored(one.design)
        assert (100 * one.bootstrap, 100 * one.analytic) == pytest.approx(stored, abs=0.3), one
    assert len(found) == 8
    assert np.mean([one.bootstrap for one in found]) == pytest.approx(0.95, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("annotators", [2, 3, 5])
def test_stored_figures_of_the_other_designs(annotators: int) -> None:
    """Fewer tables than were stored, the first of the same seeds: within five simulation errors."""
    others = [one for one in STUDIED if one.annotators == annotators and one not in DESIGNS]
    for one in [coverage(design, 200) for design in others]:
        for share, stored in zip((one.bootstrap, one.analytic), _stored(one.design), strict=True):
            error = 100 * np.sqrt(max(stored / 100 * (1 - stored / 100), 0.01) / one.tables)
            assert 100 * share == pytest.approx(stored, abs=5 * error), one


def test_every_studied_design_is_stored() -> None:
    places = {(one.annotators, one.prevalence[0], one.alpha, one.units) for one in STUDIED}
    assert places == {(*key, units) for key in COVERAGES for units in UNITS}
    assert set(DESIGNS) < set(STUDIED)


def _stored(design: Design) -> tuple[float, float]:
    key = (design.annotators, design.prevalence[0], design.alpha)
    return COVERAGES[key][UNITS.index(design.units)]


def _warned(design: Design, ci: str) -> bool:
    """Return whether most tables of a design, not only a typical one, come with a caution."""
    warned = 0
    for seed in range(40):
        ratings = draw_ratings(design, seed)
        [result] = compute(ratings, ["krippendorff_alpha"], ci=ci, replicates=100)
        warned += caution(ratings, result) is not None
    return warned > 20
