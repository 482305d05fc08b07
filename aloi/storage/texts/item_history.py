"""Everything that annotators did with one item, over all rounds of a campaign."""

from __future__ import annotations

from sqlalchemy import select

from aloi.annotation.model import Annotation, Assignment, Work
from aloi.storage import tables as t
from aloi.storage.database import StorePart
from aloi.storage.rows import read_annotation, read_assignment


class ItemHistory(StorePart):
    """Answers and skips of one item."""

    def revisions(self, campaign_id: str, item_id: str) -> list[Annotation]:
        """Return every revision of every answer to an item, by round, annotator, occasion and revision."""
        n, r = t.answers.c, t.rounds.c
        query = (
            select(t.answers)
            .join(t.rounds, r.id == n.round_id)
            .where(r.campaign_id == campaign_id, n.item_id == item_id)
            .order_by(r.number, n.annotator_id, n.occasion, n.revision)
        )
        return [read_annotation(row) for row in self._database.rows(query)]

    def skips(self, campaign_id: str, item_id: str) -> list[Assignment]:
        """Return the assignments of an item that were skipped, by round and annotator."""
        a, r = t.assignments.c, t.rounds.c
        query = (
            select(t.assignments)
            .join(t.rounds, r.id == a.round_id)
            .where(r.campaign_id == campaign_id, a.item_id == item_id, a.status == Work.SKIPPED.value)
            .order_by(r.number, a.annotator_id)
        )
        return [read_assignment(row) for row in self._database.rows(query)]
