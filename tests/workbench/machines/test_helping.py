"""A machine helps on a random share of the items: what people see, and what the report compares."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import Role
from aloi.annotation.tasks import TASKS
from aloi.annotation.tasks.linking.task import concepts_of
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.ui.questions import question_of
from aloi.ui.questions.base import DeskItem
from aloi.ui.questions.envelope import work_data
from aloi.workbench.annotation import answering
from aloi.workbench.machines.answering import answer_round
from aloi.workbench.machines.helping import HelpMeasure, suggest_machine
from aloi.workbench.machines.registry import add_machine
from aloi.workbench.machines.rendering import report_html, report_json, tables
from aloi.workbench.machines.report import machine_report
from aloi.workbench.requests.campaigns import StartRequest
from aloi.workbench.requests.machines import (
    AddMachineRequest,
    AnswerMachineRequest,
    MachineReportRequest,
    SuggestMachineRequest,
)
from aloi.workbench.requests.rounds import DecisionsRequest
from aloi.workbench.rounds.adjudicating import import_decisions
from aloi.workbench.rounds.machine_help import SHOWN, machine_help
from aloi.workbench.starting.setup import start_campaign
from tests.machines.server import serve
from tests.workbench.machines.rounds import NOW, degree_of

COUNT = 30
NO_MACHINE = 4  # the last items, which the table of the machine lacks


def _round(store: Store, folder: Path) -> tuple[Any, dict[str, int]]:
    """Return a round of pairs that a table of wrong predictions annotated, and the right degrees."""
    lines = [f"{at}\tPatient {at} coughs.\tPatient {at} sleeps." for at in range(COUNT)]
    (folder / "pairs.tsv").write_text(
        "\n".join(["pair_ID\tsentence_A\tsentence_B", *lines]), encoding="utf-8"
    )
    terms: dict[str, Any] = {"licence": "CC0", "language": "en", "annotators": ("Ada", "Bo"), "pilot": None}
    campaign = start_campaign(store, StartRequest("Pairs", file=folder / "pairs.tsv", **terms), now=NOW)
    (round_,) = store.campaigns.rounds(str(campaign.campaign))
    right = {item.id: degree_of(item.texts[0]) for item in store.texts.items(round_.item_ids)}
    rows = [f"{item_id},{(right[item_id] + 1) % 6}" for item_id in round_.item_ids[:-NO_MACHINE]]
    (folder / "m.csv").write_text("\n".join(["item_id,value", *rows]), encoding="utf-8")
    add_machine(store, AddMachineRequest("m", file=folder / "m.csv"), folder, NOW)
    answer_round(store, AnswerMachineRequest("Pairs", 1, "m"), folder, NOW)
    return round_, right


def _annotate(store: Store, round_: Any, right: dict[str, int]) -> dict[str, bool]:
    """Let people answer, who follow every second suggestion; return which items had one."""
    desk, choice = answering.desk(store, round_.id), random.Random(0)
    scale = desk.campaign.schema.settings["scales"][0]["name"]
    helped: dict[str, bool] = {}
    for person in round_.annotators:
        screen = answering.screen(store, desk, person, NOW, 600)
        while screen is not None:
            item_id, hint = screen.item.id, screen.hint
            assert helped.setdefault(item_id, hint is not None) is (hint is not None)
            if hint is not None:
                assert (hint.made_by, hint.value) == ("X1 v1", {scale: (right[item_id] + 1) % 6})
            follows = hint is not None and choice.random() < 0.5
            value = hint.value if follows and hint is not None else {scale: right[item_id]}
            event_id, seconds = f"{person[:20]}-{item_id[:20]}", 2.0 if hint else 4.0
            untrue = {SHOWN: {"machine": "none", "shown": True}}  # what a browser says of it does not count
            event = answering.Event(
                event_id, "answer", item_id, 1, value, seconds, False, "", "", shown=untrue
            )
            screen = answering.answer(store, desk, person, event, NOW, 600)
    return helped


def scale_of(store: Store) -> str:
    return str(store.campaigns.get("Pairs").schema.settings["scales"][0]["name"])


def test_people_see_the_answers_of_a_machine_on_half_of_the_items(store: Store, tmp_path: Path) -> None:
    round_, right = _round(store, tmp_path)
    with pytest.raises(AloiError):
        suggest_machine(store, SuggestMachineRequest("Pairs", "m", off=True, why="None helps."), NOW)
    suggest_machine(store, SuggestMachineRequest("Pairs", "m", seed=4, why="To save time."), NOW)
    helped = _annotate(store, round_, right)
    with_machine = round_.item_ids[:-NO_MACHINE]
    shown = [item_id for item_id in with_machine if helped[item_id]]
    assert 6 < len(shown) < 20
    assert not any(helped[item_id] for item_id in round_.item_ids[-NO_MACHINE:])
    recorded = {each.key.item_id: each.shown.get(SHOWN) for each in store.answers.latest(round_.id)}
    machine = store.machines.get("m")
    for item_id in with_machine:
        value = {scale_of(store): (right[item_id] + 1) % 6}
        assert recorded[item_id] == {"machine": machine.id, "shown": helped[item_id], "value": value}
    assert {recorded[item_id] for item_id in round_.item_ids[-NO_MACHINE:]} == {None}
    its_help = machine_help(store, round_.campaign_id)
    assert its_help is not None
    assert shown == [item_id for item_id in with_machine if its_help.helps(item_id)]
    judge = store.people.add("Judy", Role.ADJUDICATOR, NOW).pseudonym
    decisions = [
        {"item_id": item_id, "value": value, "why": "", "adjudicator": judge}
        for item_id, value in right.items()
    ]
    table = tmp_path / "decisions.jsonl"
    table.write_text("\n".join(map(json.dumps, decisions)), encoding="utf-8")
    import_decisions(store, DecisionsRequest("Pairs", 1, table), now=datetime.now(UTC))

    report = machine_report(store, MachineReportRequest("Pairs", 1, "m"))
    effect = report.help
    assert effect is not None
    assert effect.items == (len(shown), len(with_machine) - len(shown))
    seconds, equal, correct, pull = (effect.differences[measure] for measure in HelpMeasure)
    assert seconds.difference == pytest.approx(-0.6931, abs=1e-3)
    assert (pull.second, equal.second, correct.second) == (0.0, 1.0, 1.0)
    assert pull.first is not None
    assert 0.3 < pull.first < 0.7
    assert correct.first == pytest.approx(1 - pull.first)
    assert correct.counts == pull.counts == (2 * len(shown), 2 * (len(with_machine) - len(shown)))
    assert pull.interval is not None
    assert pull.interval.low > 0
    document = report_json(report)
    text = json.dumps(document)
    assert json.loads(text)["help"]["items"] == [*effect.items]
    for paragraph, kind in zip(
        document["methods"].values(), ("predictions were", "prédictions ont"), strict=True
    ):
        assert kind in paragraph
        assert "m.csv" in paragraph
        assert "temp" not in paragraph  # a table has no settings of a language model
    (compared,) = (each for each in tables(report) if each.title == "Suggestions to people.")
    assert str(compared.rows[0][-1]).startswith("0.50")
    assert "Suggestions aux personnes" in report_html(report, "fr")

    suggest_machine(store, SuggestMachineRequest("Pairs", "m", off=True, why="It misleads."), NOW)
    assert answering.desk(store, round_.id).help is None


def test_each_task_shows_the_suggestion_and_stores_that_it_was_shown(store: Store, tmp_path: Path) -> None:
    with serve() as served:
        add_machine(store, AddMachineRequest("m", endpoint=served.url, model="x"), tmp_path, NOW)
        for kind in TASKS:
            start = StartRequest(kind.name, task=kind.name, language="fr", annotators=("Ada",))
            round_ = store.campaigns.round(str(start_campaign(store, start, now=NOW).round))
            answer_round(store, AnswerMachineRequest(kind.name, 1, "m"), tmp_path, NOW)
            suggest_machine(store, SuggestMachineRequest(kind.name, "m", share=0, why="To compare."), NOW)
            desk = answering.desk(store, round_.id)
            screen = answering.screen(store, desk, round_.annotators[0], NOW, 600)
            assert screen is not None
            marks_spans = kind.takes_suggestions and not kind.takes_terminology
            assert (screen.hint, desk.has_hints) == (None, not marks_spans)
            if marks_spans:
                assert screen.suggestion is None
            question = question_of(screen.fields)
            data = work_data(question, DeskItem(store, desk, screen, None, redrawn=True), {})
            assert data["hint"] == (None if marks_spans else {})

            suggest_machine(store, SuggestMachineRequest(kind.name, "m", share=1, why="To help."), NOW)
            desk = answering.desk(store, round_.id)
            screen = answering.screen(store, desk, round_.annotators[0], NOW, 600)
            assert screen is not None
            (its,) = (each for each in store.machines.answers(round_.id) if each.item_id == screen.item.id)
            its_hint = screen.suggestion if marks_spans else screen.hint
            assert its_hint is not None
            assert (its_hint.made_by, its_hint.value) == ("X1 v1", its.value), kind.name
            if not marks_spans:
                data = work_data(question, DeskItem(store, desk, screen, None, redrawn=True), {})
                assert data["hint"]["answer"] == its.value
            if kind.takes_terminology:  # concepts that are filled in have names
                assert all(data["known"][concept] for concept in concepts_of(its.value))
                assert concepts_of(its.value)
            event = answering.Event(
                f"e-{kind.name}", "answer", screen.item.id, 1, its.value, 2.0, False, "", ""
            )
            answering.answer(store, desk, round_.annotators[0], event, NOW, 600)
            (stored,) = store.answers.latest(round_.id)
            assert stored.value == its.value
            assert stored.shown[SHOWN] == {"machine": its.machine_id, "shown": True, "value": its.value}
