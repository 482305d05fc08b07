"""The scores of a campaign against the distribution that its manager wants, by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.overview.campaign import campaign_overview
from aloi.workbench.overview.scores import MOST_LEVELS, WantedLevel, levels_of, state_wanted, wanted_levels
from aloi.workbench.requests.campaigns import CampaignRequest, WantedRequest
from aloi.workbench.rounds.campaigns import create_campaign, scale_settings
from tests.workbench.desks import open_rounds
from tests.workbench.scene import NOW, Scene, make_scene


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


def shown(scene: Scene) -> tuple[WantedLevel, ...]:
    [trust] = campaign_overview(scene.store, "closeness", NOW).trust
    return trust.scores


def test_each_value_of_a_scale_is_a_level_up_to_the_middles_between_them() -> None:
    assert [(one.name, one.low, one.high) for one in levels_of([0, 1, 2])] == [
        ("0", 0, 0.5), ("1", 0.5, 1.5), ("2", 1.5, 2),
    ]  # fmt: skip
    assert [one.name for one in levels_of([0.5 * place for place in range(MOST_LEVELS)])][:3] == [
        "0",
        "0.5",
        "1",
    ]


def test_a_scale_of_many_values_is_looked_at_in_fifths() -> None:
    found = levels_of([float(value) for value in range(101)])
    assert [(one.name, one.low, one.high) for one in found][::4] == [("0–20", 0, 20), ("80–100", 80, 100)]
    assert len(found) == 5


def test_without_a_word_as_many_items_of_each_score_are_wanted(scene: Scene) -> None:
    # Means 1, 1, 2, 3, 4 and 4.5: the last one stands half at 4 and half at 5.
    scene.give(scene.open(names=("A1", "A2")), {"A1": (0, 1, 2, 3, 4, 4), "A2": (2, 1, 2, 3, 4, 5)})
    assert [(one.level, one.items) for one in shown(scene)] == [
        ("0", 0), ("1", 2), ("2", 1), ("3", 1), ("4", 1.5), ("5", 0.5),
    ]  # fmt: skip
    assert {one.target for one in shown(scene)} == {1}


def test_the_distribution_stated_is_what_the_overview_compares_with(scene: Scene) -> None:
    scene.give(scene.open(names=("A1", "A2")), dict.fromkeys(("A1", "A2"), (0, 1, 2, 3, 4, None)))
    found = state_wanted(scene.store, WantedRequest("closeness", {"0": 3, "5": 1, "2": 0}))
    assert found.wanted_shares == {"0": 0.75, "5": 0.25}
    assert scene.store.campaigns.get("closeness") == found
    # Of the five items scored, by shares of three quarters and one quarter.
    assert [(one.level, one.share, one.target) for one in shown(scene) if one.share] == [
        ("0", 0.75, 3.75), ("5", 0.25, 1.25),
    ]  # fmt: skip
    assert state_wanted(scene.store, WantedRequest("closeness", {})).wanted_shares == {}
    assert {one.share for one in wanted_levels(scene.store.campaigns.get("closeness"))} == {1 / 6}


def test_shares_of_levels_that_the_scale_no_longer_has_want_nothing(scene: Scene) -> None:
    scene.store.campaigns.set_wanted_shares(scene.campaign.id, {"7": 1.0})
    assert {one.share for one in wanted_levels(scene.store.campaigns.get("closeness"))} == {1 / 6}


@pytest.mark.parametrize(
    ("shares", "code"),
    [
        ({"6": 1.0}, "aloi.no-called"),
        ({"1": -1.0}, "aloi.value"),
        ({"1": float("nan")}, "aloi.value"),
        ({"1": float("inf")}, "aloi.value"),
        ({"1": 0.0}, "workbench.wanted-all-zero"),
    ],
)
def test_what_is_no_distribution_is_refused(scene: Scene, shares: dict[str, float], code: str) -> None:
    with pytest.raises(AloiError) as refused:
        state_wanted(scene.store, WantedRequest("closeness", shares))
    assert refused.value.code == code
    assert scene.store.campaigns.get("closeness").wanted_shares == {}


def test_answers_that_are_no_numbers_have_no_distribution(scene: Scene) -> None:
    people = [scene.store.people.get(name) for name in scene.names[:2]]
    opened = open_rounds(scene.store, people, ("spans",), items=1)["spans"]
    assert wanted_levels(opened.campaign) == ()
    with pytest.raises(AloiError, match="spans"):
        state_wanted(scene.store, WantedRequest(opened.campaign.id, {"1": 1}))


def test_two_campaigns_want_each_their_own(scene: Scene) -> None:
    other = create_campaign(
        scene.store, CampaignRequest("thirds", scene.campaign.corpus_id, settings=scale_settings(1, 3))
    )
    state_wanted(scene.store, WantedRequest("closeness", {"0": 1, "1": 1}))
    state_wanted(scene.store, WantedRequest(other.id, {"2": 5}))
    wanted = {one.name: one.wanted_shares for one in scene.store.campaigns.list()}
    assert wanted == {"closeness": {"0": 0.5, "1": 0.5}, "thirds": {"2": 1.0}}
