"""Ask for target words, look at their sentences in a table that may be changed, and store those kept."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import streamlit as st

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.base.requests import info_of
from aloi.base.system_errors import refused_by_system
from aloi.corpora.mining.targets import POS, STEPS
from aloi.corpora.model import Corpus
from aloi.ui import session
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, last_job, start_request
from aloi.ui.shared.tables import acting, problem, problems_told, text_table
from aloi.ui.shared.uploads import saved_upload, show_upload
from aloi.ui.texts import section, t
from aloi.workbench.candidates import targets
from aloi.workbench.requests.candidates import TargetsRequest
from aloi.workbench.store.opening import Store

_VERB = info_of(TargetsRequest).job
_EDITED = ("keep", "lemma", "pos", "text", "note")


def mining(store: Store, corpus: Corpus, state: dict) -> None:
    """Draw the form, the running job, and its proposals."""
    st.markdown(t("targets.why"))
    _form(store, corpus, state)
    done = job_progress(store, state, t("targets.mining"), key="targets_job")
    if state.get("targets_job") is None:  # while a job runs, the table of the one before is being replaced
        done = last_job(store, _VERB, corpus.id)
    if done is not None and done.result:
        _show(store, corpus, done.id, done.result)


def _form(store: Store, corpus: Corpus, state: dict) -> None:
    left, right = st.columns(2)
    dictionary = left.file_uploader(
        t("targets.dictionary"),
        ["tsv", "csv", "xlsx", "ods", "txt", "jsonl", "parquet"],
        help=t("targets.dictionary_help"),
    )
    expressions = right.file_uploader(t("targets.expressions"), ["txt"], help=t("targets.expressions_help"))
    show_upload(dictionary)
    form = RequestForm(TargetsRequest, "candidates:targets", corpus=corpus.id)
    with st.form("candidates:targets:form"):
        form.ask("pos", options=POS, format_func=section("pos_title").__getitem__)
        for names in (
            ("low", "high", "senses", "synonyms", "synonym_frequency"),
            ("per_pos", "per_word", "shortest", "longest", "seed"),
        ):
            for name, box in zip(names, st.columns(5, vertical_alignment="bottom"), strict=True):
                form.ask(name, box)
        form.give(dictionary="", expressions=None)
        form.rest()
        is_sent = st.form_submit_button(t("targets.do_mine"), type="primary")
    if is_sent and dictionary is None:
        st.error(t("targets.no_dictionary"))
    elif is_sent:
        with problems_told():
            session.require(Role.MANAGER)
            form.give(dictionary=_store_upload(saved_upload(dictionary)))
            if expressions is not None:
                form.give(expressions=_store_upload(saved_upload(expressions)))
            targets.spec_of(form.request())  # invalid criteria are reported before the job starts
            start_request(store, form.request(), state, key="targets_job")


def _store_upload(path: Path) -> str:
    """Return the name of an uploaded file, stored for the worker."""
    folder = session.settings().data / "mining"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, folder / path.name)
    return path.name


def _show(store: Store, corpus: Corpus, job_id: str, result: dict) -> None:
    report = result["report"]
    st.markdown(t("targets.found", words=report["words"], places=report["places"]))
    with st.expander(t("targets.steps"), expanded=not report["places"]):
        text_table(
            [
                {
                    t("targets.criterion"): t(f"targets.step_{step}"),
                    t("targets.words_left"): str(report["left"][step]),
                }
                for step in STEPS
            ]
        )
    if not report["places"]:
        return
    path = session.settings().data / "mining" / result["file"]
    try:
        rows = targets.read_target_rows(path)
    except (AloiError, OSError) as error:
        problem(error if isinstance(error, AloiError) else refused_by_system(error))
        return
    st.caption(t("targets.look"))
    edited = st.data_editor(
        [{name: getattr(one, name) for name in _EDITED} for one in rows],
        column_config={
            "keep": st.column_config.CheckboxColumn(t("targets.keep"), width=70),
            "lemma": st.column_config.TextColumn(t("targets.lemma"), width=110),
            "pos": st.column_config.SelectboxColumn(
                t("substitutes.pos"), options=list(POS), required=True, width=120
            ),
            "text": st.column_config.TextColumn(t("targets.text"), width="large"),
            "note": st.column_config.TextColumn(t("app.note"), width=160),
        },
        hide_index=True,
        row_height=88,  # three lines of a sentence; Streamlit wraps texts in rows of more than 64 pixels
        width="stretch",
        key=f"candidates:targets:{job_id}",
    )
    changed = [
        replace(row, **{name: new[name] if new[name] is not None else "" for name in _EDITED})
        for row, new in zip(rows, edited, strict=True)
    ]
    count = sum(one.keep for one in changed)
    if st.button(t("targets.store", count=count), type="primary", disabled=not count):
        with acting(Role.MANAGER):
            done = targets.store_target_rows(store, corpus.id, changed, path, session.now())
            session.say(t("targets.stored", count=len(done.item_ids), new=done.new, trimmed=done.trimmed))
