"""A store with two campaigns, people of each role, their tokens, and the application that answers them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from aloi.annotation.model import Role
from aloi.api.app import build
from aloi.base.settings import Settings
from aloi.storage.store import Store
from aloi.workbench import jobs
from aloi.workbench.programs.tokens import create_token
from aloi.workbench.requests.programs import TokenRequest
from tests.workbench.scene import NOW, Scene, make_scene


def now() -> datetime:
    return datetime.now(UTC)


@dataclass
class Server:
    """The application on a store, and the people person call it."""

    store: Store
    folder: Path
    client: TestClient
    scene: Scene
    secrets: dict[str, str] = field(default_factory=dict)

    def headers(self, person: str, **options: Any) -> dict[str, str]:
        """Return the header of a token of a person, made at the first call."""
        key = f"{person} {options}"
        if key not in self.secrets:
            request = TokenRequest(person, **{"scope": "write", **options})
            self.secrets[key] = create_token(self.store, request, now()).secret
        return {"Authorization": f"Bearer {self.secrets[key]}"}

    def send(self, method: str, path: str, person: str = "Root", **options: Any) -> Any:
        headers = {**self.headers(person), **options.pop("headers", {})}
        return self.client.request(method, path, headers=headers, **options)

    def upload(self, name: str, content: bytes, person: str = "Root") -> str:
        upload_id: str = self.send(
            "POST", "/uploads", person, json={"name": name, "size": len(content)}
        ).json()["id"]
        self.send(
            "PATCH", f"/uploads/{upload_id}", person, content=content, headers={"Upload-Offset": "0"}
        ).raise_for_status()
        return upload_id

    def done(self, answer: Any, person: str = "Root") -> Any:
        """Run the jobs, and return the result of the one that an answer names."""
        assert answer.status_code == 202, answer.text
        while jobs.run_one(self.store, self.folder) is not None:
            pass
        job = self.send("GET", f"/jobs/{answer.json()['id']}", person).json()
        assert job["status"] == "done", job
        return job["result"]


@pytest.fixture
def make_server(store: Store, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    clients: list[TestClient] = []

    def make(**settings: Any) -> Server:
        scene = make_scene(store, tmp_path)
        for name, role in (("Root", Role.ADMINISTRATOR), ("Mona", Role.MANAGER), ("Judy", Role.ADJUDICATOR)):
            store.people.add(name, role, NOW, password_hash="x")
        store.members.put(scene.campaign.id, store.people.get("Mona").id, Role.MANAGER)
        store.members.put(scene.campaign.id, store.people.get("Judy").id, Role.ADJUDICATOR)
        store.people.add("Otto", Role.MANAGER, NOW, password_hash="x")  # a manager of nothing here
        folder = tmp_path / "data"
        app = build(Settings(store="", data=folder, **settings), store, now)
        client = TestClient(app)
        clients.append(client)
        return Server(store, folder, client, scene)

    yield make
    for client in clients:
        client.close()


@pytest.fixture
def server(make_server: Callable[..., Server]) -> Server:
    return make_server()
