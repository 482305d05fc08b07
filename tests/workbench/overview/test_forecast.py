"""When a round ends: by hand, against scipy's F distribution, and how often the interval holds the end."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest
from scipy.stats import f as f_distribution
from scipy.stats import t as t_distribution

from aloi.workbench.overview.forecast import (
    DailyPace,
    Forecast,
    WorkShare,
    days_until,
    forecast,
    typical_pace,
)

NOW = datetime(2026, 3, 20, 15, 0, tzinfo=UTC)
STEADY = DailyPace((10, 10, 10, 10, 10, 10))


def test_days_without_an_answer_count_and_today_does_not() -> None:
    work = {date(2026, 3, 16): 4, date(2026, 3, 18): 8, date(2026, 3, 20): 5}
    assert DailyPace.until(work, NOW) == DailyPace((4, 0, 8, 0))
    assert DailyPace.until({}, NOW) is None
    assert DailyPace.until({date(2026, 3, 20): 5}, NOW) == DailyPace(())


def test_the_pace_is_that_of_the_last_four_weeks() -> None:
    pace = DailyPace.until({date(2026, 1, 5): 900, date(2026, 3, 19): 7}, NOW)
    assert pace is not None
    assert (len(pace.counts), pace.total, pace.counts[-1]) == (28, 7, 7)


def test_a_steady_pace_has_the_least_clump_and_bursts_more() -> None:
    # A variance of 0 counts as that of Poisson counts: 1, times (t / z) squared with 5 degrees of freedom.
    inflated = (t_distribution.ppf(0.975, 5) / 1.959963985) ** 2
    assert STEADY.clump == pytest.approx(inflated)
    # 0 and 20 in turn: mean 10, variance 6 * 100 / 5 = 120, clump 12.
    assert DailyPace((0, 20, 0, 20, 0, 20)).clump == pytest.approx(12 * inflated)


def test_weeks_see_what_days_do_not() -> None:
    weekly = DailyPace((14, 14, 14, 14, 14, 0, 0) * 4)
    busy = DailyPace((20,) * 14 + (0,) * 14)
    in_turn = DailyPace((20, 0) * 14)
    assert weekly.clump == pytest.approx(weekly_clump(weekly.counts))
    assert busy.clump > 10 * in_turn.clump


def weekly_clump(counts: tuple[int, ...]) -> float:
    """Return the clump of days: weeks that are all alike have no more than that of Poisson counts."""
    values = np.array(counts)
    days = values.var(ddof=1) / values.mean() * (t_distribution.ppf(0.975, 27) / 1.959963985) ** 2
    pairs = values.reshape(14, 2).sum(axis=1)
    twos = pairs.var(ddof=1) / pairs.mean() * (t_distribution.ppf(0.975, 13) / 1.959963985) ** 2
    return float(max(days, twos, (t_distribution.ppf(0.975, 3) / 1.959963985) ** 2))


def test_the_days_left_follow_the_f_distribution() -> None:
    clump = STEADY.clump
    for share in (0.025, 0.5, 0.975):
        ratio = f_distribution.ppf(share, 2 * 40 / clump, 2 * 60 / clump)
        assert days_until(STEADY, 40, share) == pytest.approx(6 * 40 / 60 * ratio)
    assert days_until(STEADY, 40, 0.5) == pytest.approx(4.0, abs=0.1)


def test_a_round_ends_at_the_pace_so_far() -> None:
    told = forecast([WorkShare("A1", 40, STEADY)], 40, STEADY, NOW)
    assert told.reason is None
    assert told.end is not None
    assert told.low is not None
    assert told.high is not None
    assert told.end == NOW + timedelta(days=days_until(STEADY, 40, 0.5))
    assert told.low < told.end < told.high
    assert told.method.startswith("gamma-poisson|days:6|clump:")


def test_a_round_ends_with_the_last_of_those_who_must_answer_everything() -> None:
    quick, slow = WorkShare("A1", 10, STEADY), WorkShare("A2", 200, STEADY)
    told = forecast([quick, slow], 210, DailyPace((20,) * 6), NOW)
    alone = forecast([slow], 200, STEADY, NOW)
    assert told.end is not None
    assert alone.end is not None
    assert abs(told.end - alone.end) < timedelta(hours=1)
    both = forecast([slow, WorkShare("A1", 200, STEADY)], 400, DailyPace((20,) * 6), NOW)
    assert both.end is not None
    assert both.end > alone.end  # the last of two is later than either
    clump = STEADY.clump
    days = (both.end - NOW) / timedelta(days=1)
    chance = f_distribution.cdf(days * 60 / (6 * 200), 2 * 200 / clump, 2 * 60 / clump)
    assert chance**2 == pytest.approx(0.5, abs=1e-6)


def test_what_anybody_may_answer_is_done_at_the_pace_of_all() -> None:
    shared = [WorkShare("A1", 100, STEADY), WorkShare("A2", 100, STEADY)]
    told = forecast(shared, 100, DailyPace((20,) * 6), NOW)
    assert told.end == NOW + timedelta(days=days_until(DailyPace((20,) * 6), 100, 0.5))


@pytest.mark.parametrize(
    ("parts", "left", "reason", "who"),
    [
        ([WorkShare("A1", 0, STEADY)], 0, "done", ()),
        ([WorkShare("A1", 9, DailyPace((3, 3))), WorkShare("A2", 9, None)], 18, "not_begun", ("A2",)),
        ([WorkShare("A1", 9, DailyPace((3, 3, 3, 3)))], 9, "too_early", ()),
        ([WorkShare("A1", 9, DailyPace((0,) * 28))], 9, "stalled", ("A1",)),
        ([WorkShare("A1", 9, None), WorkShare("A2", 9, None)], 9, "not_begun", ("A1", "A2")),
        ([WorkShare("A1", 10**9, DailyPace((1, 0, 0, 0, 0)))], 10**9, "later", ()),
    ],
)
def test_where_no_day_can_be_named_the_reason_is(
    parts: list[WorkShare], left: int, reason: str, who: tuple[str, ...]
) -> None:
    told = forecast(parts, left, None, NOW)
    assert (told.reason, told.annotators, told.end, told.low, told.high) == (reason, who, None, None, None)


def test_somebody_who_need_not_come_does_not_hold_the_forecast_up() -> None:
    told = forecast([WorkShare("A1", 50, STEADY), WorkShare("A2", 50, None)], 50, STEADY, NOW)
    assert isinstance(told, Forecast)
    assert told.end is not None


def test_who_has_not_begun_is_taken_to_work_like_the_others_and_named() -> None:
    late = forecast([WorkShare("A1", 10, STEADY), WorkShare("A2", 100, None)], 110, STEADY, NOW)
    alike = forecast([WorkShare("A1", 10, STEADY), WorkShare("A2", 100, STEADY)], 110, STEADY, NOW)
    assert (late.reason, late.assumed, alike.assumed) == (None, ("A2",), ())
    assert late.end is not None
    assert alike.end is not None
    assert abs(late.end - alike.end) < timedelta(days=2)
    assert wide(late) > 2 * wide(alike)  # nobody knows how quick they are
    # How much three paces differ is told by them: at 2, 10 and 30 a day more than by a half.
    assert typical_pace([STEADY] * 3).spread == pytest.approx(4 / 3 * 0.25)
    differ = typical_pace([DailyPace((rate,) * 6) for rate in (2, 10, 30)])
    assert differ.spread == pytest.approx(4 / 3 * np.std([2, 10, 30], ddof=1) ** 2 / 14**2)


def wide(told: Forecast) -> timedelta:
    assert told.low is not None
    assert told.high is not None
    return told.high - told.low


def test_the_interval_of_who_has_not_begun_holds_their_end() -> None:
    """Paces of people are gamma with a coefficient of variation of a half; two of three have begun."""
    generator = np.random.default_rng(2026)
    inside = 0
    for _ in range(1000):
        rates = generator.gamma(4, 5, 3)
        pace = typical_pace([DailyPace(tuple(map(int, generator.poisson(rate, 10)))) for rate in rates[:2]])
        took = generator.gamma(200, 1 / rates[2])
        inside += days_until(pace, 200, 0.025) <= took <= days_until(pace, 200, 0.975)
    assert inside >= 930


Draw = Callable[[np.random.Generator, int], np.ndarray]
WEEK = np.array([1, 1, 1, 1, 1, 0, 0])


def evenly(generator: np.random.Generator, days: int) -> np.ndarray:
    return generator.poisson(30, days)


def unevenly(generator: np.random.Generator, days: int) -> np.ndarray:
    return generator.poisson(generator.gamma(2, 15, days))


def on_weekdays(generator: np.random.Generator, days: int) -> np.ndarray:
    opened = WEEK[(np.arange(days) + generator.integers(7)) % 7]
    return generator.poisson(42 * opened * generator.gamma(2, 0.5, days))


def on_and_off(generator: np.random.Generator, days: int) -> np.ndarray:
    """Return days of work that follow days of work: one changes into the other with 30 %."""
    changes = generator.random(days) < 0.3
    return generator.poisson(60 * (np.cumsum(changes) % 2))


def coverage(draw: Draw, days: int, left: int, rounds: int = 400) -> float:
    """Return the share of simulated rounds whose last answer came within the 95 % interval."""
    generator = np.random.default_rng(2026)
    inside = 0
    for _ in range(rounds):
        counts = np.trim_zeros(draw(generator, 40 * days + 400), "f")
        pace = DailyPace(tuple(int(one) for one in counts[:days]))
        after = np.concatenate([[0], np.cumsum(counts[days:])])
        day = int(np.searchsorted(after, left))
        took = day - 1 + (left - after[day - 1]) / (after[day] - after[day - 1])
        inside += days_until(pace, left, 0.025) <= took <= days_until(pace, left, 0.975)
    return inside / rounds


@pytest.mark.parametrize("draw", [evenly, unevenly, on_weekdays])
@pytest.mark.parametrize(("days", "left"), [(5, 300), (14, 100), (28, 600)])
def test_the_interval_holds_the_end_as_often_as_it_says(draw: Draw, days: int, left: int) -> None:
    assert coverage(draw, days, left) >= 0.92  # 95 % less two standard errors of 400 rounds


@pytest.mark.parametrize(("days", "left", "least"), [(5, 300, 0.75), (10, 300, 0.84), (28, 600, 0.92)])
def test_days_that_follow_each_other_cost_coverage_until_weeks_are_known(
    days: int, left: int, least: float
) -> None:
    assert coverage(on_and_off, days, left) >= least
