"""Rounds: what may be opened, what is offered to whom, and how a round changes hands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import Purpose, Round, Status, Work
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.requests.campaigns import CampaignRequest, GuidelineRequest
from aloi.workbench.requests.rounds import (
    AddAnnotatorRequest,
    CloseRoundRequest,
    ReassignRequest,
    ReopenRoundRequest,
    RoundRequest,
)
from aloi.workbench.rounds import campaigns, rounds
from aloi.workbench.texts import corpora
from aloi.workbench.texts.pairs import import_pairs
from tests.workbench.scene import NOW, Scene, make_scene, picture


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


def work(scene: Scene, one: Round) -> dict[str, int]:
    """Let everybody answer in turn all that is offered; return how many answers each gave."""
    given = dict.fromkeys(scene.names, 0)
    busy = [name for name in scene.names if scene.store.people.get(name).id in one.annotators]
    while busy:
        for name in list(busy):
            person = scene.store.people.get(name).id
            held = scene.store.answers.lease_next(one.id, person, NOW, 600)
            if held is None:
                busy.remove(name)
                continue
            scene.store.answers.submit(
                held.key, f"{name}-{one.number}-{given[name]}", {"score": 3}, seconds=1.0, flag=False,
                comment="", shown={}, guideline_version=None, now=NOW,
            )  # fmt: skip
            given[name] += 1
    return given


@pytest.mark.parametrize(
    ("overlap", "answers"),
    [(None, (6, 6, 6)), (2, (4, 4, 4)), (1, (2, 2, 2))],
    ids=["all", "2 of 3", "single"],
)
def test_each_item_gets_as_many_answers_as_the_overlap(
    scene: Scene, overlap: int | None, answers: tuple[int, ...]
) -> None:
    one = scene.open(overlap=overlap)
    assert one.overlap == (overlap or 3)
    given = work(scene, one)
    assert sum(given.values()) == sum(answers)
    assert {entry.submitted for entry in scene.store.answers.coverage(one.id)} == {one.overlap}
    assert not any(entry.still_open for entry in scene.store.answers.coverage(one.id))


def test_nobody_gets_more_than_the_cap(scene: Scene) -> None:
    one = rounds.open_round(
        scene.store, RoundRequest("closeness", purpose="main", annotators=scene.names, overlap=1, cap=2)
    )
    assert work(scene, one) == {"A1": 2, "A2": 2, "A3": 2}
    with pytest.raises(
        AloiError, match="There are too few answers, by 3 annotators with at most 1 items each: 3"
    ):
        rounds.open_round(
            scene.store,
            RoundRequest(
                "closeness", purpose="main", annotators=scene.names, overlap=1, cap=1, items=scene.items
            ),
        )


def test_the_seed_decides_the_draw_and_each_order(scene: Scene) -> None:
    def opened(seed: int) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        campaign = campaigns.create_campaign(
            scene.store, CampaignRequest(f"seed {seed}", scene.campaign.corpus_id)
        )
        one = rounds.open_round(
            scene.store, RoundRequest(campaign.id, purpose="main", items=4, annotators=scene.names, seed=seed)
        )
        orders = [
            tuple(a.key.item_id for a in scene.store.answers.assignments(one.id) if a.key.annotator_id == who)
            for who in one.annotators
        ]
        return one.item_ids, orders

    items, orders = opened(1)
    assert len(set(items)) == 4
    assert set(items) <= set(scene.items)
    assert len(set(orders)) > 1
    other_items, other_orders = opened(2)
    assert (items, orders) != (other_items, other_orders)
    again = campaigns.create_campaign(scene.store, CampaignRequest("seed 1 again", scene.campaign.corpus_id))
    assert (
        rounds.open_round(
            scene.store, RoundRequest(again.id, purpose="main", items=4, annotators=scene.names, seed=1)
        ).item_ids
        == items
    )


def test_unused_items_only_are_drawn_and_none_twice(scene: Scene) -> None:
    first = scene.open(items=4)
    second = scene.open()
    assert set(first.item_ids) | set(second.item_ids) == set(scene.items)
    assert not set(first.item_ids) & set(second.item_ids)
    with pytest.raises(AloiError, match="There are too few items of the round: 0"):
        scene.open()
    with pytest.raises(AloiError, match=r"too many requested items: 1"):
        scene.open(items=1)


def test_a_pilot_has_no_guideline_and_other_rounds_the_newest(scene: Scene) -> None:
    with pytest.raises(AloiError, match=r"lacks a guideline"):
        rounds.open_round(
            scene.store, RoundRequest("closeness", purpose="main", annotators=scene.names, guideline=True)
        )
    campaigns.add_guideline(scene.store, GuidelineRequest("closeness", text="Read both."), NOW)
    campaigns.add_guideline(scene.store, GuidelineRequest("closeness", text="Read twice.", why="doses"), NOW)
    made = [scene.open(purpose=name, items=1) for name in ("pilot", "calibration", "main")]
    assert [(one.number, one.purpose, one.guideline_version) for one in made] == [
        (1, Purpose.PILOT, None),
        (2, Purpose.CALIBRATION, 2),
        (3, Purpose.MAIN, 2),
    ]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"items": ()}, "There are too few items of the round: 0"),
        ({"items": 0}, "There are too few items of the round: 0"),
        ({"items": 7}, "too many requested items: 7"),
        ({"items": ("nope",)}, "nope"),
        ({"annotators": ()}, "There are too few annotators of the round: 0"),
        ({"annotators": ("A1", "Z9")}, "'Z9'"),
        ({"overlap": 0}, "The number of annotators per item is 0"),
        ({"overlap": 4}, "from 1 to 3"),
        ({"annotators": ("A1",), "overlap": 2}, "The number of annotators per item is 2"),
        ({"purpose": "fun"}, "pilot, calibration, main"),
        ({"repeats": 7}, "The number of repeats is 7"),
        ({"seed": -1, "items": 2}, "seed is -1"),
        ({"stop_rule": "nope:ordinal:0.7"}, "No measure is called 'nope'"),
        ({"stop_rule": "krippendorff_alpha:ratio:0.7"}, "'ratio':0.7"),
        ({"stop_rule": "krippendorff_alpha:ordinal:nan"}, "'ordinal':nan"),
    ],
)
def test_a_round_that_cannot_be_run_is_refused_and_leaves_nothing(
    scene: Scene, given: dict[str, Any], said: str
) -> None:
    before = picture(scene.store)
    fields = {"purpose": "main", "annotators": scene.names, **given}
    with pytest.raises(AloiError, match=said):
        rounds.open_round(scene.store, RoundRequest("closeness", **fields))
    assert picture(scene.store) == before


def test_items_of_another_corpus_are_refused(scene: Scene) -> None:
    path = scene.table(("left", "right"), [("Un.", "Deux.")], "other.tsv")
    about = corpora.About("other", "fr", "secret", "elsewhere", restricted=True)
    other = import_pairs(scene.store, path, about, NOW).corpus
    [item] = scene.store.texts.corpus_items(other.id)
    with pytest.raises(AloiError, match=r"is not that of the campaign"):
        scene.open(items=(scene.items[0], item.id))
    assert scene.store.campaigns.rounds(scene.campaign.id) == []


def test_one_annotator_alone_answers_everything_once(scene: Scene) -> None:
    one = scene.open(names=("A2",))
    assert one.overlap == 1
    assert work(scene, one) == {"A1": 0, "A2": 6, "A3": 0}


def test_rounds_are_found_by_number_and_closed_and_opened_again(scene: Scene) -> None:
    with pytest.raises(AloiError, match=r"the round 1 does not exist(.|\n)*none yet"):
        rounds.find_round(scene.store, "closeness", 1)
    scene.open()
    assert rounds.set_round_status(scene.store, CloseRoundRequest("closeness", 1)).status == Status.CLOSED
    assert rounds.find_round(scene.store, "closeness", 1).status == Status.CLOSED
    with pytest.raises(AloiError, match=r"round 1 is closed"):
        rounds.add_annotator(scene.store, AddAnnotatorRequest("closeness", 1, "A3"))
    with pytest.raises(AloiError, match=r"round 1 is closed"):
        rounds.reassign(scene.store, ReassignRequest("closeness", 1, "A1", ("A3",)))
    assert rounds.set_round_status(scene.store, ReopenRoundRequest("closeness", 1)).status == Status.OPEN
    with pytest.raises(AloiError, match=r"the round 2 does not exist(.|\n)*expected: 1"):
        rounds.find_round(scene.store, "closeness", 2)


def test_what_an_absent_annotator_left_is_shared_out_evenly(scene: Scene) -> None:
    one = scene.open(names=("A1",))
    scene.give(one, {"A1": (3, 3, None, None, None, None)})
    assert rounds.reassign(scene.store, ReassignRequest("closeness", 1, "A1", ("A2", "A3"))) == 4
    one = rounds.find_round(scene.store, "closeness", 1)
    assert work(scene, one) == {"A1": 0, "A2": 2, "A3": 2}
    assert [entry.submitted for entry in scene.store.answers.coverage(one.id)] == [1] * 6
    with pytest.raises(AloiError, match=r"ound 1 contains no item of A1"):
        rounds.reassign(scene.store, ReassignRequest("closeness", 1, "A1", ("A2",)))


@pytest.mark.parametrize("others", [(), ("A1",), ("A2", "A1")])
def test_items_go_to_other_people_only(scene: Scene, others: tuple[str, ...]) -> None:
    scene.open(names=("A1",))
    before = picture(scene.store)
    with pytest.raises(AloiError, match=r"at least one other person"):
        rounds.reassign(scene.store, ReassignRequest("closeness", 1, "A1", others))
    assert picture(scene.store) == before


def test_an_outsider_joins_and_may_be_offered_every_item_not_yet_full(scene: Scene) -> None:
    one = scene.open(names=("A1", "A2"), overlap=2)
    scene.give(one, {"A1": (3,) * 6, "A2": (3, 3, None, None, None, None)})
    joined = rounds.add_annotator(scene.store, AddAnnotatorRequest("closeness", 1, "A3"))
    assert joined == rounds.find_round(scene.store, "closeness", 1)
    assert len(joined.annotators) == 3
    with pytest.raises(AloiError, match=r"A3 is in round 1 already"):
        rounds.add_annotator(scene.store, AddAnnotatorRequest("closeness", 1, "A3"))
    given = work(scene, joined)
    assert given["A2"] + given["A3"] == 4
    assert given["A3"] == 2


def test_after_calibration_the_rest_is_split(scene: Scene) -> None:
    calibration = scene.open(purpose="calibration", items=3)
    work(scene, calibration)
    rest = scene.open(purpose="main", overlap=1)
    assert set(rest.item_ids) == set(scene.items) - set(calibration.item_ids)
    assert work(scene, rest) == {"A1": 1, "A2": 1, "A3": 1}


def test_hidden_repeats_come_last_and_count_for_no_overlap(scene: Scene) -> None:
    one = scene.open(names=("A1", "A2"), repeats=2)
    assert work(scene, one) == {"A1": 8, "A2": 8, "A3": 0}
    mine = [a for a in scene.store.answers.assignments(one.id) if a.key.annotator_id == one.annotators[0]]
    assert [a.key.occasion for a in mine] == [1] * 6 + [2] * 2
    assert [a.key.item_id for a in mine[6:]] == [a.key.item_id for a in mine[:2]]
    assert {a.status for a in mine} == {Work.SUBMITTED}
    assert [entry.assigned for entry in scene.store.answers.coverage(one.id)] == [2] * 6
