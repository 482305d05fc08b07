"""The pages of a linking campaign: its settings, candidates made ready, answers told and decided."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from aloi.annotation.model import Annotation, AssignmentKey
from aloi.corpora.model import Mention
from aloi.storage.store import Store
from aloi.ui.questions import question_of
from aloi.ui.questions.base import Case, DeskItem
from aloi.ui.questions.concept.question import marked_parts
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.annotation import answering
from aloi.workbench.candidates.concepts import make_candidates
from aloi.workbench.people import add_person
from aloi.workbench.requests.campaigns import CandidatesRequest
from aloi.workbench.requests.corrections import ExcludeRequest, PersonRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import adjudicating
from aloi.workbench.rounds.rounds import open_round
from tests.ui.pages import name_and_create, named, open_page, press, said, start_on
from tests.workbench.linking_campaign import linking_campaign, other_terminology

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


@pytest.fixture
def filled(site: Store, tmp_path: Path) -> Store:
    """Return a store with a linking campaign of six mentions."""
    linking_campaign(site, tmp_path)
    return site


def mentions(store: Store) -> dict[str, Mention]:
    found = store.texts.corpus_items(store.campaigns.get("link").corpus_id)
    return {one.mention: one for one in found if isinstance(one, Mention)}


def answer_all(store: Store, given: dict[str, dict[str, list[str]]]) -> None:
    """Open a round and store answers by annotator and mention, "no concept" where none is told."""
    for name in given:
        add_person(store, PersonRequest(name, "annotator", pseudonym=name), NOW)
    opened = open_round(store, RoundRequest("link", purpose="main", annotators=list(given)))
    for name, answers in given.items():
        for mention, item in mentions(store).items():
            key = AssignmentKey(opened.id, item.id, store.people.get(name).id, 1)
            value = {"concepts": answers.get(mention, [])}
            shown = {"candidates": ["X1", "X8"], "ranks": [1, 2]}
            event = f"{name}-{item.id[:20]}"
            one = Annotation(key, 1, event, value, False, "", 1.0, None, NOW, shown)
            store.answers.submit_and_go_on(one, 60)


def test_a_campaign_is_made_with_its_settings(filled: Store) -> None:
    at = open_page(filled, "campaigns")
    assert any(t("linking.says_terminology", name="signs") in one.value for one in at.markdown)
    at = start_on(filled, "linking", filled.campaigns.get("link").corpus_id)
    named(at.selectbox, t("start.terminology")).set_value("signs")
    named(at.number_input, t("linking.candidates")).set_value(3)
    named(at.radio, t("linking.order")).set_value("shuffled")
    named(at.checkbox, t("linking.composite")).set_value(False)
    name_and_create(at, "second")
    assert filled.suggestions.counts(filled.campaigns.get("second").id)
    settings = filled.campaigns.get("second").schema.settings
    assert (settings["terminology"], settings["candidates"], settings["order"]) == ("signs", 3, "shuffled")
    assert (settings["composite"], settings["none"]) == (False, True)
    assert str(settings["question"]).startswith("Quel concept")


def test_candidates_are_asked_for_on_the_rounds_page(filled: Store, tmp_path: Path) -> None:
    at = open_page(filled, "rounds")
    assert t("linking.ready", done=0, total=6) in [one.label for one in at.expander]
    next(one for one in at.button if one.label == t("linking.make")).click().run()
    done = jobs.run_one(filled, tmp_path)
    assert done is not None
    assert (done.verb, done.status) == ("candidates", "done")
    at = open_page(filled, "rounds")
    assert t("linking.ready", done=6, total=6) in [one.label for one in at.expander]
    assert any("tfidf" in one.value for one in at.caption)


def test_the_pages_after_the_answers_open_and_tell_names(filled: Store) -> None:
    same = {"fièvre": ["X1"], "toux et des crachats": ["X4", "X5"]}
    answer_all(filled, {"A": {**same, "maux de tête": ["X2"]}, "B": {**same, "maux de tête": ["X7"]}})
    agreement = open_page(filled, "agreement")
    shown = [
        one.value for one in (*agreement.markdown, *agreement.success, *agreement.warning, *agreement.info)
    ]
    assert any("Krippendorff's alpha (nominal)" in one for one in shown)
    agreement.selectbox(key="agreement:scale").select("concepts").run()
    assert not agreement.exception, [one.message for one in agreement.exception]
    adjudicate = open_page(filled, "adjudicate")
    assert any(one.value == "A: X2 céphalée\nB: X7 tête" for one in adjudicate.text)
    item = mentions(filled)["maux de tête"]
    adjudicating.decide(filled, "link", 1, item.id, {"concepts": ["X2"]}, "douleur", ("M1",), NOW)
    decided = open_page(filled, "adjudicate")
    assert any("X2 céphalée" in one.proto.body for one in decided.get("html"))
    for name in ("releases", "rounds", "home", "annotate", "candidates", "campaigns", "corpora"):
        open_page(filled, name)


def test_another_terminology_comes_into_force_and_the_first_back(filled: Store, tmp_path: Path) -> None:
    given = {"fièvre": ["X1"], "maux de tête": ["X2"]}
    answer_all(filled, {"A": given, "B": {**given, "maux de tête": ["X8"]}})
    other_terminology(filled)
    campaign = filled.campaigns.get("link")
    at = open_page(filled, "campaigns")
    key = f"schema:{campaign.id}"
    at.selectbox(key=f"{key}:1:terminology").set_value("other").run()
    at.file_uploader(key=f"{key}:1:table").upload("map.csv", b"old;new\nX1;S1\n", "text/csv").run()

    def put_in_force(why: str) -> str:
        press(at, t("schema.look"))
        assert jobs.run_one(filled, tmp_path).status == "done"
        at.run()
        press(at, t("schema.do_terminology", name="link"))
        told = said(at)
        next(one for one in at.text_input if one.label == label_of(ExcludeRequest, "why")).set_value(why)
        press(at, t("corrections.do"))
        assert jobs.run_one(filled, tmp_path).status == "done"
        at.run()
        return told

    told = put_in_force("The hospital codes in the other one")
    assert t("schema.effect_concepts", count=2) in told
    assert t("schema.effect_again", count=1) in told
    assert ",X2,céphalée,1" in told  # of X2, which the table lacks; X8 is in both
    assert t("schema.changed", version=2) in said(at)
    assert filled.campaigns.get("link").schema.settings["terminology"] == "other"
    at.selectbox(key=f"{key}:earlier:version").set_value(1).run()
    told = put_in_force("They code in the first again")
    assert t("schema.effect_back", count=1) in told
    assert filled.campaigns.get("link").schema.settings["terminology"] == "signs"
    assert t("corrections.log", count=2) in [one.label for one in at.expander]


def test_the_widget_is_given_the_mention_the_candidates_and_what_was_found(filled: Store) -> None:
    make_candidates(filled, CandidatesRequest("link", top=4), NOW)
    add_person(filled, PersonRequest("A", "annotator", pseudonym="A"), NOW)
    opened = open_round(filled, RoundRequest("link", purpose="main", annotators=["A"]))
    desk = answering.desk(filled, opened.id)
    screen = answering.screen(filled, desk, filled.people.get("A").id, NOW, 60)
    assert screen is not None
    question = question_of(screen.fields)
    work = DeskItem(filled, desk, screen, {"text": "headac"}, redrawn=True)
    data = question.data(screen.fields, work)
    asked = data["asked"]
    assert "".join(one["text"] for one in asked["parts"]) == screen.item.sentence.text
    assert [one["text"] for one in asked["parts"] if one["mark"]] == [screen.item.mention]
    assert len(asked["candidates"]) == 4
    assert asked["ranks"] == [1, 2, 3, 4]
    assert "tfidf" in asked["made_by"]
    assert data["results"]["item"] == screen.item.id
    assert [one["id"] for one in data["results"]["found"]] == ["X2"]
    assert question.data(screen.fields, replace(work, searched=None))["results"] is None


def test_the_widget_that_decides_is_given_what_was_said_and_by_whom(filled: Store) -> None:
    answer_all(filled, {"A": {"fièvre": ["X1"]}, "B": {"fièvre": ["X1", "X8"]}, "C": {"fièvre": ["X8"]}})
    queue = adjudicating.queue(filled, "link", 1)
    item = mentions(filled)["fièvre"]
    dispute = next(one for one in queue.disputes if one.item_id == item.id)
    kind = answering.task("linking")
    campaign = filled.campaigns.get("link")
    fields = kind.fields(item, campaign.schema.settings)
    case = Case(filled, campaign, dispute, item, {"text": "fever"}, blind=False)
    data = question_of(fields).decision_data(fields, case)
    listed = [(one["id"], one["name"], one["matched"]) for one in data["asked"]["candidates"]]
    assert listed == [("X1", "fièvre", "A, B"), ("X8", "fièvre jaune", "B, C")]
    assert data["asked"]["at_once"] is False
    assert [one["id"] for one in data["results"]["found"]] == ["X1"]
    blind = question_of(fields).decision_data(fields, replace(case, blind=True))
    assert blind["asked"]["candidates"][0]["matched"] == t("adjudicate.by_count", count=2, total=3)


def test_a_text_is_cut_at_the_parts_of_a_mention() -> None:
    parts = marked_parts("jambe gauche et droite", ((0, 5), (16, 22)))
    assert [(one["text"], one["mark"]) for one in parts] == [
        ("jambe", True),
        (" gauche et ", False),
        ("droite", True),
    ]
