"""Tables of the suite: means of runs with intervals, both tests, ranks with ties, means over tasks."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from aloi.evaluation.comparison.paired import Paired, bootstrap
from aloi.evaluation.metrics import metric
from aloi.evaluation.metrics.base import Direction
from aloi.evaluation.resampling import Measured, Units
from aloi.studies.drbenchmark.core.declarations import task, tasks
from aloi.studies.drbenchmark.core.results import (
    Board,
    MetricMeasures,
    TaskMeasures,
    mean_measured,
    results_of,
    runs_interval,
)
from aloi.studies.drbenchmark.core.results import board as board_of


def _measured(value: float, runs: tuple[float, ...] = (), noise: float = 0.01, seed: int = 0) -> Measured:
    draws = np.random.default_rng(seed).normal(value, noise, 400)
    return Measured(value, None, runs or (value,), draws)


def _measures(name: str, **models: Measured) -> TaskMeasures:
    found = task(name)
    measures = MetricMeasures(models, _paired(models, 200))
    return TaskMeasures(found, found.type.metric, {found.type.metric: measures}, Units("items", 200), {})


def _paired(models: Mapping[str, Measured], items: int) -> dict[tuple[str, str], Paired]:
    units = Units("items", items)
    return {(a, b): bootstrap(models[a], models[b], units, 0) for a, b in combinations(models, 2)}


def board(
    models: list[str], measured: Mapping[str, Measured], items: int, steady: Collection[str] = ()
) -> Board:
    units = Units("items", items)
    return board_of(models, measured, _paired(measured, items), units, metric("spearman"), steady)


def test_every_ranking_metric_is_better_the_higher_it_is_and_within_one_range() -> None:
    for one in tasks():
        for name in one.type.metrics:
            found = metric(name)
            assert found.direction is Direction.HIGHER
            assert -1 <= found.low < found.high <= 1


@pytest.mark.shared
def test_student_is_that_of_the_reference_with_its_stars(shared: Path) -> None:
    block = json.loads((shared / "reference" / "metrics.json").read_text(encoding="utf-8"))["ttest"]
    runs = {name: tuple(block[name]) for name in ("best", "other1", "other2")}
    found = board(list(runs), {name: _measured(float(np.mean(own)), own) for name, own in runs.items()}, 100)
    said = {one.model: one for one in found.students}
    for name, stars in (("other1", "**"), ("other2", "")):
        assert said[name].p == pytest.approx(block[f"best_vs_{name}"]["p"], abs=1e-6)
        assert said[name].stars == stars


def test_student_without_any_variance_says_nothing() -> None:
    found = board(["a", "b"], {"a": _measured(0.9, (0.9,) * 4), "b": _measured(0.5, (0.5,) * 4)}, 100)
    [one] = found.students
    assert one.p is None
    assert one.stars == ""
    assert "no variance" in str(one.reason)


def test_student_takes_a_model_that_no_seed_changes_for_runs_that_are_equal() -> None:
    runs = (0.8, 0.82, 0.79, 0.83)
    models = {"a": _measured(float(np.mean(runs)), runs), "floor": _measured(0.5, (0.5,))}
    [alone] = board(list(models), models, 100).students
    assert alone.p is None
    [steady] = board(list(models), models, 100, steady={"floor"}).students
    wanted = stats.ttest_ind_from_stats(np.mean(runs), np.std(runs, ddof=1), 4, 0.5, 0.0, 4)
    assert steady.p == pytest.approx(wanted.pvalue)
    assert steady.stars == "**"


def test_the_mean_of_four_runs_has_both_intervals() -> None:
    runs = (0.8, 0.82, 0.79, 0.83)
    found = board(["a"], {"a": _measured(float(np.mean(runs)), runs)}, 100).scores[0]
    low, high = stats.t.interval(0.95, 3, np.mean(runs), stats.sem(runs))
    assert found.runs_interval is not None
    assert (found.runs_interval.low, found.runs_interval.high) == pytest.approx((low, high))
    assert found.interval is not None
    assert found.interval.low < found.runs_interval.low  # items and runs spread it further than runs alone
    assert "mover-seeds4" in found.interval.method
    assert runs_interval((0.8,)) is None


def test_ranks_follow_holm_and_ties_share_a_letter() -> None:
    models = {"far": _measured(0.9), "near": _measured(0.6, seed=1), "alike": _measured(0.599, seed=2)}
    found = board(list(models), models, 200)
    assert [(one.model, one.rank, one.letters) for one in found.scores] == [
        ("far", 1, "a"),
        ("near", 2, "b"),
        ("alike", 2, "b"),
    ]
    ps = [one.p for one in found.differences if one.p is not None]
    holm = [one.p_holm for one in found.differences if one.p_holm is not None]
    assert len(ps) == len(holm) == 3
    assert all(corrected >= p for corrected, p in zip(holm, ps, strict=True))
    assert min(holm) == pytest.approx(3 * min(ps))


def test_the_mean_over_tasks_keeps_runs_and_resamples_together() -> None:
    one = _measured(0.8, (0.7, 0.9))
    floor = _measured(0.4, seed=3)
    found = mean_measured([one, floor])
    assert found.value == pytest.approx(0.6)
    assert found.by_seed == pytest.approx((0.55, 0.65))
    assert found.replicates == pytest.approx((one.replicates + floor.replicates) / 2)
    nothing = Measured(None, "a constant has no correlation", (None,), np.empty(0))
    assert mean_measured([one, nothing]).reason == "a constant has no correlation"


def test_leaderboard_ranks_models_that_have_every_task() -> None:
    found = results_of(
        "aloi",
        ["a", "b", "c"],
        [
            _measures("cas_pos", a=_measured(0.9), b=_measured(0.5, seed=1), c=_measured(0.95, seed=2)),
            _measures("essai_pos", a=_measured(0.8), b=_measured(0.6, seed=3)),
            _measures("clister", a=_measured(0.3), b=_measured(0.7, seed=4)),
        ],
    )
    assert [(one.model, one.rank) for one in found.leaderboard.scores] == [("a", 1), ("b", 2), ("c", None)]
    assert found.leaderboard.scores[-1].reason == "not run"
    pos = found.types[0]
    assert pos.tasks == ("cas_pos", "essai_pos")
    kept = pos.board.of("a")
    assert kept is not None
    assert kept.value == pytest.approx(0.85)
    missing = pos.board.of("c")
    assert missing is not None
    assert missing.value is None
    assert found.mean_ranks == {"a": pytest.approx((2 + 1 + 2) / 3), "b": pytest.approx(2.0), "c": 1.0}
    assert found.firsts == {"a": 1, "b": 1, "c": 1}
    values = [one.value for one in found.tasks[0].board.scores if one.value is not None]
    assert all(one >= other for one, other in pairwise(values))
