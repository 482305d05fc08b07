"""Running and queued trainings, visible to every manager: progress and loss."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, MutableMapping
from pathlib import Path

import streamlit as st

from aloi.base.errors import AloiError
from aloi.ui import session
from aloi.ui.navigation import link
from aloi.ui.pages.models.runs import training_steps
from aloi.ui.shared.jobs import message_of
from aloi.ui.shared.tables import no_markup, problem
from aloi.ui.texts import t, translated
from aloi.workbench.jobs import Job
from aloi.workbench.models import runs as stored
from aloi.workbench.models.recipes import recipe_title
from aloi.workbench.store.opening import Store

VERBS = ("train",)
_ACTIVE = ("queued", "running")


def under_way(store: Store, data: Path, state: MutableMapping) -> None:
    """Draw the trainings that run or wait, and the outcome of the one started here."""
    if _active(store):
        _poll(store, data, state, itertools.count())
    jobs = [store.jobs.get(name) for name in state.get("jobs", ())]
    if not jobs or any(job.status in _ACTIVE for job in jobs):
        return
    state["ended"] = jobs[-1].id
    for job in jobs:
        if job.status == "failed" and job.result is not None:
            problem(AloiError.from_json(job.result))
        elif job.status == "failed":
            st.error(t("models.last_failed"))
            st.text(job.error or "")
    if any(job.status == "cancelled" for job in jobs):
        st.info(t("models.cancelled"))
    done = [run for job in jobs if job.status == "done" for run in job.result["runs"]]
    if done:
        st.success(t("models.ended", count=len(done)))
        link("comparison", t("models.next"))


@st.fragment(run_every=2)
def _poll(store: Store, data: Path, state: MutableMapping, turns: Iterator[int]) -> None:
    """Draw the active jobs, again every two seconds; redraw the page once one of them has ended.

    The first turn is part of a run of the page. A redraw at that point would prevent the run from reaching
    the button that was pressed.
    """
    active = _active(store)
    names = {one.id for one in active}
    ended = set(state.get("active", ())) - names
    state["active"] = names
    if next(turns) > 0 and (ended or not active):
        st.rerun()
    if not active:
        return
    with st.container(border=True):
        _job(store, data, active[0])
        if len(active) > 1:
            left, right = st.columns([4, 1], vertical_alignment="center")
            left.caption(t("models.queued", count=len(active) - 1))
            if right.button(t("models.cancel_all"), key="models:cancel:all", width="stretch"):
                session.require()
                for job in active:
                    store.jobs.cancel(job.id, session.now())
                st.rerun(scope="fragment")


def _job(store: Store, data: Path, job: Job) -> None:
    left, right = st.columns([4, 1], vertical_alignment="center")
    with left:
        recipe = no_markup(translated(recipe_title(str(job.arguments["recipe"]))))
        st.markdown(t("models.under_way", recipe=recipe))
        message = message_of(job) or t("models.waiting_worker")
        st.progress(min(1.0, job.done / job.total) if job.total else 0.0, no_markup(message))
    if right.button(t("app.job_cancel"), key=f"models:cancel:{job.id}", width="stretch"):
        session.require()
        store.jobs.cancel(job.id, session.now())
        st.rerun(scope="fragment")
    if job.status != "running":
        return
    folder, visible = stored.runs_folder(data), store.members.shared("run")
    at_work = next(
        (one for one in stored.runs(folder, visible) if one.status is stored.RunStatus.RUNNING), None
    )
    points = () if at_work is None else tuple(stored.loss_curve(folder, at_work.id))
    if points:  # before its first step nobody can say whether it will report a loss
        training_steps(points)


def _active(store: Store) -> list[Job]:
    """Return the trainings that run or wait, in the order of the queue."""
    active = [one for one in reversed(store.jobs.list()) if one.verb in VERBS and one.status in _ACTIVE]
    return sorted(active, key=lambda one: one.status != "running")
