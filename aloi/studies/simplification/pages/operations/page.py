"""Operations: the content of a corpus of annotated simplifications, and subsets of it as aligned files."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Role
from aloi.annotation.rows import TaggedPair
from aloi.annotation.tasks import task
from aloi.studies.simplification import WRITE_SUBSET
from aloi.studies.simplification.cached import PART, DescribeOperations, SelectPairs
from aloi.studies.simplification.corpus import PairFilter
from aloi.studies.simplification.pages.operations import operation_corpus as corpus_views
from aloi.studies.simplification.requests import SubsetRequest
from aloi.ui import selection, session
from aloi.ui.cached_results import latest_result
from aloi.ui.glossary import explained
from aloi.ui.navigation import no_campaign_yet, nothing_yet
from aloi.ui.numbers import number
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import no_markup, problems_told
from aloi.ui.texts import t

_SHOWN = 5  # pairs drawn at a time

store = session.open_store()
session.require(Role.ADJUDICATOR, Role.MANAGER)
st.title(t("operations.title"), help=explained("schema"))
st.caption(t("operation_corpus.why"))
campaigns = [
    campaign_
    for campaign_ in store.campaigns.list()
    if task(campaign_.schema.task_type).row_kind is TaggedPair
]
if not campaigns:
    no_campaign_yet(t("operation_corpus.empty"))
campaign = selection.choose_campaign(store, campaigns, why_not=t("operation_corpus.only"))
golds = store.gold.gold_heads(campaign.id)
releases = {one.version: one for one in reversed(store.gold.release_heads(campaign.id))}
if not golds:
    nothing_yet(t("operation_corpus.no_gold"), "home", t("app.to_home"))
version = st.selectbox(
    t("operation_corpus.of"),
    ["", *releases],
    format_func=lambda one: t("operation_corpus.release", version=one) if one else t("operation_corpus.gold"),
    key="operations:of",
)
of = (campaign.id, "", releases[version].id) if version else (campaign.id, golds[-1].id, "")
with problems_told(stop=True):
    corpus = latest_result(store, DescribeOperations(*of))
if corpus is None:
    st.stop()
report = corpus.report
corpus_views.figures(report)
if not report.labels:
    st.info(t("operation_corpus.no_group"))
    st.stop()

label_tab, together_tab, length_tab, subset_tab = st.tabs(
    [t(f"operation_corpus.{name}") for name in ("labels", "together", "lengths", "subset")]
)
with label_tab:
    corpus_views.label_bars(report, corpus.typology)
    corpus_views.label_table(report, corpus.typology)
with together_tab:
    measure = st.radio(
        t("operation_corpus.measure"),
        ["both", "lift", "phi"],
        format_func=lambda word: t(f"operation_corpus.{word}"),
        horizontal=True,
        key="operations:measure",
    )
    corpus_views.together_heat(report, corpus.typology, measure)
with length_tab:
    if report.lengths is not None:
        corpus_views.length_chart(report.lengths)
with subset_tab:
    first_box, second_box, third_box = st.columns(3)
    subsets = {each.name: each for each in corpus.typology.subsets}
    labels = [each for each in corpus.labels if each in {known.label for known in report.labels}]
    form = RequestForm(SubsetRequest, "operations", campaign=of[0], gold=of[1] or None, release=of[2] or None)
    glosses = "  \n".join(
        f"**{no_markup(each.title)}**: {no_markup(each.gloss)}" for each in subsets.values()
    )
    form.ask(
        "named",
        first_box,
        options=list(subsets),
        format_func=lambda name: subsets[name].title,
        help=glosses or None,
        placeholder=t("operation_corpus.any"),
    )
    for column, name in ((second_box, "having"), (third_box, "without")):
        form.ask(
            name,
            column,
            options=labels,
            format_func=lambda label: corpus_views.title_of(corpus.typology, label),
            placeholder=t("operation_corpus.any"),
        )
    choice = PairFilter(form.value("named"), form.value("having"), form.value("without"))
    page_state = session.page_state(f"operations:{':'.join(filter(None, of))}")
    # Asked for below what it leaves; another choice begins at its first page.
    page = page_state.get("page", 1) if page_state.get("shown") == (of, choice) else 1
    part, within = divmod((page - 1) * _SHOWN, PART)
    with problems_told(stop=True):
        subset = latest_result(store, SelectPairs(*of, choice, part))
    if subset is None:
        st.stop()
    st.markdown(
        t(
            "operation_corpus.left",
            count=subset.count,
            of=report.counts.pairs,
            share=number(subset.count / report.counts.pairs, ".0%"),
        )
    )
    help_key = "fewer_references" if subset.left_out else "references"
    help_key = help_key if subset.references else "no_references"
    st.caption(t(f"operation_corpus.{help_key}", count=subset.references, left_out=subset.left_out))
    restricted = store.texts.corpus(campaign.corpus_id).restricted
    with st.form("operations:export:form"):
        if restricted:
            form.ask("reason")
        else:
            form.keep("reason")
        form.rest()
        if st.form_submit_button(t("operation_corpus.export"), type="primary"):
            page_state["of"] = (of, choice)
            start_request(store, form.request(), page_state)
    take_up(store, page_state, WRITE_SUBSET, campaign=of[0], gold=of[1] or None, release=of[2] or None)
    # The choice before a reload is not known: the file is offered in any case.
    is_current = page_state.get("of", (of, choice)) == (of, choice)
    written = job_progress(store, page_state, t("operation_corpus.export")) if is_current else None
    if written is not None:
        name = written.result["file"]
        st.link_button(
            t("releases.download", name=name),
            f"{session.address()}/download/exports/{name}",
            type="primary",
        )
    pages = -(-subset.count // _SHOWN)
    if pages > 1:
        page_label = t("operation_corpus.page", pages=pages)
        chosen_page = st.number_input(
            page_label, 1, pages, page, width=220, key=f"operations:page:{of}:{choice}"
        )
        if chosen_page != page:
            page_state.update(page=int(chosen_page), shown=(of, choice))
            st.rerun()
    corpus_views.drawn_pairs(corpus.typology, subset.pairs[within : within + _SHOWN])
