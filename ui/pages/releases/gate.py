"""The release gate before a release is made: each rule that is broken, why, and a reason to do it anyway."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence

import streamlit as st

from gold.releasing.gate.base import GateFinding
from ui import session
from ui.shared.tables import no_markup
from ui.texts import t


def gate_findings(findings: Sequence[GateFinding], state: MutableMapping, rules: int) -> None:
    """Draw what a release would break, a form each; the reasons given are kept in `state` by rule."""
    reasons: dict[str, str] = state.setdefault("overrides", {})
    if not findings:
        st.caption(t("releases.gate_kept", count=rules))
        return
    open_ = [one for one in findings if one.rule not in reasons]
    if open_:
        st.warning(t("releases.gate_broken", count=len(open_)))
    for one in findings:
        with st.container(border=True):
            _finding(one, reasons)


def _finding(one: GateFinding, reasons: MutableMapping[str, str]) -> None:
    st.markdown(f"**{t(f'releases.gate_{one.rule}')}**")
    st.text(session.told(one.error))
    if one.ids:
        with st.popover(t("releases.gate_ids", count=len(one.ids))):
            st.code("\n".join(one.ids), language=None)
    if one.rule in reasons:
        st.info(no_markup(t("releases.gate_reason_given", why=reasons[one.rule])))
        if st.button(t("releases.gate_take_back"), key=f"releases:gate:{one.rule}:back", type="tertiary"):
            del reasons[one.rule]
            st.rerun()
        return
    with st.form(f"releases:gate:{one.rule}", border=False):
        why = st.text_input(t("releases.gate_why"), help=t("releases.gate_why_help"))
        if st.form_submit_button(t("releases.gate_override")) and why.strip():
            reasons[one.rule] = why.strip()
            st.rerun()


def terms_of(state: Mapping, by: str, *, stand_off: bool) -> dict[str, object]:
    """Return the terms of a release as the job takes them."""
    return {"overrides": dict(state.get("overrides", {})), "by": by, "stand_off": stand_off}
