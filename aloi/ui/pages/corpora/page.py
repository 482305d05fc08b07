"""Corpora: import texts or ready pairs, see how they were split into sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from aloi.annotation.model import Role
from aloi.base.records import to_json
from aloi.corpora.language.segment import LANGUAGES_WITH_RULES, has_rules
from aloi.corpora.model import Json
from aloi.corpora.readers import preview as read_preview
from aloi.corpora.readers.bioc.documents import is_bioc
from aloi.ui import selection, session
from aloi.ui.glossary import explained
from aloi.ui.navigation import link
from aloi.ui.pages.corpora import annotations
from aloi.ui.pages.corpora.additions import draw_adding
from aloi.ui.pages.corpora.view import corpus_table
from aloi.ui.shared.choices import NAME, worded
from aloi.ui.shared.corrections.panel import correction_log
from aloi.ui.shared.corrections.setup import archive, setup_corrections
from aloi.ui.shared.jobs import job_progress, start_job, start_request, take_up
from aloi.ui.shared.tables import no_markup, place_of, problems_told, show_read_as, show_readings, text_table
from aloi.ui.shared.uploads import ask_sheet, isolated, saved_upload
from aloi.ui.texts import t
from aloi.ui.translations import translated
from aloi.workbench.imports.importing import ImportOptions
from aloi.workbench.imports.jobs import IMPORT, TEXTS
from aloi.workbench.jobs import Job
from aloi.workbench.requests.texts import SegmentRequest
from aloi.workbench.texts import corpora as corpora_io
from aloi.workbench.texts import pairs as pairs_io

LANGUAGES = ("fr", "en", "es", "de", "it", "pt", "nl")

TEXT_LENGTH, ID_LENGTH = 240, 24  # characters of a text, and of an id, in a preview

store = session.open_store()
session.require(Role.MANAGER)


def beginning(value: str) -> str:
    """Return the beginning of a cell for a preview of a table."""
    most = TEXT_LENGTH if " " in value else ID_LENGTH
    return value if len(value) <= most else f"{value[: most - 1].rstrip()}…"


def document_columns(columns: Sequence[str]) -> tuple[str | None, str | None]:
    """Ask which columns name the documents of the left and of the right texts; None if none does."""
    choices = [t("corpora.no_document"), *columns]
    sides = {"left": pairs_io.LEFT_DOCUMENT_COLUMNS, "right": pairs_io.RIGHT_DOCUMENT_COLUMNS}
    chosen = [
        box.selectbox(
            t(f"corpora.{side}_document"),
            choices,
            index=next((choices.index(name) for name in usual if name in columns), 0),
            help=t("corpora.document_help"),
            key=f"corpora:import:{side}_document",
        )
        for box, (side, usual) in zip(st.columns(2), sides.items(), strict=True)
    ]
    left, right = (None if one == choices[0] else one for one in chosen)
    return left, right


def told_import(done: Job) -> None:
    """Show the result of an import; imported texts are being split into sentences."""
    result: Any = done.result
    kind = done.arguments["kind"]
    show_readings(result.get("tables", {}))
    if kind == "targets":
        st.success(t("corpora.targets_imported", count=result["items"], name=no_markup(result["corpus"])))
    elif kind == "pairs":
        st.success(t("corpora.pairs_imported", count=result["items"], name=no_markup(result["name"])))
        for name in ("repeated", "outer_spaces"):
            if result[name]:
                st.caption(t(f"corpora.pairs_{name}", count=result[name]))
    else:
        st.success(t("corpora.imported", count=result["documents"], name=no_markup(result["name"])))
        state["job"] = result["splitting"]


state = session.page_state("corpora")
st.title(t("corpora.title"), help=explained("corpus", "item"))
corpora = store.texts.corpora()
if corpora:
    corpus_table(store, corpora)
else:
    st.info(t("corpora.empty"))

with st.expander(t("corpora.import"), expanded=not corpora):
    upload = st.file_uploader(
        t("corpora.file"),
        type=["zip", "txt", "tsv", "csv", "xlsx", "ods", "jsonl", "parquet", "xml", "json"],
        help=t("corpora.file_help"),
        key="corpora:import:file",
    )
    if upload is not None:
        with problems_told():
            ask_sheet(upload)
            path = saved_upload(upload)
            kind, text_column, id_column = "texts", None, None
            pair_columns = pairs_io.PairColumns()
            bioc = path.suffix != ".zip" and is_bioc(path)
            if path.suffix == ".xml" and not bioc:
                kind = "targets"
                st.caption(t("corpora.xml"))
            elif path.suffix not in (".zip", ".txt") and not bioc:
                preview = isolated(read_preview, path)
                show_read_as(preview.read_as)
                st.caption(t("corpora.preview", count=len(preview.rows)))
                text_table(
                    [dict(zip(preview.columns, map(beginning, row), strict=True)) for row in preview.rows]
                )
                kind = worded(
                    st.radio,
                    "corpora.holds",
                    ["texts", "pairs", "targets"],
                    horizontal=True,
                    key="corpora:import:kind",
                )
                columns = list(preview.columns)
                # An empty box would be a gap if the columns are below each other.
                left_box, *more_boxes, id_box = st.columns(3 if kind == "pairs" else 2)
                ids = [t("corpora.row_number"), *columns]
                guessed = ids.index(preview.guessed_id) if preview.guessed_id in columns else 0
                if kind == "targets":
                    st.caption(t("corpora.targets_columns"))
                elif kind == "pairs":
                    left = left_box.selectbox(
                        t("corpora.left"),
                        columns,
                        index=place_of(columns, pairs_io.LEFT_COLUMNS),
                        key="corpora:import:left",
                    )
                    right = more_boxes[0].selectbox(
                        t("corpora.right"),
                        columns,
                        index=place_of(columns, pairs_io.RIGHT_COLUMNS),
                        key="corpora:import:right",
                    )
                    left_document, right_document = document_columns(columns)
                    pair_columns = pairs_io.PairColumns(left, right, None, left_document, right_document)
                else:
                    text_column = left_box.selectbox(
                        t("corpora.text_column"),
                        columns,
                        index=place_of(columns, (preview.guessed_text or "",)),
                        key="corpora:import:text",
                    )
                if kind != "targets":
                    id_choice = id_box.selectbox(
                        t("corpora.id_column"), ids, index=guessed, key="corpora:import:id"
                    )
                    id_column = None if id_choice == ids[0] else id_choice
            with st.form("corpora:import:about"):
                name = st.text_input(t("corpora.name"), value=upload.name.rsplit(".", 1)[0])
                language_box, licence_box = st.columns(2)
                language = language_box.selectbox(t("corpora.language"), LANGUAGES, accept_new_options=True)
                licence = licence_box.text_input(t("corpora.licence"), placeholder="CC BY 4.0")
                source = st.text_input(t("corpora.source"), placeholder=t("corpora.source_example"))
                restricted = st.checkbox(t("corpora.restricted"), help=t("corpora.restricted_help"))
                if st.form_submit_button(t("corpora.do_import"), type="primary"):
                    about = corpora_io.About(name, language or "", licence, source, restricted)
                    arguments: dict[str, Json] = {"path": str(path), "about": to_json(about), "kind": kind}
                    verb = TEXTS
                    if kind == "targets":
                        verb = IMPORT
                        arguments |= {
                            "format": "semdis" if path.suffix == ".xml" else "targets",
                            "options": to_json(ImportOptions(None, about)),
                            "reading": {},
                        }
                    elif kind == "pairs":
                        arguments["columns"] = to_json(replace(pair_columns, id=id_column))
                    else:
                        arguments |= {
                            "columns": {"text": text_column, "id": id_column},
                            "by": session.require().pseudonym,
                        }
                    start_job(store, verb, arguments, state, key="import")

take_up(store, state, TEXTS, key="import")
take_up(store, state, IMPORT, key="import", kind="targets")
came = job_progress(store, state, t("imports.storing"), key="import")
if came is not None:
    told_import(came)

with st.expander(t("imports.title"), expanded=annotations.begun(store)):
    annotations.import_form(store, LANGUAGES)

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
archive(store, "corpus", [((corpus.id,), corpus.name) for corpus in archived])
if corpora:
    st.subheader(t("corpora.read"))
    chosen = selection.choose_corpus(store, corpora, key="corpora:read:corpus", label=t("corpora.corpus"))
    documents = store.texts.documents(chosen.id)
    if not store.texts.counts(chosen.id).sentences:
        st.warning(t("corpora.not_split"))
        if st.button(t("corpora.split"), key="corpora:read:split"):
            start_request(store, SegmentRequest(chosen.id), state)
    document = st.selectbox(t("corpora.document"), documents, format_func=NAME, key="corpora:read:doc")
    shown = store.texts.sentences(chosen.id, document.id)
    if shown:
        splitter = store.texts.splitter(chosen.id) or ""
        caption_key = "corpora.split_not" if splitter == corpora_io.WHOLE_TEXTS else "corpora.split_by"
        st.caption(t(caption_key, splitter=translated(splitter), count=len(shown)))
        text_table(
            [
                {t("corpora.number"): sentence.index + 1, t("corpora.sentence"): sentence.text}
                for sentence in shown
            ]
        )
    else:
        st.text(document.text)
    st.subheader(t("corrections.put_right"))
    draw_adding(store, chosen)
    setup_corrections(store, "corpus", (chosen.id,), chosen.name, title=chosen.name)
    correction_log(store, corpus=chosen.id)
    link("candidates", t("corpora.next"))
