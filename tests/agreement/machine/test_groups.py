"""The difference of two groups of rows: hand computation, Welch's t-test, and coverage over crossed rows."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from scipy.special import stdtrit
from scipy.stats import ttest_ind

from aloi.agreement.machine.groups import group_difference


def test_rows_alone_have_the_standard_error_of_welch() -> None:
    generator = np.random.default_rng(1)
    values, first = generator.normal(size=60), np.arange(60) % 3 == 0
    its = group_difference([*values], [*first], [(f"d{at}",) for at in range(60)])
    welch = ttest_ind(values[first], values[~first], equal_var=False)
    assert its.difference == pytest.approx(values[first].mean() - values[~first].mean())
    assert its.counts == (20, 40)
    assert its.interval is not None
    reach = (its.interval.high - its.interval.low) / 2
    assert reach / stdtrit(58, 0.975) == pytest.approx(its.difference / welch.statistic)


def test_equal_documents_have_the_variance_of_the_jackknife() -> None:
    generator = np.random.default_rng(2)
    documents = np.repeat(np.arange(12), 5)
    values = generator.normal(size=60) + generator.normal(size=12)[documents]
    first = generator.random(60) < 0.5
    its = group_difference([*values], [*first], [(f"d{at}",) for at in documents])
    assert its.interval is not None
    assert its.difference is not None

    def difference(of: np.ndarray) -> float:
        return float(values[of & first].mean() - values[of & ~first].mean())

    left = np.array([difference(documents != at) for at in range(12)])
    squares = (left - its.difference) ** 2
    # As many degrees of freedom as normal changes with this spread would have.
    freedom = min(12.0, 3 * squares.sum() ** 2 / (squares**2).sum()) - 1
    reach = (its.interval.high - its.interval.low) / 2
    assert reach == pytest.approx(stdtrit(freedom, 0.975) * (11 / 12 * squares.sum()) ** 0.5)


def test_too_few_rows_have_a_reason_and_no_interval() -> None:
    its = group_difference([1.0, 2.0, 3.0], [True, False, False], [("a",), ("b",), ("c",)])
    assert (its.first, its.second, its.difference) == (1.0, 2.5, None)
    assert its.reason
    none = group_difference([], [], [])
    assert (none.counts, none.first, none.interval) == ((0, 0), None, None)


@pytest.mark.slow
def test_intervals_of_crossed_rows_cover(capsys: pytest.CaptureFixture[str]) -> None:
    generator, covered, runs = np.random.default_rng(3), 0, 600
    for _ in range(runs):
        documents = np.repeat(np.arange(30), 4)
        helped = generator.random(120) < 0.5
        people, texts = generator.normal(0, 0.5, 4), generator.normal(0, 0.5, 30)
        rows = [(item, person) for item in range(120) for person in generator.choice(4, 2, replace=False)]
        values = [
            people[person] + texts[documents[item]] + generator.normal() + 0.3 * helped[item]
            for item, person in rows
        ]
        names = [(f"annotator {person}", f"document {documents[item]}") for item, person in rows]
        interval = group_difference(values, [bool(helped[item]) for item, _ in rows], names).interval
        assert interval is not None
        covered += interval.low <= 0.3 <= interval.high
    with capsys.disabled():
        sys.stdout.write(f"\ncoverage of differences of help, annotators x documents: {covered / runs:.3f}\n")
    assert covered / runs > 0.93
