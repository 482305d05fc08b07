"""Figures of stored runs: compared with each other, their learning curves, one against another.

A run is named by `stamp`, with the checksum of what it predicted: its figures never grow old.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from aloi.storage.store import Store
from aloi.workbench.figures.base import KeptFigure, Subject
from aloi.workbench.models import comparison
from aloi.workbench.models.comparison import Against, Comparison, compare_runs
from aloi.workbench.models.curves import RunCurve, curve_of
from aloi.workbench.models.runs import Checked, Run, check_run, runs_folder
from aloi.workbench.progress import Progress, go_on

_MOST = 200


@dataclass(frozen=True, slots=True)
class RunCurves:
    """Learning curves, one for each system, training data and test."""

    curves: tuple[RunCurve, ...]


@dataclass(frozen=True, slots=True)
class RunAgainst:
    """A run against another one, by every metric on every test they share."""

    lines: tuple[Against, ...]


def stamp(run: Run) -> str:
    """Return a run as figures name it: its id and the checksum of its predictions."""
    return f"{run.id} {run.predictions_checksum}"


def nothing_stored(store: Store, of: Subject) -> Subject:
    """Return no id: the subject itself says what a figure was computed from."""
    del store, of
    return ()


def _ids(stamps: Iterable[str]) -> list[str]:
    return [one.partition(" ")[0] for one in stamps]


def _compared(store: Store, folder: Path, of: Subject, progress: Progress) -> Comparison:
    del store
    metric, test, cut, method, *stamps = of
    go_on(progress, 0, 1, "")
    return compare_runs(
        runs_folder(folder), _ids(stamps), metric=metric, test=test or None, cut=cut or None, method=method
    )


def _curves(store: Store, folder: Path, of: Subject, progress: Progress) -> RunCurves:
    del store
    metric, test, extra, *stamps = of
    go_on(progress, 0, 1, "")
    curves = curve_of(runs_folder(folder), _ids(stamps), metric=metric, test=test, extra=int(extra))
    return RunCurves(curves)


def _against(store: Store, folder: Path, of: Subject, progress: Progress) -> RunAgainst:
    del store
    go_on(progress, 0, 1, "")
    run, other = _ids(of)
    return RunAgainst(comparison.against(runs_folder(folder), run, other))


def _checked(store: Store, folder: Path, of: Subject, progress: Progress) -> Checked:
    del store
    go_on(progress, 0, 1, "")
    return check_run(runs_folder(folder), of[0])


# Of (metric, test or "" for all, cut or "", method, stamps of the runs).
COMPARED_RUNS = KeptFigure("compared_runs", Comparison, _compared, nothing_stored, most=_MOST)
# Of (metric, test, how many items more, stamps of the runs).
RUN_CURVES = KeptFigure("run_curves", RunCurves, _curves, nothing_stored, most=_MOST)
# Of (stamp of the run, stamp of the other).
RUN_AGAINST = KeptFigure("run_against", RunAgainst, _against, nothing_stored, most=_MOST)
# Of (run id, when it was asked for): files may change.
RUN_CHECK = KeptFigure("run_check", Checked, _checked, nothing_stored, most=_MOST)
