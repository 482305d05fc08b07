"""Comparison of the agreement of two rounds, or of two groups of annotators of a round."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from aloi.annotation.model import Campaign, Round
from aloi.ui import session
from aloi.ui.cached_results import latest_result
from aloi.ui.shared.agreement import differences
from aloi.ui.shared.tables import problems_told
from aloi.ui.texts import t
from aloi.workbench.cache.agreement import CompareRounds
from aloi.workbench.store.opening import Store


def draw(store: Store, campaign: Campaign, current: Round, rounds: Sequence[Round], scale: str) -> None:
    """Ask for the comparison with this round; draw the last one requested."""
    state = session.page_state(f"agreement:comparing:{current.id}:{scale}")
    st.markdown(f"#### {t('comparing.title')}")
    st.caption(t("comparing.why"))
    names = [one.pseudonym for one in store.people.list()]
    with st.form("agreement:difference:form"):
        left, middle, right = st.columns(3)
        other = left.selectbox(
            t("comparing.other"),
            [*(one for one in rounds if one.id != current.id), current],
            format_func=lambda round_: t(
                "agreement.round_name", number=round_.number, version=round_.guideline_version or "-"
            ),
        )
        mine = middle.multiselect(t("comparing.mine", number=current.number), names, help=t("comparing.all"))
        second_group = right.multiselect(t("comparing.theirs"), names, help=t("comparing.all"))
        detect = left.number_input(
            t("comparing.detect"), 0.01, 1.0, 0.1, 0.01, help=t("comparing.detect_help")
        )
        if st.form_submit_button(t("comparing.do"), type="primary"):
            groups = (tuple(mine), tuple(second_group))
            state["asked"] = CompareRounds(campaign.id, current.id, scale, other.id, *groups)
            state["detect"] = detect
    if "asked" not in state:
        return
    with problems_told():
        result = latest_result(store, state["asked"])
        if result is not None:
            first, second = (f"{t('glossary.round')} {number}" for number in result.numbers)
            if first == second:
                first, second = (", ".join(names) or first for names in result.groups)
            differences(result.differences, first, second, state["detect"])
