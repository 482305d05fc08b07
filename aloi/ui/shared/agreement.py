"""Coefficients of agreement as tables, with their intervals and counts; the verdict of a stop rule."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from aloi.agreement.difference import AgreementDifference
from aloi.agreement.measures import find_measure
from aloi.agreement.number import Number, p_text
from aloi.agreement.parts.spans import SpanAgreement
from aloi.agreement.result import Agreement, PairAgreement, by_pair
from aloi.base.names import counting_order
from aloi.ui.numbers import number, numbers
from aloi.ui.shared import charts
from aloi.ui.shared.tables import csv_bytes, give, no_markup, text_table
from aloi.ui.texts import section, t, translated
from aloi.workbench.agreement.full_report.crosscheck import Crosscheck
from aloi.workbench.agreement.full_report.spans import SoftSpans, SpanReport
from aloi.workbench.agreement.verdict import Verdict
from aloi.workbench.reports.table import Head

_MEAN = "mean_pairwise_"
_ROUNDING = 1e-9  # two computations that differ by less found the same


def title(name: str) -> str:
    """Return the title of a measure, also that of its mean over pairs of annotators."""
    if name.startswith(_MEAN):
        return t("measures.mean_pairwise", measure=title(name.removeprefix(_MEAN)))
    return t(f"measures.{name}") if name in section("measures") else translated(find_measure(name).title)


def meaning(name: str) -> str:
    """Return the explanation of a measure; that of a plug-in is its `about`."""
    gloss = "mean_pairwise" if name.startswith(_MEAN) else name
    return t(f"glosses.{gloss}") if gloss in section("glosses") else translated(find_measure(name).about)


def result_table(
    results: Sequence[Agreement],
    *,
    download: str,
    views: Sequence[str] | None = None,
    counted: tuple[str, str] | None = None,
) -> None:
    """Draw coefficients with their intervals, counts, signatures and explanations.

    `views` names the view of each result, where their levels do not tell them apart; `counted` what their
    units and ratings are called, where they are not items and ratings.
    """
    units, ratings = counted or (t("glossary.units"), t("agreement.ratings"))
    rows = [
        {
            **({t("agreement.view"): translated(views[position])} if views else {}),
            t("agreement.measure"): title(result.measure),
            t("agreement.level"): _scale(result),
            (t("app.value"), t("glossary.interval")): Number.of(result),
            units: result.units,
            ratings: result.ratings,
            t("app.signature"): result.signature,  # it also says how the interval was made
        }
        for position, result in enumerate(results)
    ]
    text_table(rows, download=download, signed=t("app.signature"))
    with st.expander(t("agreement.meaning")):
        for name in dict.fromkeys(result.measure for result in results):
            st.markdown(t("agreement.meaning_of", name=title(name), meaning=meaning(name)))
        st.caption(t("glosses.interval"))


def crosscheck(level: str, check: Crosscheck, view: str = "") -> None:
    """Draw the alpha of the independent package, and its difference from ours.

    Parameters
    ----------
    view : str
        Translated title of the view, if several views have the same level.
    """
    named = view or t(f"agreement.level_{level}")
    if check.difference is None:
        st.caption(t("agreement.no_check", level=named, reason=translated(check.reason or "")))
    elif abs(check.difference) < _ROUNDING:
        st.caption(t("agreement.check_same", level=named, value=Number(check.value)))
    else:
        words = {"value": Number(check.value), "difference": number(check.difference, ".1e")}
        st.caption(t("agreement.check", level=named, **words))


def _scale(result: Agreement | PairAgreement) -> str:
    """Return how two different answers are compared: the level, labels, or the weights."""
    if result.weights is None:
        return t(f"agreement.level_{result.level}")
    return (
        t("agreement.labels") if result.weights == "unweighted" else t(f"agreement.weights_{result.weights}")
    )


def forest(results: Sequence[Agreement], views: Sequence[str] | None = None) -> None:
    """Draw coefficients with their intervals one below the other; those without one are in the table.

    `views` names the view of each, if their levels do not distinguish them.
    """
    rows = [
        {
            t("agreement.measure"): f"{title(result.measure)}, {_scale(result)}"
            + (f" ({translated(views[position])})" if views else ""),
            t("app.value"): result.value,
            t("agreement.low"): result.interval.low,
            t("agreement.high"): result.interval.high,
        }
        for position, result in enumerate(results)
        if result.value is not None and result.interval is not None
    ]
    if rows:
        heads = ("agreement.measure", "app.value", "agreement.low", "agreement.high")
        charts.forest(rows, *map(t, heads))


def pairs(agreements: Sequence[PairAgreement], *, download: str) -> None:
    """Draw a coefficient of each pair as shaded cells, with its table; the file has all coefficients."""
    pair_rows = by_pair(agreements)
    if not pair_rows:
        return
    names = [_pair_name(one, pair_rows[0].results) for one in pair_rows[0].results]
    chosen = names[0]
    if len(names) > 1:
        chosen = st.selectbox(t("agreement.measure"), names, key=f"pairs:{download}:measure")
    position = names.index(chosen)
    people = list(dict.fromkeys(name for one in pair_rows for name in (one.a, one.b)))
    charts.pairs_heat(
        [(one.a, one.b, one.results[position].value) for one in pair_rows],
        sorted(people, key=counting_order),
        chosen,
    )
    with st.expander(t("app.as_table"), expanded=len(people) == 2):
        text_table(
            [
                {
                    t("agreement.pair"): f"{pair.a} / {pair.b}",
                    t("glossary.units"): pair.units,
                    **{
                        name: numbers(str(Number.of(result)))
                        for name, result in zip(names, pair.results, strict=True)
                    },
                }
                for pair in pair_rows
            ],
        )
    table_rows = []
    for pair in pair_rows:
        row: dict[Head, object] = {
            t("agreement.pair"): f"{pair.a} / {pair.b}",
            t("glossary.units"): pair.units,
        }
        for name, result in zip(names, pair.results, strict=True):
            row[name, f"{name}, {number(0.95, '.0%')}"] = Number.of(result)
        table_rows.append(row)
    give(t("app.download_table"), csv_bytes(table_rows), download, f"download:{download}")


def crossed(
    a: str, b: str, categories: Sequence[str], counts: Sequence[Sequence[int]], *, order: Sequence[str] | None
) -> None:
    """Draw how often `a` gave each category (rows) if `b` gave each (columns), as a chart and a table.

    `order` is that of the categories in the chart, None for numbers that go upwards.
    """
    cells = [dict(zip(categories, row, strict=True)) for row in counts]
    charts.heat(
        [
            {a: name, b: other, t("app.items"): count}
            for name, row in zip(categories, cells, strict=True)
            for other, count in row.items()
        ],
        b,
        a,
        t("app.items"),
        order=order,
    )
    table = [{f"{a} / {b}": name, **row} for name, row in zip(categories, cells, strict=True)]
    charts.as_table(table, download=f"confusions-{a}-{b}.csv")


def _pair_name(pair: PairAgreement, all_pairs: Sequence[PairAgreement]) -> str:
    twice = [each.measure for each in all_pairs].count(pair.measure) > 1
    return f"{title(pair.measure)}, {_scale(pair)}" if twice else title(pair.measure)


def means(means_: Sequence[Agreement]) -> None:
    """Draw the means over pairs of annotators of the coefficients of `pairs`."""
    text_table(
        [
            {
                t("agreement.measure"): title(mean.measure),
                t("agreement.level"): _scale(mean),
                (t("app.value"), t("glossary.interval")): Number.of(mean),
            }
            for mean in means_
        ]
    )


def differences(differences_: Sequence[AgreementDifference], first: str, second: str, apart: float) -> None:
    """Draw how two agreements differ, and how many units would find them `apart` from each other.

    `first` and `second` are what the two are called.
    """
    if first == second:
        second = f"{second} (2)"
    text_table(
        [
            {
                t("agreement.measure"): title(difference.measure),
                first: Number(difference.first),
                second: Number(difference.second),
                t("comparing.difference"): Number(difference.difference, difference.interval, signed=True),
                "p": numbers(p_text(difference.p)),
                t("app.reason"): translated(difference.reason or ""),
            }
            for difference in differences_
        ],
        download="difference.csv",
    )
    for caution in dict.fromkeys(one.caution for one in differences_ if one.caution):
        st.warning(no_markup(translated(caution)))
    main = next((one for one in differences_ if one.measure == "krippendorff_alpha"), differences_[0])
    units = main.planned(apart)
    if units is None:
        return
    words = {"measure": title(main.measure), "least": Number(main.detectable, digits=2)}
    counts = {"apart": number(apart, "g"), "first": units[0], "second": units[1]}
    st.caption(no_markup(t("comparing.planned", **words, **counts)))


def verdict(verdict_: Verdict) -> None:
    """Say whether the stop rule of a round holds."""
    value, interval = Number.of(verdict_.result), verdict_.result.interval
    words = {
        "measure": title(verdict_.rule.measure),
        "level": t(f"agreement.level_{verdict_.rule.level}"),
        "threshold": number(verdict_.rule.threshold, "g"),
        "value": numbers(value.value_text),
        "bound": numbers(str(Number(interval.low))) if interval is not None else "",
    }
    if verdict_.met is None:
        st.info(
            t(
                "rounds.rule_unknown",
                **words,
                reason=translated(verdict_.result.reason or verdict_.result.ci_reason or ""),
            )
        )
    elif verdict_.met:
        st.success(t("rounds.rule_met", **words))
    else:
        st.warning(t("rounds.rule_not_met", **words))


def f1_row(head: str, name: str, both: Sequence[SpanAgreement]) -> dict[str, object]:
    """Return a row of exact and partial F1; `head` is the head of its name."""
    exact, partial = both
    return {
        head: name,
        t("spans.exact"): Number.of(exact.f1),
        t("spans.partial"): Number.of(partial.f1),
        t("spans.texts"): exact.f1.units,
        t("app.signature"): exact.signature,
    }


def span_labels(report: SpanReport, soft: SoftSpans) -> None:
    """Draw F1 whatever the labels, then F1 and alpha_u of each label."""
    head = t("diagnosis.label")
    rows = [
        (t("spans.blind"), report.blind, None),
        *((name, both, name) for name, both in report.labels.items()),
    ]
    text_table(
        [
            {
                **f1_row(head, shown, both),
                t("measures.alpha_u"): None if name is None else Number(soft.alpha_u.labels.get(name)),
            }
            for shown, both, name in rows
        ],
        download="span-labels.csv",
        signed=t("app.signature"),
    )
