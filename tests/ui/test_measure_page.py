"""The page that measures any table: parts of a long table, and the reports to download."""

from __future__ import annotations

import pytest

from tests.ui.pages import open_page
from ui.texts import t

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


def test_a_long_table_cut_by_a_column(page):
    page.file_uploader(key="measure:file").upload("long.csv", LONG.encode(), "text/csv").run()
    page.radio(key="measure:shape").set_value("long").run()
    boxes = {one.label: one for one in page.selectbox}
    for label, choice in (
        ("Column of the item", "item"),
        ("Column of the annotator", "who"),
        ("Column of the rating", "mark"),
        ("Ratings are", "interval"),
        ("Also cut by", "part"),
    ):
        boxes[label].set_value(choice)
    page.button[-1].click().run()
    assert not page.exception
    assert not page.error
    assert [one.value for one in page.subheader] == ["part: x", "part: y"]
    alphas = [
        table.value.loc[
            table.value[t("agreement.measure")] == "Krippendorff's alpha", t("agreement.value")
        ].iloc[0]
        for table in page.dataframe
        if t("agreement.measure") in table.value
    ]
    assert [float(one) for one in alphas] == [pytest.approx(0.125), 1.0, -0.5], alphas
    assert [one.label for one in page.get("download_button")][-3:] == [
        "Download as HTML",
        "Download as LaTeX tables",
        "Download as JSON",
    ]


def test_answers_that_are_sets(page):
    text = "item,A,B\n1,a; b,a\n2,b,b\n3,a; c,c; a\n"
    page.file_uploader(key="measure:file").upload("sets.csv", text.encode(), "text/csv").run()
    page.checkbox[0].check()
    page.button[-1].click().run()
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
    page.button[-1].click().run()
    assert not page.exception
    assert not page.error
    titles = [one.label for one in page.expander]
    assert {t("whole.part_annotators"), t("whole.part_limits"), t("whole.methods")} <= set(titles)
    assert any("8 items were rated by 3 annotators" in one.value for one in page.code)


def test_a_second_table_is_compared(page):
    rows = [(at % 6, (at + at % 3) % 6, at % 5) for at in range(24)]
    first = "item,A,B\n" + "".join(f"{at},{a},{b}\n" for at, (a, b, _) in enumerate(rows))
    other = "item,A,B\n" + "".join(f"{at},{a},{a if at % 7 else c}\n" for at, (a, _, c) in enumerate(rows))
    page.file_uploader(key="measure:file").upload("one.csv", first.encode(), "text/csv").run()
    page.file_uploader(key="measure:second").upload("two.csv", other.encode(), "text/csv").run()
    page.checkbox(key="measure:paired").check()
    page.button[-1].click().run()
    assert not page.exception
    assert not page.error
    assert t("measure.difference") in [one.value for one in page.subheader]
    table = next(one.value for one in page.dataframe if "p" in one.value)
    assert {"one.csv", "two.csv", t("comparing.difference")} <= set(table)
    assert any("would be needed" in one.value for one in page.caption)
