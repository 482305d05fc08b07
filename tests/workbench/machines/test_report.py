"""A machine beside people: the test, agreement, errors, calibration, guideline versions, position bias."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from scipy.stats import false_discovery_control

from aloi.agreement.ratings import Ratings
from aloi.annotation.model import Annotation, AssignmentKey
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase
from aloi.notebook.stores import Workspace
from aloi.storage.store import Store
from aloi.workbench.agreement.estimates import MOST_LABELS, estimate_report, machine_estimates
from aloi.workbench.agreement.full_report.machines import machine_table
from aloi.workbench.agreement.report import round_answers, round_report
from aloi.workbench.machines.answering import answer_round
from aloi.workbench.machines.rendering import report_html, report_json, report_latex, tables
from aloi.workbench.machines.report import machine_report
from aloi.workbench.requests.files.agreement import EstimateRequest
from aloi.workbench.requests.machines import AnswerMachineRequest, MachineReportRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.rounds import find_round, open_round
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
    assert report.right.interval.high <= 1
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


def test_what_people_would_say_of_all_items(store: Store, tmp_path: Path) -> None:
    annotated(store, tmp_path, answered=25)
    with serve(reply=right_reply) as served:
        ask(store, tmp_path, served.url)
    report = machine_report(store, MachineReportRequest("Pairs", 1, "m"))
    [(name, estimate)] = report.estimates
    round_ = find_round(store, "Pairs", 1)
    answers = round_answers(store, round_)
    machine = store.machines.get("m", None)
    scores = {
        answer.item_id: answer.value["score"] for answer in store.machines.answers(round_.id, machine.id)
    }
    lines = ["item,A1,A2,A3,X1"]
    for item_id in round_.item_ids:
        three = [answers.get((item_id, person)) for person in ("A1", "A2", "A3")]
        cells = ["" if answer is None else str(answer.value["score"]) for answer in three]
        lines.append(",".join([item_id, *cells, str(scores[item_id])]))
    table = tmp_path / "answers.csv"
    table.write_text("\n".join(lines), encoding="utf-8")
    expected = estimate_report(EstimateRequest(table, "X1", mean=True)).estimate
    assert name == "Mean"
    assert (estimate.people, estimate.machine) == (25, COUNT - 25)
    assert estimate.estimate == pytest.approx(expected.estimate)
    assert estimate.alone == pytest.approx(expected.alone)
    document = json.loads(json.dumps(report_json(report), default=str))
    assert document["estimates"][0]["estimate"] == pytest.approx(expected.estimate)
    assert "Estimations pour tous les items" in report_html(report, "fr")


def test_people_have_bias_and_confusions_beside_the_others(store: Store, tmp_path: Path) -> None:
    annotated(store, tmp_path)
    with serve(reply=right_reply) as served:
        ask(store, tmp_path, served.url)
    report = machine_report(store, MachineReportRequest("Pairs", 1, "m"))
    order = ["X1 v1", "A1", "A2", "A3"]
    assert list(dict.fromkeys(each.annotator for each in report.bias)) == order
    people = round_answers(store, find_round(store, "Pairs", 1))
    scores = {key: float(answer.value["score"]) for key, answer in people.items()}
    differences: dict[int, list[float]] = {}
    for (item_id, name), score in scores.items():
        if name == "A1":
            accepted = (scores[item_id, "A2"] + scores[item_id, "A3"]) / 2
            differences.setdefault(round(accepted), []).append(score - accepted)
    of_person = {each.degree: each.bias for each in report.bias if each.annotator == "A1"}
    assert {degree: bias.items for degree, bias in of_person.items()} == {
        degree: len(values) for degree, values in differences.items()
    }
    for degree, values in differences.items():
        assert of_person[degree].value == pytest.approx(sum(values) / len(values))
    confused = {name: [each for each in report.confusions if each.annotator == name] for name in order[1:]}
    assert all(0 < len(each) <= 5 for each in confused.values())
    most = max(confused["A1"], key=lambda each: each.count)
    assert most == confused["A1"][0]
    assert most.accepted != most.answered


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


def test_machines_of_a_round_are_tested_on_parts_of_its_items(store: Store, tmp_path: Path) -> None:
    annotated(store, tmp_path, count=240)
    with serve(reply=right_reply) as served:
        ask(store, tmp_path, served.url)
    workspace = Workspace(store, tmp_path)
    alone = workspace.agreement("Pairs", 1, ci="none", machine="m").machines
    report = machine_report(store, MachineReportRequest("Pairs", 1, "m"))
    assert alone == (report.test,)
    (together, *parts) = workspace.agreement(
        "Pairs", 1, ci="none", machine="X1", machine_by="label", epsilon=0.1
    ).machines
    assert (together.epsilon, together.part) == (0.1, "")
    assert [test.part for test in parts] == [str(degree) for degree in range(6)]
    assert sum(test.units for test in parts) == together.units
    # Benjamini and Yekutieli over all comparisons of the report, as scipy adjusts them.
    people = [person for test in (together, *parts) for person in test.people if person.p is not None]
    assert len(people) == 18  # one degree has fewer than 30 items
    assert "|tests:18|" in together.signature
    adjusted = false_discovery_control([person.p for person in people], method="by")
    assert [person.adjusted for person in people] == pytest.approx([*adjusted])
    (origin,) = workspace.agreement("Pairs", 1, ci="none", machine="m", machine_by="origin").machines[1:]
    assert (origin.part, origin.winning_rate) == ("import", report.test.winning_rate)
    document = workspace.call("round agreement", campaign="Pairs", round=1, ci="none", machine=["m"])
    assert document["alternatives"] == [report.test.to_json()]
    with pytest.raises(AloiError):
        workspace.agreement("Pairs", 1, ci="none", machine="none")


def test_people_and_machines_under_two_guidelines_answer_the_same_items(store: Store, tmp_path: Path) -> None:
    campaign = annotated(store, tmp_path)
    first = find_round(store, "Pairs", 1)
    with serve(reply=right_reply) as served:
        ask(store, tmp_path, served.url)
        store.campaigns.add_guideline(campaign, "Be strict.", "It was lenient.", NOW)
        answer_round(store, AnswerMachineRequest("Pairs", 1, "m", guideline=2), tmp_path, NOW)
        people = [store.people.get(person).pseudonym for person in first.annotators[:2]]
        request = RoundRequest("Pairs", "main", items=first.item_ids[:40], annotators=people, overlap=2)
        second = open_round(store, request)
    answers = {(each.key.item_id, each.key.annotator_id): each for each in store.answers.latest(first.id)}
    moved = []
    for person in first.annotators[:2]:
        for at, item_id in enumerate(first.item_ids[:40]):
            value = dict(answers[item_id, person].value)
            if at < 10:
                value = {name: (degree + 2) % 6 for name, degree in value.items()}
            key = AssignmentKey(second.id, item_id, person)
            event = f"2-{person[:20]}-{item_id[:20]}"
            moved.append(Annotation(key, 1, event, value, False, "", None, 2, NOW))
    store.answers.import_answers(second.id, moved)
    changes = machine_report(store, MachineReportRequest("Pairs", 1, "m", guideline=1)).changes
    assert [(each.annotator, each.before, each.after, each.same.items) for each in changes] == [
        ("X1 v1", 1, 2, COUNT), ("A1", 1, 2, 40), ("A2", 1, 2, 40),
    ]  # fmt: skip
    assert [each.same.value for each in changes] == [1.0, 0.75, 0.75]
    tests = Workspace(store, tmp_path).agreement("Pairs", 1, ci="none", machine="m", machine_by="guideline")
    assert [(test.part, test.units) for test in tests.machines] == [
        ("", COUNT), ("guideline 1", COUNT), ("guideline 2", COUNT)
    ]  # fmt: skip
    title = machine_table(tests.machines[2]).title
    assert isinstance(title, Phrase)
    assert "X1 v1, guide 2" in title.text("fr")


def test_shares_of_labels_and_of_sets_of_labels_are_estimated() -> None:
    label = [*["yes", "no", "no", "yes"] * 10]
    triples = [(f"u{at}", "A1", value) for at, value in enumerate(label[:24])]
    machine = [(f"u{at}", "X1", value) for at, value in enumerate(label)]
    ratings = Ratings.from_triples([*triples, *machine], "nominal")
    assert [name for name, _ in machine_estimates(ratings, "X1")] == ["Share of no", "Share of yes"]
    sets = [(unit, who, frozenset({value, "also"})) for unit, who, value in [*triples, *machine]]
    of_sets = dict(machine_estimates(Ratings.from_triples(sets, "nominal"), "X1"))
    assert of_sets["Share of yes"] == dict(machine_estimates(ratings, "X1"))["Share of yes"]
    assert of_sets["Share of also"].estimate == 1.0
    everybody = [(unit, "A1", value) for unit, _, value in machine]
    assert machine_estimates(Ratings.from_triples([*everybody, *machine], "nominal"), "X1") == ()
    many = [(f"v{at}", "X1", f"label {at % 40}") for at in range(400)]
    people = [(unit, "A1", label) for unit, _, label in many[:100]]
    assert len(machine_estimates(Ratings.from_triples([*people, *many], "nominal"), "X1")) == MOST_LABELS
