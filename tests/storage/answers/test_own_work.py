"""What one annotator has done: numbered, listed by page, found by words, looked back at without change."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from aloi.annotation.model import SkipReason, Status, Work
from aloi.corpora.identity import checksum
from aloi.corpora.model import Mention, Passage, Question, Sentence, Target
from aloi.storage.columns import folded
from aloi.storage.model import DoneCounts
from aloi.storage.store import Store
from tests.storage.world import NOW, World, fill, origin

LATER = NOW + timedelta(minutes=5)


@pytest.fixture
def world(store: Store) -> World:
    """Return a round whose first person has done five items, the third of them skipped, and holds another."""
    made = fill(store, items=12, people=2, overlap=2)
    for number in range(5):
        held = made.lease(0)
        assert held is not None
        if number == 2:
            store.answers.skip(held.key, "skip-002", SkipReason.BROKEN, now=NOW)
        else:
            made.answer(held.key, f"answer-{number:02}", number)
    assert made.lease(0) is not None
    return made


def me(world: World) -> tuple[str, str]:
    return world.round_id, world.people[0].id


def listed(world: World, **asked: object) -> list[int]:
    """Return the numbers of the items that the list gives."""
    given = {"start": 0, "count": 25, **asked}
    total, found = world.store.own_work.done(*me(world), **given)  # type: ignore[arg-type]
    assert total >= len(found)
    return [one.number for one in found]


def test_items_are_numbered_in_the_order_they_are_given_whatever_is_corrected(world: World) -> None:
    assert listed(world) == [5, 4, 3, 2, 1]
    world.answer(world.key(1, 0), "correct-1", 9, now=LATER)
    assert listed(world) == [5, 4, 3, 2, 1]
    _, found = world.store.own_work.done(*me(world), start=0, count=25)
    assert [one.item.id for one in reversed(found)] == list(world.items[:5])
    assert [one.annotation and one.annotation.value for one in reversed(found)] == [0, 9, None, 3, 4]


@pytest.mark.parametrize("number", range(1, 6))
def test_looking_back_gives_the_item_of_a_number_with_its_last_answer(world: World, number: int) -> None:
    if number == 2:
        world.answer(world.key(1, 0), "correct-1", 9, now=LATER)
    found = world.store.own_work.look_back(*me(world), number)
    assert found is not None
    assignment, desk, answer = found
    assert assignment.key == world.key(number - 1, 0)
    assert (desk.done, desk.total) == (5, 12)
    assert (answer.value if answer else None) == {1: 0, 2: 9, 3: None, 4: 3, 5: 4}[number]
    assert (assignment.status == Work.SKIPPED) == (number == 3)


def test_a_done_item_is_given_by_its_key_and_one_under_way_is_not(world: World) -> None:
    world.answer(world.key(1, 0), "correct-1", 9, now=LATER)
    found = world.store.own_work.of(world.key(1, 0))
    assert found == world.store.own_work.look_back(*me(world), 2)
    assert found is not None
    assert found[0].key == world.key(1, 0)
    assert world.store.own_work.of(world.key(5, 0)) is None  # held, not done
    assert world.store.own_work.of(world.key(0, 1)) is None  # somebody else's


@pytest.mark.parametrize("number", [0, -1, 6, 10**8])
def test_no_other_number_gives_an_item(world: World, number: int) -> None:
    assert world.store.own_work.look_back(*me(world), number) is None


def test_looking_back_changes_nothing(world: World) -> None:
    before = world.store.answers.assignments(world.round_id), world.store.answers.revisions(world.round_id)
    for number in (5, 3, 1):
        world.store.own_work.look_back(*me(world), number)
    after = world.store.answers.assignments(world.round_id), world.store.answers.revisions(world.round_id)
    assert after == before


def test_a_correction_let_go_of_leaves_the_answer_and_the_draft_of_the_item_under_way(world: World) -> None:
    answers = world.store.answers
    for number in (1, 5):
        answers.mark(world.key(number, 0), draft={"score": 2})
        world.store.own_work.forget_draft(world.key(number, 0))
    assert answers.desk_state(world.key(1, 0)).draft is None
    assert answers.desk_state(world.key(5, 0)).draft == {"score": 2}
    assert [one.value for one in answers.history(world.key(1, 0))] == [1]


def test_filters_counts_and_pages(world: World) -> None:
    world.store.answers.mark(world.key(0, 0), flag=True)
    world.store.answers.mark(world.key(3, 0), flag=True, comment="dose ?")
    world.store.answers.mark(world.key(5, 0), flag=True, comment="not done yet")
    assert world.store.own_work.count(*me(world)) == DoneCounts(5, flagged=2, skipped=1, noted=1)
    assert listed(world, only="flagged") == [4, 1]
    assert listed(world, only="skipped") == [3]
    assert listed(world, only="noted") == [4]
    assert listed(world, start=2, count=2) == [3, 2]
    assert listed(world, start=5) == []
    assert world.store.own_work.done(*me(world), start=2, count=2)[0] == 5
    assert world.store.own_work.done(world.round_id, world.people[1].id, start=0, count=5) == (0, [])


def test_words_are_found_in_texts_and_notes_whatever_their_case_and_accents(world: World) -> None:
    world.store.answers.mark(world.key(4, 0), comment="Œdème à l'ÉTÉ 100%")
    assert listed(world, text="tousse PATIENT") == [5, 4, 3, 2, 1]
    assert listed(world, text="b3") == [4]
    assert listed(world, text="B3 dort") == [4]
    assert listed(world, text="ete") == listed(world, text="été") == [5]
    assert listed(world, text="b4 100%") == [5]
    for absent in ("sentence", "document_id", "00%0", "_", "b3 b4", "b11"):
        assert listed(world, text=absent) == []
    assert listed(world, text="dort", only="skipped") == [3]


def test_every_kind_of_item_is_searched(store: Store) -> None:
    text = "Une fièvre élevée."
    said = Sentence(Sentence.make_id("d", 0, len(text), text), "d", 0, 0, len(text), text)
    world = fill(store, items=1, people=1, overlap=1)
    corpus = store.texts.corpora()[0].id
    kinds = {
        "elevee": Passage.of(corpus, said),
        "hyperthermie": Target.of(corpus, said, 4, 10, "hyperthermie", "NOUN"),
        "glacee": Question.of(corpus, said, ("chaude", "glacée")),
        "fievre": Mention.of(corpus, said, ((4, 10),), "sign"),
    }
    for number, (word, item) in enumerate(kinds.items(), 2):
        store.texts.add_items([(item, origin(item.id))])
        opened = replace(
            store.campaigns.round(world.round_id), id=checksum([word]), number=number, item_ids=(item.id,)
        )
        held = replace(world.key(0, 0), round_id=opened.id, item_id=item.id)
        assignment = replace(store.answers.assignments(world.round_id)[0], key=held, status=Work.PENDING)
        store.campaigns.open_round(opened, [assignment])
        world.answer(held, f"answer-{word}")
        found = store.own_work.done(opened.id, world.people[0].id, text=word, start=0, count=5)
        assert [one.item for one in found[1]] == [item]
        assert store.own_work.done(opened.id, world.people[0].id, text="zèbre", start=0, count=5) == (0, [])


def test_rounds_say_what_is_open_and_what_waits(store: Store) -> None:
    world = fill(store, items=2, people=2, overlap=1)
    first, second = (one.id for one in world.people)

    def rounds(person: str) -> list[tuple[bool, bool]]:
        return [(one.is_open, one.waits) for one in store.own_work.rounds(person)]

    assert rounds(first) == rounds(second) == [(True, True)]
    held = world.lease(0)
    assert held is not None
    world.answer(held.key, "answer-1")
    assert world.lease(1) is not None
    assert (rounds(first), rounds(second)) == ([(True, False)], [(True, True)])
    store.campaigns.set_round_status(world.round_id, Status.CLOSED)
    assert rounds(second) == [(False, False)]
    assert store.own_work.rounds("nobody") == []
    [own] = store.own_work.rounds(first)
    assert (own.campaign, own.number) == ("closeness", 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("ÉTÉ", "ete"), ("Abc", "abc"), ("Œuf", "œuf"), ("naïve", "naive"), ("ΆΛΦΑ", "αλφα")],
)
def test_folding(text: str, expected: str) -> None:
    assert folded(text) == expected
