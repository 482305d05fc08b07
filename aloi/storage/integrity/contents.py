"""Content of a store compared with ids and checksums, computed again from texts, items, releases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

from sqlalchemy import JSON, ColumnElement, Connection, Select, Table, Text, cast, func, select

from aloi.base.errors import AloiError
from aloi.corpora.collection import texts_checksum
from aloi.corpora.identity import checksum, content_id
from aloi.corpora.item_json import made_again
from aloi.corpora.model import Corpus, Document, Sentence
from aloi.corpora.terminologies.concepts import ConceptName, names_checksum
from aloi.gold.releasing.release import verify
from aloi.storage import tables as t
from aloi.storage.gold import read_gold, whole_manifest
from aloi.storage.integrity.values import json_or_none, row_key
from aloi.storage.model import Problem
from aloi.storage.rows import read_item, streamed
from aloi.storage.texts.terminologies import name_ids

_CHANGED = "is not what was stored: its id is not that of its content."
Row: TypeAlias = Mapping[Any, Any]
_Sentence: TypeAlias = Sequence[Any]


@dataclass(frozen=True, slots=True)
class _Frozen:
    """A list of a manifest and the table it was copied from: the columns of its key, and those compared."""

    name: str
    table: Table
    key: tuple[str, ...]
    compared: tuple[str, ...]


_FROZEN = (
    _Frozen("items", t.items, ("id",), ("kind",)),
    _Frozen("guidelines", t.guidelines, ("version",), ("text", "why_changed")),
    _Frozen(
        "annotations",
        t.answers,
        ("event_id",),
        (
            "item_id",
            "occasion",
            "revision",
            "value",
            "flag",
            "comment",
            "seconds",
            "guideline_version",
            "shown",
        ),
    ),
    _Frozen("adjudications", t.adjudications, ("round", "item_id", "revision"), ("value", "why")),
    _Frozen("assumptions", t.assumptions, ("item_id",), ("value", "why", "checked")),
    _Frozen("cleanings", t.cleanings, ("item_id", "answer", "revision"), ("category", "result", "why")),
)


def find_changes(connection: Connection) -> Iterator[Problem]:
    """Yield the changes since data were stored, row by row, named by table and id."""
    for corpus in _rows(connection, select(t.corpora).order_by(t.corpora.c.place)):
        yield from _corpus(connection, corpus)
        yield from _versions(connection, corpus)
    yield from _items(connection)
    yield from _origins(connection)
    yield from _settings(connection)
    yield from _golds(connection)
    yield from _releases(connection)
    yield from _terminologies(connection)


def find_changes_of(connection: Connection, corpus_id: str, campaign_id: str) -> Iterator[Problem]:
    """Yield the results of `find_changes` for one campaign: its corpus, items, golds and releases."""
    for corpus in _rows(connection, select(t.corpora).where(t.corpora.c.id == corpus_id)):
        yield from _corpus(connection, corpus)
        yield from _versions(connection, corpus)
    yield from _items(connection, t.items.c.corpus_id == corpus_id)
    its_items = select(t.items.c.id).where(t.items.c.corpus_id == corpus_id)
    yield from _origins(connection, t.origins.c.item_id.in_(its_items))
    yield from _settings(connection, t.campaigns.c.id == campaign_id)
    yield from _golds(connection, t.golds.c.campaign_id == campaign_id)
    yield from _releases(connection, t.releases.c.campaign_id == campaign_id)


def _rows(connection: Connection, query: Select[Any]) -> Iterator[Row]:
    """Yield the rows of a query with their JSON parsed, None if it cannot be parsed."""
    names = [column.name for column in query.selected_columns]
    coded = [place for place, one in enumerate(query.selected_columns) if isinstance(one.type, JSON)]
    columns = [
        cast(column, Text).label(column.name) if isinstance(column.type, JSON) else column
        for column in query.selected_columns
    ]
    for row in streamed(connection, query.with_only_columns(*columns)):
        values = [*row]
        for index in coded:
            values[index] = json_or_none(values[index])
        yield dict(zip(names, values, strict=True))


def _fits(its_id: str, make: Callable[..., str], *parts: object) -> bool:
    """Return whether an id is that of its content, which may be of any type in a changed row."""
    try:
        return make(*parts) == its_id
    except (TypeError, ValueError):
        return False


def _corpus(connection: Connection, corpus: Row) -> Iterator[Problem]:
    """Yield the changes of a corpus, its documents and their sentences, in one pass."""
    problems: list[Problem] = []

    def texts() -> Iterator[tuple[str, str]]:
        d = t.documents.c
        query = select(d.id, d.name, d.text).where(d.corpus_id == corpus["id"]).order_by(d.place)
        groups = _sentences(connection, corpus["id"])
        group = next(groups, None)
        for its_id, name, text in streamed(connection, query):
            if not _fits(its_id, Document.make_id, corpus["id"], name, text):
                problems.append(Problem("documents", its_id, _CHANGED))
            if group is not None and group[0] == its_id:
                problems.extend(_changed_sentences(group[1], its_id, str(text)))
                group = next(groups, None)
            yield str(name), str(text)

    if texts_checksum(texts()) != corpus["checksum"]:
        problems.append(Problem("corpora", corpus["id"], "does not hold the documents it was made of."))
    v = t.corpus_versions.c
    first = select(v.checksum).where(v.corpus_id == corpus["id"], v.version == 1)
    # The content that its id covers: the first texts, and the name at that time.
    began = connection.execute(first).scalar() or corpus["checksum"]
    name = corpus["first_name"] or corpus["name"]
    if not _fits(corpus["id"], Corpus.make_id, name, corpus["language"], began):
        problems.append(Problem("corpora", corpus["id"], _CHANGED))
    yield from problems


def _versions(connection: Connection, corpus: Row) -> Iterator[Problem]:
    """Yield the versions of a corpus that are not what it is, or not that of so many of its documents."""
    v, d = t.corpus_versions.c, t.documents.c
    query = select(v.version, v.checksum, v.documents).where(v.corpus_id == corpus["id"]).order_by(v.version)
    versions = connection.execute(query).all()
    last = versions[-1] if versions else None
    now = (corpus["version"], corpus["checksum"])
    if now != ((1, corpus["checksum"]) if last is None else (last.version, last.checksum)):
        yield Problem("corpora", corpus["id"], "is not what the last of its versions says.")
    for version in versions:
        up_to_version = select(func.count()).where(d.corpus_id == corpus["id"], d.version <= version.version)
        counted = connection.execute(up_to_version).scalar_one()
        if counted != version.documents:
            problem = f"says {version.documents} documents; {counted} came up to then."
            yield Problem("corpus_versions", f"{corpus['id']}/{version.version}", problem)


def _sentences(connection: Connection, corpus_id: str) -> Iterator[tuple[Any, Iterator[_Sentence]]]:
    """Yield the documents of a corpus that have sentences, in their order, and these: a query for all.

    A query for each document, or each fifty, took longer than to read them.
    """
    s, d = t.sentences.c, t.documents.c
    query = (
        select(s.document_id, s.id, s.start, s.end, s.text)
        .join(t.documents, d.id == s.document_id)
        .where(d.corpus_id == corpus_id)
        .order_by(d.place)
    )
    return groupby(streamed(connection, query), itemgetter(0))


def _changed_sentences(sentences: Iterable[_Sentence], document_id: str, text: str) -> Iterator[Problem]:
    for _, its_id, start, end, sentence in sentences:
        if not _fits(its_id, Sentence.make_id, document_id, start, end, sentence):
            yield Problem("sentences", its_id, _CHANGED)
        elif text[start:end] != sentence:
            yield Problem("sentences", its_id, "is not what its document holds at its place.")


def _items(connection: Connection, *where: ColumnElement[bool]) -> Iterator[Problem]:
    for row in _rows(connection, select(t.items).where(*where)):
        try:
            item = read_item(row)
            same = made_again(item) == item and all(map(_is_of_its_place, item.sentences))
        except (AloiError, KeyError, TypeError, ValueError):
            same = False
        if not same:
            yield Problem("items", row["id"], _CHANGED)


def _is_of_its_place(sentence: Sentence) -> bool:
    return sentence.id == Sentence.make_id(sentence.document_id, sentence.start, sentence.end, sentence.text)


def _origins(connection: Connection, *where: ColumnElement[bool]) -> Iterator[Problem]:
    o = t.origins.c
    query = select(o.item_id, o.miner, o.parameters_key, cast(o.parameters, Text).label("told")).where(*where)
    fits = True
    before = None  # the items of a mining have the same
    for item_id, miner, key, parameters in streamed(connection, query):
        stored = (key, parameters)
        if stored != before:
            parameter_values = json_or_none(parameters)
            fits = parameter_values is None or _fits(key, checksum, parameter_values)
            before = stored
        if not fits:
            problem = "is not what was stored: its key is not that of its parameters."
            row = {"item_id": item_id, "miner": miner, "parameters_key": key}
            yield Problem("origins", row_key(row, t.origins), problem)


def _settings(connection: Connection, *where: ColumnElement[bool]) -> Iterator[Problem]:
    """Yield the campaigns whose settings differ from the last stored version of their schema."""
    c, s = t.campaigns.c, t.schemas.c
    all_versions = t.schemas.alias("every").c
    last = select(func.max(all_versions.version)).where(all_versions.campaign_id == c.id).scalar_subquery()
    query = (
        select(c.id, c.settings, c.schema_version, s.version, s.settings.label("kept"))
        .where(s.campaign_id == c.id, s.version == last, *where)
        .order_by(c.place)
    )
    for row in _rows(connection, query):
        if (row["settings"], row["schema_version"]) != (row["kept"], row["version"]):
            yield Problem("campaigns", row["id"], "has other settings than the last version of its schema.")


def _golds(connection: Connection, *where: ColumnElement[bool]) -> Iterator[Problem]:
    columns = [column for column in t.golds.c if column.name != "created_at"]
    for row in _rows(connection, select(*columns).where(*where)):
        try:
            gold = read_gold({**row, "created_at": datetime.min})  # no part of its id
            same = gold.id == gold.made_id()
        except (KeyError, TypeError, ValueError):
            same = False
        if not same:
            yield Problem("golds", row["id"], _CHANGED)


def _releases(connection: Connection, *where: ColumnElement[bool]) -> Iterator[Problem]:
    """Yield the changes of releases and of their sources."""
    r = t.releases.c
    query = select(r.id, r.campaign_id, r.version, r.checksum, r.manifest_checksum, r.manifest)
    for row in _rows(connection, query.where(*where).order_by(r.place)):
        if isinstance(row["manifest"], dict):
            row = {**row, "manifest": whole_manifest(connection, row["id"], row["manifest"])}
        problems = _release_problems(row)
        yield from (Problem("releases", row["id"], one) for one in problems)
        if not problems:
            for frozen in _FROZEN:
                yield from _unlike(connection, row, frozen)


def _release_problems(row: Row) -> list[str]:
    manifest = row["manifest"]
    if not isinstance(manifest, dict):
        return ["has no manifest."]
    stamp = str(manifest.get("manifest_checksum"))
    frozen = (manifest.get("checksum"), stamp, manifest.get("version"), content_id("release", stamp))
    columns = (row["checksum"], row["manifest_checksum"], row["version"], row["id"])
    return [*([] if columns == frozen else [_CHANGED]), *verify(manifest)]


def _unlike(connection: Connection, release: Row, frozen: _Frozen) -> Iterator[Problem]:
    """Yield the rows that differ from what a release holds of them, and how many are gone."""
    frozen_rows = {
        tuple(frozen_row[name] for name in frozen.key): frozen_row
        for frozen_row in release["manifest"].get(frozen.name, ())
    }
    for row in _rows(connection, _of_campaign(frozen, release["campaign_id"])):
        frozen_row = frozen_rows.pop(tuple(row[name] for name in frozen.key), None)
        if frozen_row is not None and any(
            name in frozen_row and frozen_row[name] != row[name] for name in frozen.compared
        ):
            problem = f"is not what the release {release['id']} was made from."
            yield Problem(frozen.table.name, row_key(row, frozen.table), problem)
    if frozen_rows:
        problem = f"{len(frozen_rows)} rows are gone that the release {release['id']} was made from."
        yield Problem(frozen.table.name, None, problem)


def _of_campaign(frozen: _Frozen, campaign_id: str) -> Select[Any]:
    """Return the query of the compared columns of a campaign's rows, with their round number if any."""
    table = frozen.table
    names = {one.name for one in table.primary_key} | {*frozen.key, *frozen.compared}
    columns = [column for column in table.c if column.name in names]
    if "round_id" in table.c:
        query = select(*columns, t.rounds.c.number.label("round"))
        return query.join(t.rounds, t.rounds.c.id == table.c.round_id).where(
            t.rounds.c.campaign_id == campaign_id
        )
    if "campaign_id" in table.c:
        return select(*columns).where(table.c.campaign_id == campaign_id)
    campaign = select(t.campaigns.c.corpus_id).where(t.campaigns.c.id == campaign_id)
    return select(*columns).where(table.c.corpus_id == campaign.scalar_subquery())


def _terminologies(connection: Connection) -> Iterator[Problem]:
    c, n = t.terminologies.c, t.concept_names.c
    stored = select(c.number, c.id, c.checksum).where(c.complete).order_by(c.number)
    for number, its_id, kept_sum in connection.execute(stored).all():
        columns = [n[name] for name in ConceptName.__slots__]
        first, end = name_ids(number)
        query = select(*columns).where(n.id >= first, n.id < end).order_by(n.id)
        names: Iterable[ConceptName] = (ConceptName(*row) for row in streamed(connection, query))
        if names_checksum(names) != kept_sum:
            yield Problem("terminologies", its_id, "does not hold the names that were imported.")
