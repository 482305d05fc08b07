"""Undefined is not zero: the edge cases, and the messages of bad input."""

from __future__ import annotations

import math

import numpy as np
import pytest

from aloi.agreement.compute import compute
from aloi.agreement.crosscheck import krippendorff_package_alpha
from aloi.agreement.pairs import mean_pairwise, pairwise
from aloi.agreement.ratings import Ratings
from aloi.base.errors import AloiError
from tests.agreement.tables import ratings, table


def _value(data: Ratings, name: str) -> float | None:
    return compute(data, [name])[0].value


def test_one_category_has_percent_agreement_only() -> None:
    results = {one.measure: one for one in compute(table([["a", "a"], ["a", "a"]]))}
    assert results.pop("percent_agreement").value == 1.0
    assert results
    assert {(one.value, one.reason) for one in results.values()} == {(None, "one category")}


def test_declared_categories_count_for_chance() -> None:
    data = table([["a", "a"], ["a", "a"]], categories=["a", "b"])
    assert _value(data, "krippendorff_alpha") is None
    assert _value(data, "gwet_ac1") == 1.0
    assert _value(data, "brennan_prediger") == 1.0


def test_one_unit_has_a_value_and_no_error() -> None:
    for ci in ("analytic", "bootstrap", "jackknife"):
        for result in compute(table([["a", "b", "a"]]), ci=ci):
            assert result.value is not None
            if ci != "jackknife":
                assert result.se is None
                assert result.interval is None


def test_perfect_agreement_is_one_with_no_error() -> None:
    data = ratings("perfect")
    for ci in ("analytic", "jackknife"):
        for result in compute(data, ci=ci):
            assert result.value == 1.0
            assert result.interval is not None
            assert (result.interval.low, result.interval.high) == (1.0, 1.0)
            assert result.se in (0.0, None)


def test_perfect_agreement_with_missing_ratings() -> None:
    data = table([[1, 1, None], [2, 2, 2], [None, 3, 3], [5, None, 5]], "ordinal")
    for result in [*compute(data), *compute(data, weights="quadratic"), *compute(data, ci="bootstrap")]:
        assert result.value == 1.0
        assert result.se in (0.0, None)


def test_constant_annotator_has_kappa_zero_exactly() -> None:
    data = table([["a", "a"], ["a", "b"], ["a", "c"], ["a", "a"], ["a", "b"], ["a", "a"], ["a", "b"]])
    [cohen, fleiss] = compute(data, ["cohen_kappa", "fleiss_kappa"])
    assert (cohen.value, cohen.se) == (0.0, 0.0)
    assert fleiss.value is not None
    assert fleiss.value < 0


@pytest.mark.parametrize("size", [4, 10])
def test_systematic_disagreement(size: int) -> None:
    data = table([["a", "b"], ["b", "a"]] * (size // 2))
    assert _value(data, "cohen_kappa") == -1.0
    assert _value(data, "scott_pi") == -1.0
    assert _value(data, "krippendorff_alpha") == pytest.approx(-1 + 1 / size)


def test_bounds_are_capped_above_only() -> None:
    [result] = compute(ratings("prevalence-paradox"), ["conger_kappa"], ci="analytic")
    assert result.interval is not None
    assert result.interval.high == 1.0
    [low] = compute(ratings("all-disagree"), ["cohen_kappa"], ci="analytic")
    assert low.interval is not None
    assert low.interval.low <= -1.0


def test_units_without_ratings_change_nothing_but_the_count_of_missing() -> None:
    rows: list[list[object]] = [["a", "a"], ["a", "b"], ["b", "b"]]
    plain, padded = compute(table(rows)), compute(table([*rows, [None, None]]))
    for one, other in zip(plain, padded, strict=True):
        assert one.value == other.value
        assert one.interval == other.interval
        assert (one.missing, other.missing) == (0, 2)


def test_string_labels_are_compared_exactly() -> None:
    assert _value(table([["a", "A"], ["b ", "b"]]), "percent_agreement") == 0.0


def test_no_ratings_at_all() -> None:
    for data in (table([[None, None]]), Ratings.from_triples([], "nominal")):
        assert {one.reason for one in compute(data)} == {"no pairable ratings"}
        assert mean_pairwise(data).reason == "no pairable ratings"
        assert krippendorff_package_alpha(data) == (None, "no pairable ratings")


def test_measures_that_do_not_fit_say_why() -> None:
    data = ratings("gender-15")
    [cohen, second] = compute(data, ["cohen_kappa", "gwet_ac2"])
    assert (cohen.value, cohen.reason) == (None, "for 2 annotators only")
    assert (second.value, second.reason) == (None, "AC2 needs weights (unweighted it is AC1)")


def test_no_item_has_a_mode() -> None:
    row = [frozenset("ab"), frozenset("ab")]
    [result] = compute(Ratings.from_table(["u"], ["A", "B"], [row], "nominal"), ["mode_agreement"])
    assert (result.value, result.reason) == (None, "no item has a mode")


def test_pairs_that_share_no_unit() -> None:
    data = table([["a", "a", None], ["b", "b", None], [None, None, "a"]])
    pairs = pairwise(data)
    assert [(one.a, one.b, one.units, one.value, one.reason) for one in pairs] == [
        ("A0", "A1", 2, 1.0, None),
        ("A0", "A2", 0, None, "no pairable ratings"),
        ("A1", "A2", 0, None, "no pairable ratings"),
    ]
    mean = mean_pairwise(data)
    assert (mean.value, mean.pairs) == (1.0, 1)
    assert "|pairs:1/3|" in mean.signature


def _sound(value: float | None, reason: str | None, *numbers: float | None) -> None:
    assert (value is None) != (reason is None)
    assert all(number is None or math.isfinite(number) for number in (value, *numbers))


def _degenerate(generator: np.random.Generator) -> Ratings:
    """Return a tiny table: one unit, one annotator, one category, nothing at all, or a bit more."""
    shape = generator.integers(1, 6, size=2)
    codes = generator.integers(-1, generator.integers(1, 4), size=shape).astype(np.int32)
    codes[generator.random(shape) < generator.random()] = -1
    level = ("nominal", "ordinal", "interval", "ratio")[int(generator.integers(4))]
    categories: tuple[object, ...] = (0, 1, 2)
    if level == "nominal" and generator.random() < 0.5:
        categories = (frozenset(), frozenset("a"), frozenset("ab"))
    names = [tuple(f"{kind}{n}" for n in range(count)) for kind, count in zip("uA", shape, strict=True)]
    clusters = None if generator.random() < 0.7 else tuple(f"d{n % 2}" for n in range(shape[0]))
    return Ratings(names[0], names[1], codes, categories, level, clusters, bool(generator.integers(2)))


@pytest.mark.parametrize("tables", [300, pytest.param(10_000, marks=pytest.mark.slow)])
def test_degenerate_tables_raise_nothing(tables: int) -> None:
    generator = np.random.default_rng(5)
    for _ in range(tables):
        data = _degenerate(generator)
        ci = ("analytic", "bootstrap", "jackknife", "score")[int(generator.integers(4))]
        for result in compute(data, ci=ci, replicates=20, weights="quadratic"):
            _sound(result.value, result.reason, result.se)
            if result.interval:
                _sound(result.value, result.reason, result.interval.low, result.interval.high)
                assert result.interval.low <= result.interval.high
        for pair in pairwise(data, "cohen_kappa", weights="linear"):
            _sound(pair.value, pair.reason, pair.se)
        mean = mean_pairwise(data, "gwet_ac1", replicates=20)
        _sound(mean.value, mean.reason)


@pytest.mark.parametrize(
    ("triples", "level", "categories", "found"),
    [
        (
            [("u1", "A", 1), ("u1", "A", 2)],
            "ordinal",
            None,
            "The rating by 'A' of the unit 'u1' appears twice",
        ),
        ([("u1", "A", 6)], "ordinal", range(6), "The rating by 'A' of the unit 'u1' is 6"),
        ([("u1", "A", "low")], "interval", None, "The rating is 'low'"),
        ([("u1", "A", "2,5")], "ratio", None, "The rating is '2,5'"),
        ([("u1", "A", -1)], "ratio", None, "The lowest value is -1"),
        ([("u1", "A", math.nan)], "interval", None, "A rating of the unit 'u1' is NaN or infinite"),
        ([("u1", "A", 1)], "cardinal", None, "No level of measurement is called 'cardinal'."),
        ([("u1", "A", 1)], "nominal", [1, 1], "The category 1 appears twice"),
    ],
)
def test_bad_input_is_told(
    triples: list[tuple[str, str, object]], level: str, categories: list[object] | None, found: str
) -> None:
    with pytest.raises(AloiError) as caught:
        Ratings.from_triples(triples, level, categories)
    assert str(caught.value).startswith(found)


def test_unknown_names_are_told() -> None:
    data = ratings("perfect")
    for arguments, message in (
        ({"measures": ["kapa"]}, "No measure is called 'kapa'"),
        ({"weights": "cubic"}, "The name of the weights is 'cubic'"),
        ({"weights_by": "size"}, "'size'"),
        ({"ci": "wald"}, "'wald'"),
    ):
        with pytest.raises(AloiError, match=message):
            compute(data, **arguments)  # type: ignore[arg-type]


def test_rows_of_unequal_length_and_repeated_names_are_told() -> None:
    with pytest.raises(AloiError, match="The number of cells of the unit 'u' is 1"):
        Ratings.from_table(["u"], ["A", "B"], [["a"]], "nominal")
    with pytest.raises(AloiError, match="The annotator 'A' appears twice"):
        Ratings.from_table(["u"], ["A", "A"], [["a", "b"]], "nominal")


@pytest.mark.parametrize(
    ("level", "categories", "what"),
    [
        ("interval", ("low", "high"), "'low'"),
        ("ratio", (-1, 1), "-1"),
        ("rank", (1, 2), "rank"),
    ],
)
def test_a_table_of_codes_is_refused_where_its_level_does_not_fit(
    level: str, categories: tuple[object, ...], what: str
) -> None:
    codes = np.zeros((1, 2), dtype=np.int32)
    with pytest.raises(AloiError, match=what):
        Ratings(("u1",), ("A1", "A2"), codes, categories, level)
