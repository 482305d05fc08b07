"""Answers of machines in releases: apart from gold and agreement, verified, without address and key."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.gold.releasing.release import verify, without_comments
from aloi.gold.releasing.release_files import frozen_manifest
from aloi.storage.store import Store
from aloi.workbench.machines.answering import answer_round
from aloi.workbench.machines.report import machine_report
from aloi.workbench.releases import exporting, gold, releases
from aloi.workbench.releases.checking import verify as verify_stored
from aloi.workbench.requests.machines import AnswerMachineRequest, MachineReportRequest
from aloi.workbench.requests.releases import ExportRequest, FreezeRequest, ReleaseRequest
from tests.machines.server import serve
from tests.workbench.machines.rounds import COUNT, NOW, annotated, ask, right_reply

SIZES = {"train": 30, "test": "rest"}


@pytest.mark.sqlite
def test_a_release_carries_the_answers_of_machines_apart(store: Store, tmp_path: Path) -> None:
    campaign = annotated(store, tmp_path)
    store.campaigns.add_guideline(campaign, "Be strict.", "It was lenient.", NOW)
    gold.freeze(store, FreezeRequest("Pairs", rounds=(1,)), now=NOW)
    before = releases.build(store, ReleaseRequest("Pairs", "1.0", sizes=SIZES), now=NOW)
    with serve(reply=right_reply) as served:
        ask(store, tmp_path, served.url)
        answer_round(store, AnswerMachineRequest("Pairs", 1, "m", guideline=2), tmp_path, NOW)
    release = releases.build(store, ReleaseRequest("Pairs", "2.0", sizes=SIZES), now=NOW)
    manifest: Any = release.manifest
    # Gold, splits and agreement are those of people, and a release without machines has no trace of them.
    assert release.checksum == before.checksum
    assert manifest["agreement"] == before.manifest["agreement"]
    assert "machine" not in json.dumps({**before.manifest, "gate": None}).lower()
    first, second = manifest["machines"]["annotators"]
    assert (first["pseudonym"], first["model"], first["where"]) == ("X1", "tiny", "this machine")
    assert (first["answered"], first["guideline_version"], second["guideline_version"]) == (COUNT, 1, 2)
    assert len(manifest["machines"]["answers"]) == 2 * COUNT
    test = first["alternative_test"]
    alone = machine_report(store, MachineReportRequest("Pairs", 1, "m")).test
    assert (test["advantage_probability"], test["winning_rate"]) == (alone.advantage, 1.0)
    assert all(  # adjusted over both versions of the guideline
        mine["adjusted_p"] >= (other.adjusted or 0)
        for mine, other in zip(test["annotators"], alone.people, strict=True)
    )
    assert served.url not in json.dumps(manifest)
    assert verify_stored(store, release.id) == []
    assert verify(without_comments(release).manifest) == []
    assert "X1 v1: model tiny, at a server on the machine" in manifest["statement"]

    folder = tmp_path / "out"
    exporting.export(store, ExportRequest(release.id, "croissant"), folder, now=NOW)
    lines = [json.loads(line) for line in (folder / "machines/answers.jsonl").read_text().splitlines()]
    assert lines == list(manifest["machines"]["answers"])
    assert {"item_id", "value", "prompt", "machine", "confidence"} <= lines[0].keys()
    written = json.loads((folder / "manifest.json").read_text())
    assert "answers" not in written["machines"]
    assert frozen_manifest(folder) == written
    croissant = json.loads((folder / "croissant.json").read_text())
    assert "alternative annotator test" in croissant["rai:machineAnnotationTools"].lower()
    (described,) = [one for one in croissant["distribution"] if one["name"] == "machines/answers.jsonl"]
    content = (folder / "machines/answers.jsonl").read_bytes()
    assert described["sha256"] == hashlib.sha256(content).hexdigest()
    assert "taux de victoires 1,000" in (folder / "DATASHEET.fr.md").read_text()
    assert "peut remplacer une personne" in (folder / "DATASHEET.fr.md").read_text()
    (folder / "machines/answers.jsonl").write_bytes(content.replace(b'"draw":0', b'"draw":1', 1))
    with pytest.raises(AloiError, match="answers of machines"):
        frozen_manifest(folder)
    stand_off = tmp_path / "stand-off"
    exporting.export(store, ExportRequest(release.id, stand_off=True), stand_off, now=NOW)
    assert (stand_off / "machines/answers.jsonl").read_bytes() == content
    texts = "".join(path.read_text() for path in stand_off.rglob("*") if path.is_file())
    assert "coughs" not in texts
