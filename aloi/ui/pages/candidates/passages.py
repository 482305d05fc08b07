"""Make passages to label: the documents, paragraphs or sentences of a corpus."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.corpora.model import Corpus
from aloi.ui import session
from aloi.ui.shared.choices import worded
from aloi.ui.shared.tables import problem
from aloi.ui.texts import t
from aloi.workbench.candidates.passages import SIZES, make_passages
from aloi.workbench.store.opening import Store


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
        submitted = st.form_submit_button(t("passages.do"), type="primary")
    if not submitted:
        return
    session.require(Role.MANAGER)
    try:
        passages = make_passages(store, corpus.id, by, session.now())
    except AloiError as error:
        problem(error)
        return
    session.say(t("passages.made", count=len(passages.item_ids), new=passages.new))
    st.rerun()
