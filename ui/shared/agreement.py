"""Coefficients of agreement as tables, beside their intervals and counts; the verdict of a stop rule."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from agreement.number import Number
from agreement.result import Agreement, PairAgreement, by_pair
from ui.shared.tables import text_table
from ui.texts import t
from workbench.agreement.report import Verdict
from workbench.reports.table import Head

_MEAN = "mean_pairwise_"


def title(name: str) -> str:
    """Return a measure's name for people, also that of its mean over pairs of annotators."""
    if name.startswith(_MEAN):
        return t("measures.mean_pairwise", measure=title(name.removeprefix(_MEAN)))
    return t(f"measures.{name}")


def result_table(results: Sequence[Agreement], *, download: str, views: Sequence[str] | None = None) -> None:
    """Draw coefficients with their intervals, counts and signatures, and what each of them means.

    `views` names the view of each result, where their levels do not tell them apart.
    """
    rows = [
        {
            **({t("agreement.view"): views[place]} if views else {}),
            t("agreement.measure"): title(result.measure),
            t("agreement.level"): _scale(result),
            (t("agreement.value"), t("agreement.interval")): Number.of(result),
            t("agreement.method"): result.interval.method if result.interval else "-",
            t("agreement.units"): result.units,
            t("agreement.ratings"): result.ratings,
            t("agreement.signature"): result.signature,
        }
        for place, result in enumerate(results)
    ]
    text_table(rows, download=download, signed=t("agreement.signature"))
    with st.expander(t("agreement.meaning")):
        for name in dict.fromkeys(result.measure for result in results):
            gloss = "mean_pairwise" if name.startswith(_MEAN) else name
            st.markdown(f"**{title(name)}**: {t(f'glosses.{gloss}')}")
        st.caption(t("glosses.interval"))


def _scale(result: Agreement) -> str:
    """Return what two different answers count as: the level, labels, or the weights."""
    if result.weights is None:
        return result.level
    return t("agreement.labels") if result.weights == "unweighted" else result.scale


def pairs(found: Sequence[PairAgreement], *, download: str) -> None:
    """Draw the coefficients of each pair of annotators, one row a pair."""
    rows = []
    for one in by_pair(found):
        row: dict[Head, object] = {t("agreement.pair"): f"{one.a} / {one.b}", t("agreement.units"): one.units}
        names = [result.measure for result in one.results]
        for result in one.results:
            twice = names.count(result.measure) > 1
            name = f"{title(result.measure)} ({result.scale})" if twice else title(result.measure)
            reach = f"{name}, 95 %" if len(one.results) > 1 else t("agreement.interval")
            row[name, reach] = Number.of(result)
        rows.append(row)
    text_table(rows, download=download)


def means(found: Sequence[Agreement]) -> None:
    """Draw the means over pairs of annotators of what `pairs` draws."""
    text_table(
        [
            {
                t("agreement.measure"): title(one.measure),
                t("agreement.level"): _scale(one),
                (t("agreement.value"), t("agreement.interval")): Number.of(one),
            }
            for one in found
        ]
    )


def verdict(found: Verdict) -> None:
    """Say whether the stop rule of a round holds."""
    value = Number.of(found.result)
    words = {
        "measure": title(found.rule.measure),
        "level": found.rule.level,
        "threshold": f"{found.rule.threshold:g}",
        "value": value.value_text,
        "interval": value.interval_text,
    }
    if found.met is None:
        st.info(t("rounds.rule_unknown", **words, reason=found.result.reason or found.result.ci_reason or ""))
    elif found.met:
        st.success(t("rounds.rule_met", **words))
    else:
        st.warning(t("rounds.rule_not_met", **words))
