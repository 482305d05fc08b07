"""Campaigns written into archives, and archives imported into the store, completely or not at all."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, tuple_
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, StatementError

from aloi.agreement.result import program_version
from aloi.annotation.model import Campaign
from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.corpora.identity import content_id
from aloi.corpora.model import Corpus, Json
from aloi.corpora.terminologies.concepts import ConceptName, Terminology
from aloi.machines.model import Access, MachineIdentity
from aloi.storage import tables as t
from aloi.storage.archive.file import FORMAT, ArchiveCounts, ArchiveFile, ArchiveHead, ArchiveWriter
from aloi.storage.archive.parts import (
    OF_CORPUS,
    OF_RELEASES,
    PARTS,
    SHARED,
    VERSION,
    ArchivePart,
    Scope,
    row_of,
    rows_of,
)
from aloi.storage.archive.renaming import Renaming
from aloi.storage.changes import cleanings_of, decisions_of, note_change
from aloi.storage.columns import as_kept
from aloi.storage.database import StorePart
from aloi.storage.event_log.checking import find_log_problems
from aloi.storage.event_log.entries import STORE, EventKind, LogEntry, last_of, record
from aloi.storage.event_log.making import make_campaign, make_round, record_corrections
from aloi.storage.event_log.row_hashes import ACCOUNTS, TERMS
from aloi.storage.integrity.contents import find_changes_of
from aloi.storage.members import let_in, own_campaign, remember
from aloi.storage.rows import count_rows

_AT_ONCE = 2000  # rows stored together
_CHECKED = 2  # checking what came takes about one in so many of the time that storing it did
_PEOPLE_COLUMNS = (
    (t.round_annotators, "annotator_id"),
    (t.assignments, "annotator_id"),
    (t.late_answers, "annotator_id"),
    (t.late_answers, "decided_by"),
    (t.events, "annotator_id"),
)

# Called with the progress (parts, or rows); an error that it raises ends the work, and nothing is stored.
OnProgress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class Entry:
    """The mapping of an archive to a store.

    Parameters
    ----------
    campaign_id, name : str
        Id and name of the campaign in this store.
    corpus_name : str
        Name of its corpus in this store, if the corpus is new.
    is_copy : bool
        Whether the store already has the campaign.
    same : mapping
        Pseudonym in the archive -> that of the same person in this store; all others are new.
    """

    campaign_id: str
    name: str
    corpus_name: str
    is_copy: bool
    same: Mapping[str, str]


class Archives(StorePart):
    """Campaigns as files."""

    def write(
        self,
        path: Path,
        campaign: Campaign,
        corpus: Corpus,
        *,
        names: bool,
        terminologies: Sequence[tuple[Terminology, Iterable[ConceptName]]],
        on_progress: OnProgress,
    ) -> ArchiveHead:
        """Return the head of the archive of a campaign, written to a path as the store is at one moment."""
        with self._database.snapshot() as connection, ArchiveWriter(path) as archive:
            scope = Scope(campaign.id, corpus.id, _people(connection, campaign.id, corpus.id))
            for done, part in enumerate(PARTS):
                on_progress(done, len(PARTS) + 1)
                rows = rows_of(connection, part, scope)
                if part.table is t.people and not names:
                    rows = ({**row, "name": None} for row in rows)
                if part.table is t.crowds:
                    rows = ({**row, "settings": {**row["settings"], **_NO_CODES}} for row in rows)
                archive.add(part.name, rows)
            for number, (_, concept_names) in enumerate(terminologies):
                archive.add(_terminology_part(number), (to_json(one) for one in concept_names))
            head = _head(
                connection, scope, archive, campaign, corpus, names=names, terminologies=terminologies
            )
            archive.close_with(head)
        return head

    def corpus_version(self, corpus_id: str) -> tuple[int, str] | None:
        """Return the version of a corpus and the checksum of its texts; None if it is not in the store."""
        c = t.corpora.c
        rows = self._database.rows(select(c.version, c.checksum).where(c.id == corpus_id))
        return next(((row["version"], row["checksum"]) for row in rows), None)

    def put(
        self,
        archive: ArchiveFile,
        entry: Entry,
        now: datetime | None = None,
        on_progress: OnProgress = lambda done, total: None,
    ) -> dict[str, str]:
        """Return the pseudonyms in this store of those in the archive, after its content was stored.

        Its event log is stored unchanged if all ids stay the same; otherwise its chains are rebuilt.
        `on_progress` is called with rows while nobody else can write into a SQLite store: it must not write
        either.

        Raises
        ------
        AloiError
            The archive has content that is not valid, or ids that do not match their content.
        """
        with self._database.write() as connection, as_kept():
            arriving = _Arriving(connection, archive, entry)
            done, total = 0, sum(one.rows for one in archive.head.parts.values())
            for part in PARTS:
                try:
                    for rows in _batches(arriving.rows(part)):
                        connection.execute(insert(part.table), rows)
                        done += len(rows)
                        on_progress(done, total + total // _CHECKED)
                    count_rows(connection, part.table)
                except _UNSOUND as error:
                    if isinstance(error, AloiError) or _is_of_driver(error):
                        raise
                    raise archive.unsound(part.name) from None
            arriving.note_changes()
            arriving.note_members()
            own_campaign(connection, self._database, entry.campaign_id)
            arriving.complete_log(now)
            # All of them, although only the first is reported: a server keeps a result open that is not read
            # completely.
            changes = find_changes_of(connection, archive.head.corpus.id, entry.campaign_id)
            problems = [*changes, *find_log_problems(connection, arriving.chains)]
            if problems:
                raise archive.unsound(problems[0].table or "")
        return arriving.pseudonyms


# Errors for rows that are not those of a campaign, or nested too deep to be written again.
_UNSOUND = (KeyError, TypeError, ValueError, AttributeError, RecursionError, DBAPIError, StatementError)


# What a participant is paid for stays in the store.
_NO_CODES = {"completion_code": None, "screened_out_code": None}


class _Arriving:
    """An archive during its import into a store."""

    def __init__(self, connection: Connection, archive: ArchiveFile, entry: Entry) -> None:
        self._connection = connection
        self._archive = archive
        self._entry = entry
        self._ids = Renaming(archive.head.campaign_id, entry.campaign_id, entry.is_copy)
        same_corpus = select(t.corpora.c.id).where(t.corpora.c.id == archive.head.corpus.id)
        self._has_corpus = connection.execute(same_corpus).first() is not None
        self._corrections_before = _last_number(connection)
        self._newcomers: list[str] = []

    @property
    def pseudonyms(self) -> dict[str, str]:
        """Pseudonym in the archive -> pseudonym in this store."""
        return self._ids.pseudonyms

    def rows(self, part: ArchivePart) -> Iterator[dict[str, Any]]:
        """Yield the rows of a part that are to be stored, with their ids in this store."""
        if self._has_corpus and part.name in OF_CORPUS:
            return
        if self._entry.is_copy and part.name in OF_RELEASES:
            return
        read = (row_of(part, row) for row in self._archive.rows(part.name))
        read_part = getattr(self, f"_{part.name}", None)
        rows: Iterator[dict[str, Any]] = read_part(read) if read_part else self._renamed(part.name, read)
        if part.name in SHARED and self._has_corpus:
            rows = self._new(part.table, rows)
        yield from self._numbered(part, rows)

    def note_changes(self) -> None:
        """Record that imported content differs from what the store had before."""
        campaign_id = self._entry.campaign_id
        for its_id in (self._archive.head.corpus.id, campaign_id, cleanings_of(campaign_id)):
            note_change(self._connection, its_id)
        for round_id in self._ids.rounds.values():
            note_change(self._connection, round_id)
            note_change(self._connection, decisions_of(round_id))

    def note_members(self) -> None:
        """Make members of the annotators of the rounds; of all others that came the names are kept."""
        campaign_id, r = self._entry.campaign_id, t.round_annotators.c
        annotators = select(r.annotator_id).where(r.round_id.in_([*self._ids.rounds.values()])).distinct()
        let_in(self._connection, campaign_id, self._connection.execute(annotators).scalars().all())
        remember(self._connection, campaign_id, list(self._ids.people.values()))

    @property
    def chains(self) -> set[str]:
        """The chains of the event log that are the campaign's own."""
        return {self._entry.campaign_id, *self._ids.rounds.values()}

    def complete_log(self, now: datetime | None) -> None:
        """Build the chains that were not imported, and record the import in the log of the store."""
        details: dict[str, Json] = {"from": "archive", "archive": self._archive.head.checksum}
        for round_id in self._ids.rounds.values():
            if not last_of(self._connection, round_id).number:
                make_round(self._connection, round_id, details)
        campaign_id = self._entry.campaign_id
        if not last_of(self._connection, campaign_id).number:
            make_campaign(self._connection, campaign_id, details)
        record_corrections(self._connection, self._corrections_before)
        if not self._has_corpus:
            TERMS.record_standing(self._connection, self._archive.head.corpus.id, now)
        for person_id in self._newcomers:
            ACCOUNTS.record_standing(self._connection, person_id, now)
        record(self._connection, STORE, LogEntry(EventKind.ARRIVED, now, ref=campaign_id, details=details))

    def _event_log(self, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield the entries, if no id that they cover changes."""
        names = {**self._ids.people, **self._ids.pseudonyms}
        if not self._entry.is_copy and all(old == new for old, new in names.items()):
            yield from rows

    def _renamed(self, table: str, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for row in rows:
            yield self._ids.row(table, row)

    def _corpora(self, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for row in rows:
            if row["name"] != self._entry.corpus_name:
                first = row["first_name"] or row["name"]  # the content that its id covers
                row = {**row, "name": self._entry.corpus_name, "first_name": first}
            yield row

    def _campaigns(self, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for row in rows:
            yield {**row, "id": self._ids.campaign(row["id"]), "name": self._entry.name}

    def _rounds(self, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for row in rows:
            yield {
                **row,
                "id": self._ids.add_round(row["id"], row["number"]),
                "campaign_id": self._ids.campaign(row["campaign_id"]),
            }

    def _people(self, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield the new people, with the next free pseudonym if theirs belongs to somebody else."""
        p = t.people.c
        id_of = {row.pseudonym: row.id for row in self._connection.execute(select(p.pseudonym, p.id))}
        used_names = {*id_of, *self._connection.execute(select(p.name)).scalars()}
        for row in list(rows):
            old = row["pseudonym"]
            same_person = self._entry.same.get(old)
            if same_person is not None:
                self._ids.people[row["id"]], self._ids.pseudonyms[old] = id_of[same_person], same_person
                continue
            pseudonym = _free(old, used_names)
            # A person with an unchanged pseudonym has the id that follows from it.
            its_id = row["id"] if pseudonym == old else content_id("person", pseudonym)
            self._ids.people[row["id"]], self._ids.pseudonyms[old] = its_id, pseudonym
            name = row["name"] if row["name"] is not None and row["name"] not in used_names else pseudonym
            used_names |= {pseudonym, name}
            self._newcomers.append(its_id)
            yield {**row, "id": its_id, "pseudonym": pseudonym, "name": name}

    def _crowds(self, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield crowds that are closed, with links of their own: their participants are in no archive."""
        for row in rows:
            yield {**self._ids.row("crowds", row), "token": secrets.token_urlsafe(24), "closed": True}

    def _machines(self, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield the new versions of machines, with the next free version or pseudonym if theirs is taken."""
        m = t.machines.c
        stored = self._connection.execute(select(m.id, m.name, m.pseudonym, m.version)).all()
        ids, versions = {row.id for row in stored}, {(row.name, row.version) for row in stored}
        pseudonyms = {row.name: row.pseudonym for row in stored}
        for row in rows:
            name, version = row["name"], row["version"]
            if from_json(MachineIdentity, row["identity"]).id_of(name) != row["id"]:
                raise ValueError(name)
            if row["id"] in ids:
                continue
            if name not in pseudonyms:
                pseudonyms[name] = _free(row["pseudonym"], {*pseudonyms.values()})
            while (name, version) in versions:
                version += 1
            versions.add((name, version))
            yield {**row, "pseudonym": pseudonyms[name], "version": version, "access": to_json(Access())}

    def _corrections(self, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for row in rows:
            if row["campaign_id"] is not None or not self._has_corpus:
                yield self._ids.row("corrections", row)

    def _new(self, table: Table, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield the rows whose key the store does not have."""
        key = list(table.primary_key)
        for part in _batches(iter(rows)):
            keys = [tuple(row[column.name] for column in key) for row in part]
            query = select(*key).where(tuple_(*key).in_(keys))
            existing = {tuple(row) for row in self._connection.execute(query)}
            yield from (row for row, its in zip(part, keys, strict=True) if its not in existing)

    def _numbered(self, part: ArchivePart, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield rows with numbers given by the store, after the existing ones."""
        name = next((one for one in ("place", "number") if one in part.without), None)
        if name is None:
            yield from rows
            return
        last = self._connection.execute(select(func.max(part.table.c[name]))).scalar()
        first = 0 if last is None and name == "place" else (last or 0) + 1
        for number, row in enumerate(rows, first):
            yield {**row, name: number}


def _last_number(connection: Connection) -> int:
    return connection.execute(select(func.max(t.corrections.c.number))).scalar() or 0


def _free(pseudonym: str, used_names: set[str]) -> str:
    """Return a pseudonym, or the next free one that begins as it does."""
    if pseudonym not in used_names:
        return pseudonym
    stem, number = pseudonym.rstrip("0123456789") or pseudonym, 1
    while f"{stem}{number}" in used_names:
        number += 1
    return f"{stem}{number}"


def _is_of_driver(error: Exception) -> bool:
    """Return whether an error comes from the database, such as a full disk, and not from the data."""
    return isinstance(error, DBAPIError) and not isinstance(error, DataError | IntegrityError)


def _batches(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while part := list(islice(rows, _AT_ONCE)):
        yield part


def _people(connection: Connection, campaign_id: str, corpus_id: str) -> list[str]:
    """Return the ids of all people who worked on a campaign or are named in its decisions."""
    rounds = select(t.rounds.c.id).where(t.rounds.c.campaign_id == campaign_id)
    ids: set[str] = set()
    for table, column in _PEOPLE_COLUMNS:
        query = select(table.c[column]).where(table.c.round_id.in_(rounds)).distinct()
        ids.update(one for one in connection.execute(query).scalars() if one is not None)
    c, a = t.corrections.c, t.adjudications.c
    ours = (c.campaign_id == campaign_id) | ((c.corpus_id == corpus_id) & c.campaign_id.is_(None))
    named: set[str] = set()
    for person_id, by in connection.execute(select(c.person_id, c.by).where(ours)):
        ids |= {person_id} - {None}
        named.add(by)
    for deciders in connection.execute(select(a.adjudicators).where(a.round_id.in_(rounds))).scalars():
        named.update(deciders)
    cleaned = select(t.cleanings.c.by).where(t.cleanings.c.campaign_id == campaign_id).distinct()
    named.update(connection.execute(cleaned).scalars())
    p = t.people.c
    return [
        row.id
        for row in connection.execute(select(p.id, p.pseudonym).order_by(p.place))
        if row.id in ids or row.pseudonym in named
    ]


def _head(
    connection: Connection,
    scope: Scope,
    archive: ArchiveWriter,
    campaign: Campaign,
    corpus: Corpus,
    *,
    names: bool,
    terminologies: Sequence[tuple[Terminology, Iterable[ConceptName]]],
) -> ArchiveHead:
    """Return the head of an archive whose parts are written."""
    p, c = t.people.c, t.corpora.c
    called = connection.execute(select(p.pseudonym).where(p.id.in_(scope.people)).order_by(p.place))
    return ArchiveHead(
        FORMAT,
        VERSION,
        f"aloi {program_version()}",
        campaign.id,
        campaign.name,
        campaign.schema.task_type,
        corpus,
        connection.execute(select(c.version).where(c.id == corpus.id)).scalar_one(),
        names,
        tuple(to_json(one) for one, _ in terminologies),
        tuple(called.scalars()),
        _counts(connection, scope),
        dict(archive.parts),
        archive.checksum(),
    )


def _counts(connection: Connection, scope: Scope) -> ArchiveCounts:
    a, n = t.assignments.c, t.answers.c
    rounds = select(t.rounds.c.id).where(t.rounds.c.campaign_id == scope.campaign_id)

    def count(table: Table, *where: Any) -> int:
        return int(connection.execute(select(func.count()).select_from(table).where(*where)).scalar_one())

    answered = count(t.assignments, a.round_id.in_(rounds), a.status == "submitted")
    return ArchiveCounts(
        count(t.documents, t.documents.c.corpus_id == scope.corpus_id),
        count(t.items, t.items.c.corpus_id == scope.corpus_id),
        count(t.rounds, t.rounds.c.campaign_id == scope.campaign_id),
        answered,
        count(t.answers, n.round_id.in_(rounds), n.revision > 1),
        count(t.assignments, a.round_id.in_(rounds), a.status == "skipped"),
        count(t.assignments, a.round_id.in_(rounds), a.comment != ""),
        count(t.suggestions, t.suggestions.c.campaign_id == scope.campaign_id),
        count(t.adjudications, t.adjudications.c.round_id.in_(rounds)),
        count(t.golds, t.golds.c.campaign_id == scope.campaign_id),
        count(t.releases, t.releases.c.campaign_id == scope.campaign_id),
    )


def terminologies_of(archive: ArchiveFile) -> list[tuple[Terminology, Iterator[ConceptName]]]:
    """Return the terminologies that an archive carries, each with its names, which are read once."""
    return [
        (from_json(Terminology, document), _concept_names(archive, _terminology_part(number)))
        for number, document in enumerate(archive.head.terminologies)
    ]


def _concept_names(archive: ArchiveFile, part: str) -> Iterator[ConceptName]:
    for row in archive.rows(part):
        yield from_json(ConceptName, row)


def _terminology_part(number: int) -> str:
    return f"terminology-{number + 1}"
