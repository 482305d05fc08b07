"""Start: the choice of a task, an annotation page to try at once, and a campaign in one form."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from aloi.annotation.model import Role
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.ui import language, scripts, selection, session
from aloi.ui.glossary import explained
from aloi.ui.navigation import go, link
from aloi.ui.questions.guideline import draw_guideline
from aloi.ui.shared.hosts import warn_of_local_address
from aloi.ui.shared.jobs import job_progress, running_job, start_job, take_up
from aloi.ui.shared.tables import no_markup, problems_told
from aloi.ui.shared.uploads import paste_folder, saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench import people as verbs
from aloi.workbench.jobs import Job
from aloi.workbench.rounds.campaigns import ready_guideline
from aloi.workbench.starting import own_texts, trial
from aloi.workbench.starting.setup import SET_UP, NewCampaign, arguments_of

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile


@dataclass(frozen=True, slots=True)
class OwnTexts:
    """The texts of the form: a file or pasted rows, their licence, and a terminology to link to."""

    upload: UploadedFile | None
    pasted: str
    licence: str
    terminology: str
    terminology_file: UploadedFile | None


store = session.open_store()
me = session.require(Role.MANAGER)
state = session.page_state("start")
if state.get("links"):
    st.title(t("start.ready"))
else:
    st.title(t("start.title"), help=explained("campaign", "pilot", "guideline"))
if state.pop("opened", False):
    scripts.run(scripts.TO_TOP)


def draw_answers() -> None:
    """Draw a card for each task, with an annotation page to try and the link to a campaign."""
    st.caption(t("start.why"))
    spoken = language.current() if language.current() in trial.LANGUAGES else "en"
    for position, kind in enumerate(trial.tasks_to_try()):
        if position % 2 == 0:
            columns = st.columns(2)
        with columns[position % 2], st.container(border=True, height="stretch"):
            st.markdown(f"**{t(f'start.{kind.name}')}**")
            st.caption(t(f"start.{kind.name}_why"))
            with st.container(horizontal=True):
                if st.button(t("start.try"), key=f"start:try:{kind.name}"):
                    with problems_told():
                        person = session.require(Role.MANAGER)
                        name = t("start.try_name", what=t(f"start.{kind.name}"))
                        opened = trial.try_desk(store, kind.name, name, spoken, person, session.now())
                        go("annotate", {"round": opened.id})
                if st.button(t("start.set_up"), key=f"start:set_up:{kind.name}", type="primary"):
                    state.clear()
                    state.update(task=kind.name, opened=True)
                    st.rerun()


def ask_files(kind: TaskType) -> tuple[UploadedFile | None, UploadedFile | None]:
    """Return the uploaded texts and the uploaded terminology; both are drawn above the form."""
    table = ["tsv", "csv", "xlsx", "ods", "jsonl", "parquet"]
    upload = st.file_uploader(
        t(f"start.file_{kind.item_kind}"), type=["zip", "txt", "json", "xml", *table],
        help=t("start.file_help"),
    )  # fmt: skip
    show_upload(upload)
    terminology = None
    if kind.takes_terminology:
        terminology = st.file_uploader(
            t("start.terminology_file"), type=table, help=t("start.terminology_help")
        )
        show_upload(terminology)
    return upload, terminology


def ask_texts(kind: TaskType, upload: UploadedFile | None, terminology_file: UploadedFile | None) -> OwnTexts:
    """Return the own texts in the form; without any, the campaign begins with invented ones."""
    pasted = st.text_area(
        t("start.paste"), placeholder=t(f"start.paste_{kind.item_kind}"), height=100, key="start:paste"
    )
    licence = st.text_input(t("corpora.licence"), help=t("start.licence_help"))
    chosen = trial.TERMINOLOGY
    if kind.takes_terminology:
        names = [one.name for one in store.terminologies.list()]
        chosen = st.selectbox(
            t("start.terminology"),
            list(dict.fromkeys([*names, trial.TERMINOLOGY])),
            format_func=lambda one: t("start.invented_terminology") if one == trial.TERMINOLOGY else one,
        )
    return OwnTexts(upload, pasted, licence, chosen, terminology_file)


def new_campaign(kind: TaskType, texts: OwnTexts, title: str, spoken: str) -> NewCampaign:
    """Return the campaign as described in the form, without its annotators."""
    campaign_ = NewCampaign(kind.name, title, spoken, licence=texts.licence, terminology=texts.terminology)
    if texts.upload is not None:
        campaign_ = replace(campaign_, path=str(saved_upload(texts.upload)), source=texts.upload.name)
    elif texts.pasted.strip():
        path = own_texts.pasted(kind, texts.pasted, paste_folder())
        campaign_ = replace(campaign_, path=str(path), source=t("start.pasted"))
    if texts.terminology_file is not None:
        campaign_ = replace(
            campaign_,
            terminology_path=str(saved_upload(texts.terminology_file)),
            terminology_source=texts.terminology_file.name,
            terminology_licence=texts.licence or t("start.own"),
        )
    return campaign_


def draw_form(name: str) -> None:
    """Draw the form of a new campaign: its name, its texts, and its annotators."""
    kind = task(name)
    st.subheader(t(f"start.{name}"))
    st.caption(t("start.form_why"))
    files = ask_files(kind)
    with st.form("start:form"):
        title = st.text_input(t("campaigns.name"), value=t(f"start.{name}"), key=f"start:name:{name}")
        spoken = st.radio(
            t("start.language"),
            trial.LANGUAGES,
            format_func=language.NAMES.get,
            index=trial.LANGUAGES.index(language.current()),
            horizontal=True,
        )
        texts = ask_texts(kind, *files)
        names = st.text_area(t("start.people"), help=t("start.people_help"), height=80, key="start:people")
        mine = st.checkbox(t("start.mine"), value=True, help=t("start.mine_help"))
        running = running_job(store, state, key="setting_up")
        submitted = st.form_submit_button(t("start.create"), type="primary", disabled=running)
    job = job_progress(store, state, t("start.setting_up"), key="setting_up")
    if job is not None:
        finish(job)
    with st.expander(t("start.guideline")):
        st.caption(t("start.guideline_why"))
        draw_guideline(ready_guideline(name, language.current()), "ready")
    if submitted:
        with problems_told():
            people = tuple(one.strip() for one in names.splitlines() if one.strip())
            new = replace(new_campaign(kind, texts, title, spoken), people=people, mine=mine)
            start_job(store, SET_UP, arguments_of(new, me.pseudonym), state, key="setting_up")


def finish(job: Job) -> None:
    """Open the annotation page of the new campaign, or show the links of the invited people."""
    result: Any = job.result
    state.pop("setting_up")
    selection.choose(result["campaign"], result["round"])
    if not result["invited"]:
        go("annotate", {"round": result["round"]})
    now = session.now()
    invited = [store.people.get(one) for one in result["invited"]]
    state["links"] = [
        (person.name, verbs.invite(store, "annotator", now, person=person.id, name=person.name))
        for person in invited
    ]
    state.update(round=result["round"] if result["mine"] else None, opened=True)
    st.rerun()


def draw_links() -> None:
    """Draw the links of the invited people, and the next steps."""
    st.success(t("people.link_ready", count=len(state["links"]), days=verbs.INVITE_DAYS))
    warn_of_local_address()
    for name, token in state["links"]:
        st.caption(no_markup(name))
        st.code(f"{session.address()}/invite/{token}", language=None, wrap_lines=True)
    if state["round"]:
        link("annotate", t("home.items_wait_do"), {"round": state["round"]})
    link("overview", t("overview.menu"))


if not state:  # a campaign that was being set up when the page was loaded anew
    take_up(store, state, SET_UP, key="setting_up")
if state.get("links"):
    draw_links()
elif state.get("task"):
    draw_form(state["task"])
    if st.button(t("start.back"), type="tertiary"):
        state.clear()
        st.rerun()
else:
    job = job_progress(store, state, t("start.setting_up"), key="setting_up")
    if job is not None:
        finish(job)
    draw_answers()
