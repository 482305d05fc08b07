"""Everyday tables: each is read rightly or refused with the right word, and none is silently wrong.

All hold the same sixty invented labels of three annotators, or the same sixty degrees, written as people and
their programs write them; the number of each is that of the clean table.
"""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aloi.base.errors import AloiError
from aloi.workbench.agreement.reading.layouts import usual_level
from aloi.workbench.agreement.tables import TableReport, table_report
from aloi.workbench.requests.files.agreement import AgreementRequest
from tests.corpora.spreadsheets import Day, Wrong, write_ods, write_xlsx

LABELS = ("précis", "vague", "hors sujet")
UNITS = 20
PEOPLE = ("Anaïs", "Bruno", "Chloé")
ALPHA = ("krippendorff_alpha",)


def codes() -> np.ndarray:
    """Return what three annotators gave twenty units: 0, 1 or 2, mostly alike."""
    generator = np.random.default_rng(18)
    truth = generator.integers(0, 3, size=(UNITS, 1))
    other = generator.integers(0, 3, size=(UNITS, len(PEOPLE)))
    return np.where(generator.random((UNITS, len(PEOPLE))) < 0.15, other, truth)


CODES = codes()
NAMED: list[list[str]] = [[LABELS[code] for code in row] for row in CODES.tolist()]
DEGREES: list[list[float]] = [[0.5 + code for code in row] for row in CODES.tolist()]
WHOLE: list[list[int]] = [[code + 1 for code in row] for row in CODES.tolist()]
Rows = Sequence[Sequence[object]]


def wide(cells: Rows, head: Sequence[str] = ("unité", *PEOPLE)) -> list[list[object]]:
    return [list(head), *([f"u{at:02}", *row] for at, row in enumerate(cells))]


def long(cells: Rows) -> list[list[object]]:
    rows = [
        [f"u{at:02}", who, cell]
        for at, row in enumerate(cells)
        for who, cell in zip(PEOPLE, row, strict=True)
    ]
    return [["item_id", "annotator", "value"], *rows]


def counts(cells: np.ndarray, head: Sequence[str] = LABELS) -> list[list[object]]:
    return wide([[int((row == code).sum()) for code in range(3)] for row in cells], ("unité", *head))


def text(rows: Rows, separator: str = ",", mark: str = ".", end: str = "\n") -> str:
    def cell(value: object) -> str:
        return (
            "" if value is None else str(value).replace(".", mark) if isinstance(value, float) else str(value)
        )

    return "".join(separator.join(map(cell, row)) + end for row in rows)


def changed(cells: Rows, who: int, change: Callable[[Any], object]) -> list[list[object]]:
    return [[change(cell) if at == who else cell for at, cell in enumerate(row)] for row in cells]


def some(cells: Rows, word: object, every: int = 5) -> list[list[object]]:
    """Return cells of which every fifth is a word for missing, or None."""
    return [
        [word if (len(PEOPLE) * at + who) % every == 0 else cell for who, cell in enumerate(row)]
        for at, row in enumerate(cells)
    ]


def with_column(cells: Rows, of: Callable[[list[Any]], object], name: str) -> list[list[object]]:
    return wide([[*row, of(list(row))] for row in cells], ("unité", *PEOPLE, name))


def measured(path: Path, level: str = "nominal", **options: Any) -> TableReport:
    return table_report(AgreementRequest(path, level=level, measure=ALPHA, **{"ci": "none", **options}))


def alpha(path: Path, level: str = "nominal", **options: Any) -> float:
    [result] = measured(path, level, **options).results
    assert result.value is not None, result.reason
    return result.value


def put(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.fixture
def clean(tmp_path: Path) -> dict[str, float]:
    """The numbers of the clean tables: labels, degrees with decimals, and both with cells missing."""
    named = put(tmp_path, "clean.csv", text(wide(NAMED)))
    degrees = put(tmp_path, "degrees.csv", text(wide(DEGREES)))
    gaps = put(tmp_path, "gaps.csv", text(wide(some(NAMED, None))))
    return {
        "labels": alpha(named),
        "degrees": alpha(degrees, "interval"),
        "gaps": alpha(gaps),
        "whole gaps": alpha(put(tmp_path, "whole.csv", text(wide(some(WHOLE, None)))), "interval"),
    }


TITLED = [["Campagne de mars 2026", None, None, None], [None] * 4, *wide(NAMED)]
NUMBERED = [["", *wide(NAMED)[0]], *([at, *row] for at, row in enumerate(wide(NAMED)[1:]))]
TOTALLED = [[*row, 3 if at else "Total"] for at, row in enumerate(counts(CODES))]
BLANKS = [[None if cell == 0 else cell for cell in row] for row in counts(CODES)]
COMMENTED = [[*row, f"rien à dire de {at}" if at else "commentaire"] for at, row in enumerate(wide(NAMED))]
TEXTS: dict[str, tuple[str, bytes]] = {
    "comma": ("t.csv", text(wide(NAMED)).encode()),
    "semicolon": ("t.csv", text(wide(NAMED), ";").encode()),
    "tab in .tsv": ("t.tsv", text(wide(NAMED), "\t").encode()),
    "tab in .csv": ("t.csv", text(wide(NAMED), "\t").encode()),
    "semicolon in .tsv": ("t.tsv", text(wide(NAMED), ";").encode()),
    "UTF-8 of Excel": ("t.csv", text(wide(NAMED), ";", end="\r\n").encode("utf-8-sig")),
    "UTF-16 of Excel": ("t.csv", text(wide(NAMED), "\t", end="\r\n").encode("utf-16")),
    "UTF-16 without a mark": ("t.csv", text(wide(NAMED), "\t").encode("utf-16-le")),
    "windows-1252": ("t.csv", text(wide(NAMED), ";", end="\r\n").encode("windows-1252")),
    "sep=": ("t.csv", ("sep=;\r\n" + text(wide(NAMED), ";", end="\r\n")).encode()),
    "a title": ("t.csv", text(TITLED, ";").encode()),
    "a title alone": ("t.csv", ("Campagne de mars 2026\n\n" + text(wide(NAMED))).encode()),
    "blank rows": ("t.csv", (text(wide(NAMED), ";") + ";;;\n;;;\n\n").encode()),
    "blank columns": ("t.csv", text([[*row, None, None] for row in wide(NAMED)], ";").encode()),
    "spaces after commas": ("t.csv", text(wide(NAMED), ", ").encode()),
    "numbers of rows": ("t.csv", text(NUMBERED).encode()),
    "long": ("t.csv", text(long(NAMED), ";").encode("windows-1252")),
    "counts": ("t.csv", text(counts(CODES), ";").encode()),
    "counts with their total": ("t.csv", text(TOTALLED).encode()),
    "counts with blanks for zeros": ("t.csv", text(BLANKS).encode()),
    "comments": ("t.csv", text(COMMENTED).encode()),
}


@pytest.mark.parametrize("case", TEXTS)
def test_written_otherwise_it_is_the_same_table(tmp_path: Path, clean: dict[str, float], case: str) -> None:
    name, content = TEXTS[case]
    assert alpha(put(tmp_path, name, content)) == pytest.approx(clean["labels"], abs=1e-12)


@pytest.mark.parametrize("write", [write_xlsx, write_ods])
@pytest.mark.parametrize(
    "rows", [wide(NAMED), TITLED, [[None] * 4, *wide(NAMED), [None] * 4], long(NAMED), counts(CODES)]
)
def test_spreadsheets_are_the_same_table(
    tmp_path: Path, clean: dict[str, float], write: Any, rows: Any
) -> None:
    path = write(tmp_path / ("t.xlsx" if write is write_xlsx else "t.ods"), {"Feuil1": rows, "Feuil2": []})
    assert alpha(path) == pytest.approx(clean["labels"], abs=1e-12)


def test_decimals_with_a_comma(tmp_path: Path, clean: dict[str, float]) -> None:
    for separator, encoding in ((";", "windows-1252"), ("\t", "utf-16"), (";", "utf-8-sig")):
        path = put(tmp_path, "t.csv", text(wide(DEGREES), separator, ",").encode(encoding))
        report = measured(path, "interval")
        assert report.results[0].value == pytest.approx(clean["degrees"], abs=1e-12)
        assert report.read_as.to_json()["decimal"] == ","
    # An Excel file holds numbers; a column formatted as text holds commas.
    cells = changed(DEGREES, 1, lambda cell: str(cell).replace(".", ","))
    path = write_xlsx(tmp_path / "t.xlsx", {"Feuil1": wide(cells)})
    with pytest.raises(AloiError, match="decimal comma"):  # beside numbers with a point nobody knows
        measured(path, "interval")
    assert alpha(write_ods(tmp_path / "t.ods", {"F": wide(DEGREES)}), "interval") == clean["degrees"]


def test_decimals_with_both_marks_or_thousands_are_refused(tmp_path: Path) -> None:
    both = changed(changed(DEGREES, 0, lambda cell: f"{cell}".replace(".", ",")), 1, str)
    thousands = [[f"{cell},250" for cell in row] for row in WHOLE]
    for cells in (both, thousands):
        with pytest.raises(AloiError, match="decimal comma"):
            measured(put(tmp_path, "t.csv", text(wide(cells), ";")), "interval")


@pytest.mark.parametrize(
    "word", ["N/A", "NaN", "nan", "null", "#N/A", "?", "-", "NA", "néant", "#VALEUR!", ".", "vide"]
)
def test_words_for_missing_are_missing_and_listed(tmp_path: Path, clean: dict[str, float], word: str) -> None:
    for cells, level, value in ((NAMED, "nominal", "gaps"), (WHOLE, "interval", "whole gaps")):
        report = measured(put(tmp_path, "t.csv", text(wide(some(cells, word)), ";")), level)
        assert report.results[0].value == pytest.approx(clean[value], abs=1e-12)
        read = report.read_as.to_json()
        assert (read["missing"], read["missing_cells"]) == ([word], {word: 12})


def test_words_for_missing_that_are_labels(tmp_path: Path) -> None:
    signs = [["+-0"[code] for code in row] for row in CODES.tolist()]
    report = measured(put(tmp_path, "t.csv", text(wide(signs))))
    assert (report.results[0].ratings, report.read_as.missing) == (60, ())
    named = [["néant" if code == 2 else LABELS[code] for code in row] for row in CODES.tolist()]
    path = put(tmp_path, "t.csv", text(wide(named)))
    assert measured(path).results[0].ratings < 60
    assert measured(path, categories=("précis", "vague", "néant")).results[0].ratings == 60
    assert (
        measured(put(tmp_path, "u.csv", text(wide(some(NAMED, "sans")))), missing=("sans",))
        .results[0]
        .ratings
        == 48
    )


def test_errors_of_a_spreadsheet_are_missing(tmp_path: Path, clean: dict[str, float]) -> None:
    path = write_xlsx(tmp_path / "t.xlsx", {"Feuil1": wide(some(NAMED, Wrong("#N/A")))})
    assert alpha(path) == pytest.approx(clean["gaps"], abs=1e-12)


@pytest.mark.parametrize(
    ("change", "differ_by"),
    [
        (lambda cell: unicodedata.normalize("NFD", cell), "nfc"),
        (str.upper, "case"),
        (str.capitalize, "case"),
        (lambda cell: cell.replace(" ", "\u00a0"), "space"),
        (lambda cell: cell.replace(" ", "  "), "space"),
    ],
)
def test_twins_are_named_and_joined_on_request(
    tmp_path: Path, clean: dict[str, float], change: Callable[[str], str], differ_by: str
) -> None:
    path = put(tmp_path, "t.csv", text(wide(changed(NAMED, 2, change))))
    apart = measured(path)
    [twins, *_] = [one for one in apart.read_as.twins if one.of == "labels"]
    assert (twins.differ_by, twins.joined) == ((differ_by,), False)
    assert apart.results[0].value < clean["labels"] - 0.1
    assert any(f"--normalise {differ_by} merges them" in one for one in apart.cautions)
    joined = measured(path, normalise=(differ_by,))
    assert joined.results[0].value == pytest.approx(clean["labels"], abs=1e-12)
    assert all(one.joined for one in joined.read_as.twins)
    assert not any("--normalise" in one for one in joined.cautions)


def test_outer_spaces_are_joined_with_a_word(tmp_path: Path, clean: dict[str, float]) -> None:
    report = measured(put(tmp_path, "t.csv", text(wide(changed(NAMED, 2, lambda cell: f" {cell} ")))))
    assert report.results[0].value == pytest.approx(clean["labels"], abs=1e-12)
    assert {one.values for one in report.read_as.twins} == {(label, f" {label} ") for label in LABELS}


def test_annotators_and_units_that_are_twins(tmp_path: Path, clean: dict[str, float]) -> None:
    rows = long(NAMED)
    for at, row in enumerate(rows[1:]):
        row[1] = str(row[1]).upper() if at % 7 == 0 else row[1]
        row[0] = str(row[0]).upper() if at % 5 == 0 else row[0]
    path = put(tmp_path, "t.csv", text(rows))
    assert {one.of for one in measured(path).read_as.twins} == {"annotators", "units"}
    assert alpha(path, normalise=("case",)) == pytest.approx(clean["labels"], abs=1e-12)


MEAN: Callable[[list[Any]], object] = lambda row: float(np.mean(row))  # noqa: E731
COMPUTED: dict[str, tuple[str, Callable[[list[Any]], object]]] = {
    "mean": ("mean", MEAN),
    "rounded": ("Moyenne", lambda row: round(float(np.mean(row)), 2)),
    "of three words": ("score moyen (moyenne)", MEAN),
    "total": ("Total", sum),
    "sum": ("somme", sum),
    "median": ("médiane", lambda row: float(np.median(row))),
    "deviation": ("Écart-type", lambda row: float(np.std(row, ddof=1))),
    "count": ("n", len),
    "highest": ("max", max),
}


@pytest.mark.parametrize("case", COMPUTED)
def test_computed_columns_are_no_annotators(tmp_path: Path, case: str) -> None:
    name, of = COMPUTED[case]
    expected = alpha(put(tmp_path, "clean.csv", text(wide(WHOLE))), "interval")
    report = measured(put(tmp_path, "t.csv", text(with_column(WHOLE, of, name), ";", ",")), "interval")
    assert report.results[0].value == pytest.approx(expected, abs=1e-12)
    assert report.read_as.to_json()["dropped"] == [name]
    named = measured(tmp_path / "t.csv", "interval", columns=PEOPLE)
    assert named.results[0].value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "of", "word"),
    [
        ("note finale", MEAN, "'note finale' is the mean of the others in every row"),
        ("points", sum, "'points' is the sum of the others in every row"),
        (
            "moyenne",
            lambda row: row[0],
            "'moyenne' is named as the mean of others, without its values",
        ),
        ("consensus", lambda row: 3, "'consensus' is named as the majority of others"),
    ],
)
def test_columns_that_may_be_computed_are_refused(
    tmp_path: Path, name: str, of: Callable[[list[Any]], object], word: str
) -> None:
    with pytest.raises(AloiError, match=word) as raised:
        measured(put(tmp_path, "t.csv", text(with_column(WHOLE, of, name), ";")), "interval")
    assert "--columns" in raised.value.todo


def test_the_majority_is_no_annotator(tmp_path: Path) -> None:
    binary = [[int(code > 0) for code in row] for row in CODES.tolist()]
    table = with_column(binary, lambda row: int(sum(row) >= 2), "majorité")
    report = measured(put(tmp_path, "t.csv", text(table)))
    assert (report.results[0].annotators, report.read_as.to_json()["dropped"]) == (3, ["majorité"])


def test_rows_of_totals_are_no_units(tmp_path: Path) -> None:
    expected = alpha(put(tmp_path, "clean.csv", text(wide(WHOLE))), "interval")
    rows = [*wide(WHOLE), ["Total", *np.sum(WHOLE, axis=0)], ["Moyenne", *np.mean(WHOLE, axis=0)]]
    report = measured(put(tmp_path, "t.csv", text(rows, ";")), "interval")
    assert report.results[0].value == pytest.approx(expected, abs=1e-12)
    assert report.read_as.to_json()["dropped"] == ["row 'Moyenne'", "row 'Total'"]


def test_columns_of_another_kind_are_refused(tmp_path: Path) -> None:
    table = [
        ["unité", "service", *PEOPLE],
        *([row[0], f"service {at}", *row[1:]] for at, row in enumerate(wide(NAMED)[1:])),
    ]
    with pytest.raises(AloiError, match="'service' has no value in common with the other columns"):
        measured(put(tmp_path, "t.csv", text(table)))


def test_ratings_that_became_dates_are_refused(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "t.xlsx", {"Feuil1": wide(some(NAMED, Day(45000), 50))})
    with pytest.raises(AloiError, match="line 2: the column 'Anaïs' contains the date 2023-03-15"):
        measured(path)


def test_counts_are_counts(tmp_path: Path) -> None:
    path = put(tmp_path, "t.csv", text(counts(CODES)))
    report = table_report(AgreementRequest(path, level="nominal"))
    assert report.read_as.layout == "counts"
    assert report.pairs == ()
    whole = table_report(AgreementRequest(put(tmp_path, "w.csv", text(wide(NAMED))), level="nominal"))
    known = {one.measure: one.value for one in whole.results}
    found = {one.measure: one.value for one in report.results}
    assert len(found) == 5
    assert found == {name: pytest.approx(known[name], abs=1e-12) for name in found}
    with pytest.raises(AloiError, match="does not apply to a table of counts"):
        table_report(AgreementRequest(path, level="nominal", measure=("conger_kappa",)))
    degrees = put(tmp_path, "d.csv", text(counts(CODES, ("0,5", "1,5", "2,5")), ";"))
    assert alpha(degrees, "interval") == pytest.approx(
        alpha(put(tmp_path, "e.csv", text(wide(DEGREES))), "interval"), abs=1e-12
    )
    assert measured(path, "interval", layout="wide").read_as.layout == "wide"


def test_counts_of_different_numbers_of_ratings_are_said(tmp_path: Path) -> None:
    cells = np.array(counts(CODES)[1:])[:, 1:].astype(int)
    cells[0] = (0, 1, 0)
    path = put(tmp_path, "t.csv", text(wide(cells.tolist(), ("unité", *LABELS))))
    assert measured(path).read_as.layout == "wide"
    [result] = measured(path, layout="counts").results
    assert (result.units, result.ratings) == (UNITS - 1, 3 * (UNITS - 1) + 1)
    with pytest.raises(AloiError, match="the count of 'Anaïs'"):
        measured(put(tmp_path, "u.csv", text(wide(DEGREES))), layout="counts")


def test_ratings_of_two_on_a_scale_are_no_counts(tmp_path: Path) -> None:
    rows = [["u", "A", "B"], *([at, 1 + at % 5, 5 - at % 5] for at in range(20))]
    assert measured(put(tmp_path, "t.csv", text(rows)), "interval").read_as.layout == "wide"


def test_a_clean_table_is_read_plainly(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    report = measured(put(tmp_path, "t.csv", text(wide(NAMED))))
    assert report.read_as.plain
    assert not [one for one in caplog.records if one.levelname == "WARNING"]
    measured(put(tmp_path, "u.csv", text(wide(some(NAMED, "?")), ";").encode("windows-1252")))
    [said] = [one.getMessage() for one in caplog.records if one.levelname == "WARNING"]
    assert said == "u.csv read as: windows-1252, semicolon, wide layout, missing: '?' (12)"


@pytest.mark.parametrize(
    ("columns", "rows", "layout", "level"),
    [
        ("item,Ann,Bob", ["a,3,4", "b,2,NA", "c,0,5"], None, "ordinal"),
        ("item,Ann,Bob", ['a,"3,5",4', "b,2,1"], None, "ordinal"),
        ("item,Ann,Bob", ["a,cat,dog", "b,cat,"], None, "nominal"),
        ("item,annotator,label", ["a,Ann,cat", "a,Bob,dog"], None, "nominal"),
        ("item,annotator,score", ["a,Ann,3", "a,Bob,2"], None, "ordinal"),
        ("item,text,Ann,Bob", ["a,some words,3,4", "b,others,2,1"], None, "ordinal"),
        ("item,yes,no,unsure", ["a,3,2,0", "b,0,5,0", "c,1,3,1"], None, "nominal"),
        ("item,0,1,2", ["a,3,2,0", "b,0,5,0", "c,1,3,1"], None, "ordinal"),
        ("item,yes,no", ["a,3,2", "b,4,2"], "counts", "nominal"),
        ("item,Ann,Bob", [], None, "ordinal"),
    ],
)
def test_the_first_rows_say_whether_ratings_are_words(
    columns: str, rows: list[str], layout: str | None, level: str
) -> None:
    cells = list(csv.reader(rows))
    assert usual_level(columns.split(","), cells, layout) == level
