"""A machine beside people: the test, agreement, errors, calibration, guideline versions, position bias."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from aloi.storage.store import Store
from aloi.workbench.agreement.report import round_report
from aloi.workbench.machines.answering import answer_round
from aloi.workbench.machines.rendering import report_html, report_json, report_latex, tables
from aloi.workbench.machines.report import machine_report
from aloi.workbench.requests.machines import AnswerMachineRequest, MachineReportRequest
from aloi.workbench.rounds.rounds import find_round
from tests.machines.server import serve
from tests.workbench.machines.rounds import COUNT, NOW, annotated, ask, right_reply


def _texts(head: str | tuple[str, str]) -> tuple[str, ...]:
    return (head,) if isinstance(head, str) else head


def test_a_machine_beside_people(store: Store, tmp_path: Path) -> None:
    annotated(store, tmp_path)
    before = round_report(store, "Pairs", 1)
    with serve(reply=right_reply) as served:
        ask(store, tmp_path, served.url, both_orders=True)
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
    assert "Avance de la personne" not in html
    assert "\\begin{tabular}" in report_latex(report)
    french = report_html(report, "fr")
    assert '<html lang="fr">' in french
    rate = re.search(r"Taux de victoires\s: 1,000 ", french)
    assert rate is not None
    heads = {str(head) for table in tables(report) for column in table.head for head in _texts(column)}
    translated = [table.in_language("fr") for table in tables(report)]
    french_heads = {str(head) for table in translated for column in table.head for head in _texts(column)}
    assert heads & french_heads <= {"", "p", "Item", "Items", "Distance", "Coefficient"}
    assert "Avance de la personne" in report_latex(report, "fr")


def test_what_a_new_guideline_moves(store: Store, tmp_path: Path) -> None:
    campaign = annotated(store, tmp_path)
    with serve(reply=right_reply) as served:
        ask(store, tmp_path, served.url)
        store.campaigns.add_guideline(campaign, "Be strict.", "It was lenient.", NOW)
        round_ = find_round(store, "Pairs", 1)
        assert round_.guideline_version == 1
        request = AnswerMachineRequest("Pairs", 1, "m", guideline=2)
        again = answer_round(store, request, tmp_path, NOW)
        assert again.requests == COUNT
        assert "Be strict." in served.requests[-1]["messages"][0]["content"]
    (change,) = machine_report(store, MachineReportRequest("Pairs", 1, "m")).changes
    assert (change.before, change.after, change.same.value, change.same.items) == (1, 2, 1.0, COUNT)
