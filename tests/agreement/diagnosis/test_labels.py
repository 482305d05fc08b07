"""Labels: published and hand-worked values, order, degenerate tables."""

from __future__ import annotations

from itertools import permutations

import krippendorff.krippendorff as krippendorff_package
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aloi.agreement.compute import compute
from aloi.agreement.diagnosis.labels import coincidences, confusions, diagnose_labels
from aloi.agreement.measures.examples import krippendorff_2011
from aloi.agreement.ratings import Ratings


def two_by_two(a, b, c, d):
    """Return two annotators who both say yes a times, only the first b, only the second c, neither d."""
    table = [["yes", "yes"]] * a + [["yes", "no"]] * b + [["no", "yes"]] * c + [["no", "no"]] * d
    return Ratings.from_table([f"{n:03}" for n in range(len(table))], ["x", "y"], table, "nominal")


def test_positive_and_negative_agreement_are_2a_over_2a_b_c():
    no, yes = diagnose_labels(two_by_two(80, 10, 5, 5))
    assert yes.specific.value == pytest.approx(160 / 175)
    assert no.specific.value == pytest.approx(10 / 25)
    assert yes.prevalence == pytest.approx(175 / 200)
    assert no.specific.interval.low < 0.4 < no.specific.interval.high
    assert yes.specific.units == 95


def test_three_annotators_by_hand_and_one_label_against_the_rest():
    table = [["a", "a", "b"], ["a", "a", "a"], ["b", "c", None], ["c", None, None]]
    ratings = Ratings.from_table(list("1234"), ["x", "y", "z"], table, "nominal", ["a", "b", "c", "d"])
    a, b, c, d = diagnose_labels(ratings, intervals=False)
    assert a.specific.value == pytest.approx((1 + 3) / 5)
    assert (b.specific.value, c.specific.value) == (0.0, 0.0)
    assert (d.specific.value, d.specific.reason) == (None, "the label is never used")
    assert (d.alpha.value, d.alpha.reason) == (None, "one category")
    assert a.prevalence == pytest.approx(5 / 9)
    binary = [[None if cell is None else int(cell == "a") for cell in row] for row in table]
    [alpha] = compute(
        Ratings.from_table(list("1234"), ["x", "y", "z"], binary, "nominal"),
        ["krippendorff_alpha"],
        ci="none",
    )
    assert a.alpha.value == pytest.approx(alpha.value)
    assert coincidences(ratings).tolist() == [[4, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]]


def test_confusions_of_a_scale_are_of_neighbours_and_of_labels_of_all():
    table = [[0, 1]] * 3 + [[0, 2]] * 9 + [[0, 0], [1, 1]] * 2
    units = [str(n) for n in range(len(table))]
    scale = Ratings.from_table(units, ["x", "y"], table, "ordinal", [0, 1, 2])
    first, second = confusions(scale)
    assert (first.a, first.b, first.pairs) == (0, 1, 3.0)
    assert first.told_apart == pytest.approx(1 - 9 / 16)
    assert second.told_apart is None
    names = Ratings.from_table(units, ["x", "y"], table, "nominal", [0, 1, 2])
    assert [(one.a, one.b) for one in confusions(names)] == [(0, 2), (0, 1), (1, 2)]


def test_confusions_are_those_of_counting_every_pair_of_answers():
    """Every two answers of a unit counted one by one, in both orders."""
    generator = np.random.default_rng(7)
    cells = generator.choice(["a", "b", "c", None], size=(60, 4), p=[0.4, 0.3, 0.2, 0.1])
    ratings = Ratings.from_table([f"{n:02}" for n in range(60)], list("wxyz"), cells.tolist(), "nominal")
    met: dict[tuple[str, str], float] = {}
    for row in cells.tolist():
        given = [one for one in row if one is not None]
        for one, other in permutations(given, 2):
            met[one, other] = met.get((one, other), 0) + 1 / (len(given) - 1)
    found = {(one.a, one.b): one for one in confusions(ratings)}
    assert set(found) == {("a", "b"), ("a", "c"), ("b", "c")}
    for (a, b), one in found.items():
        assert one.pairs == pytest.approx(met[a, b])
        assert one.told_apart == pytest.approx(1 - met[a, b] * met[b, a] / (met[a, a] * met[b, b]))


@pytest.mark.parametrize("level", ["nominal", "ordinal"])
def test_confusions_are_the_coincidences_of_the_krippendorff_package(level: str) -> None:
    """Krippendorff's twelve units (2011): pairs of unlike values, and how well two are told apart."""
    ratings = krippendorff_2011(level)
    counts = [[list(row).count(code) for code in range(5)] for row in ratings.codes]
    peer = krippendorff_package._coincidences(np.array(counts))
    found = confusions(ratings)
    pairs = [(a, b) for a in range(5) for b in range(a + 1, 5) if level == "nominal" or b == a + 1]
    assert {(one.a - 1, one.b - 1) for one in found} == set(pairs)
    for one in found:
        a, b = one.a - 1, one.b - 1
        assert one.pairs == pytest.approx(peer[a, b])
        assert one.told_apart == pytest.approx(1 - peer[a, b] ** 2 / (peer[a, a] * peer[b, b]))


@given(
    st.lists(st.lists(st.sampled_from([None, "a", "b"]), min_size=3, max_size=3), max_size=6),
    st.randoms(use_true_random=False),
)
@settings(max_examples=60)
def test_order_changes_nothing_and_nothing_raises(table, random):
    names, rows = ["x", "y", "z"], [str(number) for number in range(len(table))]
    columns, order = random.sample(range(3), 3), random.sample(range(len(table)), len(table))
    ratings = Ratings.from_table(rows, names, table, "nominal", ["a", "b"])
    moved = Ratings.from_table(
        [rows[row] for row in order],
        [names[column] for column in columns],
        [[table[row][column] for column in columns] for row in order],
        "nominal",
        ["a", "b"],
    )
    found = diagnose_labels(ratings)
    assert diagnose_labels(moved) == found
    assert confusions(moved) == confusions(ratings)
    for one in found:
        for figure in (one.specific, one.alpha):
            assert (figure.value is None) == (figure.reason is not None)
            assert figure.value is None or np.isfinite(figure.value)
