"""Start: what one wants to build, a desk to try at once, and a campaign in one form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from annotation.model import Annotator, Role
from annotation.tasks import task
from annotation.tasks.base import TaskType
from ui import language, selection, session
from ui.navigation import go, link
from ui.shared.hosts import warn_of_local_address
from ui.shared.tables import problems_told
from ui.shared.uploads import saved_upload
from ui.texts import t
from workbench import people as verbs
from workbench.starting import trying
from workbench.texts.corpora import About

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

store = session.open_store()
me = session.require(Role.MANAGER)
state = session.page_state("start")
st.title(t("start.title"))
st.caption(t("start.why"))


def draw_answers() -> None:
    """Draw what can be built: a card a task, with a desk to try and the way to a campaign."""
    spoken = language.current() if language.current() in trying.LANGUAGES else "en"
    for place, kind in enumerate(trying.tasks_to_try()):
        if place % 2 == 0:
            columns = st.columns(2)
        with columns[place % 2], st.container(border=True, height="stretch"):
            st.markdown(f"**{t(f'start.{kind.name}')}**")
            st.caption(t(f"start.{kind.name}_why"))
            with st.container(horizontal=True):
                if st.button(t("start.try"), key=f"start:try:{kind.name}"):
                    with problems_told():
                        person = session.require(Role.MANAGER)
                        name = t("start.try_name", what=t(f"start.{kind.name}"))
                        opened = trying.try_desk(store, kind.name, name, spoken, person, session.now())
                        go("annotate", {"round": opened.id})
                if st.button(t("start.set_up"), key=f"start:set_up:{kind.name}", type="primary"):
                    state.clear()
                    state["task"] = kind.name
                    st.rerun()


def ask_texts(kind: TaskType) -> tuple[UploadedFile | None, str]:
    """Return the file of texts that was given, if any, and its licence."""
    if not trying.takes_file(kind):
        st.caption(t("start.invented"))
        return None, ""
    table = ["tsv", "csv", "xlsx", "ods", "jsonl"]
    upload = st.file_uploader(
        t(f"start.file_{kind.item_kind}"),
        type=["zip", "txt", *table] if kind.item_kind == "passage" else table,
        help=t("start.file_help"),
    )
    return upload, st.text_input(t("corpora.licence"), help=t("start.licence_help"))


def draw_form(name: str) -> None:
    """Draw the one form of a new campaign: its name, its texts, and who labels."""
    kind = task(name)
    st.subheader(t(f"start.{name}"))
    with st.form("start:form"):
        title = st.text_input(t("campaigns.name"), value=t(f"start.{name}"), key=f"start:name:{name}")
        spoken = st.radio(
            t("start.language"),
            trying.LANGUAGES,
            format_func=language.NAMES.get,
            index=trying.LANGUAGES.index(language.current()),
            horizontal=True,
        )
        upload, licence = ask_texts(kind)
        names = st.text_area(t("start.people"), help=t("start.people_help"), height=80)
        mine = st.checkbox(t("start.mine"), value=True, help=t("start.mine_help"))
        asked = st.form_submit_button(t("start.create"), type="primary")
    if not asked:
        return
    with problems_told():
        person, now = session.require(Role.MANAGER), session.now()
        if upload is None:
            corpus = trying.invented(store, name, title, spoken, now)
        else:
            about = About(title, spoken, licence, upload.name)
            corpus = trying.from_file(store, name, saved_upload(upload), about, now)
        invited = [
            verbs.add_person(store, one.strip(), "annotator", now)
            for one in names.splitlines()
            if one.strip()
        ]
        crew: list[Annotator] = [*([person] if mine or not invited else []), *invited]
        opened = trying.start(store, name, title, corpus, crew, now)
        selection.choose(opened.campaign_id, opened.id)
        if not invited:
            go("annotate", {"round": opened.id})
        state["links"] = [
            (one.name, verbs.invite(store, "annotator", now, person=one.id, name=one.name)) for one in invited
        ]
        state["round"] = opened.id if person in crew else None
        st.rerun()


def draw_links() -> None:
    """Draw the links of those invited, and what comes next."""
    st.success(t("people.link_ready", days=verbs.INVITE_DAYS))
    warn_of_local_address()
    for name, token in state["links"]:
        st.caption(name)
        st.code(f"{session.address()}/invite/{token}", language=None)
    if state["round"]:
        link("annotate", t("home.items_wait_do"), {"round": state["round"]})
    link("overview", t("overview.menu"))


if state.get("links"):
    draw_links()
elif state.get("task"):
    draw_form(state["task"])
    if st.button(t("start.back"), type="tertiary"):
        state.clear()
        st.rerun()
else:
    draw_answers()
