"""Neighbours: prepare a corpus, see the distributional neighbours of words, compare, score, draw."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import streamlit as st

from aloi.annotation.model import Role
from aloi.base.requests import info_of
from aloi.corpora.model import Json
from aloi.studies.neighbours.cached import (
    DrawNeighbours,
    ExplainNeighbour,
    FindNeighbours,
    ScoreNeighbours,
    WordNeighbourhood,
)
from aloi.studies.neighbours.lists import NeighbourLists, asking, compare
from aloi.studies.neighbours.pages import view as drawn
from aloi.studies.neighbours.parameters import Asking
from aloi.studies.neighbours.prepare import Prepared, forget, list_prepared
from aloi.studies.neighbours.requests import BehindRequest, ForgetRequest, PrepareRequest, ShowRequest
from aloi.ui import session
from aloi.ui.cached_results import latest_result
from aloi.ui.navigation import nothing_yet
from aloi.ui.numbers import number
from aloi.ui.shared.choices import NAME, worded
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import csv_bytes, give, no_markup, problems_told
from aloi.ui.shared.uploads import saved_upload, show_upload
from aloi.ui.texts import t, translated

VERB = info_of(PrepareRequest).job
store = session.open_store()
session.require(Role.MANAGER)
folder = session.settings().data
state = session.page_state("neighbours")
st.title(t("neighbours.title"))
st.caption(t("neighbours.why"))
corpora = store.texts.corpora()
if not corpora:
    nothing_yet(t("neighbours.no_corpus"), "corpora", t("candidates.to_corpora"))


def ask_preparation() -> None:
    """Draw the form that starts the job."""
    corpus = st.selectbox(t("candidates.corpus"), corpora, format_func=NAME, key="neighbours:new:corpus")
    form = RequestForm(PrepareRequest, "neighbours:new", corpus=corpus.id)
    captions = [t("neighbours.contexts_window_why"), t("neighbours.contexts_syntax_why")]
    contexts = form.ask("contexts", draw=st.radio, captions=captions)
    with st.form("neighbours:new:form", border=False):
        of_window = ("window", "side", "weighting", "unit")
        if contexts == "window":
            for name, box in zip(of_window, st.columns(4), strict=True):
                form.ask(name, box)
        else:
            form.keep(*of_window)
        for name, box in zip(("min_count", "most_words", "model"), st.columns(4), strict=False):
            form.ask(name, box)
        form.rest()
        if st.form_submit_button(t("neighbours.do_prepare"), type="primary"):
            with problems_told():
                start_request(store, form.request(), state)


def title_of(prepared_: Prepared) -> str:
    """Return the title of a prepared corpus: its name and the units counted."""
    return f"{prepared_.name} · {translated(prepared_.counting.title)}"


def pick(key: str, label: str) -> Prepared:
    """Draw the choice of a prepared corpus."""
    return st.selectbox(label, ready, format_func=title_of, key=f"neighbours:{key}:prepared")


def ask_question(key: str) -> Asking:
    """Draw order, number and smoothing; return the question."""
    form = RequestForm(ShowRequest, f"neighbours:{key}", words=("",), space=None)
    left, middle, right = st.columns([2, 1, 1])
    form.ask("order", left)
    form.ask("top", middle, value=15, max_value=200)
    form.ask("alpha", right, min_value=0.05)
    form.rest()
    request = form.request()
    return asking(request, top=request.top)


def look_up(where: Prepared, words: Iterable[str], question: Asking) -> WordNeighbourhood | None:
    """Return the neighbours of words and candidates of a judging task; None before they are computed."""
    requested = tuple(word.strip() for word in words if word.strip())
    return latest_result(store, FindNeighbours(where.id, where.made_at, question, requested))


def downloads(lists: NeighbourLists, candidates: Sequence[Mapping[str, Json]]) -> None:
    """Draw the download buttons of the lists, and of the candidates for annotators if there are any.

    Lists of words from restricted texts have no file.
    """
    if lists.prepared.restricted:
        st.caption(t("app.restricted_words"))
        return
    made_json = json.dumps(lists.to_json(), ensure_ascii=False, indent=2)
    files = [("csv", csv_bytes(lists.rows()), "neighbours.csv"), ("json", made_json, "neighbours.json")]
    if candidates:
        files.append(("candidates", csv_bytes(candidates), "candidates.csv"))
    for column, (kind, content, name) in zip(st.columns(3), files, strict=False):
        give(
            t(f"neighbours.download_{kind}"),
            content,
            name,
            f"neighbours:download:{kind}",
            box=column,
            width="stretch",
            help=t("neighbours.candidates_help") if kind == "candidates" else None,
        )


def show_behind(lists: NeighbourLists) -> None:
    """Ask for a word and one of its neighbours; draw the evidence for it."""
    words = {one.word: one for one in lists.words if one.neighbours}
    left, middle, right = st.columns(3)
    word = left.selectbox(t("neighbours.word"), list(words), key="neighbours:behind:word")
    near = [other.word for other in words[word].neighbours]
    neighbour = middle.selectbox(t("neighbours.neighbour"), near, key=f"neighbours:behind:of:{word}")
    prepared_ = lists.prepared
    question = BehindRequest(word, neighbour, alpha=lists.asking.alpha, lines=10)
    request = ExplainNeighbour(prepared_.id, prepared_.made_at, question)
    first = latest_result(store, request)
    if first is None:
        return
    context = None
    if first.context is not None and first.shared:
        context = right.selectbox(
            t("neighbours.with_context"),
            [each.context for each in first.shared],
            key=f"neighbours:behind:context:{word}:{neighbour}",
        )
    is_first = context in (None, first.context)
    other = (
        first
        if is_first
        else latest_result(store, replace(request, question=replace(question, context=context)))
    )
    if other is not None:
        drawn.behind(other)


def show_scores(lists: NeighbourLists) -> None:
    """Ask for a resource; draw how well the neighbours find its synonyms."""
    st.markdown(t("neighbours.score_why"))
    upload = st.file_uploader(
        t("neighbours.resource"),
        type=["tsv", "csv", "xlsx", "ods", "jsonl", "parquet", "txt"],
        help=t("neighbours.resource_help"),
        key="neighbours:score:file",
    )
    show_upload(upload)
    both_ways = st.checkbox(t("neighbours.both_ways"), True, key="neighbours:score:both")
    if upload is not None:
        prepared_, resource = lists.prepared, saved_upload(upload)
        request = ScoreNeighbours(prepared_.id, prepared_.made_at, lists.asking, resource, both_ways)
        scored = latest_result(store, request)
        if scored is not None:
            drawn.scores(scored, restricted=lists.prepared.restricted)


def show_comparison(lists: NeighbourLists) -> None:
    """Ask for the second corpus or settings; draw both lists of each word."""
    st.markdown(t("neighbours.compare_why"))
    other = pick("other", t("neighbours.other"))
    question = ask_question("other")
    looked_up = look_up(other, [one.query for one in lists.words], question)
    if looked_up is None:
        return
    second = looked_up.lists
    if second.signature == lists.signature and second.asking.top == lists.asking.top:
        st.info(t("neighbours.same"))
        return
    both = compare(lists, second)
    drawn.comparison(both)
    if prepared.restricted or other.restricted:
        st.caption(t("app.restricted_words"))
        return
    give(
        t("neighbours.download_comparison"),
        csv_bytes(both.rows() or [{"target": ""}]),
        "neighbours-compared.csv",
        "neighbours:download:comparison",
    )


def show_map(lists: NeighbourLists) -> None:
    """Draw the words in the plane, or their similarities."""
    kind = worded(
        st.radio,
        "neighbours.plot",
        ["map", "heat"],
        horizontal=True,
        label_visibility="collapsed",
        key="neighbours:plot:kind",
    )
    prepared_, words = lists.prepared, tuple(one.query for one in lists.words)
    plot = latest_result(store, DrawNeighbours(prepared_.id, prepared_.made_at, lists.asking, words))
    if plot is None:
        return
    if len(plot.words) < 3:
        st.caption(t("neighbours.plot_few"))
    elif kind == "map":
        st.caption(t("neighbours.plot_why"))
        drawn.plane(plot, lists)
    else:
        drawn.heat(plot)


seen = {corpus.id for corpus in store.texts.corpora(archived=True)}
visible = store.members.shared("neighbours")
ready = [
    space
    for space in list_prepared(folder)
    if visible is None or space.id in visible or space.corpus_id in seen
]
with st.expander(t("neighbours.new"), expanded=not ready):
    ask_preparation()
take_up(store, state, VERB)
job_progress(store, state, t("neighbours.preparing"))
if not ready:
    if "job" not in state:
        st.info(t("neighbours.empty"))
    st.stop()

prepared = pick("first", t("neighbours.prepared"))
st.caption(
    t(
        "neighbours.counts",
        tokens=number(prepared.tokens, ","),
        sentences=number(prepared.sentences, ","),
        words=number(prepared.words, ","),
        cells=number(prepared.cells, ","),
    )
)
typed = st.text_input(
    t("neighbours.words"), placeholder=t("neighbours.words_example"), key="neighbours:first:words"
)
first_question = ask_question("first")
if not typed.strip():
    st.info(t("neighbours.type_words"))
else:
    with problems_told():
        neighbourhood = look_up(prepared, re.split(r"[,;\n]", typed), first_question)
        if neighbourhood is None:
            st.stop()
        lists = neighbourhood.lists
        tabs = st.tabs(
            [t(f"neighbours.tab_{name}") for name in ("lists", "behind", "compare", "map", "score")]
        )
        with tabs[0]:
            drawn.lists(lists)
            if any(one.neighbours for one in lists.words):
                downloads(lists, neighbourhood.candidates)
            st.caption(lists.signature)
        draws = (show_behind, show_comparison, show_map, show_scores)
        for tab, draw in zip(tabs[1:], draws, strict=True):
            with tab, problems_told():
                if not any(one.neighbours for one in lists.words):
                    st.caption(t("neighbours.none"))
                elif lists.are_words or draw is show_comparison:
                    draw(lists)
                else:
                    st.caption(t("neighbours.no_words"))
with st.expander(t("neighbours.manage")):
    st.caption(t("neighbours.forget_why"))
    if st.button(t("neighbours.forget", title=no_markup(title_of(prepared))), key="neighbours:forget"):
        session.require(Role.MANAGER)
        forget(folder, ForgetRequest(prepared.id))
        state.pop("job", None)
        session.say(t("neighbours.forgotten"))
        st.rerun()
