"""A machine annotates a round: size and cost before the start, progress, and skips by reason."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign, Round
from aloi.base.requests import info_of
from aloi.machines.model import MachineAnnotator, MachineKind
from aloi.ui import session
from aloi.ui.numbers import counted, number
from aloi.ui.pages.machines.sending import ask_reason, show_destination
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, running_job, start_request, take_up
from aloi.ui.shared.tables import problems_told, text_table
from aloi.ui.texts import t, translated
from aloi.workbench.machines.answering import RunSize, estimate
from aloi.workbench.machines.rendering import skip_name
from aloi.workbench.requests.machines import AnswerMachineRequest
from aloi.workbench.store.opening import Store

_KEY = "machines:answer"


def draw(store: Store, campaign: Campaign, round_: Round, machine: MachineAnnotator) -> None:
    """Draw the size of a run, its start, its progress, and the answers so far."""
    st.caption(t("machines.annotate_why"))
    state = session.page_state(f"{_KEY}:{campaign.id}:{round_.id}:{machine.id}")
    verb, number_of = info_of(AnswerMachineRequest).job, round_.number
    take_up(store, state, verb, campaign=campaign.id, round=number_of, name=machine.id)
    with problems_told():
        form = RequestForm(AnswerMachineRequest, _KEY, campaign=campaign.id, round=number_of)
        form.give(name=machine.id, version=None, estimate=False, sending_reason="")
        if machine.identity.kind is MachineKind.ENDPOINT:
            with st.expander(t("app.more_options")):
                columns = st.columns(2)
                for at, name in enumerate(("guideline", "example_rounds", "parallel", "timeout")):
                    form.ask(name, columns[at % 2])
        form.rest()
        size = estimate(store, form.request())
        left = questions_left(size, machine, round_)
        if not left:
            st.info(t("machines.all_answered"))
        else:
            _size(size, machine)
        if show_destination(store, campaign, machine):
            form.give(sending_reason=ask_reason(store, campaign, machine, _KEY))
            label = t("machines.resume" if size.already_answered and left else "machines.start")
            off = running_job(store, state) or not left
            if st.button(label, type="primary", key=f"{_KEY}:start", disabled=off):
                start_request(store, form.request(), state)
    job = job_progress(store, state, t("machines.annotating"), cancelled=t("machines.cancelled"))
    if job is not None and job.result:
        done = job.result
        st.success(
            t(
                "machines.done",
                answered=counted(done["answered"]),
                skipped=counted(sum(done["skipped"].values())),
                tokens=counted(done["tokens"]),
                seconds=number(done["seconds"], ".1f"),
            )
        )
    _counts(store, round_, machine)


def questions_left(size: RunSize, machine: MachineAnnotator, round_: Round) -> int:
    """Return how many questions are left; a run or a file has one for each item."""
    if machine.identity.kind is MachineKind.ENDPOINT:
        return size.requests
    return len(round_.item_ids) - size.already_answered


def _size(size: RunSize, machine: MachineAnnotator) -> None:
    """Draw the number of requests, tokens and the cost of a run."""
    if machine.identity.kind is not MachineKind.ENDPOINT:
        st.markdown(t("machines.size_local", before=counted(size.already_answered)))
        return
    cells = [
        ("requests", counted(size.requests)),
        ("before", counted(size.already_answered)),
        ("input", counted(size.input_tokens)),
        ("output", counted(size.output_tokens)),
        ("cost", "–" if size.cost is None else number(size.cost, ",.2f")),
    ]
    with st.container(horizontal=True):
        for name, value in cells:
            st.metric(t(f"machines.size_{name}"), value, width="content")
    st.caption(t("machines.size_why" if size.cost is not None else "machines.size_no_price"))


def _counts(store: Store, round_: Round, machine: MachineAnnotator) -> None:
    """Draw the stored answers and the skips by reason."""
    counts = [count for count in store.machines.counts([round_.id]) if count.machine_id == machine.id]
    if not counts:
        return
    st.markdown(f"**{t('machines.stored')}**")
    text_table(
        [
            {
                t("machines.guideline"): count.guideline_version or "–",
                t("machines.result"): t("machines.answered")
                if count.skip is None
                else t("machines.skipped_because", reason=translated(skip_name(count.skip))),
                t("machines.count"): count.count,
            }
            for count in counts
        ]
    )
