"""Workbooks made to break the reader: cells far apart, repeated texts, parts that no parser should repeat."""

import contextlib
import shutil
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import xlsxwriter

from aloi.base.errors import AloiError
from aloi.corpora.readers import base, read_table
from aloi.corpora.readers.spreadsheets import sheet_names
from aloi.corpora.readers.workbooks.sheet_choice import note_sheet, sheet_chosen
from tests.corpora.spreadsheets import write_ods, write_xlsx

TABLE = [["id", "a", "b"], ["1", "x", "y"], ["2", "x", "x"]]


def with_part(path: Path, part: str, change: Callable[[str], str]) -> Path:
    """Return a copy of a workbook with one part changed."""
    target = path.with_stem("changed")
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as changed:
        for name in source.namelist():
            text = source.read(name).decode()
            changed.writestr(name, change(text) if name == part else text)
    return target


def stray_xlsx(path: Path, cell: str, value: str = "x") -> Path:
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("F")
        for number, row in enumerate(TABLE):
            sheet.write_row(number, 0, row)
        sheet.write_string(cell, value)
    return path


def stray_ods(path: Path, rows: int, columns: int, repeated: int = 1) -> Path:
    cells = (
        f'<table:table-row table:number-rows-repeated="{rows}"><table:table-cell/></table:table-row>'
        f'<table:table-row><table:table-cell table:number-columns-repeated="{columns}"/>'
        f'<table:table-cell table:number-columns-repeated="{repeated}" office:value-type="string">'
        "<text:p>x</text:p></table:table-cell></table:table-row></table:table>"
    )
    book = write_ods(path, {"F": TABLE})
    return with_part(book, "content.xml", lambda text: text.replace("</table:table>", cells))


@pytest.mark.parametrize("cell", ["XFD1048576", "CV200000", "A1048576", "AAA90000"])
def test_a_stray_cell_is_named_and_asks_for_no_memory(tmp_path, cell):
    path = stray_xlsx(tmp_path / "t.xlsx", cell)
    before = time.process_time()
    with pytest.raises(AloiError) as refused:
        read_table(path)
    assert refused.value.code == "corpora.cells-far-apart"
    assert cell in refused.value.todo
    assert time.process_time() - before < 1


@pytest.mark.parametrize(("rows", "columns"), [(10**6, 16_000), (200_000, 99)])
def test_a_stray_cell_of_an_ods(tmp_path, rows, columns):
    path = stray_ods(tmp_path / "t.ods", rows, columns)
    with pytest.raises(AloiError) as refused:
        read_table(path)
    assert refused.value.code == "corpora.cells-far-apart"


def test_repetitions_beyond_a_sheet_are_refused(tmp_path):
    for rows, repeated in ((10**9, 1), (9, 10**9), (9, "9" * 5000)):
        with pytest.raises(AloiError) as refused:
            read_table(stray_ods(tmp_path / "t.ods", rows, 0, repeated))
        assert refused.value.code == "aloi.unreadable"


@pytest.mark.parametrize("cell", ["XFE1", "A1048577", "ZZZZZZZ9999999999", "A0", "nowhere"])
def test_a_cell_outside_every_sheet_is_refused(tmp_path, cell):
    path = with_part(
        write_xlsx(tmp_path / "t.xlsx", {"F": TABLE}),
        "xl/worksheets/sheet1.xml",
        lambda text: text.replace("</sheetData>", f'<row><c r="{cell}"><v>1</v></c></row></sheetData>'),
    )
    with pytest.raises(AloiError, match="cannot be read as a spreadsheet"):
        read_table(path)


def test_a_stray_cell_of_another_sheet_does_not_matter(tmp_path):
    path = tmp_path / "t.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("F")
        for number, row in enumerate(TABLE):
            sheet.write_row(number, 0, row)
        book.add_worksheet("Notes").write("XFD1048576", "x")
    table = read_table(path)
    assert next(dict(row.values) for row in table.rows) == {"id": "1", "a": "x", "b": "y"}
    assert table.read_as.other_sheets == ("Notes",)


def test_formats_comments_and_empty_rows_are_no_cells(tmp_path):
    path = tmp_path / "t.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("F")
        for number, row in enumerate(TABLE):
            sheet.write_row(number, 0, row)
        sheet.write_blank("XFD1048576", None, book.add_format({"bold": True}))
        sheet.write_comment("XFD1048575", "a comment")
        sheet.set_column("A:XFD", 20, None, {"hidden": True})
    assert len(read_table(path).rows) == 2
    rows = "<row/>" * 100_000
    path = with_part(
        write_xlsx(tmp_path / "u.xlsx", {"F": TABLE}),
        "xl/worksheets/sheet1.xml",
        lambda text: text.replace("</sheetData>", f"{rows}</sheetData>"),
    )
    assert len(read_table(path).rows) == 2


def test_a_sheet_merged_as_a_whole_is_refused(tmp_path):
    path = with_part(
        write_xlsx(tmp_path / "t.xlsx", {"F": TABLE}),
        "xl/worksheets/sheet1.xml",
        lambda text: text.replace(
            "</sheetData>", '</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'
        ),
    )
    with pytest.raises(AloiError, match="A1:XFD1048576 are merged"):
        read_table(path)


def test_a_text_shared_by_many_cells_counts_for_each(tmp_path, monkeypatch):
    monkeypatch.setattr(base, "MAX_TOTAL", 1_000_000)
    path = tmp_path / "t.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("F")
        for number in range(100):
            sheet.write_string(number, 0, "x" * 30_000)
    with pytest.raises(AloiError) as refused:
        read_table(path)
    assert refused.value.code == "corpora.holds-more-than-bytes-text"
    ods = write_ods(tmp_path / "t.ods", {"F": [["x" * 30_000]]})
    row = '<table:table-row table:number-rows-repeated="100">'
    repeated = with_part(ods, "content.xml", lambda text: text.replace("<table:table-row>", row))
    with pytest.raises(AloiError) as refused:
        read_table(repeated)
    assert refused.value.code == "corpora.holds-more-than-bytes-text"


def test_a_part_longer_than_the_archive_says_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(base, "MAX_TOTAL", 1_000_000)
    path = with_part(
        write_xlsx(tmp_path / "t.xlsx", {"F": TABLE}),
        "xl/worksheets/sheet1.xml",
        lambda text: text + " " * 3_000_000,
    )
    content = path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        size = archive.getinfo("xl/worksheets/sheet1.xml").file_size
    path.write_bytes(content.replace(size.to_bytes(4, "little"), (999).to_bytes(4, "little")))
    with pytest.raises(AloiError) as refused:
        read_table(path)
    assert refused.value.code == "corpora.holds-more-than-bytes-text"


HOSTILE = {
    "number formats after the end": ("xl/styles.xml", lambda text, n: text + "<numFmt " * n),
    "number formats": (
        "xl/styles.xml",
        lambda text, n: text.replace("<numFmts", "<numFmt " * n + "<numFmts"),
    ),
    "one long attribute": ("xl/styles.xml", lambda text, n: text + "<numFmt " + "a" * n),
    "quotes in a format": ("xl/styles.xml", lambda text, n: text.replace('"000"', f'"{"[" * n}"')),
    "merged cells": ("xl/worksheets/sheet1.xml", lambda text, n: text + "<mergeCell aaaa" * n),
    "open cells": ("xl/worksheets/sheet1.xml", lambda text, n: text.replace("<row", "<c>" * n + "<row", 1)),
    "relations": ("xl/_rels/workbook.xml.rels", lambda text, n: text + "<Relationship " * n),
    "sheets": ("xl/workbook.xml", lambda text, n: text + "<sheet x:" * n),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_time_grows_no_faster_than_a_part(tmp_path, case):
    part, change = HOSTILE[case]
    book = write_xlsx(tmp_path / "t.xlsx", {"F": TABLE})

    def seconds(size: int) -> float:
        path = with_part(book, part, lambda text: change(text, size))
        before = time.process_time()
        with contextlib.suppress(AloiError):
            read_table(path)
        return time.process_time() - before

    seconds(10)
    assert seconds(160_000) < 30 * max(seconds(20_000), 0.01)  # 64 times where it is quadratic


@pytest.mark.parametrize(
    "content", ["<table:table-row", "<table:table ", "<table:table-cell a", "<table:table-row>"]
)
def test_time_grows_no_faster_than_the_content_of_an_ods(tmp_path, content):
    book = write_ods(tmp_path / "t.ods", {"F": TABLE})

    def seconds(size: int) -> float:
        path = with_part(
            book,
            "content.xml",
            lambda text: text.replace("</table:table>", content * size + "</table:table>"),
        )
        before = time.process_time()
        with pytest.raises(AloiError):
            read_table(path)
        return time.process_time() - before

    seconds(10)
    assert seconds(160_000) < 30 * max(seconds(20_000), 0.01)


def test_declared_entities_are_refused(tmp_path):
    path = with_part(
        write_xlsx(tmp_path / "t.xlsx", {"F": TABLE}),
        "xl/worksheets/sheet1.xml",
        lambda text: f'<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/hostname">]>{text}',
    )
    with pytest.raises(AloiError, match="document type"):
        read_table(path)


def test_two_parts_of_one_name_are_refused(tmp_path):
    path = write_xlsx(tmp_path / "t.xlsx", {"F": TABLE})
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("XL/worksheets/sheet1.xml", "<worksheet/>")
    with pytest.raises(AloiError, match="same name"):
        read_table(path)


@pytest.mark.parametrize("write", [write_xlsx, write_ods])
def test_a_copy_of_a_workbook_is_read_by_the_sheet_chosen_for_it(tmp_path, write):
    other = [["id", "a", "b"], ["1", "z", "z"]]
    suffix = ".ods" if write is write_ods else ".xlsx"
    path = write(tmp_path / f"two{suffix}", {"F": TABLE, "Deuxième": other})
    assert sheet_names(path) == {"F": True, "Deuxième": True}
    copy = tmp_path / "copy" / path.name
    copy.parent.mkdir()
    shutil.copyfile(path, copy)
    note_sheet(copy, "Deuxième")
    assert read_table(path).read_as.sheet == "F"
    table = read_table(copy)
    assert (table.read_as.sheet, len(table.rows)) == ("Deuxième", 1)
    note_sheet(copy, "F")
    assert read_table(copy).read_as.sheet == "F"
    with sheet_chosen("Deuxième"):  # what is said for one command weighs more
        assert read_table(copy).read_as.sheet == "Deuxième"


def test_a_sheet_with_a_stray_cell_is_named_and_another_can_be_read(tmp_path):
    path = tmp_path / "t.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        book.add_worksheet("far").write_string("XFD1048576", "x")
        book.add_worksheet("blank").write_string("A1", " ")
        sheet = book.add_worksheet("near")
        for number, row in enumerate(TABLE):
            sheet.write_row(number, 0, row)
        hidden = book.add_worksheet("kept")
        hidden.write_row(0, 0, ["id", "a"])
        hidden.hide()
    assert sheet_names(path) == {"far": True, "near": True, "kept": False}
    note_sheet(path, "near")
    assert len(read_table(path).rows) == 2
