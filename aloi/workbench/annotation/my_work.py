"""My work: what one person did today, at what pace, what is left to them, and by when."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from scipy.special import stdtrit

from aloi.storage.model import OwnNote as OwnNote
from aloi.storage.model import RoundShare, WorkMoment
from aloi.storage.store import Store

PAUSE = timedelta(minutes=5)  # that long without an answer is a pause
LONG_STRETCH = timedelta(minutes=50)  # that long without a pause, and a pause is recommended
_LONG_ITEM = 4  # times the usual time of an item: longer, nobody sat before it all the while
_BLOCK = 10  # answers that are averaged, so that a slow one weighs as it does in the sum
_LEAST_BLOCKS = 5
_INSIDE = 0.975  # quantile of the upper end of the range: 95 % lie inside
_DESK_LOOKS_BACK = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class ExpectedTime:
    """Seconds that the items left will take at the pace so far, and the ends of their 95 % range."""

    expected: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class RoundWork:
    """A person's progress in a round.

    Parameters
    ----------
    median_seconds : float or None
        Of the time an item was on display, as their browser measured it; None before the first answer.
    per_hour : float or None
        Items an hour at work, short pauses included.
    time_left : ExpectedTime or None
        None if no items are left, or before the fifth answer.
    """

    share: RoundShare
    median_seconds: float | None
    per_hour: float | None
    time_left: ExpectedTime | None


@dataclass(frozen=True, slots=True)
class Day:
    """A person's work of a day; times in seconds. `current` is the stretch they are in, 0 after a pause."""

    answers: int
    skips: int
    at_work: float
    longest: float
    current: float


@dataclass(frozen=True, slots=True)
class MyWork:
    """A person's work of today, and their progress in each of their rounds, open ones first."""

    today: Day
    rounds: tuple[RoundWork, ...]


def my_work(store: Store, person_id: str, now: datetime) -> MyWork:
    """Return the work of a person; the day is that of `now`, in its time zone."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    rounds = [_own_round(store, person_id, share) for share in store.own_progress.shares(person_id)]
    rounds.sort(key=lambda one: not one.share.is_open)
    return MyWork(_day(store.own_progress.acts(person_id, since=midnight), now), tuple(rounds))


def stretch_so_far(store: Store, person_id: str, now: datetime) -> float:
    """Return for how many seconds a person has been at work without a pause; 0 after one."""
    return _day(store.own_progress.acts(person_id, since=now - _DESK_LOOKS_BACK), now).current


def own_notes(store: Store, person_id: str, round_id: str) -> list[OwnNote]:
    """Return the items that a person commented, flagged or skipped in a round, the latest first."""
    return store.own_progress.notes(person_id, round_id)


def _own_round(store: Store, person_id: str, share: RoundShare) -> RoundWork:
    acts = store.own_progress.acts(person_id, share.round_id)
    seconds = [act.seconds for act in acts if act.seconds is not None]
    times = _times(acts)
    total = math.fsum(times)
    return RoundWork(
        share=share,
        median_seconds=statistics.median(seconds) if seconds else None,
        per_hour=3600 * len(times) / total if total else None,
        time_left=time_left(times, share.left),
    )


def time_left(times: Sequence[float], left: int) -> ExpectedTime | None:
    """Return the expected time for further items, from the times of a person's items so far.

    The range is a prediction interval for the sum of the next items, if they are similar to those before. It
    uses Student's t on means of blocks of up to ten consecutive items. It includes the uncertainty of the
    pace and the random variation of future items. It never goes below the pace of the fastest block.

    Parameters
    ----------
    times : sequence of float
        Seconds of each item so far, in their order.
    left : int
        Number of remaining items.

    Returns
    -------
    ExpectedTime or None
        None if no items are left, or with fewer than five items so far.
    """
    if left <= 0 or len(times) < _LEAST_BLOCKS:
        return None
    size = min(_BLOCK, len(times) // _LEAST_BLOCKS)
    count = len(times) // size
    means = np.asarray(times[-count * size :]).reshape(count, size).mean(axis=1)
    blocks = left / size
    pace = float(means.mean())
    error = float(means.std(ddof=1)) * math.sqrt(blocks + blocks**2 / count) * size
    reach = float(stdtrit(count - 1, _INSIDE)) * error
    expected = left * pace
    return ExpectedTime(expected, max(expected - reach, left * float(means.min())), expected + reach)


def _limit(acts: Sequence[WorkMoment]) -> float:
    """Return the longest time for which an open item counts as being worked on."""
    seconds = [act.seconds for act in acts if act.seconds is not None]
    return max(PAUSE.total_seconds(), _LONG_ITEM * statistics.median(seconds) if seconds else 0.0)


def _stretches(acts: Sequence[WorkMoment]) -> list[list[tuple[datetime, datetime]]]:
    """Return when each act began and ended, cut into stretches of work at each pause."""
    limit = _limit(acts)
    stretches: list[list[tuple[datetime, datetime]]] = []
    for act in acts:
        began = act.at - timedelta(seconds=min(act.seconds or 0.0, limit))
        if stretches and began - stretches[-1][-1][1] < PAUSE:
            stretches[-1].append((began, act.at))
        else:
            stretches.append([(began, act.at)])
    return stretches


def _times(acts: Sequence[WorkMoment]) -> list[float]:
    """Return the seconds at work that each act took, short pauses before it included."""
    times = []
    for stretch in _stretches(acts):
        before = stretch[0][0]
        for _, ended in stretch:
            times.append((ended - before).total_seconds())
            before = ended
    return times


def _day(acts: Sequence[WorkMoment], now: datetime) -> Day:
    stretches = _stretches(acts)
    lengths = [(one[-1][1] - one[0][0]).total_seconds() for one in stretches]
    under_way = bool(stretches) and now - stretches[-1][-1][1] < PAUSE
    return Day(
        answers=sum(act.seconds is not None for act in acts),
        skips=sum(act.seconds is None for act in acts),
        at_work=math.fsum(lengths),
        longest=max(lengths, default=0.0),
        current=lengths[-1] if under_way else 0.0,
    )
