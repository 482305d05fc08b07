"""The name, the note and the tags of a run, and its deletion."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from aloi.annotation.model import Role
from aloi.ui import session
from aloi.ui.shared.tables import acting, no_markup
from aloi.ui.texts import t
from aloi.workbench.models.runs import RunLine, delete_run, describe
from aloi.workbench.requests.models.runs import (
    DeleteRunRequest,
    NameRunRequest,
    NoteRunRequest,
    TagRunRequest,
)
from aloi.workbench.store.opening import Store


def draw_about(store: Store, folder: Path, line: RunLine) -> None:
    """Draw the words about a run, the form that changes them, and the deletion behind a box to tick."""
    about, visible = line.about, store.members.shared("run")
    if about.tags:
        st.markdown(" ".join(f":gray-badge[{no_markup(tag)}]" for tag in about.tags))
    if about.note:
        st.markdown(no_markup(about.note))
    with st.expander(t("models.about")):
        with st.form(f"models:about:{line.id}", border=False):
            name = st.text_input(t("app.name_label"), about.name)
            note = st.text_area(t("app.note"), about.note)
            tags = st.text_input(
                t("models.about_tags"), ", ".join(about.tags), help=t("models.about_tags_help")
            )
            submitted = st.form_submit_button(t("models.about_save"))
        if submitted:
            new = tuple(tag.strip() for tag in tags.split(",") if tag.strip())
            removed = tuple(tag for tag in about.tags if tag not in new)
            with acting(Role.MANAGER):
                for request in (
                    NameRunRequest(line.id, name),
                    NoteRunRequest(line.id, note),
                    *((TagRunRequest(line.id, new),) if new else ()),
                    *((TagRunRequest(line.id, removed, remove=True),) if removed else ()),
                ):
                    describe(folder, request, visible)
        st.caption(t("models.delete_why"))
        sure = st.checkbox(t("models.delete_sure"), key=f"models:delete:{line.id}:sure")
        if st.button(t("models.delete"), key=f"models:delete:{line.id}", disabled=not sure):
            with acting(Role.MANAGER):
                deleted = delete_run(store, folder, DeleteRunRequest(line.id), visible)
                session.say(t("models.deleted", run=deleted.run, count=len(deleted.compared)))
