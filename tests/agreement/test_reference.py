"""Every value, standard error and interval of the reference, from independent implementations."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from agreement.compute import compute
from agreement.distances import agreement_weights
from agreement.measures.krippendorff_alpha import KrippendorffAlpha
from agreement.measures.pairwise_agreement import pairwise_agreement_of_all
from agreement.ratings import Ratings
from agreement.table import Table

from .tables import DATASETS, REFERENCE, measure_name, ratings

TOLERANCE = 1e-6
LARGE_SAMPLE = {"cohen_kappa", "scott_pi"}


def _id(case: dict[str, Any]) -> str:
    raters = "-".join(map(str, case.get("raters", [])))
    return "/".join(
        filter(None, [case["dataset"], case["coefficient"], case.get("weights"), case.get("level"), raters])
    )


def _is_weighted_alpha(case: dict[str, Any]) -> bool:
    return case["coefficient"] == "krippendorff_alpha" and case.get("weights", "unweighted") != "unweighted"


CASES = [case for case in REFERENCE["expected"] if not _is_weighted_alpha(case)]


@pytest.mark.parametrize("case", CASES, ids=_id)
def test_value_and_standard_error(case: dict[str, Any]) -> None:
    weights = case.get("weights", "unweighted")
    name = measure_name(case["coefficient"], weights)
    data = ratings(case["dataset"], case.get("level", "nominal"), case.get("raters"))
    [result] = compute(data, [name], weights=weights, weights_by=case.get("weights_by", "value"))
    assert result.value == pytest.approx(case["value"], abs=TOLERANCE)
    assert result.reason is None
    # irrCAC's alpha on a table of counts has a standard error of its own, unlike its alpha on raw ratings.
    if "se" not in case or (case["dataset"], name) == ("fleiss-1971-6x15", "krippendorff_alpha"):
        return
    assert result.se is not None
    assert result.interval is not None
    if "table" in DATASETS[case["dataset"]] and name not in LARGE_SAMPLE:
        # For contingency tables irrCAC divides by n^2, for raw ratings (as here) by n (n - 1).
        size = result.units
        assert result.se * math.sqrt((size - 1) / size) == pytest.approx(case["se"], abs=TOLERANCE)
        return
    assert result.se == pytest.approx(case["se"], abs=TOLERANCE)
    assert [result.interval.low, result.interval.high] == pytest.approx(case["ci95"], abs=TOLERANCE)
    assert result.interval.method == "analytic"


@pytest.mark.parametrize("case", [one for one in REFERENCE["expected"] if _is_weighted_alpha(one)], ids=_id)
def test_alpha_with_agreement_weights(case: dict[str, Any]) -> None:
    measure = KrippendorffAlpha()
    selected = measure.select(Table.of(ratings(case["dataset"])))
    weights = agreement_weights(case["weights"], selected.categories)
    value = measure.statistic(selected, weights)(np.ones((1, selected.size)))[0]
    assert value == pytest.approx(case["value"], abs=TOLERANCE)


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
    assert pairwise_agreement_of_all(data) == pytest.approx(case["pairwise_all_annotators"], abs=TOLERANCE)
