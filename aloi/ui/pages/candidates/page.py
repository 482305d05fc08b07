"""Candidates: pairs mined or at random, thin scores, targets, substitutes to judge, passages to label."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import replace

import streamlit as st

from aloi.annotation.model import Campaign, Role
from aloi.annotation.rows import Substitutes
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.requests import fields_of
from aloi.corpora.model import Corpus
from aloi.corpora.readers import read_table
from aloi.ui import selection, session
from aloi.ui.glossary import explained
from aloi.ui.navigation import link, link_items, nothing_yet
from aloi.ui.pages.candidates.mining import mining
from aloi.ui.pages.candidates.model_in_the_loop import filling
from aloi.ui.pages.candidates.suggestions import suggest
from aloi.ui.pages.candidates.targets import mining as target_mining
from aloi.ui.shared.choices import NAME, worded
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.items import item_table
from aloi.ui.shared.jobs import job_progress, last_job, running_job, start_request, take_up
from aloi.ui.shared.tables import no_markup, problem, problems_told
from aloi.ui.shared.uploads import isolated, saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench.candidates import random_pairs
from aloi.workbench.candidates.model_spans import VERB as MODEL_SPANS
from aloi.workbench.candidates.passages import make_passages
from aloi.workbench.candidates.substitutes import AddedCandidates, candidates_of_gold, candidates_of_table
from aloi.workbench.jobs import Job
from aloi.workbench.requests.campaigns import AssumeRequest
from aloi.workbench.requests.candidates import PassagesRequest, RandomRequest
from aloi.workbench.store.opening import Store

# The sources of items for a task; imported items are among the stored ones.
_OF_ITEMS = {
    "pair": ("mine", "random", "fill"),
    "target": ("targets",),
    "candidate": ("judge",),
    "passage": ("passages",),
}
# The jobs of a part: their verb, and what they are called in the page's state.
_JOBS = {
    "mine": (("mine", "job"),),
    "random": (("draw_random", "random_job"),),
    "fill": (("loop_batch", "batch_job"), ("loop_fill", "fill_job"), ("loop_doubt", "doubt_job")),
    "targets": (("mine_targets", "targets_job"),),
    "passages": ((MODEL_SPANS, "spans_job"),),
}


def part_opened(store: Store, corpus: Corpus, state: MutableMapping) -> str:
    """Return the open section, and resume the display of jobs of a corpus.

    The section of a finished job stays open, so that its result remains visible.
    """
    for jobs in _JOBS.values():
        for verb, key in jobs:
            take_up(store, state, verb, key=key, corpus=corpus.id)
    for campaign_ in store.campaigns.list():
        if campaign_.corpus_id == corpus.id:
            for verb, key in _JOBS["fill"]:
                take_up(store, state, verb, key=key, campaign=campaign_.id)
    campaign = selection.current(store).campaign
    chosen = campaign.id if campaign is not None and campaign.corpus_id == corpus.id else None
    if "opened" not in state or state["opened"][0] != chosen:
        kind = task(campaign.schema.task_type).item_kind if campaign is not None and chosen else "pair"
        state["opened"] = (chosen, _OF_ITEMS.get(kind, ("stored",))[0])
    for part, jobs in _JOBS.items():
        if any(running_job(store, state, key=key) for _, key in jobs):
            state["opened"] = (chosen, part)
            break
    opened: str = state["opened"][1]
    return opened


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


def to_label(store: Store, corpus: Corpus) -> None:
    """Draw the form that stores passages for campaigns that label or mark texts."""
    st.markdown(t("passages.why"))
    with st.form("candidates:passages:form"):
        form = RequestForm(PassagesRequest, "candidates:passages", corpus=corpus.id)
        sizes = fields_of(PassagesRequest)["by"].literals
        form.ask("by", draw=st.radio, captions=[t(f"passages.by_{one}_why") for one in sizes])
        form.rest()
        submitted = st.form_submit_button(t("passages.do"), type="primary")
    if not submitted:
        return
    session.require(Role.MANAGER)
    try:
        passages = make_passages(store, form.request(), session.now())
    except AloiError as error:
        problem(error)
        return
    session.say(t("passages.made", count=len(passages.item_ids), new=passages.new))
    st.rerun()


def parts_for(store: Store, corpus: Corpus) -> tuple[str, ...]:
    """Return the sections for the items of the campaign that is chosen; all of them without one."""
    campaign = selection.current(store).campaign
    if campaign is None or campaign.corpus_id != corpus.id:
        return tuple(part for each in _OF_ITEMS.values() for part in each)
    return _OF_ITEMS.get(task(campaign.schema.task_type).item_kind, ())


def random_pairs_part(store: Store, corpus: Corpus, state: MutableMapping) -> None:
    """Draw pairs at random, the closest ones shown, and assume the lowest score for the others."""
    st.markdown(t("candidates.random_why"))
    campaigns = [one for one in store.campaigns.list() if one.corpus_id == corpus.id]
    if not campaigns:
        st.info(t("candidates.random_no_campaign"))
        link("campaigns", t("candidates.to_campaigns"))
        return
    campaign = st.selectbox(
        t("app.campaign"),
        selection.chosen_first(store, campaigns),
        format_func=NAME,
        key="candidates:random:campaign",
    )
    with st.form("candidates:random:form"):
        left, middle, right = st.columns(3)
        draw_form = RequestForm(RandomRequest, "candidates:random:form", corpus=corpus.id)
        draw_form.ask("count", left, value=50)
        draw_form.ask("show", middle, max_value=200)
        draw_form.ask("seed", right)
        draw_form.rest()
        if st.form_submit_button(t("candidates.do_random"), type="primary"):
            with problems_told():
                start_request(store, draw_form.request(), state, key="random_job")
    draw = job_progress(store, state, t("candidates.drawing"), key="random_job")
    draw = draw or last_job(store, "draw_random", corpus.id)
    if draw is not None and draw.result:
        _assume_scores(store, campaign, draw)


def _assume_scores(store: Store, campaign: Campaign, draw: Job) -> None:
    """Draw the closest of the pairs, to tick those that are similar; the others get the lowest score."""
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
    form = RequestForm(AssumeRequest, f"candidates:assume:{draw.id}", campaign=campaign.id)
    table = session.settings().data / "mining" / draw.result["file"]
    form.give(candidates=table, count=draw.result["count"], checked=len(rows))
    form.ask("why", placeholder=t("candidates.why_example"))
    form.rest()
    if st.button(t("candidates.do_assume", count=draw.result["count"]), type="primary"):
        session.require(Role.MANAGER)
        suspects = tuple(
            (pair["left_id"], pair["right_id"])
            for pair, row in zip(draw.result["closest"], marked, strict=True)
            if row[t("candidates.alike")]
        )
        with problems_told():
            request = replace(form.request(), suspect=suspects, seed=int(draw.arguments["seed"]))
            assumed = random_pairs.assume(store, request, session.now())
            session.say(t("candidates.assumed", count=len(assumed.item_ids), replaced=assumed.replaced))
            st.rerun()


def passages_part(store: Store, corpus: Corpus, state: MutableMapping) -> None:
    """Draw the forms that cut passages and suggest spans in them."""
    to_label(store, corpus)
    with st.expander(t("spans.suggest"), expanded=state.get("spans_job") is not None):
        suggest(store, corpus, state)


def stored_part(store: Store, corpus: Corpus, state: MutableMapping) -> None:
    """Draw the links to the stored items; without a campaign their table."""
    del state
    if not link_items(store, corpus.id):
        item_table(store, corpus.id)
    link("campaigns", t("candidates.to_campaigns"))


_DRAWN = {
    "mine": mining,
    "random": random_pairs_part,
    "fill": filling,
    "targets": target_mining,
    "judge": lambda store, corpus, state: to_judge(store, corpus),
    "passages": passages_part,
    "stored": stored_part,
}

store = session.open_store()
session.require(Role.MANAGER)
st.title(t("candidates.menu"), help=explained("candidate", "item"))
ready = store.texts.corpora()
if not ready:
    nothing_yet(t("candidates.empty"), "corpora", t("candidates.to_corpora"))
corpus = selection.choose_corpus(store, ready, key="candidates:corpus:choice", label=t("candidates.corpus"))
state = session.page_state(f"candidates:{corpus.id}")
if store.texts.counts(corpus.id).sentences < 2:  # nothing can be mined in it, but it has passages
    st.info(t("candidates.split_first"))
    part_opened(store, corpus, state)
    passages_part(store, corpus, state)
    stored_part(store, corpus, state)
    st.stop()
opened = part_opened(store, corpus, state)
parts = [*dict.fromkeys((*parts_for(store, corpus), opened, "stored"))]
named = {one: t(f"candidates.{one}", count=store.texts.counts(corpus.id).items) for one in parts}
for part, tab in zip(parts, st.tabs([*named.values()], default=named[opened]), strict=True):
    with tab:
        _DRAWN[part](store, corpus, state)
