"""Terminologies: import concepts with their names, search them as annotators will, see a concept."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.ui import session
from aloi.ui.pages.terminologies import view as drawn
from aloi.ui.shared.choices import NAME, worded
from aloi.ui.shared.jobs import job_progress, start_job, take_up
from aloi.ui.shared.tables import no_markup, problem, problems_told
from aloi.ui.shared.uploads import isolated, saved_each, show_upload
from aloi.ui.texts import t
from aloi.workbench.texts.terminologies import (
    HOLDS,
    AboutTerminology,
    concept,
    keep_upload,
    removable,
    search,
    users_of,
)

_ANY = ""
store = session.open_store()
session.require(Role.MANAGER)
state = session.page_state("terminologies")
st.title(t("terminologies.title"))
st.caption(t("terminologies.why"))


def listed(text: str) -> list[Json]:
    """Return the parts of a text with commas between them."""
    return [part.strip() for part in text.split(",") if part.strip()]


def ask_part(umls: bool) -> dict[str, Json]:
    """Draw the choice of a part of a file; return it."""
    arguments: dict[str, Json] = {}
    with st.expander(t("terminologies.only"), expanded=umls):
        names = ("languages", "groups", "vocabularies")
        for box, name in zip(st.columns(3), names if umls else names[:2], strict=False):
            typed = box.text_input(
                t(f"terminologies.{name}"),
                placeholder=t(f"terminologies.{name}_example"),
                help=t(f"terminologies.{name}_help"),
            )
            arguments[name] = listed(typed)
    return arguments


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
    arguments: dict[str, Json] = {}
    if not umls:
        arguments["holds"] = worded(
            st.radio,
            "terminologies.holds",
            HOLDS,
            captions=[t(f"terminologies.holds_{what}_why") for what in HOLDS],
            horizontal=True,
            key="terminologies:import:holds",
        )
    with st.form("terminologies:import:form", border=False):
        left, right = st.columns(2)
        arguments["name"] = left.text_input(
            t("terminologies.name"), "" if umls else uploads[0].name.rsplit(".", 1)[0]
        )
        arguments["licence"] = right.text_input(
            t("corpora.licence"),
            "UMLS" if umls else "",
            placeholder="CC BY 4.0",
            help=t("terminologies.licence_help"),
        )
        arguments["source"] = left.text_input(
            t("corpora.source"), placeholder=t("terminologies.source_example")
        )
        arguments["language"] = right.text_input(
            t("terminologies.language"),
            disabled=umls,
            placeholder="fr",
            help=t("terminologies.language_help"),
        )
        if arguments.get("holds") != "mentions":
            arguments |= ask_part(umls)
        if st.form_submit_button(t("terminologies.do_import"), type="primary"):
            session.require(Role.MANAGER)
            try:
                AboutTerminology(
                    *(str(arguments[name]) for name in ("name", "licence", "source"))
                ).terminology()
                paths = saved_each(uploads)
                arguments["upload"] = isolated(keep_upload, paths, session.settings().data)
            except AloiError as error:
                problem(error)
                return
            start_job(store, "import_terminology", arguments, state)


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
    narrowed = {}
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
            arguments = {"name": removable(store, terminology.name).name}
            start_job(store, "remove_terminology", arguments, state, key="removing")


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
