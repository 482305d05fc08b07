"""How long trainings still take, by the steps done against the time they took."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

_SURE_SECONDS = 2.0  # of steps; with less, no estimate is shown


class TimeLeft:
    """Estimates the time left of several runs, each with some seeds.

    Only time between two steps of the same seed counts, so that seeds found done do not make it too short.

    Parameters
    ----------
    runs : sequence of (int, float)
        Seeds of each run, and the work of one of them in any unit, such as training rows.
    """

    def __init__(
        self, runs: Sequence[tuple[int, float]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._runs = runs
        self._clock = clock
        self._last: tuple[int, int, float, float] | None = None
        self._work = self._seconds = 0.0

    def time_left(self, run: int, seed: int, share: float) -> str:
        """Return `, 5 min left` for so large a share of a seed done, seed and run by place; may be empty."""
        now, each = self._clock(), self._runs[run][1]
        if self._last is not None and self._last[:2] == (run, seed):
            self._work += max(0.0, share - self._last[2]) * each
            self._seconds += now - self._last[3]
        self._last = (run, seed, share, now)
        if self._seconds < _SURE_SECONDS or not self._work:
            return ""
        rest = (self._runs[run][0] - seed - share) * each
        rest += sum(seeds * work for seeds, work in self._runs[run + 1 :])
        return f", {in_words(rest * self._seconds / self._work)} left"


def in_words(seconds: float) -> str:
    """Return a time as `40 s`, `12 min` or `3 h 20 min`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"
