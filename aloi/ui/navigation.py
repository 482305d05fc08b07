"""The pages of each role, and the menu: own work, the steps of a campaign, and independent pages."""

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

    Sections are "own" (own work), "start" (a new campaign), "campaign" (its steps in order), "apart" (pages
    without a campaign) and "more". `suits` says for which tasks a step is in the menu; its address works for
    all. `folder` is that of a page outside `aloi/ui/pages/`.
    """

    name: str
    icon: str
    section: str
    roles: frozenset[Role]
    suits: Callable[[TaskType], bool] = _any_task
    folder: Path | None = None

    @property
    def file(self) -> Path:
        """The page's script."""
        return (self.folder or _FOLDER / self.name) / "page.py"


_PAGES = (
    PageInfo("home", ":material/home:", "own", access.EVERYBODY),
    PageInfo("start", ":material/add_circle:", "start", access.MANAGERS),
    PageInfo("annotate", ":material/edit:", "own", access.EVERYBODY),
    PageInfo("my_work", ":material/person_check:", "own", access.EVERYBODY),
    PageInfo("overview", ":material/monitoring:", "campaign", access.MANAGERS),
    PageInfo("corpora", ":material/library_books:", "campaign", access.MANAGERS),
    PageInfo("terminologies", ":material/dictionary:", "campaign", access.MANAGERS, _takes_terminology),
    PageInfo("candidates", ":material/manage_search:", "campaign", access.MANAGERS),
    PageInfo("campaigns", ":material/flag:", "campaign", access.MANAGERS),
    PageInfo("rounds", ":material/event_repeat:", "campaign", access.MANAGERS),
    PageInfo("agreement", ":material/handshake:", "campaign", access.DECIDERS),
    PageInfo("cleaning", ":material/cleaning_services:", "campaign", access.DECIDERS, _gathers),
    PageInfo("adjudicate", ":material/balance:", "campaign", access.DECIDERS),
    PageInfo("releases", ":material/inventory_2:", "campaign", access.MANAGERS),
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


def roles_for(page: str) -> frozenset[Role]:
    """Return whom a page is for; Home, whose address is empty, is for everybody."""
    return next((info.roles for info in PAGES if info.name == page), access.EVERYBODY)


def draw_menu(store: Store, person: Annotator, pages: Mapping[str, st.Page], at: str) -> None:
    """Draw the menu of a person; links, and the address of the page `at`, include the selection."""
    chosen = selection.current(store)
    shown = [info for info in PAGES if info.name in pages]
    personal_pages = [info for info in shown if info.section == "own"]
    if access.may(session.roles(), access.DECIDERS) and not store.unscoped.own_work.takes_part(person.id):
        personal_pages = personal_pages[:1]  # people who annotate nothing have no annotation page
    personal_pages += [info for info in shown if info.section == "start"]
    steps = [info for info in shown if info.section == "campaign"]
    if chosen.campaign is None:
        fitting = [info for info in steps if info.name in ("corpora", "campaigns")]
    else:
        its_role = access.role_in(store, person, chosen.campaign.id)
        kind = task(chosen.campaign.schema.task_type)
        fitting = [info for info in steps if info.suits(kind) and access.may({its_role}, info.roles)]
    apart = [info for info in shown if info.section == "apart"]
    rest = [info for info in shown if info not in (*personal_pages, *fitting, *apart)]
    with st.sidebar.container(gap=None, key="menu"):
        _draw_links(personal_pages, pages, chosen.query)
        if steps:
            _draw_campaign(store, chosen, fitting, pages)
        if apart:
            st.caption(t("app.section_apart"))
            _draw_links(apart, pages, chosen.query)
        if rest:
            with st.expander(t("app.section_more"), key="menu:more"):
                _draw_links(rest, pages, chosen.query)
        scripts.run(scripts.FOLD_MENU)
        of_campaign = any(info.name == at and info.section == "campaign" for info in PAGES)
        session.complete_address(at, chosen.query if of_campaign else {})


def _draw_links(infos: list[PageInfo], pages: Mapping[str, st.Page], query: Mapping[str, str]) -> None:
    for info in infos:
        # The own round to annotate is not a round that a manager views.
        shown = {name: one for name, one in query.items() if info.section != "own" or name == "campaign"}
        # The page of campaigns is the list of all where none is chosen, and one of its steps else.
        step = info.name == "campaigns" and "campaign" in query
        label = t("app.step_campaigns") if step else None
        st.page_link(pages[info.name], label=label, query_params=shown or None)


def _draw_campaign(
    store: Store, chosen: selection.CampaignSelection, steps: list[PageInfo], pages: Mapping[str, st.Page]
) -> None:
    """Draw the steps of the campaign that is chosen, and the way to another."""
    campaigns = store.campaigns.list()
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
        for campaign in campaigns[-_LISTED:][::-1]:
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
