"""Terminologies: import concepts with their names, search them as annotators will, see a concept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from aloi.annotation.model import Role
from aloi.corpora.readers.roles import ColumnRole, table_head
from aloi.corpora.readers.tables import SUFFIXES
from aloi.corpora.terminologies.files import has_usual_columns
from aloi.ui import session
from aloi.ui.pages.terminologies import view as drawn
from aloi.ui.shared.choices import NAME
from aloi.ui.shared.forms.columns import ask_columns
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import no_markup, problems_told
from aloi.ui.shared.uploads import isolated, saved_each, saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench.requests.texts import TerminologyRemovalRequest, TerminologyRequest
from aloi.workbench.texts.terminologies import (
    AboutTerminology,
    concept,
    keep_upload,
    removable,
    search,
    users_of,
)

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

_ANY = ""
ROLES = (ColumnRole.ID, ColumnRole.TEXT, ColumnRole.LABEL)
store = session.open_store()
session.require(Role.MANAGER)
state = session.page_state("terminologies")
st.title(t("terminologies.menu"))
st.caption(t("terminologies.why"))


def ask_import() -> None:
    """Draw the form that starts the job."""
    st.markdown(t("terminologies.files"))
    uploads = st.file_uploader(
        t("terminologies.file"),
        type=[
            "tsv",
            "csv",
            "xlsx",
            "ods",
            "jsonl",
            "parquet",
            "txt",
            "dict",
            "rrf",
            "zip",
            "concept",
            "json",
            "pubtator",
            "xml",
            "gz",
        ],
        accept_multiple_files=True,
        help=t("terminologies.file_help"),
        key="terminologies:import:file",
    )
    if not uploads:
        return
    show_upload(*uploads)
    umls = any(one.name.lower().endswith(".rrf") for one in uploads)
    form = RequestForm(TerminologyRequest, "terminologies:import", path=Path("upload"), holds="names")
    holds = "names"
    if not umls:
        captions = [t(f"terminologies.holds_{what}_why") for what in ("names", "mentions")]
        holds = form.ask("holds", draw=st.radio, captions=captions, horizontal=True)
    columns = ask_roles(uploads) if holds == "names" else ()
    if columns is None:
        return
    parts = ("languages", "groups", *(("vocabularies",) if umls else ()))
    form.give(language="", languages=(), groups=(), vocabularies=(), columns=columns)
    with st.form("terminologies:import:form", border=False):
        left, right = st.columns(2)
        file_name = uploads[0].name.rsplit(".", 1)[0]
        key = f"terminologies:import:name:{uploads[0].name}"
        form.ask("name", left, value="" if umls else file_name, key=key)
        form.ask("licence", right, value="UMLS" if umls else "")
        form.ask("source", left, placeholder=t("terminologies.source_example"))
        form.ask("language", right, disabled=umls)
        if holds != "mentions":
            with st.expander(t("terminologies.only"), expanded=umls):
                for box, name in zip(st.columns(3), parts, strict=False):
                    form.ask(name, box)
        form.rest()
        if st.form_submit_button(t("terminologies.do_import"), type="primary"):
            session.require(Role.MANAGER)
            with problems_told():
                request = form.request()
                AboutTerminology(request.name, request.licence, request.source).terminology()
                upload_name = isolated(keep_upload, saved_each(uploads), session.settings().data)
                start_request(store, replace(request, path=Path(upload_name)), state)


def ask_roles(uploads: Sequence[UploadedFile]) -> tuple[str, ...] | None:
    """Return the roles of the columns of a table with unusual names, none for other files; None if open."""
    if len(uploads) > 1 or Path(uploads[0].name).suffix.lower() not in SUFFIXES:
        return ()
    with problems_told():
        path = saved_upload(uploads[0])
        if has_usual_columns(isolated(table_head, path).columns):
            return ()
        return ask_columns(store, path, "terminologies:import", used=ROLES, required=ROLES[:2])
    return None


def try_search() -> None:
    """Ask for words; draw the concepts found, and the one chosen with all its names."""
    names = [one.name for one in terminologies]
    st.subheader(t("terminologies.search"))
    first, second, third, fourth = st.columns([2, 3, 1, 1])
    name = first.selectbox(t("terminologies.terminology"), names, key="terminologies:search:name")
    chosen = next(each for each in terminologies if each.name == name)
    typed = second.text_input(
        t("terminologies.typed"),
        placeholder=t("terminologies.typed_example"),
        key="terminologies:search:typed",
    )
    narrowed: dict[str, Any] = {}
    for box, kind, values in ((third, "language", chosen.languages), (fourth, "group", chosen.groups)):
        narrowed[kind] = box.selectbox(
            t(f"terminologies.in_{kind}"),
            [_ANY, *values],
            format_func=lambda value, kind=kind: value or t(f"terminologies.any_{kind}"),
            disabled=not values,
            key=f"terminologies:search:{kind}:{chosen.id}",
        )
    if not typed.strip():
        st.caption(t("terminologies.type"))
        return
    matches = search(store, chosen.name, typed, **{kind: value or None for kind, value in narrowed.items()})
    picked = drawn.found_table(matches, f"terminologies:found:{chosen.id}")
    if picked is not None:
        drawn.concept(concept(store, chosen.name, picked.concept_id))


def ask_removal() -> None:
    """Draw the choice of a terminology to remove, and the campaigns that keep it."""
    with st.expander(t("terminologies.manage")):
        terminology = st.selectbox(
            t("terminologies.terminology"), terminologies, format_func=NAME, key="terminologies:remove:name"
        )
        users = users_of(store, terminology)
        if users:
            st.caption(t("terminologies.used", names=", ".join(map(no_markup, users))))
            return
        st.caption(t("terminologies.remove_why"))
        label = t("terminologies.remove", name=no_markup(terminology.name))
        if st.button(label, key="terminologies:remove:do"):
            request = TerminologyRemovalRequest(removable(store, terminology.name).name)
            start_request(store, request, state, key="removing")


terminologies = store.terminologies.list()
if terminologies:
    drawn.terminology_table(terminologies)
elif "job" not in state:
    st.info(t("terminologies.empty"))
with st.expander(t("terminologies.import"), expanded=not terminologies and "job" not in state):
    ask_import()
take_up(store, state, "import_terminology")
done = job_progress(store, state, t("terminologies.importing"))
if done is not None:
    drawn.imported(done)
take_up(store, state, "remove_terminology", key="removing")
job_progress(store, state, t("terminologies.removing"), key="removing")
if terminologies:
    with problems_told():
        try_search()
        ask_removal()
