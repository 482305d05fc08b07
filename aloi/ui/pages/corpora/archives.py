"""The archive of a campaign: its content, the decisions it needs, and the imported campaign."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Any

import streamlit as st

from aloi.base.requests import fields_of, to_data
from aloi.ui import session
from aloi.ui.navigation import link
from aloi.ui.numbers import counted
from aloi.ui.shared.forms.requests import choice_name
from aloi.ui.shared.jobs import job_progress, running_job, start_job, take_up
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.store.archive_jobs import IMPORT, INSPECT
from aloi.workbench.store.opening import Store


def archive_begun(store: Store) -> bool:
    """Return whether an archive is uploaded, or its import was started before a reload."""
    state = session.page_state("corpora:archive")
    if not state:
        take_up(store, state, IMPORT, key="import")
    return bool(state)


def archive_import(store: Store) -> None:
    """Draw the requested import and its result if the file is no longer in its field."""
    done = job_progress(store, session.page_state("corpora:archive"), t("imports.storing"), key="import")
    if done is not None:
        _report(done.result)


def archive_form(store: Store, path: Path) -> None:
    """Show the content of an archive, ask for missing information, and import it."""
    state = session.page_state("corpora:archive")
    if state.get("path") != str(path):
        state.clear()
        state["path"] = str(path)
        start_job(store, INSPECT, to_data(ImportRequest(path, preview=True)), state, key="look")
    seen = job_progress(store, state, t("imports.reading"), key="look")
    if seen is None:
        return
    contents: Any = seen.result
    st.caption(
        t(
            "archives.read_as",
            campaign=no_markup(contents["campaign"]),
            program=no_markup(contents["program"]),
        )
    )
    _counts(contents)
    done = job_progress(store, state, t("imports.storing"), key="import")
    if done is not None:
        _report(done.result)
    elif not running_job(store, state, key="import"):
        _ask(store, path, contents, state)


def _counts(contents: Mapping[str, Any]) -> None:
    """Draw the size of an archive, and notes on its content."""
    counts = contents["counts"]
    for box, name in zip(st.columns(4), ("documents", "items", "rounds", "answers"), strict=True):
        label = t("archives.rounds") if name == "rounds" else t(f"imports.{name}")
        box.metric(label, counted(counts[name]))
    further_counts = [
        t(f"archives.{name}", count=counts[name])
        for name in ("revisions", "skips", "comments", "predictions", "decisions", "golds", "releases")
        if counts[name]
    ]
    if further_counts:
        st.caption(" · ".join(further_counts))
    st.caption(t("archives.annotators", names=", ".join(map(no_markup, contents["pseudonyms"]))))
    for terminology in contents["terminologies"]:
        st.caption(
            t(
                "archives.terminology",
                name=no_markup(terminology["name"]),
                licence=no_markup(terminology["licence"]),
            )
        )


def _ask(store: Store, path: Path, contents: Mapping[str, Any], state: MutableMapping) -> None:
    """Ask for information missing in an archive, and start its import."""
    if contents["is_here"]:
        st.info(t("archives.is_here", name=no_markup(contents["campaign"])))
    with st.form("corpora:archive:about", border=False):
        name = st.text_input(
            t("archives.name"),
            value="" if contents["is_here"] else contents["campaign"],
            key="corpora:archive:name",
        )
        people = None
        if contents["taken"]:
            field = fields_of(ImportRequest)["people"]
            people = st.radio(
                t("archives.people", names=no_markup(", ".join(contents["taken"]))),
                field.literals,
                index=None,
                format_func=lambda choice: choice_name(field, choice),
                key="corpora:archive:people",
            )
        if st.form_submit_button(t("imports.do"), type="primary"):
            if contents["taken"] and people is None:
                st.error(t("archives.people_first"))
                return
            request = ImportRequest(path, name.strip() or None, people=people)
            start_job(store, IMPORT, to_data(request), state, key="import")


def _report(done: Mapping[str, Any]) -> None:
    st.success(t("archives.done", name=no_markup(done["place"]), count=done["new"]))
    for exclusion in done["left_out"]:
        st.caption(t("archives.releases_left", count=exclusion["count"]))
    renamed = [note.split(" ") for note in done["notes"]]
    if renamed:
        pairs = ", ".join(f"{words[0]} → {words[-2]}" for words in renamed)
        st.caption(t("archives.renamed", pairs=no_markup(pairs)))
    link("campaigns", t("candidates.to_campaigns"))
