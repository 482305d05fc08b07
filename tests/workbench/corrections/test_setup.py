"""Names, the archive and deletion of what was set up: nothing answered is ever lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.model import Status
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.agreement import report
from aloi.workbench.corrections import naming, removal
from aloi.workbench.corrections.log import corrections
from aloi.workbench.home import next_steps
from aloi.workbench.releases import checking, gold, releases
from aloi.workbench.requests.campaigns import CampaignRequest, GuidelineRequest
from aloi.workbench.requests.corrections import (
    DeleteCampaignRequest,
    DeleteCorpusRequest,
    DeleteRoundRequest,
    HideCampaignRequest,
    HideCorpusRequest,
    HideRoundRequest,
    RenameCampaignRequest,
    RenameCorpusRequest,
    RenameRoundRequest,
    UnhideCampaignRequest,
    UnhideRoundRequest,
)
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.rounds import campaigns
from aloi.workbench.texts import corpora, pairs
from tests.workbench.scene import NOW, PLAIN, Scene, make_scene

REASON = {"why": "Set up in a hurry"}
ANSWERS = {"A1": (0, 1, 2, 3, 4, 5), "A2": (1, 1, 2, 4, 4, 4)}


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


def test_names_change_and_what_was_released_keeps_its_own(scene: Scene, tmp_path: Path) -> None:
    store = scene.store
    scene.give(scene.open(names=("A1", "A2")), ANSWERS)
    gold.freeze(store, FreezeRequest("closeness"), now=NOW)
    first = releases.build(store, ReleaseRequest("closeness", "1.0", sizes={"all": "rest"}), now=NOW)
    before = report.round_report(store, "closeness", 1, ci="none").results
    naming.rename_corpus(store, RenameCorpusRequest(corpus="invented", name="reports", **REASON), NOW)
    naming.rename_campaign(
        store, RenameCampaignRequest(campaign="closeness", name="similarity", **REASON), NOW
    )
    naming.title_round(
        store, RenameRoundRequest(campaign="similarity", round=1, name="first hundred", **REASON), NOW
    )
    assert [one.name for one in store.texts.corpora()] == ["reports"]
    [renamed] = store.campaigns.list()
    assert (renamed.id, renamed.name) == (scene.campaign.id, "similarity")
    assert store.campaigns.rounds(renamed.id)[0].title == "first hundred"
    assert report.round_report(store, "similarity", 1, ci="none").results == before
    assert checking.verify(store, first.id) == []
    assert first.manifest["corpus"]["name"] == "invented"
    # The old names are free, and the same texts are still the same corpus.
    about = corpora.About("invented", "fr", "CC0-1.0", "written for the tests")
    assert not pairs.import_pairs(store, tmp_path / "pairs.tsv", about, NOW).new
    again = campaigns.create_campaign(store, CampaignRequest("closeness", "reports", settings=PLAIN))
    assert again.id != renamed.id
    assert [one.correction.details["name"] for one in corrections(store)] == [
        "first hundred", "similarity", "reports"
    ]  # fmt: skip
    for name, told in (
        ("similarity", "lacks a new name"),
        (" ", "lacks a new name"),
        ("closeness", "already exists"),
    ):
        with pytest.raises(AloiError, match=told):
            naming.rename_campaign(
                store, RenameCampaignRequest(campaign="similarity", name=name, **REASON), NOW
            )
    assert len(corrections(store)) == 3
    assert store.check() == store.find_changes() == []


def test_what_is_archived_leaves_lists_and_gold_and_comes_back_whole(scene: Scene) -> None:
    store = scene.store
    scene.give(scene.open(names=("A1", "A2")), ANSWERS)
    second = scene.open(names=("A1", "A3"), items=scene.items[:2])
    scene.give(second, {"A1": (5, 5), "A3": (5, 5)})
    both = gold.freeze(store, FreezeRequest("closeness"), now=NOW).gold
    effect = naming.archive_effect(store, "closeness", 2)
    assert (effect.rounds, effect.answers, effect.closed) == (1, 4, 1)
    naming.archive_round(store, HideRoundRequest(campaign="closeness", round=2, **REASON), NOW)
    assert [one.number for one, _ in report.trend(store, "closeness")] == [1]
    without = gold.freeze(store, FreezeRequest("closeness"), now=NOW).gold
    assert [one.value for one in both.items] != [one.value for one in without.items]
    naming.archive_round(store, UnhideRoundRequest(campaign="closeness", round=2, **REASON), NOW)
    assert gold.freeze(store, FreezeRequest("closeness"), now=NOW).gold == both
    assert naming.archive_effect(store, "closeness").answers == 16
    naming.archive_campaign(store, HideCampaignRequest(campaign="closeness", **REASON), NOW)
    naming.archive_corpus(store, HideCorpusRequest(corpus="invented", **REASON), NOW)
    assert store.campaigns.list() == store.texts.corpora() == []
    assert store.campaigns.get("closeness").status is Status.CLOSED
    assert {one.status for one in store.campaigns.rounds(scene.campaign.id)} == {Status.CLOSED}
    assert [step.key for step in next_steps(store, store.people.get("A1"))] == []
    naming.archive_campaign(store, UnhideCampaignRequest(campaign="closeness", **REASON), NOW)
    assert len(store.campaigns.list()) == 1
    kinds = [one.correction.kind for one in corrections(store, campaign="closeness")]
    assert kinds == ["bring back", "archive", "bring back", "archive"]
    assert store.check() == store.find_changes() == []


def test_only_what_nobody_answered_is_deleted(scene: Scene) -> None:
    store = scene.store
    scene.give(scene.open(names=("A1", "A2"), items=2), {})
    wrong = scene.open(names=("A1",), items=3)
    answered = scene.open(names=("A1",), items=1)
    item = answered.item_ids[0]
    scene.give(answered, {"A1": [1 if one == item else None for one in scene.items]})
    with pytest.raises(AloiError, match="Round 3 is in use: answers"):
        removal.delete_round(store, DeleteRoundRequest(campaign="closeness", round=3, **REASON), NOW)
    with pytest.raises(AloiError, match=r"is in use: answers \(1\) and frozen golds \(0\)"):
        removal.delete_campaign(store, DeleteCampaignRequest(campaign="closeness", **REASON), NOW)
    with pytest.raises(AloiError, match="campaigns \\(closeness\\)"):
        removal.delete_corpus(store, DeleteCorpusRequest(corpus="invented", **REASON), NOW)
    assert (
        removal.round_deletion(store, DeleteRoundRequest(campaign="closeness", round=2, preview=True)).items
        == 3
    )
    removal.delete_round(store, DeleteRoundRequest(campaign="closeness", round=2, **REASON), NOW)
    assert [one.number for one in store.campaigns.rounds(scene.campaign.id)] == [1, 3]
    assert store.campaigns.used_items(scene.campaign.id).isdisjoint(wrong.item_ids)
    assert scene.open(names=("A1",), items=wrong.item_ids).number == 4
    other = campaigns.create_campaign(store, CampaignRequest("another", "invented", settings=PLAIN))
    campaigns.add_guideline(store, GuidelineRequest(other.id, text="# Read"), NOW)
    assert (
        removal.campaign_deletion(store, DeleteCampaignRequest(campaign="another", preview=True)).guidelines
        == 1
    )
    removal.delete_campaign(store, DeleteCampaignRequest(campaign="another", **REASON), NOW)
    assert [one.name for one in store.campaigns.list()] == ["closeness"]
    [one, *_] = corrections(store)
    assert (one.campaign, one.correction.details["name"]) == ("", "another")
    assert store.check() == store.find_changes() == []


def test_a_corpus_without_campaigns_is_deleted_with_its_items(scene: Scene) -> None:
    store = scene.store
    removal.delete_campaign(store, DeleteCampaignRequest(campaign="closeness", **REASON), NOW)
    effect = removal.corpus_deletion(store, DeleteCorpusRequest(corpus="invented", preview=True))
    assert (effect.texts, effect.items) == (12, 6)
    removal.delete_corpus(store, DeleteCorpusRequest(corpus="invented", **REASON), NOW)
    assert store.texts.corpora(archived=True) == []
    assert store.examine().counts.documents == 0
    assert store.check() == store.find_changes() == []
    # What was deleted can be set up again.
    again = make_scene_again(scene)
    assert len(store.texts.corpus_items(again)) == 6


def make_scene_again(scene: Scene) -> str:
    about = corpora.About("invented", "fr", "CC0-1.0", "written for the tests")
    return pairs.import_pairs(scene.store, scene.folder / "pairs.tsv", about, NOW).corpus.id
