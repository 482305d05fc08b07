"""The numbers of a run, from its predictions alone: means over seeds with intervals over items and seeds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agreement.result import sign
from modeling.kept_tests import KeptTest
from modeling.metrics.edrm import EdrmVariant
from modeling.metrics.evaluate import SCORE_METRICS, value, values
from modeling.recipes.base import Floats
from modeling.run import TestScore
from modeling.run_folder import Predictions

REPLICATES = 1000
_SEED = 0
# Cells of the (replicates, items) table of counts held at once: 8 MB a table of floats.
_CELLS = 1_000_000


def score_all(predictions: Sequence[Predictions], tests: Sequence[KeptTest]) -> tuple[TestScore, ...]:
    """Return every metric on every test, in the order of the tests, which tell the scale of each."""
    by_label = {one.test: one for one in predictions}
    return tuple(score for test in tests for score in score_test(by_label[test.label], test.low, test.high))


def score_test(found: Predictions, low: float, high: float) -> list[TestScore]:
    """Return each metric on one test: the mean over seeds, and its 95 % percentile interval.

    Items are resampled for all seeds at once: the seeds saw the same test. Where there are several, each
    resample also draws as many seeds. A metric that is undefined for one seed has no mean.
    """
    method = f"bootstrap-percentile-items-{REPLICATES}-seed{_SEED}"
    if len(found.seeds) > 1:
        method = method.replace("items", "items-and-seeds")
    facts = {
        "test": found.test,
        "scale": f"{low:g}..{high:g}",
        "items": len(found.ids),
        "seeds": ",".join(map(str, found.seeds)),
        "clipped": "no",
    }
    scores = []
    for name, ends in zip(SCORE_METRICS, intervals(found, low, high), strict=True):
        each = [value(name, found.gold, row, low, high) for row in found.predicted]
        given = [one.value for one in each if one.value is not None]
        reason = next((one.reason for one in each if one.value is None), None)
        whole = len(given) == len(each)
        entries = {**facts, "variant": EdrmVariant.FROM_SYSTEM.value if name == "edrm" else None}
        scores.append(
            TestScore(
                test=found.test,
                metric=name,
                value=float(np.mean(given)) if whole else None,
                reason=reason,
                low=ends[0] if whole and ends else None,
                high=ends[1] if whole and ends else None,
                by_seed=tuple(one.value for one in each),
                n=len(found.ids),
                signature=sign(name, entries, None, method),
            )
        )
    return scores


def intervals(found: Predictions, low: float, high: float) -> list[tuple[float, float] | None]:
    """Return the 2.5 and 97.5 percentiles of each metric's mean over seeds; None for the most undefined."""
    generator = np.random.default_rng(_SEED)
    seeds, size = found.predicted.shape
    means: list[list[Floats]] = [[] for _ in SCORE_METRICS]
    rows = max(1, _CELLS // size)
    for start in range(0, REPLICATES, rows):
        count = min(rows, REPLICATES - start)
        times = generator.multinomial(size, np.full(size, 1 / size), size=count)
        weights = generator.multinomial(seeds, np.full(seeds, 1 / seeds), size=count) / seeds
        for place, name in enumerate(SCORE_METRICS):
            each = np.stack([values(name, found.gold, row, times, low, high) for row in found.predicted])
            # A seed that was not drawn must not make the mean undefined.
            means[place].append(np.where(weights.T > 0, each * weights.T, 0.0).sum(axis=0))
    return [_ends(np.concatenate(column)) for column in means]


def _ends(found: Floats) -> tuple[float, float] | None:
    defined = found[~np.isnan(found)]
    if 2 * len(defined) <= len(found):
        return None
    low, high = np.quantile(defined, [0.025, 0.975])
    return float(low), float(high)
