"""The results of a suite run: tables by task and type of task, the leaderboard, and the tests behind them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import scipy

from aloi.agreement.result import Interval
from aloi.evaluation.comparison.compare import Difference, differences_of, places_of
from aloi.evaluation.comparison.paired import Paired, bootstrap, student
from aloi.evaluation.metrics import metric
from aloi.evaluation.metrics.base import Metric
from aloi.evaluation.resampling import LEVEL, SEED, Measured, Units, interval
from aloi.studies.drbenchmark.core.declarations import SuiteTaskType, Task

# Every metric that tasks are ranked by is better the higher it is; its range lies within this one's.
_WIDEST = "spearman"
STARS = ((0.01, "**"), (0.05, "*"))


@dataclass(frozen=True, slots=True)
class Student:
    """The best model against another over their runs: the pooled t-test of DrBenchmark, two-sided."""

    model: str
    p: float | None
    reason: str | None

    @property
    def stars(self) -> str:
        """`**` below 0.01, `*` below 0.05, nothing otherwise."""
        return next((sign for bound, sign in STARS if self.p is not None and self.p < bound), "")


@dataclass(frozen=True, slots=True)
class ModelScore:
    """One model on a task, or the mean over several.

    Parameters
    ----------
    value : float or None
        The mean over runs; None with a reason.
    interval : Interval or None
        95 %, over test items and, with several runs, over runs.
    runs_interval : Interval or None
        95 % by Student's t over runs alone: what other seeds would give on these very items.
    by_run : tuple of float or None
        Run by run, in the order of the seeds.
    rank, letters
        As `aloi.evaluation.comparison.compare.SystemScore` has them, by paired tests with Holm's correction;
        no rank without a value, or where tasks are missing.
    """

    model: str
    value: float | None
    reason: str | None
    interval: Interval | None
    runs_interval: Interval | None
    by_run: tuple[float | None, ...]
    rank: int | None
    letters: str


@dataclass(frozen=True, slots=True)
class Board:
    """Models on the same tasks, the best first, those without a value last.

    Parameters
    ----------
    differences : tuple of Difference
        Every two of the ranked models.
    students : tuple of Student
        The best against each other one.
    """

    scores: tuple[ModelScore, ...]
    differences: tuple[Difference, ...]
    students: tuple[Student, ...]

    def of(self, model: str) -> ModelScore | None:
        """Return the score of a model; None if it is not on the board."""
        return next((one for one in self.scores if one.model == model), None)


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The models on one task.

    Parameters
    ----------
    metric : str
        The metric of the ranking.
    boards : mapping
        Metric -> Board, the ranking one first.
    items, unit
        The unit of resampling, and the number of units.
    outside : mapping
        Model -> the share of its predictions outside the scale; empty if there is no scale.
    """

    task: Task
    metric: str
    boards: Mapping[str, Board]
    items: int
    unit: str
    outside: Mapping[str, float]

    @property
    def shown(self) -> Mapping[str, Board]:
        """The boards of tables: that of the metric that ranks, and of the next one."""
        return dict(list(self.boards.items())[:2])

    @property
    def board(self) -> Board:
        """The board of the metric that ranks."""
        return self.boards[self.metric]


@dataclass(frozen=True, slots=True)
class TypeResult:
    """The mean over the tasks of a type; a model that lacks one of them has no mean."""

    type: SuiteTaskType
    tasks: tuple[str, ...]
    board: Board


@dataclass(frozen=True, slots=True)
class SuiteResults:
    """Everything the tables of a suite run show.

    Parameters
    ----------
    models : tuple of str
        In the order of the run.
    leaderboard : Board
        The mean over all tasks that have results; models that lack one are listed without a rank.
    mean_ranks : mapping
        Model -> the mean of its ranks over the tasks where it has one.
    firsts : mapping
        Model -> how many tasks it is first on, ties included.
    """

    protocol: str
    models: tuple[str, ...]
    tasks: tuple[TaskResult, ...]
    types: tuple[TypeResult, ...]
    leaderboard: Board
    mean_ranks: Mapping[str, float]
    firsts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class MetricMeasures:
    """A metric on a task: model -> its measurements, all on the same resamples; two models -> their test.

    The pairs are those of models with a value, each in one order; `difference` is the first minus the
    second.
    """

    measured: Mapping[str, Measured]
    paired: Mapping[tuple[str, str], Paired]


@dataclass(frozen=True, slots=True)
class TaskMeasures:
    """The measurements of a task, by metric.

    `steady` are the models that do not depend on a seed: they were run once.
    """

    task: Task
    metric: str
    measures: Mapping[str, MetricMeasures]
    units: Units
    outside: Mapping[str, float]
    steady: frozenset[str] = frozenset()


def results_of(protocol: str, models: Sequence[str], measures: Sequence[TaskMeasures]) -> SuiteResults:
    """Return the tables of the measurements."""
    by_task = tuple(
        TaskResult(
            result.task,
            result.metric,
            {
                name: board(
                    models, of_type.measured, of_type.paired, result.units, metric(name), result.steady
                )
                for name, of_type in result.measures.items()
            },
            result.units.count,
            result.units.words,
            result.outside,
        )
        for result in measures
    )
    kinds = dict.fromkeys(one.task.type.name for one in measures)
    types = []
    for kind in kinds:
        of_type = [one for one in measures if one.task.type.name == kind]
        mean = _mean_board(models, of_type, of_type[0].metric)
        types.append(TypeResult(of_type[0].task.type, tuple(one.task.name for one in of_type), mean))
    placed: dict[str, list[int]] = {model: [] for model in models}
    for result in by_task:
        for score in result.board.scores:
            if score.rank is not None:
                placed[score.model].append(score.rank)
    return SuiteResults(
        protocol,
        tuple(models),
        by_task,
        tuple(types),
        _mean_board(models, measures),
        {model: float(np.mean(own)) for model, own in placed.items() if own},
        {model: own.count(1) for model, own in placed.items()},
    )


def board(
    models: Sequence[str],
    measured: Mapping[str, Measured],
    paired: Mapping[tuple[str, str], Paired],
    units: Units,
    scored: Metric,
    steady: Collection[str] = (),
) -> Board:
    """Return models in order of the metric, all pairs compared, with p-values adjusted by Holm's method.

    Parameters
    ----------
    models : sequence of str
        Models to list; a model without a measurement is listed without a value.
    paired : mapping
        The test of every two models that have a value, in either order.
    units : Units
        The units that were resampled.
    steady : collection of str
        Models run once because no seed changes them; Student's t treats them so.
    """
    order = sorted((name for name in models if name in measured), key=lambda name: _worth(measured[name]))
    valued = [name for name in order if measured[name].value is not None]
    pairs = list(combinations(valued, 2))
    tested = [paired[a, b] if (a, b) in paired else paired[b, a].turned() for a, b in pairs]
    differences = differences_of(scored, pairs, tested)
    places, groups = places_of(valued, differences)
    scores = [
        ModelScore(
            name,
            measured[name].value,
            measured[name].reason,
            interval(scored, measured[name], units),
            runs_interval(measured[name].by_seed),
            measured[name].by_seed,
            places.get(name),
            groups.get(name, ""),
        )
        for name in order
    ]
    scores += [
        ModelScore(name, None, "not run", None, None, (), None, "") for name in models if name not in measured
    ]
    repeated = {name: _repeated(measured, name, steady) for name in valued}
    students = [(name, student(repeated[valued[0]], repeated[name])) for name in valued[1:]]
    by_runs = tuple(Student(name, against.p, against.reason) for name, against in students)
    return Board(tuple(scores), differences, by_runs)


def runs_interval(by_run: Sequence[float | None]) -> Interval | None:
    """Return the 95 % interval of the mean by Student's t over runs; None with fewer than two."""
    values = [one for one in by_run if one is not None]
    if len(values) < 2 or len(values) < len(by_run):
        return None
    half_width = float(scipy.stats.t.ppf((1 + LEVEL) / 2, len(values) - 1)) * float(np.std(values, ddof=1))
    half_width /= len(values) ** 0.5
    mean = float(np.mean(values))
    return Interval(mean - half_width, mean + half_width, f"student-runs{len(values)}")


def mean_measured(measures: Sequence[Measured]) -> Measured:
    """Return the mean over tasks of one model: of its values, run by run, and resample by resample.

    Tasks are resampled independently. A model with one run on every task has one run of the mean. If tasks
    have different numbers of runs, the single run of a task is repeated for all runs of the mean.
    """
    reason = next((one.reason for one in measures if one.value is None), None)
    if reason is not None:
        return Measured(None, reason, (), np.empty(0))
    runs = max(len(one.by_seed) for one in measures)
    if any(len(one.by_seed) not in (1, runs) for one in measures):
        runs = min(len(one.by_seed) for one in measures)
    table = [[one.by_seed[at if len(one.by_seed) > 1 else 0] for at in range(runs)] for one in measures]
    by_run = tuple(float(np.mean([row[at] for row in table])) for at in range(runs))
    values = [one.value for one in measures if one.value is not None]
    return Measured(
        float(np.mean(values)), None, by_run, np.mean([one.replicates for one in measures], axis=0)
    )


def _mean_board(models: Sequence[str], measures: Sequence[TaskMeasures], name: str = _WIDEST) -> Board:
    means = {}
    for model in models:
        by_task = [one.measures[one.metric].measured.get(model) for one in measures]
        defined = [one for one in by_task if one is not None]
        if defined and len(defined) == len(by_task):
            means[model] = mean_measured(defined)
    # The variance of a mean is known no better than that of its smallest test. Swaps do not go with means
    # over tasks: the paired bootstrap compares them.
    units = Units("items", min((one.units.count for one in measures), default=2))
    pairs = combinations(sorted(name for name, one in means.items() if one.value is not None), 2)
    paired = {(a, b): bootstrap(means[a], means[b], units, SEED) for a, b in pairs}
    steady = frozenset.intersection(*(one.steady for one in measures)) if measures else frozenset()
    return board(models, means, paired, units, metric(name), steady)


def _repeated(measured: Mapping[str, Measured], model: str, steady: Collection[str]) -> Measured:
    """Return a model; one that no seed changes with as many equal runs as the others have."""
    runs = max(len(one.by_seed) for one in measured.values())
    of_model = measured[model]
    return (
        replace(of_model, by_seed=of_model.by_seed * runs)
        if model in steady and len(of_model.by_seed) == 1
        else of_model
    )


def _worth(measured: Measured) -> tuple[bool, float]:
    return measured.value is None, -(measured.value or 0.0)
