"""Start a campaign: texts, question, labels and people in one form, beside the annotation page they make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from aloi.annotation.model import Role
from aloi.annotation.tasks.base import TaskType
from aloi.ui import language, selection, session
from aloi.ui.campaign_header import task_title
from aloi.ui.glossary import explained
from aloi.ui.navigation import go
from aloi.ui.pages.start.answers import ask_answers, check_answers
from aloi.ui.pages.start.people import ask_annotators, ask_pilot
from aloi.ui.pages.start.pictures import choose_task
from aloi.ui.pages.start.preview import draw_preview
from aloi.ui.pages.start.schema import ask_schema, ask_terminology
from aloi.ui.pages.start.texts import ChosenTexts, ask_texts
from aloi.ui.shared.forms.checked import CheckedForm
from aloi.ui.shared.forms.requests import RequestForm, help_of, label_of
from aloi.ui.shared.invitations import note_links, show_links
from aloi.ui.shared.jobs import job_progress, running_job, start_request, take_up
from aloi.ui.shared.tables import problems_told
from aloi.ui.texts import t
from aloi.workbench.jobs import Job
from aloi.workbench.requests.campaigns import StartRequest
from aloi.workbench.starting.content import examples_content
from aloi.workbench.starting.languages import LANGUAGES
from aloi.workbench.starting.setup import SET_UP

_NOT_CHOSEN: Mapping[str, Any] = {
    "file": None, "corpus": None, "columns": (), "annotator_from": None, "terminology": None,
    "terminology_file": None,
}  # fmt: skip
store = session.open_store()
me = session.require(Role.MANAGER)
state = session.page_state("start")
form = CheckedForm("start", state)


def ask_language(texts: ChosenTexts) -> str:
    """Draw the language of the texts: that of the stored corpus, else the detected one as default."""
    detected = texts.content.language if texts.content is not None else ""
    if not texts.is_own and detected:
        return detected
    default = detected or language.current()
    chosen = st.selectbox(
        form.required(t("start.language")),
        list(dict.fromkeys([default, *LANGUAGES])),
        format_func=language.language_name,
        accept_new_options=True,
        help=t("start.language_help"),
        key=form.key(f"language:{default}"),
    )
    return str(chosen or default).strip().lower()


def ask_terms(request_form: RequestForm[StartRequest], texts: ChosenTexts) -> None:
    """Draw the licence of own texts, and what is rarely request_form about them."""
    if not texts.is_own:
        request_form.keep("licence", "source", "restricted")
        return
    licence = st.text_input(
        form.required(label_of(StartRequest, "licence")),
        placeholder="CC BY 4.0",
        help=help_of(StartRequest, "licence"),
        key=form.key("licence"),
    )
    request_form.give(licence=licence)
    form.check(not str(licence).strip(), t("start.licence_missing"))
    with st.expander(t("app.more_options")):
        request_form.ask("source", key=form.key(f"source_of:{texts.source}"), value=texts.source)
        request_form.ask("restricted", key=form.key("restricted"))


def ask_name(kind: TaskType, texts: ChosenTexts) -> str:
    """Draw the name of the campaign; a free name is the default."""
    names = {one.name for one in store.campaigns.list(archived=True)}
    proposed = texts.name or task_title(kind)
    default, number = proposed, 2
    while default in names:
        default, number = f"{proposed} {number}", number + 1
    name = str(
        st.text_input(form.required(t("campaigns.name")), default, key=form.key(f"name:{default}"))
    ).strip()
    form.check(not name, t("start.name_missing"))
    form.check(name in names, t("start.name_taken"))
    return name


def finish(job: Job) -> None:
    """Open the campaign: with the links of new annotators, else the annotation page of the manager."""
    result: Any = job.result
    form.clear()
    selection.choose(result["campaign"], result["round"] or result["imported_round"])
    invited = [store.people.get(one) for one in result["invited"]]
    note_links(store, result["campaign"], invited)
    if not result["round"] or me.pseudonym not in result["annotators"]:
        go("overview", {"campaign": result["campaign"]})
    elif invited:
        show_links(result["campaign"], lambda: go("annotate", {"round": result["round"]}))
    else:
        go("annotate", {"round": result["round"]})


def draw_form(fields: Any, preview: Any) -> None:
    """Draw the fields in one column, and the annotation page in the other."""
    with fields:
        kind = choose_task(form.key("task"))
        request_form = RequestForm(StartRequest, "start", task=kind.name, preset=None)
        st.subheader(t("start.texts"))
        texts = ask_texts(store, kind, form)
        answers = ask_answers(texts.content, form)
        with_answers = bool(texts.content and texts.content.answers) and not answers["texts_only"]
        spoken = ask_language(texts)
        ask_terms(request_form, texts)
        st.subheader(t("start.question"))
        settings, shown = ask_schema(kind, texts, spoken, form)
        if texts.content is not None and with_answers:
            check_answers(kind, texts.content, shown, form)
        terminology = ask_terminology(store, form, is_own=texts.is_own) if kind.takes_terminology else {}
        st.subheader(t("start.round"))
        annotators = ask_annotators(store, me, form)
        pilot = ask_pilot(texts.content, form, with_answers=with_answers)
        name = ask_name(kind, texts)
        request_form.give(name=name, language=spoken, annotators=annotators, pilot=pilot, settings=settings)
        request_form.give(**(_NOT_CHOSEN | texts.request | answers | terminology))
        request_form.rest()
        submitted = form.submit(t("start.create"), disabled=running_job(store, state))
        job = job_progress(store, state, t("start.setting_up"))
    with preview:
        content = texts.content if texts.content is not None and texts.content.items else None
        if content is None:
            content = examples_content(kind.name, language.current())
        st.caption(t("start.preview_own" if texts.content is content else "start.preview_examples"))
        draw_preview(store, me, kind, shown, content.items, spoken)
    if job is not None:
        finish(job)
    if submitted:
        with problems_told():
            start_request(store, request_form.request(), state)


st.title(t("start.menu"), help=explained("campaign", "pilot", "guideline"))
take_up(store, state, SET_UP)  # a campaign that was being set up when the page was loaded anew
fields, preview = st.columns([10, 11], gap="medium")
draw_form(fields, preview)
