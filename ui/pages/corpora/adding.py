"""More texts in a corpus: those of a file, or of another corpus."""

from __future__ import annotations

import streamlit as st

from corpora.model import Corpus
from ui.shared.choices import NAME
from ui.shared.corrections.panel import correction
from ui.shared.uploads import saved_upload, show_upload
from ui.texts import t
from workbench.corrections import texts
from workbench.corrections.log import Ground
from workbench.store.opening import Store


def draw_adding(store: Store, corpus: Corpus) -> None:
    """Draw how texts are added to a corpus, and how it takes in another one."""
    key = f"corpora:add:{corpus.id}"
    upload = st.file_uploader(
        t("corrections.add_file", name=corpus.name),
        type=["zip", "txt", "tsv", "csv", "xlsx", "ods", "jsonl", "parquet"],
        key=f"{key}:file",
    )
    show_upload(upload)
    if upload is not None:
        path = saved_upload(upload)

        def add(ground: Ground) -> str:
            made = texts.add_texts(store, corpus.id, path, ground)
            return t("corrections.texts_added", count=made.details["texts"], name=corpus.name)

        correction(
            f"{key}:do",
            t("corrections.add", name=corpus.name),
            lambda: _told(texts.texts_effect(store, corpus.id, path)),
            add,
        )
    others = [one for one in store.texts.corpora() if one.id != corpus.id and one.language == corpus.language]
    if others:
        _draw_merging(store, corpus, others)


def _draw_merging(store: Store, corpus: Corpus, others: list[Corpus]) -> None:
    key = f"corpora:merge:{corpus.id}"

    def effect() -> str:
        st.selectbox(t("corrections.merge_other"), others, format_func=NAME, key=f"{key}:other")
        other: Corpus = st.session_state[f"{key}:other"]
        found = texts.merge_effect(store, corpus.id, other.id)
        items = t("corrections.items", count=found.items)
        return f"{_told(found)} {t('corrections.merge_effect', items=items, other=other.name)}"

    def merge(ground: Ground) -> str:
        other: Corpus = st.session_state[f"{key}:other"]
        made = texts.merge(store, corpus.id, other.id, ground)
        return t("corrections.texts_added", count=made.details["texts"], name=corpus.name)

    correction(key, t("corrections.merge", name=corpus.name), effect, merge)


def _told(found: texts.TextsEffect) -> str:
    """Return what a corpus gains, the duplicates and the renamed by name."""
    parts = [t("corrections.texts_effect", count=found.texts, version=found.version)]
    for what, names, count in (
        ("duplicates", found.duplicates, found.duplicate_texts),
        ("renamed_texts", found.renamed, found.renamed_texts),
    ):
        if count:
            more = " …" if count > len(names) else ""
            parts.append(t(f"corrections.{what}", count=count, names=f"{', '.join(names)}{more}"))
    return " ".join([*parts, t("corrections.texts_stay")])
