"""Batches drawn by the controller: its form, labels expected and obtained, figures weighted to the pool."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign, Purpose, Role
from aloi.annotation.rows import ScoredPair
from aloi.annotation.tasks import task
from aloi.corpora.model import Corpus
from aloi.ui import selection, session
from aloi.ui.figures import figure
from aloi.ui.navigation import link
from aloi.ui.numbers import number, numbers
from aloi.ui.shared import charts
from aloi.ui.shared.agreement import title
from aloi.ui.shared.choices import NAME, worded
from aloi.ui.shared.jobs import job_progress, last_job, start_job
from aloi.ui.shared.tables import problems_told, text_table
from aloi.ui.texts import t
from aloi.ui.translations import translated
from aloi.workbench.candidates.batches import LEAST, pools
from aloi.workbench.candidates.population import Population, PopulationFigure
from aloi.workbench.figures.overview import CAMPAIGN_POPULATION
from aloi.workbench.store.opening import Store

_VERB = "loop_batch"
_PURPOSES = (Purpose.MAIN.value, Purpose.CALIBRATION.value)


def balancing(store: Store, corpus: Corpus, state: dict) -> None:
    """Draw the form for the campaigns of a corpus, the job while it runs, and where the campaign stands."""
    st.markdown(t("batches.why"))
    ready = [
        one
        for one in store.campaigns.list()
        if one.corpus_id == corpus.id and task(one.schema.task_type).row_kind is ScoredPair
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
    done = done or last_job(store, _VERB, corpus.id)
    if done is not None and done.result and done.arguments.get("campaign") == campaign.id:
        told = done.result
        st.markdown(
            t(
                "batches.opened",
                count=len(told["item_ids"]),
                round=told["round"],
                batch=told["number"],
                known=told["known"],
                waiting=told["waiting"],
            )
        )
        link("rounds", t("batches.to_rounds"), {"campaign": campaign.id})
    with problems_told():
        stands = figure(store, CAMPAIGN_POPULATION, campaign.id)
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
    with st.form("candidates:batch:form"):
        one, two, three = st.columns(3)
        pool = one.selectbox(t("batches.pool"), offered, format_func=words.__getitem__)
        count = int(two.number_input(t("batches.count"), LEAST, 10_000, 50))
        purpose = worded(three.selectbox, "rounds.purpose", _PURPOSES)
        chosen = st.multiselect(t("rounds.annotators"), names, default=usual)
        four, five, six = st.columns(3)
        overlap = four.number_input(t("batches.overlap"), 1, len(names), min(len(usual) or 1, len(names)))
        encoder = five.text_input(t("candidates.encoder"), help=t("candidates.encoder_help"))
        seed = int(six.number_input(t("app.seed"), 0, 2**31 - 1, 0))
        asked = st.form_submit_button(t("batches.do"), type="primary")
    if asked:
        start_job(
            store,
            _VERB,
            {
                "corpus": corpus.id,
                "campaign": campaign.id,
                "pool": pool,
                "count": count,
                "annotators": chosen,
                "overlap": min(int(overlap), max(1, len(chosen))),
                "purpose": purpose,
                "encoder": encoder.strip(),
                "seed": seed,
                "by": session.require(Role.MANAGER).pseudonym,
            },
            state,
            key="batch_job",
        )


def _show(found: Population) -> None:
    """Draw labels obtained, expected and wanted, the batches, and the figures of the pool."""
    if not found.batches:
        st.caption(t("batches.none"))
        return
    st.subheader(t("batches.labels"), help=t("batches.labels_help"))
    kinds = ("obtained", "expected", "wanted")
    charts.bars(
        [
            {
                t("batches.label"): numbers(one.level),
                t("batches.pairs"): float(getattr(one, kind)),
                t("batches.kind"): t(f"batches.{kind}"),
            }
            for one in found.levels
            for kind in kinds
        ],
        t("batches.label"),
        t("batches.pairs"),
        t("batches.kind"),
        order=[numbers(one.level) for one in found.levels],
    )
    charts.as_table(
        [
            {
                t("batches.label"): numbers(one.level),
                t("batches.obtained"): one.obtained,
                t("batches.expected"): round(one.expected, 1),
                t("batches.wanted"): round(one.wanted, 1),
            }
            for one in found.levels
        ]
    )
    text_table(
        [
            {
                t("batches.batch"): one.batch,
                t("batches.round"): one.round,
                t("batches.drawn"): one.drawn,
                t("batches.labelled"): one.labelled,
            }
            for one in found.batches
        ]
    )
    if found.figures:
        _show_figures(found)


def _show_figures(found: Population) -> None:
    """Draw figures raw and weighted back, with how many pairs they stand on."""
    st.subheader(t("batches.figures"))
    st.caption(
        t(
            "batches.figures_why",
            count=found.weighted,
            pool=number(found.pool),
            effective=number(found.effective, ".0f"),
        )
    )
    text_table(
        [
            {
                t("batches.figure"): _name(one),
                t("batches.n"): one.n,
                (t("batches.raw"), t("batches.raw_interval")): one.raw,
                (t("batches.back"), t("batches.back_interval")): one.weighted,
                t("agreement.signature"): f"{one.raw.signature}\n{one.weighted.signature}",
            }
            for one in found.figures
        ],
        download="population.csv",
        signed=t("agreement.signature"),
    )


def _name(one: PopulationFigure) -> str:
    if one.of == "agreement":
        return title(one.name)
    if one.of in ("mean", "spread"):
        return t(f"batches.{one.of}")
    if one.of == "share":
        return t("batches.share", level=numbers(one.name))
    metric = translated(one.title)
    return t("batches.predictor" if one.of == "predictor" else "batches.run", run=one.of, metric=metric)
