"""What one person's pages hold of uploaded files has an end."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from aloi.annotation.model import Role
from aloi.base.settings import Settings
from aloi.ui.server import app as server
from aloi.ui.server import uploading
from aloi.ui.server.uploading import HeldUploads
from tests.ui.server.forms import add, sign_in

PUT = "/_stcore/upload_file/"


class Memory:
    """What Streamlit holds of files: by place, and refused unless `status` says that it went well."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.status = 204

    def size(self, place: str) -> int:
        return len(self.files.get(place, b""))

    async def answer(self, request: Request) -> Response:
        place, content = request.url.path.removeprefix(PUT), await request.body()
        if self.status == 204 and request.method == "PUT":
            self.files[place] = content
        elif self.status == 204 and request.method == "DELETE":
            self.files.pop(place, None)
        return Response(status_code=self.status)


def test_a_file_that_is_coming_takes_room_too() -> None:
    memory = Memory()
    held = HeldUploads(10, memory.size)
    with held.taking("ada", "one/a", 6) as first, held.taking("ada", "one/a", 5) as again:
        assert (first, again) == (True, False)
        with held.taking("bob", "two/a", 10) as others:
            assert others
    with held.taking("ada", "one/b", 10) as later:  # the first one never came
        assert later


def test_the_room_of_a_closed_page_is_free_once_its_files_are_gone() -> None:
    memory = Memory()
    held = HeldUploads(10, memory.size)
    with held.taking("ada", "one/a", 6):
        memory.files["one/a"] = b"x" * 6
    with held.taking("ada", "two/a", 6) as closed_just_now:
        assert not closed_just_now
    with held.taking("ada", "one/a", 10) as replaced:
        assert replaced
    memory.files.clear()
    with held.taking("ada", "two/a", 10) as minutes_later:
        assert minutes_later


def test_what_streamlit_holds_for_a_place_is_asked_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert uploading.held_bytes("page/a") == 0  # no page was ever open
    memory = MemoryUploadedFileManager("upload")
    memory.add_file("page", UploadedFileRec("a", "a.csv", "text/csv", b"four"))
    monkeypatch.setattr(runtime, "exists", lambda: True)
    monkeypatch.setattr(runtime, "get_instance", lambda: SimpleNamespace(uploaded_file_mgr=memory))
    assert [uploading.held_bytes(place) for place in ("page/a", "page/b", "gone/a")] == [4, 0, 0]
    memory.remove_session_files("page")
    assert uploading.held_bytes("page/a") == 0


@pytest.fixture
def client(store):
    """A gate with room for ten bytes a person, before what keeps the files."""
    memory = Memory()
    doors, [gate] = server.front(Settings(store="", data=Path("none"), host="testserver"), store)
    gate.kwargs["uploads"] = HeldUploads(10, memory.size)
    inner = Route(
        f"{PUT}{{session}}/{{file}}", memory.answer, methods=["GET", "PUT", "DELETE", "POST", "PATCH"]
    )
    with TestClient(Starlette(routes=[*doors, inner], middleware=[gate])) as opened:
        opened.memory = memory
        add(store, "Ada", Role.ADMINISTRATOR)
        sign_in(opened)
        yield opened


def put(client, place, size, **more):
    return client.put(PUT + place, content=b"x" * size, **more).status_code


def test_a_file_too_many_is_refused_until_another_is_let_go(client):
    assert put(client, "page/a", 6) == 204
    refused = client.put(f"{PUT}page/b", content=b"x" * 6, headers={"accept-language": "fr"})
    assert (refused.status_code, refused.text[:11]) == (413, "Vos pages o")
    assert client.get(f"{PUT}page/a").status_code == 204
    assert client.delete(f"{PUT}page/a").status_code == 204
    client.memory.status = 400
    assert put(client, "page/b", 6) == 400  # and takes no room
    client.memory.status = 204
    assert put(client, "page/b", 6) == 204


@pytest.mark.parametrize(("method", "status"), [("DELETE", 403), ("POST", 405), ("PATCH", 405), ("PUT", 400)])
def test_what_is_refused_gives_no_room(client, method, status):
    assert put(client, "page/a", 6) == 204
    client.memory.status = status
    assert client.request(method, f"{PUT}page/a", content=b"x").status_code == status
    client.memory.status = 204
    assert put(client, "page/b", 6) == 413


def test_a_length_beside_chunks_is_not_believed(client):
    chunked = {"content-length": "1", "transfer-encoding": "chunked"}
    assert put(client, "page/a", 6) == 204
    assert put(client, "page/b", 2, headers=chunked) == 204  # ten bytes are five files of two
    assert put(client, "page/c", 2, headers=chunked) == 204
    assert put(client, "page/d", 2, headers=chunked) == 413  # whatever it says
