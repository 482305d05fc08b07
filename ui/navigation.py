"""Which pages each role has, in the order of the flow from texts to a release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import streamlit as st

from annotation.model import Role
from ui.texts import t

_FOLDER = Path(__file__).parent / "pages"
# A file of ours: the icon of a named symbol would be fetched from another machine.
ICON = Path(__file__).parent / "server" / "templates" / "icon.svg"
_EVERYBODY = frozenset(Role)
_DECIDERS = frozenset({Role.ADJUDICATOR, Role.MANAGER})
_MANAGER = frozenset({Role.MANAGER})


@dataclass(frozen=True, slots=True)
class PageInfo:
    """A page: its folder's name, which is also its address, its icon, its section and who may open it."""

    name: str
    icon: str
    section: str
    roles: frozenset[Role]

    @property
    def file(self) -> Path:
        """The page's script."""
        return _FOLDER / self.name / "page.py"


PAGES = (
    PageInfo("home", ":material/home:", "work", _EVERYBODY),
    PageInfo("annotate", ":material/edit:", "work", _EVERYBODY),
    PageInfo("my_work", ":material/person_check:", "work", _EVERYBODY),
    PageInfo("adjudicate", ":material/balance:", "work", _DECIDERS),
    PageInfo("corpora", ":material/library_books:", "build", _MANAGER),
    PageInfo("candidates", ":material/manage_search:", "build", _MANAGER),
    PageInfo("neighbours", ":material/hub:", "build", _MANAGER),
    PageInfo("terminologies", ":material/dictionary:", "build", _MANAGER),
    PageInfo("overview", ":material/monitoring:", "build", _MANAGER),
    PageInfo("campaigns", ":material/flag:", "build", _MANAGER),
    PageInfo("rounds", ":material/event_repeat:", "build", _MANAGER),
    PageInfo("agreement", ":material/handshake:", "trust", _DECIDERS),
    PageInfo("cleaning", ":material/cleaning_services:", "trust", _DECIDERS),
    PageInfo("measure", ":material/table_chart:", "trust", _DECIDERS),
    PageInfo("operations", ":material/schema:", "trust", _DECIDERS),
    PageInfo("sari_study", ":material/query_stats:", "trust", _MANAGER),
    PageInfo("releases", ":material/inventory_2:", "trust", _MANAGER),
    PageInfo("models", ":material/model_training:", "learn", _MANAGER),
    PageInfo("comparison", ":material/leaderboard:", "learn", _MANAGER),
    PageInfo("suite", ":material/grid_on:", "learn", _MANAGER),
    PageInfo("linking", ":material/join_inner:", "learn", _MANAGER),
    PageInfo("tokenisation", ":material/splitscreen_vertical_add:", "learn", _MANAGER),
    PageInfo("lexsub", ":material/swap_horiz:", "learn", _MANAGER),
    PageInfo("people", ":material/group:", "trust", _MANAGER),
)


def pages_for(role: Role) -> dict[str, list[st.Page]]:
    """Return the pages of a role by section, as `st.navigation` takes them."""
    sections: dict[str, list[st.Page]] = {}
    for info in PAGES:
        if role in info.roles:
            page = st.Page(
                info.file,
                title=t(f"{info.name}.menu"),
                icon=info.icon,
                url_path=info.name,
                default=info.name == "home",
            )
            sections.setdefault(t(f"app.section_{info.section}"), []).append(page)
    return sections


def link(name: str, label: str, place: Mapping[str, str] | None = None) -> None:
    """Draw a link to a page; `place` says in its address what to open there."""
    st.page_link(_FOLDER / name / "page.py", label=label, query_params=place)


def nothing_yet(told: str, page: str, label: str) -> NoReturn:
    """Say that there is nothing to show yet, with a link to where it comes from, and end the page."""
    st.info(told)
    link(page, label)
    st.stop()
