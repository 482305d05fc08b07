"""Home: the tasks of this person, most urgent first, and a table of campaigns."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import streamlit as st

from aloi.ui import selection, session
from aloi.ui.cached_results import latest_results
from aloi.ui.campaign_header import task_name
from aloi.ui.glossary import explained
from aloi.ui.navigation import link
from aloi.ui.numbers import NO_BREAK, day, numbers
from aloi.ui.shared.cards import Markup, anchor, bar, draw_rows, due_words
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench import access
from aloi.workbench.cache.results import ResultReader
from aloi.workbench.home import CampaignRow, TodoStep, campaign_rows, first_steps, next_steps

_WAY = 230  # pixels: of the link to a step


def draw_step(step: TodoStep, today: date, position: int) -> None:
    """Draw one task with its link; the first one, at position 0, also with the reason."""
    leads = position == 0
    values = {name: no_markup(one) if isinstance(one, str) else one for name, one in step.values.items()}
    text = t(f"home.{step.key}", **values)
    due = "" if step.due is None else f"\n\n{due_words(step.due, today)}"
    # One block a line and not columns: each block is a message of its own, and there are many lines.
    with st.container(horizontal=True, vertical_alignment="center", key=f"home:step:{position}"):
        words = st.container(gap=None) if leads else st
        words.markdown(f"**{text}**{due}" if leads else f"{text}{due}", width="stretch")
        if leads:
            words.caption(t(f"home.{step.key}_why"))
        link(step.page, t(f"home.{step.key}_do"), step.page_values, width=_WAY)


def draw_start(step: TodoStep) -> None:
    """Draw the only task of a store without campaigns: starting one."""
    with st.container(key="home-start", horizontal_alignment="center"):
        st.html('<div class="mark"></div>', width="content")
        st.subheader(t(f"home.{step.key}"), width="content", anchor=False)
        st.markdown(t(f"home.{step.key}_why"), width="content")
        link(step.page, t(f"home.{step.key}_do"), step.page_values)


def draw_campaigns(rows: Sequence[CampaignRow]) -> None:
    """Draw a table of campaigns; each row leads to the overview of its campaign."""
    columns = ("campaign", "task", "progress", "agreement", "waits", "ends", "last")
    heads = [t(f"home.column_{name}") for name in columns]
    with st.container(key="home:campaigns"):
        draw_rows(heads, [_cells(row) for row in rows], name=t("home.campaigns"))


def _cells(row: CampaignRow) -> list[str]:
    agreement = "–" if row.agreement is None else numbers(str(row.agreement)).replace(", ", f",{NO_BREAK}")
    waits = t("home.waits_none")
    if row.step is not None:
        waits = t(f"home.waits_{row.step.key}", **row.step.values)
    elif row.release:
        waits = t("home.released", version=row.release)
    ends = "–" if row.forecast is None or row.forecast.end is None else day(row.forecast.end.date())
    return [
        anchor(row.campaign.name, "overview", {"campaign": row.campaign.id}),
        task_name(row.campaign),
        _far(row),
        agreement,
        waits if row.step is None else anchor(waits, row.step.page, row.step.page_values),
        ends,
        "–" if row.last is None else day(row.last.date()),
    ]


def _far(row: CampaignRow) -> str:
    if row.round is None:
        return t("home.no_round")
    name = t("app.round_name", number=row.round.number)
    if row.done is None or row.planned is None:
        return name
    words = t("home.far", round=name, done=row.done, planned=row.planned)
    return Markup(bar(row.done / row.planned if row.planned else 1.0, words))


store = session.open_store()
person = session.require()

st.title(t("home.title", name=no_markup(person.name or person.pseudonym)))
reader = ResultReader(store)
steps = next_steps(store, person, reader, session.now())
manages = access.may(session.roles(), access.MANAGERS)
rows: list[CampaignRow] = []
if manages:
    rows = campaign_rows(access.store_of(store, person, access.MANAGERS), steps, reader, session.now())
    selection.order_campaigns([row.campaign.id for row in rows])
if latest_results(store, reader.requested) != [one.value for one in reader.requested]:
    st.rerun()  # the steps were computed from older ones; all of these lead to other pages
if not steps and not any(one.at is None for one in reader.requested):
    st.success(t("home.nothing_manager") if manages else t("home.nothing"))
if [step.key for step in steps] == ["start_here"]:
    draw_start(steps[0])
    st.stop()
first, rest = first_steps(steps)
if first:
    st.subheader(t("home.to_do"))
for position, step in enumerate(first):
    draw_step(step, session.today(), position)
if rest:
    with st.expander(t("home.more", count=len(rest))):
        for position, step in enumerate(rest, len(first)):
            draw_step(step, session.today(), position)

if rows:
    st.subheader(t("home.campaigns"), help=explained("campaign", "round", "release"))
    draw_campaigns(rows)
