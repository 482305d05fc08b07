"""Answers that came too late: what they are, and taking or leaving them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Item
from aloi.storage.model import LateAnswer
from aloi.storage.store import Store
from aloi.workbench.people import decider
from aloi.workbench.requests.rounds import LeaveLateRequest, TakeLateRequest
from aloi.workbench.rounds.concepts import described
from aloi.workbench.rounds.rounds import find_round

_SHORTEST_BEGINNING = 4


@dataclass(frozen=True, slots=True)
class LateRow:
    """A late answer for a manager, and the current answer to the same item, or None if there is none."""

    late: LateAnswer
    item: Item
    pseudonym: str
    described: str
    stands: str | None

    @property
    def event_id(self) -> str:
        """The id for accepting or discarding it."""
        return self.late.answer.event_id


def late_answers(store: Store, campaign: str, number: int, *, decided: bool = False) -> list[LateRow]:
    """Return the undecided late answers of a round, the first to come first.

    With `decided`, accepted and discarded ones, too.
    """
    stored_campaign = store.campaigns.get(campaign)
    one_round = find_round(store, stored_campaign.id, number, with_items=False)
    late = [one for one in store.late.of_round(one_round.id) if decided or one.decision is None]
    if not late:
        return []
    keys = dict.fromkeys(one.answer.key for one in late)
    standing = {
        late_answer.key: late_answer
        for item_id in dict.fromkeys(key.item_id for key in keys)
        for late_answer in store.answers.latest(one_round.id, item_id)
        if late_answer.key in keys
    }
    items = store.texts.items([one.answer.key.item_id for one in late])
    names = {person.id: person.pseudonym for person in store.people.list()}
    answers_in_words = described(store, stored_campaign, [one.answer.value for one in late])
    stands = dict(
        zip(
            standing, described(store, stored_campaign, [one.value for one in standing.values()]), strict=True
        )
    )
    return [
        LateRow(
            late_answer,
            item,
            names[late_answer.answer.key.annotator_id],
            words,
            stands.get(late_answer.answer.key),
        )
        for late_answer, item, words in zip(late, items, answers_in_words, strict=True)
    ]


def take(store: Store, request: TakeLateRequest, now: datetime) -> int:
    """Return how many late answers count from now on, each as its annotator's answer of its own time.

    Raises
    ------
    AloiError
        An id that matches no late answer of the round, or several.
    """
    return store.late.take(*_decided(store, request), now)


def leave(store: Store, request: LeaveLateRequest, now: datetime) -> int:
    """Discard late answers and return their number: they stay on record.

    Raises
    ------
    AloiError
        An id that no late answer of the round has, or several have, or an accepted one.
    """
    return store.late.leave(*_decided(store, request), now)


def _decided(store: Store, request: TakeLateRequest) -> tuple[str, list[str], str | None]:
    """Return the id of the round, the ids of the events from their beginnings, and that of the manager."""
    round_id = find_round(store, request.campaign, request.round, with_items=False).id
    late = store.late.of_round(round_id)
    if request.all:
        events = [one.answer.event_id for one in late if one.decision is None]
    else:
        events = [_event([each.answer.event_id for each in late], one) for one in request.answers]
    return round_id, events, decider(store, request.by).id if request.by else None


def _event(event_ids: Sequence[str], begun: str) -> str:
    fits = [one for one in event_ids if one.startswith(begun)] if len(begun) >= _SHORTEST_BEGINNING else []
    if begun in event_ids or not fits:
        return begun  # the store says what is wrong with one it does not know
    if len(fits) > 1:
        raise AloiError(
            "aloi.matches", kind=Term("late-answers-2"), name=repr(begun), count=len(fits), known=fits
        )
    return fits[0]
