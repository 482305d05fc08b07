"""The next steps after a late answer, or an answer from a screen drawn before another change."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from aloi.annotation.model import AssignmentKey
from aloi.base.errors import AloiError
from aloi.corpora.model import Item
from aloi.storage.answers.late_answers import AnswerLate, ChangedMeanwhile
from aloi.storage.store import Store
from aloi.workbench.annotation.answering import Desk, Event, checked_answer
from aloi.workbench.rounds.concepts import described


@dataclass(frozen=True, slots=True)
class Version:
    """A version of an item: an answer in a few words, or, without `answer`, a skip."""

    answer: str | None
    note: str
    flag: bool
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Conflict:
    """A person's action on an old screen, and the current version; they choose, then send `revision`.

    `unsaved` is None for an undo: the question then is whether to revert the current version.
    """

    event_id: str
    key: AssignmentKey
    item: Item
    revision: int
    stored: Version
    unsaved: Version | None


def is_late(error: AloiError) -> bool:
    """Return whether an answer was stored as late rather than rejected, so that the person can continue."""
    return isinstance(error, AnswerLate)


def conflict(store: Store, round_desk: Desk, event: Event, error: AloiError) -> Conflict | None:
    """Return both versions if an event came from an outdated screen; None for any other error."""
    if not isinstance(error, ChangedMeanwhile):
        return None
    standing = store.answers.standing(error.key)
    answer = standing.answer
    values = [answer.value] if answer is not None else []
    if event.kind == "answer":
        values.append(checked_answer(store, round_desk, event)[0])
    descriptions = iter(described(store, round_desk.campaign, values))
    stored = Version(
        next(descriptions) if answer is not None else None,
        answer.comment if answer is not None else "",
        answer is not None and answer.flag,
        standing.since,
    )
    description = next(descriptions, None)
    unsaved = None if event.kind == "undo" else Version(description, event.note, event.flag, None)
    shown = store.texts.item(error.key.item_id)
    return Conflict(event.event_id, error.key, shown, standing.revision, stored, unsaved)
