"""A model in the loop: batches that fill the scale, pairs where gold is thin, or gold items it doubts."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign
from aloi.corpora.model import Corpus
from aloi.ui import selection, session
from aloi.ui.navigation import link
from aloi.ui.numbers import number
from aloi.ui.pages.candidates.balancing import balancing
from aloi.ui.pages.candidates.doubting import doubting
from aloi.ui.shared.choices import NAME, worded
from aloi.ui.shared.jobs import job_progress, last_job, running_job, start_job
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t
from aloi.workbench.models import doubts
from aloi.workbench.models.runs import done_runs, runs_folder
from aloi.workbench.store.opening import Store

_VERB = "loop_fill"


def filling(store: Store, corpus: Corpus, state: dict) -> None:
    """Draw what a model in the loop does for campaigns of a corpus, the job while it runs, and its result."""
    wishes = ["batch", "fill", "doubt"]
    under_way = (running_job(store, state, key=f"{one}_job") for one in wishes)  # before a reload
    begun = next((place for place, running in enumerate(under_way) if running), 0)
    wish = worded(st.radio, "filling.wish", wishes, begun, horizontal=True, key="candidates:fill:wish")
    if wish == "batch":
        balancing(store, corpus, state)
        return
    ready = [
        one for one in store.campaigns.list() if one.corpus_id == corpus.id and doubts.can_fill(store, one)
    ]
    if not ready:
        st.markdown(t("filling.why"))
        st.info(t("filling.no_gold"))
        link("releases", t("filling.to_gold"))
        return
    campaign = st.selectbox(
        t("app.campaign"),
        selection.chosen_first(store, ready),
        format_func=NAME,
        key="candidates:fill:campaign",
    )
    if wish == "doubt":
        doubting(store, corpus, campaign, state)
        return
    st.markdown(t("filling.why"))
    st.caption(
        t("filling.by_shares" if campaign.wanted_shares else "filling.evenly", name=no_markup(campaign.name))
    )
    link("campaigns", t("overview.state_wanted"), {"campaign": campaign.id})
    _form(store, corpus, campaign, state)
    done = job_progress(store, state, t("filling.filling"), key="fill_job")
    done = done or last_job(store, _VERB, corpus.id)
    if done is not None and done.result:
        _show(done.result)


def _form(store: Store, corpus: Corpus, campaign: Campaign, state: dict) -> None:
    runs = [one for one in done_runs(runs_folder(session.settings().data)) if one.spec.recipe == "sbert_sts"]
    names = {"": t("filling.an_encoder")} | {
        one.id: t(
            "filling.a_run",
            id=one.id,
            model=one.spec.settings["model"],
            data=" + ".join(use.label for use in one.spec.train) or t("filling.untuned"),
        )
        for one in runs
    }
    with st.form("candidates:fill:form"):
        one, two = st.columns(2)
        run = one.selectbox(t("filling.model"), list(names), format_func=names.__getitem__)
        encoder = two.text_input(t("candidates.encoder"), help=t("filling.encoder_help"))
        three, four = st.columns(2)
        count = int(three.number_input(t("filling.count"), 1, 10_000, 50))
        seed = int(four.number_input(t("app.seed"), 0, 2**31 - 1, 0))
        if st.form_submit_button(t("filling.do_fill"), type="primary"):
            asked = {
                "corpus": corpus.id,
                "campaign": campaign.id,
                "count": count,
                "seed": seed,
                "run": run or None,
                "encoder": "" if run else encoder.strip(),
            }
            start_job(store, _VERB, asked, state, key="fill_job")


def _show(result: dict) -> None:
    st.markdown(t("filling.found", count=result["new"]))
    text_table(
        [
            {
                t("filling.score"): f"{number(one['low'], 'g')} – {number(one['high'], 'g')}",
                t("filling.gold"): one["gold"],
                t("filling.wanted"): one["wanted"],
                t("filling.drawn"): one["drawn"],
                t("filling.available"): one["available"],
            }
            for one in result["bins"]
        ]
    )
    st.caption(t("filling.placed_by", encoder=result["encoder"]))
    if any(one["drawn"] < one["wanted"] for one in result["bins"]):
        st.caption(t("filling.short"))
    link("rounds", t("filling.to_rounds"))
