"""What is told of a round, a person or a campaign stays the same whatever others do on the same items."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

import pytest

from aloi.annotation.model import Assignment, AssignmentKey, Campaign, Role, Schema, SkipReason, Status
from aloi.annotation.tasks.substitution.cleaning import Category
from aloi.corpora.model import Pair
from aloi.gold.making.cleaning import Cleaning
from aloi.gold.model import Adjudication, Assumption
from aloi.storage.answers.late_answers import AnswerLate
from aloi.storage.store import Store
from tests.storage.world import NOW, World, fill, make_pairs, make_round, origin

LATER = NOW + timedelta(hours=3)

# What is asked of a world: of its campaign, of its round, and of its first person in that round.
OF_CAMPAIGN: Mapping[str, Callable[[World], object]] = {
    "guidelines": lambda w: w.store.campaigns.guidelines("k0"),
    "rounds": lambda w: (w.store.campaigns.rounds("k0"), w.store.campaigns.round_ids("k0")),
    "used items": lambda w: w.store.campaigns.used_items("k0"),
    "free items": lambda w: w.store.campaigns.count_free_items("k0"),
    "assumptions": lambda w: w.store.campaigns.assumptions("k0"),
    "cleanings": lambda w: w.store.cleanings.list("k0"),
    "tallies": lambda w: w.store.tallies.rounds("k0"),
}
OF_ROUND: Mapping[str, Callable[[World], object]] = {
    "campaign": lambda w: w.store.campaigns.of_round(w.round_id),
    "round": lambda w: w.store.campaigns.round(w.round_id),
    "latest": lambda w: w.store.answers.latest(w.round_id),
    "latest of an item": lambda w: w.store.answers.latest(w.round_id, w.items[0]),
    "revisions": lambda w: w.store.answers.revisions(w.round_id),
    "assignments": lambda w: w.store.answers.assignments(w.round_id),
    "progress": lambda w: w.store.answers.progress(w.round_id),
    "coverage": lambda w: w.store.answers.coverage(w.round_id),
    "late": lambda w: (w.store.late.of_round(w.round_id), w.store.late.waiting([w.round_id])),
    "days": lambda w: w.store.tallies.days(w.round_id),
    "usual seconds": lambda w: w.store.tallies.usual_seconds(w.round_id),
    "effort": lambda w: w.store.tallies.effort(w.round_id, 600.0),
    "people": lambda w: w.store.tallies.people(w.round_id),
    "adjudications": lambda w: w.store.gold.adjudications(w.round_id),
    "decided items": lambda w: w.store.gold.decided_items(w.round_id),
}
OF_PERSON: Mapping[str, Callable[[World], object]] = {
    "latest of": lambda w: w.store.answers.latest_of(w.people[0].id, w.round_id),
    "last act": lambda w: w.store.answers.last_act(w.round_id, w.people[0].id),
    "history": lambda w: w.store.answers.history(w.key(0, 0)),
    "standing": lambda w: w.store.answers.standing(w.key(0, 0)),
    "desk": lambda w: w.store.answers.desk_state(w.key(1, 0)),
    "count": lambda w: w.store.own_work.count(w.round_id, w.people[0].id),
    "done": lambda w: w.store.own_work.done(w.round_id, w.people[0].id, start=0, count=25),
    "number": lambda w: w.store.own_work.number_of(w.key(1, 0)),
    "acts": lambda w: w.store.own_progress.acts(w.people[0].id, w.round_id),
    "notes": lambda w: w.store.own_progress.notes(w.people[0].id, w.round_id),
    "values": lambda w: w.store.own_progress.answered_values(w.people[0].id, w.round_id),
    "guideline before": lambda w: w.store.own_progress.version_before(w.round_id, w.people[0].id),
    "share": lambda w: [
        one for one in w.store.own_progress.shares(w.people[0].id) if one.round_id == w.round_id
    ],
}


def work(world: World, person: int, tag: str) -> None:
    """Answer the first item, correct it, note and flag the second, skip the third."""
    world.answer(world.key(0, person), f"{tag}-first-answer", 2 + person, comment=f"note {tag}", flag=True)
    world.answer(world.key(0, person), f"{tag}-second-answer", 4 - person, seconds=9.0 + person, now=LATER)
    world.answer(world.key(1, person), f"{tag}-other-answer", 1, now=LATER + timedelta(days=person))
    world.lease(person)
    world.store.answers.skip(
        world.key(2, person), f"{tag}-skip", SkipReason.BROKEN, f"words {tag}", now=LATER
    )


def decide(world: World, campaign: str, value: int, free: str) -> None:
    """Decide a dispute, assume a value of an item that no round has, and clean an answer."""
    decision = Adjudication(world.round_id, world.items[0], 1, ("M1",), value, "why", (), NOW)
    world.store.gold.add_adjudications([decision])
    world.store.campaigns.add_assumptions([Assumption(free, campaign, value, "drawn", {}, NOW)])
    cleaned = Cleaning(campaign, world.items[0], "mot", 1, Category.UNCHANGED, "mot", "M1", "why", NOW)
    world.store.cleanings.add([cleaned])


def free_items(world: World) -> list[str]:
    """Add two items that no round has; return their ids."""
    corpus = world.store.campaigns.get("k0").corpus_id
    _, pairs = make_pairs(3, world.store.texts.corpus(corpus))
    made = [Pair.of(corpus, pairs[0].left, one.left) for one in pairs[1:]]
    world.store.texts.add_items([(one, origin(one.id)) for one in made])
    return [one.id for one in made]


def close_late(world: World, person: int) -> None:
    """Close the round, and let an answer come after that."""
    world.store.campaigns.set_round_status(world.round_id, Status.CLOSED)
    with pytest.raises(AnswerLate):
        world.answer(world.key(3, person), f"late-{world.round_id[:8]}", 3)


@pytest.fixture
def world(store: Store) -> World:
    """Return a round of four of six items, in which the first of two people has worked."""
    made = fill(store, items=6, people=2, overlap=2)
    whole = made.round_id
    opened = make_round(2, made.items[:4], tuple(one.id for one in made.people), 2)
    rows = [
        Assignment(AssignmentKey(opened.id, item, one.id), place)
        for one in made.people
        for place, item in enumerate(opened.item_ids)
    ]
    store.campaigns.open_round(opened, rows)
    store.campaigns.set_round_status(whole, Status.CLOSED)
    world = replace(made, round_id=opened.id)
    work(world, 0, "mine")
    return world


def asked(world: World, questions: Mapping[str, Callable[[World], object]]) -> dict[str, object]:
    return {name: question(world) for name, question in questions.items()}


def test_what_another_person_does_changes_nothing_of_ones_own(world: World) -> None:
    before = asked(world, OF_PERSON)
    assert all(value not in (None, [], 0) for name, value in before.items() if name != "guideline before")
    work(world, 1, "theirs")
    assert asked(world, OF_PERSON) == before


def test_what_happens_in_another_campaign_on_the_same_items_changes_nothing(world: World) -> None:
    first, second = free_items(world)
    decide(world, "k0", 3, first)
    close_late(world, 0)
    before = asked(world, OF_CAMPAIGN | OF_ROUND | OF_PERSON)
    store = world.store
    crew = (*(one.id for one in world.people), store.people.add("third", Role.ANNOTATOR, NOW).id)
    store.campaigns.add(
        Campaign("k1", "other", Schema("similarity", 1, {"high": 5}), store.campaigns.get("k0").corpus_id)
    )
    store.campaigns.add_guideline("k1", "Read twice.", "first", NOW)
    opened = replace(make_round(1, world.items[:5], crew, 3), id="round-of-k1", campaign_id="k1")
    rows = [
        Assignment(AssignmentKey(opened.id, item, one), place)
        for one in crew
        for place, item in enumerate(world.items[:5])
    ]
    store.campaigns.open_round(opened, rows)
    other = replace(world, round_id=opened.id)
    for person in (0, 1):
        work(other, person, f"other-{person}")
    decide(replace(other, items=world.items[1:]), "k1", 5, second)
    close_late(other, 1)
    assert asked(world, OF_CAMPAIGN | OF_ROUND | OF_PERSON) == before
    assert store.check() == []
