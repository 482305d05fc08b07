"""Make candidates to judge: of a table of words, or of the substitutes of a gold."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Role
from aloi.annotation.rows import Substitutes
from aloi.annotation.tasks import task
from aloi.corpora.model import Corpus
from aloi.corpora.readers import read_table
from aloi.ui import selection, session
from aloi.ui.shared.choices import NAME, worded
from aloi.ui.shared.tables import no_markup, problems_told
from aloi.ui.shared.uploads import isolated, saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench.candidates.substitutes import AddedCandidates, candidates_of_gold, candidates_of_table
from aloi.workbench.store.opening import Store

_TABLE, _GOLD = "table", "gold"


def to_judge(store: Store, corpus: Corpus) -> None:
    """Draw the form that stores candidates for a campaign of the task judging."""
    st.markdown(t("judging.why"))
    golds = [
        campaign_
        for campaign_ in store.campaigns.list()
        if campaign_.corpus_id == corpus.id
        and task(campaign_.schema.task_type).row_kind is Substitutes
        and store.gold.gold_heads(campaign_.id)
    ]
    source = worded(
        st.radio, "judging.source", [_TABLE, *([_GOLD] if golds else [])], key="candidates:judge:source"
    )
    upload = None
    if source == _TABLE:
        upload = st.file_uploader(
            t("judging.table"),
            ["tsv", "csv", "xlsx", "ods", "jsonl", "parquet"],
            help=t("judging.table_help"),
        )
        show_upload(upload)
    with st.form("candidates:judge:form"):
        if source == _TABLE:
            top = st.number_input(t("judging.top"), 1, 100, None, help=t("judging.top_help"))
        else:
            offered = selection.chosen_first(store, golds)
            campaign = st.selectbox(t("app.campaign"), offered, format_func=NAME)
        submitted = st.form_submit_button(t("judging.do"), type="primary")
    if not submitted:
        return
    session.require(Role.MANAGER)
    with problems_told():
        if source == _GOLD:
            _say(candidates_of_gold(store, campaign.id, session.now()))
        elif upload is None:
            st.error(t("judging.no_table"))
            return
        else:
            table = isolated(read_table, saved_upload(upload))
            _say(candidates_of_table(store, corpus.id, table, session.now(), top=top))
        st.rerun()


def _say(added: AddedCandidates) -> None:
    session.say(t("judging.made", count=added.candidates, new=added.new))
    if added.without_target:
        session.say(t("judging.without", words=no_markup(", ".join(added.without_target[:20]))))
