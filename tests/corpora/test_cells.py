"""Tables that people open hold no formula, and come back exactly; tables from elsewhere stay as they are."""

from __future__ import annotations

import csv
import io
import random
import re
import zipfile
from pathlib import Path

import pandas as pd
import pytest

from aloi.base.errors import AloiError
from aloi.corpora.readers import cells_written, read_table, write_table
from aloi.corpora.readers.cells import FORMULA_STARTS, delimited_line, marked_header
from aloi.corpora.readers.columns import read_columns
from aloi.corpora.readers.values import check_label
from aloi.corpora.readers.writing import delimited_text

SUFFIXES = (".tsv", ".csv", ".xlsx", ".jsonl", ".parquet")
LETTERS = "=+-@\t\r\n＝＋－＠'''\"\",;ab 05.é🙂"
COLUMNS = ("left_id", "left", "right", "score")


def texts(seed: int, count: int) -> list[str]:
    draw = random.Random(seed)
    drawn = ["".join(draw.choices(LETTERS, k=draw.randint(1, 6))) for _ in range(count)]
    return [text if text.strip() else "x" + text for text in drawn]


def random_rows(seed: int, count: int = 60) -> list[dict[str, object]]:
    draw = random.Random(seed)
    return [
        {"left_id": f"u{row}", "left": left, "right": right, "score": round(draw.uniform(-1, 1), 6)}
        for row, (left, right) in enumerate(zip(texts(seed, count), texts(-seed - 1, count), strict=True))
    ]


def read_rows(path: Path) -> list[dict[str, object]]:
    return [{**row.values} for row in read_table(path).rows]


def as_read(rows: list[dict[str, object]], suffix: str) -> list[dict[str, object]]:
    return [{**row, "score": str(row["score"])} for row in rows] if suffix in (".csv", ".tsv") else rows


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("raw", [False, True])
def test_random_texts_come_back_exactly(tmp_path: Path, suffix: str, seed: int, raw: bool) -> None:
    path, rows = tmp_path / f"t{suffix}", random_rows(seed)
    with cells_written(raw=raw) as changed:
        write_table(path, COLUMNS, rows)
    assert bool(changed) == (suffix in (".csv", ".tsv") and not raw)
    assert read_rows(path) == as_read(rows, suffix)
    columns = read_columns(path)
    left = columns.columns["left"]
    assert [left.values[code] for code in left.codes] == [row["left"] for row in rows]


@pytest.mark.parametrize(("suffix", "decimal"), [(".tsv", ""), (".csv", ""), (".csv", "."), (".csv", ",")])
@pytest.mark.parametrize("seed", range(4))
def test_no_cell_begins_a_formula_and_pandas_reads_the_same_table(
    tmp_path: Path, suffix: str, decimal: str, seed: int
) -> None:
    path, rows = tmp_path / f"t{suffix}", random_rows(seed)
    with cells_written(raw=False) as changed:
        write_table(path, COLUMNS, rows, spreadsheet=decimal)  # type: ignore[arg-type]
    separator = "\t" if suffix == ".tsv" else ";" if decimal == "," else ","
    cells = [*csv.reader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline=""), delimiter=separator)]
    assert cells[0] == [*COLUMNS]
    assert {len(row) for row in cells} == {4}
    plain = [text for row in cells[1:] for text in row[:3]]
    assert not [text for text in plain if text.startswith(FORMULA_STARTS) and not text[1:2].isdigit()]
    count = sum(
        written != row[name]
        for cell, row in zip(cells[1:], rows, strict=True)
        for name, written in zip(COLUMNS[:3], cell, strict=False)
    )
    assert changed == [(path.name, count)]
    frame = pd.read_csv(path, sep=separator, decimal=decimal or ".", keep_default_na=False)
    assert [*frame.columns] == [*COLUMNS]
    assert frame.shape == (len(rows), 4)
    assert frame["score"].tolist() == pytest.approx([row["score"] for row in rows])
    assert read_rows(path) == [
        {**row, "score": str(row["score"]).replace(".", decimal or ".")} for row in rows
    ]


def test_columns_whose_names_begin_formulas_come_back(tmp_path: Path) -> None:
    names = ("=id", "'+text", "a,b", '"')
    for suffix in (".csv", ".tsv"):
        for rows in ([dict.fromkeys(names, "x")], [dict.fromkeys(names, "\r\n=y")]):
            path = tmp_path / f"t{suffix}"
            write_table(path, names, rows)
            assert read_table(path).columns == names
            assert read_rows(path) == rows
    write_table(path, ("text",), [{"text": "=1"}, {"text": "'-ed"}])
    assert read_rows(path) == [{"text": "=1"}, {"text": "'-ed"}]


def test_numbers_stay_numbers(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    cells = [-0.5, -3, "-0.5", "+1,5", "-1e-05", "-", "-5a", "--1", "-1-2"]
    with cells_written(raw=False) as changed:
        write_table(path, ("id", "v"), [{"id": row, "v": cell} for row, cell in enumerate(cells)])
    written = [line.split("\t")[1] for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    assert written == ["-0.5", "-3", "-0.5", "+1,5", "-1e-05", "'-", "'-5a", "'--1", "'-1-2"]
    assert changed == [("t.tsv", 4)]
    assert [row["v"] for row in read_rows(path)] == [str(cell) for cell in cells]


def test_a_table_without_formulas_is_written_as_before(tmp_path: Path) -> None:
    for suffix, separator in ((".csv", ","), (".tsv", "\t")):
        write_table(tmp_path / f"t{suffix}", ("id", "v"), [{"id": "a", "v": -0.5}])
        assert (tmp_path / f"t{suffix}").read_text() == f"id{separator}v\na{separator}-0.5\n"


FOREIGN = [
    "id,text\n1,'-ed\n2,'=a\n",
    'id,"text"\n1,"\'-ed"\n2,"\'=a"\n',  # quoted by the type of the column
    "id,\"text\"\n1,'-ed\n2,'=a\n",
    '"id","text"\n"1","\'-ed"\n"2","\'=a"\n',
    "id,text\r\n1,'-ed\r\n2,'=a\r\n",
    "id,\"text\"\r\n1,'-ed\r\n2,'=a\r\n",
    '"id","text"\r\n"1","\'-ed"\r\n"2","\'=a"\r\n',
    "id,text\r\n1,'-ed\n2,'=a\n",  # a header pasted from elsewhere
    "id;text\n1;'-ed\n2;'=a\n",
    "sep=,\nid,text\n1,'-ed\n2,'=a\n",
]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("content", FOREIGN)
def test_texts_of_tables_from_elsewhere_never_change(tmp_path: Path, content: str, mark: str) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes((mark + content).encode("utf-8"))
    assert [row["text"] for row in read_rows(path)] == ["'-ed", "'=a"]
    assert not read_table(path).read_as.escaped
    path.write_bytes((mark + content).replace(",", "\t").encode("utf-16"))
    if "sep=" not in content:
        assert [row["text"] for row in read_rows(path)] == ["'-ed", "'=a"]


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".xlsx", ".jsonl"])
def test_a_table_that_was_read_and_is_written_raw_keeps_its_apostrophes(tmp_path: Path, suffix: str) -> None:
    path, rows = tmp_path / f"t{suffix}", [{"id": "1", "text": "'-ed"}, {"id": "2", "text": "=a"}]
    for raw in (True, False):
        with cells_written(raw=raw):
            write_table(path, ("id", "text"), rows)
        assert read_rows(path) == rows


def test_a_large_table_comes_back_by_column(tmp_path: Path) -> None:
    """The mark is put into a file of more than one block, and columns are read at once."""
    path, filling = tmp_path / "t.tsv", "é" * 100
    rows = [{"id": f"u{row}", "text": f"{'=' if row % 2 else ''}{filling}{row}"} for row in range(12_000)]
    write_table(path, ("id", "text"), rows)
    assert path.stat().st_size > 2_000_000
    text = read_columns(path).columns["text"]
    assert [text.values[code] for code in text.codes] == [row["text"] for row in rows]


def test_cells_of_a_workbook_stay_texts_when_somebody_edits_them(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    write_table(path, ("id", "text"), [{"id": "1", "text": "=1+1"}, {"id": "2", "text": "-0.5"}])
    with zipfile.ZipFile(path) as archive:
        sheet, styles = (archive.read(f"xl/{name}.xml").decode() for name in ("worksheets/sheet1", "styles"))
    assert "<f>" not in sheet
    assert re.findall(r'<c r="(\w+)"(?: s="(\d)")? t="inlineStr"', sheet) == [
        ("A1", ""), ("B1", ""), ("A2", ""), ("B2", "1"), ("A3", ""), ("B3", ""),
    ]  # fmt: skip
    assert styles.count('quotePrefix="1"') == 1


def test_the_text_of_a_table_is_that_of_its_file(tmp_path: Path) -> None:
    rows = random_rows(3)
    write_table(tmp_path / "t.csv", COLUMNS, rows)
    text = delimited_text(COLUMNS, [[*row.values()] for row in rows])
    assert (tmp_path / "t.csv").read_bytes().decode() == text


def test_a_line_is_quoted_only_where_it_must_be() -> None:
    assert delimited_line(["a", None, 1.5, "b;c"], ",") == "a,,1.5,b;c\n"
    assert delimited_line(["a,", '"', "\r", "b"], ",") == '"a,","""","\r",b\n'
    assert delimited_line([""], ",") == '""\n'
    assert delimited_line(["", ""], ",") == ",\n"
    assert marked_header(["a", "b,"], ",") == '"a","b,"\r\n'


@pytest.mark.parametrize("text", ["1-févr", "3 mars", "mai-4", "Sept. 3", "12/dec", "juil 2", "2 août"])
def test_dates_that_spreadsheets_made_are_no_labels(text: str) -> None:
    with pytest.raises(AloiError, match="date"):
        check_label(text, text, "here")


@pytest.mark.parametrize(
    "text", ["fever 0", "sepsis 3", "marker 1", "2 decades", "maison 4", "may", "3-jugular"]
)
def test_words_that_begin_like_a_month_are_labels(text: str) -> None:
    check_label(text, text, "here")
