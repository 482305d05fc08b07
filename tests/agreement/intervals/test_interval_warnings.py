"""Intervals that simulations found too narrow are said to be."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.agreement.compute import compute
from aloi.agreement.intervals.coverage import COVERAGES, UNITS
from aloi.agreement.intervals.interval_warnings import ENOUGH, caution
from aloi.agreement.measures import find_measure
from aloi.agreement.planning.simulate import Design
from aloi.agreement.ratings import Ratings
from aloi.agreement.table import RatedUnits
from tests.agreement.simulated import draw_ratings
from tests.agreement.tables import ratings as reference


def table(
    both_first: int,
    both_second: int,
    apart: int,
    *,
    level: str = "nominal",
    extra: int = 0,
    clusters: bool = False,
) -> Ratings:
    """Return units of two annotators who agree on the one or the other label, or part."""
    rows = [[0, 0]] * both_first + [[1, 1]] * both_second + [[0, 1]] * apart + [[2, 2]] * extra
    units = tuple(f"u{number:04d}" for number in range(len(rows)))
    return Ratings(
        units,
        ("a", "b"),
        np.array(rows, dtype=np.int32),
        (0, 1, 2),
        level,
        tuple(f"d{n // 2}" for n in range(len(rows))) if clusters else None,
    )


def warned(data: Ratings, ci: str = "analytic", measure: str = "krippendorff_alpha") -> str | None:
    [result] = compute(data, [measure], ci=ci, replicates=200)
    return caution(data, result)


def test_the_hard_case_of_the_analytic_interval() -> None:
    data = table(78, 19, 3)
    found = warned(data)
    assert found is not None
    assert found.startswith(
        "In simulated tables like this one (2 annotators, one label on 80% of the ratings, alpha 0.9, "
        "100 units), "
    )
    assert "Use the bootstrap: " in found
    assert warned(data, "bootstrap") is None
    assert warned(data, "none") is None


def test_a_large_table_needs_no_caution() -> None:
    assert warned(table(180, 170, 50)) is None


def test_few_units_and_a_rare_label_spoil_both_intervals() -> None:
    data = table(22, 2, 1)
    for ci in ("analytic", "bootstrap"):
        found = warned(data, ci)
        assert found is not None
        assert found.endswith("Rate more units before trusting its ends.")
    assert "That of the bootstrap was 68%." in str(warned(data))
    assert "the coverage of bootstrap intervals" in str(warned(data, "bootstrap"))


def test_perfect_agreement_is_not_certain() -> None:
    data = table(20, 5, 0)
    for measure in ("krippendorff_alpha", "gwet_ac1", "percent_agreement"):
        for ci in ("score", "bootstrap"):
            [found] = compute(data, [measure], ci=ci, replicates=200)
            room = find_measure(measure).room(RatedUnits.of(data))
            # The exact bound of the share of disputed units, 25 of which were seen without one: 13.7 %.
            assert found.interval.method == "unanimous"
            assert found.interval.low == pytest.approx(1 - (1 - 0.025 ** (1 / 25)) / room)
            assert found.interval.high == 1.0
            assert warned(data, ci, measure) is None
        found = warned(data, "analytic", measure)
        assert found is not None
        assert found.startswith("Nobody disagrees on any of the 25 units")
        assert "up to 11.3% of further units" in found


def test_only_what_was_simulated_is_judged() -> None:
    assert warned(table(22, 2, 1), measure="gwet_ac1") is None
    assert warned(table(22, 2, 1, extra=2, level="interval")) is None
    assert warned(table(22, 2, 1, level="interval")) is not None
    assert warned(table(22, 2, 1, extra=2)) is not None
    assert warned(table(22, 2, 1, clusters=True), "bootstrap") is None
    assert warned(reference("gender-15"), "jackknife") is None


def test_one_large_dispute_is_told_and_leaves_an_interval_of_use() -> None:
    """Forty items on six degrees, eleven disputes of one step and one of five: alpha near .89."""
    rows = [[at % 6, at % 6] for at in range(28)] + [[at % 5, at % 5 + 1] for at in range(11)] + [[0, 5]]
    units = [f"u{at:02}" for at in range(40)]
    data = Ratings.from_table(units, ["a", "b"], rows, "ordinal", range(6))
    [found] = compute(data, ["krippendorff_alpha"])
    assert found.interval.method == "score-t3.0"
    assert 0.2 < found.interval.low < 0.6 < found.value < found.interval.high
    assert str(caution(data, found)).startswith("Large disagreements are too few")
    steps = [*rows[:-1], [0, 1]]
    calm = Ratings.from_table(units, ["a", "b"], steps, "ordinal", range(6))
    [small] = compute(calm, ["krippendorff_alpha"])
    # The interval allows for a dispute that none of forty items showed, and the warning reports it.
    assert found.interval.low < small.interval.low < small.value - 0.1
    assert str(caution(calm, small)).startswith("Large disagreements are too few")
    many = [*rows[:28], *([at % 6, (5 * at + 2) % 6] for at in range(12))] * 2
    busy = Ratings.from_table([f"u{at:02}" for at in range(80)], ["a", "b"], many, "ordinal", range(6))
    [found] = compute(busy, ["krippendorff_alpha"])
    assert caution(busy, found) is None


def test_a_table_without_alpha_has_no_caution() -> None:
    assert warned(table(30, 0, 0)) is None


def test_ratings_of_a_unit_count_not_names_of_annotators() -> None:
    """Ten annotators who rate two each are two annotators."""
    data = table(78, 19, 3)
    codes = np.full((100, 10), -1, dtype=np.int32)
    for number, row in enumerate(data.codes):
        first = 2 * (number % 5)
        codes[number, first : first + 2] = row
    spread = Ratings(data.units, tuple("abcdefghij"), codes, data.categories, "nominal")
    assert warned(spread) == warned(data)


def test_an_interval_that_held_in_exactly_93_percent_is_enough() -> None:
    """So it stands in the figures of 5 annotators, 100 units, a share of 80 % and alpha .3."""
    assert COVERAGES[5, 0.8, 0.3][UNITS.index(100)][1] == 93.0 == ENOUGH
    assert warned(draw_ratings(Design(5, 100, (0.8, 0.2), 0.3), seed=1)) is None


def test_of_two_numbers_of_units_the_nearer_by_ratio_is_told() -> None:
    """72 is nearer to 100 than to 50 as a ratio, and farther as a difference."""
    assert "100 units" in str(warned(table(60, 3, 9)))
    assert "50 units" in str(warned(table(57, 3, 8)))
