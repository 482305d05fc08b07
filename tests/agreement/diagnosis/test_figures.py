"""Figures of the diagnosis: sums of clusters give the intervals of any statistic, of many clusters too."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.agreement.diagnosis.annotators import diagnose_annotators
from aloi.agreement.diagnosis.figures import figure
from aloi.agreement.drawing import Clusters, SumStatistic
from aloi.agreement.ratings import Ratings


@pytest.mark.parametrize("count", [40, 1_050])
@pytest.mark.parametrize("crossed", [False, True])
def test_sums_have_the_interval_of_any_statistic(count: int, crossed: bool) -> None:
    generator = np.random.default_rng(count)
    size = count + count // 2
    first = np.concatenate([np.arange(count), generator.integers(0, count, size - count)])
    groups = np.column_stack([first, generator.integers(0, count, size)]) if crossed else first
    clusters = Clusters.of(size, groups)
    terms = np.column_stack([generator.random(size), np.ones(size)])
    sums = SumStatistic(terms, lambda both: both[:, 0] / both[:, 1])
    by_sums, by_times = (figure(each, clusters, size, "none") for each in (sums, lambda often: sums(often)))
    assert by_sums.interval is not None
    assert by_times.interval is not None
    assert (by_sums.interval.low, by_sums.interval.high) == pytest.approx(
        (by_times.interval.low, by_times.interval.high), abs=1e-9
    )
    width = by_sums.interval.high - by_sums.interval.low
    assert width == pytest.approx(2 * 1.96 * terms[:, 0].std() / size**0.5, rel=0.35)


def test_annotators_are_diagnosed_on_more_than_a_thousand_documents() -> None:
    generator = np.random.default_rng(0)
    documents = [f"d{number}" for number in np.repeat(np.arange(1_040), generator.integers(1, 3, 1_040))]
    rows = [f"u{number}" for number in range(len(documents))]
    table = generator.integers(0, 3, (len(rows), 3)).tolist()
    ratings = Ratings.from_table(rows, ["x", "y", "z"], table, "nominal", [0, 1, 2], documents)
    for annotator in diagnose_annotators(ratings):
        assert annotator.with_others.interval is not None
        assert annotator.alpha_change.interval is not None
