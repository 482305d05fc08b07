"""What one person's pages hold of uploaded files has an end."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from aloi.settings import Settings
from annotation.model import Role
from tests.ui.server.forms import add, sign_in
from ui.server import app as server
from ui.server.uploading import HeldUploads

PUT = "/_stcore/upload_file/"


def test_a_page_that_is_closed_gives_its_room_back() -> None:
    open_pages = {"one", "two"}
    held = HeldUploads(10, open_pages.__contains__)
    assert held.take("ada", "one/a", 6)
    assert held.take("bob", "two/a", 10)
    assert not held.take("ada", "two/b", 5)
    assert held.take("ada", "one/a", 10)  # the same file once more
    held.drop("ada", "one/a")
    assert held.take("ada", "one/b", 10)
    open_pages.remove("one")
    assert held.take("ada", "two/c", 10)
    held.drop("nobody", "two/c")


@pytest.fixture
def client(store):
    """A gate with room for ten bytes a person, before what says whether the file came."""
    came = {"status": 204}

    async def file(request: Request) -> Response:
        return Response(status_code=came["status"])

    doors, [gate] = server.front(Settings(store="", data=Path("none")), store)
    gate.kwargs["uploads"] = HeldUploads(10, lambda page: True)
    inner = Route(f"{PUT}{{session}}/{{file}}", file, methods=["GET", "PUT", "DELETE"])
    with TestClient(Starlette(routes=[*doors, inner], middleware=[gate])) as opened:
        opened.came = came
        yield opened


def test_a_file_too_many_is_refused_until_another_is_let_go(client, store):
    add(store, "Ada", Role.MANAGER)
    sign_in(client)
    assert client.put(f"{PUT}page/a", content=b"x" * 6).status_code == 204
    refused = client.put(f"{PUT}page/b", content=b"x" * 6, headers={"accept-language": "fr"})
    assert (refused.status_code, refused.text[:19]) == (413, "Vos pages ouvertes ")
    assert client.get(f"{PUT}page/a").status_code == 204
    assert client.delete(f"{PUT}page/a").status_code == 204
    client.came["status"] = 400
    assert client.put(f"{PUT}page/b", content=b"x" * 6).status_code == 400  # and takes no room
    client.came["status"] = 204
    assert client.put(f"{PUT}page/b", content=b"x" * 6).status_code == 204
