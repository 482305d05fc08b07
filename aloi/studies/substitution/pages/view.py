"""Scores of systems of lexical substitution: values with intervals, by part of speech, differences."""

from __future__ import annotations

import streamlit as st

from aloi.agreement.number import Number, p_text
from aloi.corpora.language.dictionary import POS_LETTERS
from aloi.evaluation.metrics.lexsub import Scorer
from aloi.ui.numbers import numbers
from aloi.ui.shared import charts
from aloi.ui.shared.model_charts import ends
from aloi.ui.shared.runs import tested_by
from aloi.ui.shared.tables import text_table
from aloi.ui.texts import section, t
from aloi.workbench.files.scored_substitutes import ScoredSystems

# The two scores that are drawn, by the rules followed.
_DRAWN = {Scorer.SEMDIS: ("best", "oot"), Scorer.SEMEVAL2007: ("best_recall", "oot_recall")}


def report(scored: ScoredSystems) -> None:
    """Draw the systems side by side, then cut by part of speech, then two by two."""
    st.caption(t("lexsub.counts", items=scored.items, ceiling=Number(scored.ceiling)))
    if scored.repeating:
        st.caption(t("lexsub.repeating", count=scored.repeating))
    text_table(
        [
            {
                t("lexsub.system"): system.name,
                **{t(f"lexsub.{score.metric}"): Number.of(score) for score in system.scores},
                t("lexsub.answered"): f"{system.answered} ({system.answered / scored.items:.0%})",
            }
            for system in scored.systems
        ],
        download="substitution-scores.csv",
    )
    for column, name in zip(st.columns(2), _DRAWN[scored.scorer], strict=True):
        with column:
            charts.points(
                [
                    {
                        t("lexsub.system"): system.name,
                        t(f"lexsub.{name}"): score.value,
                        **ends(score),
                    }
                    for system in scored.systems
                    for score in system.scores
                    if score.metric == name and score.value is not None
                ],
                t("lexsub.system"),
                t(f"lexsub.{name}"),
                "low",
                "high",
            )
    st.subheader(t("lexsub.by_pos"))
    text_table(
        [
            {
                t("lexsub.system"): system.name,
                t("substitutes.pos"): section("pos").get(POS_LETTERS.get(pos, pos), pos),
                t("agreement.items"): row["items"],
                **{t(f"lexsub.{name}"): Number(value) for name, value in row.items() if name != "items"},
            }
            for system in scored.systems
            for pos, row in system.by_pos.items()
        ],
        download="substitution-by-pos.csv",
    )
    if scored.differences:
        st.subheader(t("lexsub.differences"))
        st.caption(t("lexsub.differences_why"))
        text_table(
            [
                {
                    t("lexsub.first"): difference.a,
                    t("lexsub.second"): difference.b,
                    t("lexsub.score"): t(f"lexsub.{metric}"),
                    t("lexsub.difference"): Number.of(difference, value=difference.difference, signed=True),
                    t("comparison.tested_by"): tested_by(difference),
                    "p": numbers(p_text(difference.p)),
                    t("lexsub.p_holm"): numbers(p_text(difference.p_holm)),
                }
                for metric, family in scored.differences.items()
                for difference in family
            ],
            download="substitution-differences.csv",
        )
    with st.expander(t("lexsub.signatures")):
        for system in scored.systems:
            for score in system.scores:
                st.text(f"{system.name}: {score.signature}")
