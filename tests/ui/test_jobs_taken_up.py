"""What somebody left under way is on its page again after the page was loaded anew, with a way to stop it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from annotation.model import Role
from storage.store import Store
from tests.ui.pages import open_page
from ui import session
from ui.texts import t

NOW = datetime(2026, 5, 4, tzinfo=UTC)
UNDER_WAY = {
    "tokenisation": "study_tokenizers",
    "sari_study": "sari_study",
    "suite": "suite",
    "store": "backup",
    "terminologies": "import_terminology",
}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    url = f"sqlite:///{tmp_path / 'aloi.db'}"
    store = Store.open(url)
    for who in ("M1", "M2"):
        store.people.add(who, Role.MANAGER, NOW, password_hash="x", pseudonym=who)
    monkeypatch.setenv("ALOI_STORE", url)
    monkeypatch.setenv("ALOI_DATA", str(tmp_path))
    yield store
    for one in session._STORES.values():
        one.close()
    session._STORES.clear()
    store.close()


@pytest.mark.parametrize("name", UNDER_WAY)
def test_a_page_loaded_anew_shows_what_was_asked_before(site: Store, name: str) -> None:
    def stops(who: str) -> list[str]:
        return [one.label for one in open_page(site, name, who).button if one.label == t("app.job_cancel")]

    assert stops("M1") == []
    job = site.jobs.add(UNDER_WAY[name], {}, "M1", NOW)
    assert stops("M1") == [t("app.job_cancel")]
    assert stops("M2") == []
    site.jobs.cancel(job.id, NOW)
    assert stops("M1") == []
