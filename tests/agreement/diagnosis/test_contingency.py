"""Tables of counts of two annotators: their single ratings, and what is refused."""

from __future__ import annotations

import pytest
from scipy import stats

from agreement.compute import compute
from agreement.diagnosis.contingency import contingency_agreement, contingency_ratings
from aloi.errors import AloiError


def test_counts_are_single_ratings() -> None:
    data = contingency_ratings([[2, 1], [0, 1]], ["yes", "no"])
    assert data.codes.tolist() == [[0, 0], [0, 0], [0, 1], [1, 1]]
    assert data.categories == ("yes", "no")
    assert data.declared


def test_value_is_that_of_the_ratings_and_the_signature_says_which_error() -> None:
    table = [[20, 5], [10, 15]]
    [single] = compute(contingency_ratings(table, ["a", "b"]), ["gwet_ac1"])
    found = contingency_agreement(table, ["a", "b"], "gwet_ac1")
    assert found.value == single.value
    assert single.se is not None
    assert found.se == pytest.approx(single.se * (49 / 50) ** 0.5)
    assert "|ci:analytic-large-sample|" in found.signature


def test_one_category_is_undefined() -> None:
    found = contingency_agreement([[4, 0], [0, 0]], ["a", "b"], "cohen_kappa")
    assert (found.value, found.reason, found.se) == (None, "one category", None)


@pytest.mark.parametrize(
    "counts", [[[1, 2]], [[1, 2], [3]], [[1, -2], [3, 4]], [[1, 2.5], [3, 4]], [], [[1, 2], [3, 4], [5, 6]]]
)
def test_other_tables_are_refused(counts: list[list[int]]) -> None:
    with pytest.raises(AloiError, match="rows"):
        contingency_agreement(counts, ["a", "b"], "cohen_kappa")


def test_the_interval_has_one_degree_of_freedom_less_than_units() -> None:
    found = contingency_agreement([[5, 2], [1, 3]], ["a", "b"], "gwet_ac1")
    assert found.value is not None
    assert found.interval is not None
    assert found.interval.low == pytest.approx(found.value - stats.t.ppf(0.975, 10) * found.se)
