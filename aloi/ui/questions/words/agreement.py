"""Agreement on substitutes by part of speech."""

from __future__ import annotations

import streamlit as st

from aloi.agreement.number import Number
from aloi.ui.cached_results import latest_result
from aloi.ui.questions.base import MeasuredRound
from aloi.ui.shared.tables import text_table
from aloi.ui.texts import section, t
from aloi.workbench.agreement.substitutes import SubstituteFigures
from aloi.workbench.cache.agreement import MeasureWords


def report(measured: MeasuredRound) -> None:
    """Draw the overlap of annotators, by part of speech."""
    st.caption(t("substitutes.why"))
    results = latest_result(measured.store, MeasureWords(*measured.of, measured.cleaned))
    if results is not None:
        # Ten columns fit where heads may take two lines.
        text_table([_row(one) for one in results], download="substitutes.csv")


def _row(row: SubstituteFigures) -> dict[str, object]:
    names = section("pos_title")
    unknown = t("substitutes.unknown")
    return {
        t("substitutes.pos"): t("substitutes.all")
        if row.pos is None
        else names.get(row.pos, row.pos or unknown),
        t("app.items"): row.items,
        t("substitutes.pairwise"): Number.of(row.pairwise),
        t("substitutes.mode"): Number.of(row.mode),
        t("substitutes.with_mode"): Number(row.with_mode / row.items, percent=True, digits=0),
        t("substitutes.tokens"): Number(row.tokens, digits=1),
        t("substitutes.types"): Number(row.types, digits=1),
        t("substitutes.most"): row.most_types,
        t("substitutes.none"): Number(row.none_share, percent=True, digits=0),
    }
