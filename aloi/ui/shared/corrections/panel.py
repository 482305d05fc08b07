"""A correction: its effect is shown in numbers before it is made, with a reason, and it is logged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from datetime import datetime
from typing import Any, NoReturn

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from aloi.annotation.model import Role
from aloi.base.requests import info_of
from aloi.corpora.model import Json
from aloi.ui import session
from aloi.ui.numbers import moment
from aloi.ui.shared.forms.requests import R, RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import acting, problems_told, text_table
from aloi.ui.texts import t
from aloi.workbench.corrections.log import corrections
from aloi.workbench.store.opening import Store


def correction(
    form: RequestForm[R],
    label: str,
    effect: Callable[[], str],
    do: Callable[[R, datetime], str],
    *,
    row: DeltaGenerator | None = None,
) -> None:
    """Draw a button that opens a correction, and the correction below it once pressed.

    Parameters
    ----------
    form : RequestForm
        The form of the correction; its key names the correction.
    effect : callable
        Asks for fields of the form, if there are any, and returns the effect, in a sentence with numbers. It
        is called once the button was pressed; its error message is shown instead.
    do : callable
        Makes the correction and returns a sentence on the result.
    row : DeltaGenerator, optional
        The row of the button; the correction is below it in any case.
    """
    key, opened = form.key, session.page_state("corrections")
    (row or st).button(label, key=f"{key}:ask", on_click=_open, args=(key, opened))
    if not opened.get(key):
        return
    with st.container(border=True, key=f"{key}:box"), problems_told():
        st.markdown(effect())
        _ask_reason(form)
        with st.container(horizontal=True):
            if st.button(t("corrections.do"), key=f"{key}:do", type="primary"):
                with acting(Role.MANAGER):
                    form.give(by=session.require(Role.MANAGER).pseudonym)
                    session.say(do(form.request(), session.now()))
                    opened.clear()
            if st.button(t("corrections.leave"), key=f"{key}:leave"):
                opened.clear()
                st.rerun()


def correction_by_worker(
    store: Store,
    form: RequestForm[R],
    label: str,
    about: Mapping[str, Json],
    *,
    ask: Callable[[], object] = dict,
    effect: Callable[[Any], str],
    done: Callable[[Any], str],
) -> None:
    """Draw a correction as `correction` does; the worker counts its changes, and makes it.

    Parameters
    ----------
    about : mapping
        The subject: the fields that no question changes. They identify a running correction after the page
        was reloaded.
    ask : callable
        Asks for fields of the form before the count, if there are any.
    effect, done : callable
        Return sentences with numbers, on the planned changes and on the details of the finished correction.
    """
    key = form.key
    opened, state = session.page_state("corrections"), session.page_state(f"corrections:{key}")
    st.button(label, key=f"{key}:ask", on_click=_open, args=(key, opened, state))
    say_when_made(store, form, label, about, done)
    if not opened.get(key):
        return
    with st.container(border=True, key=f"{key}:box"), problems_told():
        ask()
        preview = form.preview()
        if state.get("of") != preview:
            state["of"] = preview
            start_request(store, preview, state, key="effect")
        result = job_progress(store, state, label, key="effect")
        if result is not None:
            st.markdown(effect(result.result))
            _ask_reason(form)
        with st.container(horizontal=True):
            if result is not None and st.button(t("corrections.do"), key=f"{key}:do", type="primary"):
                form.give(by=session.require(Role.MANAGER).pseudonym)
                start_request(store, form.request(), state, key="make")
            if st.button(t("corrections.leave"), key=f"{key}:leave"):
                _leave(opened, state)


def say_when_made(
    store: Store, form: RequestForm[R], label: str, about: Mapping[str, Json], done: Callable[[Any], str]
) -> None:
    """Say that the worker has made a correction; for a page that no longer offers it."""
    state = session.page_state(f"corrections:{form.key}")
    take_up(store, state, info_of(form.kind).job, key="make", preview=False, **about)
    job = job_progress(store, state, label, key="make")
    if job is not None:
        session.say(done(job.result))
        _leave(session.page_state("corrections"), state)


def _ask_reason(form: RequestForm[R]) -> None:
    """Draw the question for the reason, then all that the form has not asked yet."""
    form.ask("why")
    form.keep("by")
    form.rest()


def _open(key: str, opened: MutableMapping, *states: MutableMapping) -> None:
    """Open a correction, and close any other before the page is drawn, so that only one is open."""
    for state in (opened, *states):
        state.clear()
    opened[key] = True


def _leave(*states: MutableMapping) -> NoReturn:
    """Close a correction: the page is redrawn without it."""
    for state in states:
        state.clear()
    st.rerun()


def correction_log(store: Store, *, campaign: str | None = None, corpus: str | None = None) -> None:
    """Draw the corrections, the newest first; nothing if there are none."""
    entries = corrections(store, campaign=campaign, corpus=corpus)
    if not entries:
        return
    with st.expander(t("corrections.log", count=len(entries))):
        text_table(
            [
                {
                    t("corrections.when"): moment(entry.correction.created_at.astimezone()),
                    t("corrections.what"): t(f"corrections.kind_{entry.correction.kind.name.lower()}"),
                    t("corrections.about"): " · ".join(
                        filter(None, (entry.corpus, entry.campaign, entry.person))
                    )
                    or "-",
                    t("corrections.reason"): entry.correction.why,
                    t("corrections.by"): entry.correction.by or "-",
                }
                for entry in entries
            ]
        )
