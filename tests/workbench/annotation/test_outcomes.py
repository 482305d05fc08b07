"""What became of one's answers: only what is allowed, decided and can bias nothing; nobody else's answers."""

from __future__ import annotations

import pytest

from aloi.base.errors import AloiError
from aloi.workbench.annotation.outcomes import outcomes, same_as, shown_outcomes
from aloi.workbench.releases import gold
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.releases import FreezeRequest
from aloi.workbench.requests.rounds import CloseRoundRequest, OutcomeRequest, ReopenRoundRequest, RoundRequest
from aloi.workbench.rounds import adjudicating, campaigns, rounds
from tests.workbench.scene import NOW, make_scene

ANSWERS = {"A1": (4, 0, 3, 1, 2, 5), "A2": (5, 5, 3, 3, 2, 4), "A3": (5, 1, 3, 3, 2, 4)}


@pytest.fixture
def scene(store, tmp_path):
    return make_scene(store, tmp_path)


def opened(scene, **changes):
    """Open a round that shows outcomes, and give it all answers."""
    one = scene.open(**changes)
    rounds.set_shows_outcome(scene.store, OutcomeRequest(scene.campaign.id, one.number, True))
    scene.give(one, {name: ANSWERS[name] for name in changes.get("names", scene.names)})
    return one


def decide(scene, item, value, why="Read again."):
    adjudicating.decide(
        scene.store, scene.campaign.id, 1, scene.items[item], {"score": value}, why, ("A3",), NOW
    )


def of(scene, one, name="A1"):
    return outcomes(scene.store, scene.store.people.get(name).id, one.id)


def close(scene, number=1):
    rounds.set_round_status(scene.store, CloseRoundRequest(scene.campaign.id, number))


def test_only_decided_items_show_what_was_accepted_with_its_reason(scene):
    one = opened(scene)
    decide(scene, 0, 5, "A dose is decisive. A2 and Person 3 saw it, A22 did not.")
    decide(scene, 1, 0)
    close(scene)
    found = of(scene, one)
    assert [(scene.items.index(each.item_id), each.same, each.adjudicated) for each in found] == [
        (0, False, True),
        (1, True, True),
    ]
    assert found[0].why == "A dose is decisive. … and … saw it, A22 did not."
    shown = shown_outcomes(scene.store, scene.campaign.id, found)
    assert [(each.mine, each.accepted) for each in shown] == [("4", "5"), ("0", "0")]
    assert [each.item.id for each in shown] == [each.item_id for each in found]
    decide(scene, 0, 4)
    assert all(each.same for each in of(scene, one))  # the decision that counts is the last one
    assert "A2" not in repr(of(scene, one))
    assert "Person" not in repr(found)


def test_gold_that_was_frozen_is_accepted_and_the_nearest_degree_is_the_same(scene):
    one = opened(scene)
    close(scene)
    assert of(scene, one) == ()
    gold.freeze(scene.store, FreezeRequest(scene.campaign.id, rule="mean", rounds=[1]), now=NOW)
    values = {scene.items.index(each.item_id): (each.accepted["score"], each.same) for each in of(scene, one)}
    assert values[2] == (3, True)
    assert values[0] == (pytest.approx(14 / 3), False)
    assert values[5] == (pytest.approx(13 / 3), False)
    assert {scene.items.index(each.item_id): each.same for each in of(scene, one, "A2")}[0] is True
    decide(scene, 0, 4)
    assert {each.item_id: each.same for each in of(scene, one)}[scene.items[0]] is True


def test_a_mean_of_two_answers_would_give_the_other_one_away(scene):
    one = opened(scene, names=("A1", "A2"))
    close(scene)
    gold.freeze(scene.store, FreezeRequest(scene.campaign.id, rule="mean", rounds=[1]), now=NOW)
    assert [scene.items.index(each.item_id) for each in of(scene, one)] == sorted(
        (2, 4), key=lambda n: scene.items[n]
    )
    assert all(each.same for each in of(scene, one))


@pytest.mark.parametrize(
    ("shows", "closed", "who", "message"),
    [
        (False, True, "A1", "Only a manager"),
        (True, False, "A1", "a closed round"),
        (True, True, "A3", "is not among yours"),
    ],
)
def test_what_is_not_allowed_yet_or_not_theirs_is_refused(scene, shows, closed, who, message):
    one = opened(scene, names=("A1", "A2"))
    rounds.set_shows_outcome(scene.store, OutcomeRequest(scene.campaign.id, 1, shows))
    decide(scene, 0, 5)
    if closed:
        close(scene)
    with pytest.raises(AloiError, match=message):
        of(scene, one, who)


def test_an_item_that_may_come_again_waits(scene):
    """An item that stands in another open round is not shown until that one is closed too."""
    one = opened(scene)
    for item in range(3):
        decide(scene, item, 5)
    close(scene)
    again = scene.open(items=scene.items[:1], names=("A1",))
    assert {scene.items.index(each.item_id) for each in of(scene, one)} == {1, 2}
    assert {scene.items.index(each.item_id) for each in of(scene, one, "A2")} == {0, 1, 2}
    scene.give(again, {"A1": [4]})
    assert {scene.items.index(each.item_id) for each in of(scene, one)} == {1, 2}  # it may still change
    close(scene, 2)
    assert {scene.items.index(each.item_id) for each in of(scene, one)} == {0, 1, 2}
    rounds.set_round_status(scene.store, ReopenRoundRequest(scene.campaign.id, 1))
    with pytest.raises(AloiError, match="a closed round"):
        of(scene, one)


def test_hidden_repeats_are_no_answers_of_their_own(scene):
    one = opened(scene, repeats=2, names=("A1", "A2"))
    decide(scene, 0, 5)
    close(scene)
    assert len(of(scene, one)) == 1


def test_an_item_of_another_task_gives_nothing_away(scene):
    """The same pair in an open round of operations does not hide what became of its similarity."""
    store = scene.store
    one = opened(scene)
    decide(scene, 0, 5)
    close(scene)
    campaigns.create_campaign(
        store, CampaignRequest("operations", scene.campaign.corpus_id, task="operations")
    )
    rounds.open_round(store, RoundRequest("operations", purpose="main", annotators=["A1"]))
    assert [scene.items.index(each.item_id) for each in of(scene, one)] == [0]


def test_an_answer_is_the_same_on_every_scale_or_in_every_part(scene):
    store, corpus = scene.store, scene.campaign.corpus_id
    one_scale, *_ = scene.campaign.schema.settings["scales"]
    settings = {"scales": [one_scale, {**one_scale, "name": "form", "step": 0.5}], "main": "score"}
    several = same_as(campaigns.create_campaign(store, CampaignRequest("several", corpus, settings=settings)))
    assert several({"score": 3, "form": 2}, {"score": 3.4, "form": 2.2})
    assert not several({"score": 3, "form": 2}, {"score": 3, "form": 2.25})
    assert not several({"score": 3, "form": 2}, {"score": 3.5, "form": 2})
    operations = same_as(
        campaigns.create_campaign(store, CampaignRequest("operations", corpus, task="operations"))
    )
    move, split = ({"label": label, "source": [0], "target": [1]} for label in ("move", "split"))
    assert operations({"groups": [move, split], "err": False}, {"groups": [split, move], "err": False})
    assert not operations({"groups": [move], "err": False}, {"groups": [split], "err": False})
