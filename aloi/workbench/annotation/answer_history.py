"""The past work of an annotator: their rounds, and a list of their answers to review and correct."""

from __future__ import annotations

from dataclasses import dataclass

from aloi.annotation.model import AssignmentKey
from aloi.storage.model import DoneCounts as DoneCounts
from aloi.storage.model import DoneItem, OwnRound
from aloi.storage.store import Store
from aloi.workbench.annotation.answering import Desk
from aloi.workbench.rounds.concepts import described

PAGE = 25
FILTERS = ("flagged", "skipped", "noted")


@dataclass(frozen=True, slots=True)
class DoneLine:
    """A done item as the list shows it; `described` is the answer in words, empty for a skipped one."""

    item: DoneItem
    described: str


def own_rounds(store: Store, person_id: str) -> list[OwnRound]:
    """Return the rounds a person takes part in: first those in which an item waits, then the other open ones.

    Each part is in the order of campaigns, closed rounds come last.
    """
    return sorted(store.own_work.rounds(person_id), key=lambda one: (not one.waits, not one.is_open))


def count_done(store: Store, round_desk: Desk, person_id: str) -> DoneCounts:
    """Return how much a person has done in a round, and how much of it is flagged, skipped or has a note."""
    return store.own_work.count(round_desk.round.id, person_id)


def number_of(store: Store, key: AssignmentKey) -> int | None:
    """Return the number of an item among those its annotator has done, from 1; None if it is not done."""
    return store.own_work.number_of(key)


def done_lines(
    store: Store, round_desk: Desk, person_id: str, *, only: str = "", text: str = "", page: int = 1
) -> tuple[int, list[DoneLine]]:
    """Return the number of matching done items, and those of a page of 25, the newest first.

    Parameters
    ----------
    only : str
        One of `FILTERS`, or empty for all.
    text : str
        Words to search in the item's texts and in the note, without regard to case and accents.
    page : int
        From 1. If there are fewer pages now, the first is returned.
    """
    fits = {"only": only, "text": text}
    round_and_person = (round_desk.round.id, person_id)
    total, items = store.own_work.done(*round_and_person, **fits, start=(page - 1) * PAGE, count=PAGE)
    if not items and page > 1:
        total, items = store.own_work.done(*round_and_person, **fits, start=0, count=PAGE)
    values = [one.annotation.value for one in items if one.annotation is not None]
    words = iter(described(store, round_desk.campaign, values))
    return total, [DoneLine(one, next(words) if one.annotation is not None else "") for one in items]
