"""The pages of each role, and the menu: own work, the steps of a campaign, and tools."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NoReturn

import streamlit as st

from aloi.annotation.model import Annotator, Campaign, Role
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.ui import scripts, selection, session
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench import access
from aloi.workbench.store.opening import Store
from aloi.workbench.study import studies

_FOLDER = Path(__file__).parent / "pages"
# A file of ours: the icon of a named symbol would be fetched from another machine.
ICON = Path(__file__).parent / "server" / "templates" / "icon.svg"
# The target of a link to a campaign that names no step of it.
LANDING = "overview"
_LISTED = 12  # campaigns in the menu; the others are on a separate page


def _any_task(kind: TaskType) -> bool:
    del kind
    return True


def _gathers(kind: TaskType) -> bool:
    return kind.gathers


def _takes_terminology(kind: TaskType) -> bool:
    return kind.takes_terminology


@dataclass(frozen=True, slots=True)
class PageInfo:
    """A page: its address, which is also the name of its folder, its icon, its section and its roles.

    Sections are "own" (own work), "start" (a new campaign), "campaign" (its steps in the order of work),
    "tool" (other pages of a campaign), "apart" (pages without a campaign) and "more". `suits` says for which
    tasks a page of a campaign is in the menu; its address works for all. `folder` is that of a page outside
    `aloi/ui/pages/`. A page of a campaign that `needs_task` says so if the task is not installed.
    """

    name: str
    icon: str
    section: str
    roles: frozenset[Role]
    suits: Callable[[TaskType], bool] = _any_task
    folder: Path | None = None
    needs_task: bool = True

    @property
    def file(self) -> Path:
        """The page's script."""
        return (self.folder or _FOLDER / self.name) / "page.py"

    def takes(self, kind: TaskType) -> bool:
        """Return whether the page is about campaigns of a task, which may not be installed."""
        return self.suits(kind) if kind.installed else not self.needs_task

    @property
    def of_campaign(self) -> bool:
        """Whether the page is about one campaign: its address and its header name it."""
        return self.section in ("campaign", "tool")


_PAGES = (
    PageInfo("home", ":material/home:", "own", access.EVERYBODY),
    PageInfo("start", ":material/add_circle:", "start", access.MANAGERS),
    PageInfo("annotate", ":material/edit:", "own", access.EVERYBODY),
    PageInfo("my_work", ":material/person_check:", "own", access.EVERYBODY),
    PageInfo("overview", ":material/monitoring:", "campaign", access.MANAGERS),
    PageInfo("items", ":material/table_rows:", "campaign", access.DECIDERS),
    PageInfo("guideline", ":material/menu_book:", "campaign", access.MANAGERS),
    PageInfo("rounds", ":material/event_repeat:", "campaign", access.MANAGERS),
    PageInfo("agreement", ":material/handshake:", "campaign", access.DECIDERS),
    PageInfo("adjudicate", ":material/balance:", "campaign", access.DECIDERS),
    PageInfo("releases", ":material/inventory_2:", "campaign", access.MANAGERS),
    PageInfo("campaigns", ":material/settings:", "campaign", access.MANAGERS, needs_task=False),
    PageInfo("corpora", ":material/library_books:", "tool", access.MANAGERS, needs_task=False),
    PageInfo("candidates", ":material/manage_search:", "tool", access.MANAGERS),
    PageInfo("machines", ":material/smart_toy:", "tool", access.MANAGERS),
    PageInfo("terminologies", ":material/dictionary:", "tool", access.MANAGERS, _takes_terminology),
    PageInfo("cleaning", ":material/cleaning_services:", "tool", access.DECIDERS, _gathers),
    PageInfo("crowds", ":material/group_add:", "tool", access.MANAGERS),
    PageInfo("webhooks", ":material/webhook:", "tool", access.MANAGERS, needs_task=False),
    PageInfo("models", ":material/model_training:", "apart", access.MANAGERS),
    PageInfo("comparison", ":material/leaderboard:", "apart", access.MANAGERS),
    PageInfo("measure", ":material/table_chart:", "apart", access.DECIDERS),
    PageInfo("people", ":material/group:", "apart", access.MANAGERS),
    PageInfo("store", ":material/save:", "apart", access.ADMINISTRATORS),
)


def _of_studies(after: str) -> Iterator[PageInfo]:
    """Yield the pages of published studies that follow a page."""
    for study in studies():
        for page in study.pages:
            if page.after == after:
                roles = frozenset(map(Role, page.roles))
                folder = study.folder / page.folder
                yield PageInfo(page.name, page.icon, page.section, roles, page.suits, folder)


PAGES = tuple(page for info in _PAGES for page in (info, *_of_studies(info.name)))


def pages_for(roles: frozenset[Role]) -> dict[str, st.Page]:
    """Return the pages by name that somebody with these roles has."""
    return {
        info.name: st.Page(
            info.file,
            title=t(f"{info.name}.menu"),
            icon=info.icon,
            url_path=info.name,
            default=info.name == "home",
        )
        for info in PAGES
        if access.may(roles, info.roles)
    }


def page_info(page: str) -> PageInfo:
    """Return the page with this name in its address; Home, whose address is empty, for any other."""
    return next((info for info in PAGES if info.name == page), PAGES[0])


def roles_for(page: str) -> frozenset[Role]:
    """Return whom a page is for; Home, whose address is empty, is for everybody."""
    return page_info(page).roles


def draw_menu(store: Store, person: Annotator, pages: Mapping[str, st.Page], at: str) -> None:
    """Draw the menu of a person; links, and the address of the page `at`, include the selection."""
    chosen = selection.current(store)
    shown = [info for info in PAGES if info.name in pages]
    personal_pages = [info for info in shown if info.section == "own"]
    if access.may(session.roles(), access.DECIDERS) and not store.unscoped.own_work.takes_part(person.id):
        personal_pages = personal_pages[:1]  # people who annotate nothing have no annotation page
    personal_pages += [info for info in shown if info.section == "start"]
    of_campaign = [info for info in shown if info.of_campaign]
    if chosen.campaign is None:
        fitting = [info for info in of_campaign if info.name in ("corpora", "campaigns")]
    else:
        its_role = access.role_in(store, person, chosen.campaign.id)
        kind = task(chosen.campaign.schema.task_type)
        fitting = [info for info in of_campaign if info.takes(kind) and access.may({its_role}, info.roles)]
    tools = [info for info in fitting if info.section == "tool"]
    tools += [info for info in shown if info.section == "apart"]
    rest = [info for info in shown if info not in (*personal_pages, *fitting, *tools)]
    _draw_mark()
    with st.sidebar.container(gap=None, key="menu"):
        _draw_links(personal_pages, pages, chosen.query)
        if of_campaign:
            _draw_campaign(store, chosen, [info for info in fitting if info.section == "campaign"], pages)
        if tools:
            st.caption(t("app.section_tools"))
            _draw_links(tools, pages, chosen.query)
        if rest:
            with st.expander(t("app.section_more"), key="menu:more"):
                _draw_links(rest, pages, chosen.query)
        for script in (scripts.FOLD_MENU, scripts.SORT_TABLES, scripts.FOLLOW_LINKS, scripts.TYPE_NUMBERS):
            scripts.run(script)
        session.complete_address(at, chosen.query if page_info(at).of_campaign else {})


def _draw_mark() -> None:
    """Draw the mark and the name of the product above the menu."""
    with st.sidebar.container(key="mark"):
        st.html(f'<div class="mark" translate="no">{t("app.name")}</div>')


def _draw_links(infos: list[PageInfo], pages: Mapping[str, st.Page], query: Mapping[str, str]) -> None:
    for info in infos:
        # The own round to annotate is not a round that a manager views.
        shown = {name: one for name, one in query.items() if info.section != "own" or name == "campaign"}
        # The page of campaigns lists all of them if none is selected; else it has the settings of that one.
        settings = info.name == "campaigns" and "campaign" in query
        label = t("app.step_settings") if settings else None
        st.page_link(pages[info.name], label=label, query_params=shown or None)


def _draw_campaign(
    store: Store, chosen: selection.CampaignSelection, steps: list[PageInfo], pages: Mapping[str, st.Page]
) -> None:
    """Draw the steps of the campaign that is chosen, and the way to another."""
    campaigns = store.campaigns.list()
    if not campaigns:
        return
    others = [one for one in campaigns if chosen.campaign is None or one.id != chosen.campaign.id]
    st.caption(no_markup(chosen.campaign.name) if chosen.campaign else t("app.section_campaign"))
    if chosen.campaign is None:
        _draw_campaigns(store, others, pages)
    _draw_links(steps, pages, chosen.query)
    if chosen.campaign is not None and others:
        with st.expander(t("app.other_campaigns"), key="menu:others"):
            _draw_campaigns(store, others, pages)


def _draw_campaigns(store: Store, campaigns: list[Campaign], pages: Mapping[str, st.Page]) -> None:
    roles = None if store.is_administrator() else store.members.roles(session.require().id)
    with st.container(gap=None, key="others"):
        for campaign in selection.ordered(campaigns)[:_LISTED]:
            manages = roles is None or roles.get(campaign.id) is Role.MANAGER
            st.page_link(
                pages[LANDING if manages else "adjudicate"],
                label=no_markup(campaign.name),
                icon=":material/folder_open:",
                query_params={"campaign": campaign.id},
            )
    if len(campaigns) > _LISTED and "campaigns" in pages:
        st.page_link(pages["campaigns"], label=t("app.all_campaigns"))


def link(
    name: str,
    label: str,
    query: Mapping[str, str] | None = None,
    *,
    width: Literal["content"] | int = "content",
) -> None:
    """Draw a link to a page; `query` is its address query, by default that of the selection.

    `width` is in pixels, or as wide as the text. Nothing is drawn for people without access to the page.
    """
    if not access.may(session.roles(), roles_for(name)):
        return
    if query is None:
        query = selection.current(session.open_store()).query
    st.page_link(_FOLDER / name / "page.py", label=label, query_params=query or None, width=width)


def link_items(store: Store, corpus_id: str) -> bool:
    """Draw a link to the items of the chosen campaign or of each on a corpus; return whether there is one."""
    campaigns = [campaign for campaign in store.campaigns.list() if campaign.corpus_id == corpus_id]
    chosen = [campaign for campaign in campaigns if campaign.id == st.query_params.get("campaign")]
    campaigns = chosen or campaigns
    for campaign in campaigns:
        link("items", t("candidates.to_items", campaign=no_markup(campaign.name)), {"campaign": campaign.id})
    return bool(campaigns)


def go(name: str, query: Mapping[str, str]) -> NoReturn:
    """Open a page with this address query."""
    st.switch_page(_FOLDER / name / "page.py", query_params=query)


def no_campaign_yet(message: str) -> NoReturn:
    """Say that a page needs a campaign, with a link for managers to start one, and end the page."""
    if access.may(session.roles(), access.MANAGERS):
        nothing_yet(message, "start", t("start.menu"))
    nothing_yet(message, "home", t("app.to_home"))


def no_round_yet(message: str) -> NoReturn:
    """Say that a page needs a round, with a link for managers to open one, and end the page."""
    if access.may(session.roles(), access.MANAGERS) and session.open_store().campaigns.list():
        nothing_yet(message, "rounds", t("campaigns.next"))
    no_campaign_yet(message)


def nothing_yet(message: str, page: str, label: str) -> NoReturn:
    """Say that there is nothing to show yet, with a link to its source, and end the page."""
    st.info(message)
    link(page, label)
    st.stop()
