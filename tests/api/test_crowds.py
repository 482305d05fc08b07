"""Crowds over HTTP: opened, counted, exported and forgotten by their manager alone."""

from __future__ import annotations

from typing import Any

from tests.api.conftest import Server


def test_a_manager_opens_follows_and_forgets_a_crowd(server: Server) -> None:
    path = f"/campaigns/{server.scene.campaign.id}/crowds"
    items = list(server.scene.items)
    body: dict[str, Any] = {
        "items": items[1:], "places": len(items) - 1, "items_per_person": 1, "overlap": 1,
        "attention": {items[0]: [{"score": 5}]}, "completion_code": "DONE",
    }  # fmt: skip
    refused = server.send("POST", path, "Mona", json={**body, "places": 1})
    assert (refused.status_code, refused.json()["code"]) == (422, "aloi.too-few")
    opened = server.send("POST", path, "Mona", json=body)
    assert opened.status_code == 201, opened.text
    crowd = opened.json()
    assert crowd["link"].startswith("/crowd/")
    assert (crowd["free"], crowd["attention_items"], crowd["closed"]) == (len(items) - 1, 1, False)
    its_path = f"{path}/{crowd['round']}"
    for person, status in (("Mona", 200), ("Root", 200), ("Judy", 403), ("A1", 403), ("Otto", 404)):
        for address in (path, its_path, f"{its_path}/participants"):
            answer = server.send("GET", address, person)
            assert answer.status_code == status, (person, address)
    assert server.send("GET", f"{its_path}/participants", "Mona").json()["participants"] == []
    assert server.send("POST", f"{its_path}/close", "Mona", json={}).json()["closed"] is True
    assert server.send("POST", f"{its_path}/forget", "Mona", json={}).json() == {"count": 0}
    assert server.send("GET", path, "Mona").json()["crowds"][0]["closed"] is True
