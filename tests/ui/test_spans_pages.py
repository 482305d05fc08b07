"""The pages on a campaign of spans: its labels set up and shown, agreement, what became of suggestions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from aloi.annotation.tasks import task
from aloi.annotation.tasks.spans.values import value_of
from aloi.gold.making.adjudicate import Dispute
from aloi.gold.making.aggregate import AnnotatorAnswer
from aloi.storage.store import Store
from aloi.ui import language
from aloi.ui.questions import question_of, question_of_task
from aloi.ui.questions.base import Case, DeskItem
from aloi.ui.questions.envelope import decision_data
from aloi.ui.questions.spans.schema_rows import (
    attributes_of_rows,
    relation_rows,
    relations_of_rows,
    value_rows,
)
from aloi.ui.texts import t
from aloi.workbench.annotation import answering
from aloi.workbench.candidates.suggestions import save_spans
from tests.ui.pages import name_and_create, open_page, start_on, tables
from tests.workbench.scene import NOW
from tests.workbench.span_campaign import TEXTS, answer_all, make, spans_in


@pytest.fixture
def filled(site: Store, tmp_path: Path) -> Store:
    """Return a store with a round of spans that two people answered, one text with a suggestion."""
    campaign = make(site)
    items = {one.texts[0]: one.id for one in site.texts.corpus_items(campaign.corpus_id)}
    ready = spans_in(TEXTS["b"], [("drug", "paracétamol")])
    save_spans(site, "marks", "a list", {items[TEXTS["b"]]: ready}, NOW)
    answers = {
        "A1": {"a": [("disorder", "cancer du poumon")], "b": [("drug", "paracétamol")]},
        "A2": {"a": [("disorder", "cancer")]},
    }
    answer_all(site, campaign, answers)
    return site


@pytest.mark.parametrize("name", ["candidates", "rounds", "adjudicate", "releases", "home"])
def test_every_page_takes_spans(filled: Store, name: str) -> None:
    open_page(filled, name)


def test_labels_of_ones_own_start_a_campaign_and_are_shown(filled: Store) -> None:
    at = start_on(filled, "spans", filled.texts.corpora()[0].id)
    next(one for one in at.file_uploader if one.label == t("labels.file")).upload(
        "labels.csv", b"name;title;gloss;key\ndrug;Drug;a medicine;d\nvital sign;;;\n", "text/csv"
    ).run()
    name_and_create(at, "own")
    settings = filled.campaigns.get("own").schema.settings
    assert [one["name"] for one in settings["labels"]] == ["drug", "vital_sign"]
    assert (settings["nested"], settings["broken"]) == (True, True)
    shown = "".join(one.proto.body for one in open_page(filled, "campaigns").get("html"))
    assert "Médicament" in shown


def test_agreement_shows_f1_and_what_became_of_suggestions(filled: Store) -> None:
    at = open_page(filled, "agreement")
    assert t("spans.title") in [one.label for one in at.tabs]
    drawn = tables(at)
    # Coefficients of two views are two rows, each called after its view.
    charts = "".join(
        one.proto.SerializeToString().decode(errors="replace") for one in at.get("vega_lite_chart")
    )
    assert "(tokens)" in charts
    assert "(tokens, marked or not)" in charts
    assert any("Médicament" in one.to_string() for one in drawn if t("spans.exact") in one.columns)
    f1 = next(one for one in drawn if t("spans.exact") in one.columns)
    # Three spans, none the same; the two cancers overlap.
    assert f1[t("spans.exact")].iloc[0].startswith("0.00")
    assert f1[t("spans.partial")].iloc[0].startswith("0.667 [")
    use = next(one for one in drawn if t("spans.share_kept") in one.columns)
    assert list(use[t("spans.share_kept")]) == ["50%", "100%", "0%"]
    next(one for one in at.toggle if one.label == t("spans.soft")).set_value(True).run()
    assert not at.exception
    names = [list(one.iloc[:, 0]) for one in tables(at) if t("spans.texts") in one.columns]
    assert any(one[:2] == [t("measures.gamma"), t("measures.alpha_u")] for one in names)


def test_what_the_desk_is_given(filled: Store) -> None:
    desk = answering.desk(filled, filled.campaigns.rounds(filled.campaigns.get("marks").id)[0].id)
    person = next(one for one in filled.people.list() if one.pseudonym == "A2")
    given = {}
    for number in range(1, filled.own_work.count(desk.round.id, person.id).total + 1):
        screen = answering.look_back(filled, desk, person.id, number)
        assert screen is not None
        data = question_of(screen.fields).data(
            screen.fields, DeskItem(filled, desk, screen, None, redrawn=True)
        )
        given[screen.item.texts[0]] = data
    assert given[TEXTS["a"]]["asked"]["tokens"] is True
    assert given[TEXTS["a"]]["asked"]["pieces"].startswith("0 ")
    assert given[TEXTS["a"]]["suggestion"] is None
    ready = value_of(spans_in(TEXTS["b"], [("drug", "paracétamol")]))
    assert given[TEXTS["b"]]["suggestion"] == {"by": "a list", "spans": ready["spans"]}


def test_a_decision_starts_from_what_all_marked(filled: Store) -> None:
    kind = task("spans")
    item = kind.example().item
    both, one = (
        spans_in(item.texts[0], [("drug", "paracétamol")]),
        spans_in(item.texts[0], [("sign", "Douleur")]),
    )
    answers = (AnnotatorAnswer("A1", value_of([*both, *one])), AnnotatorAnswer("A2", value_of(both)))
    case = Case(
        filled, filled.campaigns.get("marks"), Dispute(item.id, 0.5, 0.5, answers), item, None, blind=False
    )
    fields = kind.fields(item, kind.default_settings())
    data = decision_data(question_of(fields), fields, case, {"error": "why"})
    assert (data["decides"], data["error"], data["texts"]["note"]) == (True, "why", t("adjudicate.why"))
    assert [each["label"] for each in data["answer"]["spans"]] == ["drug"]
    assert [(each["label"], each["by"]) for each in data["proposals"]] == [("sign", [0])]
    assert data["marked_by"]["names"] == ["A1", "A2"]
    hidden = decision_data(question_of(fields), fields, replace(case, blind=True), {})
    assert hidden["marked_by"]["names"] is None
    assert not {"A1", "A2"} & {*str(hidden).replace("'", " ").split()}


def test_rows_of_attributes_and_relations_are_the_schema() -> None:
    kind = task("spans")
    for preset in kind.presets().values():
        attributes = attributes_of_rows(kind, preset, value_rows(preset))
        relations = relations_of_rows(kind, preset, relation_rows(preset))
        edited = {**preset, "attributes": attributes, "relations": relations}
        checked = kind.check_settings(edited)
        # The meaning of an attribute has no column; it stays.
        assert checked == preset
    rows = [
        {"attribute": "Personne concernée", "value": "le patient", "default": True, "labels": ["a"]},
        {"attribute": "", "value": "un proche", "key": "z"},
        {"attribute": None, "value": None},
    ]
    attributes = attributes_of_rows(kind, {}, rows)
    settings = kind.check_settings({"labels": [{"name": "a"}], "attributes": attributes})
    assert settings["attributes"][0]["name"] == "Personne_concernée"
    assert settings["attributes"][0]["default"] == "le_patient"
    assert [value["key"] for value in settings["attributes"][0]["values"]] == ["l", "z"]


def test_values_and_relations_of_a_mapping_are_in_words() -> None:
    kind = task("spans")
    values = [{"name": "negated", "title": "Negated"}]
    settings = kind.check_settings(
        {
            "labels": [{"name": "drug"}],
            "attributes": [{"name": "certainty", "title": "How certain", "values": values}],
            "relations": [{"name": "dose", "title": "has the dose"}],
        }
    )
    words = question_of_task(kind, settings).mapped_words(settings)
    assert words == {"certainty:negated": "How certain: Negated", "relation:dose": "Relation: has the dose"}
    assert {kind.mapped_kind(name) for name in words} == {"value", "relation"}
    with language.of_request("fr"):
        french = question_of_task(kind, settings).mapped_words(settings)
    assert french["relation:dose"] == "Relation\N{NO-BREAK SPACE}: has the dose"
