"""A machine beside people: the test, agreement, errors, calibration, guideline versions, position bias."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import Annotation, AssignmentKey
from aloi.storage.store import Store
from aloi.workbench.agreement.report import round_report
from aloi.workbench.machines.answering import answer_round
from aloi.workbench.machines.registry import add_machine
from aloi.workbench.machines.rendering import report_html, report_json, report_latex
from aloi.workbench.machines.report import machine_report
from aloi.workbench.requests.campaigns import StartRequest
from aloi.workbench.requests.machines import AddMachineRequest, AnswerMachineRequest, MachineReportRequest
from aloi.workbench.rounds.rounds import find_round
from aloi.workbench.starting.setup import start_campaign
from tests.machines.server import serve

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
COUNT = 60


def _degree(text: str) -> int:
    return int("".join(letter for letter in text if letter.isdigit())) % 6


def _annotated(store: Store, folder: Path) -> str:
    """Make a round of pairs with the answers of three people, who err on a seventh of them."""
    lines = [f"{at}\tPatient {at} coughs.\tPatient {at} sleeps." for at in range(COUNT)]
    table = folder / "pairs.tsv"
    table.write_text("\n".join(["pair_ID\tsentence_A\tsentence_B", *lines]), encoding="utf-8")
    terms: dict[str, Any] = {
        "file": table,
        "licence": "CC0",
        "language": "en",
        "annotators": ("Ada", "Bo", "Cy"),
        "pilot": None,
    }
    campaign = start_campaign(store, StartRequest("Pairs", **terms), now=NOW).campaign
    round_ = store.campaigns.rounds(campaign)[0]
    scale = store.campaigns.get(campaign).schema.settings["scales"][0]["name"]
    answers = []
    for at, person in enumerate(round_.annotators):
        for item in store.texts.items(round_.item_ids):
            degree = _degree(item.texts[0])
            wrong = (_degree(item.texts[0]) * 7 + at + int(item.id[:4], 16)) % 7 == 0
            key = AssignmentKey(round_.id, item.id, person)
            event = f"{person[:20]}-{item.id[:20]}"
            value = {scale: (degree + 1) % 6 if wrong else degree}
            answers.append(Annotation(key, 1, event, value, False, "", None, 1, NOW))
    store.answers.import_answers(round_.id, answers)
    return str(campaign)


def _reply(body: dict[str, Any]) -> str:
    """Answer the right degree of most pairs; the first of the two texts decides in doubt."""
    shown = body["messages"][-1]["content"]
    degree = _degree(shown.split("</text>")[0])
    if shown.startswith("First: <text>Patient") and "sleeps" in shown.split("</text>")[0]:
        degree = max(0, degree - 1)
    name = json.loads(body["messages"][0]["content"].split("\n\n")[-1])["required"][0]
    return json.dumps({name: degree, "confidence": 0.8})


def _ask(store: Store, folder: Path, url: str, **more: Any) -> None:
    add_machine(store, AddMachineRequest("m", endpoint=url, model="tiny", **more), folder, NOW)
    answer_round(store, AnswerMachineRequest("Pairs", 1, "m", parallel=4), folder, NOW)


def test_a_machine_beside_people(store: Store, tmp_path: Path) -> None:
    _annotated(store, tmp_path)
    before = round_report(store, "Pairs", 1)
    with serve(reply=_reply) as served:
        _ask(store, tmp_path, served.url, both_orders=True)
        assert len(served.requests) == 2 * COUNT
    report = machine_report(store, MachineReportRequest("Pairs", 1, "m"))
    assert (report.answered, report.items, report.skipped) == (COUNT, COUNT, {})
    assert report.test.machine == "X1 v1"
    assert report.test.winning_rate == 1.0
    assert {person.annotator for person in report.test.people} == {"A1", "A2", "A3"}
    assert report.right.value is not None
    assert report.right.value > 0.9
    assert report.right.interval is not None
    assert report.calibration.error == pytest.approx(abs(report.right.value - 0.8), abs=0.02)
    assert report.position_bias.value is not None
    assert 0.5 < report.position_bias.value < 1  # the reverse order costs a degree, except for the lowest
    assert {"X1 v1"} < {pair.b for pair in report.pairs} | {pair.a for pair in report.pairs}
    # The machine is in no agreement of people.
    after = round_report(store, "Pairs", 1)
    assert [one.value for one in after.results] == [one.value for one in before.results]
    assert "X1" not in str(after.to_json())
    document = json.loads(json.dumps(report_json(report), default=str))
    assert document["alternative"]["winning_rate"] == 1.0
    html = report_html(report)
    assert "Calderon" in html
    assert "graine" in html
    assert "\\begin{tabular}" in report_latex(report)


def test_what_a_new_guideline_moves(store: Store, tmp_path: Path) -> None:
    campaign = _annotated(store, tmp_path)
    with serve(reply=_reply) as served:
        _ask(store, tmp_path, served.url)
        store.campaigns.add_guideline(campaign, "Be strict.", "It was lenient.", NOW)
        round_ = find_round(store, "Pairs", 1)
        assert round_.guideline_version == 1
        request = AnswerMachineRequest("Pairs", 1, "m", guideline=2)
        again = answer_round(store, request, tmp_path, NOW)
        assert again.requests == COUNT
        assert "Be strict." in served.requests[-1]["messages"][0]["content"]
    (change,) = machine_report(store, MachineReportRequest("Pairs", 1, "m")).changes
    assert (change.before, change.after, change.same.value, change.same.items) == (1, 2, 1.0, COUNT)
