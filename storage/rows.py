"""Table rows to frozen dataclasses and back, used by several parts of the store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, RowMapping, select

from annotation.model import Annotation, Annotator, Assignment, AssignmentKey, Role, Work
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
    return Annotator(row["id"], row["name"], row["pseudonym"], Role(row["role"]), row["expertise"])


def read_key(row: RowMapping) -> AssignmentKey:
    """Return the assignment a row belongs to."""
    return AssignmentKey(row["round_id"], row["item_id"], row["annotator_id"], row["occasion"])


def key_columns(key: AssignmentKey) -> dict[str, Any]:
    """Return the four columns an assignment is known by."""
    return {
        "round_id": key.round_id,
        "item_id": key.item_id,
        "annotator_id": key.annotator_id,
        "occasion": key.occasion,
    }


def read_assignment(row: RowMapping) -> Assignment:
    """Return the assignment of a row."""
    return Assignment(
        read_key(row), row["position"], Work(row["status"]), row["skip_reason"], row["lease_expires"]
    )


def assignment_columns(one: Assignment) -> dict[str, Any]:
    """Return a new assignment's row."""
    return {
        **key_columns(one.key),
        "position": one.position,
        "status": one.status.value,
        "skip_reason": one.skip_reason,
        "lease_expires": one.lease_expires,
        "flag": False,
        "comment": "",
        "acted_at": None,
        "draft": None,
    }


def read_annotation(row: RowMapping) -> Annotation:
    """Return the annotation of a row."""
    return Annotation(
        key=read_key(row),
        revision=row["revision"],
        event_id=row["event_id"],
        value=row["value"],
        flag=row["flag"],
        comment=row["comment"],
        seconds=row["seconds"],
        guideline_version=row["guideline_version"],
        created_at=row["created_at"],
        shown=row["shown"],
    )


def annotation_columns(one: Annotation) -> dict[str, Any]:
    """Return an annotation's row."""
    return {
        **key_columns(one.key),
        "revision": one.revision,
        "event_id": one.event_id,
        "value": one.value,
        "flag": one.flag,
        "comment": one.comment,
        "seconds": one.seconds,
        "guideline_version": one.guideline_version,
        "shown": dict(one.shown),
        "created_at": one.created_at,
    }
