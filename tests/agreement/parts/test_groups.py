"""Agreement on groups of tokens, and what merging labels does: worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.agreement.compute import compute
from aloi.agreement.crosscheck import krippendorff_package_alpha
from aloi.agreement.parts.groups import (
    GroupItem,
    TokenGroup,
    granularity_curve,
    group_agreement,
    mean_group_agreement,
    merge_labels,
)
from aloi.agreement.ratings import Ratings


def drawn(*groups: tuple[tuple[int, ...], tuple[int, ...], str]) -> frozenset[TokenGroup]:
    return frozenset(TokenGroup(frozenset(a), frozenset(b), label) for a, b, label in groups)


MOVE, DELETED, ADDED = ((1,), (2,), "move"), ((3, 4), (), "del"), ((), (0,), "ins")
ITEMS = [
    GroupItem("1", {"A": drawn(MOVE, DELETED), "B": drawn(MOVE), "C": drawn(MOVE, DELETED)}),
    GroupItem("2", {"A": drawn(ADDED), "B": drawn(ADDED, ((3,), (), "del"))}),
    GroupItem("3", {"A": drawn(), "B": drawn()}),
    GroupItem("4", {"A": drawn(MOVE)}),
]


def test_two_annotators() -> None:
    agreement = group_agreement(ITEMS, "A", "B")
    # A drew 3 groups where both answered, B 3, of which 2 are the same.
    assert agreement.precision.value == pytest.approx(2 / 3)
    assert agreement.recall.value == pytest.approx(2 / 3)
    assert agreement.f1.value == pytest.approx(2 / 3)
    assert agreement.f1.units == 3
    assert agreement.f1.interval.low <= 2 / 3 <= agreement.f1.interval.high
    assert "items:3" in agreement.signature
    assert agreement.pairs == 1
    turned = group_agreement(ITEMS, "B", "A")
    assert (turned.precision, turned.recall) == (agreement.recall, agreement.precision)


def test_by_label() -> None:
    assert group_agreement(ITEMS, "A", "B", "move").f1.value == 1
    deleted = group_agreement(ITEMS, "A", "B", "del")
    assert deleted.f1.value == 0
    assert group_agreement(ITEMS, "A", "B", "split").f1.reason == "no groups"


def test_the_mean_over_pairs() -> None:
    found = mean_group_agreement(ITEMS)
    # A-B 2/3; A-C 1 on the first item; B-C 2 * 1 * 0.5 / 1.5 on the first item.
    assert found.f1.value == pytest.approx((2 / 3 + 1 + 2 / 3) / 3)
    assert found.pairs == 3


def test_nobody_in_common_has_a_reason() -> None:
    found = group_agreement(ITEMS[3:], "A", "B")
    assert found.f1.value is None
    assert found.f1.reason


ROWS = [["del1", "del2"]] * 6 + [["del1", "del1"]] * 4 + [["ins", "ins"]] * 5 + [["ins", "none"]] * 2
ROWS += [["none", "none"]] * 8


def table() -> Ratings:
    return Ratings.from_table([f"u{n:02}" for n in range(len(ROWS))], ["A", "B"], ROWS, "nominal")


def test_labels_most_confused_are_merged_first_and_some_never() -> None:
    curve = granularity_curve(table(), keep=["none"])
    assert [one.merged for one in curve] == [None, ("del1", "del2")]
    assert [one.labels for one in curve] == [4, 3]
    assert curve[1].name == "del1+del2"
    merged = [["del" if one.startswith("del") else one for one in row] for row in ROWS]
    names = [f"u{n:02}" for n in range(len(ROWS))]
    [expected] = compute(
        Ratings.from_table(names, ["A", "B"], merged, "nominal"), ["krippendorff_alpha"], ci="none"
    )
    assert curve[1].alpha.value == pytest.approx(expected.value)
    assert curve[1].alpha.value > curve[0].alpha.value
    free = granularity_curve(table())
    assert free[-1].labels == 2  # nothing is confused any more: the curve ends
    assert free[-1].merged == ("ins", "none")


def test_every_step_is_alpha_of_the_krippendorff_package() -> None:
    """Each step of a curve of six labels, renamed by hand and measured by the package."""
    generator = np.random.default_rng(3)
    truth = generator.choice(list("abcdef"), size=80)
    slips = {"a": "b", "b": "a", "c": "d", "d": "c", "e": "a", "f": "c"}
    rows = [[one if generator.random() < 0.75 else slips[one] for _ in range(3)] for one in truth]
    units, people = [f"u{n:02}" for n in range(len(rows))], ["A", "B", "C"]
    curve = granularity_curve(Ratings.from_table(units, people, rows, "nominal"), intervals=False)
    assert len(curve) >= 4
    renamed = rows
    for one in curve:
        if one.merged is not None:
            renamed = [[one.name if cell in one.merged else cell for cell in row] for row in renamed]
        expected, _ = krippendorff_package_alpha(Ratings.from_table(units, people, renamed, "nominal"))
        assert one.alpha.value == pytest.approx(expected)


def test_a_merge_of_ones_own() -> None:
    merged = merge_labels(table(), {"del1": "deletion", "del2": "deletion"})
    assert merged.categories == ("deletion", "ins", "none")
    assert merge_labels(merged, {}).categories == merged.categories
    assert (merged.codes >= 0).all()
