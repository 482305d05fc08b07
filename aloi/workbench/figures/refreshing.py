"""Figures computed anew in the background: what waits, when it may start, and the job that does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

from aloi.corpora.model import Json
from aloi.storage.model import Job
from aloi.storage.store import Store
from aloi.workbench.figures.base import CachedResult
from aloi.workbench.figures.keeping import compute
from aloi.workbench.figures.registry import FIGURES
from aloi.workbench.progress import Progress, go_on

VERB = "figures"
_REST_SECONDS = 2.0  # between two computations of a figure while answers come in, ...
_REST_SHARE = 10.0  # ... and so many times what it takes: a tenth of a core at most
_STOPPED = timedelta(hours=1)  # so long nothing starts by itself what was cancelled, or has failed
_ACTIVE = ("queued", "running")
Old: TypeAlias = Sequence[CachedResult[Any]]


@dataclass(frozen=True, slots=True)
class Refresh:
    """What is being done about figures that are not current.

    `job` computes some of them; None where none runs. `ended` was cancelled or has failed: nothing starts by
    itself. `wait` are the seconds until the next may start, while answers come in.
    """

    job: Job | None = None
    ended: Job | None = None
    wait: float = 0.0


def refresh(store: Store, cached_results: Old, by: str, now: datetime, *, by_hand: bool = False) -> Refresh:
    """Start a job for those figures that are not current, and say what is being done.

    Nothing starts for what a job under way will compute; for what was computed a moment ago and has seen
    nothing but answers since; or after a job that was cancelled or failed. A person who `by_hand` waits for
    none but the first.
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
        running = start(store, {"figures": [_reference(one) for one in due]}, by, now)
    if running is not None:
        return Refresh(running)
    return Refresh(None, stopped, min(filter(None, waits), default=0.0))


def start(store: Store, arguments: Mapping[str, Json], by: str, now: datetime) -> Job:
    """Return the job put in the queue; the worker takes it within a second."""
    return store.jobs.add(VERB, arguments, by, now)


def figures_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Compute the figures a job names; each is kept as soon as it is there."""
    requested: Any = arguments["figures"]
    for index, (name, of) in enumerate(requested):
        go_on(progress, 100 * index, 100 * len(requested), "")
        if name in FIGURES:  # a job of another version may name others

            def part(done: int, total: int, message: str, index: int = index) -> bool:
                """Tell how far this one of the figures is, in hundredths of a figure."""
                share = done / total if total else 0.0
                return progress(round(100 * (index + share)), 100 * len(requested), message)

            compute(store, folder, FIGURES[name], tuple(of), part, datetime.now(UTC))
    return len(requested)


def _claimed(old: Old, jobs: Sequence[Job]) -> tuple[Job | None, Old]:
    """Return the last of the jobs that is for one of the figures, and the figures that none is for."""
    last = None
    left: Old = list(old)
    for job in jobs:
        rest = [one for one in left if _reference(one) not in job.arguments["figures"]]  # type: ignore[operator]
        if len(rest) < len(left):
            last, left = job, rest
    return last, left


def _reference(cached: CachedResult[Any]) -> list[Json]:
    return [cached.figure.name, list(cached.of)]


def _rest(cached: CachedResult[Any], now: datetime) -> float:
    """Return for how many seconds more a figure stays as it is; 0 where something but answers changed."""
    if cached.at is None or not cached.answers_since:
        return 0.0
    rest = max(_REST_SECONDS, _REST_SHARE * cached.seconds)
    return max(0.0, rest - (now - cached.at).total_seconds())
