"""Two tabs of one person, whatever comes between: nothing is lost, stored twice or silently replaced."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from aloi.annotation.model import AssignmentKey, SkipReason, Status, Work
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.storage.answers.late_answers import AnswerLate, ChangedMeanwhile
from aloi.storage.model import DeskState
from aloi.storage.store import Store
from tests.storage.world import NOW, fill


@dataclass
class Tab:
    """A tab of a browser: what it shows, and what it was told of each answer it sent."""

    shown: tuple[AssignmentKey, DeskState] | None = None
    sent: dict[str, tuple[AssignmentKey, Json, int]] = field(default_factory=dict)
    fate: dict[str, str] = field(default_factory=dict)


class Play:
    """Two tabs of one annotator, another annotator and a manager, in an order of chance."""

    def __init__(self, store: Store, seed: int) -> None:
        self.chance = random.Random(seed)
        self.world = fill(store, items=4, people=3, overlap=2)
        self.store, self.now, self.count = store, NOW, 0
        self.tabs = (Tab(), Tab())
        self.person = self.world.people[0].id

    def event(self) -> str:
        self.count += 1
        return f"event-{self.count}"

    def step(self) -> None:
        self.now += timedelta(seconds=self.chance.choice([1, 5, 400]))
        tab = self.chance.choice(self.tabs)
        acts = [self.draw, self.answer, self.answer, self.resend, self.skip, self.undo]
        self.chance.choice([*acts, *acts, self.others, self.close_or_open, self.decide])(tab)

    def draw(self, tab: Tab) -> None:
        tab.shown = self.store.answers.next_turn(self.world.round_id, self.person, self.now, 300)
        if tab.shown is not None:
            tab.shown = (tab.shown[0].key, tab.shown[1])
        elif done := self.store.own_work.count(self.world.round_id, self.person).total:
            number = self.chance.randint(1, done)  # an earlier answer is corrected
            own = self.store.own_work.look_back(self.world.round_id, self.person, number)
            assert own is not None
            assert self.store.own_work.number_of(own[0].key) == number
            tab.shown = (own[0].key, own[1])

    def answer(self, tab: Tab) -> None:
        if tab.shown is not None:
            key, state = tab.shown
            event = self.event()
            tab.sent[event] = (key, self.count, state.revision)
            self.send(tab, event)
            if tab.fate[event] == "kept" and state.ahead is not None:
                tab.shown = (state.ahead[0].key, state.ahead[1])

    def resend(self, tab: Tab) -> None:
        if tab.sent:
            self.send(tab, self.chance.choice(sorted(tab.sent)))

    def send(self, tab: Tab, event: str) -> None:
        key, value, based_on = tab.sent[event]
        before = self.store.answers.standing(key)
        fate = "kept"
        try:
            self.world.answer(key, event, value, now=self.now, based_on=based_on)
        except AnswerLate:
            fate = "late"
        except ChangedMeanwhile:
            fate = "asked"
        if fate == "kept" and tab.fate.get(event) in (None, "asked"):
            stood = before.answer is not None or before.skipped
            assert not stood or before.revision == based_on, "an answer was replaced that nobody saw"
        assert tab.fate.get(event) in (None, "asked", fate) or (tab.fate[event], fate) == ("late", "kept")
        tab.fate[event] = fate

    def skip(self, tab: Tab) -> None:
        if tab.shown is None:
            return
        key, state = tab.shown
        before = self.store.answers.standing(key)
        try:
            self.store.answers.skip(
                key, self.event(), SkipReason.CONTEXT, now=self.now, based_on=state.revision
            )
        except ChangedMeanwhile:
            assert before.answer is not None
        except AloiError:
            assert self.store.campaigns.round(self.world.round_id).status == Status.CLOSED
        else:
            assert before.answer is None or before.revision == state.revision

    def undo(self, tab: Tab) -> None:
        if tab.shown is None or tab.shown[1].last is None:
            return
        last = tab.shown[1].last
        now_last = self.store.answers.last_act(self.world.round_id, self.person)
        try:
            undone = self.store.answers.undo(self.world.round_id, self.person, self.event(), self.now, last)
        except ChangedMeanwhile:
            assert now_last is not None
            assert now_last != last
        except AloiError:
            return  # closed, or a skipped item that others have now
        else:
            assert undone is None or (undone.key, now_last) == (last.key, last)

    def others(self, tab: Tab) -> None:
        del tab
        found = self.world.lease(self.chance.choice([1, 2]), self.now, 300)
        if found is not None:
            self.world.answer(found.key, self.event(), "other", now=self.now)

    def close_or_open(self, tab: Tab) -> None:
        del tab
        status = self.chance.choice([Status.OPEN, Status.OPEN, Status.CLOSED])
        self.store.campaigns.set_round_status(self.world.round_id, status)

    def decide(self, tab: Tab) -> None:
        del tab
        waiting = [one for one in self.store.late.of_round(self.world.round_id) if one.decision is None]
        if waiting:
            verb = self.chance.choice([self.store.late.take, self.store.late.leave])
            verb(self.world.round_id, [self.chance.choice(waiting).answer.event_id], None, self.now)


def played(store: Store, seed: int) -> None:
    """Let the play run, and look at what became of every answer."""
    play = Play(store, seed)
    for _ in range(70):
        play.step()
    every = store.answers.revisions(play.world.round_id)
    events = [one.event_id for one in every]
    assert len(set(events)) == len(events)
    late_events = {one.answer.event_id: one for one in store.late.of_round(play.world.round_id)}
    fates = {event: fate for tab in play.tabs for event, fate in tab.fate.items()}
    for event, fate in fates.items():
        assert (event in events) == (
            fate == "kept" or (event in late_events and late_events[event].decision == "taken")
        )
        assert (event in late_events) or fate != "late"
    assert {"kept", "asked"} <= set(fates.values())
    mine = [
        one for one in store.answers.assignments(play.world.round_id) if one.key.annotator_id == play.person
    ]
    answered = {one.key for one in store.answers.latest(play.world.round_id)}
    assert {one.key for one in mine if one.status == Work.SUBMITTED} == {
        key for key in answered if key.annotator_id == play.person
    }
    assert store.check() == store.find_changes() == []


@pytest.mark.parametrize("seed", range(6))
def test_two_tabs_lose_double_and_silently_replace_nothing(store: Store, seed: int) -> None:
    played(store, seed)
