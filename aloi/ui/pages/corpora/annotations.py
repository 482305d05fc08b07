"""Annotations of other tools: a preview of the content of files, and their import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.corpora.model import Json
from aloi.ui import session
from aloi.ui.navigation import link
from aloi.ui.numbers import counted
from aloi.ui.pages.corpora.archives import archive_begun, archive_form, archive_import
from aloi.ui.shared.jobs import job_progress, start_job, take_up
from aloi.ui.shared.tables import no_markup, problem, show_readings, text_table
from aloi.ui.shared.uploads import ask_normalise, isolated, saved_upload, saved_uploads, show_upload
from aloi.ui.texts import t
from aloi.ui.translations import translated
from aloi.workbench.imports.importing import ImportOptions
from aloi.workbench.imports.jobs import IMPORT, PREVIEW
from aloi.workbench.imports.layouts import LAYOUTS, find_layout, fitting_layouts, layout_named
from aloi.workbench.imports.layouts.base import Layout, OffsetUnit
from aloi.workbench.imports.layouts.mentions import AROUND
from aloi.workbench.rounds.campaigns import typology_settings
from aloi.workbench.store.archiving import is_archive
from aloi.workbench.store.opening import Store
from aloi.workbench.texts.corpora import About

# Elements that a project may have several of, and the reading option that selects one.
_SEVERAL = {"workbench.project-several-questions": "question", "gold.project-several-texts": "fields"}


def begun(store: Store) -> bool:
    """Return whether an import was started, also before the page was reloaded."""
    state = session.page_state("corpora:annotations")
    if not state:  # a file looked at meanwhile is not that one
        take_up(store, state, IMPORT, key="import", options={"number": None})
    return bool(state) or archive_begun(store)


def import_form(store: Store, languages: Sequence[str]) -> None:
    """Ask for files, their layout and their texts; show a preview of the import, then store it."""
    state = session.page_state("corpora:annotations")
    uploads = st.file_uploader(
        t("imports.files"), accept_multiple_files=True, help=t("imports.files_help"), key="imports:files"
    )
    done = job_progress(store, state, t("imports.storing"), key="import")
    if done is not None:
        _report(done.result)
    if not uploads:
        archive_import(store)
        return
    if len({one.name for one in uploads}) < len(uploads):
        st.error(t("imports.same_names"))
        return
    show_upload(*uploads)
    path = saved_uploads(uploads)
    if is_archive(path):
        archive_form(store, path)
        return
    layout = _layout(path, [upload.name for upload in uploads])
    if layout is None:
        return
    kind = "" if layout.tells_task else layout.tasks[0]
    if len(layout.tasks) > 1 and not layout.tells_task:
        kind = st.radio(
            t("imports.task"),
            layout.tasks,
            format_func=lambda one: translated(task(one).summary),
            key="imports:task",
        )
    texts = _texts(layout, kind)
    with st.form("imports:about", border=False):
        options, reading = _ask_options(store, path, layout, kind, languages)
        if texts is not None:
            reading["texts"] = str(texts)
        if st.form_submit_button(t("imports.look"), type="primary"):
            state.clear()
            arguments = {
                "path": str(path),
                "format": layout.name,
                "options": to_json(options),
                "reading": reading,
            }
            state["asked"] = (path, arguments)
    if state.get("asked") is not None and state["asked"][0] == path:
        _look_and_import(store, state)


def _layout(path: Path, names: Sequence[str]) -> Layout | None:
    """Return the layout of the files, detected or selected; None before a selection."""
    named = [one.name for one in LAYOUTS if one.tasks]
    detected: str | None = None
    try:
        fitting = [one.name for one in isolated(fitting_layouts, path)]
        if len(fitting) > 1:
            # Nothing is chosen for them: a file read as what it is not would be refused for another reason.
            meant = st.radio(
                t("imports.which_format"), [*fitting, ""], index=None, key=f"imports:which:{path.name}",
                format_func=lambda one: translated(layout_named(one).title) if one else t("imports.other"),
            )  # fmt: skip
            if meant != "":
                return None if meant is None else layout_named(meant)
        detected = isolated(find_layout, path).name
    except AloiError as error:
        if len(names) > 1 and error.code == "workbench.may-formats":  # the folder's name says nothing
            st.warning(no_markup(t("imports.format_unknown", names=", ".join(names))))
        else:
            finding, *_, action = session.error_text(error).splitlines()
            st.warning(no_markup(f"{finding} {action}"))
    chosen = st.selectbox(
        t("imports.format"), named, index=named.index(detected) if detected in named else None,
        format_func=lambda one: translated(layout_named(one).title), key=f"imports:format:{path.name}",
        placeholder=t("app.choose"),
    )  # fmt: skip
    return None if chosen is None else layout_named(chosen)


def _ask_options(
    store: Store, path: Path, layout: Layout, kind: str, languages: Sequence[str]
) -> tuple[ImportOptions, dict[str, Json]]:
    """Return the form's answers about the texts and the annotations, and the reading options of the job."""
    left, right = st.columns(2)  # a pair of columns a row: on a telephone rows stay together
    name = left.text_input(t("imports.name"), value=path.stem.split(".")[0], help=t("imports.name_help"))
    language = right.selectbox(t("corpora.language"), languages, accept_new_options=True)
    left, right = st.columns(2)
    licence = left.text_input(t("corpora.licence"), placeholder="CC BY 4.0")
    source = right.text_input(t("corpora.source"), placeholder=t("corpora.source_example"))
    left, right = st.columns(2)
    annotator = left.text_input(t("imports.annotator"), help=t("imports.annotator_help"))
    others = right.multiselect(
        t("imports.others"), [person.pseudonym for person in store.people.workers()],
        help=t("imports.others_help"), placeholder=t("imports.others_none"),
    )  # fmt: skip
    restricted = st.checkbox(t("corpora.restricted"), help=t("corpora.restricted_help"))
    alone = st.checkbox(t("imports.alone"), help=t("imports.alone_help"))
    more: dict[str, Json] = _of_a_project(layout) if layout.tells_task else {}
    if kind == "linking":
        left, right = st.columns(2)
        more["group"] = left.text_input(t("mentions.group"), help=t("mentions.group_help")).strip() or None
        more["around"] = int(
            right.number_input(t("mentions.around"), 0, 20, AROUND, help=t("mentions.around_help"))
        )
    if layout.name == "labelled_table":
        more["separator"] = st.text_input(t("corpora.separator"), "|", help=t("corpora.separator_help"))
        more["normalise"] = [*ask_normalise("imports")]
    settings = _own_typology() if kind == "operations" else None
    about = About(name, language or "", licence, source, restricted)
    annotator_option = {"annotator": annotator.strip()} if annotator.strip() else {}
    options = ImportOptions(
        None if alone else name, about, settings=settings, others=tuple(others), **annotator_option
    )
    return options, {"task": kind, **annotator_option, **more}


def _of_a_project(layout: Layout) -> dict[str, Json]:
    """Return the form's answers about a project of another tool, as far as its files lack them."""
    left, right = st.columns(2)
    question = left.text_input(t("imports.question"), help=t("imports.question_help"))
    fields = right.text_input(t("imports.fields"), help=t("imports.fields_help"))
    offsets = st.columns(2)[0].selectbox(
        t("imports.offsets"), ["", *OffsetUnit], help=t("imports.offsets_help"),
        format_func=lambda unit: t(f"imports.offsets_{unit or 'auto'}"),
    )  # fmt: skip
    return {
        "question": question.strip(),
        "offsets": offsets,
        "fields": [name.strip() for name in fields.split(",") if name.strip()],
    }


def _texts(layout: Layout, kind: str) -> Path | None:
    """Return the file of the texts if the annotations may lack them; it is drawn above the form."""
    if layout.name != "potato" and kind != "linking":
        return None
    section = "imports" if layout.name == "potato" else "mentions"
    upload = st.file_uploader(t(f"{section}.texts"), help=t(f"{section}.texts_help"))
    show_upload(upload)
    return None if upload is None else saved_upload(upload)


def _own_typology() -> dict[str, Json] | None:
    """Return the settings with the user's typology; None for the shipped one."""
    upload = st.file_uploader(t("imports.typology"), type=["toml"], help=t("imports.typology_help"))
    if upload is None:
        return None
    try:
        return isolated(typology_settings, saved_upload(upload), "spaces")
    except AloiError as error:
        problem(error)
        st.stop()


def _look_and_import(store: Store, state: dict[str, Any]) -> None:
    """Show a preview once the worker has read the files; store the import on request."""
    arguments = state["asked"][1]
    if "look" not in state:
        start_job(store, PREVIEW, arguments, state, key="look")
    seen = job_progress(store, state, t("imports.reading"), key="look")
    if seen is None:
        _ask_which(store, state)
    elif "import" not in state:
        st.caption(t("imports.read_as", what=translated(seen.result["read_as"])))
        _counts(seen.result)
        if st.button(t("imports.do"), type="primary", key="imports:do"):
            start_job(store, IMPORT, arguments, state, key="import")


def _ask_which(store: Store, state: dict[str, Any]) -> None:
    """Ask for a question or text if a preview found several, and read again with the answer."""
    failed = store.jobs.get(state["look"])
    code = failed.result.get("code") if failed.status == "failed" and isinstance(failed.result, dict) else ""
    if code not in _SEVERAL:
        return
    path, arguments = state["asked"]
    names = AloiError.from_json(failed.result).values["names"]
    if code == "workbench.project-several-questions":
        meant = st.radio(
            t("imports.which_question"), names, index=None, format_func=no_markup, key="imports:meant"
        )
    else:
        meant = st.multiselect(
            t("imports.which_texts"),
            names,
            max_selections=2,
            key="imports:meant",
            placeholder=t("app.choose"),
        )
    if st.button(t("imports.look_again"), type="primary", disabled=not meant, key="imports:again"):
        state["asked"] = (path, {**arguments, "reading": {**arguments["reading"], _SEVERAL[code]: meant}})
        start_job(store, PREVIEW, state["asked"][1], state, key="look")


def _counts(preview: Mapping[str, Any]) -> None:
    """Show the counts of a source, its annotators, and the excluded content."""
    show_readings(preview.get("tables", {}))
    boxes = st.columns(4)
    for box, name in zip(boxes, ("documents", "items", "answers", "new"), strict=True):
        box.metric(t(f"imports.{name}"), counted(preview[name]))
    further_counts = [
        t(f"imports.{name}", count=preview[name])
        for name in ("skips", "comments", "predictions", "revisions")
        if preview[name]
    ]
    if further_counts:
        st.caption(" · ".join(further_counts))
    if preview["annotators"]:
        # As code: an address is no link here.
        names = ", ".join(f"`{annotator.replace('`', '')}`" for annotator in preview["annotators"])
        st.caption(t("imports.annotators", names=names))
    rows = [
        {
            t("imports.what"): translated(exclusion["what"]),
            t("imports.count"): exclusion["count"],
            t("imports.why"): translated(exclusion["why"]),
        }
        for exclusion in preview["left_out"]
    ]
    if rows:
        st.caption(t("imports.left_out"))
        text_table(rows)
    for note in preview["notes"]:
        count = preview.get("note_counts", {}).get(note)
        st.caption(no_markup(translated(note) + (f" ({counted(count)})" if count else "")))
    if preview["odd"]:
        with st.expander(t("imports.odd", count=len(preview["odd"]))):
            text_table([{t("imports.what"): translated(finding)} for finding in preview["odd"]])


def _report(done: Mapping[str, Any]) -> None:
    counts = {"items": done["items"], "answers": done["new"], "known": done["known"]}
    st.success(t("imports.done", name=no_markup(done["place"]), **counts))
    _counts(done)
    link("campaigns", t("candidates.to_campaigns"))
