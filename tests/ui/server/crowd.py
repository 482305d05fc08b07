"""Many visitors at once who ask for what takes long: how many are served at a time, and who is sent away."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

_VISITORS = 12


class SlowWork:
    """What stands in for work that takes long: it ends once somebody was sent away with the status 503.

    `most` is how many were at it at the same time.
    """

    def __init__(self, answer: object = None) -> None:
        self.most = 0
        self._answer, self._at_once = answer, 0
        self._lock, self._enough = threading.Lock(), threading.Event()

    def __call__(self, *_: object) -> object:
        """Return the answer after a while."""
        with self._lock:
            self._at_once += 1
            self.most = max(self.most, self._at_once)
        self._enough.wait(20)
        with self._lock:
            self._at_once -= 1
        return self._answer

    def asked_by_all(self, ask: Callable[[int], int]) -> set[int]:
        """Return the statuses that visitors get who ask at the same time."""

        def visit(number: int) -> int:
            status = ask(number)
            if status == 503:
                self._enough.set()
            return status

        with ThreadPoolExecutor(_VISITORS) as pool:
            return set(pool.map(visit, range(_VISITORS)))
