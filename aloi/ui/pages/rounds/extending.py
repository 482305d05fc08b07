"""A round that is under way gets more items, or more answers to each."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign, Round, Status
from aloi.ui.shared.corrections.panel import correction
from aloi.ui.texts import t
from aloi.workbench.corrections.extension import extend_round, extension_effect
from aloi.workbench.corrections.log import Ground
from aloi.workbench.store.opening import Store


def draw_extending(store: Store, campaign: Campaign, current: Round, free: int) -> None:
    """Draw how an open round is extended; `free` is how many items no round has used."""
    if current.status != Status.OPEN:
        return
    key = f"rounds:extend:{current.id}"
    name = t("app.round_name", number=current.number)

    def extension() -> dict[str, int]:
        return {part: int(st.session_state[f"{key}:{part}"]) for part in ("items", "overlap")}

    def effect() -> str:
        left, right = st.columns(2)
        most = len(current.annotators)
        left.number_input(t("corrections.extend_items"), 0, free, 0, key=f"{key}:items")
        right.number_input(
            t("corrections.extend_overlap"),
            current.overlap,
            max(most, current.overlap),
            current.overlap,
            key=f"{key}:overlap",
        )
        if extension() == {"items": 0, "overlap": current.overlap}:
            return t("corrections.extend_ask")
        effect_ = extension_effect(store, campaign.id, current.number, **extension())
        return t(
            "corrections.extend_effect",
            count=effect_.answers,
            items=t("corrections.items", count=effect_.items),
            overlap=t("corrections.annotators", count=effect_.overlap),
        )

    def extend(ground: Ground) -> str:
        extend_round(store, campaign.id, current.number, ground, **extension())
        return t("corrections.extended", name=name)

    correction(key, t("corrections.extend", name=name), effect, extend)
