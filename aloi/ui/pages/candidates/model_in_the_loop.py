"""A model in the loop: batches that fill the scale, pairs for sparse gold, or doubtful gold items."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign
from aloi.base.requests import info_of
from aloi.corpora.model import Corpus
from aloi.ui import selection, session
from aloi.ui.navigation import link
from aloi.ui.numbers import number
from aloi.ui.pages.candidates.balancing import balancing
from aloi.ui.pages.candidates.label_errors import doubting
from aloi.ui.shared.choices import NAME, worded
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, last_job, running_job, start_request
from aloi.ui.shared.tables import no_markup, problems_told, text_table
from aloi.ui.texts import t
from aloi.workbench.models import label_errors
from aloi.workbench.models.runs import done_runs, runs_folder
from aloi.workbench.requests.models.loop import FillRequest
from aloi.workbench.store.opening import Store

_VERB = info_of(FillRequest).job


def filling(store: Store, corpus: Corpus, state: dict) -> None:
    """Draw the model in the loop for campaigns of a corpus: form, running job and result."""
    wishes = ["batch", "fill", "doubt"]
    under_way = (running_job(store, state, key=f"{one}_job") for one in wishes)  # before a reload
    begun = next((place for place, running in enumerate(under_way) if running), 0)
    wish = worded(st.radio, "filling.wish", wishes, begun, horizontal=True, key="candidates:fill:wish")
    if wish == "batch":
        balancing(store, corpus, state)
        return
    ready = [
        campaign_
        for campaign_ in store.campaigns.list()
        if campaign_.corpus_id == corpus.id and label_errors.can_fill(store, campaign_)
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
    _form(store, campaign, state)
    done = job_progress(store, state, t("filling.filling"), key="fill_job")
    done = done or last_job(store, _VERB, campaign.id, of="campaign")
    if done is not None and done.result:
        _show(done.result)


def _form(store: Store, campaign: Campaign, state: dict) -> None:
    present = done_runs(runs_folder(session.settings().data), store.members.shared("run"))
    runs = [one for one in present if one.spec.recipe == "sbert_sts"]
    names = {"": t("filling.an_encoder")} | {
        run.id: t(
            "filling.a_run",
            id=run.id,
            model=run.spec.settings["model"],
            data=" + ".join(use.label for use in run.spec.train) or t("filling.untuned"),
        )
        for run in runs
    }
    form = RequestForm(FillRequest, "candidates:fill", campaign=campaign.id)
    with st.form("candidates:fill:form"):
        left, right = st.columns(2)
        run = left.selectbox(t("app.model"), list(names), format_func=names.__getitem__)
        form.give(run=run or None)
        form.ask("encoder", right)
        if run:
            form.give(encoder="")
        left, right = st.columns(2)
        form.ask("count", left, value=50, max_value=10_000)
        form.ask("seed", right)
        form.rest()
        if st.form_submit_button(t("filling.do_fill"), type="primary"):
            with problems_told(stop=True):
                request = form.request()
            start_request(store, request, state, key="fill_job")


def _show(result: dict) -> None:
    st.markdown(t("filling.found", count=result["new"]))
    text_table(
        [
            {
                t("filling.score"): f"{number(bin_['low'], 'g')} – {number(bin_['high'], 'g')}",
                t("filling.gold"): bin_["gold"],
                t("app.target"): bin_["wanted"],
                t("filling.drawn"): bin_["drawn"],
                t("filling.available"): bin_["available"],
            }
            for bin_ in result["bins"]
        ]
    )
    st.caption(t("filling.placed_by", encoder=result["encoder"]))
    if any(one["drawn"] < one["wanted"] for one in result["bins"]):
        st.caption(t("filling.short"))
    link("rounds", t("filling.to_rounds"))
