"""The annotator and the revision of a displayed item, and concurrent changes."""

from __future__ import annotations

from collections.abc import Mapping

from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.corpora.model import Json
from aloi.ui import session
from aloi.ui.questions.base import DeskItem
from aloi.ui.shared.items import answer_told, item_columns
from aloi.workbench.annotation.answer_history import number_of
from aloi.workbench.annotation.answering import Desk, Event
from aloi.workbench.annotation.stale_answers import Conflict, Version, conflict, is_late
from aloi.workbench.store.opening import Store

_LONGEST_TEXT = 200  # characters of an item that say which one it is


def screen_data(work: DeskItem, state: Mapping[str, object]) -> dict[str, Json]:
    """Return the annotator and the revision of a displayed item, and the outcome of its last event."""
    screen = work.screen
    key, last = screen.assignment.key, screen.last
    met = state.get("conflict")
    return {
        "person": key.annotator_id,
        "round": key.round_id,
        "revision": screen.revision,
        "saved_at": None if screen.saved_at is None else screen.saved_at.timestamp(),
        "last": None if last is None else {
            "item_id": last.key.item_id, "occasion": last.key.occasion, "revision": last.revision,
        },
        "late": bool(state.get("late")),
        "conflict": _conflict_data(met, work) if isinstance(met, Conflict) else None,
        # The clock of the server, for data stored in the browser: a full redraw sends it once.
        "now": session.now().timestamp() if work.redrawn else None,
    }  # fmt: skip


def refused(store: Store, desk: Desk, event: Event | None, error: AloiError) -> dict[str, object]:
    """Return the state that a page stores for an event that was not stored as sent.

    `number` is that of the item where two versions meet, before the person until they choose one.
    """
    met = None if event is None else conflict(store, desk, event, error)
    stays = met is not None and met.unsaved is not None
    return {
        "late": is_late(error),
        "conflict": met,
        "error": None if met else session.error_text(error),
        "number": number_of(store, met.key) if met is not None and stays else None,
    }


def _conflict_data(met: Conflict, work: DeskItem) -> dict[str, Json]:
    kind = task(work.desk.campaign.schema.task_type)
    text = " · ".join(one for one in item_columns(met.item).values() if one)
    return {
        "event_id": met.event_id,
        "item_id": met.key.item_id,
        "occasion": met.key.occasion,
        "revision": met.revision,
        "text": text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}…",
        "stored": _version(met.stored, kind),
        "given": None if met.unsaved is None else _version(met.unsaved, kind),
    }


def _version(version: Version, kind: TaskType) -> dict[str, Json]:
    text = None if version.answer is None else answer_told(kind, version.answer)
    return {
        **to_json(version),
        "said": text,
        "since": None if version.since is None else version.since.timestamp(),
    }
