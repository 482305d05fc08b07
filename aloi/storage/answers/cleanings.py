"""Decisions on substitutes as typed: added, reverted by a newer one, never overwritten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import func, insert, select

from aloi.base.records import from_json, to_row
from aloi.gold.making.cleaning import Cleaning
from aloi.storage import tables as t
from aloi.storage.changes import cleanings_of, note_change
from aloi.storage.database import StorePart
from aloi.storage.event_log.row_hashes import CLEANINGS

_C = t.cleanings.c


class Cleanings(StorePart):
    """The decisions on the answers of campaigns."""

    def add(self, decisions: Sequence[Cleaning]) -> list[Cleaning]:
        """Store decisions and return them, each the next revision of its answer; all or none."""
        stored = []
        with self._database.write() as connection:
            for decision in decisions:
                its = (
                    _C.campaign_id == decision.campaign_id,
                    _C.item_id == decision.item_id,
                    _C.answer == decision.answer,
                )
                last = connection.execute(select(func.max(_C.revision)).where(*its)).scalar()
                numbered = replace(decision, revision=(last or 0) + 1)
                row = to_row(numbered)
                connection.execute(insert(t.cleanings), row)
                CLEANINGS.record(connection, row, numbered.by)
                stored.append(numbered)
            for campaign_id in {one.campaign_id for one in stored}:
                note_change(connection, cleanings_of(campaign_id))
        return stored

    def list(self, campaign_id: str) -> list[Cleaning]:
        """Return every decision of a campaign, oldest first; of one time by item, answer and revision."""
        query = (
            select(t.cleanings)
            .where(_C.campaign_id == campaign_id)
            .order_by(_C.created_at, _C.item_id, _C.answer, _C.revision)
        )
        return [from_json(Cleaning, row) for row in self._database.rows(query)]
