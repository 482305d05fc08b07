"""Columns that are computed from those of annotators, by their names and by their values."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

from aloi.base.errors import AloiError
from aloi.workbench.agreement.reading.computed_columns import ranks
from aloi.workbench.agreement.tables import TableReport, table_report
from aloi.workbench.requests.files.agreement import AgreementRequest

Row = Sequence[float]
OF_ROWS: dict[str, Callable[[Row], float]] = {
    "mean": statistics.mean,
    "population deviation": statistics.pstdev,
    "sample deviation": statistics.stdev,
    "variance": statistics.pvariance,
    "sample variance": statistics.variance,
    "variation": lambda row: statistics.pstdev(row) / statistics.mean(row),
    "variation in percent": lambda row: 100 * statistics.stdev(row) / statistics.mean(row),
    "median": statistics.median,
    "lowest": min,
    "highest": max,
    "range": lambda row: max(row) - min(row),
    "sum": sum,
}


def measured(folder: Path, head: Sequence[str], rows: Sequence[Sequence[object]]) -> TableReport:
    path = folder / "t.csv"
    lines = [["u", *head], *([f"i{at}", *row] for at, row in enumerate(rows))]
    path.write_text("\n".join(",".join(map(str, line)) for line in lines) + "\n", encoding="utf-8")
    return table_report(
        AgreementRequest(path, level="nominal", measure=("krippendorff_alpha",), ci="none", pairs=False)
    )


def ratings(seed: int, units: int = 25, annotators: int = 3, degrees: int = 5) -> list[list[int]]:
    drawn = np.random.default_rng(seed).integers(1, degrees + 1, size=(units, annotators))
    return [[int(cell) for cell in row] for row in drawn]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Moyenne", "mean"),
        ("Ø", "mean"),
        ("avg", "mean"),
        ("ET", "sample deviation"),
        ("DS", "population deviation"),
        ("σ", "population deviation"),
        ("SD", "sample deviation"),
        ("écart-type", "sample deviation"),
        ("var", "sample variance"),
        ("σ²", "variance"),
        ("cv", "variation"),
        ("CV", "variation in percent"),
        ("étendue", "range"),
        ("médiane", "median"),
        ("min", "lowest"),
        ("maximum", "highest"),
        ("total", "sum"),
    ],
)
@pytest.mark.parametrize("decimals", [1, 2, 12])
def test_a_column_named_and_computed_is_left_out_with_a_word(
    tmp_path: Path, name: str, kind: str, decimals: int
) -> None:
    rows = ratings(7)
    clean = measured(tmp_path, "ABC", rows).results[0].value
    report = measured(tmp_path, [*"ABC", name], [[*row, round(OF_ROWS[kind](row), decimals)] for row in rows])
    assert [column for column, _ in report.read_as.dropped] == [name]
    assert report.results[0].value == clean


@pytest.mark.parametrize("kind", OF_ROWS)
@pytest.mark.parametrize("seed", range(3))
def test_a_computed_column_of_any_name_is_refused_or_told(tmp_path: Path, kind: str, seed: int) -> None:
    rows = ratings(seed)
    head, cells = [*"ABC", "Zoé"], [[*row, round(OF_ROWS[kind](row), 2)] for row in rows]
    if kind in ("mean", "sum"):
        with pytest.raises(AloiError) as error:
            measured(tmp_path, head, cells)
        assert "of the others in every row" in error.value.found
    elif kind == "range":  # not told by its values alone unless it leaves the scale
        measured(tmp_path, head, cells)
    else:
        try:
            report = measured(tmp_path, head, cells)
        except AloiError as error:  # all its values are beyond the scale
            if error.code != "workbench.column-shares-no-value":
                raise
            return
        assert [name for name, _ in report.read_as.suspected] == ["Zoé"]
        assert any("'Zoé' equals the" in text for text in report.cautions)


def test_ranks_and_z_scores_are_told(tmp_path: Path) -> None:
    rows = ratings(3, units=12)
    means = [statistics.mean(row) for row in rows]
    spread = statistics.pstdev(means)
    scores = [(mean - statistics.mean(means)) / spread for mean in means]
    ranks = [1 + sum(other > mean for other in means) for mean in means]
    for name, values in (("zscore", scores), ("z", scores), ("ranking", ranks)):
        report = measured(
            tmp_path, [*"ABC", name], [[*row, round(x, 3)] for row, x in zip(rows, values, strict=True)]
        )
        assert [column for column, _ in report.read_as.dropped] == [name]


@pytest.mark.parametrize("labels", [("yes", "no", "unsure"), ("1", "2", "3")])
@pytest.mark.parametrize(("name", "left_out"), [("majority", True), ("vote", True), ("Zoé", False)])
def test_a_majority_of_labels_is_left_out_or_told(
    tmp_path: Path, labels: tuple[str, ...], name: str, left_out: bool
) -> None:
    rows = [[labels[cell - 1] for cell in row] for row in ratings(5, units=60, degrees=3)]
    report = measured(tmp_path, [*"ABC", name], [[*row, statistics.mode(row)] for row in rows])
    names = report.read_as.dropped if left_out else report.read_as.suspected
    assert [column for column, _ in names] == [name]


@pytest.mark.parametrize("annotators", [2, 3, 4])
@pytest.mark.parametrize("degrees", [2, 5])
def test_annotators_are_never_left_out_by_chance(tmp_path: Path, annotators: int, degrees: int) -> None:
    head = ["Max", "ET", "Mina", "Vera"][:annotators]
    for seed in range(25):
        rows = ratings(seed, units=10, annotators=annotators, degrees=degrees)
        try:
            report = measured(tmp_path, head, rows)
        except AloiError as error:  # counts of categories, which two columns look like
            if error.code != "aloi.not-for":
                raise
            continue
        assert report.read_as.dropped == ()


@pytest.mark.parametrize(
    "rows",
    [
        [[1, 1, 1]] * 8,
        [[1, 2, 2], [1, 1, 1], [2, 2, 2], [1, 1, 1]],
        [[2, 2, 2], [2, 2, 2], [1, 2, 2], [2, 2, 2], [2, 2, 2], [2, 1, 2]],
    ],
)
def test_a_constant_or_agreeing_annotator_stays(tmp_path: Path, rows: list[list[int]]) -> None:
    report = measured(tmp_path, ["A", "B", "Max"], rows)
    assert (report.read_as.dropped, report.read_as.suspected) == ((), ())


def test_an_annotator_with_few_units_may_equal_the_majority(tmp_path: Path) -> None:
    rows = [[*row, statistics.mode(row)] for row in ratings(5, units=10, degrees=2)]
    assert measured(tmp_path, [*"ABC", "D"], rows).read_as.suspected == ()


def test_a_person_of_a_long_table_who_is_a_mean_is_left_out(tmp_path: Path) -> None:
    rows = ratings(7)
    lines = ["unit\tannotator\tvalue"]
    for at, row in enumerate(rows):
        cells = {**dict(zip("ABC", row, strict=True)), "moyenne": round(statistics.mean(row), 2)}
        lines += [f"i{at}\t{name}\t{cell}" for name, cell in cells.items()]
    path = tmp_path / "t.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    report = table_report(
        AgreementRequest(path, level="interval", measure=("krippendorff_alpha",), ci="none")
    )
    assert report.read_as.dropped == (("moyenne", "the mean of the other columns"),)
    assert report.results[0].annotators == 3


@given(st.lists(st.sampled_from([1.0, 2.0, 2.5, -1.0, np.nan]), max_size=12))
def test_ranks_are_those_of_scipy(values: list[float]) -> None:
    for method in ("average", "min", "max", "dense", "ordinal"):
        expected = rankdata(values, method=method, nan_policy="omit")
        assert np.array_equal(ranks(np.array(values), method), expected, equal_nan=True)
