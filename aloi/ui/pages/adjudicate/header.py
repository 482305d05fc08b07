"""Above the decision: what is left, what annotators noted, and which disagreements need a decision."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign, Role
from aloi.annotation.tasks import task
from aloi.ui import session
from aloi.ui.numbers import number
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import acting
from aloi.ui.texts import t
from aloi.workbench.requests.campaigns import AdjudicationRequest
from aloi.workbench.rounds.adjudicating import set_rule
from aloi.workbench.store.opening import Store

_KEY = "adjudicate:rule"
_TASK, _ALL, _GAP = "task", "all", "gap"


def draw_left(decided: int, left: int, waiting: int, seconds: float | None) -> None:
    """Draw how many items are decided, left and still annotated, and the time left at a person's own pace."""
    text = progress_words(decided, left)
    if seconds is not None and left:
        text += " · " + t("adjudicate.left_minutes", count=max(1, round(left * seconds / 60)))
    if waiting:
        text += " · " + t("adjudicate.waiting", count=waiting)
    st.caption(text)


def progress_words(decided: int, left: int) -> str:
    """Return how many items are decided and left: each number has its own plural."""
    counts = {"decided": decided, "left": left}
    return t(
        "adjudicate.progress",
        **{name: t(f"adjudicate.n_{name}", count=count) for name, count in counts.items()},
    )


def draw_rule(store: Store, campaign: Campaign) -> None:
    """Draw which disagreements need a decision, and let a manager change it."""
    rule = campaign.adjudication
    gap = task(campaign.schema.task_type).wide_gap(campaign.schema.settings)
    chosen = _TASK if rule.gap is None else _ALL if rule.gap == 0 else _GAP
    by_task = t("adjudicate.by_gold") if gap is None else t("adjudicate.by_gap", gap=number(gap, "g"))
    names = {_TASK: by_task, _ALL: t("adjudicate.by_all"), _GAP: t("adjudicate.by_own_gap")}
    with st.popover(t("adjudicate.rule")), st.form(f"{_KEY}:{campaign.id}", border=False):
        kind = st.radio(
            t("adjudicate.rule"),
            list(names),
            index=list(names).index(chosen),
            format_func=names.__getitem__,
            key=f"{_KEY}:kind:{campaign.id}",
        )
        form = RequestForm(AdjudicationRequest, f"{_KEY}:{campaign.id}", campaign=campaign.id)
        typed_gap = form.ask("gap", draw=st.number_input, value=rule.gap or gap or 0.5, min_value=0.0)
        form.ask("reason", value=rule.reason)
        form.ask("blind", value=rule.blind)
        form.give(gap={_TASK: None, _ALL: 0.0, _GAP: typed_gap}[kind])
        form.rest()
        if st.form_submit_button(t("corrections.do"), type="primary"):
            with acting(Role.MANAGER):
                set_rule(store, form.request())
                session.say(t("adjudicate.rule_saved"))
