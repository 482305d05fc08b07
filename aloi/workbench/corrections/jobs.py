"""Corrections as jobs: they read texts or answers of a complete campaign, too much for a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from aloi.base.records import to_json
from aloi.base.requests import from_data, info_of
from aloi.corpora.model import Json
from aloi.storage.corrections.log import Correction
from aloi.storage.store import Store
from aloi.workbench.corrections import exclusion, schemas, texts, undo
from aloi.workbench.progress import Progress, go_on
from aloi.workbench.requests.campaigns import RevertSchemaRequest, SchemaRequest
from aloi.workbench.requests.corrections import (
    AddTextsRequest,
    ExcludeRequest,
    MergeRequest,
    RevertTextsRequest,
)
from aloi.workbench.stopping import stoppable


class _UseCase(NamedTuple):
    """The function that counts the changes of a correction, and the one that makes it."""

    effect: Callable[[Store, Any, Progress], object]
    make: Callable[[Store, Any, datetime, Progress], Correction]


_USE_CASES: Mapping[type, _UseCase] = {
    AddTextsRequest: _UseCase(lambda store, request, _: texts.texts_effect(store, request), texts.add_texts),
    MergeRequest: _UseCase(
        lambda store, request, _: texts.merge_effect(store, request),
        lambda store, request, now, _: texts.merge(store, request, now),
    ),
    RevertTextsRequest: _UseCase(
        lambda store, request, _: undo.texts_back_effect(store, request),
        lambda store, request, now, _: undo.take_texts_back(store, request, now),
    ),
    ExcludeRequest: _UseCase(
        lambda store, request, _: exclusion.exclusion_effect(store, request),
        lambda store, request, now, _: exclusion.exclude(store, request, now),
    ),
    SchemaRequest: _UseCase(schemas.schema_effect, schemas.change_schema),
    RevertSchemaRequest: _UseCase(schemas.earlier_schema_effect, schemas.bring_back_schema),
}


def correction_job(
    kind: type, store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress
) -> Json:
    """Return the details of a correction that was made; of a preview, its effect."""
    del folder
    request: Any = from_data(kind, arguments)
    effect, make = _USE_CASES[kind]
    go_on(progress, 0, 1, "")
    if not request.preview:
        return dict(make(store, request, datetime.now(UTC), progress).details)
    with stoppable(progress):
        return to_json(effect(store, request, progress))


VERBS = {info_of(kind).job: partial(correction_job, kind) for kind in _USE_CASES}
