"""Agreement of any table as a job: its result is stored for a while, its ratings are not."""

from __future__ import annotations

import json
import re
import shutil
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from aloi.agreement.difference import AgreementDifference
from aloi.base.records import to_json
from aloi.base.requests import from_data, info_of
from aloi.corpora.model import Json
from aloi.storage.model import Job
from aloi.storage.store import Store
from aloi.workbench.agreement.html import table_html
from aloi.workbench.agreement.sections import latex_of_table
from aloi.workbench.agreement.tables import TableReport, compared_with_second, table_report
from aloi.workbench.progress import Progress
from aloi.workbench.requests.files.agreement import AgreementRequest
from aloi.workbench.stopping import stoppable

MEASURE = info_of(AgreementRequest).job
FOLDER = "agreement"  # inside the folder of exports
SUFFIXES = ("html", "tex", "json")
_MOST = 20  # measured tables that are kept, of everybody


@dataclass(frozen=True, slots=True)
class MeasuredTable:
    """The result of measuring a table.

    Parameters
    ----------
    name : str
        The name of the table.
    report : TableReport
        Its coefficients, with the disputed items that pages show.
    files : str
        The path of the reports below the folder of exports, without the suffixes (`SUFFIXES`).
    second : str or None
        The name of the table that it was compared with.
    compared : tuple of AgreementDifference
        The second minus the first; none without a second.
    apart : float
        The difference of agreement to detect.
    """

    name: str
    report: TableReport
    files: str
    second: str | None
    compared: tuple[AgreementDifference, ...]
    apart: float


def measure_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return a MeasuredTable as JSON, of an AgreementRequest; its reports are files, with all items."""
    request = from_data(AgreementRequest, arguments)
    with stoppable(progress) as watched:
        report = table_report(request, progress=watched)
        compared = compared_with_second(request)
    forget_old(store, folder)
    name = request.table.name
    second = None if request.second is None else request.second.name
    measured = MeasuredTable(name, report, _report_name(name), second, compared, request.detect)
    _write(measured, folder)
    shown_report = None if report.whole is None else report.whole.shown()
    return to_json(replace(measured, report=replace(report, whole=shown_report)))


def forget_old(store: Store, folder: Path) -> None:
    """Forget what was found of all but the tables measured last."""
    for job in store.jobs.of_verb(MEASURE)[:-_MOST]:
        if job.status not in ("queued", "running"):
            forget(store, folder, job)


def forget(store: Store, folder: Path, job: Job) -> None:
    """Forget what was found of a table, its files too."""
    result: Any = job.result
    if job.status == "done":
        shutil.rmtree((folder / "exports" / result["files"]).parent, ignore_errors=True)
    store.jobs.forget([job.id])


def _report_name(name: str) -> str:
    """Return the folder of the reports of a table: its name is random, the files keep the table's name."""
    stem = re.sub(r"[^\w.\-]", "_", Path(name).stem) or "table"
    return f"{FOLDER}/{uuid.uuid4().hex}/{stem}-agreement"


def _write(measured: MeasuredTable, folder: Path) -> None:
    """Write the reports of a table: for a browser, for a paper, for a program."""
    report, name = measured.report, measured.name
    contents = {
        "html": table_html(report, name),
        "tex": latex_of_table(report, name),
        "json": json.dumps(report.to_json(), ensure_ascii=False, indent=2),
    }
    report_path = folder / "exports" / measured.files
    report_path.parent.mkdir(parents=True, exist_ok=True)
    for suffix, text in contents.items():
        report_path.with_name(f"{report_path.name}.{suffix}").write_text(text, encoding="utf-8")
