"""A round that is under way gets more items, or more answers to each."""

from __future__ import annotations

from datetime import datetime

import streamlit as st

from aloi.annotation.model import Campaign, Round, Status
from aloi.ui.shared.corrections.panel import correction
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.texts import t
from aloi.workbench.corrections.extension import extend_round, extension_effect
from aloi.workbench.requests.rounds import ExtendRequest
from aloi.workbench.store.opening import Store


def draw_extending(store: Store, campaign: Campaign, current: Round, free: int) -> None:
    """Draw how an open round is extended; `free` is how many items no round has used."""
    if current.status != Status.OPEN:
        return
    key = f"rounds:extend:{current.id}"
    name = t("app.round_name", number=current.number)

    form = RequestForm(ExtendRequest, key, campaign=campaign.id, round=current.number)

    def effect() -> str:
        left, right = st.columns(2)
        items = form.ask("items", draw=left.number_input, min_value=0, max_value=free, value=0)
        limits = {"min_value": current.overlap, "max_value": max(len(current.annotators), current.overlap)}
        overlap = form.ask("overlap", right, value=current.overlap, **limits)
        if not items and overlap == current.overlap:
            return t("corrections.extend_ask")
        effect_ = extension_effect(store, form.preview())
        return t(
            "corrections.extend_effect",
            count=effect_.answers,
            items=t("corrections.items", count=effect_.items),
            overlap=t("corrections.annotators", count=effect_.overlap),
        )

    def extend(request: ExtendRequest, now: datetime) -> str:
        extend_round(store, request, now)
        return t("corrections.extended", name=name)

    correction(form, t("corrections.extend", name=name), effect, extend)
