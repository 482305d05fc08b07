"""More texts in a corpus: those of a file, or of another corpus."""

from __future__ import annotations

from typing import Any

import streamlit as st

from aloi.base.records import from_json
from aloi.corpora.model import Corpus, Json
from aloi.corpora.readers import all_readers
from aloi.ui import session
from aloi.ui.shared.corrections.panel import correction_by_worker, say_when_made
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import no_markup
from aloi.ui.shared.uploads import saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench.corrections.texts import TextsEffect
from aloi.workbench.requests.corrections import AddTextsRequest, MergeRequest, RevertTextsRequest
from aloi.workbench.store.opening import Store

_SUFFIXES = ("zip", "txt", "tsv", "csv", "xlsx", "ods", "jsonl", "parquet")


def draw_adding(store: Store, corpus: Corpus) -> None:
    """Draw how texts are added to a corpus, and how it takes in another one."""
    key = f"corpora:add:{corpus.id}"
    upload = st.file_uploader(
        t("corrections.add_file", name=no_markup(corpus.name)),
        type=[*_SUFFIXES, *(reader.name for reader in all_readers())],
        key=f"{key}:file",
    )
    show_upload(upload)
    about: dict[str, Json] = {"corpus": corpus.id}
    label = t("corrections.add", name=no_markup(corpus.name))
    form = RequestForm(AddTextsRequest, f"{key}:do", corpus=corpus.id)

    def added(result: Any) -> str:
        return t("corrections.texts_added", count=result["texts"], name=no_markup(corpus.name))

    if upload is not None:
        form.give(path=saved_upload(upload))
        correction_by_worker(
            store,
            form,
            label,
            about,
            ask=lambda: _ask_columns(form),
            effect=lambda found: _effect_text(from_json(TextsEffect, found)),
            done=added,
        )
    else:  # the page was loaded anew, and the file is no longer in its field
        say_when_made(store, form, label, about, added)
    others = [one for one in store.texts.corpora() if one.id != corpus.id and one.language == corpus.language]
    if others:
        _draw_merging(store, corpus, others)
    versions = store.texts.versions(corpus.id)
    back = f"corpora:back:{corpus.id}"
    # The result is shown even after the object is deleted.
    if versions or session.page_state(f"corrections:{back}"):
        _draw_taking_back(store, corpus, back, versions[-1].version if versions else 1)


def _ask_columns(form: RequestForm[AddTextsRequest]) -> None:
    """Ask for the columns of a table; other files have none."""
    if form.value("path").suffix in (".zip", ".txt"):
        form.keep("text_column", "id_column")
        return
    for name, box in zip(("text_column", "id_column"), st.columns(2), strict=True):
        form.ask(name, box)


def _draw_merging(store: Store, corpus: Corpus, others: list[Corpus]) -> None:
    form = RequestForm(MergeRequest, f"corpora:merge:{corpus.id}", corpus=corpus.id)
    names = {one.id: one.name for one in others}

    def ask() -> None:
        form.ask("other", options=list(names), format_func=lambda one: names[one])

    def effect(result: Any) -> str:
        gained, other = from_json(TextsEffect, result), no_markup(names[form.value("other")])
        items = t("corrections.items", count=gained.items)
        return f"{_effect_text(gained)} {t('corrections.merge_effect', items=items, other=other)}"

    correction_by_worker(
        store,
        form,
        t("corrections.merge", name=no_markup(corpus.name)),
        {"corpus": corpus.id},
        ask=ask,
        effect=effect,
        done=lambda made: t("corrections.texts_added", count=made["texts"], name=no_markup(corpus.name)),
    )


def _draw_taking_back(store: Store, corpus: Corpus, key: str, version: int) -> None:
    def effect(counts: Any) -> str:
        items = t("corrections.items", count=counts["items"])
        return t("corrections.take_back_effect", count=counts["texts"], items=items, before=version - 1)

    correction_by_worker(
        store,
        RequestForm(RevertTextsRequest, key, corpus=corpus.id),
        t("corrections.take_back", version=version, name=no_markup(corpus.name)),
        {"corpus": corpus.id},
        effect=effect,
        done=lambda made: t("corrections.texts_taken_back", count=made["texts"], name=no_markup(corpus.name)),
    )


def _effect_text(gained: TextsEffect) -> str:
    """Return the texts that a corpus gains, with the names of duplicates and renamed ones."""
    parts = [t("corrections.texts_effect", count=gained.texts, version=gained.version)]
    for key, names, count in (
        ("duplicates", gained.duplicates, gained.duplicate_texts),
        ("renamed_texts", gained.renamed, gained.renamed_texts),
    ):
        if count:
            more = " …" if count > len(names) else ""
            parts.append(t(f"corrections.{key}", count=count, names=f"{', '.join(names)}{more}"))
    return " ".join([*parts, t("corrections.texts_stay")])
