"""Every metric of the registry through the same demands; a new one is added in `test_contributing.py`."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.base.errors import AloiError
from aloi.evaluation import metrics
from aloi.evaluation.metrics.base import Direction, Metric
from aloi.evaluation.rows import Answer
from tests.workbench.run_folders import KINDS, TEST, gold_of

ANSWERED = [(one, kind) for one in metrics.METRICS for kind in one.row_kinds if kind in KINDS]


def right(kind: str) -> list[Answer]:
    """Return the answers of a system that is never wrong."""
    gold = gold_of(TEST, kind).gold
    return [(one,) for one in gold] if kind == "LinkedMention" else list(gold)  # type: ignore[misc]


def wrong(kind: str) -> list[Answer]:
    """Return the same answers, each given to another row."""
    answers = right(kind)
    return [*answers[1:], answers[0]]


@pytest.mark.parametrize("one", metrics.METRICS, ids=lambda one: one.name)
def test_the_identity_is_complete(one: Metric) -> None:
    assert metrics.metric(one.name) is one
    assert one.title
    assert one.clipping
    assert one.resampling_unit
    assert one.row_kinds or one.name.endswith("_calibrated")  # computed by runs that have dev pairs
    assert one.references
    assert one.low < one.high
    assert one.better(one.low, 1.0) == (one.direction is Direction.LOWER and one.low < 1.0)


@pytest.mark.parametrize(("one", "kind"), ANSWERED, ids=lambda one: getattr(one, "name", one))
def test_sums_give_the_metric_of_rows_and_of_resamples(one: Metric, kind: str) -> None:
    gold = gold_of(TEST, kind)
    best, worse = one.sums(gold.gold, [right(kind), wrong(kind)], gold.low, gold.high)
    assert best.parts.shape == worse.parts.shape
    assert best.observed == pytest.approx(1.0 if one.direction is Direction.HIGHER else 0.0)
    assert worse.observed is not None
    assert one.low <= worse.observed <= one.high
    assert one.better(best.observed, worse.observed)
    assert worse.value(worse.parts.sum(axis=0)[None])[0] == pytest.approx(worse.observed)
    # A resample by counts is the metric of the rows as often as they were drawn.
    times = np.random.default_rng(1).integers(0, 3, len(gold.ids))
    drawn = [at for at, count in enumerate(times) for _ in range(count)]
    copied = gold.part(drawn)
    [again] = one.sums(copied.gold, [[wrong(kind)[at] for at in drawn]], gold.low, gold.high)
    weights = times[None].astype(float)
    found = worse.value(weights @ worse.parts) if worse.drawn is None else worse.drawn(weights)
    assert found[0] == pytest.approx(again.observed)


@pytest.mark.parametrize(
    "one",
    [one for one in metrics.METRICS if one.row_kinds and not set(one.row_kinds) & set(KINDS)],
    ids=lambda one: one.name,
)
def test_a_metric_that_needs_more_than_answers_says_so(one: Metric) -> None:
    with pytest.raises(AloiError, match="cannot be computed from the answers alone"):
        one.sums([], [[]], 0.0, 1.0)


def test_unknown_metrics_and_kinds_of_rows_are_told_with_those_there_are() -> None:
    with pytest.raises(AloiError, match="spearman"):
        metrics.metric("junk")
    with pytest.raises(AloiError, match="ScoredPair"):
        metrics.metrics_of("junk")
