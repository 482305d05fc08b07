"""The page Candidates asks a model for pairs where the gold is thin, and shows what was added."""

from __future__ import annotations

import pytest

from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.candidates.pairs import mine_corpus
from aloi.workbench.models import label_errors
from aloi.workbench.releases import gold
from aloi.workbench.requests.candidates import MineRequest
from aloi.workbench.requests.models.loop import BatchRequest, DoubtRequest, FillRequest
from aloi.workbench.requests.releases import FreezeRequest
from tests.ui.pages import open_page
from tests.workbench.conftest import CountingEncoder
from tests.workbench.models.test_doubts import GOLD, PAIRS, Lengths
from tests.workbench.scene import NOW, make_scene


@pytest.fixture
def page(site, tmp_path, monkeypatch):
    """Return a function that opens the page on a store with twelve pairs, as a manager."""
    scene = make_scene(site, tmp_path, PAIRS)
    monkeypatch.setattr("aloi.workbench.encoding.encoder", lambda name, cache: CountingEncoder())
    return scene, lambda: open_page(site, "candidates")


def wish(at, word):
    next(one for one in at.radio if one.label == t("filling.wish")).set_value(word).run()
    return at


def test_without_gold_the_page_says_what_is_missing(page):
    _, opened = page
    assert t("filling.no_gold") in [one.value for one in wish(opened(), "fill").info]


def test_pairs_are_asked_for_and_shown(page, tmp_path):
    scene, opened = page
    scene.give(scene.open(names=("A1", "A2")), {"A1": GOLD, "A2": GOLD})
    gold.freeze(scene.store, FreezeRequest("closeness"), now=NOW)
    at = wish(opened(), "fill")
    next(one for one in at.number_input if one.label == label_of(FillRequest, "count")).set_value(6)
    next(one for one in at.button if one.label == t("filling.do_fill")).click().run()
    assert not at.exception
    (waiting,) = scene.store.jobs.list()
    assert (waiting.verb, waiting.arguments["count"], waiting.arguments["run"]) == ("loop_fill", 6, None)
    ended = jobs.run_one(scene.store, tmp_path)
    assert ended.status == "done", ended.error
    at = wish(opened(), "fill")
    assert t("filling.found", count=ended.result["new"]) in [one.value for one in at.markdown]
    captions = [one.value for one in at.caption]
    assert t("filling.placed_by", encoder="letters") in captions
    assert t("filling.short") in captions


def ask_for_doubts(at, folds):
    wish(at, "doubt")
    next(one for one in at.number_input if one.label == label_of(DoubtRequest, "folds")).set_value(folds)
    next(one for one in at.selectbox if one.label == label_of(DoubtRequest, "disjoint")).set_value("document")
    next(one for one in at.number_input if one.label == label_of(DoubtRequest, "top")).set_value(5)
    next(one for one in at.button if one.label == t("doubting.do")).click().run()
    assert not at.exception


def test_items_in_doubt_are_asked_for_shown_and_sent_back(page, tmp_path, monkeypatch):
    monkeypatch.setattr(label_errors, "recipe", lambda name: Lengths())
    scene, opened = page
    scene.give(scene.open(names=("A1", "A2")), {"A1": GOLD, "A2": GOLD})
    gold.freeze(scene.store, FreezeRequest("closeness"), now=NOW)
    at = opened()
    ask_for_doubts(at, 3)
    (waiting,) = scene.store.jobs.list()
    asked = waiting.arguments
    assert (waiting.verb, asked["recipe"], asked["folds"], asked["top"]) == (
        "loop_doubt", "features_sts", 3, 5
    )  # fmt: skip
    assert jobs.run_one(scene.store, tmp_path).status == "done"
    at = opened()
    wish(at, "doubt")
    found = scene.store.jobs.list()[0].result["found"]
    assert any(one.value.startswith("**The 5 items** with") for one in at.markdown)
    next(one for one in at.number_input if one.label == t("doubting.first")).set_value(2)
    next(one for one in at.multiselect if one.label == t("rounds.annotators")).set_value(["A1", "A3"])
    next(one for one in at.button if one.label == t("doubting.do_send")).click().run()
    assert not at.exception
    again = scene.store.campaigns.rounds(scene.campaign.id)[-1]
    assert (again.number, again.purpose.value, len(again.annotators)) == (2, "main", 2)
    assert again.item_ids == tuple(one["item_id"] for one in found[:2])


def test_what_makes_no_folds_is_told_on_the_page(page, tmp_path):
    scene, opened = page
    scene.give(scene.open(names=("A1", "A2")), {"A1": GOLD, "A2": GOLD})
    gold.freeze(scene.store, FreezeRequest("closeness"), now=NOW)
    at = opened()
    ask_for_doubts(at, 90)
    assert jobs.run_one(scene.store, tmp_path).status == "failed"
    at.run()
    assert not at.exception
    assert any("90 folds are requested" in one.value for one in at.error)


def test_a_campaign_is_filled_in_two_batches(page, tmp_path, monkeypatch):
    """The first batch opens a round; the second learns from the answers to it, and the page shows both."""
    scene, opened = page
    at = opened()
    assert t("batches.no_pool") in [one.value for one in at.info]
    folder = session_data(monkeypatch, tmp_path)
    corpus = scene.campaign.corpus_id
    mine_corpus(scene.store, MineRequest(corpus, threshold=0.05), folder / "mining" / f"{corpus}-lexical.tsv")
    for number in (1, 2):
        at = opened()
        next(one for one in at.number_input if one.label == label_of(BatchRequest, "count")).set_value(12)
        next(one for one in at.multiselect if one.label == label_of(BatchRequest, "annotators")).set_value(
            ["A1", "A2"]
        )
        next(one for one in at.button if one.label == t("batches.do")).click().run()
        assert not at.exception
        ended = jobs.run_one(scene.store, folder, "others")
        assert ended.status == "done", ended.error
        assert (ended.result["number"], ended.result["round"]) == (number, number)
        answer_all(scene, number)
    assert ended.result["known"] == 12
    at = opened()
    while jobs.run_one(scene.store, folder, "figures"):
        pass
    at = opened()
    assert not at.exception
    assert any(one.value.startswith("**Round 2 is open with 12 pairs.**") for one in at.markdown)
    assert t("batches.labels") in [one.value for one in at.subheader]
    assert t("batches.figures") in [one.value for one in at.subheader]


def session_data(monkeypatch, tmp_path):
    """Return the data folder of the pages."""
    folder = tmp_path / "data"
    (folder / "mining").mkdir(parents=True)
    monkeypatch.setenv("ALOI_DATA", str(folder))
    return folder


def answer_all(scene, number):
    opened = scene.store.campaigns.rounds(scene.campaign.id)[number - 1]
    for place, one in enumerate(scene.store.answers.assignments(opened.id)):
        scene.store.answers.submit(
            one.key, f"{number}-{place}", {"score": place % 6}, seconds=1.0, flag=False, comment="",
            shown={}, guideline_version=None, now=NOW,
        )  # fmt: skip
