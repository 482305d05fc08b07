"""The door of tables: encodings, separators, titles, blank rows, spreadsheets; what is refused, and why."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.readers import preview, read_table
from aloi.corpora.readers.encodings import encoding_of
from tests.corpora.spreadsheets import Day, Formula, Look, Shown, Wrong, write_ods, write_xlsx

ROWS = [("u1", "2", "3"), ("u2", "été", "fièvre")]


def put(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def cells(path: Path) -> list[tuple[str, ...]]:
    table = read_table(path)
    return [tuple(row.text(name) for name in table.columns) for row in table.rows]


def written(separator: str, above: str = "", below: str = "", end: str = "\n") -> str:
    rows = [("unit", "A", "B"), *ROWS]
    return above + "".join(separator.join(row) + end for row in rows) + below


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("name", ["t.csv", "t.tsv"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "windows-1252"]
)
def test_separators_and_encodings(tmp_path: Path, name: str, separator: str, encoding: str) -> None:
    table = read_table(put(tmp_path / name, written(separator, end="\r\n").encode(encoding)))
    assert table.columns == ("unit", "A", "B")
    assert [tuple(row.values.values()) for row in table.rows] == ROWS
    assert [row.number for row in table.rows] == [2, 3]
    assert table.read_as.separator == separator
    assert table.read_as.encoding == encoding.removesuffix("-sig")[:6].replace("window", "windows-1252")


@pytest.mark.parametrize(
    ("above", "titles", "first"),
    [
        ("Campagne de mars 2026\n", 1, 3),
        ("Campagne de mars 2026\n\n", 1, 4),
        ("Campagne;;\n;;\n", 1, 4),
        ("Campagne;;\nMars;;\n", 2, 4),
        ("Projet;mars\nDate;12/03\n\n", 2, 5),
        ('"Campagne\nde mars";;\n;;\n', 1, 5),
        ("sep=;\n", 0, 3),
    ],
)
def test_titles_above_the_header_are_left_out(tmp_path: Path, above: str, titles: int, first: int) -> None:
    table = read_table(put(tmp_path / "t.csv", written(";", above)))
    assert (table.columns, table.read_as.title_rows) == (("unit", "A", "B"), titles)
    assert [(row.number, *row.values.values()) for row in table.rows] == [
        (first, *ROWS[0]),
        (first + 1, *ROWS[1]),
    ]


@pytest.mark.parametrize("below", [";;\n;;\n", "\n\n", ";;", " ; ;\n"])
def test_blank_rows_are_left_out(tmp_path: Path, below: str) -> None:
    assert cells(put(tmp_path / "t.csv", written(";", below=below))) == ROWS


def test_columns_without_name_and_value_are_left_out(tmp_path: Path) -> None:
    assert cells(put(tmp_path / "t.csv", "unit;A;B;;\nu1;2;3;;\nu2;été;fièvre;;\n")) == ROWS
    assert cells(put(tmp_path / "u.csv", ";unit;A;B\n;u1;2;3\n;u2;été;fièvre\n")) == ROWS
    table = read_table(put(tmp_path / "v.csv", ",A,B\nu1,2,3\n"))  # as programs write the names of rows
    assert table.columns == ("", "A", "B")
    with pytest.raises(AloiError, match="line 3: the column 4 contains values but has no name"):
        read_table(put(tmp_path / "w.csv", "unit;A;B;\nu1;2;3;\nu2;2;3;x\n"))


@pytest.mark.parametrize("content", ["text\nun, deux\ntrois, quatre\n", "id,text\n1,a,b\n", "id\n1,a\n2,b\n"])
def test_a_broken_table_is_not_cut_by_a_guess(tmp_path: Path, content: str) -> None:
    with pytest.raises(AloiError, match="line 2"):
        read_table(put(tmp_path / "t.csv", content))


@pytest.mark.parametrize(
    "content",
    [
        "id,text\n1,сердце болит\n".encode("windows-1251"),
        "id,text\n1,καρδιά\n".encode("iso8859-7"),
        "id,text\n1,été à l'hôpital\n".encode("mac-roman"),
        "id,text\n1,été à l'hôpital\n".encode("cp850"),
        "id,text\n1,été à l'hôpital, fièvre\n".encode() + b"2,\xe9t\n",  # UTF-8 with one damaged line
        "id,text\n1,é\n".encode("utf-16") + b"\x00",
        b"id,text\n1,a\0b\n",
    ],
)
def test_other_encodings_are_refused_not_guessed(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(AloiError, match=r"UTF-8|UTF-16|utf-16|NUL"):
        read_table(put(tmp_path / "t.csv", content))


def test_the_encoding_is_that_of_the_whole_file(tmp_path: Path) -> None:
    assert (
        encoding_of(put(tmp_path / "t.csv", b"id,text\n" + b"1,a\n" * 600_000 + b"2,\xe9t\xe9\n"))
        == "windows-1252"
    )


def test_spreadsheets(tmp_path: Path) -> None:
    sheet = [
        ["Campagne de mars", None, None],
        [None, None, None],
        ["unit", "A", "B"],
        ["u1", 2, 3.0],
        ["u2", "été", 2.5],
        [None, None, None],
        ["u3", True, None],
    ]
    for path in (
        write_xlsx(tmp_path / "t.xlsx", {"Vide": [], "Notes": sheet, "Autre": [["x", "y"], ["1", "2"]]}),
        write_ods(tmp_path / "t.ods", {"Notes": sheet, "Autre": [["x", "y"], ["1", "2"]]}),
    ):
        table = read_table(path)
        assert table.columns == ("unit", "A", "B")
        assert [(row.number, *row.values.values()) for row in table.rows] == [
            (4, "u1", 2, 3),
            (5, "u2", "été", 2.5),
            (7, "u3", True, ""),
        ]
        assert (table.read_as.sheet, table.read_as.other_sheets) == ("Notes", ("Autre",))
        assert table.read_as.describe() == "sheet 'Notes', sheets not read: 'Autre', 1 title row skipped"
        assert preview(path).rows[0] == ("u1", "2", "3")


def test_what_a_spreadsheet_made_of_a_value(tmp_path: Path) -> None:
    table = read_table(
        write_xlsx(tmp_path / "t.xlsx", {"F": [["id", "a"], ["1", Wrong("#N/A")], ["2", Day(45000)]]})
    )
    assert [row.text("a") for row in table.rows] == ["", "2023-03-15"]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"junk", "cannot be read as a spreadsheet"),
        (b"PK\x03\x04junk", "cannot be read as a spreadsheet"),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "locked with a password"),
        (b"", "contains no rows"),
    ],
)
@pytest.mark.parametrize("name", ["t.xlsx", "t.ods"])
def test_bad_spreadsheets_are_refused(tmp_path: Path, name: str, content: bytes, found: str) -> None:
    with pytest.raises(AloiError, match=found):
        read_table(put(tmp_path / name, content))


def test_an_empty_spreadsheet_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AloiError, match="contains no rows"):
        read_table(write_xlsx(tmp_path / "t.xlsx", {"Feuil1": [], "Feuil2": [[None]]}))


def test_the_log_says_what_was_read_and_warns_of_the_unusual(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "aloi.tables")
    read_table(put(tmp_path / "plain.csv", "id,a\n1,2\n"))
    read_table(put(tmp_path / "french.csv", "id;a\n1;été\n".encode("windows-1252")))
    assert [(one.levelname, one.getMessage()) for one in caplog.records] == [
        ("INFO", "plain.csv read as: utf-8, comma"),
        ("WARNING", "french.csv read as: windows-1252, semicolon"),
    ]


SHEET = [["id", "a"], ["u1", 1], ["u2", 2], ["u3", 3]]


@pytest.mark.parametrize(
    ("merged", "found"),
    [("A2:A3", "the cells A2:A3 are merged"), ("A1:B1", "the cells A1:B1 are merged")],
)
@pytest.mark.parametrize("write", [write_xlsx, write_ods])
def test_merged_cells_are_refused(tmp_path: Path, write: Any, merged: str, found: str) -> None:
    path = tmp_path / ("t.xlsx" if write is write_xlsx else "t.ods")
    with pytest.raises(AloiError, match=found):
        read_table(write(path, {"F": SHEET}, Look(merged)))
    titled = [["Campagne de mars", None], [None, None], *SHEET]
    assert len(read_table(write(path, {"F": titled}, Look("A1:B1"))).rows) == 3


@pytest.mark.parametrize("write", [write_xlsx, write_ods])
def test_formulas_have_the_value_that_is_stored_or_are_refused(tmp_path: Path, write: Any) -> None:
    path = tmp_path / ("t.xlsx" if write is write_xlsx else "t.ods")
    assert cells(write(path, {"F": [*SHEET, ["u4", Formula("B2+B3", 3.5)]]}))[-1] == ("u4", "3.5")
    with pytest.raises(AloiError, match="cell B5: the value of the formula is not stored"):
        read_table(write(path, {"F": [*SHEET, ["u4", Formula("B2+B3")]]}))


@pytest.mark.parametrize("write", [write_xlsx, write_ods])
def test_hidden_rows_are_read_and_told_and_hidden_sheets_are_named(tmp_path: Path, write: Any) -> None:
    sheets = {"Lues": SHEET, "Cachée": [["x", "y"], ["1", "2"]]}
    path = tmp_path / ("t.xlsx" if write is write_xlsx else "t.ods")
    table = read_table(write(path, sheets, Look(rows=(3, 9), sheets=("Cachée",))))
    assert len(table.rows) == 3
    assert table.read_as.describe() == "sheet 'Lues', hidden sheets not read: 'Cachée', 1 hidden row read too"
    assert not table.read_as.plain
    with pytest.raises(AloiError, match="every sheet with cells is hidden"):
        read_table(write(path, {"F": SHEET}, Look(sheets=("F",))))


def test_numbers_are_what_a_person_sees_or_it_is_told(tmp_path: Path) -> None:
    sheet = [["id", "a"], [Shown(7, "zeros"), Shown(0.45, "percent")], [Shown(1234, "zeros"), 0.5]]
    table = read_table(write_xlsx(tmp_path / "t.xlsx", {"F": sheet}))
    assert [tuple(row.values.values()) for row in table.rows] == [("007", 0.45), ("1234", 0.5)]
    assert table.read_as.percent == ("a",)
    ods = read_table(write_ods(tmp_path / "t.ods", {"F": [["id", "a"], ["1", Shown(0.45, "percent")]]}))
    assert ods.read_as.percent == ("a",)
    with pytest.raises(AloiError, match="cell A2: a number of more than 15 digits"):
        read_table(write_xlsx(tmp_path / "u.xlsx", {"F": [["id", "a"], [12345678901234567, 1]]}))
    assert cells(put(tmp_path / "t.csv", "id,a\n007,12345678901234567\n")) == [("007", "12345678901234567")]


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("t.csv", "id,a\n1,2\nid,a\n2,3\n", "line 3: the header is repeated"),
        (
            "t.jsonl",
            '{"id": "1", "a": 1, "a": 2}\n',
            r"t\.jsonl, line 1: the key of one object 'a' appears twice",
        ),
        ("t.csv", "id,a,a\n1,2,3\n", "Each was expected once"),
    ],
)
def test_what_would_be_lost_or_doubled_is_refused(
    tmp_path: Path, name: str, content: str, found: str
) -> None:
    with pytest.raises(AloiError, match=found):
        read_table(put(tmp_path / name, content))
