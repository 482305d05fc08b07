"""Versions of the schemas of campaigns, and the answers that a new version requires again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Text, and_, cast, delete, exists, func, insert, select, update

from aloi.annotation.model import Annotation, AssignmentKey, Campaign, SchemaVersion
from aloi.base.records import from_json, to_row
from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.answers import statements as q
from aloi.storage.answers.offers import change, give_back
from aloi.storage.changes import note_change
from aloi.storage.database import StorePart
from aloi.storage.event_log.entries import EventKind, LogEntry, about, record
from aloi.storage.event_log.row_hashes import SCHEMAS
from aloi.storage.rows import in_parts, read_annotation, read_annotations, read_key

_A = t.assignments.c
_N = t.answers.c
_S = t.suggestions.c
_KEY = ("round_id", "item_id", "annotator_id", "occasion")
_FIRST = 1
_STORED = cast(_N.value, Text)


class Schemas(StorePart):
    """How the settings of campaigns changed. Answers stay as they were given."""

    def current(self, campaign_id: str) -> int:
        """Return the number of the version in force, from 1."""
        row = self._database.first(q.SCHEMA_VERSION, {"its_campaign_id": campaign_id})
        return 1 if row is None else int(row["schema_version"])

    def versions(self, campaign_id: str) -> list[SchemaVersion]:
        """Return the versions of a schema, oldest first; none if it was never changed."""
        query = select(t.schemas).where(t.schemas.c.campaign_id == campaign_id).order_by(t.schemas.c.version)
        return [from_json(SchemaVersion, row) for row in self._database.rows(query)]

    def drafts(self, campaign_id: str) -> dict[AssignmentKey, Json]:
        """Return the drafts in the rounds of a campaign, by annotator."""
        rounds = select(t.rounds.c.id).where(t.rounds.c.campaign_id == campaign_id)
        columns = (*(_A[name] for name in _KEY), _A.draft)
        query = select(*columns).where(_A.round_id.in_(rounds), _A.draft_at.is_not(None))
        return {read_key(row): row["draft"] for row in self._database.rows(query)}

    def change(
        self, campaign: Campaign, version: SchemaVersion, drafts: Mapping[AssignmentKey, Json]
    ) -> None:
        """Put a new version in force; before the first change, the previous version is stored as well.

        `drafts` is what work under way becomes, None where nothing can be made of it.
        """
        rounds = select(t.rounds.c.id).where(t.rounds.c.campaign_id == campaign.id).order_by(t.rounds.c.id)
        with self._database.write() as connection:
            its_rounds = connection.execute(rounds).scalars().all()
            for round_id in its_rounds:
                q.lock_round(connection, round_id)
            if version.version == 2:
                first = SchemaVersion(campaign.id, 1, campaign.schema.settings, {}, "", None)
                _add(connection, first)
            _add(connection, version)
            connection.execute(
                update(t.campaigns)
                .where(t.campaigns.c.id == campaign.id)
                .values(settings=dict(version.settings), schema_version=version.version)
            )
            for key, draft in drafts.items():  # newer than what a browser has kept of it
                change(connection, key, draft=draft, draft_at=version.created_at)
            note_change(connection, campaign.id)
            for round_id in its_rounds:
                note_change(connection, round_id)

    def ask_again(
        self,
        round_id: str,
        keys: Sequence[AssignmentKey],
        by: str | None = None,
        now: datetime | None = None,
        until: datetime | None = None,
    ) -> None:
        """Offer answered items to their annotators again; the answers stay as revisions.

        With `until`, the items are leased to these annotators until then: nobody else gets them.
        """
        status = "pending" if until is None else "leased"
        with self._database.write() as connection:
            q.lock_round(connection, round_id)
            for key in keys:
                if key.occasion == _FIRST and until is None:
                    give_back(connection, round_id, key.item_id)
                change(connection, key, status=status, lease_expires=until, acts=_A.acts + 1)
            _record_acts(connection, EventKind.ASKED_AGAIN, round_id, keys, by, now)
            note_change(connection, round_id)

    def count_again(
        self, round_id: str, keys: Sequence[AssignmentKey], by: str | None = None, now: datetime | None = None
    ) -> None:
        """Make answers withdrawn by `ask_again` count again; an item may then have one more."""
        with self._database.write() as connection:
            q.lock_round(connection, round_id)
            for key in keys:
                status = q.ASSIGNMENT.row(connection, q.its(key))["status"]
                if key.occasion == _FIRST and status == "pending":
                    q.TAKE_MORE.run(connection, q.its(key))
                change(connection, key, status="submitted", lease_expires=None, acts=_A.acts + 1)
            _record_acts(connection, EventKind.COUNTS_AGAIN, round_id, keys, by, now)
            note_change(connection, round_id)

    def put_aside(self, round_id: str) -> list[Annotation]:
        """Return the answers that annotators did not withdraw although their items are pending again."""
        key = [_N[name] for name in _KEY]
        last = select(*key, func.max(_N.revision).label("revision")).where(_N.round_id == round_id)
        latest = last.group_by(*key).subquery()
        query = (
            select(t.answers)
            .join(latest, and_(*(latest.c[name] == _N[name] for name in (*_KEY, "revision"))))
            .join(t.assignments, and_(*(_A[name] == _N[name] for name in _KEY)))
            .where(_A.status.in_(("pending", "leased")))
        )
        return [one for one in map(read_annotation, self._database.rows(query)) if one.value is not None]

    def values(self, campaign_id: str) -> dict[str, Json]:
        """Return every value that answers of a campaign ever had, by how it is stored."""
        query = select(_STORED).distinct().join(t.rounds, t.rounds.c.id == _N.round_id)
        with self._database.read() as connection:
            stored_values = connection.execute(query.where(t.rounds.c.campaign_id == campaign_id)).scalars()
            return {stored: json.loads(stored) for stored in stored_values}

    def standing(self, campaign_id: str, stored: Sequence[str]) -> list[Annotation]:
        """Return the current answers of a campaign with one of these values, as they are stored."""
        later = t.answers.alias()
        newer = exists().where(*(later.c[name] == _N[name] for name in _KEY), later.c.revision > _N.revision)
        query = (
            select(t.answers)
            .join(t.assignments, and_(*(_A[name] == _N[name] for name in _KEY)))
            .join(t.rounds, t.rounds.c.id == _N.round_id)
            .where(t.rounds.c.campaign_id == campaign_id, _A.status == "submitted", ~newer)
        )
        with self._database.read() as connection:
            return [
                annotation
                for part in in_parts(stored)
                for annotation in read_annotations(connection, query.where(_STORED.in_(part)))
            ]

    def suggestions(self, campaign_id: str) -> dict[str, Json]:
        """Return the suggestions for the items of a campaign, by item."""
        query = select(_S.item_id, _S.value).where(_S.campaign_id == campaign_id)
        return {row["item_id"]: row["value"] for row in self._database.rows(query)}

    def change_suggestions(self, campaign_id: str, values: Mapping[str, Json]) -> None:
        """Replace the suggestions for items; None removes them."""
        with self._database.write() as connection:
            for item_id, value in values.items():
                its = and_(_S.campaign_id == campaign_id, _S.item_id == item_id)
                _change_suggestion(connection, its, value)

    def worked_before(self, person_id: str, version: SchemaVersion) -> bool:
        """Return whether somebody answered or skipped an item of the campaign before a version."""
        query = (
            select(_A.item_id)
            .join(t.rounds, t.rounds.c.id == _A.round_id)
            .where(t.rounds.c.campaign_id == version.campaign_id, _A.annotator_id == person_id)
            .where(_A.acted_at < version.created_at)
            .limit(1)
        )
        return bool(self._database.rows(query))


def _add(connection: Connection, version: SchemaVersion) -> None:
    row = to_row(version)
    connection.execute(insert(t.schemas), row)
    SCHEMAS.record(connection, row)


def _record_acts(
    connection: Connection,
    kind: EventKind,
    round_id: str,
    keys: Sequence[AssignmentKey],
    by: str | None,
    now: datetime | None,
) -> None:
    """Record in the log that somebody other than their annotators acted on assignments."""
    rows = (q.ASSIGNMENT.row(connection, q.its(key)) for key in keys)
    acts = [row["acts"] for row in rows]
    done = [LogEntry(kind, now, by, **about(key), acts=its) for key, its in zip(keys, acts, strict=True)]
    record(connection, round_id, *done)


def _change_suggestion(connection: Connection, its: Any, value: Json) -> None:
    if value is None:
        connection.execute(delete(t.suggestions).where(its))
    else:
        connection.execute(update(t.suggestions).where(its).values(value=value))
