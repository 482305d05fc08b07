"""Agreement on groups of tokens, and the curve of merged labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from aloi.agreement.number import Number
from aloi.agreement.parts.groups import Granularity, GroupAgreement
from aloi.ui import session
from aloi.ui.cached_results import latest_result
from aloi.ui.questions.base import MeasuredRound
from aloi.ui.shared import charts
from aloi.ui.shared.agreement import result_table
from aloi.ui.shared.model_charts import ends
from aloi.ui.shared.tables import no_markup, problems_told, text_table
from aloi.ui.texts import t
from aloi.workbench.agreement import merged_labels
from aloi.workbench.agreement.groups import GroupReport
from aloi.workbench.cache.agreement import MeasureGroups, MergeLabels


def report(measured: MeasuredRound) -> None:
    """Draw common groups by pair and by label, agreement as labels are merged, and user-defined merges."""
    st.caption(t("groups.why"))
    report_ = latest_result(measured.store, MeasureGroups(*measured.of))
    if report_ is not None:
        _groups(report_)
    _merge(measured)


def _groups(report_: GroupReport) -> None:
    """Draw common groups, and the curves of agreement as labels are merged."""
    text_table(
        _rows([report_.mean, *report_.pairs], t("agreement.pair"), _pair),
        download="groups.csv",
        signed=t("app.signature"),
    )
    st.markdown(f"**{t('diagnosis.by_label')}**")
    text_table(
        _rows(report_.labels, t("diagnosis.label"), lambda one: one.label or ""),
        download="group-labels.csv",
        signed=t("app.signature"),
    )
    for side, curve in report_.curves.items():
        st.markdown(f"**{t(f'groups.curve_{side}')}**")
        _plot(curve)
        text_table(
            [
                {
                    t("groups.labels"): point.labels,
                    t("groups.merged"): " + ".join(point.merged) if point.merged else t("groups.all_apart"),
                    t("measures.krippendorff_alpha"): Number.of(point.alpha),
                }
                for point in curve
            ],
            download=f"granularity-{side}.csv",
        )
    st.caption(t("groups.optimistic"))


def _merge(measured: MeasuredRound) -> None:
    """Ask which labels to merge, and draw the resulting agreement."""
    labels = merged_labels.labels(measured.campaign)
    with st.form("agreement:merge:form"):
        st.markdown(f"**{t('groups.merge')}**")
        written = st.text_area(
            t("groups.merges"), placeholder=t("groups.merge_example"), help=t("groups.merges_help")
        )
        st.caption(t("groups.merge_labels", labels=no_markup(", ".join(labels))))
        submitted = st.form_submit_button(t("groups.merge_do"), type="primary")
    state = session.page_state(f"agreement:merge:{measured.round_id}")
    with problems_told():
        if submitted:
            state.pop("merges", None)
            state["merges"] = merged_labels.parse_merges(written.splitlines(), labels)
        if "merges" in state:
            merges = tuple(sorted(state["merges"].items()))
            views = latest_result(measured.store, MergeLabels(*measured.of, merges)) or ()
            results = [(view.title, result) for view in views for result in view.results]
            if results:
                titles, coefficients = zip(*results, strict=True)
                result_table(coefficients, download="agreement-merged.csv", views=titles)


def _plot(curve: Sequence[Granularity]) -> None:
    """Draw agreement against the number of labels left, if there is more than one point."""
    rows = [
        {
            t("groups.labels"): str(point.labels),
            t("groups.alpha"): point.alpha.value,
            **ends(point.alpha),
        }
        for point in curve
        if point.alpha.value is not None
    ]
    if len(rows) > 1:
        charts.points(rows, t("groups.labels"), t("groups.alpha"), "low", "high")
        charts.as_table(rows)


def _pair(group: GroupAgreement) -> str:
    return t("groups.mean", count=group.pairs) if group.a is None else f"{group.a} / {group.b}"


def _rows(
    groups: Sequence[GroupAgreement], head: str, name: Callable[[GroupAgreement], str]
) -> list[dict[str, object]]:
    return [
        {
            head: name(group),
            t("groups.precision"): Number.of(group.precision),
            t("groups.recall"): Number.of(group.recall),
            t("groups.f1"): Number.of(group.f1),
            t("glossary.units"): group.f1.units,
            t("app.signature"): group.signature,
        }
        for group in groups
    ]
