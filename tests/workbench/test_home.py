"""What is next, for each role."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from aloi.storage.store import Store
from aloi.workbench import home, people
from aloi.workbench.releases import gold, releases
from aloi.workbench.requests.campaigns import ProposeRequest
from aloi.workbench.requests.corrections import PersonRequest
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import CloseRoundRequest, DueRequest
from aloi.workbench.rounds import cleaning, rounds
from tests.workbench.scene import NOW, Scene, let_adjudicate, make_scene
from tests.workbench.word_campaign import make_words


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


SAME = (0, 1, 2, 3, 4, 5)


def told(store: Store, name: str) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (one.key, one.page, one.values) for one in home.next_steps(store, store.people.get(name), now=NOW)
    ]


def staff(scene: Scene) -> None:
    people.add_person(scene.store, PersonRequest("Boss", "administrator"), NOW)
    people.add_person(scene.store, PersonRequest("Judge", "adjudicator"), NOW)
    let_adjudicate(scene.store)


def test_an_empty_store_asks_a_manager_for_a_campaign_and_others_for_nothing(store: Store) -> None:
    for role in ("manager", "adjudicator", "annotator"):
        people.add_person(store, PersonRequest(role, role), NOW)
    assert told(store, "manager") == [("start_here", "start", {})]
    assert told(store, "adjudicator") == []
    assert told(store, "annotator") == []


def test_a_campaign_without_rounds_wants_one(scene: Scene) -> None:
    staff(scene)
    assert told(scene.store, "Boss") == [("open_round", "rounds", {"campaign": "closeness"})]
    assert told(scene.store, "A1") == []


def test_annotators_see_what_waits_for_them_alone(scene: Scene) -> None:
    staff(scene)
    one = scene.open(names=("A1", "A2"))
    scene.give(one, {"A1": (0, 1, None, None, None, None)})
    values = {"campaign": "closeness", "round": 1}
    assert told(scene.store, "A1") == [("items_wait", "annotate", {**values, "count": 4})]
    assert told(scene.store, "A2") == [("items_wait", "annotate", {**values, "count": 6})]
    assert told(scene.store, "A3") == []
    assert told(scene.store, "Judge") == []
    assert told(scene.store, "Boss") == [("round_under_way", "rounds", {**values, "count": 10})]
    rounds.set_round_status(scene.store, CloseRoundRequest("closeness", 1))
    assert told(scene.store, "A1") == []


def test_disputes_wait_for_adjudicators_and_managers_not_annotators(scene: Scene) -> None:
    staff(scene)
    scene.give(scene.open(names=("A1", "A2")), {"A1": SAME, "A2": (5, 0, 2, 3, 4, 5)})
    # A gap of 1 is left to the mean; that of 5 needs a decision.
    dispute = ("disputes_wait", "adjudicate", {"count": 1, "campaign": "closeness", "round": 1})
    assert told(scene.store, "Judge") == [dispute]
    assert told(scene.store, "A1") == []
    assert told(scene.store, "Boss")[0] == dispute


def test_a_pilot_is_read_and_not_adjudicated(scene: Scene) -> None:
    staff(scene)
    scene.give(scene.open(purpose="pilot", names=("A1", "A2")), {"A1": SAME, "A2": (5, 0, 2, 3, 4, 5)})
    assert told(scene.store, "Judge") == []
    assert [key for key, _, _ in told(scene.store, "Boss")] == ["read_agreement"]


def test_a_complete_main_round_leads_to_its_agreement_and_a_release(scene: Scene) -> None:
    staff(scene)
    scene.give(scene.open(names=("A1", "A2")), {"A1": SAME, "A2": SAME})
    values = {"campaign": "closeness", "round": 1}
    assert told(scene.store, "Boss") == [
        ("read_agreement", "agreement", values),
        ("make_release", "releases", values),
    ]
    gold.freeze(scene.store, FreezeRequest("closeness"), now=NOW)
    later = NOW + timedelta(days=1)
    releases.build(
        scene.store, ReleaseRequest("closeness", "1.0", sizes={"train": 3, "test": "rest"}), now=later
    )
    assert told(scene.store, "Boss") == []


def test_who_is_behind_blocks_and_a_round_that_goes_its_way_comes_last(scene: Scene) -> None:
    staff(scene)
    one = scene.open(names=("A1", "A2"))
    scene.give(one, {"A1": (0, 1, None, None, None, None)})
    boss = scene.store.people.get("Boss")
    [step] = home.next_steps(scene.store, boss, now=NOW + timedelta(days=6))
    assert (step.key, step.page) == ("round_behind", "overview")
    assert step.values == {"campaign": "closeness", "round": 1, "count": 10, "who": "A1, A2"}


def test_home_shows_few_things_and_of_each_campaign_the_most_urgent() -> None:
    def step(key: str, campaign: str, due: date | None = None) -> home.TodoStep:
        return home.TodoStep(key, "rounds", {"campaign": campaign}, {}, due)

    steps = [step("items_wait", "a"), step("items_wait", "a")]
    steps += [step("disputes_wait", "a"), step("make_release", "a"), step("open_round", "b")]
    steps += [step("open_round", name) for name in "cde"]
    first, rest = home.first_steps(steps)
    assert [(one.key, one.values["campaign"]) for one in first] == [
        ("items_wait", "a"),
        ("items_wait", "a"),
        ("disputes_wait", "a"),
    ]
    assert [one.values["campaign"] for one in rest] == ["a", "b", "c", "d", "e"]


def test_own_rounds_stand_by_their_day(scene: Scene) -> None:
    for items, due in (
        (scene.items[:2], None),
        (scene.items[2:4], date(2026, 4, 9)),
        (scene.items[4:], date(2026, 4, 2)),
    ):
        made = scene.open(items=items, names=("A1",))
        rounds.set_due(scene.store, DueRequest("closeness", made.number, due))
    steps = home.next_steps(scene.store, scene.store.people.get("A1"), now=NOW)
    assert [one.values["round"] for one in steps] == [3, 2, 1]


def test_answers_wait_to_be_cleaned_until_all_are_decided(store: Store, tmp_path: Path) -> None:
    make_words(store, tmp_path, {"Une [mince/mince/ADJ] couche.": [["fin"], ["étrroit"], ["fine", "fin"]]})
    jury = store.people.get("J1")
    step = next(one for one in home.next_steps(store, jury) if one.key == "to_clean")
    assert (step.page, step.values) == ("cleaning", {"count": 4, "campaign": "words"})
    cleaning.accept_automatic(store, ProposeRequest("words", by="J1"), now=NOW)
    for one in cleaning.queue(store, "words").waiting:
        cleaning.decide(store, "words", one, one.proposal.result, by="J1", now=NOW)
    assert "to_clean" not in {one.key for one in home.next_steps(store, jury)}
