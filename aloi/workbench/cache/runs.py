"""Cached results of stored runs: compared with each other, their learning curves, one against another.

A run is named with the checksum of its predictions, so that its results never grow old.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from aloi.base.records import own_form
from aloi.base.requests import from_data, to_data
from aloi.workbench.cache.base import Context, Request, cached
from aloi.workbench.models.comparison import Against, Comparison, against, compare_runs
from aloi.workbench.models.curves import RunCurve, curve_of
from aloi.workbench.models.results import RunDetails, run_details
from aloi.workbench.models.runs import Checked, Run, check_run, runs_folder
from aloi.workbench.requests.models.evaluation import CompareRequest, RunDetailsRequest

_MOST = 200
own_form(CompareRequest, partial(from_data, CompareRequest), to_data)


@dataclass(frozen=True, slots=True)
class RunVersion:
    """A run by its id, and the checksum of its predictions."""

    run_id: str
    predictions: str

    @classmethod
    def of(cls, run: Run) -> RunVersion:
        """Return a run as requests name it."""
        return cls(run.id, str(run.predictions_checksum))


@dataclass(frozen=True, slots=True)
class CompareRuns(Request[Comparison]):
    """Runs compared, with the checksums of their predictions."""

    comparison: CompareRequest
    runs: tuple[RunVersion, ...]


@cached(most=_MOST)
def _compare_runs(request: CompareRuns, context: Context) -> Comparison:
    return compare_runs(runs_folder(context.folder), request.comparison)


@dataclass(frozen=True, slots=True)
class DrawCurves(Request[tuple[RunCurve, ...]]):
    """Learning curves of runs, for `extra` items more than they were trained on."""

    metric: str
    test: str
    extra: int
    runs: tuple[RunVersion, ...]


@cached(most=_MOST)
def _draw_curves(request: DrawCurves, context: Context) -> tuple[RunCurve, ...]:
    folder, ids = runs_folder(context.folder), _ids(request.runs)
    return curve_of(folder, ids, metric=request.metric, test=request.test, extra=request.extra)


@dataclass(frozen=True, slots=True)
class CompareRun(Request[tuple[Against, ...]]):
    """A run against another one, by each metric on each test they share."""

    run: RunVersion
    other: RunVersion


@cached(most=_MOST)
def _compare_run(request: CompareRun, context: Context) -> tuple[Against, ...]:
    return against(runs_folder(context.folder), *_ids((request.run, request.other)))


@dataclass(frozen=True, slots=True)
class DetailRun(Request[RunDetails]):
    """A run by label, with its confused labels, and by the groups that `by` defines."""

    run: RunVersion
    by: str | None


@cached(most=_MOST)
def _detail_run(request: DetailRun, context: Context) -> RunDetails:
    return run_details(runs_folder(context.folder), RunDetailsRequest(request.run.run_id, by=request.by))


@dataclass(frozen=True, slots=True)
class VerifyRun(Request[Checked]):
    """Whether the files of a run are as they were written, checked when a person asks: files may change."""

    run_id: str
    asked_at: str


@cached(most=_MOST)
def _verify_run(request: VerifyRun, context: Context) -> Checked:
    return check_run(runs_folder(context.folder), request.run_id)


def _ids(runs: Iterable[RunVersion]) -> list[str]:
    return [run.run_id for run in runs]
