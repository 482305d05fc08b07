"""Disputes in order, opened only when nobody may still answer, decided with a reason."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import SkipReason
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.requests.campaigns import AdjudicationRequest
from aloi.workbench.requests.rounds import CloseRoundRequest, DecisionsRequest
from aloi.workbench.rounds import adjudicating, rounds
from tests.workbench.scene import NOW, Scene, make_scene, picture


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


ANSWERS = {"A1": (4, 0, 3, 1, 2, None), "A2": (5, 5, 3, 3, 2, 4)}


def decide(scene: Scene, item: int, value: Any = 2, why: str = "Read again.", who: Any = ("A3",)) -> Any:
    return adjudicating.decide(scene.store, "closeness", 1, scene.items[item], value, why, who, NOW)


def test_the_widest_gap_comes_first_and_unfinished_items_wait(scene: Scene) -> None:
    scene.give(scene.open(names=("A1", "A2")), ANSWERS)
    queue = adjudicating.queue(scene.store, "closeness", 1)
    assert [(one.item_id, one.distance) for one in queue.disputes] == [
        (scene.items[1], 5),
        (scene.items[3], 2),
    ]
    assert (queue.waiting, queue.decided, queue.settled) == (1, 0, 3)
    # The gap of a campaign replaces that of its task.
    adjudicating.set_rule(scene.store, AdjudicationRequest("closeness", 0.0))
    assert len(adjudicating.queue(scene.store, "closeness", 1).disputes) == 3
    adjudicating.set_rule(scene.store, AdjudicationRequest("closeness", 5))
    assert len(adjudicating.queue(scene.store, "closeness", 1).disputes) == 1


def test_errors_of_decisions_quote_no_text(scene: Scene) -> None:
    scene.give(scene.open(names=("A1", "A2")), ANSWERS)
    canary = "Le patient canari dort depuis hier"
    good = [scene.items[0], 4, "Read again.", "A3"]
    for place in (0, 1, 3):
        row = [*good[:place], canary, *good[place + 1 :]]
        for rows in ([row], [row, row]):
            table = scene.table(("item_id", "value", "why", "adjudicator"), rows)
            with pytest.raises(AloiError) as raised:
                adjudicating.import_decisions(scene.store, DecisionsRequest("closeness", 1, table), NOW)
            assert "canari" not in raised.value.told()


def test_answers_stand_under_pseudonyms(scene: Scene) -> None:
    scene.give(scene.open(names=("A1", "A2")), ANSWERS)
    first = adjudicating.queue(scene.store, "closeness", 1).disputes[0]
    assert [(one.pseudonym, one.value) for one in first.answers] == [
        ("A1", {"score": 0}),
        ("A2", {"score": 5}),
    ]
    assert "Person" not in repr(first)


def test_an_item_opens_once_everybody_answered_or_skipped(scene: Scene) -> None:
    one = scene.open()
    scene.give(one, {"A1": (0,) * 6, "A2": (5,) * 6})
    assert adjudicating.queue(scene.store, "closeness", 1).disputes == ()
    with pytest.raises(AloiError, match=r"not yet answered by everybody"):
        decide(scene, 0)
    scene.store.answers.skip(scene.key(one, 0, "A3"), "skip-0001", SkipReason.OTHER, "odd", now=NOW)
    [only] = adjudicating.queue(scene.store, "closeness", 1).disputes
    assert only.item_id == scene.items[0]
    rounds.set_round_status(scene.store, CloseRoundRequest("closeness", 1))
    assert len(adjudicating.queue(scene.store, "closeness", 1).disputes) == 6


def test_a_decision_is_kept_beside_the_answers_and_a_second_is_its_revision(scene: Scene) -> None:
    one = scene.open(names=("A1", "A2"))
    scene.give(one, ANSWERS)
    before = scene.store.answers.revisions(one.id)
    made = decide(scene, 1, "3", "  Same case. ")
    assert (made.value, made.why, made.revision, made.adjudicators) == (
        {"score": 3},
        "Same case.",
        1,
        ("A3",),
    )
    assert made.considered == ("A1:1", "A2:1")
    assert decide(scene, 1, 4).revision == 2
    assert [d.value for d in scene.store.gold.adjudications(one.id)] == [{"score": 4}]
    assert len(scene.store.gold.adjudication_revisions(one.id)) == 2
    assert scene.store.answers.revisions(one.id) == before
    queue = adjudicating.queue(scene.store, "closeness", 1)
    assert (len(queue.disputes), queue.decided) == (1, 1)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"why": " "}, "lacks a reason"),
        ({"who": ()}, "lacks an adjudicator"),
        ({"who": ("",)}, "lacks an adjudicator"),
        ({"value": None}, "lacks a value"),
        ({"value": 6}, "from 0 to 5"),
        ({"value": float("nan")}, "from 0 to 5"),
        ({"item": 5}, "not yet answered by everybody"),
    ],
)
def test_a_bad_decision_is_refused_and_nothing_is_kept(
    scene: Scene, given: dict[str, Any], said: str
) -> None:
    scene.give(scene.open(names=("A1", "A2")), ANSWERS)
    adjudicating.set_rule(scene.store, AdjudicationRequest("closeness", None, reason=True))
    before = picture(scene.store)
    with pytest.raises(AloiError, match=said):
        decide(scene, **{"item": 1, **given})
    assert picture(scene.store) == before


def test_an_item_outside_the_round_is_refused(scene: Scene) -> None:
    scene.open(items=scene.items[:2])
    with pytest.raises(AloiError, match=r"is not in round 1"):
        decide(scene, 4)


def test_a_table_of_decisions_comes_in_whole_or_not_at_all(scene: Scene) -> None:
    one = scene.open(names=("A1", "A2"))
    scene.give(one, ANSWERS)
    columns = ("item_id", "value", "why", "adjudicator")
    good = [(scene.items[1], 2, "Read again.", "A3"), (scene.items[3], 2, "Both.", "A3, Person 1")]
    before = picture(scene.store)
    bad = scene.table(columns, [*good, (scene.items[0], 9, "Why.", "A3")])
    with pytest.raises(AloiError, match=r"line 4: (.|\n)*from 0 to 5"):
        adjudicating.import_decisions(scene.store, DecisionsRequest("closeness", 1, bad), NOW)
    with pytest.raises(AloiError, match=r"'why'"):
        adjudicating.import_decisions(
            scene.store, DecisionsRequest("closeness", 1, scene.table(columns[:2], [])), NOW
        )
    assert picture(scene.store) == before
    done = adjudicating.import_decisions(
        scene.store, DecisionsRequest("closeness", 1, scene.table(columns, good)), NOW
    )
    assert (done.new, done.unchanged) == (2, 0)
    # The same table again changes nothing; what somebody decided anew in it does.
    other = [good[0], (scene.items[3], 3, "Both.", "A3, Person 1")]
    later = NOW + timedelta(hours=1)
    for rows, expected in ((good, (0, 2)), (other, (1, 1)), (other, (0, 2)), (good, (1, 1))):
        done = adjudicating.import_decisions(
            scene.store, DecisionsRequest("closeness", 1, scene.table(columns, rows)), later
        )
        assert (done.new, done.unchanged) == expected
    every = [(d.item_id, d.revision) for d in scene.store.gold.adjudication_revisions(one.id)]
    assert len(every) == 4
    assert every == sorted(every)
    found = {d.item_id: d for d in scene.store.gold.adjudications(one.id)}
    assert found[scene.items[3]].adjudicators == ("A3", "A1")


def test_who_decides_is_known_and_is_kept_as_a_pseudonym(scene: Scene) -> None:
    scene.give(scene.open(names=("A1", "A2")), ANSWERS)
    before = picture(scene.store)
    with pytest.raises(AloiError, match="The person 'Dr Nobody' does not exist"):
        decide(scene, 1, who=("Dr Nobody",))
    assert picture(scene.store) == before
    assert decide(scene, 1, who=("Person 3",)).adjudicators == ("A3",)


@pytest.mark.parametrize("canary", ["canari", "canari17", "canari dort"])
def test_errors_of_decisions_on_restricted_texts_quote_not_even_a_short_value(
    store: Store, tmp_path: Path, canary: str
) -> None:
    scene = make_scene(store, tmp_path, restricted=True)
    scene.give(scene.open(names=("A1", "A2")), ANSWERS)
    good = [scene.items[0], 4, "Read again.", "A3"]
    for place in (0, 1, 3):
        row = [*good[:place], canary, *good[place + 1 :]]
        table = scene.table(("item_id", "value", "why", "adjudicator"), [row])
        with pytest.raises(AloiError) as raised:
            adjudicating.import_decisions(scene.store, DecisionsRequest("closeness", 1, table), NOW)
        assert "canari" not in raised.value.told(), place
    with pytest.raises(AloiError) as raised:
        decide(scene, 0, canary)
    assert "canari" not in raised.value.told()


def test_remarks_reasons_and_pace_are_at_hand_for_the_adjudicator(scene: Scene) -> None:
    round_ = scene.open(names=("A1", "A2"))
    scene.give(round_, {"A1": (0, 0, 0, 0), "A2": (5, 5, 5, None)})
    note = scene.key(round_, 0, "A1")
    scene.store.answers.submit(
        note, "noted-0001", {"score": 0}, seconds=1.0, flag=True, comment="Two diseases?", shown={},
        guideline_version=None, now=NOW,
    )  # fmt: skip
    scene.store.answers.skip(scene.key(round_, 3, "A2"), "skip-0001", SkipReason.BROKEN, None, now=NOW)
    noted = [
        adjudicating.noted_answers(scene.store, scene.campaign, round_, scene.items[item]) for item in (0, 3)
    ]
    assert noted == [
        (
            adjudicating.NotedAnswer("A1", "0", True, "Two diseases?", None),
            adjudicating.NotedAnswer("A2", "5", False, "", None),
        ),
        (
            adjudicating.NotedAnswer("A1", "0", False, "", None),
            adjudicating.NotedAnswer("A2", "", False, "", "broken"),
        ),
    ]
    for item, seconds in enumerate((0, 20, 50)):
        later = NOW + timedelta(seconds=seconds)
        adjudicating.decide(scene.store, "closeness", 1, scene.items[item], 2, "Same drug.", ("A3",), later)
    decisions = scene.store.gold.adjudications(round_.id)
    assert adjudicating.seconds_per_decision(decisions, "A3") == 25
    assert adjudicating.seconds_per_decision(decisions[:2], "A3") is None
    assert scene.store.gold.frequent_reasons(scene.campaign.id, 3) == ["Same drug."]
