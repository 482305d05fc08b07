"""Downloads of those who manage some campaigns of a store."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from aloi.base.settings import Settings
from aloi.storage.store import Store
from aloi.ui import session
from aloi.ui.server import auth
from aloi.ui.server.gate import COOKIE
from tests.workbench.eight_campaigns import WORDS, make_eight


def test_a_download_is_of_who_asked_and_of_who_manages_what_it_is_of(
    whole: TestClient, store: Store, tmp_path: Path, settings: Settings
) -> None:
    eight = make_eight(store, tmp_path)
    folder = settings.data / "exports"
    folder.mkdir(parents=True, exist_ok=True)
    for word in WORDS:
        (folder / f"answers-{word}.tsv").write_text(word)
    seal = auth.Seal(store.people.secret("cookie"))
    got = {}
    for name, person in eight.people.items():
        token = auth.start_login(store, person.id, session.now())
        whole.cookies.clear()
        whole.cookies.set(COOKIE, seal.sign("login", token))
        got[name] = [
            number
            for number, word in enumerate(WORDS)
            if whole.get(f"/download/exports/answers-{word}.tsv").status_code == 200
        ]
    assert got == {"Ada": [0, 1], "Bo": [2, 3], "Cy": [4, 5], "Idle": [], "Root": [*range(8)]}
