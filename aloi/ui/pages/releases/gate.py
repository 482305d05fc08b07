"""The release checks: each rule that would be violated, why, and a reason to release anyway."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from typing import Any

import streamlit as st

from aloi.annotation.model import Role
from aloi.corpora.model import Corpus
from aloi.gold.releasing.gate import licence, restricted
from aloi.gold.releasing.gate.base import GateFinding
from aloi.gold.releasing.licences import listed_names
from aloi.ui import session
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import acting, no_markup
from aloi.ui.texts import t
from aloi.workbench.corrections.naming import state_licence
from aloi.workbench.requests.corrections import LicenceRequest
from aloi.workbench.store.opening import Store

STAND_OFF = "releases:build:stand_off"  # the key of the checkbox


def gate_findings(
    store: Store, corpus: Corpus, findings: Sequence[GateFinding], state: MutableMapping, rules: int
) -> None:
    """Draw the violations of a release, a form each; the reasons are stored in `state` by rule."""
    reasons: dict[str, str] = state.setdefault("overrides", {})
    if not findings:
        st.caption(t("releases.gate_kept", count=rules))
        return
    open_ = [one for one in findings if one.rule not in reasons]
    if open_:
        st.warning(t("releases.gate_broken", count=len(open_)))
    for finding in findings:
        with st.container(border=True):
            _finding(store, corpus, finding, reasons)


def _finding(store: Store, corpus: Corpus, finding: GateFinding, reasons: MutableMapping[str, str]) -> None:
    st.markdown(f"**{t(f'releases.gate_{finding.rule}')}**")
    st.text(session.error_text(finding.error))
    if finding.ids:
        with st.popover(t("releases.gate_ids", count=len(finding.ids))):
            st.code("\n".join(finding.ids), language=None, wrap_lines=True)
    if finding.rule in reasons:
        st.info(no_markup(t("releases.gate_reason_given", why=reasons[finding.rule])))
        if st.button(t("releases.gate_take_back"), key=f"releases:gate:{finding.rule}:back", type="tertiary"):
            del reasons[finding.rule]
            st.rerun()
        return
    if finding.rule == licence.NAME:
        _licence_form(store, corpus)
    if finding.rule == restricted.NAME:
        st.button(
            t("releases.gate_stand_off"),
            on_click=_leave_texts_here,
            key="releases:gate:stand_off",
        )
    with st.form(f"releases:gate:{finding.rule}", border=False):
        why = st.text_input(t("releases.gate_why"), help=t("releases.gate_why_help"))
        if st.form_submit_button(t("releases.gate_override")) and why.strip():
            reasons[finding.rule] = why.strip()
            st.rerun()


def _licence_form(store: Store, corpus: Corpus) -> None:
    """Ask under which licence the texts are, one of SPDX or an agreement in words, and state it."""
    form = RequestForm(LicenceRequest, "releases:gate:licence", corpus=corpus.id, by="")
    with st.form("releases:gate:licence:state", border=False):
        form.ask("licence", options=listed_names(), draw=_pick)
        form.ask("why")
        form.rest()
        if st.form_submit_button(t("releases.gate_state"), type="primary"):
            with acting(Role.MANAGER):
                form.give(by=session.require(Role.MANAGER).pseudonym)
                state_licence(store, form.request(), session.now())


def _pick(label: str, options: Sequence[str], **more: Any) -> str:
    return st.selectbox(label, options, **{**more, "index": None}, accept_new_options=True) or ""


def _leave_texts_here() -> None:
    st.session_state[STAND_OFF] = True
