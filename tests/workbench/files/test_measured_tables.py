"""Any table measured as a job: what it keeps is what the library says, and it is forgotten in time."""

from __future__ import annotations

import json
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from aloi.base.records import from_json
from aloi.base.requests import to_data
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench import jobs
from aloi.workbench.agreement.tables import compared_with_second, table_report
from aloi.workbench.files import measured_tables
from aloi.workbench.files.measured_tables import MEASURE, MeasuredTable, measure_job
from aloi.workbench.progress import Progress, silent
from aloi.workbench.requests.files.agreement import AgreementRequest
from tests.agreement.peers.tables import tables
from tests.storage.world import NOW


def asked(path: Path, **options: Any) -> AgreementRequest:
    path.write_text(
        "item,A,B,C\n"
        + "".join(f"{at},{','.join(map(str, row))}\n" for at, row in enumerate(tables()["three"])),
        encoding="utf-8",
    )
    return AgreementRequest(path, level="ordinal", **options)


def measured(store: Store, request: AgreementRequest, folder: Path, progress: Progress) -> Json:
    """Return the result of the job, whose arguments are JSON."""
    return measure_job(store, json.loads(json.dumps(to_data(request))), folder, progress)


def test_what_is_kept_is_what_the_library_says(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    second = tmp_path / "again.csv"
    options: dict[str, Any] = {"unit": "item", "columns": ("A", "B"), "cluster": ("C",), "replicates": 50}
    request = asked(path, **options, second=second, paired=True, detect=0.2)
    shutil.copyfile(path, second)
    kept: Any = json.loads(json.dumps(measured(store, request, tmp_path, silent), allow_nan=False))
    found = from_json(MeasuredTable, kept)
    assert found.report == table_report(request)
    assert found.compared == compared_with_second(request)
    assert (found.name, found.second, found.apart) == ("r.csv", "again.csv", 0.2)
    written = json.loads((tmp_path / "exports" / f"{found.files}.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(found.report.to_json()))


def test_the_file_has_all_items_and_the_page_those_it_shows(store: Store, tmp_path: Path) -> None:
    request = asked(tmp_path / "r.csv", whole=True, ci="none", replicates=50)
    kept: Any = measured(store, request, tmp_path, silent)
    found = from_json(MeasuredTable, kept)
    written = json.loads((tmp_path / "exports" / f"{found.files}.json").read_text(encoding="utf-8"))
    assert found.report.whole is not None
    assert len(found.report.whole.items) == 20
    assert len(written["whole"]["items"]) == 40


def test_the_oldest_tables_are_forgotten_with_their_files(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measured_tables, "_MOST", 2)
    given = to_data(asked(tmp_path / "r.csv", measure=("fleiss_kappa",), ci="none"))
    for at in range(4):
        jobs.start(store, MEASURE, given, "A1", NOW + timedelta(minutes=at))
        ended = jobs.run_one(store, tmp_path, "short")
        assert ended is not None
        assert ended.status == "done", ended.error
    left = store.jobs.of_verb(MEASURE)
    assert [one.created_at for one in left] == [NOW + timedelta(minutes=at) for at in (2, 3)]
    places = {(tmp_path / "exports" / one.result["files"]).parent for one in left}  # type: ignore[index, call-overload]
    assert set((tmp_path / "exports" / "agreement").iterdir()) == places
    last = store.jobs.last(MEASURE, "A1")
    assert last is not None
    assert last.id == left[-1].id
    assert store.jobs.last(MEASURE, "A2") is None


def test_it_stops_between_its_steps_and_writes_nothing(store: Store, tmp_path: Path) -> None:
    seen: list[int] = []

    def stop(done: int, total: int, message: str) -> bool:
        del message
        seen.append(done)
        assert done < total
        return done < 1

    with pytest.raises(Cancelled):
        measured(store, asked(tmp_path / "r.csv", ci="none"), tmp_path, stop)
    assert seen == [0, 1]
    assert not (tmp_path / "exports").exists()
