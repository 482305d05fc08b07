"""Processes that answer what programs read: the same answers and errors, and an end with the web process."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from unittest.mock import Mock

import pytest
from fastapi.testclient import TestClient

from aloi.api import app as api
from aloi.api import reading
from aloi.api.reading import MOST, Readers, ReadingProcess
from aloi.base.settings import Settings
from aloi.storage.store import Store
from aloi.workbench.endpoints import endpoint_of
from tests.api.conftest import Server, now

_PATHS = (
    "/campaigns",
    "/campaigns/{campaign}/annotations",
    "/campaigns/{campaign}/items?limit=2",
    "/campaigns/{campaign}/rounds/1",
    "/campaigns/{campaign}/rounds/first",  # refused
    "/campaigns/none/rounds",  # not found
)


@pytest.fixture
def readers(server: Server) -> Iterator[Readers]:
    """Give readers of the store of the server: a test starts only those it needs."""
    readers = Readers(_url(server.store))
    yield readers
    readers.close()


@pytest.fixture
def client(server: Server, readers: Readers) -> TestClient:
    """Give a client of an application on the same store whose reads are answered by processes."""
    settings = Settings(store="", data=server.folder, host="testserver")
    return TestClient(api.build(settings, server.store, now, readers))


def _url(store: Store) -> str:
    return store._database.engine.url.render_as_string(hide_password=False)


def _process(readers: Readers) -> int:
    reader = readers._free.queue[-1]
    assert isinstance(reader, ReadingProcess)
    return reader._process.pid


def test_answers_and_errors_are_those_of_the_web_process(server: Server, client: TestClient) -> None:
    statuses = set()
    for person in ("Root", "Mona", "Judy", "Otto"):
        for template in _PATHS:
            path = template.format(campaign=server.scene.campaign.id)
            expected = server.send("GET", path, person)
            answer = client.get(path, headers=server.headers(person))
            assert (answer.status_code, answer.content) == (expected.status_code, expected.content), path
            assert answer.headers.get("etag") == expected.headers.get("etag")
            statuses.add(answer.status_code)
    assert statuses == {200, 403, 404, 422}


def test_a_caller_who_has_the_answer_gets_the_tag_alone(server: Server, client: TestClient) -> None:
    headers = server.headers("Mona")
    tag = client.get("/campaigns", headers=headers).headers["etag"]
    again = client.get("/campaigns", headers={**headers, "If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_a_process_that_was_killed_is_replaced(server: Server, client: TestClient, readers: Readers) -> None:
    headers = server.headers("Mona")
    first = client.get("/campaigns", headers=headers)
    killed = _process(readers)
    os.kill(killed, signal.SIGKILL)
    assert client.get("/campaigns", headers=headers).content == first.content
    assert _process(readers) != killed
    assert readers._free.qsize() == MOST


def test_a_process_ends_when_the_web_process_is_gone(store: Store) -> None:
    reader = ReadingProcess(_url(store))
    reader._connection.close()  # as when the web process is killed
    assert reader._process.wait(60) == 0


def test_the_place_of_an_unexpected_error_is_logged(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    text = "a text of an item"

    def fail(*_: object) -> None:
        raise ZeroDivisionError(text)

    monkeypatch.setattr(reading, "act_as", fail)
    _, error = reading._answered(store, endpoint_of("campaign list"), None, {"token": Mock()}, "")
    assert isinstance(error, ZeroDivisionError)
    assert "in fail" in caplog.text
    assert text not in caplog.text
