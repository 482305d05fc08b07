"""Agreement on substitutes by part of speech."""

from __future__ import annotations

import streamlit as st

from aloi.agreement.number import Number
from aloi.ui.figures import figure
from aloi.ui.questions.base import MeasuredRound
from aloi.ui.shared.tables import text_table
from aloi.ui.texts import section, t
from aloi.workbench.agreement.substitutes import SubstituteFigures
from aloi.workbench.figures.agreement import AS_TYPED, CLEANED
from aloi.workbench.figures.questions import WORD_AGREEMENT


def report(measured: MeasuredRound) -> None:
    """Draw what annotators share, by part of speech."""
    st.caption(t("substitutes.why"))
    words = CLEANED if measured.cleaned else AS_TYPED
    found = figure(measured.store, WORD_AGREEMENT, *measured.of, words)
    if found is not None:
        # Ten columns fit where heads may take two lines.
        text_table([_row(one) for one in found.figures], download="substitutes.csv", wrapped=True)


def _row(one: SubstituteFigures) -> dict[str, object]:
    names = section("pos")
    unknown = t("substitutes.unknown")
    return {
        t("substitutes.pos"): t("substitutes.all")
        if one.pos is None
        else names.get(one.pos, one.pos or unknown),
        t("agreement.items"): one.items,
        t("substitutes.pairwise"): Number.of(one.pairwise),
        t("substitutes.mode"): Number.of(one.mode),
        t("substitutes.with_mode"): Number(one.with_mode / one.items, percent=True, digits=0),
        t("substitutes.tokens"): Number(one.tokens, digits=1),
        t("substitutes.types"): Number(one.types, digits=1),
        t("substitutes.most"): one.most_types,
        t("substitutes.none"): Number(one.none_share, percent=True, digits=0),
    }
