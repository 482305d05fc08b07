"""What must hold for every table: order is irrelevant, identical ratings agree, and so on."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from aloi.agreement.compute import compute
from aloi.agreement.distances import agreement_weights
from aloi.agreement.pairs import mean_pairwise, pairwise
from aloi.agreement.ratings import LEVELS, Ratings

CODES = arrays(
    np.int32,
    array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=7),
    elements=st.integers(min_value=-1, max_value=3),
)
FEW = settings(max_examples=40, deadline=None)


def _ratings(codes: np.ndarray, level: str = "ordinal", units: list[str] | None = None) -> Ratings:
    names = units or [f"u{n}" for n in range(len(codes))]
    people = tuple(f"A{n}" for n in range(codes.shape[1]))
    return Ratings(tuple(names), people, codes, (0, 1, 2, 5), level, None, declared=False)


@FEW
@given(CODES, st.randoms(use_true_random=False), st.sampled_from(LEVELS))
def test_order_changes_not_one_bit(codes: np.ndarray, random: object, level: str) -> None:
    data = _ratings(codes, level)
    units, people = list(range(codes.shape[0])), list(range(codes.shape[1]))
    random.shuffle(units)  # type: ignore[attr-defined]
    random.shuffle(people)  # type: ignore[attr-defined]
    moved = Ratings(
        tuple(data.units[row] for row in units),
        tuple(data.annotators[column] for column in people),
        codes[np.ix_(units, people)],
        data.categories,
        level,
        None,
        declared=False,
    )
    for ci in ("analytic", "bootstrap", "jackknife"):
        assert compute(data, ci=ci, replicates=30) == compute(moved, ci=ci, replicates=30)
    assert pairwise(data) == pairwise(moved)
    assert mean_pairwise(data, replicates=30) == mean_pairwise(moved, replicates=30)


@FEW
@given(CODES, st.permutations(range(4)))
def test_names_of_nominal_labels_are_irrelevant(codes: np.ndarray, names: list[int]) -> None:
    renamed = np.array([*names, -1], dtype=np.int32)[codes]
    for one, other in zip(
        compute(_ratings(codes, "nominal")), compute(_ratings(renamed, "nominal")), strict=True
    ):
        assert one.reason == other.reason
        if one.value is not None:
            assert other.value == pytest.approx(one.value, abs=1e-12)
            assert (one.se is None) == (other.se is None)
            if one.se is not None:
                assert other.se == pytest.approx(one.se, abs=1e-9)


@FEW
@given(st.lists(st.integers(0, 3), min_size=2, max_size=8), st.integers(2, 5), st.sampled_from(LEVELS))
def test_identical_ratings_agree_fully(column: list[int], people: int, level: str) -> None:
    data = _ratings(np.tile(np.array(column, dtype=np.int32)[:, None], (1, people)), level)
    for result in compute(data):
        if len(set(column)) > 1:
            assert result.value == 1.0
        else:
            assert result.value == (1.0 if result.measure == "percent_agreement" else None)


@FEW
@given(CODES, st.integers(0, 3), st.sampled_from(LEVELS))
def test_alpha_drops_units_rated_once(codes: np.ndarray, code: int, level: str) -> None:
    once = np.full((1, codes.shape[1]), -1, dtype=np.int32)
    once[0, 0] = code
    more = np.vstack([codes, once])
    [one] = compute(_ratings(codes, level), ["krippendorff_alpha"], ci="bootstrap", replicates=30)
    [other] = compute(_ratings(more, level), ["krippendorff_alpha"], ci="bootstrap", replicates=30)
    assert one.value == pytest.approx(other.value, abs=1e-12)
    assert (one.reason, one.units) == (other.reason, other.units)


@FEW
@given(CODES, st.integers(-5, 5), st.integers(1, 4))
def test_interval_alpha_bears_a_shift_and_a_stretch(codes: np.ndarray, shift: int, stretch: int) -> None:
    data = _ratings(codes, "interval")
    moved = Ratings(
        data.units, data.annotators, codes, tuple(shift + stretch * v for v in (0, 1, 2, 5)), "interval"
    )
    [one] = compute(data, ["krippendorff_alpha"])
    [other] = compute(moved, ["krippendorff_alpha"])
    assert (one.value is None) == (other.value is None)
    if one.value is not None:
        assert other.value == pytest.approx(one.value, abs=1e-9)


@FEW
@given(CODES, st.integers(2, 3))
def test_repeating_the_table_changes_no_kappa(codes: np.ndarray, times: int) -> None:
    names = ["percent_agreement", "fleiss_kappa", "conger_kappa", "gwet_ac1", "brennan_prediger"]
    many = compute(_ratings(np.tile(codes, (times, 1))), names)
    for one, other in zip(compute(_ratings(codes), names), many, strict=True):
        assert (one.value is None) == (other.value is None)
        if one.value is not None:
            assert other.value == pytest.approx(one.value, abs=1e-9)


@FEW
@given(CODES, st.integers(2, 3), st.sampled_from(["nominal", "interval", "ratio"]))
def test_repeating_the_table_moves_alpha_by_its_small_sample_term(
    codes: np.ndarray, times: int, level: str
) -> None:
    """1 - alpha holds (n - 1) / n of the n pairable ratings, and else nothing that repeating changes."""
    [one] = compute(_ratings(codes, level), ["krippendorff_alpha"], ci="none")
    [many] = compute(_ratings(np.tile(codes, (times, 1)), level), ["krippendorff_alpha"], ci="none")
    assert (one.value is None) == (many.value is None)
    if one.value is not None and many.value is not None:
        present = (codes >= 0).sum(axis=1)
        size = int(present[present >= 2].sum())
        assert (1 - many.value) / (times * size - 1) == pytest.approx(
            (1 - one.value) / (times * (size - 1)), abs=1e-9
        )


@FEW
@given(CODES)
def test_ordinal_alpha_is_its_definition(codes: np.ndarray) -> None:
    """The running sums along the scale against the coincidence matrix of metrics.md 1.4."""
    data = _ratings(codes)
    size = len(data.categories)
    together = np.zeros((size, size))
    for row in codes:
        given_codes = row[row >= 0]
        for a in range(len(given_codes)):
            for b in range(len(given_codes)):
                if a != b:
                    together[given_codes[a], given_codes[b]] += 1 / (len(given_codes) - 1)
    used = together.sum(axis=0)
    middle = np.cumsum(used) - used / 2
    distance = (middle[:, None] - middle[None, :]) ** 2
    expected = (np.outer(used, used) * distance).sum()
    [result] = compute(data, ["krippendorff_alpha"], ci="none")
    if expected == 0:
        assert result.value is None
    else:
        alpha = 1 - (used.sum() - 1) * (together * distance).sum() / expected
        assert result.value == pytest.approx(alpha, abs=1e-9)


def test_ordinal_alpha_of_few_and_of_many_categories_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two ways to sum the same distances: columns for each two gaps, or running along the scale."""
    generator = np.random.default_rng(3)
    codes = generator.integers(-1, 12, size=(60, 4)).astype(np.int32)
    data = Ratings(tuple(f"u{n:02}" for n in range(60)), tuple("ABCD"), codes, tuple(range(12)), "ordinal")
    [few] = compute(data, ["krippendorff_alpha"], ci="bootstrap", replicates=50)
    monkeypatch.setattr("aloi.agreement.measures.krippendorff_alpha._MOST_PAIRS", 0)
    [many] = compute(data, ["krippendorff_alpha"], ci="bootstrap", replicates=50)
    assert few.interval is not None
    assert many.interval is not None
    assert few.value == pytest.approx(many.value, abs=1e-12)
    assert few.interval.low == pytest.approx(many.interval.low, abs=1e-12)
    assert few.interval.high == pytest.approx(many.interval.high, abs=1e-12)


@pytest.mark.parametrize("name", ["unweighted", "linear", "quadratic", "ordinal", "radical", "ratio"])
@pytest.mark.parametrize("by", ["value", "rank"])
def test_weights_are_symmetric_with_ones_on_the_diagonal(name: str, by: str) -> None:
    weights = agreement_weights(name, [0, 1, 2, 5], by)
    assert (weights == weights.T).all()
    assert (np.diag(weights) == 1).all()
    assert weights.min() == 0.0
    assert not math.isnan(weights.sum())
