"""Coefficients of agreement as tables, beside their intervals and counts; the verdict of a stop rule."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from agreement.diagnosis.figures import Figure
from agreement.result import Agreement, PairAgreement, by_pair
from ui.shared.tables import text_table
from ui.texts import t
from workbench.agreement.report import Verdict


def number(value: float | None) -> str:
    """Return a coefficient with three decimals, a dash when it is undefined."""
    return "-" if value is None else f"{value:.3f}"


def interval(result: Agreement | PairAgreement) -> str:
    """Return a 95 % interval, a dash when there is none."""
    if result.interval is None:
        return "-"
    return f"{result.interval.low:.3f} to {result.interval.high:.3f}"


def figure(one: Figure, digits: int = 2) -> str:
    """Return a figure with its interval, or why it has no value."""
    if one.value is None:
        return f"- ({one.reason})"
    if one.interval is None:
        return f"{one.value:.{digits}f}"
    return f"{one.value:.{digits}f} [{one.interval.low:.{digits}f}, {one.interval.high:.{digits}f}]"


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
            t("agreement.value"): number(result.value),
            t("agreement.interval"): interval(result),
            t("agreement.method"): result.interval.method if result.interval else "-",
            t("agreement.units"): result.units,
            t("agreement.ratings"): result.ratings,
            t("agreement.reason"): result.reason or "",
            t("agreement.signature"): result.signature,
        }
        for place, result in enumerate(results)
    ]
    if all(result.reason is None for result in results):
        for row in rows:
            del row[t("agreement.reason")]
    text_table(rows, download=download)
    with st.expander(t("agreement.meaning")):
        for name in dict.fromkeys(result.measure for result in results):
            st.markdown(f"**{title(name)}**: {t(f'glosses.{name}')}")
        st.caption(t("glosses.interval"))


def pairs(found: Sequence[PairAgreement], *, download: str) -> None:
    """Draw the coefficients of each pair of annotators, one row a pair."""
    rows = []
    for one in by_pair(found):
        row: dict[str, object] = {t("agreement.pair"): f"{one.a} / {one.b}", t("agreement.units"): one.units}
        for result in one.results:
            name = title(result.measure)
            several = len(one.results) > 1
            row[name] = number(result.value)
            row[f"{name}, 95 %" if several else t("agreement.interval")] = interval(result)
        rows.append(row | {t("agreement.reason"): one.reason})
    if not any(one.reason for one in found):
        for row in rows:
            del row[t("agreement.reason")]
    text_table(rows, download=download)


def verdict(found: Verdict) -> None:
    """Say whether the stop rule of a round holds."""
    words = {
        "measure": title(found.rule.measure),
        "level": found.rule.level,
        "threshold": f"{found.rule.threshold:g}",
        "value": number(found.result.value),
        "interval": interval(found.result),
    }
    if found.met is None:
        st.info(t("rounds.rule_unknown", **words, reason=found.result.reason or ""))
    elif found.met:
        st.success(t("rounds.rule_met", **words))
    else:
        st.warning(t("rounds.rule_not_met", **words))
