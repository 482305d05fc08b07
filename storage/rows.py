"""Table rows to frozen dataclasses and back, used by several parts of the store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, RowMapping, select

from aloi.records import from_json, to_row
from annotation.model import Annotation, Annotator, Assignment, AssignmentKey
from corpora.item_json import item_of
from corpora.model import Item
from storage import tables as t

T = TypeVar("T")
# SQLite takes 32,766 parameters a statement; asking for ids in parts of this size stays far below.
_PART = 5000


def in_parts(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield a long sequence in parts short enough for one statement."""
    for start in range(0, len(values), _PART):
        yield values[start : start + _PART]


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


def read_person(row: RowMapping) -> Annotator:
    """Return the person of a row."""
    return from_json(Annotator, row)


def read_key(row: RowMapping) -> AssignmentKey:
    """Return the assignment a row belongs to."""
    return from_json(AssignmentKey, row)


def read_assignment(row: Mapping[Any, Any]) -> Assignment:
    """Return the assignment of a row."""
    return from_json(Assignment, row, key=row)


def assignment_columns(one: Assignment) -> dict[str, Any]:
    """Return a new assignment's row."""
    return {
        **to_row(one.key),
        **to_row(one, "key"),
        "flag": False,
        "comment": "",
        "acted_at": None,
        "draft": None,
    }


def read_annotation(row: Mapping[Any, Any]) -> Annotation:
    """Return the annotation of a row."""
    return from_json(Annotation, row, key=row)


def annotation_columns(one: Annotation) -> dict[str, Any]:
    """Return an annotation's row."""
    return {**to_row(one.key), **to_row(one, "key")}
