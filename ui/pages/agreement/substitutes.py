"""Agreement on substitutes: by part of speech, the items least agreed on, and over the rounds."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from agreement.number import Number
from agreement.result import Agreement
from annotation.model import Round
from ui.pages.agreement.view import agreement_table, disputed_table, trend
from ui.shared.tables import text_table
from ui.texts import section, t
from workbench.agreement.report import RoundReport
from workbench.agreement.substitutes import SubstituteFigures


def report(
    figures: Sequence[SubstituteFigures],
    found: RoundReport,
    rounds: Sequence[tuple[Round, Agreement]],
    *,
    restricted: bool,
) -> None:
    """Draw the tabs of a round of substitutes."""
    pos_tab, number_tab, item_tab, trend_tab = st.tabs(
        [
            t("substitutes.by_pos"),
            t("agreement.numbers"),
            t("substitutes.least", count=len(found.disputed)),
            t("agreement.trend"),
        ]
    )
    with pos_tab:
        st.caption(t("substitutes.why"))
        text_table([_row(one) for one in figures], download="substitutes.csv")
    with number_tab:
        agreement_table(found)
    with item_tab:
        disputed_table(found, restricted=restricted)
    with trend_tab:
        trend(rounds)


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
        t("substitutes.with_mode"): f"{one.with_mode / one.items:.0%}",
        t("substitutes.tokens"): f"{one.tokens:.1f}",
        t("substitutes.types"): f"{one.types:.1f}",
        t("substitutes.most"): one.most_types,
        t("substitutes.none"): f"{one.none_share:.0%}",
    }
