"""A release on the Hugging Face Hub: its name, and its address there."""

from __future__ import annotations

import os
from collections.abc import MutableMapping

import streamlit as st

from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import problems_told
from aloi.ui.texts import t
from aloi.workbench.releases.jobs import PUSH
from aloi.workbench.releases.pushing import TOKEN
from aloi.workbench.requests.releases import PushRequest
from aloi.workbench.store.opening import Store


def draw_push(store: Store, release_id: str, state: MutableMapping, reason: str, *, comments: bool) -> None:
    """Ask for the name of a release on the Hub; `reason` and `comments` are those of its export."""
    with st.expander(t("releases.push")):
        st.caption(t("releases.push_why"))
        has_token = bool(os.environ.get(TOKEN))
        if not has_token:
            st.info(t("releases.push_no_token", name=TOKEN))
        form = RequestForm(PushRequest, "releases:push", release=release_id, reason=reason, comments=comments)
        with st.form("releases:push:form", border=False):
            form.ask("repository")
            form.ask("private", value=True)
            form.rest()
            submitted = st.form_submit_button(t("releases.push_do"), type="primary", disabled=not has_token)
        if submitted:
            with problems_told():
                start_request(store, form.request(), state, key="push")
        take_up(store, state, PUSH, key="push", release=release_id)
        done = job_progress(store, state, t("releases.pushing"), key="push")
        if done is not None:
            st.success(t("releases.pushed", count=done.result["files"]))
            st.link_button(done.result["address"], done.result["address"])
