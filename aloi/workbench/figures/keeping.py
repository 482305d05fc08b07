"""Figures read from the store, and put into it: the one door of pages, the worker and the terminal."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from aloi.base.errors import AloiError
from aloi.base.records import RecordError, from_json, to_json
from aloi.corpora.model import Json
from aloi.storage.model import State, StoredFigure
from aloi.storage.store import Store
from aloi.workbench.figures.base import CachedResult, KeptFigure, Subject
from aloi.workbench.progress import Progress
from aloi.workbench.stopping import stoppable

T = TypeVar("T")
_LONGEST_KEY = 500  # characters


def read(store: Store, figure: KeptFigure[T], *of: str) -> CachedResult[T]:
    """Return a figure as it was computed last, and how far the store has moved on since."""
    return read_all(store, figure, [of])[0]


def read_all(store: Store, figure: KeptFigure[T], subjects: Sequence[Subject]) -> list[CachedResult[T]]:
    """Return a figure of each of several subjects, in their order: two queries, however many there are."""
    depends = [tuple(figure.depends(store, of)) for of in subjects]
    states = store.figures.states(one for each in depends for one in each)
    stored = store.figures.get([(figure.name, _key(of)) for of in subjects])
    return [
        _cached_result(figure, of, stored.get((figure.name, _key(of))), ids, states)
        for of, ids in zip(subjects, depends, strict=True)
    ]


def compute(
    store: Store, folder: Path, figure: KeptFigure[T], of: Subject, progress: Progress, now: datetime
) -> None:
    """Compute a figure and keep it; nothing is done where the one there is current.

    The state is read before what is computed from it: an answer that comes meanwhile makes the figure old.

    Raises
    ------
    Cancelled
        A person asked to stop; then nothing is kept.
    """
    if read(store, figure, *of).is_current:
        return
    ids = tuple(figure.depends(store, of))
    states = store.figures.states(ids)
    begun = time.perf_counter()
    value: Json = None
    error: Json = None
    try:
        with stoppable(progress) as watched:
            value = to_json(figure.compute(store, folder, of, watched))
    except AloiError as error_raised:
        error = error_raised.to_json()
    store.figures.save(
        figure.name,
        _key(of),
        state=_state(figure, ids, states),
        answers=sum(states[one].answers for one in ids),
        value=value,
        error=error,
        computed_at=now,
        seconds=time.perf_counter() - begun,
    )
    if figure.most is not None:
        store.figures.keep_latest(figure.name, figure.most)


def _cached_result(
    figure: KeptFigure[T],
    of: Subject,
    stored: StoredFigure | None,
    ids: Sequence[str],
    states: Mapping[str, State],
) -> CachedResult[T]:
    if stored is None:
        return CachedResult(figure, of, None, None, None, 0, is_current=False, seconds=0.0)
    value = None
    error = None if stored.error is None else AloiError.from_json(stored.error)
    if error is None:
        try:
            value = from_json(figure.kind, stored.value)
        except RecordError:  # written by another version, whose fields were others: as if there were none
            return CachedResult(figure, of, None, None, None, 0, is_current=False, seconds=0.0)
    since = sum(states[one].answers for one in ids) - stored.answers
    current = stored.state == _state(figure, ids, states)
    return CachedResult(figure, of, value, error, stored.computed_at, max(0, since), current, stored.seconds)


def _key(of: Subject) -> str:
    """Return what a subject is kept under; a long one by its checksum, as databases index short texts."""
    key = json.dumps(of, ensure_ascii=False)
    return key if len(key) <= _LONGEST_KEY else hashlib.sha256(key.encode()).hexdigest()


def _state(figure: KeptFigure[Any], ids: Sequence[str], states: Mapping[str, State]) -> str:
    """Return what tells a state of everything a figure depends on from all others."""
    parts = [figure.version, *([one, states[one].answers, states[one].changes] for one in ids)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
