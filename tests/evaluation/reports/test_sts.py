"""Correlations and EDRM against values of the published code, and score_sts at its edges."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from aloi.base.errors import AloiError
from aloi.evaluation.metrics import METRICS, metric, table
from aloi.evaluation.metrics.correlation import pearson, spearman
from aloi.evaluation.metrics.edrm import EdrmVariant
from aloi.evaluation.reports.sts import score_sts
from tests.evaluation.scored import edrm, values

# reference, system, EDRM, EDRM with dmax from the reference, (rho, p): run with the benchmark's own code.
CASES = {
    "exact": ([0, 1, 2.5, 4, 5], [0, 1, 2.5, 4, 5], 1.0, 1.0, (1.0, 0.0)),
    "mixed": ([0, 5, 2.5, 3, 1], [1, 4, 2.5, 5, 0], 0.78, 0.7366666666666667, (0.8, 0.10408803866182788)),
    "missing": ([4, 2, 1], [4, None, 2], 0.5555555555555556, 0.5833333333333334, None),
    "floats": (
        [0.0, 0.33, 1.67, 2.0, 3.67, 4.33, 5.0, 2.67],
        [0.4, 0.1, 2.2, 1.5, 3.9, 3.1, 4.8, 3.3],
        0.855704691938663,
        0.865279202225994,
        (0.880952380952381, 0.0038503204637324014),
    ),
    "worst": ([0, 5], [5, 0], 0.0, 0.0, (-1.0, None)),
    "constant-mean": ([0, 5, 1, 4], [2.5, 2.5, 2.5, 2.5], 0.2, 0.5625, (None, None)),
}


def _scored(name: str, **options: object) -> object:
    reference, system, *_ = CASES[name]
    gold = {str(place): float(value) for place, value in enumerate(reference)}
    predicted = {str(place): value for place, value in enumerate(system)}
    return score_sts(gold, predicted, 0, 5, replicates=0, **options)


@pytest.mark.parametrize("name", CASES)
def test_edrm_equals_the_published_code(name: str) -> None:
    reference, system, from_system, from_reference, _ = CASES[name]
    assert edrm(reference, system, 0, 5) == pytest.approx(from_system, abs=1e-12)
    got = edrm(reference, system, 0, 5, variant=EdrmVariant.FROM_REFERENCE)
    assert got == pytest.approx(from_reference, abs=1e-12)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case[4]])
def test_spearman_equals_the_published_code(name: str) -> None:
    reference, system, _, _, expected = CASES[name]
    found = spearman(np.array(reference, float), np.array(system, float))
    assert expected is not None
    for value, wanted in zip((found.value, found.p), expected, strict=True):
        assert value is None if wanted is None else value == pytest.approx(wanted, abs=1e-9)


@pytest.mark.shared
def test_the_copied_cases_are_those_of_the_reference_file(shared: Path) -> None:
    blocks = json.loads((shared / "reference" / "metrics.json").read_text(encoding="utf-8"))["edrm"]["cases"]
    assert set(blocks) == set(CASES)
    for block in blocks.values():
        assert block["edrm"] == pytest.approx(edrm(block["reference"], block["system"], 0, 5), abs=1e-9)


def test_constant_and_short_inputs_say_why() -> None:
    constant = spearman(np.array([0.0, 5, 1]), np.array([2.5, 2.5, 2.5]))
    assert (constant.value, constant.p) == (None, None)
    assert constant.reason == "every system value is 2.5: a constant has no correlation"
    assert pearson(np.array([1.0]), np.array([2.0])).reason == "1 item(s): two are needed"
    with pytest.raises(AloiError, match="NaN or infinite"):
        spearman(np.array([1.0, np.nan]), np.array([1.0, 2]))
    with pytest.raises(ValueError, match="has the shape"):
        spearman(np.array([1.0]), np.array([1.0, 2]))


def test_ties_take_their_average_rank() -> None:
    # ranks 1.5 1.5 3 4 against 1 2 3.5 3.5: products sum to 4, squares to 4.5 and 4.5
    found = spearman(np.array([1.0, 1, 2, 3]), np.array([10.0, 20, 30, 30]))
    assert found.value == pytest.approx(4 / 4.5, abs=1e-12)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=12))
def test_vectorised_correlation_equals_the_single_one(pairs: list[tuple[int, int]]) -> None:
    a = np.array([one for one, _ in pairs], float)
    b = np.array([two for _, two in pairs], float)
    for ranks, single in ((True, spearman(a, b)), (False, pearson(a, b))):
        row = float(values("spearman" if ranks else "pearson", a, b, np.ones((1, len(a))), 0, 5)[0])
        assert math.isnan(row) if single.value is None else row == pytest.approx(single.value, abs=1e-9)


def test_out_of_range_counts_zero_unless_clipped() -> None:
    gold, predicted = {"a": 5.0, "b": 0.0, "c": 2.0}, {"a": 5.5, "b": 0.0, "c": 2.0}
    plain = score_sts(gold, predicted, 0, 5, replicates=0)
    assert plain.edrm.value == pytest.approx(2 / 3)
    assert plain.out_of_range == 1
    clipped = score_sts(gold, predicted, 0, 5, replicates=0, clipped=True)
    assert clipped.edrm.value == pytest.approx(1.0)
    assert (clipped.out_of_range, clipped.edrm_variant) == (1, "dmax_from_system_clipped")
    assert (
        plain.pearson.value
        == clipped.pearson.value
        == pytest.approx(float(stats.pearsonr([5, 0, 2], [5.5, 0, 2]).statistic))
    )


def test_missing_answers_count_zero_in_edrm_and_leave_correlations() -> None:
    scores = score_sts({"a": 4, "b": 2, "c": 1}, {"a": 4, "c": 2}, 0, 5, replicates=0)
    assert (scores.n, scores.missing) == (3, 1)
    assert scores.edrm.value == pytest.approx(0.5555555555555556)
    assert scores.spearman.value == pytest.approx(1.0)
    assert scores.spearman.n == 2
    assert "|items:3|answered:2|" in scores.spearman.signature
    assert "|missing-count-0:1|" in scores.edrm.signature


@pytest.mark.parametrize("name", CASES)
def test_score_sts_gives_the_same_numbers(name: str) -> None:
    _, _, from_system, from_reference, expected = CASES[name]
    scores = _scored(name)
    assert scores.edrm.value == pytest.approx(from_system, abs=1e-12)
    if expected and expected[0] is not None:
        assert scores.spearman.value == pytest.approx(expected[0], abs=1e-9)
    other = _scored(name, variant="dmax_from_reference")
    assert other.edrm.value == pytest.approx(from_reference, abs=1e-12)
    assert other.edrm_variant == "dmax_from_reference"


def test_json_holds_the_contract_and_no_nan() -> None:
    document = _scored("constant-mean").to_json()
    assert {"n", "spearman", "pearson", "edrm", "edrm_variant", "out_of_range", "missing"} <= set(document)
    assert document["spearman"] is None
    assert "constant" in document["reason"]["spearman"]
    assert set(document["signature"]) == {"spearman", "pearson", "edrm"}
    json.dumps(document, allow_nan=False)


@pytest.mark.parametrize(
    ("gold", "predicted", "said"),
    [
        ({}, {}, "no items"),
        ({"a": 1.0}, {"b": 1.0}, "'b'"),
        ({"a": math.nan}, {"a": 1.0}, "gold score of 'a' is nan"),
        ({"a": 1.0}, {"a": math.nan}, "predicted score of 'a' is nan"),
        ({"a": 1.0}, {"a": math.inf}, "predicted score of 'a' is inf"),
        ({"a": 7.0}, {"a": 1.0}, "is 7"),
    ],
)
def test_bad_input_is_refused(gold: dict[str, float], predicted: dict[str, float], said: str) -> None:
    with pytest.raises(AloiError) as caught:
        score_sts(gold, predicted, 0, 5)
    assert said in caught.value.found


def test_bad_scale_and_variant_are_refused() -> None:
    with pytest.raises(AloiError, match="The scale is 5, 0"):
        score_sts({"a": 1}, {"a": 1}, 5, 0)
    with pytest.raises(AloiError, match="dmax_from_system, dmax_from_reference"):
        score_sts({"a": 1}, {"a": 1}, 0, 5, variant="median")


def test_interval_is_seeded_holds_the_value_and_forgets_the_order() -> None:
    generator = np.random.default_rng(3)
    reference = generator.uniform(0, 5, 60)
    system = np.clip(reference + generator.normal(0, 1, 60), 0, 5)
    gold = {f"i{place:03}": float(value) for place, value in enumerate(reference)}
    predicted = {f"i{place:03}": float(value) for place, value in enumerate(system)}
    one = score_sts(gold, predicted, 0, 5, replicates=400, seed=7)
    backwards = score_sts(dict(reversed(gold.items())), predicted, 0, 5, replicates=400, seed=7)
    assert one == backwards
    assert one != score_sts(gold, predicted, 0, 5, replicates=400, seed=8)
    for score in (one.spearman, one.pearson, one.edrm):
        assert score.interval is not None
        assert score.value is not None
        assert score.interval.low < score.value < score.interval.high
        assert score.interval.method == "bootstrap-percentile-items-400-seed7"
    peer = stats.bootstrap(
        (reference, system),
        lambda a, b: stats.pearsonr(a, b).statistic,
        paired=True,
        vectorized=False,
        n_resamples=2000,
        method="percentile",
        rng=np.random.default_rng(0),
    ).confidence_interval
    assert one.pearson.interval.low == pytest.approx(peer.low, abs=0.03)
    assert one.pearson.interval.high == pytest.approx(peer.high, abs=0.03)


def test_interval_does_not_depend_on_the_block_size(monkeypatch: pytest.MonkeyPatch) -> None:
    gold = {str(place): float(place % 6) for place in range(30)}
    predicted = {str(place): float((place * 7) % 6) for place in range(30)}
    whole = score_sts(gold, predicted, 0, 5, replicates=100)
    monkeypatch.setattr("aloi.evaluation.resampling._CELLS", 90)
    assert score_sts(gold, predicted, 0, 5, replicates=100) == whole


def test_registry_is_complete() -> None:
    assert metric("edrm").better(0.9, 0.8)
    for one in METRICS:
        assert one.low < one.high
        assert one.references
        assert one.clipping
        assert f"`{one.name}`" in table()
    with pytest.raises(AloiError, match="spearman, pearson, edrm"):
        metric("meteor")


def test_metrics_load_no_torch() -> None:
    code = "import sys, aloi.evaluation.reports.sts; sys.exit('torch' in sys.modules)"
    root = Path(__file__).parents[3]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0
