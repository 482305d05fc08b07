"""Corrections as jobs: they read texts or answers of a complete campaign, too much for a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from aloi.base.records import to_json
from aloi.corpora.model import Json
from aloi.storage.corrections.log import Correction
from aloi.storage.store import Store
from aloi.workbench.corrections import exclusion, texts, undo
from aloi.workbench.corrections.log import Ground
from aloi.workbench.progress import Progress, go_on
from aloi.workbench.stopping import stoppable

COUNT, CORRECT = "count_correction", "make_correction"
ADD, MERGE, TAKE_BACK, EXCLUDE = "add_texts", "merge", "take_texts_back", "exclude"


class _Verbs(NamedTuple):
    """The function that counts the changes of a correction, and the one that makes it; same arguments."""

    effect: Callable[..., Any]
    make: Callable[..., Correction]


_VERBS: Mapping[str, _Verbs] = {
    ADD: _Verbs(texts.texts_effect, texts.add_texts),
    MERGE: _Verbs(texts.merge_effect, texts.merge),
    TAKE_BACK: _Verbs(undo.texts_back_effect, undo.take_texts_back),
    EXCLUDE: _Verbs(exclusion.exclusion_effect, exclusion.exclude),
}


def count_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the effect of a correction: {"what": one of `_VERBS`, "of": arguments by name}."""
    del folder
    verbs, of = _operation(arguments)
    go_on(progress, 0, 1, "")
    with stoppable(progress):
        return to_json(verbs.effect(store, **of))


def correct_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the details of a correction that was made; the arguments also hold "why" and "by"."""
    del folder
    verbs, of = _operation(arguments)
    go_on(progress, 0, 1, "")
    ground = Ground(str(arguments["why"]), str(arguments["by"]), datetime.now(UTC))
    if verbs.make is texts.add_texts:
        of["progress"] = progress
    return dict(verbs.make(store, **of, ground=ground).details)


def _operation(arguments: Mapping[str, Json]) -> tuple[_Verbs, dict[str, Any]]:
    of: Any = arguments["of"]
    values = {name: Path(value) if name == "path" else value for name, value in of.items()}
    return _VERBS[str(arguments["what"])], values
