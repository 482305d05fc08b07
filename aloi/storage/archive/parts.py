"""The parts of a campaign archive: the rows of tables in a fixed order, without data of the store alone.

A store numbers its corpora, people and corrections itself (`place`, `number`); in an archive the order of the
rows replaces these numbers. Passwords, preferences, sign-ins, jobs and cached results belong to the store
alone, and so do the places of the keys of machine annotators.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ColumnElement, Connection, LargeBinary, Select, Table, or_, select

from aloi.storage import tables as t
from aloi.storage.columns import UtcDateTime

# To be raised whenever a column below changes; a reader takes the versions up to its own.
VERSION = 5
# Columns that archives of earlier versions lack, with their values there.
_ADDED: Mapping[str, Any] = {"campaigns.adjudication": {}, "campaigns.task_package": None}
_AT_ONCE = 1000  # rows fetched together


@dataclass(frozen=True, slots=True)
class Scope:
    """The scope of an archive: a campaign, its corpus, and the people who worked on it."""

    campaign_id: str
    corpus_id: str
    people: Sequence[str]

    def of(self, column: str) -> str:
        """Return the id that a column of this name holds."""
        return self.corpus_id if column == "corpus_id" else self.campaign_id


@dataclass(frozen=True, slots=True)
class ArchivePart:
    """The rows of one table.

    Parameters
    ----------
    by : str
        The column that selects rows: by corpus, campaign, round, item or person.
    without : tuple of str
        Columns that belong to the store alone.
    order : tuple of str
        Sort columns; by default the key of the table.
    """

    table: Table
    by: str
    without: tuple[str, ...] = ()
    order: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the part, that of its table."""
        return self.table.name

    @property
    def columns(self) -> list[Any]:
        """The columns of its rows."""
        return [column for column in self.table.c if column.name not in self.without]

    def query(self, scope: Scope) -> Select[Any]:
        """Return the query of its rows, in their order."""
        order = [self.table.c[name] for name in self.order] or list(self.table.primary_key)
        return select(*self.columns).where(self._where(scope)).order_by(*order)

    def _where(self, scope: Scope) -> ColumnElement[bool]:
        """Return the condition that a row belongs to the campaign."""
        column = self.table.c[self.by]
        if self.by == "round_id":
            return column.in_(select(t.rounds.c.id).where(t.rounds.c.campaign_id == scope.campaign_id))
        if self.by == "chain":
            rounds = select(t.rounds.c.id).where(t.rounds.c.campaign_id == scope.campaign_id)
            return or_(column.in_(rounds), column == scope.campaign_id)
        if self.by == "item_id":
            return column.in_(select(t.items.c.id).where(t.items.c.corpus_id == scope.corpus_id))
        if self.by == "release_id":
            return column.in_(select(t.releases.c.id).where(t.releases.c.campaign_id == scope.campaign_id))
        if self.table is t.people:
            return column.in_(scope.people)
        if self.table is t.machines:
            a, r = t.machine_answers.c, t.rounds.c
            joined = select(a.machine_id).join(t.rounds, r.id == a.round_id)
            return column.in_(joined.where(r.campaign_id == scope.campaign_id))
        if self.table is t.corrections:  # also what was put right of its texts, which is of no campaign
            c = self.table.c
            of_texts = (c.corpus_id == scope.corpus_id) & column.is_(None) & c.round_id.is_(None)
            return or_(column == scope.campaign_id, of_texts)
        return column == (scope.corpus_id if self.table is t.corpora else scope.of(self.by))


PARTS = (
    ArchivePart(t.corpora, "id", ("place",)),
    ArchivePart(t.corpus_versions, "corpus_id"),
    ArchivePart(t.documents, "corpus_id", order=("place",)),
    ArchivePart(t.sentences, "corpus_id"),
    ArchivePart(t.items, "corpus_id"),
    ArchivePart(t.origins, "item_id"),
    ArchivePart(t.people, "id", ("place", "password_hash", "preferences"), ("place",)),
    ArchivePart(t.campaigns, "id", ("place",)),
    ArchivePart(t.schemas, "campaign_id"),
    ArchivePart(t.guidelines, "campaign_id"),
    ArchivePart(t.assumptions, "campaign_id"),
    ArchivePart(t.rounds, "campaign_id", order=("number",)),
    ArchivePart(t.round_annotators, "round_id"),
    ArchivePart(t.round_items, "round_id"),
    ArchivePart(t.crowds, "round_id", ("token", "closed")),
    ArchivePart(t.assignments, "round_id"),
    ArchivePart(t.answers, "round_id"),
    ArchivePart(t.late_answers, "round_id"),
    ArchivePart(t.events, "round_id"),
    ArchivePart(t.adjudications, "round_id"),
    ArchivePart(t.golds, "campaign_id", ("place",), ("place",)),
    ArchivePart(t.cleanings, "campaign_id"),
    ArchivePart(t.suggestions, "campaign_id"),
    ArchivePart(t.machines, "id", ("place", "access"), ("place",)),
    ArchivePart(t.machine_answers, "round_id"),
    ArchivePart(t.releases, "campaign_id", ("place",), ("place",)),
    ArchivePart(t.release_rows, "release_id"),
    ArchivePart(t.corrections, "campaign_id", ("number",), ("number",)),
    ArchivePart(t.event_log, "chain"),
)
# Parts that exist already if the corpus does.
OF_CORPUS = frozenset(("corpora", "corpus_versions", "documents", "sentences"))
# Parts that a store has once, though several archives may bring them.
SHARED = frozenset(("items", "origins"))
# Parts that a copy of an existing campaign cannot have: a release is the same in every store.
OF_RELEASES = frozenset(("releases", "release_rows"))


def rows_of(connection: Connection, part: ArchivePart, scope: Scope) -> Iterator[dict[str, Any]]:
    """Yield the rows of a part as JSON values."""
    forms = {column.name: column.type for column in part.columns}
    times = [name for name, kind in forms.items() if isinstance(kind, UtcDateTime)]
    binary = [name for name, kind in forms.items() if isinstance(kind, LargeBinary)]
    rows = connection.execute(part.query(scope).execution_options(yield_per=_AT_ONCE))
    for row in rows.mappings():
        values = dict(row)
        for name in times:
            if values[name] is not None:
                values[name] = values[name].isoformat()
        for name in binary:
            values[name] = base64.b64encode(values[name]).decode()
        yield values


def row_of(part: ArchivePart, document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row that `rows_of` gave, ready to be stored.

    Raises
    ------
    KeyError, TypeError, ValueError
        A column that is missing, or a value of another type.
    """
    values: dict[str, Any] = {}
    for column in part.columns:
        added = f"{part.name}.{column.name}"
        value = document.get(column.name, _ADDED[added]) if added in _ADDED else document[column.name]
        if value is not None and not isinstance(column.type, JSON):
            if isinstance(column.type, UtcDateTime):
                value = datetime.fromisoformat(value)
            elif isinstance(column.type, LargeBinary):
                value = base64.b64decode(value, validate=True)
            elif not isinstance(value, _plain(column)):
                raise TypeError(column.name)
        values[column.name] = value
    return values


def _plain(column: Any) -> tuple[type, ...]:
    kind: type = column.type.python_type
    return (int, float) if kind is float else (kind,)
