"""The full report on a round, computed on request."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign, Round
from aloi.ui.cached_results import latest_result
from aloi.ui.shared import whole_report
from aloi.ui.shared.tables import problems_told
from aloi.ui.texts import t
from aloi.workbench.agreement.full_report.figures import WholeReport
from aloi.workbench.cache.agreement import ReportRound
from aloi.workbench.store.opening import Store


def draw(store: Store, campaign: Campaign, current: Round, scale: str, cleaned: bool) -> WholeReport | None:
    """Draw the whole report once somebody wants it, and return it once it is there."""
    st.caption(t("whole.why"))
    if not st.toggle(t("whole.show"), key=f"agreement:whole:{current.id}:{scale}"):
        return None
    report = None
    with problems_told():
        report = latest_result(store, ReportRound(campaign.id, current.id, scale, cleaned))
        if report is not None:
            whole_report.tables(report)
    return report
