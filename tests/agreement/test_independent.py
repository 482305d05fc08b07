"""The same tables through packages written by others."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from aloi.agreement.compute import compute
from aloi.agreement.crosscheck import krippendorff_package_alpha
from aloi.agreement.pairs import pairwise
from aloi.agreement.ratings import LEVELS, Ratings


def _random(seed: int, annotators: int, missing: float, level: str) -> Ratings:
    generator = np.random.default_rng(seed)
    truth = generator.integers(0, 5, 50)
    noise = generator.integers(-1, 2, (50, annotators))
    codes = np.clip(truth[:, None] + noise, 0, 4).astype(np.int32)
    codes[generator.random(codes.shape) < missing] = -1
    units = tuple(f"u{n}" for n in range(50))
    return Ratings(units, tuple(f"A{n}" for n in range(annotators)), codes, (0, 1, 2, 4, 8), level)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("missing", [0.0, 0.4])
def test_krippendorff_package(level: str, missing: float) -> None:
    for seed in range(5):
        data = _random(seed, 4, missing, level)
        value, reason = krippendorff_package_alpha(data)
        assert reason is None
        assert compute(data, ["krippendorff_alpha"], ci="none")[0].value == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("weights", ["unweighted", "linear", "quadratic"])
def test_scikit_learn_and_statsmodels_cohen(weights: str) -> None:
    from sklearn.metrics import cohen_kappa_score
    from statsmodels.stats.inter_rater import cohens_kappa

    for seed in range(5):
        data = _random(seed, 2, 0.0, "ordinal")
        [pair] = pairwise(data, weights=weights, weights_by="rank", ci="analytic")
        name = None if weights == "unweighted" else weights
        theirs = cohen_kappa_score(data.codes[:, 0], data.codes[:, 1], weights=name, labels=list(range(5)))
        assert pair.value == pytest.approx(theirs, abs=1e-12)
        counts = np.zeros((5, 5))
        np.add.at(counts, (data.codes[:, 0], data.codes[:, 1]), 1)
        wt = {"unweighted": None, "linear": "linear", "quadratic": "quadratic"}[weights]
        other = cohens_kappa(counts, wt=wt)
        assert pair.value == pytest.approx(other.kappa, abs=1e-12)
        assert pair.se == pytest.approx(other.std_kappa, abs=1e-12)


def test_statsmodels_fleiss() -> None:
    from statsmodels.stats.inter_rater import fleiss_kappa

    for seed in range(5):
        data = _random(seed, 4, 0.0, "nominal")
        [result] = compute(data, ["fleiss_kappa"], ci="none")
        assert result.value == pytest.approx(fleiss_kappa(data.counts()), abs=1e-12)


@pytest.mark.parametrize("missing", [0.0, 0.4])
def test_davies_and_fleiss_kappa_is_the_mean_of_the_pairs_over_what_both_rated(missing: float) -> None:
    """Observed agreement and that by chance are means over the pairs of annotators."""
    from sklearn.metrics import confusion_matrix

    for seed in range(5):
        data = _random(seed, 4, missing, "nominal")
        observed, by_chance = [], []
        for one, other in combinations(data.codes.T, 2):
            both = (one >= 0) & (other >= 0)
            shares = confusion_matrix(one[both], other[both], labels=range(5), normalize="all")
            observed.append(np.trace(shares))
            by_chance.append(shares.sum(axis=0) @ shares.sum(axis=1))
        expected = (np.mean(observed) - np.mean(by_chance)) / (1 - np.mean(by_chance))
        [found] = compute(data, ["davies_fleiss_kappa"], ci="none")
        assert found.value == pytest.approx(expected, abs=1e-12)
