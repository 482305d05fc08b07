"""Restoring a copy: the choice, its content compared with the current store, and the replacement."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import streamlit as st

from aloi.annotation.model import Role
from aloi.ui import session
from aloi.ui.numbers import moment, number
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import no_markup, problems_told, text_table
from aloi.ui.shared.uploads import saved_upload
from aloi.ui.texts import t
from aloi.workbench.requests.store import RestoreRequest
from aloi.workbench.store import restoring
from aloi.workbench.store.opening import Store

_FILE = "sqlite:///"
_RESTORE = "aloi restore copy.db --store postgresql+psycopg://aloi@db.example.org/empty"


def in_file() -> bool:
    """Return whether the store is a file, which a copy can take the place of while Aloi runs."""
    return session.settings().store.startswith(_FILE)


def draw_restoring(store: Store, state: MutableMapping[str, Any]) -> None:
    """Draw the choice of a copy, the data it would replace, and the button for it."""
    if not in_file():
        st.caption(t("store.restore_server"))
        st.code(_RESTORE, language="sh", wrap_lines=True)
        return
    st.caption(t("store.restore_why"))
    path = _chosen()
    if st.button(t("store.look"), key="store:look", disabled=path is None):
        start_request(store, RestoreRequest(path), state, key="look")
    take_up(store, state, "look_at_copy", key="look")
    looked = job_progress(store, state, t("store.look"), key="look")
    if looked is not None:
        _offer(store, looked.result, state)


def _chosen() -> Path | None:
    """Return the copy that is chosen: one that Aloi made, or a file."""
    upload = st.file_uploader(t("store.copy_file"), type=["db", "sqlite", "aloi"], key="store:copy:file")
    if upload is not None:
        return saved_upload(upload)
    copies = restoring.kept_copies(session.settings().data)
    if not copies:
        return None
    chosen = st.selectbox(
        t("store.copy_kept"),
        copies,
        format_func=lambda one: t("store.copy_name", name=one.path.name, size=number(one.size / 1e6, ".1f")),
        index=None,
        placeholder=t("app.choose"),
        key="store:copy:kept",
    )
    return None if chosen is None else chosen.path


def _offer(store: Store, looked: Any, state: MutableMapping[str, Any]) -> None:
    """Draw the content of the copy compared with the store, and restore it once that was read."""
    now, copy = (restoring.read_contents(looked[name]) for name in ("now", "copy"))
    st.success(t("store.copy_sound", name=no_markup(looked["name"])))
    text_table(
        [
            {
                t("store.holds"): t(f"store.holds_{field_.name}"),
                t("store.holds_now"): _cell(getattr(now, field_.name)),
                t("store.holds_copy"): _cell(getattr(copy, field_.name)),
            }
            for field_ in fields(now)
        ]
    )
    st.warning(t("store.replaces"))
    read = st.checkbox(t("store.replaces_read"), key="store:replace:read")
    if st.button(t("store.replace"), key="store:replace", disabled=not read):
        with problems_told(stop=True):
            session.require(Role.ADMINISTRATOR)
            replaced_store = restoring.put_in_place(store, looked["ready"], session.settings().data)
            state.clear()  # the jobs it speaks of are no longer there
            st.success(t("store.replaced"))
            st.code(str(replaced_store.resolve()), language=None, wrap_lines=True)
            st.markdown(f'<a href="/signin" target="_self">{t("signin.title")}</a>', unsafe_allow_html=True)
            st.stop()  # the person who did it is signed out too


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    return str(value) if isinstance(value, int) else f"{moment(value)} UTC"
