"""A long verb under way: its progress, a way to stop it, and its result when it ends."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from contextlib import suppress
from typing import NoReturn

import streamlit as st

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.base.requests import info_of, to_data
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.ui import language, session
from aloi.ui.shared.tables import problem
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.jobs import Job
from aloi.workbench.progress import read_message
from aloi.workbench.store.opening import Store

_RUNNING = ("queued", "running")
_SURE_SECONDS = 5.0  # below which no time left is shown


def job_progress(
    store: Store, state: MutableMapping, title: str, *, key: str = "job", cancelled: str | None = None
) -> Job | None:
    """Draw the job named in a page's state while it runs; return it once it is done.

    `cancelled` is what is said of one that was stopped where it kept what was done.
    """
    name = state.get(key)
    if name is None:
        return None
    try:
        job = store.jobs.get(name)
    except AloiError:  # forgotten meanwhile, perhaps from another tab
        state[key] = None
        return None
    if job.status in _RUNNING:
        _poll(store, job.id, title)
        return None
    if job.status == "failed" and job.result is not None:
        problem(AloiError.from_json(job.result))
    elif job.status == "failed":
        st.error(t("app.job_failed"))
        st.text(job.error or "")
    elif job.status == "cancelled":
        _stopped(store, job.id, cancelled or t("app.job_cancelled"))
    if job.status != "done":
        return None
    if _is_news(job.id):  # it ended while this page was drawn: the content above lacks its result
        st.rerun()
    return job


def _is_news(job_id: str) -> bool:
    """Return whether nothing was drawn yet since a job ended, and note that something will be."""
    name = f"job:{job_id}:ended"
    is_old, st.session_state[name] = name in st.session_state, True
    return not is_old


def running_job(store: Store, state: MutableMapping, *, key: str = "job") -> bool:
    """Return whether the job named in a page's state waits or runs."""
    if state.get(key) is None:
        return False
    with suppress(AloiError):  # forgotten meanwhile
        return store.jobs.get(state[key]).status in _RUNNING
    return False


def start_job(
    store: Store,
    verb: str,
    arguments: Mapping[str, Json],
    state: MutableMapping,
    *,
    key: str = "job",
    roles: Sequence[Role] = (Role.MANAGER,),
) -> NoReturn:
    """Start a job for the signed-in person; the page is redrawn, with the job in its state."""
    person = session.require(*roles)
    state[key] = jobs.start(store, verb, arguments, person.pseudonym, session.now()).id
    st.rerun()


def start_request(store: Store, request: object, state: MutableMapping, *, key: str = "job") -> NoReturn:
    """Start the job of a request for who may make it, as its declaration says."""
    info = info_of(type(request))
    start_job(store, info.job, to_data(request), state, key=key, roles=[Role(one) for one in info.roles])


def take_up(store: Store, state: MutableMapping, verb: str, *, key: str = "job", **of: Json) -> None:
    """Put into a page's state the running job of an operation that this person requested.

    A page that is loaded anew, or opened in another tab, knows nothing of it otherwise, and would ask again.
    `of` holds what it was asked of, as far as the page knows it: the job of another campaign is not this
    page's. Of an object among a job's arguments the parts that `of` names are looked at; None is also what
    was not given.
    """
    if state.get(key) is not None:
        return
    for job in store.jobs.under_way(verb, session.require().pseudonym):
        if _holds(job.arguments, of):
            state[key] = job.id
            return


def _holds(arguments: Json, expected: Json) -> bool:
    """Return whether arguments have the requested values, as far as these are given."""
    if not isinstance(expected, Mapping):
        return arguments == expected
    return isinstance(arguments, Mapping) and all(
        _holds(arguments.get(name), part) for name, part in expected.items()
    )


def last_job(store: Store, verb: str, name: str, *, of: str = "corpus") -> Job | None:
    """Return the newest finished job of a verb on a corpus, or on what another argument names."""
    for job in store.jobs.list():
        if job.verb == verb and job.status == "done" and job.arguments.get(of) == name:
            return job
    return None


@st.fragment(run_every=2.0)
def _stopped(store: Store, job_id: str, message: str) -> None:
    """Say that a job was cancelled; redraw the page if that came too late and the job has finished."""
    with suppress(AloiError):  # forgotten meanwhile
        if store.jobs.get(job_id).status != "cancelled":
            st.rerun()
    st.info(message)


def _time_left(job: Job) -> str:
    """Return how long a job still takes, at its speed since this page saw it first; nothing at the start."""
    now, key = session.now().timestamp(), f"job:{job.id}:pace"
    begun = st.session_state.get(key)
    # Work of an earlier run was not done now, and another step has its own speed.
    if begun is None or begun[1] != job.message or job.done < begun[2]:
        begun = st.session_state[key] = (now, job.message, job.done)
    spent, n_done = now - begun[0], job.done - begun[2]
    if spent < _SURE_SECONDS or not n_done or job.done >= job.total:
        return ""
    minutes = round(spent * (job.total - job.done) / n_done / 60)
    return t("app.job_left", minutes=minutes) if minutes else t("app.job_ends")


def message_of(job: Job) -> str:
    """Return what a job is doing, in the reader's language."""
    message = read_message(job.message)
    return message.text(language.current(), page=True) if isinstance(message, Term) else message


@st.fragment(run_every=0.7)
def _poll(store: Store, job_id: str, title: str) -> None:
    """Draw the progress of a job, again and again until it ends."""
    job = store.jobs.get(job_id)
    if job.status not in _RUNNING:
        _is_news(job_id)
        st.rerun()
    share = job.done / job.total if job.total else 0.0
    # Until the worker is free there is no other information.
    message = t("app.job_waiting") if job.status == "queued" else message_of(job)
    counts = {"done": job.done, "total": job.total, "message": message}
    text = t("app.job_running" if job.total else "app.job_begun", title=title, **counts)
    st.progress(min(1.0, share), " · ".join(filter(None, [text, _time_left(job)])))
    if jobs.is_untaken(store, job, session.now()):
        st.warning(t("app.job_untaken"))
    if st.button(t("app.job_cancel"), key=f"job:{job_id}:cancel"):
        session.require()
        store.jobs.cancel(job_id, session.now())
