"""Answers from other tools, added to a round in a few statements whatever their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, bindparam, func, select, update

from aloi.annotation.model import Annotation, Assignment, AssignmentKey
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.storage import tables as t
from aloi.storage.answers.offers import add_assignments
from aloi.storage.answers.statements import GIVE_BACK, its, lock_round
from aloi.storage.changes import note_change
from aloi.storage.database import StorePart
from aloi.storage.event_log.entries import EventKind, LogEntry, about, record, skipped_for
from aloi.storage.event_log.row_hashes import ANSWERS
from aloi.storage.rows import annotation_columns, in_parts, insert_rows, read_key

_A = t.assignments.c
_I = t.round_items.c
_N = t.answers.c
_KEY = ("round_id", "item_id", "annotator_id", "occasion")
_SKIP = (
    update(t.assignments)
    .where(and_(*(_A[name] == bindparam(f"its_{name}") for name in _KEY)))
    .values(
        status="skipped",
        skip_reason=bindparam("reason"),
        skip_note=bindparam("note"),
        lease_expires=None,
        draft=None,
        acts=_A.acts + 1,
    )
)


def keep_answers(connection: Connection, round_id: str, annotations: Sequence[Annotation]) -> int:
    """Return how many answers were new; those with a known or repeated event id are excluded.

    Raises
    ------
    AloiError
        An item that is not in the round, an unknown annotator, more answers than an item needs.
    """
    known_events = _known_events(connection, annotations)
    new = {one.event_id: one for one in reversed(annotations) if one.event_id not in known_events}
    fresh = [one for one in annotations if new.get(one.event_id) is one]
    if not fresh:
        return 0
    _require_known(connection, round_id, fresh)
    keys = list(dict.fromkeys(one.key for one in fresh))
    status, acts = _standing(connection, round_id)
    _add_missing(connection, round_id, [key for key in keys if key not in status])
    holding = ("leased", "submitted")
    _take(connection, round_id, [k for k in keys if k.occasion == 1 and status.get(k) not in holding])
    _append(connection, round_id, fresh, acts)
    _mark_submitted(connection, fresh)
    return len(fresh)


class ImportedSkips(StorePart):
    """Skips of people who annotated in other tools."""

    def add(self, round_id: str, skips: Sequence[Assignment], now: datetime | None = None) -> int:
        """Return how many skips were stored; an existing answer or skip of the same assignment is kept.

        Raises
        ------
        AloiError
            An item that is not in the round.
        """
        with self._database.write() as connection:
            lock_round(connection, round_id)
            _require_items(connection, round_id, {one.key.item_id for one in skips})
            status, acts = _standing(connection, round_id)
            new = [one for one in skips if status.get(one.key) not in ("submitted", "skipped")]
            _add_missing(connection, round_id, [one.key for one in new if one.key not in status])
            for assignment in new:
                if status.get(assignment.key) == "leased" and assignment.key.occasion == 1:
                    GIVE_BACK.run(connection, its(assignment.key))
            if new:
                connection.execute(_SKIP, [{**its(one.key), **_skipped(one)} for one in new])
                done = []
                for assignment in new:
                    acts[assignment.key] += 1
                    skip = LogEntry(
                        EventKind.IMPORT_SKIP, now, **about(assignment.key), acts=acts[assignment.key]
                    )
                    done.append(replace(skip, details=skipped_for(assignment)))
                record(connection, round_id, *done)
                note_change(connection, round_id, answers=len(new))
        return len(new)


def _standing(
    connection: Connection, round_id: str
) -> tuple[dict[AssignmentKey, str], Counter[AssignmentKey]]:
    """Return the status of each assignment of a round, and how often it was acted on."""
    rows = connection.execute(select(t.assignments).where(_A.round_id == round_id)).mappings()
    status: dict[AssignmentKey, str] = {}
    acts: Counter[AssignmentKey] = Counter()
    for row in rows:
        key = read_key(row)
        status[key], acts[key] = row["status"], row["acts"]
    return status, acts


def _skipped(skip: Assignment) -> dict[str, Any]:
    reason = skip.skip_reason.value if skip.skip_reason else None
    return {"reason": reason, "note": skip.skip_note}


def _require_items(connection: Connection, round_id: str, items: set[str]) -> None:
    round_items = set(connection.execute(select(_I.item_id).where(_I.round_id == round_id)).scalars())
    for item in sorted(items - round_items):
        raise _unknown_item(item, round_items)


def _unknown_item(item_id: str, round_items: Collection[str]) -> AloiError:
    return AloiError(
        "aloi.not-found",
        kind=Term("the-item-of-an-answer"),
        name=repr(item_id),
        expected=Term("the-items-items", items=len(round_items)),
        todo=Term("import-into"),
    )


def _known_events(connection: Connection, annotations: Sequence[Annotation]) -> set[str]:
    ids = [one.event_id for one in annotations]
    return {
        event
        for part in in_parts(ids)
        for event in connection.execute(select(_N.event_id).where(_N.event_id.in_(part))).scalars()
    }


def _require_known(connection: Connection, round_id: str, annotations: Iterable[Annotation]) -> None:
    items = set(connection.execute(select(_I.item_id).where(_I.round_id == round_id)).scalars())
    people = set(connection.execute(select(t.people.c.id)).scalars())
    for annotation in annotations:
        if annotation.key.round_id != round_id or annotation.key.item_id not in items:
            raise _unknown_item(annotation.key.item_id, items)
        if annotation.key.annotator_id not in people:
            raise AloiError(
                "aloi.not-found",
                kind=Term("the-annotator-of-an-answer"),
                name=repr(annotation.key.annotator_id),
                todo=Term("add-the-person"),
            )


def _add_missing(connection: Connection, round_id: str, keys: Sequence[AssignmentKey]) -> None:
    by_person: dict[str, list[Assignment]] = {}
    for key in keys:
        mine = by_person.setdefault(key.annotator_id, [])
        mine.append(Assignment(key, len(mine)))
    add_assignments(connection, round_id, list(by_person.items()))


def _take(connection: Connection, round_id: str, keys: Sequence[AssignmentKey]) -> None:
    """Count an answer of the item for each key, or raise AloiError if an item needs no more answers."""
    added = Counter(key.item_id for key in keys)
    if not added:
        return
    query = select(_I.item_id, _I.wanted, _I.taken).where(_I.round_id == round_id).with_for_update()
    for item, required, assigned in connection.execute(query).all():
        if added[item] > required - assigned:
            raise AloiError(
                "aloi.too-many",
                name=Term("answers-to-the-item", item=item),
                count=assigned + added[item],
                most=required,
                todo=Term("import-into-a-round"),
            )
    connection.execute(
        update(t.round_items)
        .where(_I.round_id == round_id, _I.item_id == bindparam("item"))
        .values(taken=_I.taken + bindparam("more")),
        [{"item": item, "more": more} for item, more in added.items()],
    )


def _append(
    connection: Connection, round_id: str, annotations: Sequence[Annotation], acts: Counter[AssignmentKey]
) -> None:
    """Append each answer as the next revision of its assignment, which was acted on so often before."""
    columns = [_N[name] for name in _KEY]
    query = select(*columns, func.max(_N.revision).label("last")).where(_N.round_id == round_id)
    last = {read_key(row): row["last"] for row in connection.execute(query.group_by(*columns)).mappings()}
    rows, done = [], []
    for annotation in annotations:
        last[annotation.key] = last.get(annotation.key, 0) + 1
        acts[annotation.key] += 1
        rows.append({**annotation_columns(annotation), "revision": last[annotation.key]})
        came = LogEntry(
            EventKind.IMPORT, annotation.created_at, **about(annotation.key), acts=acts[annotation.key]
        )
        done.append(replace(came, ref=annotation.event_id, content=ANSWERS.hash(rows[-1])))
    insert_rows(connection, t.answers, rows)
    record(connection, round_id, *done)


def _mark_submitted(connection: Connection, annotations: Sequence[Annotation]) -> None:
    same = and_(*(_A[name] == bindparam(f"its_{name}") for name in _KEY))
    values: dict[str, Any] = {"status": "submitted", "lease_expires": None}
    values |= {"skip_reason": None, "skip_note": None}
    values |= {name: bindparam(f"new_{name}") for name in ("flag", "comment", "acted_at")}
    values["acts"] = _A.acts + 1
    connection.execute(
        update(t.assignments).where(same).values(**values),
        [
            {
                **its(annotation.key),
                "new_flag": annotation.flag,
                "new_comment": annotation.comment,
                "new_acted_at": annotation.created_at,
            }
            for annotation in annotations
        ],
    )
