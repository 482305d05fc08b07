"""The variance of a mean over pairs of documents, whatever documents have in common."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.agreement.drawing import Clusters
from aloi.agreement.intervals.spreads import LeftOut, ScoreSpread, cluster_spread, spread_of
from tests.simulations import error_of

TABLES = 400


def pairs(documents: int, size: int) -> Clusters:
    """Return the documents of pairs, each of two that differ."""
    generator = np.random.default_rng(5)
    left = generator.integers(0, documents, size)
    return Clusters.of(size, np.stack([left, (left + generator.integers(1, documents, size)) % documents], 1))


def left_out(values: np.ndarray, clusters: Clusters) -> LeftOut:
    """Return how the mean of values changes without each cluster, and each cell."""
    apart = values - values.mean()

    def without(parts: Clusters) -> np.ndarray:
        return -parts.sizes(apart) / (len(values) - parts.sizes())

    return LeftOut(without(clusters), without(clusters.cells()))


def found_in(values: np.ndarray, clusters: Clusters) -> ScoreSpread:
    alone = float(values.var(ddof=1) / len(values))
    found = spread_of(float(values.mean()), clusters, left_out(values, clusters), np.ones(len(values)), alone)
    assert isinstance(found, ScoreSpread)
    return found


@pytest.mark.parametrize("inside", [0.0, 0.05, 0.3])
@pytest.mark.parametrize(("documents", "size"), [(12, 240), (20, 400)])
def test_a_mean_over_crossed_documents_is_held_whatever_they_share(
    documents: int, size: int, inside: float
) -> None:
    """With the degrees of freedom of documents alone, documents that share nothing held 98.2 to 98.9 %."""
    clusters = pairs(documents, size)
    generator = np.random.default_rng(7)
    held = 0
    for _ in range(TABLES):
        values = np.sqrt(inside / 2) * generator.standard_normal(documents)[clusters.members].sum(axis=1)
        values += np.sqrt(1 - inside) * generator.standard_normal(size)
        found = found_in(values, clusters)
        held += abs(found.value) <= found.critical() * found.error
    # Within the 93.5 to 96.5 % that are asked and two errors of a simulation this short (1.1 each).
    assert 0.935 - 2 * error_of(0.95, TABLES) <= held / TABLES <= 0.965 + 2 * error_of(0.95, TABLES)


def of_rows(values: np.ndarray, clusters: Clusters) -> ScoreSpread:
    """Return the same spread as coefficients have it, which leave the clusters out themselves."""
    alone = float(values.var(ddof=1) / len(values))
    found = cluster_spread(
        lambda times: times @ values / times.sum(axis=1),
        float(values.mean()),
        clusters,
        np.ones(len(values)),
        alone,
    )
    assert isinstance(found, ScoreSpread)
    return found


def test_documents_that_share_nothing_leave_the_degrees_of_freedom_of_pairs() -> None:
    clusters, generator = pairs(20, 400), np.random.default_rng(3)
    drawn = [generator.standard_normal(400) for _ in range(21)]
    for found in (found_in, of_rows):
        alone = [found(own, clusters) for own in drawn]
        assert np.median([one.freedom for one in alone]) > 12  # documents alone would have 9
        assert np.median([one.design_effect for one in alone]) == pytest.approx(1.0, abs=0.4)
        common = found(drawn[0] + 2 * generator.standard_normal(20)[clusters.members].sum(axis=1), clusters)
        assert common.freedom < 20
        assert common.design_effect > 10


def test_the_variance_is_that_of_all_pairs_that_share_a_document() -> None:
    """Aronow, Samii and Assenova (2015), summed over every two pairs: near what leaving out tells.

    Documents are in 20 to 40 pairs, so that their squares count a little more or less, but not on average.
    """
    clusters, generator = pairs(40, 600), np.random.default_rng(4)
    members, ratios = clusters.members, []
    sharing = (members[:, None, :, None] == members[None, :, None, :]).any(axis=(2, 3)).astype(float)
    for _ in range(20):
        values = generator.standard_normal(40)[members].sum(axis=1) + generator.standard_normal(600)
        apart = values - values.mean()
        dyadic = float(apart @ sharing @ apart) / 600**2
        # Without a document the rest weighs more: the jackknife is larger by its share of pairs.
        ratios.append(found_in(values, clusters).variance / dyadic * (1 - 2 / 40))
    # The plain sum of the jackknife has 1.04 of it.
    assert np.mean(ratios) == pytest.approx(1.04, abs=0.03)
    assert np.abs(np.array(ratios) - 1).max() < 0.15


def test_a_difference_within_units_has_a_lower_floor_than_a_level() -> None:
    """What documents have in common mostly cancels out in it: half of the sums fall below that of units."""
    clusters, generator = pairs(20, 400), np.random.default_rng(3)
    each, ratios = np.ones(400), []
    for _ in range(40):
        values = generator.standard_normal(400)
        alone = float(values.var(ddof=1) / 400)
        left = left_out(values, clusters)
        level, within = (
            spread_of(float(values.mean()), clusters, left, each, alone, within=one) for one in (False, True)
        )
        assert level.variance >= alone
        assert within.variance == pytest.approx(max(0.65 * alone, min(level.variance, within.variance)))
        assert level.variance == pytest.approx(max(alone, within.variance))
        ratios.append(within.variance / alone)
    assert min(ratios) == pytest.approx(0.65)
    assert 0.2 < np.mean([one < 1 for one in ratios]) < 0.8
    assert max(ratios) > 1.2
