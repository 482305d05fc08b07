"""Stored runs of labels, tags and questions against each other, on the tests they share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from errors import AloiError
from evaluation.comparison.families import holm
from evaluation.metrics import metric as metric_named
from modeling.runs.execute import RowRun, difference
from modeling.runs.row_folder import is_row_run
from workbench.models.runs import find, show


@dataclass(frozen=True, slots=True)
class RowDifference:
    """Two runs on a test: the metric of each, the first minus the second with its 95 % interval, and p.

    `p_holm` is corrected over all pairs of the same test and metric; `better` is the run that is
    distinguishably better (0.05), None where none is.
    """

    test: str
    metric: str
    first: str
    second: str
    values: tuple[float | None, float | None]
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_holm: float | None
    better: str | None
    reason: str | None
    signature: str


def holds_rows(folder: Path, ids: Sequence[str]) -> bool:
    """Return whether any of these runs is one of labels, tags or questions."""
    there = sorted(folder.iterdir()) if folder.is_dir() else []
    return any(path.name.startswith(one) and is_row_run(path) for path in there for one in ids if one)


def row_differences(
    folder: Path, ids: Sequence[str], metric: str | None = None, test: str | None = None
) -> tuple[RowDifference, ...]:
    """Return every two runs on every test they share, by the paired bootstrap.

    Parameters
    ----------
    metric : str or None
        None for the first metric of the rows.
    test : str or None
        On this one only.

    Raises
    ------
    AloiError
        Fewer than two runs, a run that is not done or not of rows, no shared test, a metric that these
        rows are not scored by, other rows or gold under the same name.
    """
    found = [_run(folder, one) for one in dict.fromkeys(find(folder, one).name for one in ids)]
    shared = [name for name in found[0].scores if all(name in one.scores for one in found)]
    wanted = [name for name in shared if test in (None, name)]
    if len(found) < 2 or not wanted:
        raise AloiError(
            f"{len(found)} run(s) share {', '.join(shared) or 'no test'}.",
            f"Two runs or more on {test or 'the same test'} were expected.",
            "Name runs that were scored on the same data.",
        )
    return tuple(one for name in wanted for one in _on(found, name, metric))


def _run(folder: Path, run_id: str) -> RowRun:
    line = show(folder, run_id)
    if line.run is None or not is_row_run(folder / run_id):
        raise AloiError(
            f"The run {run_id} is {'not done' if line.run is None else 'one of scored pairs'}.",
            "Runs of labels, tags or questions that are done were expected beside the others.",
            "Compare runs of one kind.",
        )
    return RowRun(line.run, folder / run_id)


def _on(found: Sequence[RowRun], test: str, metric: str | None) -> list[RowDifference]:
    scores = found[0].scores[test]
    name = metric or next(iter(scores))
    if name not in scores:
        raise AloiError(
            f"{test} is not scored by {name!r}.",
            f"One of these metrics was expected: {', '.join(scores)}.",
            "Name one of them with --metric.",
        )
    made = [_two(one, other, test, name) for one, other in combinations(found, 2)]
    corrected = holm([one.p for one in made])
    return [_judged(one, p) for one, p in zip(made, corrected, strict=True)]


def _two(first: RowRun, second: RowRun, test: str, metric: str) -> RowDifference:
    paired = difference(first, second, test, metric)
    ends = paired.interval
    return RowDifference(
        test=test,
        metric=metric,
        first=first.run.id,
        second=second.run.id,
        values=(first.scores[test][metric].value, second.scores[test][metric].value),
        difference=paired.difference,
        low=ends.low if ends else None,
        high=ends.high if ends else None,
        p=paired.p,
        p_holm=None,
        better=None,
        reason=paired.reason,
        signature=f"{metric}|test:{test}|ci:{ends.method if ends else 'none'}",
    )


def _judged(one: RowDifference, p: float | None) -> RowDifference:
    better = None
    if p is not None and p < 0.05 and None not in one.values:
        first, second = (value or 0.0 for value in one.values)
        better = one.first if metric_named(one.metric).better(first, second) else one.second
    return replace(one, p_holm=p, better=better)
