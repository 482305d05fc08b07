"""The numbers of a run, from its predictions alone: means over seeds with intervals over items and seeds."""

from __future__ import annotations

from collections.abc import Sequence

from agreement.result import sign
from evaluation.evaluate import SCORE_METRICS
from evaluation.metrics.edrm import EdrmVariant
from evaluation.paired_resampling import interval, measure
from evaluation.scores import TestScore
from modeling.runs.folder import Predictions
from modeling.runs.kept_tests import KeptTest

REPLICATES = 1000
_SEED = 0


def score_all(predictions: Sequence[Predictions], tests: Sequence[KeptTest]) -> tuple[TestScore, ...]:
    """Return every metric on every test, in the order of the tests, which tell the scale of each."""
    by_label = {one.test: one for one in predictions}
    return tuple(score for test in tests for score in score_test(by_label[test.label], test.low, test.high))


def score_test(found: Predictions, low: float, high: float) -> list[TestScore]:
    """Return each metric on one test: the mean over seeds and its 95 % interval, as comparisons show it.

    A metric that is undefined for one seed has no mean.
    """
    facts = {
        "test": found.test,
        "scale": f"{low:g}..{high:g}",
        "items": len(found.ids),
        "seeds": ",".join(map(str, found.seeds)),
        "clipped": "no",
    }
    scores = []
    for name in SCORE_METRICS:
        measured = measure(name, found.gold, found.predicted, low, high, replicates=REPLICATES, seed=_SEED)
        ends = interval(name, measured, _SEED)
        entries = {**facts, "variant": EdrmVariant.FROM_SYSTEM.value if name == "edrm" else None}
        scores.append(
            TestScore(
                test=found.test,
                metric=name,
                value=measured.value,
                reason=measured.reason,
                low=ends.low if ends else None,
                high=ends.high if ends else None,
                by_seed=measured.by_seed,
                n=len(found.ids),
                signature=sign(name, entries, None, ends.method if ends else "none"),
            )
        )
    return scores
