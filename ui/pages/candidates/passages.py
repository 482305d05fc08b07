"""Make passages to label: the documents, paragraphs or sentences of a corpus."""

from __future__ import annotations

import streamlit as st

from aloi.errors import AloiError
from annotation.model import Role
from corpora.model import Corpus
from ui import session
from ui.shared.choices import worded
from ui.shared.tables import problem
from ui.texts import t
from workbench.candidates.passages import SIZES, make_passages
from workbench.store.opening import Store


def to_label(store: Store, corpus: Corpus) -> None:
    """Draw the form that stores passages for campaigns that label or mark texts."""
    st.markdown(t("passages.why"))
    with st.form("candidates:passages:form"):
        by = worded(
            st.radio,
            "passages.by",
            SIZES,
            captions=[t(f"passages.by_{one}_why") for one in SIZES],
            key="candidates:passages:by",
        )
        asked = st.form_submit_button(t("passages.do"), type="primary")
    if not asked:
        return
    session.require(Role.MANAGER)
    try:
        made = make_passages(store, corpus.id, by, session.now())
    except AloiError as error:
        problem(error)
        return
    session.say(t("passages.made", count=len(made.item_ids), new=made.new))
    st.rerun()
