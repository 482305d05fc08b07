"""Machine answers are apart from those of people, unless a campaign counts a machine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.storage.corrections.log import CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.agreement.report import round_report
from aloi.workbench.machines.answering import answer_round
from aloi.workbench.machines.counting import count_machine
from aloi.workbench.machines.registry import add_machine
from aloi.workbench.machines.rendering import methods
from aloi.workbench.machines.report import machine_report
from aloi.workbench.releases.checking import verify
from aloi.workbench.releases.gold import freeze
from aloi.workbench.releases.releases import build
from aloi.workbench.requests.machines import (
    AddMachineRequest,
    AnswerMachineRequest,
    CountMachineRequest,
    MachineReportRequest,
)
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.rounds.adjudicating import decide, dispute, queue
from aloi.workbench.rounds.machine_answers import counted_machines
from tests.machines.server import serve
from tests.workbench.machines.rounds import NOW, annotated, right_reply


def _measured(store: Store) -> bytes:
    """Return agreement, gold and the queue of adjudication as bytes."""
    report = round_report(store, "Pairs", 1, whole=True)
    gold = freeze(store, FreezeRequest("Pairs", rounds=(1,)), now=NOW).gold
    parts = [report.to_json(), to_json(gold), to_json(queue(store, "Pairs", 1))]
    return json.dumps(parts, default=str, sort_keys=True).encode()


def test_machine_answers_count_only_if_the_campaign_says_so(store: Store, tmp_path: Path) -> None:
    campaign = annotated(store, tmp_path, count=40)
    before = _measured(store)
    with serve(reply=right_reply) as served:
        add_machine(store, AddMachineRequest("m", endpoint=served.url, model="tiny"), tmp_path, NOW)
        answer_round(store, AnswerMachineRequest("Pairs", 1, "m"), tmp_path, NOW)
    assert _measured(store) == before
    apart = machine_report(store, MachineReportRequest("Pairs", 1, "m"))
    with pytest.raises(AloiError):
        count_machine(store, CountMachineRequest("Pairs", "m", why=" "), NOW)
    with pytest.raises(AloiError):
        count_machine(store, CountMachineRequest("Pairs", "m", off=True, why="Never counted."), NOW)
    assert counted_machines(store, campaign) == ()

    count_machine(store, CountMachineRequest("Pairs", "m", why="It passed the test."), NOW)
    [counted] = counted_machines(store, campaign)
    assert (counted.machine.title, counted.why) == ("X1 v1", "It passed the test.")
    report = round_report(store, "Pairs", 1)
    assert report.views[0].annotators == ("A1", "A2", "A3", "X1")
    gold = freeze(store, FreezeRequest("Pairs", rounds=(1,)), now=NOW).gold
    assert {item.support for item in gold.items} == {("A1", "A2", "A3", "X1")}
    # The report still compares the machine with people alone, and its methods say that it counts.
    again = machine_report(store, MachineReportRequest("Pairs", 1, "m"))
    assert (again.test, again.pairs, again.right) == (apart.test, apart.pairs, apart.right)
    assert "in no agreement of people" in methods(apart)
    assert "in no agreement of people" not in methods(again)
    assert "comme celles d’une personne" in methods(again, "fr")
    item_id = next(iter(store.campaigns.rounds(campaign)[0].item_ids))
    shown = dispute(store, "Pairs", 1, item_id)
    value = store.machines.answers(store.campaigns.rounds(campaign)[0].id)[0].value
    decision = decide(store, "Pairs", 1, item_id, value, "", ["A1"], NOW)
    assert [name.partition(":")[0] for name in decision.considered] == ["A1", "A2", "A3", "X1"]
    assert shown is None or "X1" in str(shown)

    count_machine(store, CountMachineRequest("Pairs", "m", off=True, why="A mistake."), NOW)
    assert counted_machines(store, campaign) == ()
    assert json.loads(_measured(store))[0] == json.loads(before)[0]
    logged = [each.kind for each in store.corrections.list(campaign_id=campaign)]
    assert logged == [CorrectionKind.COUNT_MACHINE, CorrectionKind.DISCOUNT_MACHINE]


def test_a_release_of_gold_that_counts_a_machine_says_so_and_is_verified(
    store: Store, tmp_path: Path
) -> None:
    annotated(store, tmp_path, count=40)
    freeze(store, FreezeRequest("Pairs", rounds=(1,)), now=NOW)
    request = ReleaseRequest("Pairs", "1.0", sizes={"train": 30, "test": "rest"})
    with serve(reply=right_reply) as served:
        add_machine(store, AddMachineRequest("m", endpoint=served.url, model="tiny"), tmp_path, NOW)
        answer_round(store, AnswerMachineRequest("Pairs", 1, "m"), tmp_path, NOW)
    count_machine(store, CountMachineRequest("Pairs", "m", why="It passed the test."), NOW)
    with pytest.raises(AloiError, match="no longer follow"):
        build(store, request, now=NOW)  # the gold was frozen without the machine
    freeze(store, FreezeRequest("Pairs", rounds=(1,)), now=NOW)
    release = build(store, request, now=NOW)
    manifest: Any = release.manifest
    assert verify(store, release.id) == []
    assert {"pseudonym": "X1", "role": "annotator", "expertise": "machine"} in manifest["annotators"]
    assert [each["counted_because"] for each in manifest["machines"]["annotators"]] == ["It passed the test."]
    assert "beside people, with the reason: X1 v1 (It passed the test.)." in manifest["statement"]
    assert {result["annotators"] for result in manifest["agreement"][0]["results"]} == {4}
