"""Cached results: read by pages, computed by the worker, the terminal and tests."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from aloi.base.errors import AloiError
from aloi.base.records import RecordError, from_json, to_json, to_stored
from aloi.corpora.model import Json
from aloi.storage.model import State, StoredResult
from aloi.storage.store import Store
from aloi.workbench.cache.base import Context, Request, UseCase, use_case_of
from aloi.workbench.progress import go_on
from aloi.workbench.stopping import stoppable

T = TypeVar("T")
_LONGEST_KEY = 500  # characters


@dataclass(frozen=True, slots=True)
class CachedResult(Generic[T]):
    """The latest result of a request; `at` is None before the first one, `value` also after an error.

    `answers_since` counts the answers, skips and undos since; `is_current` says that nothing has changed at
    all. `seconds` is what computing it took.
    """

    request: Request[T]
    value: T | None = None
    error: AloiError | None = None
    at: datetime | None = None
    answers_since: int = 0
    is_current: bool = False
    seconds: float = 0.0


class ResultReader:
    """Reads the latest results; those that were asked for are `requested`, to be refreshed together."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: dict[Request[Any], CachedResult[Any]] = {}
        self.requested: list[CachedResult[Any]] = []

    def prefetch(self, requests: Sequence[Request[T]]) -> None:
        """Read the results of several requests of a use case with two queries, in place of two for each."""
        self._read |= dict(zip(requests, read_all(self._store, requests), strict=True))

    def __call__(self, request: Request[T]) -> T | None:
        """Return the latest result; None before the first one and after an error."""
        if request not in self._read:
            self.prefetch([request])
        cached_result: CachedResult[T] = self._read[request]
        self.requested.append(cached_result)
        return cached_result.value


class ResultComputer(ResultReader):
    """Computes each result when it is asked for, and stores none."""

    def prefetch(self, requests: Sequence[Request[T]]) -> None:
        """Do nothing: a result that nobody asks for is not computed."""

    def __call__(self, request: Request[T]) -> T | None:
        """Return the result as it is now."""
        result: T = use_case_of(request).compute(request, Context(self._store))
        return result


def read(store: Store, request: Request[T]) -> CachedResult[T]:
    """Return the latest result of a request, and how much the store has changed since."""
    return read_all(store, [request])[0]


def read_all(store: Store, requests: Sequence[Request[T]]) -> list[CachedResult[T]]:
    """Return what `read` does of several requests, in their order: two queries for each use case."""
    depends = [use_case_of(request).dependencies(store, request) for request in requests]
    states = store.cached_results.states(its_id for ids in depends for its_id in ids)
    keys = [(use_case_of(request).name, _key(request)) for request in requests]
    stored = store.cached_results.get(keys)
    return [
        _cached_result(request, stored.get(key), ids, states)
        for request, key, ids in zip(requests, keys, depends, strict=True)
    ]


def compute(context: Context, request: Request[T], now: datetime) -> None:
    """Compute a result and store it; nothing is done where the one there is current.

    The state is read before what is computed from it: an answer that comes meanwhile makes the result old.

    Raises
    ------
    Cancelled
        A person asked to stop; then nothing is stored.
    """
    store, use_case = context.store, use_case_of(request)
    if read(store, request).is_current:
        return
    ids = use_case.dependencies(store, request)
    states = store.cached_results.states(ids)
    begun = time.perf_counter()
    value: Json = None
    error: Json = None
    try:
        with stoppable(context.progress) as watched:
            go_on(watched, 0, 1, "")
            value = to_stored(use_case.compute(request, Context(store, context.folder, watched)))
    except AloiError as error_raised:
        error = error_raised.to_json()
    answers = sum(states[its_id].answers for its_id in ids)
    seconds = time.perf_counter() - begun
    state, key = _state(use_case, ids, states), _key(request)
    store.cached_results.save(StoredResult(use_case.name, key, state, answers, value, error, now, seconds))
    if use_case.most is not None:
        store.cached_results.keep_latest(use_case.name, use_case.most)


def _cached_result(
    request: Request[T], stored: StoredResult | None, ids: Sequence[str], states: Mapping[str, State]
) -> CachedResult[T]:
    use_case = use_case_of(request)
    if stored is None:
        return CachedResult(request)
    value = None
    error = None if stored.error is None else AloiError.from_json(stored.error)
    if error is None:
        try:
            value = from_json(use_case.result, stored.value)
        except RecordError:  # stored by another version, whose fields were others: as if there were none
            return CachedResult(request)
    since = sum(states[its_id].answers for its_id in ids) - stored.answers
    current = stored.state == _state(use_case, ids, states) and not _lacked_task(stored)
    return CachedResult(request, value, error, stored.computed_at, max(0, since), current, stored.seconds)


def _lacked_task(stored: StoredResult) -> bool:
    """Return whether a package was not installed when a result was to be computed: it may be now."""
    return isinstance(stored.error, Mapping) and stored.error.get("code") == "aloi.task-not-installed"


def _key(request: Request[Any]) -> str:
    """Return the JSON of a request; a long one as its checksum, as databases index short texts."""
    key = json.dumps(to_json(request), ensure_ascii=False)
    return key if len(key) <= _LONGEST_KEY else hashlib.sha256(key.encode()).hexdigest()


def _state(use_case: UseCase, ids: Sequence[str], states: Mapping[str, State]) -> str:
    """Return the checksum of the state of everything that a result is computed from."""
    parts = [use_case.version, *([its_id, states[its_id].answers, states[its_id].changes] for its_id in ids)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
