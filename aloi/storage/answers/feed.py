"""The answers of a round in the order in which they came, from a position in its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from aloi.annotation.model import Annotation
from aloi.storage import tables as t
from aloi.storage.answers.statements import OF_ROUND
from aloi.storage.database import StorePart
from aloi.storage.event_log.entries import EventKind
from aloi.storage.rows import read_annotation

_L = t.event_log.c
_CAME = tuple(
    kind.value for kind in (EventKind.ANSWER, EventKind.IMPORT, EventKind.UNDO, EventKind.LATE_TAKEN)
)


@dataclass(frozen=True, slots=True)
class ArrivedAnswer:
    """A revision of an answer, and its position in the log of its round."""

    number: int
    annotation: Annotation


class AnswerFeed(StorePart):
    """Answers as they come."""

    def after(self, round_id: str, number: int, limit: int) -> Sequence[ArrivedAnswer]:
        """Return the next revisions of answers of a round behind a position; 0 begins at the first one.

        A position never changes, and a transaction takes the next one: a reader misses no answer.
        """
        query = (
            select(_L.number.label("log_number"), *t.answers.c)
            .join(t.answers, t.answers.c.event_id == _L.ref)
            .where(_L.chain == round_id, _L.number > number, _L.kind.in_(_CAME), OF_ROUND)
            .order_by(_L.number)
            .limit(limit)
        )
        return [ArrivedAnswer(row["log_number"], read_annotation(row)) for row in self._database.rows(query)]
