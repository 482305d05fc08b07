"""The sample size for a target interval width, and the replay of a stop rule."""

from __future__ import annotations

import streamlit as st

from aloi.agreement.number import Number
from aloi.agreement.planning.sizes import SamplePlan
from aloi.annotation.model import Campaign, Round
from aloi.ui import session
from aloi.ui.cached_results import latest_result
from aloi.ui.shared import charts
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import no_markup, problems_told, text_table
from aloi.ui.texts import t, translated
from aloi.workbench.agreement.planning import RuleReplay
from aloi.workbench.cache.agreement import PlanRound, ReplayRule
from aloi.workbench.requests.rounds import PlanRequest
from aloi.workbench.store.opening import Store


def draw(store: Store, campaign: Campaign, current: Round, scale: str) -> None:
    """Ask for a width and for a rule; draw the last results until the next request."""
    state = session.page_state(f"agreement:planning:{current.id}:{scale}")
    of = (campaign.id, current.id, scale)
    st.caption(t("planning.why"))
    form = RequestForm(PlanRequest, "agreement:plan", campaign=campaign.id, round=current.number, scale=scale)
    with st.form("agreement:plan:form"):
        left, right = st.columns(2)
        form.ask("width", left, step=0.01)
        form.ask("teams", right, value="2, 3, 5")
        plans = st.form_submit_button(t("planning.do"), type="primary")
    with st.form("agreement:rule:form"):
        left, right = st.columns(2)
        form.ask("threshold", left, value=0.667, step=0.01)
        form.ask("step", right, max_value=1000)
        form.rest()
        replays = st.form_submit_button(t("planning.replay"))
    with problems_told():
        if plans or replays:
            request = form.request()
            if plans:
                state["plan"] = PlanRound(*of, request.width, request.teams)
            else:
                state["rule"] = ReplayRule(*of, request.threshold, request.step)
        if "plan" in state and (plan := latest_result(store, state["plan"])) is not None:
            _plan(plan)
        if "rule" in state and (replay := latest_result(store, state["rule"])) is not None:
            _rule(replay)


def _plan(plan: SamplePlan) -> None:
    """Draw how many items each number of annotators needs."""
    st.markdown(no_markup(plan.sentence))
    text_table(
        [
            {
                t("planning.annotators"): row.annotators,
                t("app.items"): "-" if row.items is None else row.items,
                t("app.answers"): "-" if row.answers is None else row.answers,
                t("planning.expected"): Number(row.expected),
                t("planning.checked"): Number(row.checked),
                t("planning.source"): t(f"planning.source_{row.source}"),
                t("app.reason"): translated(row.reason or ""),
            }
            for row in plan.rows
        ],
        download="plan.csv",
    )


def _rule(replay: RuleReplay) -> None:
    """Draw a stop rule replayed, look by look, and how often it would mislead."""
    st.markdown(no_markup(replay.replay.sentence))
    rows = [
        {
            t("app.items"): checkpoint.items,
            t("app.value"): checkpoint.alpha,
            t("agreement.low"): checkpoint.low,
            t("agreement.high"): checkpoint.high,
        }
        for checkpoint in replay.replay.looks
        if checkpoint.alpha is not None and checkpoint.low is not None and checkpoint.high is not None
    ]
    if rows:
        charts.points(rows, t("app.items"), t("app.value"), t("agreement.low"), t("agreement.high"))
        charts.as_table(rows)
    st.caption(no_markup(replay.false_stops.sentence))
