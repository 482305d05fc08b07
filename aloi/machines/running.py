"""Many items asked in parallel, with a bounded number of them in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

from aloi.machines.client import Stopped

T = TypeVar("T")
R = TypeVar("R")
_GATHERED_SECONDS = 0.1  # results that come so near to each other are yielded together
_AHEAD = 4  # items per thread that wait, so that no thread is idle while answers are stored


def in_parallel(items: Iterable[T], work: Callable[[T], R], parallel: int, stop: Event) -> Iterator[list[R]]:
    """Yield results as they come, those that came together as a list; items are read only as needed.

    After `stop` is set, or an error, no work begins. Work that has begun is finished and yielded, so that no
    answer of a server is lost. Then the first error is raised, if any.
    """
    waiting: set[Future[R]] = set()
    source, error = iter(items), None
    pool = ThreadPoolExecutor(parallel, thread_name_prefix="machine")
    try:
        while True:
            while len(waiting) < parallel * _AHEAD and not stop.is_set():
                try:
                    waiting.add(pool.submit(_stopping, work, next(source), stop))
                except StopIteration:
                    break
            if not waiting:
                break
            wait(waiting, return_when=FIRST_COMPLETED)
            if len(waiting) > parallel:  # no thread is idle meanwhile, and fewer transactions are needed
                stop.wait(_GATHERED_SECONDS)
            finished = {future for future in waiting if future.done()}
            waiting -= finished
            failed = [future.exception() for future in finished if future.exception() is not None]
            error = error or next((one for one in failed if not isinstance(one, Stopped)), None)
            results = [future.result() for future in finished if future.exception() is None]
            if results:
                yield results
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)
    if error is not None:
        raise error


def _stopping(work: Callable[[T], R], item: T, stop: Event) -> R:
    """Return the result of work; an error stops all work that has not begun."""
    if stop.is_set():
        raise Stopped
    try:
        return work(item)
    except BaseException:
        stop.set()
        raise
