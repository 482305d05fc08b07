"""Forecast of the end of a round at the current pace: a gamma-Poisson model of daily counts, with interval.

Answers come in bursts: a day somebody works, or does not. The model assumes bursts of `clump` answers at a
constant unknown rate. After S answers in n days, the time T until L more answers is T = n (L / S) F for any
rate. F has the F distribution with 2 L / clump and 2 S / clump degrees of freedom. This includes both the
posterior of the rate (a gamma distribution; prior 1 / rate) and the random variation of future answers. Cox,
D. R. (1953), Some simple approximate tests for Poisson variates, Biometrika 40, gives this ratio for clump 1.

`clump` is the variance of counts over their mean, in blocks of 1, 2 and 7 days; the largest value is used.
Longer blocks capture busy days in sequence, and weeks without work on Sundays. Because it is estimated from k
blocks, it is multiplied by (t / z)^2. Here, t and z are the 97.5 % quantiles of Student's t with k - 1
degrees of freedom and of the normal distribution.

An annotator who has not begun is assumed to begin now, at the pace of the others. Paces differ between
people. Therefore the assumed rate has an additional relative variance of (1 + 1 / k) c^2 with k others. Here,
c is the coefficient of variation of their paces, at least 0.5.

`tests/workbench/overview/test_forecast.py` measures the coverage of the 95 % interval:

- 93 % of rounds or more, if days are independent or follow a weekly rhythm.
- If spells of work alternate with spells of rest: 80 % after five days, 88 % after ten, 95 % after four
  weeks.
- For an annotator who has not begun: 93 % or more, if paces vary by a half between people.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta

import numpy as np
from scipy.optimize import brentq
from scipy.special import fdtr, fdtri, ndtri, stdtrit

from aloi.base.records import JSON_NAME

LEAST_DAYS = 5  # full days without which nothing is forecast
WINDOW_DAYS = 28  # the pace of the last four weeks: whole weeks, and no longer ago
INSIDE = 0.95
_BLOCKS = ((1, LEAST_DAYS), (2, 5), (7, 4))  # days a block, and how many blocks there must be
_CLOSE = 1e-9  # of a probability
_PEOPLE_VARY = 0.5  # coefficient of variation of the paces of people, at least
_SEVERAL = 3  # people whose paces say how far paces vary
_FAR_DAYS = 36_500.0  # a hundred years: nobody reads a later day as one

LATER = "later"  # a reason: the pace is too slow, or too irregular, to name a day
TOO_EARLY, NOT_BEGUN, STALLED, DONE, CLOSED = "too_early", "not_begun", "stalled", "done", "closed"


@dataclass(frozen=True, slots=True)
class DailyPace:
    """Answers of one or several people on each full day so far (UTC), with 0 for gaps.

    `spread` is the relative variance of the rate in addition to that of the counts: 0 for a person's own
    counts.

    >>> DailyPace((4, 0, 8)).total
    12
    """

    counts: tuple[int, ...]
    spread: float = 0.0

    @property
    def total(self) -> int:
        """Answers of all days."""
        return sum(self.counts)

    @classmethod
    def until(cls, by_day: Mapping[date, int], now: datetime) -> DailyPace | None:
        """Return the counts from the first day with an answer to yesterday, four weeks at most.

        Today is excluded, because it is not over. None before the first answer.
        """
        if not by_day:
            return None
        today = now.astimezone(UTC).date()
        first = max(min(by_day), today - timedelta(days=WINDOW_DAYS))
        return cls(tuple(by_day.get(first + timedelta(days=day), 0) for day in range((today - first).days)))

    @property
    def clump(self) -> float:
        """How many answers come at once, 1 or more: see above."""
        largest_clump = 1.0
        for size, least in _BLOCKS:
            blocks = len(self.counts) // size
            if blocks < least:
                continue
            sums = (
                np.asarray(self.counts[-blocks * size :], dtype=np.float64).reshape(blocks, size).sum(axis=1)
            )
            ratio = max(1.0, float(sums.var(ddof=1) / sums.mean())) if sums.any() else 1.0
            largest_clump = max(largest_clump, ratio * float(stdtrit(blocks - 1, 0.975) / ndtri(0.975)) ** 2)
        return largest_clump


@dataclass(frozen=True, slots=True)
class Forecast:
    """When the remaining answers are expected.

    Parameters
    ----------
    left : int
        Answers left.
    end, low, high : datetime or None
        The median of the end, and the limits of the 95 % interval; None if there is a `reason`. Only `high`
        is None if the interval has no end within a hundred years.
    reason : str or None
        `done`, `closed`, `too_early` (fewer than five full days), `later` (beyond a hundred years),
        `not_begun` or `stalled`. The last two: no answer, ever or in four weeks, of the only annotators of
        some items.
    annotators : tuple of str
        The annotators that the reason is about.
    method : str
        The method of the forecast, and the amount of data.
    assumed : tuple of str
        Annotators who have not begun, and are assumed to begin now at the pace of the others.
    """

    left: int
    end: datetime | None = None
    low: datetime | None = None
    high: datetime | None = None
    reason: str | None = None
    annotators: tuple[str, ...] = field(default=(), metadata={JSON_NAME: "who"})
    method: str = ""
    assumed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkShare:
    """Maximum number of answers left to a person, and the pace so far; None before the first answer."""

    pseudonym: str
    waiting: int
    pace: DailyPace | None


def forecast(parts: Sequence[WorkShare], left: int, pooled: DailyPace | None, now: datetime) -> Forecast:
    """Return when `left` answers will be there.

    If several people may answer the same items, the remaining items are done at their joint pace. Items that
    only one person may answer are done at that person's pace. The round ends with the last of these parts:
    the probabilities that they are over are multiplied, as if people worked independently.

    Parameters
    ----------
    parts : sequence of WorkShare
        Of all annotators of the round.
    left : int
        Answers left in the round, 0 or more.
    pooled : DailyPace or None
        Of all annotators with remaining items, together.
    now : datetime
        Aware; forecasts count from here.
    """
    if left <= 0:
        return Forecast(0, reason=DONE)
    parts, assumed = _with_beginners(parts, left)
    n_waiting = sum(part.waiting for part in parts)
    own_shares = [(part, max(0, left - (n_waiting - part.waiting))) for part in parts]
    alone = [(part, count) for part, count in own_shares if count]
    for reason, missing in (
        (NOT_BEGUN, [part.pseudonym for part, _ in alone if part.pace is None]),
        (
            TOO_EARLY,
            [part.pseudonym for part, _ in alone if part.pace and len(part.pace.counts) < LEAST_DAYS],
        ),
        (STALLED, [part.pseudonym for part, _ in alone if part.pace and not part.pace.total]),
    ):
        if missing:
            return Forecast(left, reason=reason, annotators=() if reason == TOO_EARLY else tuple(missing))
    paces = [(part.pace, count) for part, count in alone if part.pace is not None]
    if sum(count for _, count in paces) < left:
        if pooled is None:
            return Forecast(
                left, reason=NOT_BEGUN, annotators=tuple(part.pseudonym for part in parts if part.waiting)
            )
        if len(pooled.counts) < LEAST_DAYS:
            return Forecast(left, reason=TOO_EARLY)
        if not pooled.total:
            return Forecast(
                left, reason=STALLED, annotators=tuple(part.pseudonym for part in parts if part.waiting)
            )
        paces.append((pooled, left))
    return replace(_ends(paces, left, now), assumed=assumed)


def _with_beginners(parts: Sequence[WorkShare], left: int) -> tuple[Sequence[WorkShare], tuple[str, ...]]:
    """Return the parts, with the pace of the others for people who have not begun; and these people."""
    n_waiting = sum(part.waiting for part in parts)
    missing = [part.pseudonym for part in parts if part.pace is None and left > n_waiting - part.waiting]
    others = [part.pace for part in parts if part.pace and len(part.pace.counts) >= LEAST_DAYS]
    if not missing or not any(pace.total for pace in others):
        return parts, ()
    pace = typical_pace(others)
    return [replace(part, pace=pace) if part.pseudonym in missing else part for part in parts], tuple(missing)


def typical_pace(others: Sequence[DailyPace]) -> DailyPace:
    """Return the pace of a person like these, at least one of whom answered something."""
    rates = np.array([pace.total / len(pace.counts) for pace in others])
    vary = float(rates.std(ddof=1) / rates.mean()) if len(rates) >= _SEVERAL else 0.0
    counts = tuple(count for pace in others for count in pace.counts)
    return DailyPace(counts, (1 + 1 / len(others)) * max(_PEOPLE_VARY, vary) ** 2)


def _ends(paces: Sequence[tuple[DailyPace, int]], left: int, now: datetime) -> Forecast:
    """Return the median and the interval of the day on which the last part is over."""
    tails = ((1 - INSIDE) / 2, 0.5, (1 + INSIDE) / 2)
    low, middle, high = (_last(paces, share) for share in tails)
    days = max(len(pace.counts) for pace, _ in paces)
    clump = max(pace.clump for pace, _ in paces)
    method = f"gamma-poisson|days:{days}|clump:{clump:.1f}|parts:{len(paces)}|left:{left}|inside:{INSIDE}"
    if middle > _FAR_DAYS:
        return Forecast(left, reason=LATER, method=method)
    end, early = (now + timedelta(days=one) for one in (middle, low))
    return Forecast(left, end, early, None if high > _FAR_DAYS else now + timedelta(days=high), method=method)


def _last(paces: Sequence[tuple[DailyPace, int]], share: float) -> float:
    """Return the days after which all parts are over with this probability."""
    if len(paces) == 1:
        return days_until(*paces[0], share)
    # With the product of the chances every part must be at least as likely over as all of them.
    start = max(days_until(pace, count, share) for pace, count in paces)
    end = max(days_until(pace, count, share ** (1 / len(paces))) for pace, count in paces)

    def missing(days: float) -> float:
        return math.prod(_over(pace, count, days) for pace, count in paces) - share

    if missing(start) >= -_CLOSE:  # all others are over long before
        return start
    return float(brentq(missing, start, end)) if missing(end) > 0 else end


def days_until(pace: DailyPace, left: int, share: float) -> float:
    """Return the days after which `left` answers are there with a probability of `share`."""
    ratio = float(fdtri(*_degrees(pace, left), share))
    return len(pace.counts) * left / pace.total * ratio


def _over(pace: DailyPace, left: int, days: float) -> float:
    """Return the probability that `left` answers are there after so many days."""
    return float(fdtr(*_degrees(pace, left), days * pace.total / (len(pace.counts) * left)))


def _degrees(pace: DailyPace, left: int) -> tuple[float, float]:
    """Return the degrees of freedom of the answers to come, and of the rate."""
    return 2 * left / pace.clump, 2 / (pace.clump / pace.total + pace.spread)
