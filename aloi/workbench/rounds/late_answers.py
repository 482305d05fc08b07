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


def take(
    store: Store, campaign: str, number: int, chosen: Sequence[str] | None, by: str | None, now: datetime
) -> int:
    """Return how many late answers count from now on, each as its annotator's answer of its own time.

    Parameters
    ----------
    chosen : sequence of str or None
        Event ids or their beginnings; None means all undecided ones.
    by : str or None
        The id of the manager.

    Raises
    ------
    AloiError
        An id that matches no late answer of the round, or several.
    """
    round_ = find_round(store, campaign, number, with_items=False)
    return store.late.take(round_.id, _events(store, round_.id, chosen), by, now)


def leave(
    store: Store, campaign: str, number: int, chosen: Sequence[str] | None, by: str | None, now: datetime
) -> int:
    """Discard late answers and return their number: they stay on record. Arguments are those of `take`.

    Raises
    ------
    AloiError
        An id that no late answer of the round has, or several have, or an accepted one.
    """
    round_ = find_round(store, campaign, number, with_items=False)
    return store.late.leave(round_.id, _events(store, round_.id, chosen), by, now)


def _events(store: Store, round_id: str, chosen: Sequence[str] | None) -> list[str]:
    """Return the event ids from ids or their beginnings; all undecided ones if none are named."""
    late = store.late.of_round(round_id)
    if chosen is None:
        return [one.answer.event_id for one in late if one.decision is None]
    return [_event([each.answer.event_id for each in late], one) for one in chosen]


def _event(event_ids: Sequence[str], begun: str) -> str:
    fits = [one for one in event_ids if one.startswith(begun)] if len(begun) >= _SHORTEST_BEGINNING else []
    if begun in event_ids or not fits:
        return begun  # the store says what is wrong with one it does not know
    if len(fits) > 1:
        raise AloiError(
            "aloi.matches", kind=Term("late-answers-2"), name=repr(begun), count=len(fits), known=fits
        )
    return fits[0]
