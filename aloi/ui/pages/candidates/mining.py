"""The form that finds pairs, the memory it needs, the run with its time left, and a sample of its pairs."""

from __future__ import annotations

import shutil
from pathlib import Path

import streamlit as st

from aloi.annotation.model import Role
from aloi.corpora.model import Corpus
from aloi.ui import session
from aloi.ui.numbers import number
from aloi.ui.shared.charts import histogram
from aloi.ui.shared.choices import worded
from aloi.ui.shared.jobs import job_progress, last_job, running_job, start_job
from aloi.ui.shared.tables import problems_told, text_table
from aloi.ui.texts import t
from aloi.workbench.candidates import pairs
from aloi.workbench.candidates.memory import memory_needed
from aloi.workbench.jobs import Job
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
        state["arguments"] = dict(finished.arguments)
        with problems_told():
            _show(store, corpus, state, finished.result)


def _form(store: Store, corpus: Corpus, state: dict, miner: str) -> None:
    key = "candidates:mine"
    left, right = st.columns(2)
    arguments: dict = {"corpus": corpus.id, "miner": miner, "distinct": True}
    if miner == "lexical":
        threshold = left.number_input(
            t("candidates.threshold"),
            0.05,
            1.0,
            0.45,
            0.05,
            help=t("candidates.threshold_help"),
            key=f"{key}:threshold",
        )
        arguments["threshold"] = str(threshold)
        with st.expander(t("candidates.bounds")):
            st.caption(t("candidates.bounds_why"))
            lower_first, lower_second, lower_third, lower_fourth = st.columns(4)
            reservoir = lower_first.number_input(
                t("candidates.reservoir"), 0, 1_000_000, 0, key=f"{key}:reservoir"
            )
            best = lower_second.number_input(t("candidates.best"), 0, 10_000_000, 0, key=f"{key}:best")
            cap = lower_third.number_input(
                t("candidates.cap"), 0, 100_000, 0, disabled=not (reservoir or best), key=f"{key}:cap"
            )
            seed = lower_fourth.number_input(t("app.seed"), 0, 2**31 - 1, 0, key=f"{key}:seed")
            scheduler = _ask_scheduler(corpus, key)
        arguments |= {"reservoir": int(reservoir), "cap_per_sentence": int(cap), "seed": int(seed)}
        arguments |= {"top_pairs": int(best) or None, "scheduler": scheduler}
    else:
        arguments["encoder"] = left.text_input(
            t("candidates.encoder"), help=t("candidates.encoder_help"), key=f"{key}:encoder"
        )
        best = right.number_input(t("candidates.nearest_pairs"), 0, 10_000_000, 0, key=f"{key}:nearest")
        arguments["top_pairs"] = int(best) or None
        arguments["top"] = int(
            left.number_input(t("candidates.top"), 1, 100, 5, disabled=bool(best), key=f"{key}:top")
        )
    counts = store.texts.counts(corpus.id)
    with problems_told():
        spec = pairs.spec_of(arguments)
        needed = memory_needed(counts.sentences, counts.characters, spec.miner, spec.keep)
        st.caption(t("candidates.memory", memory=number(needed.low, ".0f"), most=number(needed.high, ".0f")))
        if st.button(t("candidates.do_mine"), type="primary", key=f"{key}:start"):
            state["arguments"] = arguments
            start_job(store, _VERB, {**arguments, "out": f"{corpus.id}-{miner}.tsv"}, state)


def _ask_scheduler(corpus: Corpus, key: str) -> str:
    """Return the scheduler address from the form; texts of a restricted corpus are sent to none."""
    if corpus.restricted:
        st.caption(t("candidates.scheduler_restricted"))
        return ""
    return st.text_input(
        t("candidates.scheduler"),
        placeholder="tcp://node1:8786",
        help=t("candidates.scheduler_help"),
        key=f"{key}:scheduler",
    ).strip()


def _stopped(store: Store, corpus: Corpus, state: dict) -> None:
    """Offer to resume the newest run of a corpus if it was stopped and its results are still stored."""
    job = next(
        (one for one in store.jobs.list() if one.verb == _VERB and one.arguments.get("corpus") == corpus.id),
        None,
    )
    if job is None or job.status not in ("cancelled", "failed"):
        return
    work = pairs.work_beside(_folder() / str(job.arguments["out"]))
    if not work.is_dir():
        return
    st.markdown(_how_far(job))
    with st.container(horizontal=True):
        if st.button(t("candidates.go_on"), key="candidates:mine:go_on"):
            state["arguments"] = {name: one for name, one in job.arguments.items() if name != "out"}
            start_job(store, _VERB, job.arguments, state)
        if st.button(t("candidates.discard"), key="candidates:mine:discard"):
            session.require(Role.MANAGER)
            shutil.rmtree(work, ignore_errors=True)
            st.rerun()


def _how_far(job: Job) -> str:
    share = job.done / job.total if job.total else 0.0
    return t("candidates.stopped_at", share=number(share, ".0%"))


def _folder() -> Path:
    return session.settings().data / "mining"


def _show(store: Store, corpus: Corpus, state: dict, result: dict) -> None:
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
                            t("candidates.score"): round(score, 3),
                            t("candidates.left"): left,
                            t("candidates.right"): right,
                        }
                        for left, right, score in example["pairs"]
                    ]
                )
    with st.form("candidates:draw:form"):
        st.markdown(f"**{t('candidates.draw')}**")
        st.caption(t("candidates.draw_why"))
        left_box, right_box = st.columns(2)
        per_bin = left_box.number_input(t("candidates.per_bin"), 1, 10_000, 20)
        seed = right_box.number_input(t("app.seed"), 0, 2**31 - 1, 0)
        if st.form_submit_button(t("candidates.do_draw"), type="primary"):
            session.require(Role.MANAGER)
            drawn = pairs.draw_sample(
                store,
                corpus.id,
                _folder() / result["file"],
                pairs.spec_of(state["arguments"]),
                per_bin=int(per_bin),
                seed=int(seed),
                now=session.now(),
            )
            strata = ", ".join(f"{name}: {took}/{there}" for name, (there, took) in drawn.by_stratum.items())
            session.say(t("candidates.drawn", count=len(drawn.item_ids), new=drawn.new, parts=strata))
            st.rerun()
