"""Every metric of the registry through the same demands; and a new one, which is a file and a line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from aloi.errors import AloiError
from cli import aloi
from evaluation import metrics
from evaluation.comparison.compare import compare
from evaluation.metrics.base import Direction, Metric, Sums, mean_of_sums, with_ones
from evaluation.rows import Answer
from evaluation.scores import score_set
from tests.workbench.run_folders import KINDS, TEST, gold_of, write_run_folder

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
    assert one.row_kinds
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
    "one", [one for one in metrics.METRICS if not set(one.row_kinds) & set(KINDS)], ids=lambda one: one.name
)
def test_a_metric_that_needs_more_than_answers_says_so(one: Metric) -> None:
    with pytest.raises(AloiError, match="not computed from the answers of rows alone"):
        one.sums([], [[]], 0.0, 1.0)


def test_unknown_metrics_and_kinds_of_rows_are_told_with_those_there_are() -> None:
    with pytest.raises(AloiError, match="spearman"):
        metrics.metric("junk")
    with pytest.raises(AloiError, match="ScoredPair"):
        metrics.metrics_of("junk")


@dataclass(frozen=True, kw_only=True)
class Within(Metric):
    """The share of scores within one degree of the gold: what a contributor would write in a file."""

    def sums(
        self, gold: Sequence[float], systems: Sequence[Sequence[float]], low: float, high: float
    ) -> list[Sums]:
        """Return one for each system: whether each item is near, and 1."""
        near = [np.abs(np.array(one) - np.array(gold)) <= 1 for one in systems]
        return [Sums.of(with_ones(row.astype(float)), mean_of_sums, "no items") for row in near]


def test_a_new_metric_of_pairs_is_a_file_and_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = Within(
        name="within_1",
        title="Within one degree",
        direction=Direction.HIGHER,
        low=0.0,
        high=1.0,
        clipping="none",
        resampling_unit="item",
        row_kinds=("ScoredPair",),
        references=("willmott2005advantages",),
    )
    monkeypatch.setattr(metrics, "METRICS", (*metrics.METRICS, new))
    monkeypatch.setenv("ALOI_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    gold = gold_of(TEST)
    answers = {"good": [list(gold.gold)], "poor": [[5 - float(one) for one in gold.gold]]}  # type: ignore[arg-type]
    shown = {one.metric: one for one in score_set(gold, answers["poor"], [0])}["within_1"]
    assert shown.value is not None
    assert shown.low is not None
    assert shown.low < shown.value < 1
    family = compare(gold, answers, metric_name="within_1")
    assert [one.letters for one in family.scores] == ["a", "b"]
    ids = [
        write_run_folder(tmp_path / "runs", recipe=name, noise=noise)
        for name, noise in (("one", 0.5), ("two", 3.0))
    ]
    told = CliRunner().invoke(
        aloi, ["compare", *ids, "--metric", "within_1", "--cut", "origin", "--json"], catch_exceptions=False
    )
    assert told.exit_code == 0, told.stderr
    [test] = json.loads(told.stdout)["comparison"]["tests"]
    assert test["family"]["metric"] == "within_1"
    assert test["ceiling"]["value"] is not None
    assert len(test["cuts"]) == 2
