"""The labels and other settings of a campaign changed mid-way: said in numbers first, then done."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from datetime import datetime
from typing import Any

import streamlit as st

from aloi.annotation.model import Campaign, Role
from aloi.annotation.tasks import task
from aloi.base.requests import info_of, to_data
from aloi.corpora.model import Json
from aloi.ui import session
from aloi.ui.questions import question_of_task
from aloi.ui.shared.corrections.panel import correction
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import no_markup, problems_told, text_table
from aloi.ui.shared.uploads import saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.corrections import schemas
from aloi.workbench.corrections.concepts import NO_CONCEPT
from aloi.workbench.corrections.log import require_reason
from aloi.workbench.requests.campaigns import RevertSchemaRequest, SchemaRequest
from aloi.workbench.rounds.concepts import names_of
from aloi.workbench.store.opening import Store

_AGAIN, _OUT = "again", "out"
_EFFECTS = ("relabelled", "again", "dropped", "relations", "back", "decisions", "drafts", "suggestions")
_CHANGES = ("settings", "map", "again", "drop", "terminology", "mapping")


def draw_changing(store: Store, campaign: Campaign) -> None:
    """Draw how a campaign's labels and settings are changed, and how an earlier version comes back."""
    state = session.page_state(f"schema:{campaign.id}")
    for kind in (SchemaRequest, RevertSchemaRequest):
        take_up(store, state, info_of(kind).job, key="change", campaign=campaign.id, preview=False)
    done = job_progress(store, state, t("schema.changing"), key="change")
    if done is not None:
        st.success(t("schema.changed", version=done.result["version"]))
        state.clear()
    key = f"schema:{campaign.id}:{campaign.schema.schema_version}"
    form = RequestForm(SchemaRequest, key, campaign=campaign.id)
    form.keep(*_CHANGES)
    if not schemas.has_answers(store, campaign):
        _draw_free(store, campaign, form, state)
        return
    with st.expander(t("schema.change")):
        st.caption(t("schema.why"))
        with problems_told():
            is_change = _ask(store, campaign, form)
            chosen: RequestForm[Any] = form
            versions = store.schemas.versions(campaign.id)[:-1]
            if versions:
                earlier = RequestForm(
                    RevertSchemaRequest, f"schema:{campaign.id}:earlier", campaign=campaign.id
                )
                earlier.ask("version", options=[None, *(one.version for one in versions)])
                is_earlier = earlier.value("version") is not None
                chosen, is_change = (earlier, True) if is_earlier else (form, is_change)
            if not is_change:
                return
            preview = chosen.preview()
            if st.button(t("schema.look"), key=f"schema:{campaign.id}:look"):
                state["asked"] = preview
                start_request(store, preview, state, key="effect")
            effect = job_progress(store, state, t("schema.counting"), key="effect")
            if effect is not None and state.get("asked") == preview:
                _draw_doing(store, campaign, chosen, effect.result, state)


def _draw_free(
    store: Store, campaign: Campaign, form: RequestForm[SchemaRequest], state: MutableMapping[str, Any]
) -> None:
    """Draw the settings of a campaign without answers: labels need no mapping, and a change no reason."""
    kind, present = task(campaign.schema.task_type), campaign.schema.settings
    key = form.key
    with st.expander(t("schema.change")):
        st.caption(t("schema.free"))
        with problems_told():
            edited = question_of_task(kind, present).edit(kind, present, f"{key}:edit")
            if kind.takes_terminology:
                edited["terminology"] = _choose_terminology(store, present, key)
            settings = kind.check_settings(edited)
            unchanged = settings == kind.check_settings(present)
            form.keep("why")
            form.give(settings=settings, by=session.require(Role.MANAGER).pseudonym)
            form.rest()
            if st.button(t("schema.save"), type="primary", disabled=unchanged, key=f"{key}:save"):
                start_request(store, form.request(), state, key="change")


def _choose_terminology(store: Store, present: Mapping[str, Json], key: str) -> str:
    """Draw the choice of a terminology, the present one first, and return it."""
    now = str(present["terminology"])
    names = [now, *(one.name for one in store.terminologies.list() if now not in (one.id, one.name))]
    return st.selectbox(t("schema.terminology"), names, key=f"{key}:terminology")


def _ask(store: Store, campaign: Campaign, form: RequestForm[SchemaRequest]) -> bool:
    """Ask for other settings, and return whether they differ."""
    kind, present, key = task(campaign.schema.task_type), campaign.schema.settings, form.key
    if kind.takes_terminology and _ask_terminology(store, campaign, form):
        return True
    question = question_of_task(kind, present)
    settings = kind.check_settings(question.edit(kind, present, f"{key}:edit"))
    before, after = kind.mapped_names(present), kind.mapped_names(settings)
    words, new_words = question.mapped_words(present), question.mapped_words(settings)
    removed = [one for one in before if one not in after]
    ends = {
        _AGAIN: t("schema.again"),
        _OUT: t("schema.out"),
        **{f"={name}": new_words.get(name, name) for name in after},
    }
    chosen = {
        label: st.selectbox(
            t("schema.becomes", label=no_markup(words.get(label, label))),
            [
                None,
                _AGAIN,
                _OUT,
                *(f"={name}" for name in after if kind.mapped_kind(name) == kind.mapped_kind(label)),
            ],
            format_func=lambda end: ends.get(end, "-"),
            key=f"{key}:{label}",
        )
        for label in removed
    }
    stays = [one for one in before if one in after]
    again = form.ask("again", options=stays, format_func=lambda name: words.get(name, name)) if stays else []
    form.give(
        settings=settings,
        map={one: end[1:] for one, end in chosen.items() if end and end.startswith("=")},
        again=(*again, *(one for one, end in chosen.items() if end == _AGAIN)),
        drop=tuple(one for one, end in chosen.items() if end == _OUT),
    )
    return settings != kind.check_settings(present) or any(map(form.value, ("map", "again", "drop")))


def _ask_terminology(store: Store, campaign: Campaign, form: RequestForm[SchemaRequest]) -> bool:
    """Ask for another terminology, and return whether one was chosen."""
    key = form.key
    name = _choose_terminology(store, campaign.schema.settings, key)
    if name == str(campaign.schema.settings["terminology"]):
        return False
    upload = st.file_uploader(
        t("schema.terminology_table"),
        ["tsv", "csv", "xlsx", "ods", "jsonl", "parquet"],
        key=f"{key}:table",
        help=t("schema.terminology_table_help"),
    )
    show_upload(upload)
    again = st.checkbox(t("schema.no_concept_again"), key=f"{key}:none")
    form.give(
        terminology=name,
        mapping=None if upload is None else saved_upload(upload),
        again=(NO_CONCEPT,) if again else (),
    )
    return True


def _draw_to_decide(store: Store, campaign: Campaign, answers: Mapping[str, int]) -> None:
    """Draw the labels or concepts whose answers are requested again, the most frequent first."""
    if not answers:
        return
    kind, settings = task(campaign.schema.task_type), campaign.schema.settings
    concepts = kind.takes_terminology
    terminology = str(settings["terminology"]) if concepts else ""
    language = store.texts.corpus(campaign.corpus_id).language
    names = names_of(store, terminology, answers, language) if concepts else {}
    words = question_of_task(kind, settings).mapped_words(settings)
    head = t("schema.to_decide_concept" if concepts else "app.label")
    with st.expander(t("schema.to_decide", count=len(answers))):
        text_table(
            [
                {
                    head: words.get(answer, answer),
                    **({t("app.name_label"): names.get(answer, "-")} if concepts else {}),
                    t("app.answers"): answers[answer],
                }
                for answer in sorted(answers, key=lambda one: (-answers[one], one))
            ],
            download="to-decide-again.csv",
        )


def _draw_doing(
    store: Store, campaign: Campaign, form: RequestForm[Any], effect: Mapping[str, Any], state: Any
) -> None:
    """Draw the effect of the change, and its button."""

    def change(request: SchemaRequest | RevertSchemaRequest, now: datetime) -> str:
        require_reason(request)
        job = info_of(type(request)).job
        state["change"] = jobs.start(store, job, to_data(request), request.by, now).id
        state.pop("effect", None)
        return t("schema.under_way")

    kind, settings = task(campaign.schema.task_type), campaign.schema.settings
    concepts = kind.takes_terminology
    details = bool(question_of_task(kind, settings).mapped_words(settings))
    relabelled = "concepts" if concepts else "details" if details else "relabelled"

    def effect_text() -> str:
        _draw_to_decide(store, campaign, effect["to_decide"])
        parts = [t("schema.answers", count=effect["answers"], version=effect["version"])]
        parts += [
            t(
                f"schema.effect_{relabelled if name == 'relabelled' else name}",
                count=effect[name],
            )
            for name in _EFFECTS
            if effect[name]
        ]
        return " ".join([*parts, t("schema.stay")])

    label = t("schema.do_terminology" if concepts else "schema.do", name=no_markup(campaign.name))
    correction(form, label, effect_text, change)
