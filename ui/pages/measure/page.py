"""Agreement of any table: ratings made elsewhere, measured and not kept."""

from __future__ import annotations

import json

import streamlit as st

from agreement.measures import MEASURES
from agreement.ratings import LEVELS
from annotation.model import Role
from corpora.readers import preview as read_preview
from ui import session
from ui.glossary import explained
from ui.shared import whole_report
from ui.shared.agreement import crosscheck, differences, means, pairs, result_table, title
from ui.shared.choices import worded
from ui.shared.tables import give, no_markup, place_of, problems_told, show_read_as, text_table
from ui.shared.uploads import saved_upload
from ui.texts import t
from workbench.agreement.html import table_html
from workbench.agreement.sections import latex_report, table_sections
from workbench.agreement.tables import SET_MEASURES, TableOptions, difference_of_tables, table_report

_SUFFIXES = ["tsv", "csv", "xlsx", "ods", "jsonl", "parquet"]
session.open_store()
session.require(Role.ADJUDICATOR, Role.MANAGER)
st.title(t("measure.title"), help=explained("agreement", "alpha", "interval"))
st.caption(t("measure.why"))
upload = st.file_uploader(t("measure.file"), type=_SUFFIXES, key="measure:file")
if upload is None:
    st.info(t("measure.empty"))
    st.stop()
with problems_told(stop=True):
    path = saved_upload(upload)
    preview = read_preview(path)
second = st.file_uploader(
    t("measure.second"), type=_SUFFIXES, help=t("measure.second_help"), key="measure:second"
)
names = list(preview.columns)
show_read_as(preview.read_as)
text_table([dict(zip(names, row, strict=True)) for row in preview.rows[:3]])

long = (
    st.radio(
        t("measure.shape"),
        ["wide", "long"],
        format_func=lambda word: t(f"measure.{word}"),
        horizontal=True,
        key="measure:shape",
    )
    == "long"
)
with st.form("measure:form"):
    one, two, three = st.columns(3)
    unit = one.selectbox(t("measure.unit"), names)
    annotator = value = None
    columns: list[str] = []
    if long:
        annotator = two.selectbox(
            t("measure.annotator"), names, place_of(names, ["annotator", "worker_id", "worker"])
        )
        value = three.selectbox(
            t("measure.value"), names, place_of(names, ["value", "rating", "score", "label"])
        )
    else:
        columns = two.multiselect(
            t("measure.columns"), names, placeholder=t("measure.all_columns"), width="stretch"
        )
    one, two, three = st.columns(3)
    level = worded(one.selectbox, "measure.level", list(LEVELS), 1)
    clusters = two.multiselect(
        t("measure.cluster"),
        names,
        max_selections=2,
        placeholder=t("measure.none"),
        help=t("measure.cluster_help"),
    )
    by = three.selectbox(
        t("measure.by"),
        [None, *names],
        format_func=lambda name: name or t("measure.none"),
        help=t("measure.by_help"),
    )
    sets = st.checkbox(t("measure.sets"), help=t("measure.sets_help"))
    measures = st.multiselect(
        t("measure.measures"),
        [one.name for one in MEASURES],
        format_func=title,
        placeholder=t("measure.all_measures"),
    )
    categories = st.text_input(t("measure.categories"), help=t("measure.categories_help"))
    whole = st.checkbox(t("measure.whole"), help=t("measure.whole_help"), key="measure:whole")
    paired, apart = False, 0.1
    if second is not None:
        one, two = st.columns(2)
        paired = one.checkbox(t("measure.paired"), help=t("measure.paired_help"), key="measure:paired")
        apart = two.number_input(t("comparing.detect"), 0.01, 1.0, 0.1, 0.01, help=t("comparing.detect_help"))
    asked = st.form_submit_button(t("measure.do"), type="primary")
if not asked:
    st.stop()
with problems_told(stop=True):
    options = TableOptions(
        level="nominal" if sets else str(level),
        measures=tuple(measures) or (SET_MEASURES if sets else ()),
        categories=tuple(word.strip() for word in categories.split(",") if word.strip()),
        unit=unit,
        annotator=annotator,
        value=value,
        columns=tuple(columns),
        cluster=tuple(clusters),
        by=by,
        whole=whole,
    )
    report = table_report(path, options)
    compared = None
    if second is not None:
        compared = difference_of_tables(path, saved_upload(second), options, paired=paired)
show_read_as(report.read_as)
if report.left_out:
    st.caption(t("measure.left_out", names=", ".join(report.left_out)))
for said in report.cautions:
    st.warning(no_markup(said))
result_table(report.results, download="agreement.csv")
crosscheck(report.ratings.level, report.crosscheck)
for group in report.groups:
    st.subheader(t("measure.part", by=report.by, name=group.name))
    result_table(group.results, download=f"agreement-{group.name}.csv")
if report.pairs:
    with st.expander(t("measure.pairs")):
        pairs(report.pairs, download="pairs.csv")
        means(report.means)
if report.whole is not None:
    whole_report.draw(report.whole)
whole_report.methods(report.methods)
if second is not None and compared:
    st.subheader(t("measure.difference"))
    st.caption(t("measure.difference_why"))
    differences(compared, upload.name, second.name, apart)
for kind, made in (
    ("html", table_html(report, upload.name)),
    ("tex", latex_report(table_sections(report, upload.name), report.whole, report.methods())),
):
    give(t(f"measure.{kind}"), made, f"{path.stem}-agreement.{kind}", f"measure:download:{kind}")
give(
    t("measure.json"),
    json.dumps(report.to_json(), ensure_ascii=False, indent=2),
    f"{path.stem}-agreement.json",
    "measure:download:json",
)
