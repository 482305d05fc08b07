"""Attributes and relations in the terminal: agreement, a decision, gold, a release, and files read back."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from aloi.annotation.model import Role
from aloi.annotation.rows import TaggedTokens
from aloi.annotation.tasks.spans.values import relations_of, spans_of
from aloi.gold.formats import format_named
from aloi.storage.store import Store
from tests.terminal.overriding import overriding
from tests.workbench.scene import NOW
from tests.workbench.span_campaign import TEXTS, answer_all, make

SETTINGS = {
    "labels": [{"name": "sign"}, {"name": "drug"}],
    "attributes": [{"name": "certainty", "labels": ["sign"], "values": ["affirmed", "negated"]}],
    "relations": [{"name": "treats", "from": ["drug"], "to": ["sign"]}],
}


def cough(certainty: str, *relations: dict[str, str]) -> dict:
    spans = [
        {"id": "s1", "label": "sign", "parts": [[4, 14]], "attributes": {"certainty": certainty}},
        {"id": "s2", "label": "drug", "parts": [[31, 42]]},
    ]
    return {"spans": spans, "relations": [*relations]}


TREATS = {"type": "treats", "from": "s2", "to": "s1"}
PAIN = {"spans": [{"label": "sign", "parts": [[0, 7]], "attributes": {"certainty": "affirmed"}}]}


def test_details_of_spans_go_the_whole_way(invoke, refused, folder: Path) -> None:
    def run(*arguments: object) -> dict:
        result = invoke(*arguments, "--json")
        assert result.exit_code == 0, result.stderr
        return json.loads(result.stdout)

    store = Store.open("sqlite:///aloi-data/aloi.db")
    campaign = make(store, SETTINGS)
    answers = {"A1": {"b": cough("negated", TREATS), "d": PAIN}, "A2": {"b": cough("affirmed"), "d": PAIN}}
    answer_all(store, campaign, answers)
    judge = store.people.add("Judge", Role.ADJUDICATOR, NOW).pseudonym
    items = {item.texts[0]: item.id for item in store.texts.corpus_items(campaign.corpus_id)}
    store.close()
    measured = run("spans", "agreement", "marks", "--round", "1")
    alpha = [each["value"] for each in measured["attributes"] if each["measure"] == "krippendorff_alpha"]
    # Of two compared signs, one differs: 1 - (2 / 4) / (2 * 3 / (4 * 3)) = 0.
    assert alpha == [pytest.approx(0)] * len(alpha) != []
    assert set(measured["relations"]["by_type"]) == {"treats"}
    decision = cough("negated", TREATS)
    row = {"item_id": items[TEXTS["b"]], "value": decision, "why": "Read again.", "adjudicator": judge}
    lacking = {**row, "value": {**decision, "spans": decision["spans"][:1]}}
    (folder / "lacking.jsonl").write_text(json.dumps(lacking) + "\n", encoding="utf-8")
    assert "treats" in refused("adjudicate", "lacking.jsonl", "--campaign", "marks", "--round", 1)
    (folder / "decisions.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    run("adjudicate", "decisions.jsonl", "--campaign", "marks", "--round", 1)
    run("gold", "freeze", "--campaign", "marks")
    allowed = overriding("agreement", "crossing", "identifiers")
    run("release", "build", "--campaign", "marks", "--version", "1.0", "--sizes", "all=rest", *allowed)
    for name in ("brat", "label_studio", "bigbio", *(["docbin"] if find_spec("spacy") else [])):
        run("release", "export", "1.0", "--format", name, "--out", folder / name)
        rows = format_named(name).read(folder / name, (0.0, 1.0))["all"]
        read = {row.text: row for row in rows if isinstance(row, TaggedTokens)}
        assert {text for text, row in read.items() if row.spans} == {TEXTS["b"], TEXTS["d"]}, name
        assert read[TEXTS["b"]].spans == spans_of(decision), name
        assert read[TEXTS["b"]].relations == relations_of(decision), name
        assert read[TEXTS["d"]].spans == spans_of(PAIN), name
