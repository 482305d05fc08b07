"""Ask for target words, look at their sentences in a table that may be changed, and store those kept."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import streamlit as st

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.base.system_errors import refused_by_system
from aloi.corpora.mining.targets import POS, STEPS
from aloi.corpora.model import Corpus
from aloi.ui import session
from aloi.ui.shared.jobs import job_progress, last_job, start_job
from aloi.ui.shared.tables import acting, problem, text_table
from aloi.ui.shared.uploads import saved_upload, show_upload
from aloi.ui.texts import section, t
from aloi.workbench.candidates import targets
from aloi.workbench.store.opening import Store

_VERB = "mine_targets"
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
    with st.form("candidates:targets:form"):
        names = section("pos")
        pos = st.multiselect(
            t("substitutes.pos"), POS, default=["NOUN", "VERB", "ADJ"], format_func=lambda one: names[one]
        )
        boxes = st.columns(5, vertical_alignment="bottom")
        low = boxes[0].number_input(t("targets.low"), 1, 10**6, 10, help=t("targets.low_help"))
        high = boxes[1].number_input(t("targets.high"), 1, 10**6, None, help=t("targets.high_help"))
        senses = boxes[2].number_input(t("targets.senses"), 1, 50, 1)
        synonyms = boxes[3].number_input(t("targets.synonyms"), 0, 50, 3)
        frequency = boxes[4].number_input(
            t("targets.synonym_frequency"), 0, 10**6, 1, help=t("targets.synonym_frequency_help")
        )
        boxes = st.columns(5, vertical_alignment="bottom")
        per_pos = boxes[0].number_input(t("targets.per_pos"), 1, 1000, 10)
        per_word = boxes[1].number_input(t("targets.per_word"), 1, 100, 10)
        shortest = boxes[2].number_input(t("targets.shortest"), 1, 100, 8)
        longest = boxes[3].number_input(t("targets.longest"), 1, 500, 40)
        seed = boxes[4].number_input(t("app.seed"), 0, 2**31 - 1, 0)
        submitted = st.form_submit_button(t("targets.do_mine"), type="primary")
    if not submitted:
        return
    session.require(Role.MANAGER)
    if dictionary is None:
        st.error(t("targets.no_dictionary"))
        return
    arguments = {
        "corpus": corpus.id,
        "out": f"{corpus.id}-targets.tsv",
        "dictionary": _store_upload(saved_upload(dictionary)),
        "expressions": "" if expressions is None else _store_upload(saved_upload(expressions)),
        "words": {
            "pos": pos, "low": low, "high": high, "senses": senses, "synonyms": synonyms,
            "synonym_frequency": frequency, "per_pos": per_pos,
        },
        "sentences": {"per_word": per_word, "shortest": shortest, "longest": longest},
        "seed": seed,
    }  # fmt: skip
    try:
        targets.spec_of(arguments)  # invalid criteria are reported before the job starts
    except AloiError as error:
        problem(error)
        return
    start_job(store, _VERB, arguments, state, key="targets_job")


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
            "note": st.column_config.TextColumn(t("targets.note"), width=160),
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
