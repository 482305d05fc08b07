"""Erasure of a person's identity: their work stays, under a pseudonym without meaning.

The event log and all frozen data have people by id and pseudonym only, so the row of the person is the only
link to an identity. If others typed a full name into a reason or the arguments of a job, it is replaced by
the pseudonym. The log then records the changed row of a correction or an export. Other data that the log or a
release covers do not change, and are reported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Connection, Row, String, Table, Text, cast, delete, or_, select, update

from aloi.corpora.model import Json
from aloi.storage import tables as t
from aloi.storage.changes import note_change
from aloi.storage.columns import as_kept
from aloi.storage.database import StorePart
from aloi.storage.event_log.entries import STORE, EventKind, LogEntry, record
from aloi.storage.event_log.row_hashes import ACCOUNTS, CORRECTIONS, EXPORTS
from aloi.storage.people.people import erased_ids, free_pseudonym, keep_an_administrator
from aloi.storage.rows import read_person
from aloi.storage.scope import refuse_others

# Typed texts besides the answers, in which a name is replaced.
_WRITTEN = {
    t.corrections: ("why", "details"),
    t.exports: ("what", "reason"),
    t.jobs: ("arguments", "message", "result", "error"),
    t.cached_results: ("subject", "value", "error"),
}
# Of these the log says what a row holds since.
_COVERED = {one.table: one for one in (CORRECTIONS, EXPORTS)}
# The texts of corpora and terminologies, what is no text, and the people themselves.
_NOT_SEARCHED = {
    *(
        "people",
        "invites",
        "logins",
        "secrets",
        "sign_in_tries",
        "tokens",
        "api_replies",
        "states",
        "release_rows",
    ),
    *("documents", "sentences", "items", "origins", "concept_names", "concept_keys", "event_log"),
}


@dataclass(frozen=True, slots=True)
class Erased:
    """The result of an erasure.

    Parameters
    ----------
    pseudonym : str
        The pseudonym from now on: the same as before, unless that was their name or an address.
    written : int
        The rows in which their name was replaced, or is to be.
    left : mapping of str to int
        The rows by table that still have their name, since frozen data do not change.
    """

    pseudonym: str
    written: int
    left: Mapping[str, int]


class Erasure(StorePart):
    """People whose identity is erased."""

    def preview(self, person_id: str) -> Erased:
        """Return the result that `erase` would have."""
        with self._database.read() as connection:
            return self._effect(connection, person_id)

    def erase(self, person_id: str, effect: Erased, now: datetime) -> None:
        """Drop a person's name, expertise, password and choices; end their logins and their invites.

        `effect` is what `preview` gave.

        Raises
        ------
        AloiError
            The last administrator, or somebody else than an administrator erases.
        """
        refuse_others(self._database)
        p, i = t.people.c, t.invites.c
        with self._database.write() as connection, as_kept():
            keep_an_administrator(connection, person_id)
            name, before = connection.execute(select(p.name, p.pseudonym).where(p.id == person_id)).one()
            dropped = {"expertise": "", "password_hash": None, "preferences": None, "disabled": True}
            called = {"name": effect.pseudonym, "pseudonym": effect.pseudonym}
            connection.execute(update(t.people).where(p.id == person_id).values(**called, **dropped))
            ACCOUNTS.record_standing(connection, person_id, now)
            for part in (t.logins, t.tokens, t.api_replies):
                connection.execute(delete(part).where(part.c.person_id == person_id))
            no_ids = {"participant": None, "study": None, "session": None}
            its = t.participants.c.person_id == person_id
            connection.execute(update(t.participants).where(its).values(**no_ids))
            of_person = or_(i.person_id == person_id, i.name_hint == name, i.used_at.is_not(None))
            connection.execute(delete(t.invites).where(of_person))
            for word in _words(name, before, effect.pseudonym):
                for table in _WRITTEN:
                    _write_over(connection, table, word, effect.pseudonym, now)
            if before != effect.pseudonym:
                mine = t.assignments.c.annotator_id == person_id
                for round_row in connection.execute(
                    select(t.assignments.c.round_id).where(mine).distinct()
                ).all():
                    note_change(connection, round_row.round_id)

    def sweep(self) -> bool:
        """Rewrite the storage that has deleted names until it is overwritten; return whether it was done.

        An SQLite file is rewritten completely, and writers wait meanwhile. A permanent reader may keep the
        old pages in use: then it must be repeated.
        """
        touched = (t.people, t.logins, t.tokens, t.api_replies, t.participants, t.invites, *_WRITTEN)
        refuse_others(self._database)
        return self._database.sweep([one.name for one in touched])

    def _effect(self, connection: Connection, person_id: str) -> Erased:
        row = connection.execute(select(t.people).where(t.people.c.id == person_id)).mappings().one()
        person = read_person(row)
        called = person.pseudonym
        if person_id not in erased_ids(connection) and (called == person.name.strip() or "@" in called):
            called = free_pseudonym(connection, person.role)
        written, left = 0, dict[str, int]()
        for word in _words(person.name, person.pseudonym, called):
            for table in t.metadata.sorted_tables:
                if table.name not in _NOT_SEARCHED:
                    count = sum(1 for _ in _holding(connection, table, _WRITTEN.get(table), word))
                    if table in _WRITTEN:
                        written += count
                    elif count:
                        left[table.name] = left.get(table.name, 0) + count
        return Erased(called, written, left)


def _words(name: str, before: str, called: str) -> list[str]:
    """Return the words that must no longer identify a person: their name, and a pseudonym equal to a name."""
    return [one for one in dict.fromkeys((name.strip(), before)) if one and one != called]


def _holding(
    connection: Connection, table: Table, names: Collection[str] | None, word: str
) -> Iterator[Row[Any]]:
    """Yield the rows with a name as a separate word in a column."""
    columns = [
        column
        for column in table.c
        if (column.name in names if names is not None else isinstance(column.type, String | JSON))
    ]
    if not columns:
        return
    escaped = json.dumps(word)[1:-1]  # as JSON columns write letters beyond ASCII
    texts = [cast(one, Text) for one in columns]
    holds = or_(*(text.contains(form, autoescape=True) for text in texts for form in {word, escaped}))
    pattern = _pattern(word)
    for row in connection.execute(select(table).where(holds)).all():
        if any(_replaced(pattern, row._mapping[one], "") != row._mapping[one] for one in columns):
            yield row


def _write_over(connection: Connection, table: Table, word: str, by: str, now: datetime) -> None:
    """Replace a name by a pseudonym in the rows of a table."""
    pattern = _pattern(word)
    for row in _holding(connection, table, _WRITTEN[table], word):
        its = [column == row._mapping[column] for column in table.primary_key]
        if table is t.cached_results:  # computed anew
            connection.execute(delete(table).where(*its))
            continue
        values = {name: _replaced(pattern, row._mapping[table.c[name]], by) for name in _WRITTEN[table]}
        connection.execute(update(table).where(*its).values(**values))
        covered = _COVERED.get(table)
        if covered is not None:
            after = {**row._mapping, **values}
            content = covered.hash(after)
            of: Json = {"of": covered.kinds[0].value}
            ref = covered.ref_of(after, content)
            record(
                connection, STORE, LogEntry(EventKind.REWRITTEN, now, ref=ref, details=of, content=content)
            )


def _pattern(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")


def _replaced(pattern: re.Pattern[str], value: Any, by: str) -> Any:
    """Return a value with a name replaced in each of its texts."""
    if isinstance(value, str):
        return pattern.sub(lambda _: by, value)
    if isinstance(value, list):
        return [_replaced(pattern, one, by) for one in value]
    if isinstance(value, dict):
        return {_replaced(pattern, key, by): _replaced(pattern, one, by) for key, one in value.items()}
    return value
