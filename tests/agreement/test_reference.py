"""Every value, standard error and interval of the reference, from independent implementations."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import t

from aloi.agreement.compute import compute
from aloi.agreement.distances import agreement_weights
from aloi.agreement.measures.krippendorff_alpha import KrippendorffAlpha, weighted_alpha, weighted_influence
from aloi.agreement.ratings import Ratings
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats
from tests.agreement.tables import DATASETS, REFERENCE, measure_name, ratings

TOLERANCE = 1e-6
# Published tables of counts divide the error by n^2, single ratings by n (n - 1); these by n^2 for both.
LARGE_SAMPLE = ("cohen_kappa", "scott_pi")
CASES: list[dict[str, Any]] = REFERENCE["expected"]


def _id(case: dict[str, Any]) -> str:
    raters = "-".join(map(str, case.get("raters", [])))
    return "/".join(
        filter(None, [case["dataset"], case["coefficient"], case.get("weights"), case.get("level"), raters])
    )


Found = tuple[float, float | None, list[float] | None]


def reproduced(case: dict[str, Any]) -> Found:
    """Return the value, standard error and interval of an entry, by the door that fits its table."""
    weights = case.get("weights", "unweighted")
    name = measure_name(case["coefficient"], weights)
    if name == "krippendorff_alpha" and (weights != "unweighted" or "counts" in DATASETS[case["dataset"]]):
        return _alpha_of_weights(case)
    table = ratings(case["dataset"], case.get("level", "nominal"), case.get("raters"))
    [result] = compute(
        table, [name], weights=weights, weights_by=case.get("weights_by", "value"), ci="analytic"
    )
    assert result.value is not None
    assert result.reason is None
    if "table" in DATASETS[case["dataset"]] and name not in LARGE_SAMPLE:
        error = result.se * math.sqrt((result.units - 1) / result.units)
        reach = float(t.ppf(0.975, result.units - 1)) * error
        return result.value, error, [result.value - reach, min(1.0, result.value + reach)]
    interval = None if result.interval is None else [result.interval.low, result.interval.high]
    return result.value, result.se, interval


def _alpha_of_weights(case: dict[str, Any]) -> Found:
    """Return irrCAC's alpha with any agreement weights, which `compute` offers as those of a level only."""
    data = DATASETS[case["dataset"]]
    table = KrippendorffAlpha().select(RatedUnits.of(ratings(case["dataset"])))
    weights = agreement_weights(case.get("weights", "unweighted"), table.categories)
    value = float(weighted_alpha(table, weights)(np.ones((1, table.size)))[0])
    error = weighted_influence(table, weights).standard_error()
    assert error is not None
    if "table" in data:
        error *= math.sqrt((table.size - 1) / table.size)
    elif "counts" in data:
        error = _alpha_error_of_counts(table, weights, value)
    reach = float(t.ppf(0.975, table.rated - 1)) * error
    return value, error, [value - reach, min(1.0, value + reach)]


def _alpha_error_of_counts(table: RatedUnits, weights: Floats, value: float) -> float:
    """Return irrCAC 1.4's error of alpha for a complete table given as counts by category.

    Aloi does not offer it: the derivative of an expected agreement, a product of two shares, has the
    factor 2, as irrCAC's own error of the same ratings given one by one has; here it stands once.
    """
    size, each = table.size, table.totals[0]
    assert (table.totals == each).all()
    pooled = table.counts.mean(axis=0) / each
    expected = float(pooled @ weights @ pooled)
    agreeing = (table.counts * (table.counts @ weights - 1)).sum(axis=1) / (each * (each - 1))
    agreeing = agreeing + (1 - agreeing) / table.totals.sum()
    own = table.counts @ (weights @ pooled) / each
    terms = (agreeing - expected - (1 - value) * (own - expected)) / (1 - expected)
    return float(np.sqrt(((terms - value) ** 2).sum() / (size * (size - 1))))


def _compare(case: dict[str, Any]) -> int:
    """Compare all numbers of an entry and return how many there were."""
    value, error, interval = reproduced(case)
    assert value == pytest.approx(case["value"], abs=TOLERANCE)
    compared = 1
    if "se" in case:
        assert error == pytest.approx(case["se"], abs=TOLERANCE)
        compared += 1
    if "ci95" in case:
        assert interval == pytest.approx(case["ci95"], abs=TOLERANCE)
        compared += 2
    return compared


@pytest.mark.parametrize("case", CASES, ids=_id)
def test_value_error_and_interval(case: dict[str, Any]) -> None:
    _compare(case)


def test_nothing_of_the_reference_is_passed_over() -> None:
    """258 values, 199 standard errors, 199 intervals of two ends, each compared."""
    assert len(CASES) == 258
    assert sum(map(_compare, CASES)) == 258 + 199 + 2 * 199
    assert len(REFERENCE["edge_cases"]) == 17
    assert len(REFERENCE["sets"]) == 2


def test_alpha_of_counts_has_another_error_in_irrcac() -> None:
    """The one place where Aloi and irrCAC part: see `weighted_influence`."""
    [case] = [
        one
        for one in CASES
        if (one["dataset"], one["coefficient"], one.get("weights"))
        == ("fleiss-1971-6x15", "krippendorff_alpha", "unweighted")
    ]
    [ours] = compute(ratings("fleiss-1971-6x15"), ["krippendorff_alpha"], ci="analytic")
    assert ours.value == pytest.approx(case["value"], abs=TOLERANCE)
    assert ours.se == pytest.approx(0.081193, abs=TOLERANCE)
    assert case["se"] == pytest.approx(0.082432, abs=TOLERANCE)


@pytest.mark.shared
def test_the_whole_of_agreement_json(shared: Path) -> None:
    """The entries above are those of the file, and its pa, pe and p follow from what is reproduced."""
    whole = json.loads((shared / "reference" / "agreement.json").read_text(encoding="utf-8"))
    compared = 0
    assert len(whole["expected"]) == len(CASES)
    for given, kept in zip(whole["expected"], CASES, strict=True):
        assert {name: given[name] for name in kept} == kept
        assert {
            "value",
            "se",
            "ci95",
            "level",
            "weights",
            "weights_by",
            "raters",
        } & given.keys() <= kept.keys()
        value, error, _ = reproduced(kept)
        if "pa" in given:
            assert (given["pa"] - given["pe"]) / (1 - given["pe"]) == pytest.approx(value, abs=TOLERANCE)
        if given.get("p_one_sided") is not None and error:
            table = RatedUnits.of(ratings(kept["dataset"], "nominal", kept.get("raters")))
            p = t.sf(value / error, table.rated - 1)
            assert p == pytest.approx(given["p_one_sided"], abs=TOLERANCE)
            compared += 1
        if "trap" in given:
            other = _alpha_of_weights({**kept, "weights": "ordinal"})[0]
            assert f"{other:.6f}" == f"{float(given['trap'].rsplit(' ', 1)[1]):.6f}"
            compared += 1
    assert compared > 100
    tables = {one["id"]: one for one in whole["datasets"]}
    for name, kept in DATASETS.items():
        assert {key: tables[name][key] for key in kept} == kept
    assert tables.keys() == DATASETS.keys()
    for given, kept in zip(whole["edge_cases"], REFERENCE["edge_cases"], strict=True):
        assert given["outcomes"]["own"] == kept["value"]
    assert whole["lexsub_agreement"] == REFERENCE["sets"]


@pytest.mark.parametrize("case", REFERENCE["edge_cases"], ids=_id)
def test_edge_case(case: dict[str, Any]) -> None:
    weights = case.get("weights", "unweighted")
    [result] = compute(ratings(case["dataset"]), [measure_name(case["coefficient"], weights)])
    assert result.value == case["value"]
    if case["value"] is None:
        assert result.reason == (
            "one category" if case["dataset"] == "one-category" else "no pairable ratings"
        )
        assert result.se is None
        assert result.interval is None


@pytest.mark.parametrize("name", list(REFERENCE["sets"]))
def test_sets(name: str) -> None:
    case = REFERENCE["sets"][name]
    row = [frozenset(answers) for answers in case["sets"]]
    data = Ratings.from_table(["item"], [f"A{n}" for n in range(len(row))], [row], "nominal")
    pairs, mode = compute(data, ["pairwise_agreement", "mode_agreement"])
    assert pairs.value == pytest.approx(case["pairwise_nonempty"], abs=TOLERANCE)
    assert mode.value == pytest.approx(case["mode_agreement_nonempty"], abs=TOLERANCE)
