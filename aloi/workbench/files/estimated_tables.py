"""Estimates from few human and many machine answers of a table as a job; its answers are not stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from aloi.base.records import to_json
from aloi.base.requests import from_data, info_of
from aloi.corpora.model import Json
from aloi.storage.model import Job
from aloi.storage.store import Store
from aloi.workbench.agreement.estimates import EstimateReport, estimate_report
from aloi.workbench.progress import Progress
from aloi.workbench.requests.files.agreement import EstimateRequest
from aloi.workbench.stopping import stoppable

ESTIMATE = info_of(EstimateRequest).job
_MOST = 20  # results that are kept, of everybody


@dataclass(frozen=True, slots=True)
class EstimatedTable:
    """The estimates of a table, and its name."""

    name: str
    report: EstimateReport


def estimate_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return an EstimatedTable as JSON, of an EstimateRequest."""
    request = from_data(EstimateRequest, arguments)
    with stoppable(progress):
        report = estimate_report(request)
    for job in store.jobs.of_verb(ESTIMATE)[:-_MOST]:
        if job.status not in ("queued", "running"):
            forget(store, job)
    return to_json(EstimatedTable(request.table.name, report))


def forget(store: Store, job: Job) -> None:
    """Forget the estimates of a job."""
    store.jobs.forget([job.id])
