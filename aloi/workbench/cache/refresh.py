"""Cached results computed again in the background: which are due, when they may start, and their job."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

from aloi.base.records import from_json, to_json
from aloi.corpora.model import Json
from aloi.storage.model import Job
from aloi.storage.store import Store

# Each adds its use cases: those that a page reads and the worker computes.
from aloi.workbench.cache import agreement, campaigns, items, machines, releases, runs  # noqa: F401
from aloi.workbench.cache.base import USE_CASES, Context, use_case_of
from aloi.workbench.cache.results import CachedResult, compute
from aloi.workbench.progress import Message, Progress, go_on
from aloi.workbench.study import studies

VERB = "figures"  # of the job, as stores and `aloi work --lane` have it
_REST_SECONDS = 2.0  # between two computations of a result while answers come in, ...
_REST_SHARE = 10.0  # ... and so many times what it takes: a tenth of a core at most
_STOPPED = timedelta(hours=1)  # so long nothing starts by itself what was cancelled, or has failed
_ACTIVE = ("queued", "running")
Old: TypeAlias = Sequence[CachedResult[Any]]

for _study in studies():
    _study.load_cached()


@dataclass(frozen=True, slots=True)
class Refresh:
    """State of the computation of results that are not current.

    `job` computes some of them; None where none runs. `ended` was cancelled or has failed: nothing starts by
    itself. `wait` are the seconds until the next may start, while answers come in.
    """

    job: Job | None = None
    ended: Job | None = None
    wait: float = 0.0


def refresh(store: Store, cached_results: Old, by: str, now: datetime, *, by_hand: bool = False) -> Refresh:
    """Start a job for those results that are not current, and say what is being done.

    No second job starts for a result that a job under way will compute. Unless a person asks `by_hand`, no
    job starts soon after the last computation while only answers came, nor after a cancelled or failed job.
    """
    old: Old = [one for one in cached_results if not one.is_current]
    if not old:
        return Refresh()
    jobs = store.jobs.of_verb(VERB)
    running, left = _claimed(old, [one for one in jobs if one.status in _ACTIVE])
    ended = [one for one in jobs if one.status not in _ACTIVE]
    stopped = None
    if not by_hand:
        recent = [one for one in ended if one.finished_at and one.finished_at > now - _STOPPED]
        stopped, left = _claimed(left, recent)
    waits = [0.0 if by_hand else _rest(one, now) for one in left]
    due = [one for one, wait in zip(left, waits, strict=True) if not wait]
    if due:
        store.jobs.forget([one.id for one in ended if one is not stopped])
        running = start(store, {"requests": [_reference(one) for one in due]}, by, now)
    if running is not None:
        return Refresh(running)
    return Refresh(None, stopped, min(filter(None, waits), default=0.0))


def start(store: Store, arguments: Mapping[str, Json], by: str, now: datetime) -> Job:
    """Return the job put in the queue; the worker takes it within a second."""
    return store.jobs.add(VERB, arguments, by, now)


def refresh_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Compute the results that a job names; each is stored as soon as it is there."""
    store.cached_results.keep_names(USE_CASES)
    requests: Any = arguments.get("requests", ())  # a job of an earlier version names other things
    for index, (name, request) in enumerate(requests):
        go_on(progress, 100 * index, 100 * len(requests), "")
        if name in USE_CASES:

            def part(done: int, total: int, message: Message, index: int = index) -> bool:
                """Tell how far this result is, in hundredths of a result."""
                share = done / total if total else 0.0
                return progress(round(100 * (index + share)), 100 * len(requests), message)

            of = from_json(USE_CASES[name].request, request)
            compute(Context(store, folder, part), of, datetime.now(UTC))
    return len(requests)


def _claimed(old: Old, jobs: Sequence[Job]) -> tuple[Job | None, Old]:
    """Return the last of the jobs that is for one of the results, and the results that none is for."""
    last = None
    left: Old = list(old)
    for job in jobs:
        named: Any = job.arguments.get("requests", ())
        rest = [one for one in left if _reference(one) not in named]
        if len(rest) < len(left):
            last, left = job, rest
    return last, left


def _reference(cached: CachedResult[Any]) -> list[Json]:
    return [use_case_of(cached.request).name, to_json(cached.request)]


def _rest(cached: CachedResult[Any], now: datetime) -> float:
    """Return for how many seconds more a result stays as it is; 0 where something but answers changed."""
    if cached.at is None or not cached.answers_since:
        return 0.0
    rest = max(_REST_SECONDS, _REST_SHARE * cached.seconds)
    return max(0.0, rest - (now - cached.at).total_seconds())
