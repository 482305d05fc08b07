"""Table rows to frozen dataclasses and back, and bulk inserts, used by several parts of the store."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from operator import itemgetter
from typing import Any, TypeVar

from sqlalchemy import JSON, Connection, Dialect, Select, Table, Text, cast, insert, select

from aloi.annotation.model import Annotation, Annotator, Assignment, AssignmentKey
from aloi.base.records import from_json, to_row
from aloi.corpora.item_json import item_of
from aloi.corpora.model import Item
from aloi.storage import tables as t

T = TypeVar("T")
_key = itemgetter("round_id", "item_id", "annotator_id", "occasion")  # several times an answer
# SQLite takes 32,766 parameters a statement; asking for ids in parts of this size stays far below.
_PART = 5000
_STREAMED = 100  # rows read together; more live through several collections of garbage
_ANNOTATION = (
    "round_id", "item_id", "annotator_id", "occasion", "revision", "event_id", "value",
    "flag", "comment", "seconds", "guideline_version", "created_at", "shown",
)  # fmt: skip


def in_parts(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield a long sequence in parts short enough for one statement."""
    for start in range(0, len(values), _PART):
        yield values[start : start + _PART]


def streamed(connection: Connection, query: Select[Any]) -> Iterator[Sequence[Any]]:
    """Yield the rows of a query of all of a table: a store is never read into memory as a whole."""
    result = connection.execute(query.execution_options(yield_per=_STREAMED))
    return chain.from_iterable(result.partitions())


def known_item_ids(connection: Connection, ids: Sequence[str]) -> set[str]:
    """Return those of the ids that items have."""
    return {
        row
        for part in in_parts(ids)
        for row in connection.execute(select(t.items.c.id).where(t.items.c.id.in_(part))).scalars()
    }


def read_item(row: Mapping[Any, Any]) -> Item:
    """Return the item of a row."""
    return item_of(row["kind"], row["id"], row["corpus_id"], row["body"])


def read_person(row: Mapping[Any, Any]) -> Annotator:
    """Return the person of a row."""
    return from_json(Annotator, row)


def read_key(row: Mapping[Any, Any]) -> AssignmentKey:
    """Return the assignment a row belongs to."""
    return AssignmentKey(*_key(row))


def read_assignment(row: Mapping[Any, Any]) -> Assignment:
    """Return the assignment of a row."""
    return from_json(Assignment, row, key=row)


def assignment_columns(assignment: Assignment) -> dict[str, Any]:
    """Return a new assignment's row."""
    return {
        **to_row(assignment.key),
        **to_row(assignment, "key"),
        "flag": False,
        "comment": "",
        "acted_at": None,
        "draft": None,
    }


def read_annotation(row: Mapping[Any, Any]) -> Annotation:
    """Return the annotation of a row."""
    return from_json(Annotation, row, key=row)


def read_annotations(connection: Connection, query: Select[Any]) -> Iterator[Annotation]:
    """Yield the annotations of a query of whole rows of answers, a few thousand read at a time.

    Ids and values that several of them share are kept once, and read from JSON once: a round may hold
    hundreds of thousands of answers, and few different ones.
    """
    columns = [cast(one, Text).label(one.name) if isinstance(one.type, JSON) else one for one in t.answers.c]
    plain = query.with_only_columns(*columns).execution_options(yield_per=_PART)
    texts: dict[str, str] = {}
    values: dict[str, Any] = {}

    def once(text: str) -> str:
        return texts.setdefault(text, text)

    def value(text: str | None) -> Any:
        if text is None:
            return None
        if text not in values:
            if len(values) > _PART:  # answers that are seldom the same, such as spans
                values.clear()
            values[text] = json.loads(text)
        return values[text]

    names = [one.name for one in t.answers.c]
    # Taken by place: by name, a column of each of so many rows costs more than making the answers.
    in_order = itemgetter(*(names.index(name) for name in _ANNOTATION))
    for row in connection.execute(plain):
        (
            round_id, item_id, annotator_id, occasion, revision, event_id, value_text,
            flag, comment, seconds, guideline_version, created_at, shown,
        ) = in_order(row)  # fmt: skip
        yield Annotation(
            key=AssignmentKey(once(round_id), once(item_id), once(annotator_id), occasion),
            revision=revision,
            event_id=event_id,
            value=value(value_text),
            flag=flag,
            comment=once(comment),
            seconds=seconds,
            guideline_version=guideline_version,
            created_at=created_at,
            shown=value(shown),
        )


def annotation_columns(annotation: Annotation) -> dict[str, Any]:
    """Return an annotation's row."""
    return {**to_row(annotation.key), **to_row(annotation, "key")}


_MANY = 1000  # rows; fewer are found fast, whichever way a server looks


def insert_rows(connection: Connection, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert rows into a table, in parts; after many rows a server updates its statistics of the table."""
    remaining, count = iter(rows), 0
    while part := [*islice(remaining, _PART)]:
        _insert_part(connection, table, part)
        count += len(part)
    if count >= _MANY:
        count_rows(connection, table)


def _insert_part(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    prepared = _prepared(table, tuple(rows[0]), connection.dialect)
    if prepared is None:
        connection.execute(insert(table), rows)
    else:  # tuples as they are: for mappings, SQLAlchemy takes twice as long as the database
        statement, columns = prepared
        connection.exec_driver_sql(
            statement,
            [tuple(row[name] if to is None else to(row[name]) for name, to in columns) for row in rows],
        )


@lru_cache(256)
def _prepared(
    table: Table, names: tuple[str, ...], dialect: Dialect
) -> tuple[str, list[tuple[str, Callable[[Any], Any] | None]]] | None:
    """Return the statement that inserts these columns by place, and what turns each value into a stored one.

    None if a column without a value has a default, and for servers, which take parameters by name.
    """
    compiled: Any = insert(table).compile(dialect=dialect, column_keys=list(names))
    if dialect.name != "sqlite" or {*compiled.positiontup} != {*names}:
        return None
    types = {name: table.c[name].type.dialect_impl(dialect) for name in names}
    return str(compiled), [(name, types[name].bind_processor(dialect)) for name in compiled.positiontup]


def count_rows(connection: Connection, table: Table) -> None:
    """Let a server update its statistics of a table after a bulk insert.

    The server plans its queries by these statistics, and updates them itself a minute after a transaction at
    best. Until then it may scan all rows of a round for each changed or referring row. That took minutes for
    30,000 answers.
    """
    if connection.dialect.name != "sqlite":
        quoted = connection.dialect.identifier_preparer.quote(table.name)
        connection.exec_driver_sql(f"ANALYZE {quoted}")
