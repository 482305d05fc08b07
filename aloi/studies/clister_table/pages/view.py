"""Parts of the page: the table, differences by test, parts of the tests."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from aloi.agreement.number import Number, p_text
from aloi.studies.clister_table.study import ClisterTable
from aloi.studies.clister_table.tables import numbers_of
from aloi.ui.numbers import numbers
from aloi.ui.shared.runs import metric_name
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t, translated
from aloi.workbench.models.comparison import Comparison, Difference, TestComparison
from aloi.workbench.models.results import UNTUNED


def main_table(table: ClisterTable) -> None:
    """Draw a row for each training data and each baseline, a column for each test."""
    heads = _heads(table)
    rows = [
        {t("clister_table.trained"): _train(run.train), **dict(zip(heads, cells, strict=True))}
        for run, cells in numbers_of(table.comparison, table)
    ]
    if table.baselines is not None:
        rows += [
            {
                t("clister_table.trained"): t("clister_table.baseline", name=run.system),
                **dict(zip(heads, cells, strict=True)),
            }
            for run, cells in numbers_of(table.baselines, table, mark="")
        ]
    text_table(rows, download="clister-table.csv")
    metric = metric_name(table.comparison.metric)
    st.caption(t("clister_table.caption", metric=metric, count=table.items))
    for name, reason in table.skipped.items():
        st.caption(no_markup(t("clister_table.skipped", name=name, reason=translated(reason))))


def differences(table: ClisterTable) -> None:
    """Draw all pairs of rows on the test that is chosen."""
    test = _ask_test(table, "differences")
    _pairs(table.comparison, test.family.differences, "differences")
    st.code(test.family.signature, language=None, wrap_lines=True)


def cuts(table: ClisterTable) -> None:
    """Draw the rows on each part of the test that is chosen, by origin and by status, and their pairs."""
    test = _ask_test(table, "cuts")
    if not test.cuts:
        st.info(t("clister_table.no_cuts"))
        return
    titles = {
        cut.title: t("comparison.part", title=translated(cut.title), count=cut.items) for cut in test.cuts
    }
    scores = {cut.title: {score.name: score for score in cut.scores} for cut in test.cuts}
    rows = [
        {
            t("clister_table.trained"): _train(run.train),
            **{titles[name]: Number.of(by_run.get(run.id)) for name, by_run in scores.items()},
        }
        for run in table.comparison.runs
    ]
    text_table(rows, download="clister-table-parts.csv")
    for cut in test.cuts:
        for text in (cut.reason, cut.caution):
            if text:
                st.caption(no_markup(f"{translated(cut.title)}: {translated(text)}"))
        if cut.differences:
            st.markdown(f"**{no_markup(titles[cut.title])}**")
            _pairs(table.comparison, cut.differences, f"differences-{cut.title}")


def _ask_test(table: ClisterTable, key: str) -> TestComparison:
    by_label = {test.label: test for test in table.comparison.tests}
    names = dict(zip(table.tests, _heads(table), strict=True))
    label = st.selectbox(
        t("clister_table.test"), table.tests, format_func=names.__getitem__, key=f"clister_table:{key}:test"
    )
    return by_label[label]


def _heads(table: ClisterTable) -> list[str]:
    items = {test.label: test.items for test in table.comparison.tests}
    names = [*table.tests[:-1], t("clister_table.union")]
    return [
        t("clister_table.column", name=name, count=items[label])
        for name, label in zip(names, table.tests, strict=True)
    ]


def _train(names: str) -> str:
    return t("clister_table.untuned") if names == UNTUNED else names


def _pairs(comparison: Comparison, pairs: Sequence[Difference], name: str) -> None:
    rows = [
        {
            t("comparison.a"): _train(comparison.run(pair.a).train),
            t("comparison.b"): _train(comparison.run(pair.b).train),
            t("comparison.difference"): Number.of(pair, value=pair.difference, signed=True),
            t("comparison.p"): numbers(p_text(pair.p)),
            t("comparison.p_holm"): numbers(p_text(pair.p_holm)),
        }
        for pair in pairs
    ]
    text_table(rows, download=f"{name}.csv")
    st.caption(t("comparison.holm_why", count=len(pairs)))
