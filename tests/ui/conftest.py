"""What tests of pages share: a store that the site reads."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

import pytest

from aloi.annotation.model import Role
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.studies.simplification import WRITE_SUBSET
from aloi.ui import session
from aloi.workbench import jobs
from aloi.workbench.cache import refresh as refreshing
from aloi.workbench.files.estimated_tables import ESTIMATE
from aloi.workbench.files.measured_tables import MEASURE
from aloi.workbench.files.scored_substitutes import SCORE
from aloi.workbench.imports.jobs import IMPORT, SOURCE, TEXTS
from aloi.workbench.jobs import Job
from aloi.workbench.releases.jobs import BUILD, EXPORT, FREEZE
from aloi.workbench.starting.setup import SET_UP
from aloi.workbench.store import archive_jobs

AT_ONCE = {
    FREEZE,
    BUILD,
    EXPORT,
    IMPORT,
    SOURCE,
    TEXTS,
    MEASURE,
    ESTIMATE,
    "add_texts",
    "merge_corpus",
    "revert_texts",
    "exclude_answers",
    SET_UP,
    SCORE,
    WRITE_SUBSET,
    "import_decisions",
    archive_jobs.WRITE,
    archive_jobs.INSPECT,
    archive_jobs.IMPORT,
}


@pytest.fixture(autouse=True)
def own_main(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give `__main__` back after a page: from Streamlit's, no process could be spawned later."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])


@pytest.fixture(autouse=True)
def figures_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run what a page has computed in the background at once: no worker runs beside these tests."""

    def start(store: Store, arguments: Mapping[str, Json], by: str, now: datetime) -> Job | None:
        store.jobs.add(refreshing.VERB, arguments, by, now)
        done = jobs.run_one(store, session.settings().data, "figures")
        assert done is not None
        assert done.status == "done", done.error
        return None

    monkeypatch.setattr(refreshing, "start", start)
    monkeypatch.setattr(refreshing, "_REST_SECONDS", 0.0)
    monkeypatch.setattr(refreshing, "_REST_SHARE", 0.0)


@pytest.fixture(autouse=True)
def asked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run at once what a button asks of the worker and a person waits for, as far as it is named here."""
    start = jobs.start

    def start_and_run(store: Store, verb: str, arguments: Mapping[str, Json], by: str, now: datetime) -> Job:
        job = start(store, verb, arguments, by, now)
        if verb in AT_ONCE:
            jobs.run_one(store, session.settings().data, "short")
        return job

    monkeypatch.setattr(jobs, "start", start_and_run)


@pytest.fixture
def site(store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """Return the store that the site reads, with one manager, M1; uploads stay in the test's folder."""
    monkeypatch.setenv("ALOI_STORE", f"sqlite:///{tmp_path / 'aloi.db'}")
    monkeypatch.setenv("ALOI_DATA", str(tmp_path))
    store.people.add("boss", Role.ADMINISTRATOR, now, password_hash="x", pseudonym="M1")
    yield store
    for one in session._STORES.values():
        one.close()
    session._STORES.clear()
