"""`--sheet` of every command that reads a table: a sheet of a workbook, or a refusal that lists them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import aloi
from aloi.base.errors import AloiError
from tests.corpora.spreadsheets import Look, write_ods, write_xlsx

RATINGS = [["unit", "A", "B"], ["u1", 1, 1], ["u2", 2, 2], ["u3", 3, 3], ["u4", 1, 1]]
SHEETS = {
    "About": [["unit", "A", "B"], ["u1", 1, 2], ["u2", 2, 3], ["u3", 3, 1], ["u4", 1, 3]],
    "Tour 2": RATINGS,
    "Old": [["unit", "A", "B"], ["u1", 9, 9], ["u2", 8, 8]],
    "Empty": [],
}
ALPHA = ("--level", "nominal", "--measure", "krippendorff_alpha", "--ci", "none")


@pytest.fixture(params=["book.xlsx", "book.ods"])
def book(folder: Path, request: pytest.FixtureRequest) -> Path:
    write = write_xlsx if request.param.endswith("xlsx") else write_ods
    return write(folder / request.param, SHEETS, Look(sheets=("Old",)))


def test_agreement_of_a_sheet(told: Callable[..., Any], book: Path) -> None:
    document = told("agreement", book, "--sheet", "Tour 2", *ALPHA)
    read_as = document["read_as"]
    assert document["results"][0]["value"] == 1.0
    assert (read_as["sheet"], read_as["other_sheets"], read_as["hidden_sheets"]) == (
        "Tour 2", ["About"], ["Old"],
    )  # fmt: skip
    first = told("agreement", book, *ALPHA)
    assert (first["read_as"]["sheet"], first["read_as"]["other_sheets"]) == ("About", ["Tour 2"])
    assert first["results"][0]["value"] < 1


def test_a_hidden_sheet_may_be_named(told: Callable[..., Any], book: Path) -> None:
    read_as = told("agreement", book, "--sheet", "Old", *ALPHA)["read_as"]
    assert (read_as["sheet"], read_as["hidden_sheets"]) == ("Old", [])


@pytest.mark.parametrize("name", ["Tour 3", "Empty", "tour 2"])
def test_an_unknown_sheet_is_refused_with_those_there_are(
    refused: Callable[..., str], book: Path, name: str
) -> None:
    message = refused("agreement", book, "--sheet", name, *ALPHA)
    assert f"no sheet '{name}'" in message
    assert "'About', 'Tour 2', 'Old'" in message.replace(" and ", ", ")


def test_a_sheet_of_no_workbook_is_refused(refused: Callable[..., str], folder: Path) -> None:
    (folder / "t.tsv").write_text("unit\tA\tB\nu1\t1\t1\n", encoding="utf-8")
    assert "has no sheets" in refused("agreement", "t.tsv", "--sheet", "Tour 2", *ALPHA)


def test_texts_of_a_sheet(told: Callable[..., Any], refused: Callable[..., str], folder: Path) -> None:
    texts = [["id", "text"], ["a", "Le patient dort."], ["b", "La patiente dort."]]
    write_xlsx(folder / "t.xlsx", {"Notes": [["x"], ["y"]], "Texts": texts})
    chosen = ("t.xlsx", "--sheet", "Texts")
    assert told("mine", *chosen, "--out", "p.tsv", "--threshold", "0.1")["sentences"] == 2
    assert told("segment", *chosen, "--language", "fr", "--out", "s.tsv")["sentences"] == 2
    about = ("--name", "c", "--language", "fr", "--licence", "CC0")
    assert told("corpus", "import", *chosen, *about)["documents"] == 2
    assert "no sheet" in refused("corpus", "import", "t.xlsx", "--sheet", "X", *about[:1], "d", *about[2:])


def test_scores_of_a_sheet(told: Callable[..., Any], folder: Path) -> None:
    rows = [["id", "label"], ["a", "x"], ["b", "y"]]
    write_xlsx(folder / "gold.xlsx", {"Notes": [["n"], ["m"]], "Gold": rows})
    (folder / "p.tsv").write_text("id\tlabel\na\tx\nb\ty\n", encoding="utf-8")
    scored = told("score", "labels", "gold.xlsx", "p.tsv", "--sheet", "Gold", "--replicates", 0)
    assert scored["tables_read"][0]["sheet"] == "Gold"


@pytest.mark.parametrize("command", [("import",), ("annotations", "import", "--round", 1)])
def test_imports_refuse_an_unknown_sheet(
    refused: Callable[..., str], book: Path, command: tuple[object, ...]
) -> None:
    assert "no sheet 'Nowhere'" in refused(*command, book, "--campaign", "c", "--sheet", "Nowhere")


def test_the_notebook_names_a_sheet(folder: Path) -> None:
    path = write_xlsx(folder / "t.xlsx", SHEETS)
    measured = aloi.agreement.measure(
        path, level="nominal", measures="krippendorff_alpha", ci="none", sheet="Tour 2"
    )
    assert measured.results[0].value == 1.0
    with pytest.raises(AloiError, match="no sheet 'X'"):
        aloi.agreement.measure(path, level="nominal", sheet="X")
    scores = write_xlsx(folder / "g.xlsx", {"N": [["n"], ["m"]], "G": [["id", "score"], ["a", 1], ["b", 2]]})
    assert aloi.score("sts", scores, scores, scale=(0, 5), replicates=0, sheet="G").pearson.value == 1
