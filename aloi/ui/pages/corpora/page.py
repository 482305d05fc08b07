"""Corpora: import texts or ready pairs, see how they were split into sentences."""

from __future__ import annotations

from typing import Any

import streamlit as st

from aloi.annotation.model import Role
from aloi.corpora.language.segment import LANGUAGES_WITH_RULES, has_rules
from aloi.corpora.model import Corpus
from aloi.corpora.readers import all_readers, text_files
from aloi.corpora.readers.bioc.documents import is_bioc
from aloi.corpora.readers.roles import ColumnRole
from aloi.ui import language, selection, session
from aloi.ui.glossary import explained
from aloi.ui.navigation import link, link_items
from aloi.ui.pages.corpora import annotations as annotation_import
from aloi.ui.pages.corpora.additions import draw_adding
from aloi.ui.pages.corpora.view import corpus_table
from aloi.ui.shared.choices import NAME, worded
from aloi.ui.shared.corrections.panel import correction_log
from aloi.ui.shared.corrections.setup import archive, setup_corrections
from aloi.ui.shared.forms.columns import ask_columns, is_pair_table
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import no_markup, problems_told, show_readings, text_table
from aloi.ui.shared.uploads import ask_sheet, saved_upload
from aloi.ui.texts import t, translated
from aloi.workbench.imports.jobs import TEXTS
from aloi.workbench.jobs import Job
from aloi.workbench.requests.texts import CorpusRequest, SegmentRequest
from aloi.workbench.texts import corpora as corpora_io
from aloi.workbench.texts.pairs import PAIR, PAIR_ROLES

TEXT, TEXT_ROLES = (ColumnRole.TEXT,), (ColumnRole.TEXT, ColumnRole.ID)
COLUMNS = ("text_column", "id_column", "left_column", "right_column", "left_document", "right_document")
LANGUAGES = ("fr", "en", "es", "de", "it", "pt", "nl")
_SUFFIXES = ("zip", "txt", "tsv", "csv", "xlsx", "ods", "jsonl", "parquet", "xml", "json")

store = session.open_store()
session.require(Role.MANAGER)


def told_import(done: Job) -> None:
    """Show the result of an import; imported texts are being split into sentences."""
    result: Any = done.result
    show_readings(result.get("tables", {}))
    if done.arguments["targets"]:
        st.success(t("corpora.targets_imported", count=result["items"], name=no_markup(result["name"])))
    elif done.arguments["pairs"]:
        st.success(t("corpora.pairs_imported", count=result["items"], name=no_markup(result["name"])))
        for name in ("repeated", "outer_spaces"):
            if result[name]:
                st.caption(t(f"corpora.pairs_{name}", count=result[name]))
    else:
        st.success(t("corpora.imported", count=result["documents"], name=no_markup(result["name"])))
        state["job"] = result["splitting"]


def draw_document(corpus: Corpus, splitter: str) -> None:
    """Draw the choice of a document of a corpus, and its sentences."""
    documents = store.texts.documents(corpus.id)
    document = st.selectbox(t("corpora.document"), documents, format_func=NAME, key="corpora:read:doc")
    shown = store.texts.sentences(corpus.id, document.id)
    if shown:
        caption_key = "corpora.split_not" if splitter == corpora_io.WHOLE_TEXTS else "corpora.split_by"
        name = translated(corpora_io.splitter_title(corpus, splitter))
        st.caption(t(caption_key, splitter=name, count=len(shown)))
        text_table(
            [
                {t("corpora.number"): sentence.index + 1, t("corpora.sentence"): sentence.text}
                for sentence in shown
            ]
        )
    else:
        st.text(document.text)


state = session.page_state("corpora")
st.title(t("corpora.menu"), help=explained("corpus", "item"))
corpora = store.texts.corpora()
if corpora:
    corpus_table(store, corpora)
else:
    st.info(t("corpora.empty"))

with st.expander(t("corpora.import"), expanded=not corpora):
    upload = st.file_uploader(
        t("corpora.file"),
        type=[*_SUFFIXES, *(reader.name for reader in all_readers())],
        help=t("corpora.file_help"),
        key="corpora:import:file",
    )
    if upload is not None:
        with problems_told():
            ask_sheet(upload)
            path = saved_upload(upload)
            kind, columns = "texts", ()
            form = RequestForm(CorpusRequest, "corpora:import", path=path, **dict.fromkeys(COLUMNS))
            bioc = path.suffix != ".zip" and is_bioc(path)
            if path.suffix == ".xml" and not bioc:
                kind = "targets"
                st.caption(t("corpora.xml"))
            elif path.suffix not in text_files() and not bioc:
                kind = worded(
                    st.radio,
                    "corpora.holds",
                    ["texts", "pairs", "targets"],
                    index=int(is_pair_table(store, path)),
                    horizontal=True,
                    key=f"corpora:import:kind:{path.parent.name}",
                )
                if kind == "targets":
                    st.caption(t("corpora.targets_columns"))
                    columns = ()
                else:
                    used, required = (PAIR_ROLES, PAIR) if kind == "pairs" else (TEXT_ROLES, TEXT)
                    columns = ask_columns(store, path, "corpora:import", used=used, required=required)
            form.give(pairs=kind == "pairs", targets=kind == "targets", columns=columns or ())
            with st.form("corpora:import:about"):
                form.ask(
                    "name", value=upload.name.rsplit(".", 1)[0], key=f"corpora:import:name:{upload.name}"
                )
                language_box, licence_box = st.columns(2)
                form.ask(
                    "language",
                    language_box,
                    options=LANGUAGES,
                    value=language.current(),
                    accept_new_options=True,
                )
                form.ask("licence", licence_box)
                form.ask("source", placeholder=t("corpora.source_example"))
                form.ask("restricted")
                form.rest()
                if st.form_submit_button(t("corpora.do_import"), type="primary", disabled=columns is None):
                    start_request(store, form.request(), state, key="import")

take_up(store, state, TEXTS, key="import")
came = job_progress(store, state, t("imports.storing"), key="import")
if came is not None:
    told_import(came)

with st.expander(t("imports.title"), expanded=annotation_import.begun(store)):
    annotation_import.import_form(store, LANGUAGES)

take_up(store, state, "segment")
split = job_progress(store, state, t("corpora.splitting"))
if split is not None and split.result.get("by_plain_rules"):
    st.warning(t("corpora.by_plain_rules"))
    st.text(", ".join(split.result["by_plain_rules"]))
if split is not None and not has_rules(language := store.texts.corpus(split.result["corpus_id"]).language):
    st.warning(
        t("corpora.no_rules", language=no_markup(language), known=", ".join(sorted(LANGUAGES_WITH_RULES)))
    )
if split is not None and split.result.get("outer_spaces"):
    st.caption(t("corpora.outer_spaces", count=split.result["outer_spaces"]))

archived = [corpus for corpus in store.texts.corpora(archived=True) if corpus.archived]
archive(store, "corpus", [({"corpus": corpus.id}, corpus.name) for corpus in archived])
if corpora:
    st.subheader(t("corpora.read"))
    chosen = selection.choose_corpus(store, corpora, key="corpora:read:corpus", label=t("glossary.corpus"))
    if not store.texts.counts(chosen.id).sentences:
        st.warning(t("corpora.not_split"))
        if st.button(t("corpora.split"), key="corpora:read:split"):
            start_request(store, SegmentRequest(chosen.id), state)
    splitter = store.texts.splitter(chosen.id) or ""
    # Texts that are pairs or items themselves are read in the table of items.
    if splitter != corpora_io.WHOLE_TEXTS or not link_items(store, chosen.id):
        draw_document(chosen, splitter)
    st.subheader(t("corrections.put_right"))
    draw_adding(store, chosen)
    setup_corrections(store, "corpus", {"corpus": chosen.id}, chosen.name, title=chosen.name)
    correction_log(store, corpus=chosen.id)
    if store.texts.counts(chosen.id).items:  # ready pairs, or items that were made
        link("campaigns", t("candidates.to_campaigns"))
    else:
        link("candidates", t("corpora.next"))
