"""The append-only log of corrections: who changed what, when and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import func, insert, select

from aloi.base.records import from_json, to_row
from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.changes import note_change
from aloi.storage.database import StorePart
from aloi.storage.event_log.row_hashes import CORRECTIONS

_C = t.corrections.c


class Corrections(StorePart):
    """The corrections, and the people who made them."""

    def add(
        self,
        kind: CorrectionKind,
        *,
        why: str,
        by: str,
        now: datetime,
        corpus_id: str | None = None,
        campaign_id: str | None = None,
        round_id: str | None = None,
        person_id: str | None = None,
        details: Mapping[str, Json] | None = None,
    ) -> Correction:
        """Store a correction under the next number and return it; its object may be deleted since."""
        with self._database.write() as connection:
            last = connection.execute(select(func.max(_C.number))).scalar()
            correction = Correction(
                (last or 0) + 1,
                kind,
                corpus_id,
                campaign_id,
                round_id,
                person_id,
                details or {},
                why,
                by,
                now,
            )
            row = to_row(correction)
            connection.execute(insert(t.corrections), row)
            CORRECTIONS.record(connection, row, by or None)
            for its_id in filter(None, (corpus_id, campaign_id, round_id)):
                note_change(connection, its_id)  # previous counts may no longer be correct
        return correction

    def list(
        self,
        *,
        campaign_id: str | None = None,
        corpus_id: str | None = None,
        round_id: str | None = None,
        person_id: str | None = None,
        kind: CorrectionKind | None = None,
    ) -> list[Correction]:
        """Return the corrections of a campaign, a corpus, a round or a person, or all, oldest first."""
        filters = {
            "campaign_id": campaign_id,
            "corpus_id": corpus_id,
            "round_id": round_id,
            "person_id": person_id,
            "kind": kind,
        }
        query = select(t.corrections).order_by(_C.number)
        for name, value in filters.items():
            if value is not None:
                query = query.where(_C[name] == value)
        return [from_json(Correction, row) for row in self._database.rows(query)]


class CorrectionKind(StrEnum):
    """The kind of a correction."""

    EXCLUDE = "exclude"
    INCLUDE = "include"
    RENAME = "rename"
    ARCHIVE = "archive"
    BRING_BACK = "bring back"
    DELETE = "delete"
    EXTEND = "extend"
    WITHDRAW = "withdraw"
    SCHEMA = "schema"
    TEXTS = "texts"
    MERGE = "merge"
    TAKE_BACK = "take back"
    OVERRIDE = "override"
    LICENCE = "licence"
    ERASE = "erase"
    REOPEN = "reopen"
    COUNT_MACHINE = "count machine"
    DISCOUNT_MACHINE = "discount machine"
    SUGGEST_MACHINE = "suggest machine"
    SUGGEST_NO_MACHINE = "suggest no machine"


@dataclass(frozen=True, slots=True)
class Correction:
    """One correction: its object, its reason, the person and the time.

    `by` is the pseudonym of the person, empty if the command line did not give one. `details` has facts for
    readers, such as the previous name and the counts.
    """

    number: int
    kind: CorrectionKind
    corpus_id: str | None
    campaign_id: str | None
    round_id: str | None
    person_id: str | None
    details: Mapping[str, Json]
    why: str
    by: str
    created_at: datetime
