"""Whether the order of candidates decided the answers of a linking round."""

from __future__ import annotations

import streamlit as st

from aloi.ui.figures import figure
from aloi.ui.numbers import counted, number
from aloi.ui.questions.base import MeasuredRound
from aloi.ui.shared import charts
from aloi.ui.shared.tables import text_table
from aloi.ui.texts import t
from aloi.workbench.figures.questions import POSITION_BIAS


def report(measured: MeasuredRound) -> None:
    """Draw how often the concepts chosen stood at each place, and agreement by the order that was seen."""
    st.caption(t("linking.bias_why"))
    found = figure(measured.store, POSITION_BIAS, *measured.of)
    if found is None:
        return
    boxes = st.columns(4)
    for box, name in zip(boxes, ("answers", "searched", "none", "unseen"), strict=True):
        box.metric(t(f"linking.bias_{name}"), counted(getattr(found, name)))
    place, share, by = t("linking.place"), t("linking.share"), t("linking.counted")
    rows = [
        {place: str(one.place), share: value, by: t(f"linking.{name}")}
        for one in found.places
        for name, value in (("at_place", one.place_share), ("at_rank", one.rank_share))
    ]
    if rows:
        charts.bars(rows, place, share, by, order=[str(one.place) for one in found.places])
    text_table(
        [
            {
                place: one.place,
                t("linking.at_place"): one.at_place,
                t("linking.place_share"): number(one.place_share, ".1%"),
                t("linking.at_rank"): one.at_rank,
                t("linking.rank_share"): number(one.rank_share, ".1%"),
            }
            for one in found.places
        ],
        download="position-bias.csv",
    )
    st.markdown(f"**{t('linking.by_order')}**")
    text_table(
        [
            {
                t("linking.order_seen"): t("linking.same_order" if one.same_order else "linking.other_order"),
                t("linking.pairs"): one.pairs,
                t("linking.alike"): "-" if one.agreement is None else number(one.agreement, ".1%"),
            }
            for one in found.orders
        ]
    )
