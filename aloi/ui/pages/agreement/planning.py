"""What a wanted interval costs, and what a stop rule would have decided."""

from __future__ import annotations

import streamlit as st

from aloi.agreement.number import Number
from aloi.agreement.planning.sizes import SamplePlan
from aloi.annotation.model import Campaign, Round
from aloi.ui import session
from aloi.ui.figures import figure
from aloi.ui.shared import charts
from aloi.ui.shared.tables import no_markup, problems_told, text_table
from aloi.ui.texts import t
from aloi.ui.translations import translated
from aloi.workbench.agreement.planning import RuleReplay
from aloi.workbench.figures.planning import REPLAYED_RULE, ROUND_PLAN
from aloi.workbench.store.opening import Store


def draw(store: Store, campaign: Campaign, current: Round, scale: str) -> None:
    """Ask for a width and for a rule; draw what was asked last, until something else is."""
    state = session.page_state(f"agreement:planning:{current.id}:{scale}")
    of = (campaign.id, current.id, scale)
    st.caption(t("planning.why"))
    with st.form("agreement:plan:form"):
        one, two = st.columns(2)
        width = one.number_input(t("planning.width"), 0.01, 1.99, 0.1, 0.01, help=t("planning.width_help"))
        teams = two.text_input(t("planning.teams"), "2, 3, 5", help=t("planning.teams_help"))
        if st.form_submit_button(t("planning.do"), type="primary"):
            state["plan"] = (f"{width:g}", teams)
    if "plan" in state:
        with problems_told():
            _asked_plan(store, of, *state["plan"])
    with st.form("agreement:rule:form"):
        one, two = st.columns(2)
        threshold = one.number_input(t("planning.rule"), 0.05, 0.99, 0.667, 0.01)
        every = two.number_input(t("planning.every"), 1, 1000, 10)
        if st.form_submit_button(t("planning.replay"), type="primary"):
            state["rule"] = (f"{threshold:g}", f"{every:g}")
    if "rule" in state:
        with problems_told():
            replayed = figure(store, REPLAYED_RULE, *of, *state["rule"])
            if replayed is not None:
                _rule(replayed)


def _asked_plan(store: Store, of: tuple[str, str, str], width: str, teams: str) -> None:
    try:
        numbers = [str(int(word)) for word in teams.split(",") if word.strip()]
    except ValueError:
        st.warning(t("planning.bad_numbers"))
        return
    found = figure(store, ROUND_PLAN, *of, width, ",".join(numbers))
    if found is not None:
        _plan(found)


def _plan(found: SamplePlan) -> None:
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
                t("agreement.reason"): translated(one.reason or ""),
            }
            for one in found.rows
        ],
        download="plan.csv",
    )


def _rule(found: RuleReplay) -> None:
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
        charts.as_table(rows)
    st.caption(no_markup(found.false_stops.sentence))
