"""The influence of the order of candidates on the answers of a linking round."""

from __future__ import annotations

import streamlit as st

from aloi.ui.cached_results import latest_result
from aloi.ui.numbers import counted, number
from aloi.ui.questions.base import MeasuredRound
from aloi.ui.shared import charts
from aloi.ui.shared.tables import text_table
from aloi.ui.texts import t
from aloi.workbench.cache.agreement import MeasurePositionBias


def report(measured: MeasuredRound) -> None:
    """Draw how often the concepts chosen were at each rank, and agreement by the order shown."""
    st.caption(t("linking.bias_why"))
    bias = latest_result(measured.store, MeasurePositionBias(*measured.of))
    if bias is None:
        return
    boxes = st.columns(4)
    for box, name in zip(boxes, ("answers", "searched", "none", "unseen"), strict=True):
        box.metric(t(f"linking.bias_{name}"), counted(getattr(bias, name)))
    position_title, share, by = t("linking.place"), t("linking.share"), t("linking.counted")
    rows = [
        {position_title: str(bias_place.position), share: value, by: t(f"linking.{name}")}
        for bias_place in bias.places
        for name, value in (("at_place", bias_place.place_share), ("at_rank", bias_place.rank_share))
    ]
    if rows:
        kinds = [t("linking.at_place"), t("linking.at_rank")]
        order = [str(each.position) for each in bias.places]
        charts.bars(rows, position_title, share, by, kinds, order=order)
    text_table(
        [
            {
                position_title: bias_place.position,
                t("linking.at_place"): bias_place.at_place,
                t("linking.place_share"): number(bias_place.place_share, ".1%"),
                t("linking.at_rank"): bias_place.at_rank,
                t("linking.rank_share"): number(bias_place.rank_share, ".1%"),
            }
            for bias_place in bias.places
        ],
        download="position-bias.csv",
    )
    st.markdown(f"**{t('linking.by_order')}**")
    text_table(
        [
            {
                t("linking.order_seen"): t(
                    "linking.same_order" if order.same_order else "linking.other_order"
                ),
                t("linking.pairs"): order.pairs,
                t("linking.alike"): "-" if order.agreement is None else number(order.agreement, ".1%"),
            }
            for order in bias.orders
        ]
    )
