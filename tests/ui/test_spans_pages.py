"""The pages on a campaign of spans: its labels set up and shown, agreement, what became of suggestions."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotation.tasks import task
from annotation.tasks.spans.task import value_of
from gold.making.adjudicate import Dispute
from gold.making.aggregate import AnnotatorAnswer
from storage.model import Suggestion
from storage.store import Store
from tests.ui.pages import open_page
from tests.workbench.scene import NOW
from tests.workbench.span_campaign import TEXTS, answer_all, make, spans_in
from ui.questions.spans.data import span_decision_data, spans_data, suggestion_data
from ui.texts import t
from workbench.candidates.suggestions import save_spans


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
    at = open_page(filled, "campaigns")
    at.selectbox(key="campaigns:new:task").select(task("spans")).run()
    at.radio(key="campaigns:new:preset").set_value("marks").run()
    next(one for one in at.text_input if one.label == t("campaigns.name")).set_value("own")
    at.text_area[0].set_value("drug\tDrug\ta medicine\td\nsign")
    next(one for one in at.button if one.label == t("campaigns.create")).click().run()
    assert not at.exception
    settings = filled.campaigns.get("own").schema.settings
    assert [one["name"] for one in settings["labels"]] == ["drug", "sign"]
    assert (settings["nested"], settings["broken"]) == (True, False)
    shown = "".join(one.proto.body for one in open_page(filled, "campaigns").get("html"))
    assert "Médicament" in shown


def test_agreement_shows_f1_and_what_became_of_suggestions(filled: Store) -> None:
    at = open_page(filled, "agreement")
    assert t("spans.title") in [one.label for one in at.tabs]
    tables = [one.value for one in at.dataframe]
    f1 = next(one for one in tables if t("spans.exact") in one.columns)
    # Three spans, none the same; the two cancers overlap.
    assert f1[t("spans.exact")].iloc[0].startswith("0.00")
    assert f1[t("spans.partial")].iloc[0].startswith("0.67")
    use = next(one for one in tables if t("spans.share_kept") in one.columns)
    assert list(use[t("spans.share_kept")]) == ["50%", "100%", "0%"]


def test_what_the_widget_is_given() -> None:
    kind = task("spans")
    item = kind.example().item
    [field] = kind.fields(item, kind.default_settings())
    data = spans_data(field)  # type: ignore[arg-type]
    assert data["tokens"] is True
    assert data["pieces"][:2] == [[0, 7], [8, 10]]  # type: ignore[index]
    assert suggestion_data(None) is None
    value = kind.example().gold
    assert suggestion_data(Suggestion("a list", value, NOW))["spans"] == value["spans"]  # type: ignore[index,call-overload]


def test_a_decision_starts_from_what_all_marked() -> None:
    kind = task("spans")
    item = kind.example().item
    both, one = (
        spans_in(item.texts[0], [("drug", "paracétamol")]),
        spans_in(item.texts[0], [("sign", "Douleur")]),
    )
    answers = (AnnotatorAnswer("A1", value_of([*both, *one])), AnnotatorAnswer("A2", value_of(both)))
    dispute = Dispute(item.id, 0.5, 0.5, answers)
    [field] = kind.fields(item, kind.default_settings())
    data = span_decision_data(dispute, item, field, {}, blind=False)
    assert data["answer"] == value_of(both)
    assert [(each["label"], each["by"]) for each in data["proposals"]] == [("sign", "A1")]  # type: ignore[union-attr,index,call-overload]
    hidden = span_decision_data(dispute, item, field, {}, blind=True)
    assert "A1" not in str(hidden["proposals"])
