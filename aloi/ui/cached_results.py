"""Cached results on a page: the latest ones with their age, computed again in the background."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, TypeVar

import streamlit as st

from aloi.ui import session
from aloi.ui.numbers import number
from aloi.ui.texts import t
from aloi.workbench.cache.base import Request
from aloi.workbench.cache.refresh import VERB, Refresh, refresh
from aloi.workbench.cache.results import CachedResult, read, read_all
from aloi.workbench.store.opening import Store

T = TypeVar("T")
_ACTIVE = ("queued", "running")
_LONGEST_WAIT = 60.0  # seconds; a page that is open is drawn anew by itself when the next results are due
_AGE_SECONDS = 30.0  # between two drawings of an age
_SKELETON = '<div class="skeleton" aria-hidden="true"><i></i><i></i><i></i><i></i><p></p><p></p></div>'
_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def latest_result(store: Store, request: Request[T]) -> T | None:
    """Return the latest result of a request, under a line with its age; an error is raised.

    If it is not current, it is computed in the background, and the page is drawn again when it is there.
    None before the first time: the page says that it is being computed and continues with the rest.
    """
    value: T | None = latest_results(store, [read(store, request)])[0]
    return value


def latest_results(store: Store, results: Sequence[CachedResult[Any]]) -> list[Any]:
    """Return the values of results, under one line with their age.

    They are those that a page has read, or newer ones if they were computed since. The page continues with
    them: drawn again from here, it would never come to the button that somebody pressed.
    """
    doing = refresh(store, results, session.require().pseudonym, session.now())
    if not all(one.is_current for one in results):
        results = read_all(store, [one.request for one in results])
    draw_age(store, results, doing)
    for result in results:
        if result.error is not None:
            raise result.error
    return [one.value for one in results]


def draw_age(store: Store, results: Sequence[CachedResult[Any]], doing: Refresh) -> None:
    """Draw the age of results, how many answers came since, and what is being done about it.

    The first turn of a fragment that repeats is part of a drawing of the page. It does not draw the page
    again, or the page would never come to the button that somebody pressed.
    """
    if not results:
        return
    if all(one.is_current for one in results):
        _current(store, results, itertools.count())
    elif doing.job is not None:
        _follow(store, results, doing.job.id, itertools.count())
    elif doing.ended is not None or not 0 < doing.wait <= _LONGEST_WAIT:
        _by_hand(store, results, doing)
    else:
        _due(results, session.now().timestamp() + doing.wait, itertools.count())


@st.fragment(run_every=_AGE_SECONDS)
def _current(store: Store, results: Sequence[CachedResult[Any]], turns: Iterator[int]) -> None:
    """Draw the age of results; draw the page again once something they were computed from has changed."""
    if next(turns) > 0:
        latest = read_all(store, [result.request for result in results])
        if not all(one.is_current for one in latest):
            st.rerun()
    st.caption(_since(results))


@st.fragment(run_every=1.0)
def _follow(store: Store, results: Sequence[CachedResult[Any]], job_id: str, turns: Iterator[int]) -> None:
    """Draw the latest result while a job computes a new one; draw the page again when it is finished."""
    job = next((one for one in store.jobs.of_verb(VERB) if one.id == job_id), None)
    is_again = next(turns) > 0
    if job is None or job.status not in _ACTIVE:
        if is_again:
            st.rerun()
        st.caption(_since(results) or t("cached.never"))
        return
    share = min(1.0, job.done / job.total) if job.total else 0.0
    words, stop = st.columns([6, 1], vertical_alignment="center")
    # Where something was never counted a page may show nothing yet: an age would be that of other results.
    before = "" if any(one.at is None for one in results) else _since(results)
    percent = number(share, ".0%")
    words.caption(
        t("cached.computing", told=before, share=percent) if before else t("cached.first", share=percent)
    )
    if (session.now() - job.created_at).total_seconds() > 2 and stop.button(
        t("app.job_cancel"), key=f"cached:{job_id}:cancel", type="tertiary"
    ):
        session.require()
        store.jobs.cancel(job_id, session.now())
        st.rerun()
    if not before:
        st.progress(share)
        st.html(_SKELETON)


@st.fragment(run_every=2.0)
def _due(results: Sequence[CachedResult[Any]], at: float, turns: Iterator[int]) -> None:
    """Draw the latest result; draw the page again when it may be recomputed."""
    if next(turns) > 0 and session.now().timestamp() >= at:
        st.rerun()
    st.caption(_since(results))


def _by_hand(store: Store, results: Sequence[CachedResult[Any]], doing: Refresh) -> None:
    """Draw the latest result, and a button that recomputes it."""
    words, again = st.columns([6, 1], vertical_alignment="center")
    words.caption(_since(results) or t("cached.never"))
    if doing.ended is not None and doing.ended.error:
        st.caption(t("cached.failed"))
    if again.button(t("cached.compute"), key=f"cached:{results[0].request}:compute", type="tertiary"):
        refresh(store, results, session.require().pseudonym, session.now(), by_hand=True)
        st.rerun()


def _since(results: Sequence[CachedResult[Any]]) -> str:
    """Return the age of the oldest of results, and how many answers have come since; "" before any."""
    dates = [one.at for one in results if one.at is not None]
    if not dates:
        return ""
    text = t("cached.since", ago=_ago(min(dates)))
    answers = max(one.answers_since for one in results)
    return t("cached.answers", told=text, count=answers) if answers else text


def _ago(at: datetime) -> str:
    seconds = max(0, int((session.now() - at).total_seconds()))
    if seconds < _MINUTE:
        return t("cached.now")
    for size, key in ((_DAY, "days"), (_HOUR, "hours"), (_MINUTE, "minutes")):
        if seconds >= size:
            return t(f"cached.{key}", count=seconds // size)
    return t("cached.now")
