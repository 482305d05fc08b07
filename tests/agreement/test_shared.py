"""Real tables: Gwet's examples, BIOSSES, and the human ratings of ASSET."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from aloi.agreement.compute import compute
from aloi.agreement.crosscheck import krippendorff_package_alpha
from aloi.agreement.measures import find_measure
from aloi.agreement.ratings import Ratings
from aloi.agreement.table import RatedUnits

pytestmark = pytest.mark.shared

NAMES = {
    "AC1/AC2": "gwet_ac2",
    "bennett_S": "brennan_prediger",
    "scott_pi/siegel_castellan": "scott_pi",
    "cohen_kappa (avg)": "cohen_kappa",
    "davies_fleiss_multi_kappa": "davies_fleiss_kappa",
}
NOT_RATINGS = {"Units", "Unit", "Group", "Subject", "Type", "Diagnosis"}


def _rows(path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter=delimiter))


def _cell(text: str) -> object:
    text = text.strip()
    if not text:
        return None
    return int(text) if text.lstrip("-").isdigit() else text


def _example(folder: Path, name: str, level: str) -> Ratings:
    """Return one of the example tables, whatever its form."""
    if name == "artstein_poesio":
        triples = [(row["item"], row["coder"], row["label"]) for row in _rows(folder / f"{name}.tsv", "\t")]
        return Ratings.from_triples(triples, level)
    lines = _rows(folder / f"{name}.csv")
    columns = [column for column in lines[0] if column not in NOT_RATINGS]
    values: list[list[object]]
    declared: list[object] | None = None
    if name.startswith("cont"):
        kind = next(iter(lines[0]))
        values = [[row[kind], column] for row in lines for column in columns for _ in range(int(row[column]))]
        declared = list(columns)
    elif name.startswith("distrib"):
        values = [[column for column in columns for _ in range(int(row[column]))] for row in lines]
    else:
        values = [[_cell(row[column]) for column in columns] for row in lines]
    units = [f"u{number}" for number in range(len(values))]
    return Ratings.from_table(units, [f"A{n}" for n in range(len(values[0]))], values, level, declared)


def test_gwets_examples(shared: Path) -> None:
    """All 122 values; the README names no other source that differs in value."""
    folder = shared / "data" / "agreement-examples"
    checked = 0
    for row in _rows(folder / "expected.tsv", "\t"):
        weights, name = row["weights"], NAMES.get(row["coefficient"], row["coefficient"])
        level = weights.removeprefix("metric:") if weights.startswith("metric:") else "nominal"
        weights = "unweighted" if weights == "identity" or ":" in weights or not weights else weights
        if name == "gwet_ac2" and weights == "unweighted":
            name = "gwet_ac1"
        data = _example(folder, row["dataset"], level)
        if name == "krippendorff_alpha" and weights != "unweighted":
            value, error = _weighted_alpha(data, weights), None
        else:
            [result] = compute(data, [name], weights=weights, ci="analytic")
            value, error = result.value, result.se
        assert value == pytest.approx(float(row["value"]), abs=1e-4), row
        checked += 1
        if error is not None and row["se"] and name != "krippendorff_alpha":
            # irrCAC divides by n^2 for contingency tables; its alpha error on raw tables is the Python one.
            size = result.units
            by_table = row["dataset"].startswith("cont") and name not in ("cohen_kappa", "scott_pi")
            shrink = np.sqrt((size - 1) / size) if by_table else 1.0
            assert error * shrink == pytest.approx(float(row["se"].strip("[]")), abs=1e-4), row
    assert checked == 122


def _weighted_alpha(data: Ratings, weights: str) -> float:
    from aloi.agreement.distances import agreement_weights

    measure = find_measure("krippendorff_alpha")
    selected = measure.select(RatedUnits.of(data))
    statistic = measure.statistic(selected, agreement_weights(weights, selected.categories))
    return float(statistic(np.ones((1, selected.size)))[0])


def _biosses(shared: Path, level: str) -> Ratings:
    rows = _rows(shared / "data" / "biosses" / "biosses.tsv", "\t")
    values = [[int(row[name]) for name in "ABCDE"] for row in rows]
    return Ratings.from_table([row["id"] for row in rows], list("ABCDE"), values, level, range(5))


@pytest.mark.parametrize(
    ("level", "alpha"), [("nominal", 0.577), ("ordinal", 0.878), ("interval", 0.874), ("ratio", 0.716)]
)
def test_biosses(shared: Path, level: str, alpha: float) -> None:
    data = _biosses(shared, level)
    [result] = compute(data, ["krippendorff_alpha"], ci="bootstrap", seed=1)
    assert result.value is not None
    assert round(result.value, 3) == alpha
    assert (result.units, result.annotators, result.ratings, result.missing) == (100, 5, 500, 0)
    assert result.interval is not None
    assert result.interval.low < result.value < result.interval.high
    assert krippendorff_package_alpha(data)[0] == pytest.approx(result.value, abs=1e-12)


@pytest.mark.parametrize(
    ("aspect", "alpha"), [("meaning", 0.5872), ("fluency", 0.5614), ("simplicity", 0.4347)]
)
def test_asset_human_ratings(shared: Path, aspect: str, alpha: float) -> None:
    rows = _rows(shared / "data" / "asset-human-ratings" / "human_ratings.csv")
    triples = [
        (f"{row['original_sentence_id']}:{row['simplification']}", row["worker_id"], float(row["rating"]))
        for row in rows
        if row["aspect"] == aspect
    ]
    data = Ratings.from_triples(triples, "interval")
    for result in compute(data):
        if result.measure == "krippendorff_alpha":
            assert result.value == pytest.approx(alpha, abs=5e-5)
        assert (result.value is None) != (result.reason is None)
