"""Gold: means, decisions that win, what is left out, and the same gold for the same content."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.releases import gold as golds
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.releases import FreezeRequest
from aloi.workbench.rounds import adjudicating, campaigns
from tests.workbench.scene import NOW, Scene, make_scene


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


ANSWERS = {"A1": (0, 1, 2, 3, 4, 5), "A2": (1, 1, 2, 4, None, 0)}


def test_gold_is_the_mean_and_a_decision_wins(scene: Scene) -> None:
    single = scene.open(names=("A1",), items=scene.items[4:5])
    scene.give(single, {"A1": (None,) * 4 + (4, None)})
    other = scene.open(names=("A1", "A2"), items=(*scene.items[:4], scene.items[5]))
    scene.give(other, {name: (*v[:4], None, v[5]) for name, v in ANSWERS.items()})
    adjudicating.decide(scene.store, "closeness", 2, scene.items[5], 3, "Same case.", ("A3",), NOW)
    frozen = golds.freeze(scene.store, FreezeRequest("closeness"), now=NOW)
    assert frozen.undecided == ()
    by_item = {one.item_id: one for one in frozen.gold.items}
    found = [by_item[item] for item in scene.items]
    assert [one.value["score"] for one in found] == [0.5, 1, 2, 3.5, 4, 3]
    assert [one.status.value for one in found] == ["aggregated"] * 4 + ["single", "adjudicated"]
    assert [one.spread for one in found] == [1, 0, 0, 1, None, 5]
    assert found[0].support == ("A1", "A2")
    assert found[4].support == ("A1",)


def test_freezing_the_same_content_again_is_the_same_gold(scene: Scene) -> None:
    scene.give(scene.open(names=("A1", "A2")), ANSWERS)
    first = golds.freeze(scene.store, FreezeRequest("closeness"), now=NOW).gold
    again = golds.freeze(scene.store, FreezeRequest("closeness"), now=NOW + timedelta(days=1)).gold
    assert again.id == first.id
    assert [one.id for one in scene.store.gold.golds(scene.campaign.id)] == [first.id]
    assert golds.freeze(scene.store, FreezeRequest("closeness", rule="median"), now=NOW).gold.id != first.id


def test_a_tie_of_the_majority_waits_for_a_decision(scene: Scene) -> None:
    scene.give(scene.open(names=("A1", "A2")), ANSWERS)
    frozen = golds.freeze(scene.store, FreezeRequest("closeness", rule="majority"), now=NOW)
    assert set(frozen.undecided) == {scene.items[n] for n in (0, 3, 5)}
    assert {one.item_id for one in frozen.gold.items} == {scene.items[n] for n in (1, 2, 4)}


def test_a_pilot_gives_no_gold_unless_named(scene: Scene) -> None:
    scene.give(scene.open(purpose="pilot", names=("A1", "A2")), ANSWERS)
    with pytest.raises(AloiError, match=r"has no gold yet: 0 answers"):
        golds.freeze(scene.store, FreezeRequest("closeness"), now=NOW)
    assert len(golds.freeze(scene.store, FreezeRequest("closeness", rounds=[1]), now=NOW).gold.items) == 6


def test_unknown_rules_and_rounds_are_named(scene: Scene) -> None:
    scene.give(scene.open(names=("A1", "A2")), ANSWERS)
    with pytest.raises(AloiError, match=r"'best'(.|\n)*mean, median, majority"):
        golds.freeze(scene.store, FreezeRequest("closeness", rule="best"), now=NOW)
    with pytest.raises(AloiError, match=r"the round 5 does not exist"):
        golds.freeze(scene.store, FreezeRequest("closeness", rounds=[5]), now=NOW)
    assert scene.store.gold.golds(scene.campaign.id) == []


def test_a_gold_is_described_by_status_degree_and_origin(scene: Scene) -> None:
    scene.give(scene.open(names=("A1", "A2")), {"A1": (0, 1, 2, 3, 4, 5), "A2": (0, 1, 2, 3, 5, 5)})
    gold = golds.freeze(scene.store, FreezeRequest("closeness"), now=NOW).gold
    told = golds.describe_gold(scene.store, scene.campaign, gold)
    assert told.by_status == {"aggregated": 6}
    # 4.5 lies between two degrees and counts in the higher one, wherever on the scale it lies.
    assert told.histogram == {(str(n), "import"): 2 if n == 5 else 1 for n in (0, 1, 2, 3, 5)}
    assert told.mean_tokens == 3


def test_other_soft_labels_are_another_gold(scene: Scene) -> None:
    one = scene.open()
    agreed = (0, 1, 2, 3, 4, 5)
    scene.give(one, {"A1": agreed, "A2": agreed, "A3": (5, 1, 2, 3, 4, 5)})
    first = golds.freeze(scene.store, FreezeRequest("closeness", rule="mace"), now=NOW).gold
    assert golds.freeze(scene.store, FreezeRequest("closeness", rule="mace"), now=NOW).gold.id == first.id
    scene.store.answers.submit(
        scene.key(one, 0, "A3"), "changed", {"score": 4}, seconds=2.0, flag=False, comment="", shown={},
        guideline_version=one.guideline_version, now=NOW,
    )  # fmt: skip
    second = golds.freeze(scene.store, FreezeRequest("closeness", rule="mace"), now=NOW).gold
    assert [one.value for one in second.items] == [one.value for one in first.items]
    assert second.id != first.id
    assert [each.id for each in scene.store.gold.golds(scene.campaign.id)] == [first.id, second.id]


def test_soft_labels_are_rows_and_need_a_gold_made_by_a_model(scene: Scene) -> None:
    with pytest.raises(AloiError, match="has no frozen gold"):
        golds.find_gold(scene.store, scene.campaign, None)
    scene.give(scene.open(), {"A1": (0, 1, 2, 3, 4, 5), "A2": (0, 1, 2, 3, 5, 5)})
    mean = golds.freeze(scene.store, FreezeRequest("closeness"), now=NOW).gold
    with pytest.raises(AloiError, match="has no probabilities"):
        golds.soft_labels(mean)
    made = golds.freeze(scene.store, FreezeRequest("closeness", rule="ordinal_model"), now=NOW).gold
    assert golds.find_gold(scene.store, scene.campaign, None) == made
    assert golds.find_gold(scene.store, scene.campaign, mean.id) == mean
    rows = golds.soft_labels(made)
    kept = [(one.item_id, value, share) for one in made.items for value, share in one.soft or ()]
    assert [(row["item_id"], {row["part"]: row["category"]}, row["probability"]) for row in rows] == kept


def test_a_gold_of_another_campaign_is_refused(scene: Scene) -> None:
    scene.give(scene.open(), dict.fromkeys(scene.names, (0, 1, 2, 3, 4, 5)))
    frozen = golds.freeze(scene.store, FreezeRequest("closeness"), now=NOW)
    other = campaigns.create_campaign(
        scene.store, CampaignRequest("other", scene.store.texts.corpora()[0].id)
    )
    assert golds.find_gold(scene.store, scene.campaign, frozen.gold.id) == frozen.gold
    with pytest.raises(AloiError, match="is of another campaign"):
        golds.find_gold(scene.store, other, frozen.gold.id)
