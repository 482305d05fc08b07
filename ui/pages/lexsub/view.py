"""Scores of systems of lexical substitution: values with intervals, by part of speech, differences."""

from __future__ import annotations

import streamlit as st

from agreement.result import Interval
from corpora.language.parts_of_speech import POS_LETTERS
from evaluation.metrics.base import Score
from evaluation.metrics.lexsub import Scorer
from ui.shared import charts
from ui.shared.tables import text_table
from ui.texts import section, t
from workbench.files.score_substitutes import LexsubReport

# The two scores that are drawn, by the rules followed.
_DRAWN = {Scorer.SEMDIS: ("best", "oot"), Scorer.SEMEVAL2007: ("best_recall", "oot_recall")}


def report(found: LexsubReport) -> None:
    """Draw the systems side by side, then cut by part of speech, then two by two."""
    first = found.systems[0].scores
    ceiling = "-" if first.ceiling is None else f"{first.ceiling:.4f}"
    st.caption(t("lexsub.counts", items=first.items, ceiling=ceiling))
    if found.repeating:
        st.caption(t("lexsub.repeating", count=found.repeating))
    text_table(
        [
            {
                t("lexsub.system"): one.name,
                **{t(f"lexsub.{score.metric}"): _told(score) for score in one.scores.scores},
                t("lexsub.answered"): f"{one.scores.answered} ({one.scores.answered / one.scores.items:.0%})",
            }
            for one in found.systems
        ],
        download="substitution-scores.csv",
    )
    for column, name in zip(st.columns(2), _DRAWN[first.scorer], strict=True):
        with column:
            charts.points(
                [
                    {
                        t("lexsub.system"): one.name,
                        t(f"lexsub.{name}"): score.value,
                        "low": score.interval.low if score.interval else score.value,
                        "high": score.interval.high if score.interval else score.value,
                    }
                    for one in found.systems
                    for score in one.scores.scores
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
                t("lexsub.system"): one.name,
                t("substitutes.pos"): section("pos").get(POS_LETTERS.get(pos, pos), pos),
                t("agreement.items"): row["items"],
                **{
                    t(f"lexsub.{name}"): "-" if value is None else f"{value:.4f}"
                    for name, value in row.items()
                    if name != "items"
                },
            }
            for one in found.systems
            for pos, row in one.scores.by_pos.items()
        ],
        download="substitution-by-pos.csv",
    )
    if found.differences:
        st.subheader(t("lexsub.differences"))
        st.caption(t("lexsub.differences_why"))
        text_table(
            [
                {
                    t("lexsub.first"): one.a,
                    t("lexsub.second"): one.b,
                    t("lexsub.score"): t(f"lexsub.{metric}"),
                    t("lexsub.difference"): _with_interval(one.difference, one.interval, "+.4f"),
                    "p": _p(one.p),
                    t("lexsub.p_holm"): _p(one.p_holm),
                }
                for metric, family in found.differences.items()
                for one in family
            ],
            download="substitution-differences.csv",
        )
    with st.expander(t("lexsub.signatures")):
        for one in found.systems:
            for score in one.scores.scores:
                st.text(f"{one.name}: {score.signature}")


def _told(score: Score) -> str:
    """Return a score with its interval, or why there is none."""
    if score.value is None:
        return score.reason or "-"
    return _with_interval(score.value, score.interval)


def _with_interval(value: float | None, interval: Interval | None, form: str = ".4f") -> str:
    if value is None:
        return "-"
    return f"{value:{form}}" + (f" [{interval.low:.4f}, {interval.high:.4f}]" if interval else "")


def _p(p: float | None) -> str:
    return "-" if p is None else f"{p:.4f}"
