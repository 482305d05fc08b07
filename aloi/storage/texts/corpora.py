"""Corpora, documents, sentences, items and their origins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, String, cast, delete, func, insert, select, update

from aloi.base.errors import AloiError
from aloi.base.records import JSON_NAME, to_row
from aloi.base.terms import Term
from aloi.corpora.identity import checksum
from aloi.corpora.item_json import item_body, item_of
from aloi.corpora.model import Corpus, Document, Item, Json, Origin, Sentence
from aloi.storage import tables as t
from aloi.storage.answers import statements
from aloi.storage.changes import note_change
from aloi.storage.database import Database, StorePart
from aloi.storage.event_log.entries import STORE, EventKind
from aloi.storage.event_log.row_hashes import EXPORTS, TERMS
from aloi.storage.members import own_corpus
from aloi.storage.rows import in_parts, insert_rows, known_item_ids, read_item

_REMEMBERED = 10_000
_CORPUS = [c for c in t.corpora.c if c.name not in ("place", "splitter", "first_name", "version")]


class Texts(StorePart):
    """Corpora with their documents, sentences and items."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        # An item never changes, and each is shown to several people: most are read from memory.
        self.item = lru_cache(_REMEMBERED)(self._item)
        # Those of the largest round that was read whole, which is read again after each of its answers.
        self._known: dict[str, Item] = {}

    def add_corpus(self, corpus: Corpus, documents: Sequence[Document], now: datetime | None = None) -> bool:
        """Return whether the corpus is new; the same one again changes nothing.

        Raises
        ------
        AloiError
            Another corpus has this name.
        """
        with self._database.write() as connection:
            same = connection.execute(select(t.corpora.c.id).where(t.corpora.c.id == corpus.id)).scalar()
            if same is not None:
                own_corpus(connection, self._database, corpus.id)
                return False  # it may have another name by now
            same_name = connection.execute(
                select(t.corpora.c.id).where(t.corpora.c.name == corpus.name)
            ).scalar()
            if same_name is not None:
                raise AloiError(
                    "aloi.exists",
                    name=Term("the-corpus-name", name=repr(corpus.name)),
                    todo=Term("choose-another"),
                )
            last = connection.execute(select(func.max(t.corpora.c.place))).scalar()
            position = 0 if last is None else last + 1
            connection.execute(insert(t.corpora), to_row(corpus, place=position, splitter=None))
            insert_rows(
                connection,
                t.documents,
                (to_row(each, corpus_id=corpus.id, place=number) for number, each in enumerate(documents)),
            )
            TERMS.record_standing(connection, corpus.id, now)
            own_corpus(connection, self._database, corpus.id)
            note_change(connection, corpus.id)
        return True

    def corpora(self, *, archived: bool = False) -> list[Corpus]:
        """Return the corpora in the order imported; with `archived`, also those that were archived."""
        rows = self._database.rows(select(*_CORPUS).order_by(t.corpora.c.place))
        return [one for one in (Corpus(**row) for row in rows) if archived or not one.archived]

    def corpus(self, ref: str) -> Corpus:
        """Return the corpus of that id or name, or raise AloiError naming those there are."""
        corpora = self.corpora(archived=True)
        for corpus in corpora:
            if ref in (corpus.id, corpus.name):
                return corpus
        raise AloiError(
            "aloi.not-listed",
            kind=Term("the-corpus"),
            name=repr(ref),
            known=(one.name for one in corpora),
            todo=Term("check-the-name"),
        )

    def documents(self, corpus_id: str) -> list[Document]:
        """Return the documents of a corpus in the order imported."""
        columns = [c for c in t.documents.c if c.name not in ("place", "version")]
        query = select(*columns).where(t.documents.c.corpus_id == corpus_id).order_by(t.documents.c.place)
        names = [one.name for one in columns]
        with self._database.read() as connection:  # taken by place: there may be hundreds of thousands
            return [Document(**dict(zip(names, row, strict=True))) for row in connection.execute(query)]

    def versions(self, corpus_id: str) -> list[CorpusVersion]:
        """Return the versions of a corpus, oldest first; none if no texts were added."""
        v = t.corpus_versions.c
        columns = [c for c in v if c.name != "corpus_id"]
        query = select(*columns).where(v.corpus_id == corpus_id).order_by(v.version)
        return [CorpusVersion(**row) for row in self._database.rows(query)]

    def document_versions(self, corpus_id: str) -> dict[str, int]:
        """Return the version in which each document of a corpus came, by its id."""
        query = select(t.documents.c.id, t.documents.c.version).where(t.documents.c.corpus_id == corpus_id)
        return {row["id"]: row["version"] for row in self._database.rows(query)}

    def add_texts(
        self,
        before: CorpusVersion,
        after: Corpus,
        documents: Sequence[Document],
        sentences: Sequence[Sentence],
        now: datetime | None = None,
    ) -> int:
        """Return the new version of a corpus, which has further documents and their sentences, last.

        `after` holds its licence, source and checksum from then on. Its id stays, and so does all there was.
        """
        c, d = t.corpora.c, t.documents.c
        with self._database.write() as connection:
            version = before.version + 1
            if version == 2:
                first = {"corpus_id": after.id, **to_row(before)}
                connection.execute(insert(t.corpus_versions), first)
            last = connection.execute(select(func.max(d.place)).where(d.corpus_id == after.id)).scalar() or 0
            insert_rows(
                connection,
                t.documents,
                (
                    to_row(document, corpus_id=after.id, place=position, version=version)
                    for position, document in enumerate(documents, last + 1)
                ),
            )
            rows = (to_row(each, "index", corpus_id=after.id, place=each.index) for each in sentences)
            insert_rows(connection, t.sentences, rows)
            terms = {"licence": after.licence, "source": after.source, "checksum": after.checksum}
            connection.execute(
                insert(t.corpus_versions),
                {
                    "corpus_id": after.id,
                    "version": version,
                    "documents": before.documents + len(documents),
                    **terms,
                },
            )
            connection.execute(update(t.corpora).where(c.id == after.id).values(version=version, **terms))
            TERMS.record_standing(connection, after.id, now)
            note_change(connection, after.id)
        return version

    def counts(self, corpus_id: str) -> CorpusCounts:
        """Return how much a corpus holds."""
        with self._database.read() as connection:
            documents, characters = connection.execute(
                select(func.count(), func.coalesce(func.sum(func.length(t.documents.c.text)), 0)).where(
                    t.documents.c.corpus_id == corpus_id
                )
            ).one()
            sentences, items = (
                connection.execute(
                    select(func.count()).select_from(table).where(table.c.corpus_id == corpus_id)
                ).scalar_one()
                for table in (t.sentences, t.items)
            )
        return CorpusCounts(documents, sentences, items, characters)

    def save_sentences(self, corpus_id: str, sentences: Sequence[Sentence], splitter: str) -> None:
        """Keep the sentences of a corpus in place of earlier ones; items keep their own texts."""
        rows = (to_row(each, "index", corpus_id=corpus_id, place=each.index) for each in sentences)
        with self._database.write() as connection:
            changed = connection.execute(
                update(t.corpora).where(t.corpora.c.id == corpus_id).values(splitter=splitter)
            )
            if not changed.rowcount:
                raise AloiError(
                    "aloi.not-found",
                    kind=Term("the-corpus"),
                    name=repr(corpus_id),
                    todo=Term("import-the-corpus"),
                )
            connection.execute(delete(t.sentences).where(t.sentences.c.corpus_id == corpus_id))
            insert_rows(connection, t.sentences, rows)
            note_change(connection, corpus_id)

    def splitter(self, corpus_id: str) -> str | None:
        """Return the name of the sentence splitter of a corpus."""
        with self._database.read() as connection:
            return connection.execute(
                select(t.corpora.c.splitter).where(t.corpora.c.id == corpus_id)
            ).scalar()

    def sentences(self, corpus_id: str, document_id: str | None = None) -> list[Sentence]:
        """Return the sentences of a corpus, or of one document, in the order of the texts."""
        s = t.sentences.c
        query = (
            select(s.id, s.document_id, s.place.label("index"), s.start, s.end, s.text)
            .join(t.documents, t.documents.c.id == s.document_id)
            .where(s.corpus_id == corpus_id)
            .order_by(t.documents.c.place, s.place)
        )
        if document_id is not None:
            query = query.where(s.document_id == document_id)
        return [Sentence(**row) for row in self._database.rows(query)]

    def add_items(self, candidates: Sequence[tuple[Item, Origin]], version: int = 1) -> int:
        """Return how many items are new; an existing one only gets the new Origin, once.

        `version` is that of their corpus with whose texts they come; 1 for what was found in it.
        """
        with self._database.write() as connection:
            existing = known_item_ids(connection, [item.id for item, _ in candidates])
            items = {item.id: item for item, _ in candidates if item.id not in existing}
            insert_rows(
                connection,
                t.items,
                (
                    {
                        "id": item.id,
                        "corpus_id": item.corpus_id,
                        "kind": item.kind,
                        "body": item_body(item),
                        "version": version,
                    }
                    for item in items.values()
                ),
            )
            origins = [
                to_row(item, parameters_key=checksum(dict(item.parameters)), version=version)
                for _, item in candidates
            ]
            rows = {(row["item_id"], row["miner"], row["parameters_key"]): row for row in origins}
            existing_origins = _known_origins(connection, [item.id for item, _ in candidates])
            new = [row for key, row in rows.items() if key not in existing_origins]
            insert_rows(connection, t.origins, new)
            for corpus_id in {one.corpus_id for one in items.values()}:
                note_change(connection, corpus_id)
        return len(items)

    def items(self, ids: Sequence[str]) -> list[Item]:
        """Return items in the order requested, or raise AloiError naming an unknown id."""
        by_id, i = {one: item for one in ids if (item := self._known.get(one)) is not None}, t.items.c
        with self._database.read() as connection:
            for part in in_parts([one for one in dict.fromkeys(ids) if one not in by_id]):
                query = select(i.id, i.kind, i.corpus_id, i.body).where(i.id.in_(part))
                for its_id, kind, corpus_id, body in connection.execute(query).all():
                    by_id[its_id] = item_of(kind, its_id, corpus_id, body)
        self._known = by_id if len(by_id) > len(self._known) else self._known
        missing = [one for one in ids if one not in by_id]
        if missing:
            raise AloiError("aloi.not-found", kind=Term("the-item"), name=repr(missing[0]))
        return [by_id[one] for one in ids]

    def _item(self, item_id: str) -> Item:
        """Return one item, or raise AloiError."""
        row = self._database.first(statements.ITEM, {"its_item_id": item_id})
        return self.items([item_id])[0] if row is None else read_item(row)

    def corpus_items(self, corpus_id: str, most: int | None = None) -> list[Item]:
        """Return every item of a corpus, or the first `most`, ordered by id."""
        query = select(t.items).where(t.items.c.corpus_id == corpus_id).order_by(t.items.c.id).limit(most)
        return [read_item(row) for row in self._database.rows(query)]

    def corpus_item_ids(self, corpus_id: str, kind: str = "") -> list[str]:
        """Return the ids of the items of a corpus, in order, or of those of a kind; texts are not read."""
        i = t.items.c
        query = select(i.id).where(i.corpus_id == corpus_id).order_by(i.id)
        rows = self._database.rows(query.where(i.kind == kind) if kind else query)
        return [row["id"] for row in rows]

    def items_after(self, corpus_id: str, item_id: str, limit: int) -> list[Item]:
        """Return the next items of a corpus by id, behind one of them; an empty id begins at the first."""
        i = t.items.c
        query = select(t.items).where(i.corpus_id == corpus_id, i.id > item_id).order_by(i.id).limit(limit)
        return [read_item(row) for row in self._database.rows(query)]

    def origins(self, item_ids: Sequence[str]) -> dict[str, tuple[Origin, ...]]:
        """Return the origins of each item, by item id."""
        by_item: dict[str, list[Origin]] = {}
        columns = [c for c in t.origins.c if c.name not in ("parameters_key", "version")]
        names = [one.name for one in columns]
        with self._database.read() as connection:
            for part in in_parts(item_ids):
                query = (
                    select(*columns)
                    .where(t.origins.c.item_id.in_(part))
                    .order_by(t.origins.c.item_id, t.origins.c.miner, t.origins.c.parameters_key)
                )
                for row in connection.execute(query).all():
                    origin = Origin(**dict(zip(names, row, strict=True)))
                    by_item.setdefault(origin.item_id, []).append(origin)
        return {item: tuple(each) for item, each in by_item.items()}

    def log_export(self, corpus_id: str, exported: str, reason: str, now: datetime) -> None:
        """Store why texts of a restricted corpus were exported; the event log has the person."""
        row = {"corpus_id": corpus_id, "what": exported, "reason": reason, "created_at": now}
        with self._database.write() as connection:
            key: Any = connection.execute(insert(t.exports), row).inserted_primary_key
            EXPORTS.record(connection, {**row, "id": key[0]})

    def logged_exports(self, corpus_id: str) -> list[LoggedExport]:
        """Return each logged export of a corpus, oldest first."""
        e, log = t.exports.c, t.event_log.c
        its_entry = (log.chain == STORE) & (log.kind == EventKind.EXPORT) & (log.ref == cast(e.id, String))
        query = (
            select(e.what.label("exported"), e.reason, e.created_at, log.by)
            .select_from(t.exports.outerjoin(t.event_log, its_entry))
            .where(e.corpus_id == corpus_id)
            .order_by(e.id)
        )
        return [LoggedExport(**row) for row in self._database.rows(query)]


def _known_origins(connection: Connection, ids: Sequence[str]) -> set[tuple[str, str, str]]:
    o = t.origins.c
    return {
        (row[0], row[1], row[2])
        for part in in_parts(ids)
        for row in connection.execute(select(o.item_id, o.miner, o.parameters_key).where(o.item_id.in_(part)))
    }


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggestion for an item, its source, and its time."""

    made_by: str
    value: Json
    created_at: datetime


@dataclass(frozen=True, slots=True)
class CorpusVersion:
    """A version of a corpus: its terms, and the number of its texts."""

    version: int
    licence: str
    source: str
    checksum: str
    documents: int


@dataclass(frozen=True, slots=True)
class ItemUse:
    """The number of given items in a round, with the number of their answers.

    `number` is that of the round; 0 for items of a campaign that were assumed a value or cleaned.
    """

    campaign_id: str
    number: int
    items: int
    answers: int


@dataclass(frozen=True, slots=True)
class LoggedExport:
    """An export of texts of a restricted corpus: content, reason and time.

    `by` is the pseudonym of the person, None if unknown, as for a command of the terminal.
    """

    exported: str = field(metadata={JSON_NAME: "what"})
    reason: str
    created_at: datetime
    by: str | None


@dataclass(frozen=True, slots=True)
class CorpusCounts:
    """The size of a corpus; `characters` are code points of its documents."""

    documents: int
    sentences: int
    items: int
    characters: int
