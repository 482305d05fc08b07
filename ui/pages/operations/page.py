"""Operations: what a corpus of annotated simplifications holds, and subsets of it as aligned files."""

from __future__ import annotations

import streamlit as st

from annotation.model import Role
from annotation.rows import TaggedPair
from annotation.tasks import task
from ui import selection, session
from ui.glossary import explained
from ui.navigation import nothing_yet
from ui.numbers import number
from ui.pages.operations import operation_corpus as corpus_views
from ui.shared.tables import problems_told
from ui.texts import t
from workbench.studies.simplification.corpus import (
    PairFilter,
    choose,
    corpus_of_gold,
    corpus_of_release,
    describe,
    subset_files,
    subset_zip,
)

_SHOWN = 5  # pairs drawn at a time

store = session.open_store()
session.require(Role.ADJUDICATOR, Role.MANAGER)
st.title(t("operations.title"), help=explained("schema"))
st.caption(t("operation_corpus.why"))
campaigns = [
    one for one in store.campaigns.list() if task(one.schema.task_type).row_kind is TaggedPair
]  # fmt: skip
if not campaigns:
    nothing_yet(t("operation_corpus.empty"), "home", t("app.to_home"))
left, right = st.columns(2)
campaign = selection.choose_campaign(
    store, campaigns, key="operations:campaign", why_not=t("operation_corpus.only"), where=left
)
if not store.gold.gold_heads(campaign.id):
    nothing_yet(t("operation_corpus.no_gold"), "home", t("app.to_home"))
version = right.selectbox(
    t("operation_corpus.of"),
    ["", *(one.version for one in reversed(store.gold.release_heads(campaign.id)))],
    format_func=lambda one: t("operation_corpus.release", version=one) if one else t("operation_corpus.gold"),
    key="operations:of",
)
with problems_told(stop=True):
    corpus = corpus_of_release(store, campaign.id, version) if version else corpus_of_gold(store, campaign.id)
report = describe(corpus)
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
    one, two, three = st.columns(3)
    subsets = {each.name: each for each in corpus.typology.subsets}
    labels = [each for each in corpus.labels if each in {known.label for known in report.labels}]
    named = one.multiselect(
        t("operation_corpus.named"),
        list(subsets),
        format_func=lambda name: subsets[name].title,
        help="  \n".join(f"**{each.title}**: {each.gloss}" for each in subsets.values()) or None,
        placeholder=t("operation_corpus.any"),
        key="operations:named",
    )
    having, without = (
        column.multiselect(
            t(f"operation_corpus.{name}"),
            labels,
            format_func=lambda label: corpus_views.title_of(corpus.typology, label),
            placeholder=t("operation_corpus.any"),
            key=f"operations:{name}",
        )
        for column, name in ((two, "having"), (three, "without"))
    )
    choice = PairFilter(tuple(named), tuple(having), tuple(without))
    with problems_told(stop=True):
        kept = choose(corpus, choice)
        files = subset_files(corpus, choice)
    st.markdown(
        t(
            "operation_corpus.left",
            count=len(kept),
            of=len(corpus.pairs),
            share=number(len(kept) / len(corpus.pairs), ".0%"),
        )
    )
    told = "fewer_references" if files.left_out else "references"
    told = told if files.references else "no_references"
    st.caption(t(f"operation_corpus.{told}", count=files.references, left_out=files.left_out))
    restricted = store.texts.corpus(campaign.corpus_id).restricted
    with st.form("operations:export:form"):
        reason = (
            st.text_input(t("releases.reason"), help=t("releases.reason_help"), key="operations:reason")
            if restricted
            else ""
        )
        if st.form_submit_button(t("operation_corpus.export"), type="primary"):
            with problems_told():
                session.require(Role.ADJUDICATOR, Role.MANAGER)
                name = subset_zip(
                    store,
                    corpus,
                    choice,
                    session.settings().data / "exports",
                    reason=reason,
                    now=session.now(),
                )
                session.page_state("operations").update(file=name, of=(corpus.origin, choice))
    state = session.page_state("operations")
    if state.get("of") == (corpus.origin, choice):
        name = state["file"]
        st.link_button(
            t("releases.download", name=name),
            f"{session.address()}/download/exports/{name}",
            type="primary",
        )
    pages = -(-len(kept) // _SHOWN)
    page = (
        st.number_input(
            t("operation_corpus.page", pages=pages), 1, pages, 1, width=220, key="operations:page"
        )
        if pages > 1
        else 1
    )
    corpus_views.drawn_pairs(corpus, kept[(page - 1) * _SHOWN : page * _SHOWN])
