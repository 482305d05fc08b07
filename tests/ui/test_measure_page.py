"""The page that measures any table: parts of a long table, and the reports to download."""

from __future__ import annotations

import io
import json
import os
import re

import pytest
import xlsxwriter

from aloi.annotation.tasks import task
from aloi.ui.shared import uploads
from aloi.ui.shared.agreement import title
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.files.measured_tables import MEASURE
from aloi.workbench.requests.files.agreement import AgreementRequest
from tests.ui.pages import named, open_page, press, said, tables

LONG = """item,part,who,mark
1,x,A,0
1,x,B,0
2,x,A,4
2,x,B,4
1,y,A,0
1,y,B,4
2,y,A,4
2,y,B,0
"""


@pytest.fixture
def page(site):
    return open_page(site, "measure")


def test_a_long_table_cut_by_a_column(page, tmp_path):
    page.file_uploader(key="measure:file").upload("long.csv", LONG.encode(), "text/csv").run()
    page.radio(key="measure:layout").set_value("long").run()
    boxes = {one.label: one for one in page.selectbox}
    for label, choice in (
        ("Column of the item", "item"),
        ("Column of the annotator", "who"),
        ("Column of the rating", "mark"),
        ("Level of measurement", "interval"),
        ("Report also by", "part"),
    ):
        boxes[label].set_value(choice)
    press(page, t("measure.do"))
    assert not page.exception
    assert not page.error
    assert [one.value for one in page.subheader] == [no_markup("long.csv"), "part: x", "part: y"]
    alphas = [
        row[t("app.value")]
        for table in tables(page)
        if {t("agreement.measure"), t("app.value")} <= set(table)
        for row in table.to_dict("records")
        if row[t("agreement.measure")] == "Krippendorff's alpha"
    ]
    assert [float(one) for one in alphas] == [pytest.approx(0.125), 1.0, -0.5], alphas
    ways = {one.proto.label: one.proto.url for one in page.get("link_button")}
    assert list(ways) == [t("measure.html"), t("measure.tex"), t("measure.json")]
    files = [tmp_path / "exports" / url.partition("/download/exports/")[2] for url in ways.values()]
    assert [one.name for one in files] == [f"long-agreement.{end}" for end in ("html", "tex", "json")]
    assert len(json.loads(files[2].read_text(encoding="utf-8"))["groups"]) == 2


def test_answers_that_are_sets(page):
    text = "item,A,B\n1,a; b,a\n2,b,b\n3,a; c,c; a\n"
    page.file_uploader(key="measure:file").upload("sets.csv", text.encode(), "text/csv").run()
    page.checkbox[0].check()
    press(page, t("measure.do"))
    assert not page.exception
    assert not page.error
    told = [one.value.split("**")[1] for one in page.markdown if one.value.startswith("**")]
    assert told == [
        "Krippendorff's alpha of sets (Jaccard)",
        "Krippendorff's alpha of sets (MASI)",
        "Pairwise agreement",
        "Agreement with the mode",
    ]


def test_the_whole_report_stands_folded_below(page):
    rows = [(0, 1, 1), (3, 4, 3), (5, 5, 4), (2, 2, 1), (1, 0, 0), (3, 3, 5), (4, 3, 5), (2, 3, 2)]
    text = "item,A,B,C\n" + "".join(f"{at},{a},{b},{c}\n" for at, (a, b, c) in enumerate(rows))
    page.file_uploader(key="measure:file").upload("r.csv", text.encode(), "text/csv").run()
    page.checkbox(key="measure:whole").check()
    press(page, t("measure.do"))
    assert not page.exception
    assert not page.error
    titles = [one.label for one in page.expander]
    assert {t("whole.part_annotators"), t("whole.part_limits"), t("whole.methods")} <= set(titles)
    assert {t("whole.part_disputed"), t("whole.part_two")} <= set(titles)
    page.selectbox(key="measure:two").set_value("B / C").run()
    assert not page.exception
    drawn = tables(page)
    assert any("B / C" in one for one in drawn)
    [disputed] = [one for one in drawn if t("whole.largest") in one]
    assert disputed[t("whole.item")].tolist()[:2] == ["5", "6"]
    assert disputed[[*"ABC"]].to_numpy().tolist()[0] == ["3", "3", "5"]
    assert any("8 items were rated by 3 annotators" in one.value for one in page.code)


def test_a_second_table_is_compared(page):
    rows = [(at % 6, (at + at % 3) % 6, at % 5) for at in range(24)]
    first = "item,A,B\n" + "".join(f"{at},{a},{b}\n" for at, (a, b, _) in enumerate(rows))
    other = "item,A,B\n" + "".join(f"{at},{a},{a if at % 7 else c}\n" for at, (a, _, c) in enumerate(rows))
    page.file_uploader(key="measure:file").upload("one.csv", first.encode(), "text/csv").run()
    page.file_uploader(key="measure:second").upload("two.csv", other.encode(), "text/csv").run()
    page.checkbox(key="measure:paired").check()
    press(page, t("measure.do"))
    assert not page.exception
    assert not page.error
    assert t("measure.difference") in [one.value for one in page.subheader]
    table = next(one for one in tables(page) if "p" in one)
    assert {"one.csv", "two.csv", t("comparing.difference")} <= set(table)
    assert any("units are needed" in one.value for one in page.caption)


def values(page, measure):
    """Return the values of a coefficient that stand on the page, by its title."""
    drawn = [one for one in tables(page) if t("agreement.measure") in one]
    rows = [row for table in drawn for row in table.to_dict("records")]
    return [row[t("app.value")] for row in rows if row[t("agreement.measure")] == measure]


def bodies(page):
    """Return the HTML of the tables whose long texts wrap."""
    return [one.proto.body for one in page.get("html")]


def choose_measures(page, names):
    return next(
        one for one in page.multiselect if one.label == label_of(AgreementRequest, "measure")
    ).set_value(names)


def test_what_was_found_stays_whatever_is_asked_next(page, site, tmp_path):
    alpha, kappa = title("krippendorff_alpha"), title("fleiss_kappa")
    text = "item,A,B\n1,0,0\n2,4,4\n3,0,4\n"
    page.file_uploader(key="measure:file").upload("r.csv", text.encode(), "text/csv").run()
    press(page, t("measure.do"))
    found = values(page, alpha)
    assert found
    choose_measures(page, ["fleiss_kappa"]).run()
    assert values(page, alpha) == found
    again = open_page(site, "measure")  # another tab, without the file
    assert values(again, alpha) == found
    assert t("measure.empty") not in [one.value for one in again.info]
    choose_measures(page, ["fleiss_kappa"])
    press(page, t("measure.do"))
    assert values(page, kappa)
    assert values(page, alpha) == []
    assert [one.status for one in site.jobs.of_verb(MEASURE)] == ["done", "done"]
    press(page, t("measure.forget"))
    assert values(page, kappa) == []
    assert len(site.jobs.of_verb(MEASURE)) == 1
    assert len(list((tmp_path / "exports" / "agreement").iterdir())) == 1
    press(again, t("measure.forget"))
    assert values(again, alpha) == []
    assert t("measure.empty") in [one.value for one in again.info]


def test_a_refused_table_says_why(page):
    text = "item,A,B\n1,0,yes\n2,4,4\n"
    page.file_uploader(key="measure:file").upload("r.csv", text.encode(), "text/csv").run()
    next(one for one in page.selectbox if one.label == label_of(AgreementRequest, "level")).set_value(
        "interval"
    )
    press(page, t("measure.do"))
    assert any("yes" in one.value for one in page.error)


def exported() -> str:
    """Return a table as `aloi annotations export` writes it: two people, four pairs."""
    asked = {"task": "similarity", "settings": task("similarity").default_settings(), "part": "score",
             "guideline": None}  # fmt: skip
    head = ("round", "item_id", "left", "right", "annotator", "occasion", "value", "schema")
    rows = [
        [1, f"i{at}", "Il dort.", "Il somnole.", who, 1, value, ""]
        for who, values in (("A1", (0, 5, 3, 2)), ("A2", (1, 5, 3, 1)))
        for at, value in enumerate(values)
    ]
    rows[0][-1] = '"' + json.dumps(asked).replace('"', '""') + '"'
    return "\n".join("\t".join(map(str, row)) for row in (head, *rows)) + "\n"


def test_answers_that_aloi_exported_need_no_columns(page):
    page.file_uploader(key="measure:file").upload("a.tsv", exported().encode(), "text/plain").run()
    assert t("measure.exported") in [one.value for one in page.info]
    assert not page.radio
    columns = {label_of(AgreementRequest, name) for name in ("unit", "annotator", "value", "level")}
    assert not columns & {one.label for one in page.selectbox}
    press(page, t("measure.do"))
    assert not page.exception
    assert not page.error
    views = next(one for one in tables(page) if t("agreement.view") in one)[t("agreement.view")]
    assert len(set(views)) == 3


def test_a_table_of_spans_needs_no_columns(page, tmp_path):
    rows = ["d,Ana,0,4,x", "d,Bo,1,4,x", "e,Ana,0,2,y", "e,Bo,0,2,y", "f,Ana,3,9,x", "f,Bo,3,9,y"]
    text = "\n".join(["document,annotator,start,end,label", *rows]) + "\n"
    page.file_uploader(key="measure:file").upload("s.csv", text.encode(), "text/csv").run()
    assert t("measure.spans") in [one.value for one in page.info]
    assert not page.radio
    press(page, t("measure.do"))
    assert not page.exception
    assert not page.error
    [drawn] = [
        body for body in bodies(page) if title("mean_pairwise_span_f1_exact") in body
    ]  # long titles wrap
    assert re.search(rf"{re.escape(title('mean_pairwise_span_f1_exact'))}<.*?>0\.333<", drawn)
    assert re.search(rf"{re.escape(title('mean_pairwise_span_f1_partial'))}<.*?>0\.667<", drawn)
    labels = next(one for one in tables(page) if t("diagnosis.label") in one)
    assert labels[t("diagnosis.label")].tolist() == [t("spans.blind"), "x", "y"]
    assert any("no column" in one.value for one in page.warning)
    urls = [one.proto.url for one in page.get("link_button")]
    files = [tmp_path / "exports" / url.partition("/download/exports/")[2] for url in urls]
    assert all(one.is_file() for one in files)
    assert json.loads(files[2].read_text(encoding="utf-8"))["alpha_u_by_label"]


def test_counts_are_told_from_the_columns_and_can_be_said_to_be_ratings(page):
    text = "item,yes,no,maybe\n1,3,0,0\n2,0,3,0\n3,1,1,1\n4,2,1,0\n5,0,2,1\n"
    page.file_uploader(key="measure:file").upload("c.csv", text.encode(), "text/csv").run()
    next(one for one in page.selectbox if one.label == label_of(AgreementRequest, "level")).set_value(
        "nominal"
    )
    press(page, t("measure.do"))
    assert any(t("tables.layout_counts") in one.value for one in page.info)
    page.radio(key="measure:layout").set_value("wide").run()
    press(page, t("measure.do"))
    assert not page.error
    assert not any(t("tables.layout_counts") in one.value for one in page.info)


def test_an_error_names_the_fields_of_the_page(page):
    text = "item,A,B\n1,low,high\n2,high,high\n"
    page.file_uploader(key="measure:file").upload("r.csv", text.encode(), "text/csv").run()
    next(one for one in page.selectbox if one.label == label_of(AgreementRequest, "level")).set_value(
        "ordinal"
    )
    press(page, t("measure.do"))
    [told] = [one.value for one in page.error]
    assert "from low to high into their field" in told
    assert "--" not in told.replace(chr(92), "")


def test_twins_are_told_and_joined_on_request(page):
    text = "item,A,B\n" + "".join(
        f"{at},{'yes' if at % 2 else 'no'},{'Yes' if at % 2 else 'no'}\n" for at in range(9)
    )
    page.file_uploader(key="measure:file").upload("t.csv", text.encode(), "text/csv").run()
    boxes = {one.label: one for one in page.selectbox}
    boxes["Level of measurement"].set_value("nominal")
    press(page, t("measure.do"))
    assert any("Yes" in one.value for one in page.info)
    [told] = [one.value for one in page.warning if t("tables.differ_case") in one.value]
    assert t("tables.normalise") in told
    assert "--normalise" not in told
    page.multiselect(key="measure:normalise").set_value(["case"])
    press(page, t("measure.do"))
    assert not page.error
    assert any(t("tables.differ_case") in one.value and "merged" in one.value for one in page.info)


def test_labels_are_measured_as_labels_without_being_told(page):
    rows = [
        (at, who, ("cat", "dog")[(at + (at % 5 == 0) * turn) % 2])
        for at in range(12)
        for turn, who in enumerate("AB")
    ]
    text = "item\tannotator\tlabel\n" + "".join(f"{at}\t{who}\t{label}\n" for at, who, label in rows)
    page.file_uploader(key="measure:file").upload("l.tsv", text.encode(), "text/tab-separated-values").run()
    press(page, t("measure.do"))
    assert not page.exception
    assert not page.error


def test_a_stray_cell_is_an_error_on_the_page(page):
    target = io.BytesIO()
    with xlsxwriter.Workbook(target) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["item", "A", "B"])
        sheet.write("XFD1048576", "x")
    page.file_uploader(key="measure:file").upload("t.xlsx", target.getvalue(), "").run()
    assert not page.exception
    assert ["XFD1048576" in one.value for one in page.error] == [True]


def test_a_reader_that_aborts_is_an_error_on_the_page(page, monkeypatch):
    real = uploads.isolated
    monkeypatch.setattr(uploads, "isolated", lambda function, *arguments, **options: real(os.abort))
    page.file_uploader(key="measure:file").upload("long.csv", LONG.encode(), "text/csv").run()
    assert not page.exception
    assert ["could not be read" in one.value for one in page.error] == [True]


def test_cells_parted_in_doubt_are_one_warning_and_the_sign_decides(page):
    names = [f"n{at}, x{at}" for at in range(12)]
    text = "item\tA\tB\n" + "".join(f"{at}\t{name}\tn{at}\n" for at, name in enumerate(names))
    page.file_uploader(key="measure:file").upload("sets.tsv", text.encode(), "").run()
    page.checkbox[0].check()
    press(page, t("measure.do"))
    warnings = [
        one.value.replace("\\", "") for one in page.warning if "“n0, x0” (1)" in one.value.replace("\\", "")
    ]
    [warning] = warnings
    assert warning.startswith("12 different cells")
    assert label_of(AgreementRequest, "separator") in warning
    assert "n7" not in warning
    page.text_input(key="measure:separator").set_value(";")
    press(page, t("measure.do"))
    assert not [one for one in page.warning if label_of(AgreementRequest, "separator") in one.value]


def test_a_machine_among_the_columns_is_tested_and_a_study_is_planned(page):
    rows = [f"{unit},{unit % 2},{unit % 2},{unit % 2 if unit else 1}" for unit in range(40)]
    content = "\n".join(["item,A,B,X", *rows]).encode()
    page.file_uploader(key="measure:file").upload("wide.csv", content, "text/csv").run()
    named(page.selectbox, label_of(AgreementRequest, "level")).set_value("nominal")
    named(page.multiselect, label_of(AgreementRequest, "machine")).set_value(["X"])
    named(page.number_input, label_of(AgreementRequest, "power")).set_value(0.5)
    press(page, t("measure.do"))
    assert not page.exception
    assert not page.error
    shown = said(page).replace("\\", "")
    assert t("machines.test_of", name="X") in shown
    assert "Study for a power of 0.5: X, epsilon 0.2" in shown
    assert {"Power", "Simulation error"} <= {name for table in tables(page) for name in table}
