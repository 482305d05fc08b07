"""Annotations of other tools: a preview of the content of files, and their import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from aloi.annotation.model import Campaign
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.corpora.readers.tables import SUFFIXES
from aloi.ui import session
from aloi.ui.language import current
from aloi.ui.navigation import link
from aloi.ui.numbers import counted
from aloi.ui.pages.corpora.archives import archive_begun, archive_form, archive_import
from aloi.ui.shared.choices import round_name
from aloi.ui.shared.forms.annotations import (
    ANNOTATORS_OF_PATHS,
    are_annotators,
    draw_annotators,
    draw_exclusions,
)
from aloi.ui.shared.forms.columns import ask_columns
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import no_markup, problems_told, show_readings, text_table
from aloi.ui.shared.uploads import ask_normalise, isolated, saved_upload, saved_uploads, show_upload
from aloi.ui.texts import t, translated
from aloi.workbench.imports.jobs import IMPORT
from aloi.workbench.imports.layouts import LAYOUTS, find_layout, fitting_layouts, layout_named
from aloi.workbench.imports.layouts.base import Layout
from aloi.workbench.imports.layouts.labels import LabelTable
from aloi.workbench.imports.layouts.role_tables import ROLE_TABLE
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.store.archiving import is_archive
from aloi.workbench.store.opening import Store

# Elements that a project may have several of, and the reading option that selects one.
_SEVERAL = {
    "workbench.project-several-questions": "question",
    "gold.project-several-texts": "text_field",
    ANNOTATORS_OF_PATHS: "annotator_from",
}
# Fields that depend on the format, or that others ask for.
_NOT_ASKED: Mapping[str, Any] = {
    "round": None, "annotators": (), "add_annotators": True, "people": None, "preview": False, "scheme": "",
    "question": "", "text_field": (), "offsets": None, "group": None, "around": 1, "separator": "|",
    "normalise": (), "typology": None, "columns": (), "annotator_from": None,
}  # fmt: skip


def begun(store: Store) -> bool:
    """Return whether an import was started, also before the page was reloaded."""
    state = session.page_state("corpora:annotations")
    if not state:  # a file looked at meanwhile is not that one
        take_up(store, state, IMPORT, key="import", round=None, preview=False)
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
    texts, columns = _texts(layout, kind), _columns(store, path, layout)
    campaign, number = _ask_target(store, layout)
    with st.form("imports:about", border=False):
        form = _ask_options(store, path, layout, kind, languages, campaign)
        form.give(texts=texts, columns=columns, round=number)
        if columns:
            form.give(format=ROLE_TABLE, task="")
        form.rest()
        if st.form_submit_button(t("imports.look"), type="primary"):
            state.clear()
            with problems_told():
                state["asked"] = (path, form.request())
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


def _columns(store: Store, path: Path, layout: Layout) -> tuple[str, ...]:
    """Return the roles of the columns of a table of pairs or of labelled texts; none of other files."""
    is_table = path.is_file() and path.suffix.lower() in SUFFIXES
    if layout.name not in (ROLE_TABLE, LabelTable.name) or not is_table:
        return ()
    with problems_told():
        return ask_columns(store, path, "imports") or ()
    return ()


def _ask_target(store: Store, layout: Layout) -> tuple[Campaign | None, int | None]:
    """Return the campaign and the round that the answers go into, None for new ones."""
    campaigns = [one for one in store.campaigns.list() if one.schema.task_type in layout.tasks]
    if not campaigns:
        return None, None
    left, right = st.columns(2)
    campaign = left.selectbox(
        t("imports.into"),
        [None, *campaigns],
        format_func=lambda one: t("imports.new_campaign") if one is None else one.name,
        key="imports:into",
    )
    if campaign is None:
        return None, None
    rounds = {round_.number: round_ for round_ in store.campaigns.rounds(campaign.id, with_items=False)}
    number = right.selectbox(
        t("imports.into_round"),
        [None, *rounds],
        format_func=lambda one: t("imports.new_round") if one is None else round_name(rounds[one]),
        help=t("imports.into_round_help"),
        key=f"imports:round:{campaign.id}",
    )
    return campaign, number


def _ask_options(
    store: Store,
    path: Path,
    layout: Layout,
    kind: str,
    languages: Sequence[str],
    campaign: Campaign | None,
) -> RequestForm[ImportRequest]:
    """Return the form with its answers about the texts and the annotations."""
    form = RequestForm(ImportRequest, "imports", path=path, format=layout.name, task=kind, **_NOT_ASKED)
    if campaign is not None:
        form.give(campaign=campaign.id)
        form.keep("language", "licence", "source", "restricted", "alone", "others")
        form.ask("annotator")
    else:
        left, right = st.columns(2)  # a pair of columns a row: on a telephone rows stay together
        form.ask("campaign", left, value=path.stem.split(".")[0], key=f"imports:name:{path.name}")
        form.ask("language", right, options=languages, value=current(), accept_new_options=True)
        left, right = st.columns(2)
        form.ask("licence", left)
        form.ask("source", right, placeholder=t("corpora.source_example"))
        left, right = st.columns(2)
        form.ask("annotator", left)
        workers = [person.pseudonym for person in store.people.workers()]
        form.ask("others", right, options=workers, placeholder=t("imports.others_none"))
        form.ask("restricted")
        form.ask("alone")
    if layout.tells_task:
        left, right = st.columns(2)
        form.ask("question", left)
        form.ask("text_field", right)
        form.ask("offsets", st.columns(2)[0])
    if kind == "linking":
        left, right = st.columns(2)
        form.ask("group", left)
        form.ask("around", right)
    if layout.name in (ROLE_TABLE, LabelTable.name):
        form.ask("separator")
        form.give(normalise=ask_normalise("imports"))
    if kind == "operations":
        upload = st.file_uploader(t("imports.typology"), type=["toml"], help=t("imports.typology_help"))
        form.give(typology=None if upload is None else saved_upload(upload))
    return form


def _texts(layout: Layout, kind: str) -> Path | None:
    """Return the file of the texts if the annotations may lack them; it is drawn above the form."""
    if layout.name != "potato" and kind != "linking":
        return None
    section = "imports" if layout.name == "potato" else "mentions"
    upload = st.file_uploader(t(f"{section}.texts"), help=t(f"{section}.texts_help"))
    show_upload(upload)
    return None if upload is None else saved_upload(upload)


def _look_and_import(store: Store, state: dict[str, Any]) -> None:
    """Show a preview once the worker has read the files; store the import on request."""
    request: ImportRequest = state["asked"][1]
    if "look" not in state:
        start_request(store, replace(request, preview=True), state, key="look")
    seen = job_progress(store, state, t("imports.reading"), key="look")
    if seen is None:
        _ask_which(store, state)
    elif "import" not in state:
        st.caption(t("imports.read_as", what=translated(seen.result["read_as"])))
        _counts(seen.result)
        if st.button(t("imports.do"), type="primary", key="imports:do"):
            start_request(store, request, state, key="import")


def _ask_which(store: Store, state: dict[str, Any]) -> None:
    """Ask for a question or text if a preview found several, and read again with the answer."""
    failed = store.jobs.get(state["look"])
    code = failed.result.get("code") if failed.status == "failed" and isinstance(failed.result, dict) else ""
    if code not in _SEVERAL:
        return
    path, request = state["asked"]
    values = AloiError.from_json(failed.result).values
    names = values["names"]
    if code == ANNOTATORS_OF_PATHS:
        meant = str(values["by"]) if are_annotators(names, "imports:meant") else None
    elif code == "workbench.project-several-questions":
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
        answer = tuple(meant) if isinstance(meant, list) else meant
        state["asked"] = (path, replace(request, **{_SEVERAL[code]: answer}))
        start_request(store, replace(state["asked"][1], preview=True), state, key="look")


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
        st.markdown(f"**{t('imports.annotators')}**")
        draw_annotators({person["name"]: person["answers"] for person in preview["annotators"]})
    _draw_marks(preview.get("span_marks", ()))
    draw_exclusions(preview["left_out"])
    for note in preview["notes"]:
        count = preview.get("note_counts", {}).get(note)
        st.caption(no_markup(translated(note) + (f" ({counted(count)})" if count else "")))
    if preview["odd"]:
        with st.expander(t("imports.odd", count=len(preview["odd"]))):
            text_table([{t("imports.what"): translated(finding)} for finding in preview["odd"]])


def _draw_marks(marks: Sequence[Mapping[str, Any]]) -> None:
    """Draw how often each value of attributes and each type of relations is used."""
    name, value, count = t("imports.mark_name"), t("imports.mark_value"), t("imports.count")
    for kind in ("attribute", "relation"):
        rows = [each for each in marks if each["kind"] == kind]
        if rows:
            st.markdown(f"**{t(f'imports.{kind}s')}**")
            text_table(
                [
                    {
                        name: each["name"],
                        **({value: each["value"]} if each["value"] else {}),
                        count: each["count"],
                    }
                    for each in rows
                ]
            )


def _report(done: Mapping[str, Any]) -> None:
    counts = {"items": done["items"], "answers": done["new"], "known": done["known"]}
    st.success(t("imports.done", name=no_markup(done["place"]), **counts))
    _counts(done)
    link("campaigns", t("candidates.to_campaigns"))
