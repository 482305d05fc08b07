"""Candidates: pairs mined or at random, thin scores, targets, substitutes to judge, passages to label."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from aloi.annotation.model import Role
from aloi.ui import selection, session
from aloi.ui.glossary import explained
from aloi.ui.navigation import link, nothing_yet
from aloi.ui.pages.candidates.filling import filling
from aloi.ui.pages.candidates.judging_candidates import to_judge
from aloi.ui.pages.candidates.mining import mining
from aloi.ui.pages.candidates.opening import part_opened
from aloi.ui.pages.candidates.passages import to_label
from aloi.ui.pages.candidates.suggestions import suggest
from aloi.ui.pages.candidates.targets import mining as target_mining
from aloi.ui.shared.choices import NAME
from aloi.ui.shared.items import item_table
from aloi.ui.shared.jobs import job_progress, last_job, start_job
from aloi.ui.shared.tables import problems_told
from aloi.ui.texts import t
from aloi.workbench.candidates import random_pairs

store = session.open_store()
session.require(Role.MANAGER)
folder: Path = session.settings().data / "mining"
st.title(t("candidates.title"), help=explained("candidate", "item"))
ready = store.texts.corpora()
if not ready:
    nothing_yet(t("candidates.empty"), "corpora", t("candidates.to_corpora"))
corpus = selection.choose_corpus(store, ready, key="candidates:corpus:choice", label=t("candidates.corpus"))
state = session.page_state(f"candidates:{corpus.id}")
if store.texts.counts(corpus.id).sentences < 2:  # nothing can be mined in it, but it has passages
    st.info(t("candidates.split_first"))
    part_opened(store, corpus, state)
    to_label(store, corpus)
    with st.expander(t("spans.suggest"), expanded=state.get("spans_job") is not None):
        suggest(store, corpus, state)
    item_table(store, corpus.id)
    st.stop()
parts = ("mine", "random", "fill", "targets", "judge", "passages", "stored")
named = {one: t(f"candidates.{one}", count=store.texts.counts(corpus.id).items) for one in parts}
mine_tab, random_tab, fill_tab, target_tab, judge_tab, passage_tab, stored_tab = st.tabs(
    list(named.values()), default=named[part_opened(store, corpus, state)]
)


with mine_tab:
    mining(store, corpus, state)

with random_tab:
    st.markdown(t("candidates.random_why"))
    campaigns = [one for one in store.campaigns.list() if one.corpus_id == corpus.id]
    if not campaigns:
        st.info(t("candidates.random_no_campaign"))
        link("campaigns", t("candidates.to_campaigns"))
    else:
        campaign = st.selectbox(
            t("app.campaign"),
            selection.chosen_first(store, campaigns),
            format_func=NAME,
            key="candidates:random:campaign",
        )
        with st.form("candidates:random:form"):
            left, middle, right = st.columns(3)
            count = int(left.number_input(t("candidates.random_count"), 1, 10_000, 50))
            show = int(middle.number_input(t("candidates.random_show"), 1, 200, 20))
            seed = int(right.number_input(t("app.seed"), 0, 2**31 - 1, 0))
            if st.form_submit_button(t("candidates.do_random"), type="primary"):
                out = f"{corpus.id}-random.tsv"
                arguments = {"corpus": corpus.id, "count": count, "seed": seed, "show": show, "out": out}
                start_job(store, "draw_random", arguments, state, key="random_job")
        draw = job_progress(store, state, t("candidates.drawing"), key="random_job")
        draw = draw or last_job(store, "draw_random", corpus.id)
        if draw is not None and draw.result:
            st.markdown(t("candidates.closest"))
            rows = [
                {
                    t("candidates.alike"): False,
                    t("candidates.score"): round(pair["score"], 3),
                    t("candidates.left"): pair["left"],
                    t("candidates.right"): pair["right"],
                }
                for pair in draw.result["closest"]
            ]
            marked = st.data_editor(
                rows,
                disabled=list(rows[0])[1:] if rows else [],
                hide_index=True,
                width="stretch",
                key=f"candidates:random:{draw.id}",
            )
            why = st.text_input(t("candidates.why"), placeholder=t("candidates.why_example"))
            if st.button(t("candidates.do_assume", count=draw.result["count"]), type="primary"):
                session.require(Role.MANAGER)
                suspects = [
                    (pair["left_id"], pair["right_id"])
                    for pair, row in zip(draw.result["closest"], marked, strict=True)
                    if row[t("candidates.alike")]
                ]
                with problems_told():
                    assumed = random_pairs.assume(
                        store,
                        campaign.id,
                        folder / draw.result["file"],
                        count=draw.result["count"],
                        seed=int(draw.arguments["seed"]),
                        checked=len(rows),
                        suspects=suspects,
                        why=why,
                        now=session.now(),
                    )
                    session.say(
                        t("candidates.assumed", count=len(assumed.item_ids), replaced=assumed.replaced)
                    )
                    st.rerun()

with fill_tab:
    filling(store, corpus, state)

with target_tab:
    target_mining(store, corpus, state)

with judge_tab:
    to_judge(store, corpus)

with passage_tab:
    to_label(store, corpus)
    with st.expander(t("spans.suggest"), expanded=state.get("spans_job") is not None):
        suggest(store, corpus, state)

with stored_tab:
    item_table(store, corpus.id)
    link("campaigns", t("candidates.to_campaigns"))
