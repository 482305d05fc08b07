"""Webhooks over HTTP: the secret once, the log in pages, nothing of another campaign."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.api.conftest import Server


def test_a_manager_adds_follows_and_removes_a_webhook(make_server: Callable[..., Server]) -> None:
    server = make_server(webhook_networks=("192.0.2.0/24",))
    path = f"/campaigns/{server.scene.campaign.id}/webhooks"
    body: dict[str, Any] = {"url": "https://192.0.2.1/x", "events": ["round.opened", "round.closed"]}
    refused = server.send("POST", path, "Mona", json={**body, "url": "https://127.0.0.1/x"})
    assert (refused.status_code, refused.json()["code"]) == (422, "aloi.value")
    added = server.send("POST", path, "Mona", json=body)
    assert added.status_code == 201, added.text
    webhook = added.json()
    assert webhook["secret"].startswith("whsec_")
    its_path = f"{path}/{webhook['id']}"
    for number in range(3):
        server.scene.open(names=("A1",), items=[server.scene.items[number]], overlap=1)
    for person, status in (("Mona", 200), ("Root", 200), ("Judy", 403), ("A1", 403), ("Otto", 404)):
        answer = server.send("GET", f"{its_path}/deliveries", person, params={"limit": 2})
        assert answer.status_code == status, person
        assert webhook["secret"] not in answer.text
    first = server.send("GET", f"{its_path}/deliveries", "Mona", params={"limit": 2}).json()
    rest = server.send(
        "GET", f"{its_path}/deliveries", "Mona", params={"limit": 2, "cursor": first["next_cursor"]}
    ).json()
    assert [row["number"] for row in (*first["deliveries"], *rest["deliveries"])] == [3, 2, 1]
    assert rest["next_cursor"] is None
    [listed] = server.send("GET", path, "Mona").json()["webhooks"]
    assert (listed["waiting"], listed["active"], listed["created_by"]) == (3, True, webhook["created_by"])
    assert "secret" not in listed
    assert server.send("PATCH", its_path, "Mona", json={"state": "off"}).json()["active"] is False
    assert server.send("POST", f"{its_path}/resend", "Mona", json={}).json() == {"count": 3}
    assert server.send("DELETE", its_path, "Otto", json={}).status_code == 404
    assert server.send("DELETE", its_path, "Mona", json={}).status_code == 200
    assert server.send("GET", path, "Mona").json()["webhooks"] == []
