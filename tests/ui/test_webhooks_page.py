"""The page of webhooks: the secret once, the log, send again, stop and remove."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from aloi.storage.store import Store
from aloi.ui.texts import t
from tests.ui.pages import open_page, press, said
from tests.workbench.scene import make_scene


@pytest.fixture
def public(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let names resolve without a network."""

    def resolve(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        return [(0, 0, 0, "", ("127.0.0.1" if host == "inside.example" else "8.8.8.8", port))]

    monkeypatch.setattr("aloi.machines.addresses.socket.getaddrinfo", resolve)


@pytest.mark.usefixtures("public")
def test_a_manager_adds_follows_and_removes_a_webhook(site: Store, tmp_path: Path) -> None:
    scene = make_scene(site, tmp_path)
    at = open_page(site, "webhooks", campaign=scene.campaign.id)
    assert t("webhooks.none", campaign="closeness") in said(at)
    key = f"webhooks:add:{scene.campaign.id}:url"
    at.text_input(key=key).set_value("https://inside.example/x")
    press(at, t("webhooks.do_add"))
    assert site.webhooks.of_campaign(scene.campaign.id) == []
    at.text_input(key=key).set_value("https://hook.example/x")
    press(at, t("webhooks.do_add"))
    [state] = site.webhooks.of_campaign(scene.campaign.id)
    assert [block.value for block in at.code] == [state.webhook.secret]
    at.run()
    assert [block.value for block in at.code] == []
    scene.open(names=("A1",), overlap=1)
    site.webhooks.claim(state.webhook.id, "worker", datetime.now(UTC), 60)
    event = site.webhooks.next_event(state.webhook.id, "worker", datetime.now(UTC))
    assert event is not None
    site.webhooks.answered(event, "worker", "204", datetime.now(UTC), due_at=None, seconds=60)
    at.run()
    assert t("webhooks.waiting", count=0) in said(at)
    press(at, t("webhooks.resend"))
    assert [listed.waiting for listed in site.webhooks.of_campaign(scene.campaign.id)] == [1]
    press(at, t("webhooks.stop"))
    assert not site.webhooks.of_campaign(scene.campaign.id)[0].webhook.active
    press(at, t("webhooks.do_remove"))
    assert site.webhooks.of_campaign(scene.campaign.id) == []
