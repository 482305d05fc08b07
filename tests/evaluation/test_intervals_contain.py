"""Every interval of a score contains the score, for every metric of the registry and every report."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.evaluation import metrics
from aloi.evaluation.curve import _point
from aloi.evaluation.metrics.base import Metric
from aloi.evaluation.reports.simplification import score_bleu, score_readability, score_sari
from aloi.evaluation.resampling import Measured, Units, intervals_of_sums
from aloi.evaluation.rows import Answer, EvaluationSet
from aloi.evaluation.scores import score, score_set, set_facts
from tests.workbench.run_folders import KINDS, TEST, gold_of

ANSWERED = [(one, kind) for one in metrics.METRICS for kind in one.row_kinds if kind in KINDS]
SEED = 7
WORDS = ("the", "heart", "is", "weak", "and", "large", "a", "lung")


def answers_of(gold: EvaluationSet, generator: np.random.Generator) -> list[Answer]:
    """Return answers of a random quality: from those of the gold itself to those of other rows."""
    kept = generator.random(len(gold.gold)) < generator.choice([0.0, 0.5, 0.9, 1.0])
    other = generator.permutation(len(gold.gold))
    if generator.random() < 0.2:  # a system that gives one answer to all
        other = np.zeros(len(gold.gold), dtype=int)
    chosen = np.where(kept, np.arange(len(gold.gold)), other)
    rows = [gold.gold[at] for at in chosen]
    return [(one,) for one in rows] if gold.kind == "LinkedMention" else rows  # type: ignore[misc]


@pytest.mark.parametrize(("metric", "kind"), ANSWERED, ids=lambda one: getattr(one, "name", one))
def test_the_interval_of_every_metric_contains_its_value(metric: Metric, kind: str) -> None:
    generator = np.random.default_rng(7)
    everything = gold_of(TEST, kind)
    for _ in range(25):
        size = int(generator.choice([1, 2, 3, 5, 12]))
        gold = everything.part(generator.choice(80, size, replace=False).tolist())
        predicted = [answers_of(gold, generator) for _ in range(int(generator.choice([1, 3])))]
        sums = metric.sums(gold.gold, predicted, gold.low, gold.high)
        documents = [(f"d{generator.integers(3)}",) for _ in range(size)]
        for units in (Units("items", size), Units.sharing("items", size, {"document": documents})):
            single = score(metric, sums[0], units, set_facts(gold), 40)
            assert single.signature
            assert (single.value is None) == (single.reason is not None)
            if single.interval is not None:
                assert single.value is not None
                assert single.interval.low <= single.value <= single.interval.high
                assert f"ci:{single.interval.method}" in single.signature
    for one in score_set(gold, predicted, range(len(predicted)), 40):
        if one.low is not None:
            assert one.value is not None
            assert one.high is not None
            assert one.low <= one.value <= one.high


def test_intervals_of_reports_of_texts_contain_their_scores() -> None:
    generator = np.random.default_rng(3)
    for _ in range(6):
        size = int(generator.choice([1, 2, 5]))
        sources, systems, reference = (
            [" ".join(generator.choice(WORDS, generator.integers(1, 9))) for _ in range(size)]
            for _ in range(3)
        )
        scores = [
            *score_sari(sources, systems, [reference], replicates=30).scores,
            *score_readability(sources, systems, [reference], replicates=30).scores,
            score_bleu(systems, [reference], replicates=30).corpus,
        ]
        for one in scores:
            assert one.value is not None
            if one.interval is None:
                assert size == 1 or one.value == 0  # equal in all resamples
                continue
            assert one.interval.low <= one.value <= one.interval.high
            assert one.interval.method in one.signature


def test_resamples_that_all_lie_beside_a_score_widen_its_interval_and_say_so() -> None:
    """One row makes the score, and no resample draws it exactly once."""
    counts = np.zeros((12, 2))
    counts[0] = 1.0

    def highest(sums: np.ndarray) -> np.ndarray:
        return np.where(sums[:, :1] == 1, 1.0, 0.2)

    [interval] = intervals_of_sums(counts, highest, Units("rows", 12), 3, SEED)
    assert interval is not None
    assert (interval.low, interval.high) == (0.2, 1.0)
    assert interval.method == f"bootstrap-percentile-rows-3-seed{SEED}-widened"
    drawn = np.array([0.1, 0.2, 0.3])
    point = _point("spearman", 10, [Measured(0.9, None, (0.9,), drawn)], drawn, "items")
    assert point.interval is not None
    assert (point.interval.high, point.interval.method) == (0.9, "bootstrap-percentile-items-widened")
