"""A power cut after an answer was stored and before its page heard so: nothing is lost or doubled."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from aloi.annotation.model import Annotation
from aloi.storage.store import Store
from aloi.ui.texts import t
from tests.browser.alone import free_port, open_pairs, server_alone
from tests.browser.site import Site
from tests.browser.steps import PATIENCE, at

pytestmark = pytest.mark.browser
PAIRS = 4


@pytest.fixture
def round_id(store: Store, tmp_path: Path) -> str:
    """Return a round of four written pairs for one annotator."""
    return open_pairs(store, tmp_path, PAIRS)


def stored(page: Page, store: Store, round_id: str, count: int) -> list[Annotation]:
    """Return every revision in the store, oldest first, once there are that many."""
    deadline = time.monotonic() + PATIENCE / 1000
    while len(store.answers.revisions(round_id)) < count and time.monotonic() < deadline:
        page.wait_for_timeout(5)  # what the page says goes out meanwhile
    return sorted(store.answers.revisions(round_id), key=lambda one: one.created_at)


@pytest.mark.slow
def test_a_server_killed_after_it_stored_an_answer(visitors, store, round_id, tmp_path):
    url = f"sqlite:///{tmp_path / 'aloi.db'}"
    port = free_port()
    deaf = False  # while true, the page hears nothing of what the server says

    def between(browser_side: WebSocketRoute) -> None:
        server_side = browser_side.connect_to_server()
        server_side.on_message(lambda message: None if deaf else browser_side.send(message))

    with visitors.browser.new_context() as context:  # what stands between would stay on a page used again
        site = Site(url, visitors, address=f"http://127.0.0.1:{port}")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        with server_alone(tmp_path, url, port):
            page.route_web_socket("**/_stcore/stream", between)
            site.sign_in(page, "Ada", "annotate")
            at(page, 0, PAIRS)
            page.keyboard.press("3")
            at(page, 1, PAIRS)
            second = page.locator(".sentence").first.inner_text()

            deaf = True
            page.keyboard.press("5")
            before = stored(page, store, round_id, 2)
            expect(page.locator(".count")).to_have_text(t("component.count", done=1, total=PAIRS))
        assert [one.value["score"] for one in before] == [3, 5]

        deaf = False
        with server_alone(tmp_path, url, port):
            assert stored(page, store, round_id, 2) == before  # SQLite gave back all it had promised
            at(page, 2, PAIRS)  # the page left open finds the server again, at the next pair
            assert page.locator(".sentence").first.inner_text() != second
            # It sends the answer it never heard of again, under the same id; only then do keys count.
            page.keyboard.press("0")
            at(page, 3, PAIRS)
            after = stored(page, store, round_id, 3)
            assert [one.event_id for one in after[:2]] == [one.event_id for one in before]
            assert [one.value["score"] for one in after] == [3, 5, 0]
            assert store.check() == []
