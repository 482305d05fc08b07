"""A release on the Hub: one commit behind the gate, told to a small server that stands in for it."""

from __future__ import annotations

import base64
import hashlib
import json
import logging
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from click.testing import CliRunner, Result

from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.terminal.main import aloi
from aloi.workbench.people import add_person
from aloi.workbench.releases import pushing
from aloi.workbench.releases.exporting import export
from aloi.workbench.releases.gold import freeze
from aloi.workbench.releases.jobs import push_job
from aloi.workbench.releases.pushing import ENDPOINT, TOKEN, HubAccount, push
from aloi.workbench.releases.releases import build
from aloi.workbench.requests.corrections import PersonRequest
from aloi.workbench.requests.releases import ExportRequest, FreezeRequest, PushRequest, ReleaseRequest
from tests.workbench.desks import answer_differently, open_rounds
from tests.workbench.overriding import overriding
from tests.workbench.scene import NOW

SECRET = "hf_not-to-be-seen-by-anybody"
REPOSITORY = "lab/corpus"
LARGE = 10_000_000  # bytes: the Hub takes longer files apart from the commit


class StandIn(BaseHTTPRequestHandler):
    """The parts of the Hub that a commit needs; `files` are those of the repository, by path."""

    files: ClassVar[dict[str, bytes]] = {}
    large: ClassVar[dict[str, bytes]] = {}  # sent beside the commit, by the SHA-256 of their bytes
    commits: ClassVar[list[str]] = []
    status: ClassVar[int] = 200  # of a commit

    def log_message(self, *_: Any) -> None:
        """Write nothing."""

    def do_GET(self) -> None:
        """Tell what the repository is, or what it holds."""
        if self.headers.get("Authorization") != f"Bearer {SECRET}":
            self._answer(401, {"error": "no"})
        elif "/tree/" in self.path:
            held = [{"type": "file", "path": one, "size": 1, "oid": "0"} for one in self.files]
            self._answer(200, held)
        else:
            self._answer(200, {"id": REPOSITORY, "sha": "0", "private": False, "siblings": []})

    def do_POST(self) -> None:
        body = self._body()
        address = f"http://{self.headers['Host']}/datasets/{REPOSITORY}"
        if self.headers.get("Authorization") != f"Bearer {SECRET}":
            self._answer(401, {"error": "no"})
        elif self.path == "/api/repos/create":
            self._answer(200, {"url": address})
        elif self.path.startswith("/api/validate-yaml"):
            self._answer(200, {"errors": [], "warnings": []})
        elif "/preupload/" in self.path:
            modes = [
                {
                    "path": one["path"],
                    "uploadMode": "lfs" if one["size"] > LARGE else "regular",
                    "shouldIgnore": False,
                }
                for one in json.loads(body)["files"]
            ]
            self._answer(200, {"files": modes})
        elif self.path.endswith("/info/lfs/objects/batch"):
            self._answer(
                200, {"transfer": "basic", "objects": [*map(self._place, json.loads(body)["objects"])]}
            )
        elif "/commit/" in self.path and self.status == 200:
            self._commit(body.decode())
            self._answer(
                200, {"success": True, "commitOid": "c0ffee", "commitUrl": f"{address}/commit/c0ffee"}
            )
        else:
            self._answer(self.status, {"error": "refused"})

    def do_PUT(self) -> None:
        """Take a large file; it is kept under what its bytes are."""
        content = self._body()
        self.large[hashlib.sha256(content).hexdigest()] = content
        self._answer(200, {})

    def _place(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return where a large file is to be sent; nowhere if it is there."""
        href = f"http://{self.headers['Host']}/large/{asked['oid']}"
        needed = {} if asked["oid"] in self.large else {"actions": {"upload": {"href": href}}}
        return {"oid": asked["oid"], "size": asked["size"], **needed}

    def _commit(self, body: str) -> None:
        for line in map(json.loads, body.splitlines()):
            value = line["value"]
            if line["key"] == "header":
                self.commits.append(value["summary"])
            elif line["key"] == "deletedFile":
                del self.files[value["path"]]
            elif line["key"] == "lfsFile":
                self.files[value["path"]] = self.large[value["oid"]]
            else:
                self.files[value["path"]] = base64.b64decode(value["content"])

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = []
        while size := int(self.rfile.readline(), 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _answer(self, status: int, value: object) -> None:
        content = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return the address of a Hub with one file, which the environment names together with a token."""
    import huggingface_hub.constants

    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", True)  # a protocol of its own
    monkeypatch.setattr("huggingface_hub.utils._http.time.sleep", lambda seconds: None)
    monkeypatch.setattr(StandIn, "files", {"old.txt": b"of another version", ".gitattributes": b"kept"})
    monkeypatch.setattr(StandIn, "large", {})
    monkeypatch.setattr(StandIn, "commits", [])
    monkeypatch.setattr(StandIn, "status", 200)
    server = ThreadingHTTPServer(("127.0.0.1", 0), StandIn)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setattr(huggingface_hub.constants, "ENDPOINT", address)  # read when it is imported
    monkeypatch.setenv(ENDPOINT, address)
    monkeypatch.setenv(TOKEN, SECRET)
    yield address
    server.shutdown()
    server.server_close()


@pytest.fixture
def released(store: Store) -> str:
    """Return the id of a release of scored pairs that the gate looked at."""
    team = [add_person(store, PersonRequest(f"Person {n}", "annotator"), NOW) for n in range(3)]
    opened = open_rounds(store, team, ["similarity"], items=4)["similarity"]
    answer_differently(store, team, [opened])
    freeze(store, FreezeRequest(opened.campaign.id), now=NOW)
    overrides = overriding("names", "identifiers", "agreement", "crossing", "licence")
    sizes: dict[str, int | float | str] = {"train": 2, "test": "rest"}
    return build(
        store, ReleaseRequest(opened.campaign.id, "1.0", sizes=sizes, overrides=overrides), now=NOW
    ).id


def run(folder: Path, *arguments: str) -> Result:
    url = f"sqlite:///{folder / 'aloi.db'}"
    return CliRunner().invoke(aloi, ["release", "push", *arguments, "--json", "--store", url])


@pytest.mark.sqlite
def test_a_release_is_pushed_as_one_commit_and_the_token_stands_nowhere(
    store: Store, released: str, hub: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    done = run(tmp_path, released, REPOSITORY)
    assert done.exit_code == 0, done.stderr
    told = json.loads(done.stdout)
    assert told == {"address": f"{hub}/datasets/{REPOSITORY}", "commit": "c0ffee", "files": told["files"]}
    assert StandIn.commits == ["Release 1.0"]
    export(store, ExportRequest(released, "huggingface"), tmp_path / "out", now=NOW)
    wanted = {
        one.relative_to(tmp_path / "out").as_posix(): one.read_bytes()
        for one in (tmp_path / "out").rglob("*")
        if one.is_file()
    }
    assert {**wanted, ".gitattributes": b"kept"} == StandIn.files
    assert told["files"] == len(wanted)

    queued = {"release": released, "repository": REPOSITORY, "private": True, "reason": "", "comments": False}
    assert push_job(store, queued, tmp_path, lambda *_: True) == told
    StandIn.status = 403
    refused = run(tmp_path, released, REPOSITORY)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "rights of the token" in refused.stderr
    StandIn.status = 413
    assert "status 413" in run(tmp_path, released, REPOSITORY).stderr
    everything = "\n".join([done.output, refused.output, caplog.text, repr(HubAccount(SECRET))])
    assert SECRET not in everything
    assert SECRET.encode() not in (tmp_path / "aloi.db").read_bytes()
    assert StandIn.commits == ["Release 1.0"] * 2


def test_what_must_not_or_cannot_be_pushed_is_refused_with_a_word(
    store: Store, released: str, hub: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = HubAccount(SECRET, hub)
    for name in ("corpus", "/corpus", "lab/", "a/b/c", "lab/..", "lab/été"):
        with pytest.raises(AloiError) as wrong:
            push(store, PushRequest(released, name), account, now=NOW)
        assert wrong.value.code == "aloi.value", name
    whole = store.gold.release
    for change, code in (({"gate": None}, "push-no-gate"), ({"stand_off": True}, "push-stand-off")):
        old = whole(released)
        given = replace(old, manifest={**old.manifest, **change})
        monkeypatch.setattr(store.gold, "release", lambda ref, given=given: given)
        with pytest.raises(AloiError) as refused:
            push(store, PushRequest(released, REPOSITORY), account, now=NOW)
        assert refused.value.code == f"workbench.{code}"
    monkeypatch.setattr(store.gold, "release", whole)
    with pytest.raises(AloiError) as nobody:
        push(store, PushRequest(released, REPOSITORY), HubAccount("another", hub), now=NOW)
    assert nobody.value.code == "workbench.push-not-allowed"
    with pytest.raises(AloiError) as away:
        push(store, PushRequest(released, REPOSITORY), HubAccount(SECRET, "http://127.0.0.1:9"), now=NOW)
    assert away.value.code == "workbench.push-unreachable"
    assert StandIn.commits == []
    monkeypatch.delenv(TOKEN)
    asked = run(tmp_path, released, REPOSITORY)
    assert asked.exit_code == 2
    assert re.search("no token", asked.stderr)
    monkeypatch.setenv(TOKEN, SECRET)
    monkeypatch.setenv(ENDPOINT, "hub")
    assert "address of a Hub" in run(tmp_path, released, REPOSITORY).stderr


@pytest.mark.filterwarnings("ignore:Use 'content=:DeprecationWarning")  # of the client, as it sends them
def test_large_files_go_beside_the_commit_and_once(
    store: Store, released: str, hub: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = bytes(range(256)) * 120_000  # 30 MB

    def with_large_file(store: Store, request: ExportRequest, folder: Path, **more: Any) -> Any:
        done = export(store, request, folder, **more)
        (folder / "large.parquet").write_bytes(content)
        return done

    monkeypatch.setattr(pushing, "export", with_large_file)
    account = HubAccount(SECRET, hub)
    with monkeypatch.context() as broken:
        broken.setattr(StandIn, "do_PUT", lambda handler: (handler._body(), handler._answer(400, {})))
        with pytest.raises(AloiError) as refused:
            push(store, PushRequest(released, REPOSITORY), account, now=NOW)
    assert refused.value.code == "workbench.push-unreachable"
    assert StandIn.commits == []
    push(store, PushRequest(released, REPOSITORY), account, now=NOW)
    assert [*StandIn.large] == [hashlib.sha256(content).hexdigest()]
    assert StandIn.files["large.parquet"] == content
    assert json.loads(StandIn.files["manifest.json"])["version"] == "1.0"
    StandIn.large[hashlib.sha256(content).hexdigest()] = b"there already"
    push(store, PushRequest(released, REPOSITORY), account, now=NOW)
    assert StandIn.files["large.parquet"] == b"there already"  # it was not sent again
