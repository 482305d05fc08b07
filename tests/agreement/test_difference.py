"""Two agreements differ or not: p goes with the interval, and equal ones are called different in 5 %."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from aloi.agreement.compute import compute
from aloi.agreement.difference import _Sample, _with_joint_freedom, agreement_difference
from aloi.agreement.intervals.spreads import ScoreSpread
from aloi.agreement.ratings import Ratings
from aloi.base.errors import AloiError
from tests.agreement.intervals.dependent import Dependent
from tests.simulations import PROPERTY, tell_alarms

TABLES = 1000


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
    for seed in range(20):
        found = agreement_difference(*two(design, design, seed), "krippendorff_alpha")
        assert (found.p < 0.05) == (not found.interval.low <= 0 <= found.interval.high)


def test_the_same_table_twice_does_not_differ() -> None:
    table, _ = two(Dependent("nested", 10, 200, 2, 0.5, 0.6), Dependent("alone", 0, 9, 2, 0.5, 0.6), 1)
    found = agreement_difference(table, table, "krippendorff_alpha", paired=True)
    assert (found.difference, found.p) == (0.0, 1.0)


def test_two_crossed_tables_have_the_freedom_of_welch_and_satterthwaite() -> None:
    found = [
        ScoreSpread(0.6, 0.6, variance, freedom, 12, True, 100, None)
        for variance, freedom in ((0.01, 5.0), (0.02, 9.0))
    ]
    joint = _with_joint_freedom([_Sample(one, lambda x: 1.0) for one in found])
    expected = 0.03**2 / (0.01**2 / 5 + 0.02**2 / 9)
    assert [one.spread.freedom for one in joint] == pytest.approx([expected, expected])
    none = [_Sample(replace(one, variance=0.0), lambda x: 1.0) for one in found]
    assert _with_joint_freedom(none) == none


def test_one_document_has_a_reason() -> None:
    design = Dependent("nested", 1, 40, 2, 0.5, 0.6)
    found = agreement_difference(*two(design, design, 1), "krippendorff_alpha")
    assert (found.interval, found.p) == (None, None)
    assert "document" in found.reason


@pytest.mark.parametrize(
    ("design", "said"),
    [
        (Dependent("crossed", 11, 220, 2, 0.6, 0.6), "One side comes from only 11 documents"),
        (Dependent("crossed", 12, 240, 2, 0.6, 0.6), None),
        (Dependent("nested", 7, 210, 2, 0.6, 0.6), "One side comes from only 7 documents"),
        (Dependent("nested", 8, 240, 2, 0.6, 0.6), None),
        (Dependent("alone", 0, 60, 2, 0.5, 0.95), "Few disagreements, or few large ones"),
        (Dependent("alone", 0, 100, 3, 0.5, 0.6), None),
    ],
    ids=lambda one: f"{one.kind}{one.documents}" if isinstance(one, Dependent) else "",
)
def test_what_p_says_of_few_is_told(design: Dependent, said: str | None) -> None:
    for paired, tables in ((False, two(design, design, 3)), (True, again(design, 3))):
        found = agreement_difference(*tables, "krippendorff_alpha", paired=paired)
        assert found.p is not None
        assert (found.caution or "").startswith(said or "")
        assert (found.caution is None) == (said is None)
        assert found.to_json()["caution"] == found.caution


def test_documents_of_both_tables_are_left_out_of_both() -> None:
    """Two guidelines on other items of the same documents: what the documents have in common cancels out."""
    design = Dependent("nested", 12, 480, 2, 0.6, 0.6, differing=0.3)
    generator = np.random.default_rng(3)
    whole = design.ratings(design.codes(generator))
    odd = np.arange(480) % 2 == 1
    first, second = whole.subset_units(~odd), whole.subset_units(odd)
    found = agreement_difference(first, second, "krippendorff_alpha")
    assert found.interval.method.startswith("mover-shared")
    other = Ratings(
        second.units,
        second.annotators,
        second.codes,
        second.categories,
        "nominal",
        tuple(f"e{one[0]}" for one in second.clusters),
    )
    alone = agreement_difference(first, other, "krippendorff_alpha")
    assert alone.interval.method.startswith("mover-independent")
    assert alone.difference == pytest.approx(found.difference)
    assert alone.interval.high - alone.interval.low > 1.2 * (found.interval.high - found.interval.low)


def test_the_rise_of_clister_is_no_chance_from_sixty_items_on() -> None:
    """.239 and .689, the two values that the paper prints without its answers: what tables it takes."""
    pilot = two(Dependent("alone", 0, 200, 3, 0.5, 0.239), Dependent("alone", 0, 200, 3, 0.5, 0.689), 4)
    found = agreement_difference(*pilot, "krippendorff_alpha")
    assert found.units == (200, 200)
    needed = found.planned(0.689 - 0.239)
    assert needed is not None
    assert max(needed) <= 60
    assert found.planned(0.225) == pytest.approx(np.multiply(needed, 4), abs=4)
    with pytest.raises(AloiError):
        found.planned(0)
    early, late = Dependent("alone", 0, 60, 3, 0.5, 0.239), Dependent("alone", 0, 60, 3, 0.5, 0.689)
    found_in = [
        agreement_difference(*two(early, late, seed), "krippendorff_alpha").p < 0.05 for seed in range(20)
    ]
    assert sum(found_in) >= 19


@pytest.mark.slow
def test_a_planned_size_finds_the_difference_in_four_of_five(record_property) -> None:
    designs = [Dependent("alone", 0, 150, 3, 0.6, alpha) for alpha in (0.55, 0.7)]
    found = agreement_difference(*two(*designs, 1), "krippendorff_alpha")
    sizes = found.planned(0.15)
    larger = [replace(one, units=size) for one, size in zip(designs, sizes, strict=True)]
    shares = np.mean(
        [agreement_difference(*two(*larger, seed), "krippendorff_alpha").p < 0.05 for seed in range(TABLES)]
    )
    record_property(
        PROPERTY, [f"planned sizes {sizes}", "a true difference of .15 is found", "", f"{shares:.1%}"]
    )
    assert shares == pytest.approx(0.8, abs=0.08)  # the errors of a pilot of 150 are not those of others


def again(design: Dependent, seed: int):
    """Return two tables of the same units of the same documents, by two teams that rate equally well."""
    one = replace(design, annotators=2 * design.annotators)
    codes = one.codes(np.random.default_rng(seed))
    return design.ratings(codes[:, : design.annotators]), design.ratings(codes[:, design.annotators :])


@pytest.mark.slow
@pytest.mark.parametrize(
    "design",
    [Dependent("alone", 0, 120, 3, 0.6, 0.6), Dependent("nested", 12, 240, 2, 0.7, 0.6),
     Dependent("nested", 6, 240, 2, 0.7, 0.6), Dependent("crossed", 12, 240, 2, 0.6, 0.6),
     Dependent("crossed", 20, 300, 2, 0.6, 0.6), Dependent("crossed", 30, 400, 2, 0.6, 0.6)],
    ids=lambda one: f"{one.kind}{one.documents}",
)  # fmt: skip
def test_equal_agreements_on_the_same_units_are_rarely_called_different(
    design: Dependent, record_property
) -> None:
    found = [
        agreement_difference(*again(design, seed), "krippendorff_alpha", paired=True).p
        for seed in range(TABLES)
    ]
    rarely(design, found, "difference on the same units", record_property)


@pytest.mark.slow
@pytest.mark.parametrize(
    "design",
    [Dependent("alone", 0, 120, 3, 0.6, 0.6), Dependent("nested", 15, 300, 2, 0.7, 0.6),
     Dependent("crossed", 12, 240, 2, 0.6, 0.6), Dependent("crossed", 25, 300, 2, 0.6, 0.6)],
    ids=lambda one: f"{one.kind}{one.documents}",
)  # fmt: skip
def test_equal_agreements_are_rarely_called_different(design: Dependent, record_property) -> None:
    found = [
        agreement_difference(*two(design, design, seed), "krippendorff_alpha").p for seed in range(TABLES)
    ]
    rarely(design, found, "difference of two rounds", record_property)


def rarely(design: Dependent, found: list[float | None], what: str, record_property) -> None:
    share = float(np.mean([p < 0.05 for p in found if p is not None]))
    tell_alarms(record_property, str(design), what, share, len(found))
    # 5 +- 1.5 %, and one standard error of a simulation of 1,000 pairs of tables, which is 0.7.
    error = 0.015 + math.sqrt(0.05 * 0.95 / TABLES)
    assert abs(share - 0.05) <= error
