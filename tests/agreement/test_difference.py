"""Two agreements differ or not: p goes with the interval, and equal ones are called different in 5 %."""

from __future__ import annotations

import math

import numpy as np
import pytest

from agreement.compute import compute
from agreement.difference import agreement_difference
from tests.agreement.intervals.dependent import Dependent

TABLES = 400


def two(first: Dependent, second: Dependent, seed: int):
    generator = np.random.default_rng(seed)
    return first.ratings(first.codes(generator)), second.ratings(second.codes(generator), "e")


def test_a_rise_as_large_as_that_of_clister_is_told() -> None:
    """A first round near .24, and one near .69 after the guideline was rewritten; invented ratings."""
    early, late = two(Dependent("alone", 0, 100, 3, 0.5, 0.24), Dependent("alone", 0, 100, 3, 0.5, 0.69), 4)
    found = agreement_difference(early, late, "krippendorff_alpha")
    values = [compute(one, ["krippendorff_alpha"])[0].value for one in (early, late)]
    assert (found.first, found.second) == tuple(values)
    assert found.difference == pytest.approx(values[1] - values[0])
    assert found.interval.low > 0.2
    assert found.p < 0.001
    assert 0 < found.detectable < 0.4


def test_p_is_below_5_percent_exactly_where_the_interval_excludes_0() -> None:
    design = Dependent("nested", 10, 200, 2, 0.5, 0.6)
    for seed in range(40):
        found = agreement_difference(*two(design, design, seed), "krippendorff_alpha")
        assert (found.p < 0.05) == (not found.interval.low <= 0 <= found.interval.high)


def test_the_same_table_twice_does_not_differ() -> None:
    table, _ = two(Dependent("nested", 10, 200, 2, 0.5, 0.6), Dependent("alone", 0, 9, 2, 0.5, 0.6), 1)
    found = agreement_difference(table, table, "krippendorff_alpha", paired=True)
    assert (found.difference, found.p) == (0.0, 1.0)


def test_one_document_has_a_reason() -> None:
    design = Dependent("nested", 1, 40, 2, 0.5, 0.6)
    found = agreement_difference(*two(design, design, 1), "krippendorff_alpha")
    assert (found.interval, found.p) == (None, None)
    assert "document" in found.reason


@pytest.mark.slow
@pytest.mark.parametrize(
    "design",
    [Dependent("alone", 0, 120, 3, 0.6, 0.6), Dependent("nested", 15, 300, 2, 0.7, 0.6),
     Dependent("crossed", 25, 300, 2, 0.6, 0.6)],
    ids=lambda one: one.kind,
)  # fmt: skip
def test_equal_agreements_are_rarely_called_different(design: Dependent, capsys) -> None:
    found = [
        agreement_difference(*two(design, design, seed), "krippendorff_alpha").p for seed in range(TABLES)
    ]
    share = float(np.mean([p < 0.05 for p in found if p is not None]))
    with capsys.disabled():
        print(f"\n{design}: {share:.1%} of {len(found)} equal agreements were called different")  # noqa: T201
    # 5 +- 1.5 %, with two and a half standard errors of a simulation of 400 pairs of tables.
    assert abs(share - 0.05) <= 0.015 + 2.5 * math.sqrt(0.05 * 0.95 / TABLES)
