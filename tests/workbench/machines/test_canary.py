"""A key and a word of restricted texts, looked for in everything that a machine annotator leaves behind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from aloi.annotation.model import Role
from aloi.api.app import build as build_app
from aloi.base.errors import AloiError
from aloi.base.requests import to_data
from aloi.base.settings import Settings
from aloi.machines import client
from aloi.storage.store import Store
from aloi.terminal.main import aloi
from aloi.workbench import jobs
from aloi.workbench.machines.answering import try_machine
from aloi.workbench.machines.registry import add_machine, machine_document
from aloi.workbench.machines.rendering import report_html, report_json, report_latex
from aloi.workbench.machines.report import machine_report
from aloi.workbench.programs.tokens import create_token
from aloi.workbench.releases import exporting, gold, releases
from aloi.workbench.requests.machines import (
    AddMachineRequest,
    AnswerMachineRequest,
    MachineReportRequest,
    TryMachineRequest,
)
from aloi.workbench.requests.programs import TokenRequest
from aloi.workbench.requests.releases import ArchiveRequest, ExportRequest, FreezeRequest, ReleaseRequest
from aloi.workbench.store.archiving import archive_campaign
from tests.canary import WORD, holding
from tests.machines import server as rules
from tests.machines.server import serve
from tests.workbench.machines.rounds import NOW, annotated, right_reply

KEY = "canary-key-5f1c"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def _echoing(body: dict[str, Any]) -> str:
    """Answer as a model does that repeats what it was sent, in words and in a field of its own."""
    answer = json.loads(right_reply(body))
    return f"{body['messages'][-1]['content']} {json.dumps({**answer, 'why': WORD})}"


def _calls(store: Store, folder: Path, campaign: str) -> Iterator[tuple[str, str]]:
    """Yield the path and the reply of everything that the REST interface tells an administrator."""
    store.people.add("Root", Role.ADMINISTRATOR, NOW, password_hash="x")
    token = create_token(store, TokenRequest("Root", scope="write"), datetime.now(UTC)).secret
    app = build_app(Settings(store="", data=folder), store, lambda: datetime.now(UTC))
    places = {"campaign": campaign, "number": "1", "round": "1", "release": f"{campaign}:1.0"}
    with TestClient(app) as web:
        for path, methods in web.get("/openapi.json").json()["paths"].items():
            if "get" in methods:
                url = path.format_map(_Filled(places))
                reply = web.get(url, headers={"Authorization": f"Bearer {token}"})
                yield f"{reply.status_code} {path}", reply.text
        for job in store.jobs.list():
            reply = web.get(f"/jobs/{job.id}", headers={"Authorization": f"Bearer {token}"})
            yield f"{reply.status_code} job {job.id}", reply.text


class _Filled(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return "1"


@pytest.mark.slow  # eight seconds of the processor
@pytest.mark.sqlite
def test_neither_key_nor_text_leaves(
    store: Store,
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("CANARY_KEY", KEY)
    monkeypatch.setattr(client, "_pause", lambda number: 0.0)
    caplog.set_level("DEBUG")
    campaign = annotated(store, tmp_path, word=WORD, restricted=True)
    (tmp_path / "pairs.tsv").unlink()
    outputs: list[str] = []  # everything that commands and pages are told
    kinds = [rules.FAIL, rules.LEAK, rules.LEAK, rules.BROKEN]

    def rule(number: int, body: dict[str, Any]) -> str:
        return kinds[number] if number < len(kinds) else rules.ANSWER

    with serve(rule, _echoing) as served:
        add = AddMachineRequest("m", endpoint=served.url, model="tiny", key_env="CANARY_KEY")
        jobs.start(store, "machine_answer", to_data(AnswerMachineRequest("Pairs", 1, "none")), "M1", NOW)
        outputs.append(json.dumps(machine_document(add_machine(store, add, data, NOW))))
        tried = try_machine(store, TryMachineRequest("Pairs", 1, "m", send=True), NOW)
        assert WORD in tried.prompt  # a manager reads what would be sent
        assert KEY not in str(tried)
        jobs.start(store, "machine_answer", to_data(AnswerMachineRequest("Pairs", 1, "m")), "M1", NOW)
        while jobs.run_one(store, data) is not None:
            pass
        assert {headers["Authorization"] for headers in served.headers} == {f"Bearer {KEY}"}
        assert WORD in served.says()
    outputs += [str(each) for each in store.jobs.list()]
    report = machine_report(store, MachineReportRequest("Pairs", 1, "m"))
    assert report.answered > 50
    outputs += [report_html(report), report_latex(report), json.dumps(report_json(report), default=str)]
    gold.freeze(store, FreezeRequest("Pairs", rounds=(1,)), now=NOW)
    sizes = {"train": 30, "test": "rest"}
    with pytest.raises(AloiError) as refused:
        releases.build(store, ReleaseRequest("Pairs", "1.0", sizes=sizes), now=NOW)
    outputs.append(str(refused.value))
    release = releases.build(store, ReleaseRequest("Pairs", "1.0", sizes=sizes, stand_off=True), now=NOW)
    exporting.export(store, ExportRequest(release.id, stand_off=True), tmp_path / "stand-off", now=NOW)
    assert (tmp_path / "stand-off/machines/answers.jsonl").is_file()
    with pytest.raises(AloiError) as refused:
        archive_campaign(store, ArchiveRequest("Pairs"), tmp_path / "a.aloi", now=NOW)
    outputs.append(str(refused.value))
    replies = dict(_calls(store, data, campaign))
    assert sum(path.startswith("200") for path in replies) > 12
    assert not [path for path, reply in replies.items() if KEY in reply]
    assert {path for path, reply in replies.items() if WORD in reply} <= {"200 /campaigns/{campaign}/items"}
    archive_campaign(store, ArchiveRequest("Pairs", reason="Agreed."), tmp_path / "with-reason.aloi", now=NOW)
    store.close()
    monkeypatch.setenv("ALOI_STORE", f"sqlite:///{tmp_path / 'aloi.db'}")
    monkeypatch.setenv("ALOI_DATA", str(data))
    listed = CliRunner().invoke(aloi, ["machine", "list"], catch_exceptions=False)
    outputs.append(listed.output + caplog.text)
    assert "X1" in listed.output
    for text in outputs:
        assert KEY not in text
        assert WORD not in text
    texts = holding(tmp_path)
    assert {name.split("-wal")[0].split("-shm")[0] for name in texts} <= {"aloi.db", "with-reason.aloi"}
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert KEY.encode() not in path.read_bytes(), path.name
