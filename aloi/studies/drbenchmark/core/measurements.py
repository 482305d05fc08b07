"""The measurements of the cells of a task under a protocol: each metric of each model, all pairs compared."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from aloi.base.records import from_json, to_json
from aloi.corpora.identity import checksum
from aloi.corpora.readers.writing import whole_file
from aloi.evaluation.comparison.compare import swaps_for
from aloi.evaluation.comparison.paired import PairedTest, paired_tests
from aloi.evaluation.metrics import metric as metric_named
from aloi.evaluation.resampling import SEED, measured
from aloi.evaluation.rows import Answer, EvaluationSet
from aloi.studies.drbenchmark.core.cells import CellDone
from aloi.studies.drbenchmark.core.declarations import task as task_named
from aloi.studies.drbenchmark.core.protocols import Protocol, model
from aloi.studies.drbenchmark.core.results import MetricMeasures, TaskMeasures

REPLICATES = 1000


def task_measures(
    name: str,
    test: EvaluationSet,
    how: Protocol,
    done: Mapping[str, Sequence[CellDone]],
    replicates: int = REPLICATES,
    folder: Path | None = None,
) -> TaskMeasures:
    """Return the measurements of the cells of a task under a protocol, model by model.

    `folder` is where it is kept for the next time.
    """
    task = task_named(name)
    answers = {one: _answers(test, cells) for one, cells in done.items()}
    outside = {one: _outside(test, runs) for one, runs in answers.items()} if task.scale else {}
    first = how.metric(task)
    order = dict.fromkeys((first, *task.type.metrics))

    def measure() -> dict[str, MetricMeasures]:
        return {metric: measured_metric(metric, test, answers, how, replicates) for metric in order}

    marks = {one: [cell.fingerprint for cell in cells] for one, cells in done.items()}
    key = checksum([test.checksum, test.units.drawn, how.name, replicates, list(order), marks])
    measures = cached_measures(folder / f"{name}-{how.name}.json", key, measure) if folder else measure()
    steady = frozenset(one for one in done if not model(one).recipe(task).seeded)
    return TaskMeasures(task, first, measures, test.units, outside, steady)


@dataclass(frozen=True, slots=True)
class CachedMeasures:
    """Measures by metric, and the checksum of everything that they were computed from."""

    key: str
    measures: Mapping[str, MetricMeasures]


def cached_measures(
    path: Path, key: str, measure: Callable[[], Mapping[str, MetricMeasures]]
) -> Mapping[str, MetricMeasures]:
    """Return the measures of a file with this key; else compute them and write the file."""
    cached: CachedMeasures | None = None
    with suppress(OSError, ValueError):  # none yet, or of another version
        cached = from_json(CachedMeasures, json.loads(path.read_text(encoding="utf-8")))
    if cached is None or cached.key != key:
        cached = CachedMeasures(key, measure())
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as part:
            part.write_text(json.dumps(to_json(cached)), encoding="utf-8")
    return cached.measures


def measured_metric(
    metric: str,
    test: EvaluationSet,
    answers: Mapping[str, Sequence[Sequence[Answer]]],
    how: Protocol,
    replicates: int,
) -> MetricMeasures:
    """Return a metric of every model on a task, and every two of them compared."""
    rows = {one: scored(metric, test, runs, how) for one, runs in answers.items()}
    all_sums = iter(
        metric_named(metric).sums(
            test.gold, [run for runs in rows.values() for run in runs], test.low, test.high
        )
    )
    sums = {one: [next(all_sums) for _ in runs] for one, runs in rows.items()}
    by_model = {one: measured(seeds, test.units, replicates) for one, seeds in sums.items()}
    pairs = list(combinations([one for one in by_model if by_model[one].value is not None], 2))
    tested = paired_tests(
        PairedTest.PERMUTATION,
        sums,
        by_model,
        pairs,
        test.units,
        swaps=swaps_for(len(pairs), replicates),
        seed=SEED,
    )
    return MetricMeasures(by_model, dict(zip(pairs, tested, strict=True)))


def scored(
    metric: str, test: EvaluationSet, runs: Sequence[Sequence[Answer]], how: Protocol
) -> Sequence[Sequence[Answer]]:
    """Return answers as a protocol scores them: for EDRM brought to the ends of the scale, or as they are.

    Correlations are of the answers as they are under both protocols: at the ends of the scale ranks would
    be lost.
    """
    if metric != "edrm" or not how.clipped:
        return runs
    return [
        [min(max(one, test.low), test.high) if isinstance(one, float) else one for one in run] for run in runs
    ]


def _answers(test: EvaluationSet, cells: Sequence[CellDone]) -> list[list[Answer]]:
    return [[one.answers[name] for name in test.ids] for one in cells]


def _outside(test: EvaluationSet, runs: Sequence[Sequence[Answer]]) -> float:
    """Return the share of scores outside the scale."""
    numbers = [one for run in runs for one in run if isinstance(one, float)]
    return sum(not test.low <= one <= test.high for one in numbers) / max(len(numbers), 1)


def titled(task: TaskMeasures, titles: Mapping[str, str]) -> TaskMeasures:
    """Return measures with models called as tables call them."""
    return replace(
        task,
        measures={
            metric: MetricMeasures(
                {titles[name]: found for name, found in metric_measures.measured.items()},
                {(titles[a], titles[b]): found for (a, b), found in metric_measures.paired.items()},
            )
            for metric, metric_measures in task.measures.items()
        },
        outside={titles[name]: share for name, share in task.outside.items()},
        steady=frozenset(titles[name] for name in task.steady),
    )
