"""Tables by column: the fast way gives what the way by rows gives, or leaves it to it."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aloi.base.errors import AloiError
from aloi.corpora.readers import columns, read_table
from aloi.corpora.readers.columns import read_columns


def cells(path: Path) -> list[tuple[object, ...]]:
    table = read_columns(path)
    by_column = [[column.values[code] for code in column.codes] for column in table.columns.values()]
    return [(number, *row) for number, row in zip(table.numbers, zip(*by_column, strict=True), strict=True)]


@pytest.mark.parametrize(
    ("content", "fast"),
    [
        ("unit\tA\tB\nu1\té\t 2 \nu2\t\tNA\n", True),
        ("unit\tA\tB\r\nu1\t1\t2\r\nu2\t1\t2", True),
        ("\ufeffunit;A\nu1;1,5\nu1;2\n", True),
        ('unit\tA\n"u1"\t1\n', True),
        ('"unit","A"\r\n"u,1","1"\r\n"u2",""\r\n', True),
        ('unit\tA\n"u ""1"""\t1\n', False),
        ('unit\tA\n"u\n1"\t1\n', False),
        ('unit\tA\nu "1"\t1\n', False),
        ("unit\tA\nu1\t1\nu2\t1\nu1\t2\n", True),
        ("unit\tA\nu1\t1\n\nu2\t2\n", False),
        ("unit\tA\nu1\t1\n\t\n", True),
        ("unit\tA\nu1\t1\nu2\t\n\t\n\t\t\n\n", True),
        ("unit,A\r\nu1,1\r\nu2,\r\n,\r\n,", True),
        ("unit\tA\n\t\nu1\t1\n \t\nu2\t\n", True),
        ("unit\tA\t\nu1\t1\t\n", True),
        ("unit\tA\tB\t\nu1\t1\t\t\nu2\t\t1\t \n", True),
        ("\tunit\tA\n0\tu1\t1\n1\tu2\t\n", True),
        ("\tunit\tA\n\tu1\t1\n \tu2\t\n", True),
        ("unit\tA\nu1\t1\nu2\t1\t\n", False),
        ("Une campagne\n\nunit\tA\nu1\t1\nu2\t3\n", True),
    ],
)
def test_both_ways_give_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str, fast: bool
) -> None:
    path = tmp_path / ("t.csv" if "," in content.partition("\n")[0] else "t.tsv")
    path.write_bytes(content.encode())
    by_rows = cells(path)
    monkeypatch.setattr(columns, "_LARGE", 0)
    assert cells(path) == by_rows
    assert (columns._large(path) is not None) is fast
    table = read_table(path)
    assert [(row.number, *row.values.values()) for row in table.rows] == by_rows


@given(
    st.lists(st.tuples(*[st.text(alphabet='ab "",;\n\r\té', max_size=4)] * 3), min_size=1, max_size=6),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
def test_whatever_cells_hold_both_ways_give_the_same(rows: list[tuple[str, ...]], quoting: int) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = Path(folder) / "t.csv"
        with path.open("w", newline="", encoding="utf-8") as stream:
            csv.writer(stream, quoting=quoting).writerows([("unit", "A", "B"), *rows])
        by_rows = cells_or_refusal(path)
        patch.setattr(columns, "_LARGE", 0)
        assert cells_or_refusal(path) == by_rows


_EMPTY = ["", "", " ", "NA", "n/a", "-", "None"]
_INTEGERS = ["1", "2", "3", "1.0", "2.0", " 1", "01"]
_DECIMALS = ["1,5", "2", "2.5", "1.0", "3 "]
_LABELS = ["pos", "Pos", "neg", "pos ", "é", 'a "b"', "x, y", "x;y"]
_SETS = ["a|b", "b|a", "a", '["a", "b"]', "{a, b}", "a; b", "[]"]


@st.composite
def rating_files(draw: st.DrawFn) -> bytes:
    """Return the bytes of a table of ratings, as programs and people write them."""
    cells = draw(st.sampled_from([_INTEGERS, _DECIMALS, _LABELS, _SETS])) + _EMPTY
    width = draw(st.integers(1, 4))
    rows = draw(
        st.lists(st.lists(st.sampled_from(cells), min_size=width, max_size=width), min_size=1, max_size=15)
    )
    table = [["unit", *"ABCD"[:width]], *([f"u{at}", *row] for at, row in enumerate(rows))]
    for at in draw(st.sets(st.integers(1, len(rows)), max_size=2)):
        table[at] = draw(st.sampled_from([[""] * (width + 1), [" "] * (width + 1), table[1], table[0]]))
    if draw(st.booleans()):  # numbers of the rows, or a column without a name that is empty
        first = draw(st.booleans())
        table = [
            ["" if first and at == 0 else str(at), *row] if first else [*row, ""]
            for at, row in enumerate(table)
        ]
    stream = io.StringIO(newline="")
    csv.writer(
        stream,
        delimiter=draw(st.sampled_from(",;\t")),
        quoting=draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])),
        lineterminator=draw(st.sampled_from(["\n", "\r\n"])),
    ).writerows(table)
    text = stream.getvalue()
    text = text if draw(st.booleans()) else text.rstrip("\r\n")
    return (draw(st.sampled_from(["", "\ufeff"])) + text).encode()


@settings(max_examples=150, deadline=None)
@given(rating_files(), st.sampled_from(["t.csv", "t.tsv"]))
def test_tables_of_ratings_are_read_the_same_at_once(content: bytes, name: str) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = Path(folder) / name
        path.write_bytes(content)
        patch.setattr(columns, "_LARGE", 0)
        at_once = reading_or_refusal(path)
        patch.setattr(columns, "_large", lambda path: None)
        assert at_once == reading_or_refusal(path)


def reading_or_refusal(path: Path) -> object:
    """Return everything that was read of a table, or why it is refused."""
    try:
        table = read_columns(path)
    except AloiError as refused:
        return str(refused)
    parts = {name: (column.values, column.codes.tolist()) for name, column in table.columns.items()}
    return table.path, [*table.numbers], [*parts.items()], table.read_as


def cells_or_refusal(path: Path) -> object:
    """Return the cells of a table, or why it is refused: some rows look like a second header."""
    try:
        return cells(path)
    except AloiError as refused:
        return str(refused)


def test_a_short_row_of_a_large_table_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.tsv"
    path.write_bytes(b"unit\tA\nu1\t1\nu2\n")
    monkeypatch.setattr(columns, "_LARGE", 0)
    with pytest.raises(AloiError, match=r"t\.tsv, line 3: the number of values is 1"):
        read_columns(path)


def test_values_of_different_kinds_stay_apart() -> None:
    column = columns.TableColumn.of([1, 1.0, True, "1", None, [1], [1]])
    assert column.values == (1, 1.0, True, "1", None, [1])
    assert np.array_equal(column.codes, [0, 1, 2, 3, 4, 5, 5])
