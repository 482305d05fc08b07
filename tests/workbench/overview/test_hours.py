"""Hours of a round: those spent, and those expected, by hand."""

from __future__ import annotations

import math
from datetime import date

import pytest
from scipy.stats import t as t_distribution

from aloi.storage.model import DayEffort
from aloi.workbench.overview.progress import expected_hours, longest_answer


def day(number: int, timed: int, seconds: float, who: str = "p1") -> DayEffort:
    return DayEffort(who, date(2026, 3, number), timed, seconds)


def test_what_is_left_takes_what_answers_took_so_far() -> None:
    found = expected_hours([day(1, 10, 300), day(2, 20, 900)], 60)
    # 1,200 seconds of 30 answers: 40 seconds an answer, and 60 are left.
    assert (found.timed, found.spent, found.expected) == (30, pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert (found.low, found.high) == (None, None)


def test_the_interval_is_that_of_a_ratio_of_days() -> None:
    found = expected_hours([day(1, 10, 300), day(2, 10, 500), day(2, 20, 800, "p2")], 40)
    # 40 seconds an answer; the days are off by -100, 100 and 0 seconds: 20,000 * 3 / 2 squares.
    error = math.sqrt(20_000 * 1.5 / 40 * 40 * (1 + 40 / 40))
    reach = t_distribution.ppf(0.975, 2) * error / 3600
    assert found.expected == pytest.approx(1600 / 3600)
    assert found.high == pytest.approx(1600 / 3600 + reach)
    assert found.low == pytest.approx(max(0.0, 1600 / 3600 - reach))


def test_without_a_time_nothing_is_expected_unless_nothing_is_left() -> None:
    assert expected_hours([], 5).expected is None
    assert expected_hours([], 0).expected == 0.0


def test_a_long_answer_counts_for_five_minutes_or_four_times_the_usual_time() -> None:
    assert longest_answer(10.0) == 300.0
    assert longest_answer(120.0) == 480.0
