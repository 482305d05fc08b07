"""The header of the pages of a campaign: its name, task, language and status, and its steps with numbers."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from urllib.parse import urlencode

import streamlit as st

from aloi.annotation.model import Campaign
from aloi.annotation.tasks import require_installed, task
from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError
from aloi.ui import selection, session
from aloi.ui.language import language_name
from aloi.ui.navigation import PageInfo, roles_for
from aloi.ui.numbers import counted, numbers
from aloi.ui.shared.tables import problems_told
from aloi.ui.texts import section, t, translated
from aloi.workbench import access
from aloi.workbench.cache.refresh import refresh
from aloi.workbench.cache.results import ResultReader
from aloi.workbench.campaign_state import CampaignState, campaign_state
from aloi.workbench.store.opening import Store

_NAME_WIDTH = 300  # pixels of the list of campaigns
_REFRESH_SECONDS = 30.0  # between two drawings of the steps


def task_title(kind: TaskType) -> str:
    """Return the standard name of a task; that of a plug-in is its own, or its summary."""
    return str(section("tasks").get(kind.name) or translated(kind.title or kind.summary))


def task_name(campaign: Campaign) -> str:
    """Return the standard name of the task of a campaign; a remark if it is not installed."""
    return task_title(task(campaign.schema.task_type))


def check_installed(campaign: Campaign) -> None:
    """Say that the task of a campaign is not installed, and end the page; do nothing if it is."""
    with problems_told(stop=True):
        require_installed(campaign)


def draw_header(store: Store, page: PageInfo) -> None:
    """Draw the header of the selected campaign; nothing if none is selected.

    If its task is not installed, the header ends with this problem, and the page is not drawn.
    """
    campaign = selection.current(store).campaign
    if campaign is None:
        return
    offered = [each for each in store.campaigns.list() if page.takes(task(each.schema.task_type))]
    names = {each.id: each.name for each in (*offered, campaign)}
    spoken = language_name(store.texts.corpus(campaign.corpus_id).language)
    status = t(f"campaigns.status_{campaign.status.value}")
    with st.container(key="campaign-header", gap=None):
        row = st.container(horizontal=True, vertical_alignment="center", gap="small")
        session.choose_in_address(
            row,
            t("app.campaign"),
            names,
            campaign.id,
            key="campaign:choice",
            query=lambda one: {"campaign": one},
            label_visibility="collapsed",
            width=_NAME_WIDTH,
        )
        facts = "".join(f"<span>{escape(one)}</span>" for one in (task_name(campaign), spoken, status))
        row.html(f'<div class="facts">{facts}</div>', width="content")
        draw_steps(store, campaign.id, page.name)
    if page.needs_task:
        check_installed(campaign)


@st.fragment(run_every=_REFRESH_SECONDS)
def draw_steps(store: Store, campaign_id: str, open_page: str) -> None:
    """Draw the steps of a campaign, again and again: others may annotate while a page is open.

    The numbers are those that were computed last. Others are computed in the background.
    """
    try:
        campaign = store.campaigns.get(campaign_id)
    except AloiError:  # deleted, or taken from this person, while the page is open
        st.rerun()
    reader = ResultReader(store)
    state = campaign_state(store, campaign, reader)
    refresh(store, reader.requested, session.require().pseudonym, session.now())
    links = "".join(_links(campaign, state, open_page))
    label = escape(t("header.steps"), quote=True)
    st.html(f'<nav class="steps" tabindex="0" aria-label="{label}">{links}</nav>')


def _links(campaign: Campaign, state: CampaignState, open_page: str) -> Iterator[str]:
    """Yield the steps as links to the pages that a person may open, as text for the others."""
    for page, text in _steps(state):
        if not access.may(session.roles(), roles_for(page)):
            yield f"<span>{text}</span>"
            continue
        current = ' aria-current="page"' if page == open_page else ""
        address = escape(f"/{page}?{urlencode({'campaign': campaign.id})}", quote=True)
        yield f'<a href="{address}" target="_self"{current}>{text}</a>'


def _steps(state: CampaignState) -> Iterator[tuple[str, str]]:
    """Yield the page of each step, and its name with its number."""
    dash = t("header.none")
    yield "items", _step("items", counted(state.items))
    version = dash if state.guideline is None else t("header.version", version=state.guideline)
    yield "guideline", _step("guideline", version)
    if state.round is None:
        yield "rounds", _step("rounds", dash)
    else:
        status = t(f"app.{state.round.status.value}")
        text = f"<b>{escape(t('app.round_name', number=state.round.number))}</b> {escape(status)}"
        yield "rounds", text
    yield "agreement", _step("agreement", dash if state.agreement is None else numbers(str(state.agreement)))
    yield "releases", _step("gold", dash if state.gold is None else counted(state.gold))
    yield "releases", _step("release", state.release or dash)


def _step(name: str, value: str) -> str:
    return f"{escape(t(f'header.{name}'))} <b>{escape(value)}</b>"
