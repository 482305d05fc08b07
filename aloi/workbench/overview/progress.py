"""How far a round is, day by day and person by person, when it ends, and who is behind."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import partial

import numpy as np
from scipy.special import stdtrit

from aloi.annotation.model import Round, Status
from aloi.storage.model import DayEffort, DayTally, PersonTally, RoundTally
from aloi.storage.store import Store
from aloi.workbench.annotation.my_work import PAUSE
from aloi.workbench.overview.forecast import CLOSED, DailyPace, Forecast, WorkShare, forecast
from aloi.workbench.rounds.counted_answers import excluded_people

SILENT_DAYS = 3  # full days without an answer: somebody who has items left is asked
OVERDUE, SLOW, SILENT, NOT_BEGUN = "overdue", "slow", "silent", "not_begun"


@dataclass(frozen=True, slots=True)
class RoundDays:
    """Counts of a round that do not depend on the current time: answers and hours by person and day.

    `left_out` are the ids of annotators whose answers do not count: their days are not days of the round.
    """

    tally: RoundTally
    days: tuple[DayTally, ...]
    people: tuple[PersonTally, ...]
    efforts: tuple[DayEffort, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BurnPoint:
    """How many answers of a round there were at the end of a day (UTC)."""

    day: date
    done: int


@dataclass(frozen=True, slots=True)
class PersonStanding:
    """The progress of an annotator in a round.

    Parameters
    ----------
    done, skipped, waiting, flagged : int
        Numbers of items: answered (with repeats), skipped, still to be assigned, and flagged. If several
        people can still give the same answers, `waiting` is a share of these: shares sum to what is missing.
    last : datetime or None
        The time of their last action.
    forecast : Forecast
        The expected end of their remaining items at their own pace.
    behind : str or None
        Why they are behind; None if they are not. `overdue`: the day has passed. `slow`: their pace ends
        after it. `silent`: no answer for three full days. `not_begun`: others began three full days ago.
    silent_days : int or None
        Full days since their last action, or since the round began if there is none; None if they have no
        items left.
    left_out : bool
        Whether their answers do not count: nobody waits for them, and they are never behind.
    """

    pseudonym: str
    done: int
    skipped: int
    waiting: int
    flagged: int
    last: datetime | None
    forecast: Forecast
    behind: str | None
    silent_days: int | None
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """How far a round is: its counts, its days, its end, its hours, its people.

    `undated` are answers of which no day is known; the burn-up starts at them.
    """

    tally: RoundTally
    burn_up: tuple[BurnPoint, ...]
    undated: int
    forecast: Forecast
    hours: Hours
    people: tuple[PersonStanding, ...]

    @property
    def behind(self) -> tuple[PersonStanding, ...]:
        """Those who are behind."""
        return tuple(one for one in self.people if one.behind and not one.left_out)


def imported_annotators(store: Store) -> frozenset[str]:
    """Return the ids of the annotators of imported answers: they cannot sign in."""
    return frozenset(person.id for person in store.people.list() if person.is_source)


def count_days(store: Store, round_: Round) -> RoundDays:
    """Return the counts of a round; the cost grows with the assignments of the round."""
    left_out = tuple(excluded_people(store, round_.campaign_id))
    tallies = store.tallies.rounds(round_.campaign_id, left_out)
    usual = store.tallies.usual_seconds(round_.id)
    return RoundDays(
        next(each for each in tallies if each.round_id == round_.id),
        tuple(each for each in store.tallies.days(round_.id) if each.annotator_id not in left_out),
        tuple(store.tallies.people(round_.id)),
        () if usual is None else tuple(store.tallies.effort(round_.id, longest_answer(usual))),
        left_out,
    )


def without_imported(round_: Round, tally: RoundTally, sources: Collection[str]) -> RoundTally:
    """Return the counts of a round; one of imported answers alone has no other answers planned.

    `sources` are the ids of the annotators of imported answers. Nobody waits for them.
    """
    if not round_.annotators or not sources or not set(round_.annotators) <= set(sources):
        return tally
    return replace(tally, planned=tally.done, complete=tally.items, left=0)


def round_progress(
    round_: Round,
    counts: RoundDays,
    names: Mapping[str, str],
    now: datetime,
    sources: Collection[str] = (),
) -> RoundProgress:
    """Return how far a round is at a moment, which must be aware.

    `names` are pseudonyms by id, `sources` the ids of the annotators of imported answers: they have no items
    left, and are never behind.
    """
    days, work = counts.days, by_person(counts.days)
    tally = without_imported(round_, counts.tally, sources)
    everybody = [
        replace(person, waiting=0) if person.annotator_id in sources else person for person in counts.people
    ]
    people = [person for person in everybody if person.annotator_id not in counts.left_out]
    left = min(tally.left, sum(person.waiting for person in people))
    shared = {person.annotator_id: person for person in _shared(people, left)}
    ending = Forecast(0, reason=CLOSED)
    if round_.status == Status.OPEN:
        parts = [
            WorkShare(
                names[person.annotator_id], person.waiting, DailyPace.until(work[person.annotator_id], now)
            )
            for person in people
        ]
        active = [work[person.annotator_id] for person in people if person.waiting]
        ending = forecast(parts, left, DailyPace.until(_together(active), now), now)
    began = min((day.day for day in days if day.day is not None), default=None)
    standing_now = partial(standing, due=round_.due, began=began, now=now)
    return RoundProgress(
        tally=tally,
        burn_up=burn_up(days),
        undated=sum(day.answers for day in days if day.day is None),
        forecast=ending,
        hours=expected_hours(counts.efforts, left),
        people=tuple(
            replace(
                standing_now(
                    names[person.annotator_id],
                    shared.get(person.annotator_id, person),
                    work[person.annotator_id],
                ),
                left_out=person.annotator_id in counts.left_out,
            )
            for person in everybody
        ),
    )


def _shared(people: Sequence[PersonTally], left: int) -> list[PersonTally]:
    """Return the tallies, each waiting for its part of the missing answers that several can still give."""
    n_waiting = max(1, sum(person.waiting for person in people))
    least = min(1, left)
    return [
        replace(person, waiting=max(least, round(person.waiting * left / n_waiting)) if person.waiting else 0)
        for person in people
    ]


def by_person(days: Sequence[DayTally]) -> defaultdict[str, dict[date, int]]:
    """Return how many answers, repeats among them, each annotator gave on each known day."""
    answers_by_day: defaultdict[str, dict[date, int]] = defaultdict(dict)
    for count in days:
        if count.day is not None:
            answers_by_day[count.annotator_id][count.day] = count.answers + count.repeats
    return answers_by_day


def burn_up(days: Sequence[DayTally]) -> tuple[BurnPoint, ...]:
    """Return how many first answers there were at the end of each day from the first to the last."""
    done = sum(one.answers for one in days if one.day is None)
    answers_by_day: dict[date, int] = defaultdict(int)
    for count in days:
        if count.day is not None:
            answers_by_day[count.day] += count.answers
    points = []
    for offset in range((max(answers_by_day) - min(answers_by_day)).days + 1 if answers_by_day else 0):
        day = min(answers_by_day) + timedelta(days=offset)
        done += answers_by_day.get(day, 0)
        points.append(BurnPoint(day, done))
    return tuple(points)


def standing(
    pseudonym: str,
    tally: PersonTally,
    work: Mapping[date, int],
    due: datetime | None,
    began: date | None,
    now: datetime,
) -> PersonStanding:
    """Return the progress of an annotator with this work, in a round that began on that day (UTC)."""
    pace = DailyPace.until(work, now)
    own_forecast = forecast([WorkShare(pseudonym, tally.waiting, pace)], tally.waiting, None, now)
    since = began if tally.last is None else tally.last.astimezone(UTC).date()
    silent = (
        None if since is None or not tally.waiting else max(0, (now.astimezone(UTC).date() - since).days - 1)
    )
    return PersonStanding(
        pseudonym,
        tally.submitted,
        tally.skipped,
        tally.waiting,
        tally.flagged,
        tally.last,
        own_forecast,
        _behind(tally, own_forecast, due, silent, now) if tally.waiting else None,
        silent,
    )


def _behind(
    tally: PersonTally, own_forecast: Forecast, due: datetime | None, silent: int | None, now: datetime
) -> str | None:
    over = None if due is None else due + timedelta(days=1)  # all of that day is theirs
    if over is not None and now >= over:
        return OVERDUE
    if silent is not None and silent >= SILENT_DAYS:
        return NOT_BEGUN if tally.last is None else SILENT
    if over is not None and own_forecast.end is not None and own_forecast.end > over:
        return SLOW
    return None


def _together(work: Sequence[Mapping[date, int]]) -> dict[date, int]:
    sums: dict[date, int] = defaultdict(int)
    for days in work:
        for day, count in days.items():
            sums[day] += count
    return sums


_LONG_ITEM = 4  # times the usual time of an answer: longer, nobody sat before the item all the while
_LEAST_CLUSTERS = 3


@dataclass(frozen=True, slots=True)
class Hours:
    """Hours spent on the items of a round.

    Parameters
    ----------
    spent : float
        By all annotators together, without pauses. An answer counts for at most five minutes, or four times
        the usual time of the round if that is longer.
    timed : int
        Answers and corrections with a known time.
    expected, low, high : float or None
        Expected hours of the remaining answers at the mean time so far, and the limits of the 95 % interval
        (Student's t on the days of each annotator). None without a time; the limits also with fewer than
        three days of an annotator.
    """

    spent: float
    timed: int
    expected: float | None
    low: float | None = None
    high: float | None = None


def longest_answer(usual: float) -> float:
    """Return for how many seconds an answer counts at most, given the usual time of the round in seconds."""
    return max(PAUSE.total_seconds(), _LONG_ITEM * usual)


def expected_hours(days: Sequence[DayEffort], left: int) -> Hours:
    """Return the total hours of these days, and the expected hours of `left` answers.

    The days of each annotator are taken for the clusters of a ratio, seconds over answers: paces of people
    and of days differ more than answers of one sitting do.
    """
    timed = np.array([one.timed for one in days], dtype=np.float64)
    seconds = np.array([one.seconds for one in days], dtype=np.float64)
    count, total = float(timed.sum()), float(seconds.sum())
    if not count:
        return Hours(0.0, 0, 0.0 if left == 0 else None)
    expected = left * total / count
    if left == 0 or len(days) < _LEAST_CLUSTERS:
        return Hours(total / 3600, int(count), expected / 3600)
    squares = float(((seconds - total / count * timed) ** 2).sum()) * len(days) / (len(days) - 1)
    error = math.sqrt(squares / count * left * (1 + left / count))
    reach = float(stdtrit(len(days) - 1, 0.975)) * error
    return Hours(
        total / 3600,
        int(count),
        expected / 3600,
        max(0.0, expected - reach) / 3600,
        (expected + reach) / 3600,
    )
