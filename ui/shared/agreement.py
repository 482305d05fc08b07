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


def title(name: str) -> str:
    """Return a measure's name for people."""
    return t(f"measures.{name}")


def result_table(results: Sequence[Agreement], *, download: str, views: Sequence[str] | None = None) -> None:
    """Draw coefficients with their intervals, counts and signatures, and what each of them means.

    `views` names the view of each result, where their levels do not tell them apart.
    """
    rows = [
        {
            **({t("agreement.view"): views[place]} if views else {}),
            t("agreement.measure"): title(result.measure),
            t("agreement.level"): result.level if result.weights is None else t("agreement.labels"),
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
            st.markdown(f"**{title(name)}**: {t(f'glosses.{name}')}")
        st.caption(t("glosses.interval"))


def pairs(found: Sequence[PairAgreement], *, download: str) -> None:
    """Draw the coefficients of each pair of annotators, one row a pair."""
    rows = []
    for one in by_pair(found):
        row: dict[Head, object] = {t("agreement.pair"): f"{one.a} / {one.b}", t("agreement.units"): one.units}
        for result in one.results:
            name = title(result.measure)
            reach = f"{name}, 95 %" if len(one.results) > 1 else t("agreement.interval")
            row[name, reach] = Number.of(result)
        rows.append(row)
    text_table(rows, download=download)


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
        st.info(t("rounds.rule_unknown", **words, reason=found.result.reason or ""))
    elif found.met:
        st.success(t("rounds.rule_met", **words))
    else:
        st.warning(t("rounds.rule_not_met", **words))
