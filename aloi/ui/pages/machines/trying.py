"""The prompt of an item, shown before anything is sent, and the answer to it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import streamlit as st

from aloi.annotation.model import Campaign, Round
from aloi.base.requests import info_of
from aloi.machines.model import MachineAnnotator, MachineKind
from aloi.ui import session
from aloi.ui.numbers import counted, number
from aloi.ui.pages.machines.sending import ask_reason, show_destination
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, running_job, start_request, take_up
from aloi.ui.shared.tables import no_markup, problems_told
from aloi.ui.texts import t, translated
from aloi.workbench.machines.answering import try_machine
from aloi.workbench.machines.rendering import skip_name
from aloi.workbench.requests.machines import TryMachineRequest
from aloi.workbench.store.opening import Store

_KEY = "machines:try"


def draw(store: Store, campaign: Campaign, round_: Round, machine: MachineAnnotator) -> None:
    """Draw the prompt of a chosen item; nothing is sent until somebody presses the button."""
    st.caption(t("machines.prompt_why"))
    if machine.identity.kind is not MachineKind.ENDPOINT:
        st.info(t("machines.no_prompt"))
        return
    with problems_told():
        form = RequestForm(TryMachineRequest, _KEY, campaign=campaign.id, round=round_.number)
        form.give(name=machine.id, version=None, sending_reason="")
        left, middle, right = st.columns(3)
        total = len(round_.item_ids)
        at = left.number_input(
            t("machines.item_of", count=total), min_value=1, max_value=total, key=f"{_KEY}:at:{round_.id}"
        )
        form.give(item=round_.item_ids[int(at) - 1])
        form.ask("guideline", middle)
        form.ask("example_rounds", right)
        form.give(send=False)
        form.rest()
        tried = try_machine(store, form.request(), session.now())
        may_send = show_destination(store, campaign, machine)
        st.caption(t("machines.tokens_about", count=tried.tokens, checksum=tried.checksum[:12]))
        with st.container(height=420, key=f"{_KEY}:prompt"):
            st.code(tried.prompt, language=None, wrap_lines=True)
        with st.expander(t("machines.schema")):
            st.code(json.dumps(dict(tried.schema), ensure_ascii=False, indent=2), language="json")
        state = session.page_state(f"{_KEY}:{campaign.id}:{machine.id}")
        take_up(store, state, info_of(TryMachineRequest).job, campaign=campaign.id, name=machine.id)
        if may_send:
            form.give(send=True, sending_reason=ask_reason(store, campaign, machine, _KEY))
            busy = running_job(store, state)
            if st.button(t("machines.send"), key=f"{_KEY}:send", disabled=busy):
                start_request(store, form.request(), state)
    job = job_progress(store, state, t("machines.waiting"))
    if job is not None and job.result:
        _outcome(job.result)


def _outcome(result: Mapping[str, Any]) -> None:
    """Draw the answer of a machine, or the reason of a skip, and each reply as received."""
    outcome = result["outcome"]
    if outcome["skip"]:
        st.warning(no_markup(t("machines.was_skipped", reason=translated(skip_name(outcome["skip"])))))
    else:
        stated = outcome["confidence"]
        confidence = "–" if stated is None else number(stated, ".0%")
        st.success(t("machines.was_answered", confidence=confidence))
        st.code(json.dumps(outcome["value"], ensure_ascii=False), language="json", wrap_lines=True)
    for attempt in outcome["attempts"]:
        tokens = counted(attempt["input_tokens"] + attempt["output_tokens"])
        with st.expander(t("machines.reply", tokens=tokens, seconds=number(attempt["seconds"], ".1f"))):
            st.code(attempt["text"], language=None, wrap_lines=True)
