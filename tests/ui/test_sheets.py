"""A workbook of several sheets: each page that takes tables asks which one is meant, and reads that one."""

from __future__ import annotations

import ast
import io

import pytest
import xlsxwriter
from streamlit.testing.v1 import AppTest

from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from tests.sources import page_files
from tests.ui.pages import open_page, press, said, tables

NOTES = [["text", "id"], ["Read me first.", "r1"]]
TEXTS = [["text", "id"], ["Le patient dort.", "d1"], ["La patiente tousse.", "d2"]]


def workbook(hidden: bool = False, **sheets: list[list[str]]) -> bytes:
    content = io.BytesIO()
    with xlsxwriter.Workbook(content) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)
        if hidden:
            sheet.hide()
    return content.getvalue()


def choose_sheet(at: AppTest, file: str, count: int, name: str) -> None:
    label = t("tables.which_sheet", name=no_markup(file), count=count)
    next(one for one in at.selectbox if one.label == label).set_value(name).run()
    assert not at.exception, [one.message for one in at.exception]
    assert not at.error, [one.value for one in at.error]


def test_any_table_is_measured_on_the_sheet_chosen(site):
    at = open_page(site, "measure")
    same = [["item", "A", "B"], *([str(n), "xy"[n % 2], "xy"[n % 2]] for n in range(6))]
    other = [["item", "A", "B"], *([str(n), "xy"[n % 2], "yx"[n % 2]] for n in range(8))]
    at.file_uploader(key="measure:file").upload("t.xlsx", workbook(same=same, other=other), "").run()
    assert "sheet “same”" in said(at).replace("\\", "")
    choose_sheet(at, "t.xlsx", 2, "other")
    assert "sheet “other”" in said(at).replace("\\", "")
    press(at, t("measure.do"))
    assert not at.error
    values = [one for one in tables(at) if t("app.value") in one]
    assert "-1.000" in set(values[0][t("app.value")]), values


def test_a_corpus_is_made_of_the_sheet_chosen(site):
    at = open_page(site, "corpora")
    content = workbook(notes=NOTES, texts=TEXTS)
    at.file_uploader(key="corpora:import:file").upload("two.xlsx", content, "").run()
    choose_sheet(at, "two.xlsx", 2, "texts")
    for box in at.text_input:
        if box.label == t("corpora.licence"):
            box.set_value("CC0")
    press(at, t("corpora.do_import"))
    [corpus] = [one for one in site.texts.corpora() if one.name == "two"]
    assert [one.name for one in site.texts.documents(corpus.id)] == ["d1", "d2"]


def test_annotations_come_from_the_sheet_chosen_also_a_hidden_one(site):
    at = open_page(site, "corpora")
    first = [["left", "right", "A", "B"], ["x.", "y.", "1", "1"]]
    hidden = [["left", "right", "A", "B"], ["p.", "q.", "1", "2"], ["r.", "s.", "2", "2"]]
    files = [("a.xlsx", workbook(hidden=True, first=first, second=hidden), "")]
    at.file_uploader(key="imports:files").set_value(files).run()
    assert not at.exception
    choose_sheet(at, "a.xlsx", 2, "second")
    assert "sheet “second”" in said(at).replace("\\", "")


def test_two_workbooks_at_once_have_a_choice_each(site):
    at = open_page(site, "corpora")
    files = [(name, workbook(notes=NOTES, texts=TEXTS), "") for name in ("a.xlsx", "b.xlsx")]
    at.file_uploader(key="imports:files").set_value(files).run()
    choose_sheet(at, "b.xlsx", 2, "texts")
    stated = said(at).replace("\\", "")
    assert ("sheet “notes”" in stated, "sheet “texts”" in stated) == (True, True)


def test_a_workbook_of_one_sheet_asks_nothing(site):
    at = open_page(site, "measure")
    at.file_uploader(key="measure:file").upload("t.xlsx", workbook(only=TEXTS), "").run()
    assert not [one for one in at.selectbox if "t\\.xlsx" in one.label]


def _calls(tree: ast.AST) -> list[tuple[str, ast.Call]]:
    calls = [one for one in ast.walk(tree) if isinstance(one, ast.Call)]
    return [(ast.unparse(one.func).rpartition(".")[2], one) for one in calls]


@pytest.mark.parametrize("path", page_files(), ids=str)
def test_every_page_that_takes_tables_asks_for_the_sheet(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    uploaders = [one for name, one in _calls(tree) if name == "file_uploader"]
    kinds = [
        one for one in uploaders if len(one.args) < 2 and not any(word.arg == "type" for word in one.keywords)
    ]
    takes_tables = kinds or (uploaders and '"xlsx"' in path.read_text(encoding="utf-8"))
    if takes_tables:
        assert {name for name, _ in _calls(tree)} & {"show_upload", "ask_sheet"}
    for block in (
        one for one in ast.walk(tree) if isinstance(one, ast.With)
    ):  # a form asks nothing before its end
        if any(name == "form" for item in block.items for name, _ in _calls(item.context_expr)):
            inside = [one for part in block.body for name, one in _calls(part) if name == "file_uploader"]
            assert not [one for one in inside if "xlsx" in ast.unparse(one) or one in kinds]


def test_files_of_no_format_are_named_and_not_their_folder(site):
    at = open_page(site, "corpora")
    files = [(name, workbook(notes=NOTES), "") for name in ("a.xlsx", "b.xlsx")]
    at.file_uploader(key="imports:files").set_value(files).run()
    warnings = [one.value.replace("\\", "") for one in at.warning]
    assert t("imports.format_unknown", names="a.xlsx, b.xlsx") in warnings
