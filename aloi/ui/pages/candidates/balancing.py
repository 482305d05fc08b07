"""Batches drawn by the controller: the form, expected and obtained labels, estimates for the pool."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from aloi.annotation.model import Campaign, Role
from aloi.annotation.rows import ScoredPair
from aloi.annotation.tasks import task
from aloi.base.requests import info_of
from aloi.corpora.model import Corpus
from aloi.ui import selection, session
from aloi.ui.cached_results import latest_result
from aloi.ui.navigation import link
from aloi.ui.numbers import number, numbers
from aloi.ui.shared import charts
from aloi.ui.shared.agreement import title
from aloi.ui.shared.choices import NAME
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, last_job, start_request
from aloi.ui.shared.tables import problems_told, text_table
from aloi.ui.texts import t, translated
from aloi.workbench.cache.campaigns import WeighPopulation
from aloi.workbench.candidates.batches import pools
from aloi.workbench.candidates.population import Population, PopulationFigure
from aloi.workbench.requests.models.loop import BatchRequest
from aloi.workbench.store.opening import Store

_VERB = info_of(BatchRequest).job


def balancing(store: Store, corpus: Corpus, state: dict) -> None:
    """Draw the form for the campaigns of a corpus, the running job, and the state of the campaign."""
    st.markdown(t("batches.why"))
    ready = [
        campaign_
        for campaign_ in store.campaigns.list()
        if campaign_.corpus_id == corpus.id and task(campaign_.schema.task_type).row_kind is ScoredPair
    ]
    if not ready:
        st.info(t("batches.no_campaign"))
        link("campaigns", t("candidates.to_campaigns"))
        return
    campaign = st.selectbox(
        t("app.campaign"),
        selection.chosen_first(store, ready),
        format_func=NAME,
        key="candidates:batch:campaign",
    )
    _form(store, corpus, campaign, state)
    done = job_progress(store, state, t("batches.drawing"), key="batch_job")
    done = done or last_job(store, _VERB, campaign.id, of="campaign")
    if done is not None and done.result and done.arguments.get("campaign") == campaign.id:
        result = done.result
        st.markdown(
            t(
                "batches.opened",
                count=len(result["item_ids"]),
                round=result["round"],
                batch=result["number"],
                known=result["known"],
                waiting=result["waiting"],
            )
        )
        link("rounds", t("batches.to_rounds"), {"campaign": campaign.id})
    with problems_told():
        stands = latest_result(store, WeighPopulation(campaign.id))
        if stands is not None:
            _show(stands)


def _form(store: Store, corpus: Corpus, campaign: Campaign, state: dict) -> None:
    offered = pools(session.settings().data, corpus.id)
    people = store.people.workers()
    if not offered:
        st.info(t("batches.no_pool"))
        return
    if not people:
        st.info(t("rounds.no_people"))
        link("people", t("rounds.to_people"))
        return
    names = [one.pseudonym for one in people]
    usual = [one.pseudonym for one in people if one.role == Role.ANNOTATOR]
    words = {one: t(f"batches.pool_{one.removesuffix('.tsv').rsplit('-', 1)[1]}") for one in offered}
    form = RequestForm(BatchRequest, "candidates:batch", campaign=campaign.id)
    with st.form("candidates:batch:form"):
        left, middle, right = st.columns(3)
        pool = form.ask("pool", left, options=offered, value=offered[0], format_func=words.__getitem__)
        form.ask("count", middle, value=50, max_value=10_000)
        form.ask("purpose", right)
        chosen = form.ask("annotators", options=names, value=usual)
        left, middle, right = st.columns(3)
        most = len(names)
        overlap = form.ask("overlap", left, value=min(len(usual) or 1, most), max_value=most)
        form.ask("encoder", middle)
        form.ask("seed", right)
        form.rest()
        submitted = st.form_submit_button(t("batches.do"), type="primary")
    if submitted:
        with problems_told(stop=True):
            form.give(pool=Path(pool), overlap=min(overlap or most, max(1, len(chosen))))
            request = form.request()
        start_request(store, request, state, key="batch_job")


def _show(population: Population) -> None:
    """Draw obtained, expected and requested labels, the batches, and the estimates for the pool."""
    if not population.batches:
        st.caption(t("batches.none"))
        return
    st.subheader(t("batches.labels"), help=t("batches.labels_help"))
    kinds = {"obtained": "obtained", "expected": "expected", "target": "wanted"}
    charts.bars(
        [
            {
                t("batches.label"): numbers(level.level),
                t("batches.pairs"): float(getattr(level, kind)),
                t("batches.kind"): t(f"batches.{text}"),
            }
            for level in population.levels
            for kind, text in kinds.items()
        ],
        t("batches.label"),
        t("batches.pairs"),
        t("batches.kind"),
        [t(f"batches.{text}") for text in kinds.values()],
        order=[numbers(one.level) for one in population.levels],
    )
    charts.as_table(
        [
            {
                t("batches.label"): numbers(level.level),
                t("batches.obtained"): level.obtained,
                t("batches.expected"): round(level.expected, 1),
                t("batches.wanted"): round(level.target, 1),
            }
            for level in population.levels
        ]
    )
    text_table(
        [
            {
                t("batches.batch"): batch.batch,
                t("batches.round"): batch.round,
                t("batches.drawn"): batch.drawn,
                t("batches.labelled"): batch.labelled,
            }
            for batch in population.batches
        ]
    )
    if population.figures:
        _show_figures(population)


def _show_figures(population: Population) -> None:
    """Draw unweighted and weighted estimates, with the number of pairs they are based on."""
    st.subheader(t("batches.figures"))
    st.caption(
        t(
            "batches.figures_why",
            count=population.weighted,
            pool=number(population.pool),
            effective=number(population.effective, ".0f"),
        )
    )
    text_table(
        [
            {
                t("batches.figure"): _name(figure_),
                t("batches.n"): figure_.n,
                (t("batches.raw"), t("batches.raw_interval")): figure_.raw,
                (t("batches.back"), t("batches.back_interval")): figure_.weighted,
                t("app.signature"): f"{figure_.raw.signature}\n{figure_.weighted.signature}",
            }
            for figure_ in population.figures
        ],
        download="population.csv",
        signed=t("app.signature"),
    )


def _name(figure_: PopulationFigure) -> str:
    if figure_.of == "agreement":
        return title(figure_.name)
    if figure_.of in ("mean", "spread"):
        return t(f"batches.{figure_.of}")
    if figure_.of == "share":
        return t("batches.share", level=numbers(figure_.name))
    metric = translated(figure_.title)
    return t(
        "batches.predictor" if figure_.of == "predictor" else "batches.run", run=figure_.of, metric=metric
    )
