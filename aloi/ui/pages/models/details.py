"""A run in detail: labels or types, confused labels, groups of rows and their macro mean."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import streamlit as st

from aloi.agreement.number import Number
from aloi.base.errors import AloiError
from aloi.evaluation.reports.details import NONE
from aloi.ui.cached_results import latest_result
from aloi.ui.shared.runs import metric_name
from aloi.ui.shared.tables import give, problem, text_table
from aloi.ui.texts import named, t, translated
from aloi.workbench.cache.runs import DetailRun, RunVersion
from aloi.workbench.models.results import RunDetails
from aloi.workbench.models.runs import Run
from aloi.workbench.models.tables import MOST_LABELS, details_csv, details_latex
from aloi.workbench.store.opening import Store

if TYPE_CHECKING:
    from aloi.workbench.types import GroupScores, TestDetails


def details(store: Store, run: Run) -> None:
    """Draw the details of a run on one of its tests, and on its tests together."""
    result = _details(store, run, None)
    if result is None:
        return
    labels = [test.test for test in result.tests]
    label = labels[0]
    if len(labels) > 1:
        label = st.selectbox(t("models.test"), labels, key=f"models:details:{run.id}")
    test = next(test for test in result.tests if test.test == label)
    _labels(test, run)
    if not test.labels:
        st.caption(t("models.no_labels"))
    shared = [
        key
        for key, count in Counter(k for each in result.tests for k in each.keys).items()
        if count == len(labels)
    ]
    key = None
    if shared:
        key = st.selectbox(
            t("models.groups"), [None, *shared], format_func=_key_name, key=f"models:groups:{run.id}"
        )
    grouped = _details(store, run, key) if key else result
    if grouped is None:
        return
    groups = next(test.groups for test in grouped.tests if test.test == label)
    if groups:
        _groups(groups, test.metric)
    if grouped.over_tests:
        st.markdown(f"**{t('models.by_test')}**")
        _groups(grouped.over_tests, test.metric)
    row = st.container(horizontal=True)
    for kind, content in (("csv", details_csv(grouped)), ("tex", details_latex(grouped))):
        key_of_button = f"models:details:{run.id}:{kind}"
        give(t(f"suite.download_{kind}"), content, f"details-{run.id}.{kind}", key_of_button, box=row)


def _details(store: Store, run: Run, key: str | None) -> RunDetails | None:
    try:
        return latest_result(store, DetailRun(RunVersion.of(run), key))
    except AloiError as error:
        problem(error)
        return None


def _key_name(key: str | None) -> str:
    return t("models.no_groups") if key is None else named("noun", key)


def _labels(test: TestDetails, run: Run) -> None:
    if not test.labels:
        return
    text_table(
        [
            {
                t("app.label"): label.label,
                t("models.precision"): Number(label.precision, digits=3),
                t("models.recall"): Number(label.recall, digits=3),
                "F1": Number(label.f1, label.interval, digits=3),
                t("models.support"): label.support,
                t("models.predicted"): _count(label.predicted, test),
            }
            for label in test.labels
        ],
        download=f"labels-{run.id}.csv",
    )
    st.caption(t("models.labels_why"))
    names = sorted(
        {cell.gold for cell in test.confusion} | {cell.predicted for cell in test.confusion} - {NONE}
    )
    names = [*(name for name in names if name != NONE), NONE]
    if len(names) > MOST_LABELS + 1:
        st.caption(t("models.many_labels", most=MOST_LABELS))
        return
    counts = {(cell.gold, cell.predicted): cell.count for cell in test.confusion}
    st.markdown(f"**{t('models.confusion')}**")
    text_table(
        [
            {
                t("models.gold_label"): gold,
                **{name: _count(counts.get((gold, name), 0), test) for name in names},
            }
            for gold in names
        ]
    )
    st.caption(t("models.confusion_why"))


def _count(count: float, test: TestDetails) -> Number | int:
    return int(count) if test.seeds == 1 else Number(count, digits=1)


def _groups(groups: GroupScores, metric: str) -> None:
    text_table(
        [
            {
                _key_name(groups.key): translated(group.group),
                t("models.rows"): group.rows,
                metric_name(metric): Number(group.value, reason=group.reason, digits=3),
            }
            for group in groups.groups
        ]
    )
    mean = Number(groups.mean, groups.interval, digits=3)
    text = t(
        "models.macro_mean", groups=len(groups.groups), mean=mean.value_text, interval=mean.interval_text
    )
    st.markdown(text)
    if groups.undefined:
        st.caption(t("models.macro_undefined", count=groups.undefined))
