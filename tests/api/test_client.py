"""`aloi.Client` on a running server does what commands do; the same calls work on a store file."""

from __future__ import annotations

import inspect
import threading
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import uvicorn

import aloi
from aloi.annotation.model import Role
from aloi.api.app import build
from aloi.base.requests import fields_of
from aloi.base.settings import Settings
from aloi.notebook import calls
from aloi.notebook.client import ApiError
from aloi.storage.store import Store
from aloi.workbench import jobs
from aloi.workbench.endpoints import endpoint_of
from aloi.workbench.programs.tokens import create_token
from aloi.workbench.requests.programs import TokenRequest

PAIRS = [(f"p{n}", f"The cat sleeps {n}.", f"A cat naps {n}.") for n in range(12)]


def _store(path: Path) -> Store:
    store = Store.open(f"sqlite:///{path}")
    now = datetime(2026, 3, 2, tzinfo=UTC)
    store.people.add("Root", Role.ADMINISTRATOR, now, password_hash="x")
    for name in ("Ada", "Bo"):
        store.people.add(name, Role.ANNOTATOR, now)
    return store


@contextmanager
def serving(store: Store, folder: Path, **settings: Any) -> Iterator[str]:
    """Serve a store with a worker, as `aloi serve` does, in threads; the address."""
    app = build(Settings(store="", data=folder, **settings), store, lambda: datetime.now(UTC))
    from starlette.applications import Starlette
    from starlette.routing import Mount

    outer = Starlette(routes=[Mount("/api/v1", app)])
    config = uvicorn.Config(outer, port=0, log_level="warning", lifespan="off")
    server, ended = uvicorn.Server(config), threading.Event()
    threads = [
        threading.Thread(target=server.run),
        threading.Thread(
            target=jobs.work, args=(store, folder), kwargs={"keep_going": lambda: not ended.is_set()}
        ),
    ]
    for thread in threads:
        thread.start()
    while not server.started:
        ended.wait(0.05)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        ended.set()
        server.should_exit = True
        for thread in threads:
            thread.join()


def _campaign(work: calls.Calls) -> tuple[str, str]:
    """Do a campaign from texts to a release, and return its checksum and that of its gold table."""
    pairs = pd.DataFrame(PAIRS, columns=["id", "left", "right"])
    work.create_corpus(
        "cats",
        pairs,
        language="en",
        licence="CC0-1.0",
        pairs=True,
        columns=["id=id", "left=left", "right=right"],
    )
    campaign = work.create_campaign("naps", "cats", preset="score")
    campaign.add_guideline("# Score\n\nFive means the same.")
    assert len(campaign.items()) == len(PAIRS)
    campaign.open_round("main", annotators=["A1", "A2"])
    items = campaign.items()
    answers = pd.DataFrame(
        [
            {"item_id": item, "annotator": name, "value": (number + (name == "A2") * 3 * (number < 2)) % 6}
            for number, item in enumerate(items["id"])
            for name in ("A1", "A2")
        ]
    )
    campaign.import_annotations(answers, round=1, format="table")
    rows = campaign.annotations()
    assert len(rows) == 2 * len(PAIRS)
    stream = campaign.stream()
    assert len([*stream]) == 2 * len(PAIRS)
    assert [*campaign.stream(cursor=stream.next_cursor)] == []
    campaign.close_round(1)
    agreement = campaign.agreement(1, ci="none")
    assert agreement["results"]
    disputed = campaign.disputes(1)
    decisions = pd.DataFrame(
        [
            {"item_id": item_id, "value": 3, "why": "read again", "adjudicator": "M1"}
            for item_id in disputed["item_id"]
        ]
    )
    campaign.adjudicate(1, decisions)
    assert len(campaign.adjudications(1)) == len(disputed) > 0
    campaign.freeze("mean")
    built = campaign.release(
        "1.0", {"train": 0.5, "test": "rest"}, overrides={"agreement": "invented answers", "trace": "x"}
    )
    return built["checksum"], str(agreement["results"][0]["value"])


def _tables(archive: Path) -> dict[str, bytes]:
    """Return the tables of an export; its other files have the time of the release."""
    with zipfile.ZipFile(archive) as files:
        return {name: files.read(name) for name in files.namelist() if name.endswith(".tsv")}


def test_a_campaign_over_http_is_that_of_a_store_file(tmp_path: Path) -> None:
    remote, local = _store(tmp_path / "remote.db"), tmp_path / "local.db"
    _store(local).close()
    secret = create_token(remote, TokenRequest("Root", scope="write"), datetime.now(UTC)).secret
    with serving(remote, tmp_path / "data") as address, aloi.Client(address, secret) as client:
        over_http = _campaign(client)
        path = client.export_release("naps:1.0", tmp_path)
        assert path.read_bytes()[:2] == b"PK"
        frame = client.releases("naps")
        assert list(frame["checksum"]) == [over_http[0]]
        table = client.campaign("naps").export_annotations(tmp_path / "answers.tsv")
        assert len(pd.read_csv(table, sep="\t")) == 2 * len(PAIRS)
    remote.close()
    with aloi.open(local, data=tmp_path / "data-local") as workspace:
        in_file = _campaign(workspace)
        again = workspace.export_release("naps:1.0", tmp_path / "local.zip")
    assert over_http == in_file
    assert _tables(path) == _tables(again) != {}


def test_an_error_of_the_server_is_that_of_the_use_case(tmp_path: Path) -> None:
    store = _store(tmp_path / "a.db")
    secret = create_token(store, TokenRequest("Root", scope="read"), datetime.now(UTC)).secret
    with serving(store, tmp_path / "data") as address:
        with aloi.Client(address, secret) as client:
            with pytest.raises(ApiError) as missing:
                client.campaign("none").show()
            assert missing.value.status == 404
            assert missing.value.document["code"] == "aloi.not-listed"
            with pytest.raises(ApiError) as forbidden:
                client.create_campaign("a", "b")
            assert forbidden.value.status == 403
        with aloi.Client(address, "wrong") as stranger, pytest.raises(ApiError) as unknown:
            stranger.corpora()
        assert unknown.value.status == 401
    store.close()


def test_an_upload_goes_on_where_it_broke_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import httpx

    from aloi.notebook import client as module

    monkeypatch.setattr(module, "_PART", 1000)
    monkeypatch.setattr(module.time, "sleep", lambda seconds: None)
    store = _store(tmp_path / "a.db")
    secret = create_token(store, TokenRequest("Root", scope="write"), datetime.now(UTC)).secret
    path = tmp_path / "texts.txt"
    path.write_bytes(bytes(range(256)) * 40)
    with serving(store, tmp_path / "data") as address, aloi.Client(address, secret) as client:
        sent, patch = [], client._http.patch

        def broken(*arguments: Any, **options: Any) -> Any:
            sent.append(len(options["content"]))
            if len(sent) in (2, 5):
                raise httpx.ReadError("the connection is gone")
            return patch(*arguments, **options)

        monkeypatch.setattr(client._http, "patch", broken)
        upload_id = client.upload(path)
        stored = tmp_path / "data" / "uploads" / upload_id / "texts.txt"
        assert stored.read_bytes() == path.read_bytes()
    store.close()


def _called(kind: type) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield the request that each method of the client makes, and the fields it names itself."""
    import ast
    import textwrap

    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = node.args[0] if node.args else None
            if node.func.attr in ("call", "rows") and isinstance(name, ast.Constant):
                yield kind.__name__, name.value, [word.arg for word in node.keywords if word.arg]


def test_each_method_makes_a_request_of_the_document() -> None:
    called = [*_called(calls.Calls), *_called(calls.CampaignCalls)]
    assert len(called) > 20
    for _, name, fields in called:
        endpoint = endpoint_of(name)
        assert set(fields) - {"cursor", "limit"} <= set(fields_of(endpoint.request)), name
