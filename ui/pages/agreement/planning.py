"""What a wanted interval costs, and what a stop rule would have decided."""

from __future__ import annotations

import streamlit as st

from agreement.number import Number
from agreement.planning.sizes import SamplePlan
from ui.shared import charts
from ui.shared.tables import no_markup, text_table
from ui.texts import t
from workbench.agreement.planning import RuleReplay


def plan(found: SamplePlan) -> None:
    """Draw how many items each number of annotators needs."""
    st.markdown(no_markup(found.sentence))
    text_table(
        [
            {
                t("planning.annotators"): one.annotators,
                t("planning.items"): "-" if one.items is None else one.items,
                t("planning.answers"): "-" if one.answers is None else one.answers,
                t("planning.expected"): Number(one.expected),
                t("planning.checked"): Number(one.checked),
                t("planning.source"): t(f"planning.source_{one.source}"),
                t("agreement.reason"): one.reason or "",
            }
            for one in found.rows
        ],
        download="plan.csv",
    )


def rule(found: RuleReplay) -> None:
    """Draw a stop rule replayed, look by look, and how often it would mislead."""
    st.markdown(no_markup(found.replay.sentence))
    rows = [
        {
            t("planning.items"): one.items,
            t("agreement.value"): one.alpha,
            t("agreement.low"): one.low,
            t("agreement.high"): one.high,
        }
        for one in found.replay.looks
        if one.alpha is not None and one.low is not None and one.high is not None
    ]
    if rows:
        charts.points(
            rows, t("planning.items"), t("agreement.value"), t("agreement.low"), t("agreement.high")
        )
    st.caption(no_markup(found.false_stops.sentence))
