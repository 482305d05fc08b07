"""The page Candidates asks a model for pairs where the gold is thin, and shows what was added."""

from __future__ import annotations

import pytest

from tests.ui.pages import open_page
from tests.workbench.conftest import CountingEncoder
from tests.workbench.models.test_doubts import GOLD, PAIRS, Lengths
from tests.workbench.scene import NOW, make_scene
from ui.texts import t
from workbench import jobs
from workbench.models import doubts
from workbench.releases import gold


@pytest.fixture
def page(site, tmp_path, monkeypatch):
    """Return a function that opens the page on a store with twelve pairs, as a manager."""
    scene = make_scene(site, tmp_path, PAIRS)
    monkeypatch.setattr("workbench.encoding.encoder", lambda name, cache: CountingEncoder())
    return scene, lambda: open_page(site, "candidates")


def test_without_gold_the_page_says_what_is_missing(page):
    _, opened = page
    assert t("filling.no_gold") in [one.value for one in opened().info]


def test_pairs_are_asked_for_and_shown(page, tmp_path):
    scene, opened = page
    scene.give(scene.open(names=("A1", "A2")), {"A1": GOLD, "A2": GOLD})
    gold.freeze(scene.store, "closeness", now=NOW)
    at = opened()
    next(one for one in at.number_input if one.label == t("filling.count")).set_value(6)
    next(one for one in at.button if one.label == t("filling.do_fill")).click().run()
    assert not at.exception
    (waiting,) = scene.store.jobs.list()
    assert (waiting.verb, waiting.arguments["count"], waiting.arguments["run"]) == ("loop_fill", 6, None)
    ended = jobs.run_one(scene.store, tmp_path)
    assert ended.status == "done", ended.error
    at = opened()
    assert t("filling.found", count=ended.result["new"]) in [one.value for one in at.markdown]
    captions = [one.value for one in at.caption]
    assert t("filling.placed_by", encoder="letters") in captions
    assert t("filling.short") in captions


def ask_for_doubts(at, folds):
    next(one for one in at.radio if one.label == t("filling.wish")).set_value("doubt").run()
    next(one for one in at.number_input if one.label == t("doubting.folds")).set_value(folds)
    next(one for one in at.selectbox if one.label == t("doubting.disjoint")).set_value("document")
    next(one for one in at.number_input if one.label == t("doubting.top")).set_value(5)
    next(one for one in at.button if one.label == t("doubting.do")).click().run()
    assert not at.exception


def test_items_in_doubt_are_asked_for_shown_and_sent_back(page, tmp_path, monkeypatch):
    monkeypatch.setattr(doubts, "recipe", lambda name: Lengths())
    scene, opened = page
    scene.give(scene.open(names=("A1", "A2")), {"A1": GOLD, "A2": GOLD})
    gold.freeze(scene.store, "closeness", now=NOW)
    at = opened()
    ask_for_doubts(at, 3)
    (waiting,) = scene.store.jobs.list()
    asked = waiting.arguments
    assert (waiting.verb, asked["recipe"], asked["folds"], asked["top"]) == (
        "loop_doubt", "features_sts", 3, 5
    )  # fmt: skip
    assert jobs.run_one(scene.store, tmp_path).status == "done"
    at = opened()
    next(one for one in at.radio if one.label == t("filling.wish")).set_value("doubt").run()
    found = scene.store.jobs.list()[0].result["found"]
    assert any(one.value.startswith("**The 5 items** on which") for one in at.markdown)
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
    gold.freeze(scene.store, "closeness", now=NOW)
    at = opened()
    ask_for_doubts(at, 90)
    assert jobs.run_one(scene.store, tmp_path).status == "failed"
    at.run()
    assert not at.exception
    assert any("90 folds are asked for" in one.value for one in at.error)
