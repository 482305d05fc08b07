"""Machine annotators over HTTP, and with the same calls in a store file: every task, keys, files, texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from aloi.annotation.model import Role
from aloi.annotation.tasks import TASKS, task
from aloi.notebook.stores import Workspace
from aloi.workbench.requests.campaigns import StartRequest
from aloi.workbench.starting.setup import start_campaign
from tests.api.conftest import Server
from tests.machines.server import serve
from tests.workbench.machines.rounds import NOW, annotated, right_reply


def test_each_task_is_answered_over_http_and_in_a_store_file(server: Server) -> None:
    store = server.store
    workspace = Workspace(store, server.folder)
    with serve() as served:
        body = {"name": "qwen", "endpoint": served.url, "model": "tiny"}
        added = server.send("POST", "/machines", json=body)
        assert (added.status_code, added.json()["pseudonym"]) == (201, "X1")
        for kind in TASKS:
            start_campaign(
                store, StartRequest(kind.name, task=kind.name, language="fr", annotators=("A1",)), now=NOW
            )
            address = f"/campaigns/{kind.name}/rounds/1/machines/qwen"
            done = server.done(server.send("POST", f"{address}/answers", json={}))
            assert (done["answered"], done["skipped"]) == (3, {}), kind.name
            rows = server.send("GET", f"{address}/answers").json()["answers"]
            settings = store.campaigns.get(kind.name).schema.settings
            local = workspace.campaign(kind.name).machine_answers(1, "X1")
            assert [row["value"] for row in rows] == list(local["value"])
            for row in rows:
                item = store.texts.item(row["item_id"])
                assert task(kind.name).check(row["value"], item, settings) == row["value"]
                assert (row["skip"], row["confidence"], row["tokens"]) == (None, 0.75, 110)
    assert list(workspace.machines()["name"]) == ["qwen"]


def test_prompt_estimate_trial_report_and_counting(server: Server, tmp_path: Path) -> None:
    store = server.store
    annotated(store, tmp_path, count=40, word=" canary-word", restricted=True)
    store.members.put(store.campaigns.get("Pairs").id, store.people.get("Mona").id, Role.MANAGER)
    address = "/campaigns/Pairs/rounds/1/machines/qwen"
    with serve(reply=right_reply) as served:
        body = {"name": "qwen", "endpoint": served.url, "model": "tiny"}
        keys = {"key_env": "HOME"}
        assert server.send("POST", "/machines", "Mona", json={**body, **keys}).status_code == 403
        assert server.send("POST", "/machines", json={**body, "key_file": "~/key"}).status_code == 201
        assert server.send("POST", "/machines", "Mona", json=body).status_code == 201
        refused = server.send("GET", f"{address}/prompt", "Mona")
        assert (refused.status_code, "canary-word" in refused.text) == (422, False)
        prompt = server.send("GET", f"{address}/prompt?reason=Read+before+sending", "Mona").json()
        assert "canary-word" in prompt["prompt"]
        corpus = store.texts.corpus(store.campaigns.get("Pairs").corpus_id)
        assert [entry.reason for entry in store.texts.logged_exports(corpus.id)] == ["Read before sending"]
        size = server.done(server.send("POST", f"{address}/answers", "Mona", json={"estimate": True}))
        assert (size["requests"], served.requests) == (40, [])
        campaign = Workspace(store, server.folder).campaign("Pairs")
        tried = campaign.try_machine(1, "qwen", prompt["item_id"])
        assert (tried["outcome"]["skip"], len(served.requests)) == (None, 1)
        trial = {"item": prompt["item_id"], "send": True}
        assert server.send("POST", f"{address}/try", "Mona", json=trial).status_code == 422
        reason = {"sending_reason": "Read a reply."}
        replied = server.done(server.send("POST", f"{address}/try", "Mona", json={**trial, **reason}), "Mona")
        assert replied["outcome"]["value"] == tried["outcome"]["value"]
        assert [entry.reason for entry in store.texts.logged_exports(corpus.id)][-1] == "Read a reply."
        assert campaign.machine_prompt(1, "qwen", reason="r")["checksum"] == prompt["checksum"]
        server.done(server.send("POST", f"{address}/answers", "Mona", json={}), "Mona")
    report = server.done(server.send("POST", f"{address}/report", "Mona", json={}), "Mona")
    assert report["alternative"]["winning_rate"] == 1.0
    assert report == campaign.machine_report(1, "qwen")
    pages = [server.send("GET", f"{address}/answers?limit=25{more}", "Mona") for more in ("", "&cursor=MjU")]
    assert [len(page.json()["answers"]) for page in pages] == [25, 15]
    assert pages[0].json()["next_cursor"] == "MjU"
    assert "canary-word" not in pages[0].text
    count = "/campaigns/Pairs/machines/qwen/count"
    assert server.send("POST", count, "Mona", json={"why": "It passed."}).json()["counted"] == ["X1 v1"]
    assert campaign.count_machine("qwen", "It drifted.", off=True)["counted"] == []


def test_a_table_of_predictions_is_uploaded(server: Server, tmp_path: Path) -> None:
    annotated(server.store, tmp_path, count=6)
    (round_,) = server.store.campaigns.rounds(server.store.campaigns.get("Pairs").id)
    table: dict[str, Any] = {"item_id": round_.item_ids, "value": [3] * 6}
    content = pd.DataFrame(table).to_csv(index=False).encode()
    body = {"name": "old", "file": server.upload("old.csv", content)}
    assert server.send("POST", "/machines", json=body).json()["model"] == "old.csv"
    assert server.send("POST", "/machines", json={"name": "old", "file": "/etc/hosts"}).status_code == 422
    binary = {**body, "file": None, "endpoint": "http://127.0.0.1:9/v1", "model": "m"}
    binary["prompt"] = server.upload("p.txt", b"\xff\xfe")
    assert server.send("POST", "/machines", json=binary).status_code == 422
    workspace = Workspace(server.store, server.folder)
    workspace.add_machine("frame", file=pd.DataFrame({**table, "value": ["4"] * 6}))
    address = "/campaigns/Pairs/rounds/1/machines/old"
    assert server.done(server.send("POST", f"{address}/answers", json={}))["answered"] == 6
    assert workspace.campaign("Pairs").machine_annotate(1, "frame")["answered"] == 6
    assert server.send("GET", f"{address}/prompt").status_code == 422
