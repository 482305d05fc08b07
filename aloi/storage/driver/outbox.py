"""The outbox: an event for a webhook is stored in the transaction of the change that it reports.

Changes in a transaction are noted in memory and stored just before the commit. So the counter of a
webhook is locked for a moment only, its numbers are in the order of the commits, and none is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias

from sqlalchemy import Connection, bindparam, func, insert, select, update

from aloi.storage import tables as t
from aloi.storage.driver.prepared_statements import PreparedStatement, Row

NotedEntry: TypeAlias = Any  # a `LogEntry` of the event log, which imports this module

ROUND_OPENED = "round.opened"
ROUND_CLOSED = "round.closed"
SUBMITTED = "annotation.submitted"
DISAGREEMENT = "disagreement"
FROZEN = "gold.frozen"
BUILT = "release.built"
JOB = "job.finished"

# Kinds of entries of the event log: those that are events themselves, and those after which annotators may
# disagree on an item.
_EVENTS = frozenset({"opened", "status", "answer", "late taken", "gold", "release"})
_CHECKED = frozenset(
    {"answer", "late taken", "skip", "undo", "import", "import skip", "let go", "gone", "counts again"}
)
_NOTED = _EVENTS | _CHECKED
_MOST_CHECKS = 100  # items of a transaction; of more, the round is checked as a whole
_PENDING = "aloi.outbox"

_R, _W = t.rounds.c, t.webhooks.c
_CHAIN: Any = bindparam("its_chain")
_HOOKS = PreparedStatement(
    select(_W.id, _W.campaign_id, _W.events)
    .where(
        _W.campaign_id
        == func.coalesce(select(_R.campaign_id).where(_R.id == _CHAIN).scalar_subquery(), _CHAIN)
    )
    .order_by(_W.id)
)
_ROUND = PreparedStatement(select(_R.number).where(_R.id == _CHAIN))
_ATTENTION = PreparedStatement(select(t.crowds.c.attention).where(t.crowds.c.round_id == _CHAIN))
_PERSON = PreparedStatement(select(t.people.c.pseudonym).where(t.people.c.id == bindparam("its_id")))
_VERSION = PreparedStatement(select(t.releases.c.version).where(t.releases.c.id == bindparam("its_id")))
_JOB_COLUMNS = (
    t.jobs.c.verb,
    t.jobs.c.status,
    t.jobs.c.finished_at,
    t.jobs.c.campaign_id,
    t.jobs.c.limited_to,
)
_ENDED = PreparedStatement(select(*_JOB_COLUMNS).where(t.jobs.c.id == bindparam("its_id")))
_COUNT_ON = PreparedStatement(
    update(t.webhooks).where(_W.id == bindparam("its_id")).values(numbered=_W.numbered + bindparam("more"))
)
_COUNTED = PreparedStatement(select(_W.numbered).where(_W.id == bindparam("its_id")))
_ADD = PreparedStatement(insert(t.webhook_events))
_ADD_CHECK = PreparedStatement(insert(t.webhook_checks))


@dataclass(frozen=True, slots=True)
class OutboxEvent:
    """An event for a webhook; `subject` is the same for the same disagreement, else None."""

    kind: str
    at: datetime
    data: Mapping[str, Any]
    subject: str | None = None


def begin(connection: Connection) -> None:
    """Forget what an earlier transaction of the connection noted and did not commit."""
    connection.info.pop(_PENDING, None)


def note_entries(connection: Connection, chain: str, entries: Iterable[NotedEntry]) -> None:
    """Note entries of the event log that webhooks may receive."""
    noted = [(chain, entry) for entry in entries if entry.kind in _NOTED]
    if noted:
        connection.info.setdefault(_PENDING, []).extend(noted)


def note_job(connection: Connection, job_id: str) -> None:
    """Note that a job has ended."""
    connection.info.setdefault(_PENDING, []).append((job_id, None))


def flush(connection: Connection) -> None:
    """Store what the transaction noted, for each webhook that receives it."""
    noted = connection.info.pop(_PENDING, None)
    if noted:
        events: dict[str, list[OutboxEvent]] = {}
        checks: dict[str, dict[str | None, None]] = {}
        hooks: dict[str, list[Row]] = {}
        for source, entry in noted:
            if entry is None:
                _add_job(connection, source, events)
                continue
            if source not in hooks:
                hooks[source] = [*_HOOKS.rows(connection, {"its_chain": source})]
            if hooks[source] and _is_of_attention(connection, source, entry):
                continue
            if hooks[source]:
                _add_entry(connection, source, entry, hooks[source], events)
            if any(DISAGREEMENT in hook["events"] for hook in hooks[source]):
                checks.setdefault(source, {}).update(dict.fromkeys(_items_of(entry)))
        for webhook_id in sorted(events):
            append(connection, webhook_id, events[webhook_id])
        for round_id, items in checks.items():
            for item_id in items if len(items) <= _MOST_CHECKS and None not in items else (None,):
                _ADD_CHECK.run(connection, {"round_id": round_id, "item_id": item_id})


def _is_of_attention(connection: Connection, chain: str, entry: NotedEntry) -> bool:
    """Return whether an entry is about an attention item of a crowd, whose answers are no annotations."""
    crowd = None if entry.item_id is None else _ATTENTION.first(connection, {"its_chain": chain})
    return crowd is not None and entry.item_id in crowd["attention"]


def append(connection: Connection, webhook_id: str, events: list[OutboxEvent]) -> None:
    """Store events of a webhook with the next numbers; its row stays locked until the commit."""
    _COUNT_ON.run(connection, {"its_id": webhook_id, "more": len(events)})
    first = _COUNTED.value(connection, {"its_id": webhook_id}) - len(events) + 1
    for number, event in enumerate(events, first):
        row = {
            "webhook_id": webhook_id, "number": number, "kind": event.kind, "data": dict(event.data),
            "created_at": event.at, "status": "waiting", "attempts": 0, "subject": event.subject,
        }  # fmt: skip
        _ADD.run(connection, row)


def _items_of(entry: NotedEntry) -> Iterator[str | None]:
    """Yield the item on which annotators may disagree after an entry; None for all of the round."""
    if entry.kind in _CHECKED:
        yield entry.item_id
    elif _closes(entry):
        yield None


def _closes(entry: NotedEntry) -> bool:
    return entry.kind == "status" and _status(entry) == "closed"


def _status(entry: NotedEntry) -> object:
    return entry.details.get("status") if isinstance(entry.details, dict) else None


def _add_entry(
    connection: Connection,
    chain: str,
    entry: NotedEntry,
    hooks: list[Row],
    events: dict[str, list[OutboxEvent]],
) -> None:
    """Add an entry to the events of the webhooks that receive its kind."""
    kind = _kind_of(entry)
    wanting = [hook for hook in hooks if kind in hook["events"]]
    if kind and wanting:
        event = OutboxEvent(kind, entry.at or datetime.now(UTC), _data_of(connection, chain, kind, entry))
        for hook in wanting:
            events.setdefault(hook["id"], []).append(event)


def _kind_of(entry: NotedEntry) -> str | None:
    if entry.kind in ("opened", "status"):
        return {"open": ROUND_OPENED, "closed": ROUND_CLOSED}.get(str(_status(entry)))
    if entry.kind in ("answer", "late taken"):
        return SUBMITTED
    return {"gold": FROZEN, "release": BUILT}.get(entry.kind)


def _data_of(connection: Connection, chain: str, kind: str, entry: NotedEntry) -> dict[str, Any]:
    """Return the ids of an event: never a text of an item, an answer or a name."""
    if kind == FROZEN:
        return {"gold": entry.ref}
    if kind == BUILT:
        return {"release": entry.ref, "version": _VERSION.value(connection, {"its_id": entry.ref})}
    number = {"round": _ROUND.value(connection, {"its_chain": chain})}
    if kind != SUBMITTED:
        return number
    annotator = _PERSON.value(connection, {"its_id": entry.annotator_id})
    its = {"item_id": entry.item_id, "annotator": annotator, "occasion": entry.occasion}
    return {**number, **its, "event_id": entry.ref}


def _add_job(connection: Connection, job_id: str, events: dict[str, list[OutboxEvent]]) -> None:
    job = _ENDED.first(connection, {"its_id": job_id})
    campaign_id = None if job is None else job["campaign_id"] or job["limited_to"]
    if job is not None and campaign_id is not None:
        data = {"job": job_id, "verb": job["verb"], "status": job["status"]}
        event = OutboxEvent(JOB, job["finished_at"], data)
        for hook in _HOOKS.rows(connection, {"its_chain": campaign_id}):
            if JOB in hook["events"]:
                events.setdefault(hook["id"], []).append(event)
