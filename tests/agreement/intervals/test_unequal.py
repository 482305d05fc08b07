"""Intervals over clusters of very unequal size are neither too narrow nor useless."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from aloi.agreement.drawing import Clusters
from aloi.agreement.intervals.cluster_variance import variance_of_clusters
from aloi.agreement.intervals.spreads import LeftOut, ScoreSpread, spread_of
from tests.agreement.intervals.unequal import MANTRA, Unequal, designs, nested, simulated
from tests.simulations import error_of, tell_alarms, tell_held

SIMULATIONS = 1000


def spread(values: np.ndarray, members: np.ndarray) -> ScoreSpread:
    """Return the spread of the mean of rows in these clusters."""
    clusters, mean = Clusters.of(len(values), members), float(values.mean())

    def without(parts: Clusters) -> np.ndarray:
        return -parts.sizes(values - mean) / (len(values) - parts.sizes())

    left = LeftOut(without(clusters), without(clusters.cells()) if clusters.crossed else np.empty(0))
    alone = float(values.var(ddof=1)) / len(values)
    result = spread_of(mean, clusters, left, np.ones(len(values)), alone)
    assert isinstance(result, ScoreSpread)
    return result


def test_one_large_document_does_not_determine_the_variance() -> None:
    """The sum of the jackknife had 1 to 3 degrees of freedom here, and intervals three times as wide."""
    design = Unequal("Mantra", nested(MANTRA), 0.76, (0.15,))
    result = [spread(one, design.members) for one in design.right(40, np.random.default_rng(1))]
    assert np.median([one.freedom for one in result]) > 10
    # 1 + .15 (sum of n squared / N - 1), the design effect of these sizes.
    expected = 1 + 0.15 * (sum(size**2 for size in MANTRA) / sum(MANTRA) - 1)
    assert np.mean([one.design_effect for one in result]) == pytest.approx(expected, rel=0.15)


def test_clusters_of_equal_size_have_the_variance_of_the_jackknife() -> None:
    generator = np.random.default_rng(2)
    values = np.repeat(generator.standard_normal(9), 5) + generator.standard_normal(45)
    result = spread(values, nested((5,) * 9))
    assert result.variance == pytest.approx(values.reshape(9, 5).mean(axis=1).var(ddof=1) / 9, rel=1e-12)
    # With another row, no square counts much more or less than before.
    nearly = spread(np.append(values, values.mean()), nested((5,) * 8 + (6,)))
    assert nearly.variance == pytest.approx(result.variance, rel=0.1)
    assert nearly.freedom == pytest.approx(result.freedom, rel=0.1)


def test_the_correlation_is_that_of_weighted_least_squares() -> None:
    """By hand, for clusters of one, two and four rows; `s` is a sixteenth of the variance for each row."""
    clusters = Clusters.of(16, nested((1, 1, 2, 4, 4, 4)))
    squares = np.array([0.1, 0.2, 0.4, 0.9, 0.2, 1.4])
    result = variance_of_clusters(squares, np.empty(0), clusters, np.ones(16), 1.0, within=False)
    sizes, measured = np.array([1, 1, 2, 4, 4, 4]), squares * 5 / 6
    share, pairs = sizes / 16, sizes * (sizes - 1) / 16
    correlation = 0.0
    for _ in range(200):
        weight = pairs / share / (share + correlation * pairs)
        estimated = float(weight @ (measured - share)) / float(weight @ pairs)
        correlation = (correlation + min(1.0, max(0.0, estimated))) / 2
    assert 0.6 < estimated < 0.7
    assert result.variance == pytest.approx(1 + estimated * pairs.sum(), rel=1e-6)


def test_the_variance_stays_above_0_whatever_the_squares() -> None:
    clusters = Clusters.of(16, nested((1, 1, 2, 4, 4, 4)))
    result = variance_of_clusters(np.zeros(6), np.empty(0), clusters, np.ones(16), 1.0, within=False)
    # The lowest correlation of four rows is -1 / 3.
    assert result.variance == pytest.approx(1 - (2 + 3 * 12) / 16 / 3)
    assert result.freedom >= 1


def test_documents_and_strings_are_alike_in_their_own_ways() -> None:
    """Strings that are always answered alike do not make documents so."""
    generator = np.random.default_rng(3)
    documents = np.repeat(np.arange(40), generator.integers(1, 20, 40))
    strings = 40 + generator.integers(0, 150, len(documents))
    members = np.stack([documents, strings], axis=1)
    clusters = Clusters.of(len(members), members)
    np.testing.assert_array_equal(clusters.kinds().sum(axis=1), [40, len(np.unique(strings))])
    effects = []
    for _ in range(60):
        values = generator.standard_normal(200)[strings] * 0.8**0.5
        effects.append(
            spread(values + generator.standard_normal(len(values)) * 0.2**0.5, members).design_effect
        )
    sizes = clusters.sizes()[40:]
    assert np.mean(effects) == pytest.approx(1 + 0.8 * (sizes @ sizes / len(members) - 1), rel=0.15)
    turned = Clusters.of(4, np.array([[0, 1], [1, 2], [2, 0], [1, 1]]))
    assert turned.kinds().tolist() == [[True, True, True]]


def test_pairs_of_units_that_share_both_clusters_are_counted() -> None:
    members = np.array([[0, 2], [0, 2], [2, 0], [1, 2], [1, 1], [1, 1], [0, 3]])
    pairs, in_all = Clusters(7, members).repeated(np.array([1.0, 1, 1, 5, 1, 1, 2]))
    # Three units of 0 and 2, five alike of 1 and 2, two of 1 alone, two alike of 0 and 3.
    assert in_all == 6 + 20 + 2 + 2
    assert pairs.tolist() == [6 + 2, 20 + 2, 6 + 20, 2]
    assert Clusters.of(4, np.array([0, 0, 1, 1])).repeated(np.ones(4)) == (pytest.approx([0, 0]), 0.0)


def test_more_clusters_than_blocks_keep_their_variance() -> None:
    generator = np.random.default_rng(4)
    sizes = generator.integers(1, 4, 2500)
    members = nested(sizes)[:, 0]
    values = generator.standard_normal(2500)[members] + generator.standard_normal(len(members))
    clusters, mean = Clusters.of(len(values), members), float(values.mean())
    times = np.concatenate([*clusters.left_out()])
    left = LeftOut(times @ values / times.sum(axis=1) - mean, np.empty(0))
    alone = float(values.var(ddof=1)) / len(values)
    result = spread_of(mean, clusters, left, np.ones(len(values)), alone)
    assert isinstance(result, ScoreSpread)
    assert result.clusters == 2500
    expected = 1 + 0.5 * (float(sizes @ sizes) / len(values) - 1)
    assert result.design_effect == pytest.approx(expected, rel=0.1)


def holds(design: Unequal, record_property, simulations: int) -> None:
    """Simulate a design, print what it gave, and check what is claimed of it."""
    result = simulated(design, simulations)
    width = f", width {result.width:.2f} of a bootstrap, {result.ideal:.2f} if the variance is known"
    tell_held(record_property, str(design), "share of right answers", result.coverage, simulations, width)
    tell_alarms(record_property, str(design), "difference of systems", result.alarms, simulations)
    error = error_of(0.95, simulations)
    assert 0.93 - error <= result.coverage <= 0.97 + 2 * error
    # With much in common in one large document, the interval is wide; p is then that of swaps.
    assert result.alarms <= 0.065 + error
    if design.name.startswith("Mantra"):
        # With 90 % right and a large correlation, the true variance itself asks for more.
        assert result.width <= max(1.3, 1.06 * result.ideal) + 0.03


@pytest.mark.slow
@pytest.mark.parametrize("design", designs(None), ids=str)
def test_intervals_over_clusters_of_unequal_size_hold_the_share(design: Unequal, record_property) -> None:
    holds(design, record_property, SIMULATIONS)


@pytest.mark.slow
@pytest.mark.shared
def test_intervals_over_clusters_of_corpora_hold_the_share(shared: Path, record_property) -> None:
    for design in designs(shared / "data")[len(designs(None)) :]:
        holds(design, record_property, SIMULATIONS if len(design.members) < 1200 else SIMULATIONS // 4)
