"""Mentions to link: importing them, and what the import brought."""

from __future__ import annotations

import streamlit as st

from aloi.errors import AloiError
from annotation.model import Role
from ui import session
from ui.navigation import link
from ui.shared.tables import problem, text_table
from ui.shared.uploads import saved_upload
from ui.texts import t
from workbench.imports.mentions import AROUND, ImportedMentions, import_mentions
from workbench.store.opening import Store
from workbench.studies.linking.files import reader_names
from workbench.texts.corpora import About

_FILES = ["zip", "tsv", "csv", "ann", "txt", "concept", "json", "jsonl", "pubtator", "parquet"]


def import_form(store: Store, languages: tuple[str, ...]) -> None:
    """Ask for a file of linked mentions and what a corpus needs; import it, and show what came of it."""
    state = session.page_state("corpora:mentions")
    with st.form("corpora:mentions:form"):
        one, two = st.columns(2)
        upload = one.file_uploader(t("mentions.file"), type=_FILES, help=t("mentions.file_help"))
        texts = two.file_uploader(t("mentions.texts"), type=_FILES, help=t("mentions.texts_help"))
        one, two, three = st.columns(3)
        guess = t("mentions.by_name")
        reader = one.selectbox(t("mentions.reader"), [guess, *reader_names()], help=t("mentions.reader_help"))
        group = two.text_input(t("mentions.group"), help=t("mentions.group_help"))
        around = three.number_input(t("mentions.around"), 0, 20, AROUND, help=t("mentions.around_help"))
        one, two = st.columns(2)
        name = one.text_input(t("corpora.name"))
        language = two.selectbox(t("corpora.language"), languages, accept_new_options=True)
        licence = one.text_input(t("corpora.licence"), placeholder="CC BY 4.0")
        source = two.text_input(t("corpora.source"), placeholder=t("corpora.source_example"))
        restricted = st.checkbox(t("corpora.restricted"), help=t("corpora.restricted_help"))
        asked = st.form_submit_button(t("mentions.do_import"), type="primary")
    if asked and upload is None:
        st.warning(t("mentions.no_file"))
    elif asked:
        session.require(Role.MANAGER)
        try:
            with st.spinner(t("mentions.importing")):
                state["done"] = import_mentions(
                    store,
                    saved_upload(upload),
                    About(name, language or "", licence, source, restricted),
                    session.now(),
                    reader=None if reader == guess else reader,
                    group=group.strip() or None,
                    texts=saved_upload(texts) if texts is not None else None,
                    around=int(around),
                )
            st.rerun()
        except AloiError as error:
            state.pop("done", None)
            problem(error)
    if "done" in state:
        _report(state["done"])


def _report(done: ImportedMentions) -> None:
    st.success(
        t("mentions.imported", count=done.items, name=done.corpus.name, documents=done.documents)
        if done.new
        else t("mentions.known", count=done.items, name=done.corpus.name)
    )
    read = done.read
    one, two, three, four = st.columns(4)
    one.metric(t("mentions.read"), read["mentions"])
    two.metric(t("mentions.linked"), read["linked"])
    three.metric(t("mentions.without"), read["without_concept"] + read["empty"])
    four.metric(t("mentions.left_out"), done.left_out)
    if done.notes:
        st.caption(t("mentions.notes"))
        text_table(
            [
                {t("mentions.what"): one.what, t("mentions.count"): one.count, t("mentions.first"): one.first}
                for one in done.notes
            ]
        )
    link("campaigns", t("candidates.to_campaigns"))
