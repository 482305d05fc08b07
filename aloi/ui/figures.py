"""Cached results on a page, with their age; they are recomputed in the background."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, TypeVar

import streamlit as st

from aloi.ui import session
from aloi.ui.numbers import number
from aloi.ui.texts import t
from aloi.workbench.figures.base import CachedResult, KeptFigure
from aloi.workbench.figures.keeping import read, read_all
from aloi.workbench.figures.refreshing import Refresh, refresh
from aloi.workbench.store.opening import Store

T = TypeVar("T")
_ACTIVE = ("queued", "running")
_LONGEST_WAIT = 60.0  # seconds; an open page is redrawn when the next results are due
_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def figure(store: Store, kind: KeptFigure[T], *of: str) -> T | None:
    """Return a cached result, under a line with its age; a stored error is raised.

    If it is not current, it is recomputed in the background, and the page is redrawn when it is ready. Before
    the first computation it is None: the page says that it is being computed, and shows the rest.
    """
    return settled(store, [read(store, kind, *of)])[0]


def settled(store: Store, figures: Sequence[CachedResult[Any]]) -> list[Any]:
    """Return the values of cached results, under one line with their age.

    They are the ones that a page has read, or newer ones if they were computed since. The page continues with
    them: a redraw at this point would prevent the run from reaching the button that was pressed.
    """
    doing = refresh(store, figures, session.require().pseudonym, session.now())
    if not all(one.is_current for one in figures):
        figures = [one for each in figures for one in read_all(store, each.figure, [each.of])]
    draw_age(store, figures, doing)
    for figure_ in figures:
        if figure_.error is not None:
            raise figure_.error
    return [one.value for one in figures]


def draw_age(store: Store, figures: Sequence[CachedResult[Any]], doing: Refresh) -> None:
    """Draw the age of cached results, the number of new answers, and the state of the recomputation.

    The first turn of the periodic redraw is part of a run of the page. A redraw at that point would prevent
    the run from reaching the button that was pressed.
    """
    if not figures:
        return
    if all(one.is_current for one in figures):
        st.caption(_since(figures))
    elif doing.job is not None:
        _follow(store, figures, doing.job.id, itertools.count())
    elif doing.ended is not None or not 0 < doing.wait <= _LONGEST_WAIT:
        _by_hand(store, figures, doing)
    else:
        _due(figures, session.now().timestamp() + doing.wait, itertools.count())


@st.fragment(run_every=1.0)
def _follow(store: Store, figures: Sequence[CachedResult[Any]], job_id: str, turns: Iterator[int]) -> None:
    """Draw the existing results while a job computes the others, and redraw the page once it has ended."""
    job = next((one for one in store.jobs.of_verb("figures") if one.id == job_id), None)
    is_again = next(turns) > 0
    if job is None or job.status not in _ACTIVE:
        if is_again:
            st.rerun()
        st.caption(_since(figures) or t("figures.never"))
        return
    share = min(1.0, job.done / job.total) if job.total else 0.0
    words, stop = st.columns([6, 1], vertical_alignment="center")
    # If a result was never computed, a page may show nothing yet: an age would be that of other results.
    before = "" if any(one.at is None for one in figures) else _since(figures)
    percent = number(share, ".0%")
    words.caption(
        t("figures.computing", told=before, share=percent) if before else t("figures.first", share=percent)
    )
    if (session.now() - job.created_at).total_seconds() > 2 and stop.button(
        t("app.job_cancel"), key=f"figures:{job_id}:cancel", type="tertiary"
    ):
        session.require()
        store.jobs.cancel(job_id, session.now())
        st.rerun()


@st.fragment(run_every=2.0)
def _due(figures: Sequence[CachedResult[Any]], at: float, turns: Iterator[int]) -> None:
    """Draw the existing results, and redraw the page once they may be computed again."""
    if next(turns) > 0 and session.now().timestamp() >= at:
        st.rerun()
    st.caption(_since(figures))


def _by_hand(store: Store, figures: Sequence[CachedResult[Any]], doing: Refresh) -> None:
    """Draw the existing results, and a button that recomputes them."""
    words, again = st.columns([6, 1], vertical_alignment="center")
    words.caption(_since(figures) or t("figures.never"))
    if doing.ended is not None and doing.ended.error:
        st.caption(t("figures.failed"))
    name = ":".join((figures[0].figure.name, *figures[0].of))
    if again.button(t("figures.compute"), key=f"figures:{name}:compute", type="tertiary"):
        refresh(store, figures, session.require().pseudonym, session.now(), by_hand=True)
        st.rerun()


def _since(figures: Sequence[CachedResult[Any]]) -> str:
    """Return the age of the oldest result, and the number of answers since; "" before any."""
    dates = [one.at for one in figures if one.at is not None]
    if not dates:
        return ""
    text = t("figures.since", ago=_ago(min(dates)))
    answers = max(one.answers_since for one in figures)
    return t("figures.answers", told=text, count=answers) if answers else text


def _ago(at: datetime) -> str:
    seconds = max(0, int((session.now() - at).total_seconds()))
    if seconds < _MINUTE:
        return t("figures.now")
    for size, key in ((_DAY, "days"), (_HOUR, "hours"), (_MINUTE, "minutes")):
        if seconds >= size:
            return t(f"figures.{key}", count=seconds // size)
    return t("figures.now")
