"""Low-resource curves of a suite run: scores by number of training rows, task by task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aloi.evaluation.curve import Curve, curve_of_fits
from aloi.evaluation.resampling import Measured
from aloi.evaluation.rows import Answer, EvaluationSet
from aloi.evaluation.scores import measure_set
from aloi.studies.drbenchmark.core.cells import CellDone
from aloi.studies.drbenchmark.core.declarations import task as task_named
from aloi.studies.drbenchmark.core.measurements import scored
from aloi.studies.drbenchmark.core.protocols import Protocol, protocol
from aloi.studies.drbenchmark.core.runs import read_plan, read_test, rows_done, titles_of

_REPLICATES = 500


@dataclass(frozen=True, slots=True)
class SuiteCurve:
    """The curve of one model on one task; `fits` counts draws times seeds of each size."""

    task: str
    model: str
    fits: int
    curve: Curve


def suite_curves(
    folder: Path, *, task: str | None = None, extra: int = 100, replicates: int = _REPLICATES
) -> tuple[SuiteCurve, ...]:
    """Return the curves of a run with several sizes of training data; none for a single size.

    Parameters
    ----------
    task : str or None
        One task; None for all of the run.
    extra : int
        Of how many more rows the sentence speaks.

    Raises
    ------
    AloiError
        No run in the folder.
    """
    plan = read_plan(folder)
    how = protocol(plan.protocol)
    titles = titles_of(plan.models)
    curves = []
    for name in plan.tasks:
        test = read_test(folder, name) if task in (None, name) else None
        if test is None:
            continue
        for model, cells in rows_done(folder, plan, name).items():
            fits = _fits(name, test, how, cells, replicates)
            if len(fits) > 1:
                facts = {"task": name, "items": len(test.ids), "protocol": how.name}
                curve = curve_of_fits(
                    how.metric(task_named(name)),
                    fits,
                    facts,
                    extra=extra,
                    replicates=replicates,
                    unit="rows",
                    units=test.units,
                )
                most = max(len(one) for one in fits.values())
                curves.append(SuiteCurve(name, titles[model], most, curve))
    return tuple(curves)


def _fits(
    name: str, test: EvaluationSet, how: Protocol, cells: Sequence[CellDone], replicates: int
) -> Mapping[int, list[Measured]]:
    """Return number of training rows -> the measurements of each fit with that number."""
    metric = how.metric(task_named(name))
    by_size: dict[int, list[Measured]] = {}
    for cell in sorted(cells, key=lambda one: one.train):
        run: list[list[Answer]] = [[cell.answers[row] for row in test.ids]]
        used = scored(metric, test, run, how)
        by_size.setdefault(cell.train, []).append(measure_set(metric, test, used, replicates))
    return by_size
