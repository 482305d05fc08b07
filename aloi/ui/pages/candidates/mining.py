"""The form that finds pairs, the memory it needs, the run with its time left, and a sample of its pairs."""

from __future__ import annotations

import shutil

import streamlit as st

from aloi.agreement.number import Number
from aloi.annotation.model import Role
from aloi.base.requests import from_data
from aloi.corpora.model import Corpus
from aloi.ui import session
from aloi.ui.numbers import number
from aloi.ui.shared.charts import histogram
from aloi.ui.shared.choices import worded
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, last_job, running_job, start_job, start_request
from aloi.ui.shared.tables import problems_told, text_table
from aloi.ui.texts import t
from aloi.workbench.candidates import pairs
from aloi.workbench.candidates.memory import memory_needed
from aloi.workbench.jobs import Job
from aloi.workbench.requests.candidates import DrawRequest, MineRequest
from aloi.workbench.store.opening import Store

_VERB = "mine"


def mining(store: Store, corpus: Corpus, state: dict) -> None:
    """Draw the form, a running or stopped run, and the results of the last one."""
    miner = worded(
        st.radio,
        "candidates.how",
        ["lexical", "nearest"],
        captions=[t("candidates.how_lexical_why"), t("candidates.how_nearest_why")],
        key="candidates:mine:miner",
    )
    _form(store, corpus, state, miner)
    finished = job_progress(store, state, t("candidates.mining"), cancelled=t("candidates.stopped"))
    if not running_job(store, state):
        _stopped(store, corpus, state)
    finished = finished or last_job(store, _VERB, corpus.id)
    if finished is not None and finished.result:
        with problems_told():
            _show(store, corpus, finished, finished.result)


def _form(store: Store, corpus: Corpus, state: dict, miner: str) -> None:
    key = "candidates:mine"
    form = RequestForm(MineRequest, key, corpus=corpus.id, miner=miner, count=1)
    left, right = st.columns(2)
    if miner == "lexical":
        form.give(encoder="", top=1)
        form.ask("threshold", left, min_value=0.05)
        with st.expander(t("candidates.bounds")):
            st.caption(t("candidates.bounds_why"))
            for name, box in zip(
                ("reservoir", "top_pairs", "cap_per_sentence", "seed"), st.columns(4), strict=True
            ):
                form.ask(name, box)
            if corpus.restricted:
                st.caption(t("candidates.scheduler_restricted"))
                form.give(scheduler="")
            else:
                form.ask("scheduler")
    else:
        form.give(threshold=1.0, reservoir=0, cap_per_sentence=0, seed=0, scheduler="")
        form.ask("encoder", left)
        form.ask("top_pairs", right)
        form.ask("top", left)
    form.rest()
    counts = store.texts.counts(corpus.id)
    with problems_told():
        request = form.request()
        spec = pairs.spec_of(request)
        needed = memory_needed(counts.sentences, counts.characters, spec.miner, spec.keep)
        st.caption(t("candidates.memory", memory=number(needed.low, ".0f"), most=number(needed.high, ".0f")))
        if st.button(t("candidates.do_mine"), type="primary", key=f"{key}:start"):
            start_request(store, request, state)


def _stopped(store: Store, corpus: Corpus, state: dict) -> None:
    """Offer to resume the newest run of a corpus if it was stopped and its results are still stored."""
    job = next(
        (one for one in store.jobs.list() if one.verb == _VERB and one.arguments.get("corpus") == corpus.id),
        None,
    )
    if job is None or job.status not in ("cancelled", "failed"):
        return
    table = pairs.candidates_table(session.settings().data, corpus.id, str(job.arguments["miner"]))
    work = pairs.work_beside(table)
    if not work.is_dir():
        return
    st.markdown(_how_far(job))
    with st.container(horizontal=True):
        if st.button(t("candidates.go_on"), key="candidates:mine:go_on"):
            start_job(store, _VERB, job.arguments, state)
        if st.button(t("candidates.discard"), key="candidates:mine:discard"):
            session.require(Role.MANAGER)
            shutil.rmtree(work, ignore_errors=True)
            st.rerun()


def _how_far(job: Job) -> str:
    share = job.done / job.total if job.total else 0.0
    return t("candidates.stopped_at", share=number(share, ".0%"))


def _show(store: Store, corpus: Corpus, job: Job, result: dict) -> None:
    """Show a finished mining run and offer to draw from it."""
    report = result["report"]
    counts = {"kept": report["pairs_kept"], "compared": report["pairs_compared"]}
    st.markdown(t("candidates.found", sentences=report["sentences"], **counts))
    if 0 < report.get("kept", 0) < report["pairs_kept"]:
        st.caption(t("candidates.kept_of_them", count=report["kept"]))
    if report.get("empty"):
        st.caption(t("candidates.no_text", count=report["empty"]))
    histogram(report["histogram"], t("candidates.score"), t("candidates.pairs"))
    for example in reversed(result["examples"]):
        if example["pairs"]:
            with st.expander(
                t(
                    "candidates.examples",
                    low=number(example["low"], ".2f"),
                    high=number(example["high"], ".2f"),
                )
            ):
                text_table(
                    [
                        {
                            t("candidates.score"): Number(score),
                            t("candidates.left"): left,
                            t("candidates.right"): right,
                        }
                        for left, right, score in example["pairs"]
                    ]
                )
    mined = from_data(MineRequest, job.arguments)
    with st.form("candidates:draw:form"):
        st.markdown(f"**{t('candidates.draw')}**")
        st.caption(t("candidates.draw_why"))
        table = pairs.candidates_table(session.settings().data, corpus.id, mined.miner)
        form = RequestForm(DrawRequest, "candidates:draw", candidates=table)
        form.give(**{name: getattr(mined, name) for name in form.fields if hasattr(mined, name)})
        left_box, right_box = st.columns(2)
        form.ask("per_bin", left_box, value=20)
        form.ask("seed", right_box, value=0)
        form.rest()
        if st.form_submit_button(t("candidates.do_draw"), type="primary"):
            session.require(Role.MANAGER)
            drawn = pairs.draw_sample(store, form.request(), pairs.spec_of(mined), now=session.now())
            strata = ", ".join(f"{name}: {took}/{there}" for name, (there, took) in drawn.by_stratum.items())
            session.say(t("candidates.drawn", count=len(drawn.item_ids), new=drawn.new, parts=strata))
            st.rerun()
