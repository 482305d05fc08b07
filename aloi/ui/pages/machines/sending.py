"""The destination of texts, shown before they are sent, and the reason that another machine needs once."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign
from aloi.machines.model import MachineAnnotator
from aloi.ui.shared.forms.requests import help_of, label_of
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.machines.permission import destination
from aloi.workbench.requests.machines import AnswerMachineRequest
from aloi.workbench.store.opening import Store


def show_destination(store: Store, campaign: Campaign, machine: MachineAnnotator) -> bool:
    """Draw where texts go; return whether they may."""
    goal = destination(store, store.texts.corpus(campaign.corpus_id), machine)
    if not goal.host:
        st.caption(f":material/home: {t('machines.stays_here')}")
    elif goal.refused:
        st.error(no_markup(t("machines.refused", host=goal.host)))
    else:
        st.warning(no_markup(t("machines.leaves", host=goal.host)), icon=":material/cloud_upload:")
    return not goal.refused


def ask_reason(store: Store, campaign: Campaign, machine: MachineAnnotator, key: str) -> str:
    """Draw the field of the reason for sending texts elsewhere, unless it was stored before."""
    if not destination(store, store.texts.corpus(campaign.corpus_id), machine).needs_reason:
        return ""
    return st.text_input(
        label_of(AnswerMachineRequest, "sending_reason"),
        help=help_of(AnswerMachineRequest, "sending_reason"),
        key=f"{key}:reason:{campaign.corpus_id}:{machine.id}",
    )
