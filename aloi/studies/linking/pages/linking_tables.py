"""Cross tables of concept ranking: scores with the best marked, fair test sets, the curve, differences."""

from __future__ import annotations

from typing import Any

import altair as alt
import streamlit as st

from aloi.agreement.number import Number, p_text
from aloi.agreement.result import Interval
from aloi.gold.splitting.mention_leaks import Size
from aloi.studies.linking.corpora import CorpusRow
from aloi.studies.linking.cross import BEST, TIED, Column, CrossTable, CrossValue
from aloi.studies.linking.job import Crossed
from aloi.ui.numbers import number, numbers
from aloi.ui.shared.drawing import chart_words, show
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t
from aloi.workbench.reports.table import Head

_ROW = 26  # pixels of a ranker and filter
_SIGNS = {BEST: "▲", TIED: "≈"}


def scores(table: CrossTable) -> None:
    """Draw a score of every ranker on every test set and filter, with the best marked, and as a chart."""
    metric = st.radio(
        t("linking_tables.metric"),
        table.metrics,
        format_func=metric_title,
        horizontal=True,
        key="linking:metric",
    )
    text_table(
        [
            {
                t("linking_tables.corpus"): column.set,
                t("linking_tables.filter"): _filter(column.filter),
                t("linking_tables.mentions_row"): column.mentions,
                t("linking_tables.covered_row"): "-"
                if column.covered is None
                else number(column.covered, ".1%"),
            }
            | {name: _number(table.value(name, column, metric), interval=None) for name in table.rankers}
            for column in table.columns
        ]
    )
    st.caption(t("linking_tables.marks"))
    st.caption(t("linking_tables.covered_why"))
    for name in dict.fromkeys(one.set for one in table.columns):
        st.markdown(f"**{no_markup(name)}**")
        _dots(table, [one for one in table.columns if one.set == name], metric)
    with st.expander(t("linking_tables.intervals")):
        text_table(
            [_interval_row(table, name, one, metric) for one in table.columns for name in table.rankers]
        )


def fair_sets(rows: tuple[CorpusRow, ...]) -> None:
    """Draw the corpora as in published tables, and the rows of the test set that each filter retains."""
    text_table(
        [
            {
                t("linking_tables.corpus"): row.name,
                t("linking_tables.language"): row.language or "-",
                t("linking_tables.mentions_of"): _parts(row, "mentions", "+"),
                t("linking_tables.concepts_of"): _parts(row, "concepts", "/"),
                t("linking_tables.length"): number(row.description.mean_length, ".2f"),
                t("linking_tables.numerals"): number(row.description.numerals, ".2%"),
            }
            for row in rows
        ]
    )
    text_table(
        [
            {
                t("linking_tables.corpus"): row.name,
                t("linking_tables.against"): t(f"linking_tables.against_{row.against}"),
            }
            | {name: _both(size) for name, size in _sizes(row).items()}
            for row in rows
        ]
    )
    st.caption(t("linking_tables.both_why"))


def curve(rows: tuple[CorpusRow, ...]) -> None:
    """Draw the rows of each test set retained at each threshold, as lines and as a table."""
    st.caption(t("linking_tables.curve_why"))
    points = [
        {
            "set": row.name,
            "at": at,
            "share": 100 * size.mentions / max(row.description.test.mentions, 1),
            "mentions": size.mentions,
            "concepts": size.concepts,
        }
        for row in rows
        for at, size in row.curve
    ]
    if not points:
        return
    names = [one.name for one in rows]
    thresholds = sorted({at for one in rows for at, _ in one.curve})
    chart = (
        alt.Chart(alt.Data(values=points))
        .mark_line(point=alt.OverlayMarkDef(size=50))
        .encode(
            x=alt.X(
                "at:Q", title=t("linking_tables.curve_x"), axis=alt.Axis(format=".2f", values=thresholds)
            ),
            y=alt.Y("share:Q", title=t("linking_tables.curve_y"), scale=alt.Scale(domain=[0, 100])),
            color=alt.Color("set:N", title=t("linking_tables.corpus"), sort=names),
            tooltip=[
                alt.Tooltip("set:N", title=t("linking_tables.corpus")),
                alt.Tooltip("at:Q", title=t("linking_tables.curve_x"), format=".2f"),
                alt.Tooltip("mentions:Q", title=t("linking_tables.mentions")),
                alt.Tooltip("concepts:Q", title=t("linking_tables.concepts")),
            ],
        )
    )
    words = chart_words(
        t("linking_tables.curve_y"), t("linking_tables.curve_x"), [one["share"] for one in points]
    )
    show(chart, 340, words)
    counts = {one.name: dict(one.curve) for one in rows}
    text_table(
        [
            {t("linking_tables.curve_x"): f"{at:.2f}"}
            | {name: _both(found.get(at)) for name, found in counts.items()}
            for at in thresholds
        ]
    )
    st.caption(t("linking_tables.both_why"))


def differences(table: CrossTable) -> None:
    """Draw how each ranker differs from the first on the same mentions."""
    first, *others = table.rankers
    if not others:
        st.caption(t("linking_tables.one_ranker"))
        return
    st.caption(t("linking_tables.first_why", first=no_markup(first)))
    text_table(
        [
            {
                t("linking_tables.column"): _head(column),
                t("linking_tables.ranker"): name,
                t("linking_tables.metric"): metric_title(metric).split(":")[0],
                (t("linking_tables.difference"), t("linking_tables.interval")): _gain(value),
                t("linking_tables.p"): numbers(p_text(value.p)),
            }
            for column in table.columns
            for name in others
            for metric in table.metrics
            for value in [table.value(name, column, metric)]
            if value.difference is not None
        ]
    )


def _gain(value: CrossValue) -> Number:
    low, high = value.difference_low, value.difference_high
    ends = None if low is None or high is None else Interval(low, high, "")
    return Number(value.difference, ends, digits=1, percent=True, signed=True)


def signatures(crossed: Crossed) -> None:
    """Draw the signatures of the numbers, and unusual findings in the files."""
    with st.expander(t("linking_tables.signatures")):
        st.code(
            "\n".join(f"{name}: {said}" for name, said in crossed.table.rankers.items()),
            language=None,
            wrap_lines=True,
        )
        st.code(
            "\n".join([crossed.table.signature, *(one.signature for one in crossed.corpora)]),
            language=None,
            wrap_lines=True,
        )
    odd = [(name, one) for name, each in crossed.notes.items() for one in each]
    if odd:
        with st.expander(t("linking_tables.notes")):
            text_table(
                [
                    {
                        t("linking_tables.corpus"): name,
                        t("linking_tables.note_what"): note["what"],
                        t("linking_tables.note_count"): note["count"],
                        t("linking_tables.note_first"): note["first"],
                    }
                    for name, note in odd
                ]
            )


def metric_title(metric: str) -> str:
    """Return the title of a score."""
    return t(f"linking_tables.metric_{metric.replace('@', '_at_')}")


def _head(column: Column) -> str:
    return f"{column.set} · {_filter(column.filter)}"


def _filter(name: str) -> str:
    if name.startswith("filtered_"):
        return t("linking_tables.filter_near", threshold=name.removeprefix("filtered_"))
    return t(f"linking_tables.filter_{name}")


def _sizes(row: CorpusRow) -> dict[str, Size]:
    names = ("full", "filtered", f"filtered_{row.threshold:g}")
    return dict(zip(map(_filter, names), (row.description.test, row.filtered, row.near), strict=True))


def _number(value: CrossValue, **form: Any) -> Number:
    return Number.of(value, digits=1, percent=True, mark=_SIGNS.get(value.mark, ""), **form)


def _both(size: Size | None) -> str:
    return "-" if size is None else f"{size.mentions} / {size.concepts}"


def _parts(row: CorpusRow, field: str, sign: str) -> str:
    """Return a count in all, in the training and in the test set; of the test set alone without training."""
    description = row.description
    full, train, test = (
        getattr(counts, field) for counts in (description.all, description.train, description.test)
    )
    return f"{full} ({train} {sign} {test})" if description.train.mentions else str(full)


def _interval_row(table: CrossTable, ranker: str, column: Column, metric: str) -> dict[Head, object]:
    return {
        t("linking_tables.column"): _head(column),
        t("linking_tables.ranker"): ranker,
        (t("linking_tables.value"), t("linking_tables.interval")): _number(
            table.value(ranker, column, metric)
        ),
    }


def _dots(table: CrossTable, columns: list[Column], metric: str) -> None:
    """Draw the rankers of one test set: a point and its interval for each filter."""
    points = []
    for column in columns:
        for name in table.rankers:
            value = table.value(name, column, metric)
            if value.value is not None:
                points.append(
                    {
                        "ranker": name,
                        "filter": _filter(column.filter),
                        "value": 100 * value.value,
                        "low": 100 * (value.value if value.low is None else value.low),
                        "high": 100 * (value.value if value.high is None else value.high),
                    }
                )
    if not points:
        return
    filters = [_filter(one.filter) for one in columns]
    scale, axis = alt.Scale(domain=[0, 100]), alt.Axis(values=list(range(0, 101, 10)))
    base = alt.Chart(alt.Data(values=points)).encode(
        y=alt.Y("ranker:N", title=None, sort=list(table.rankers), axis=alt.Axis(labelLimit=320)),
        yOffset=alt.YOffset("filter:N", sort=filters),
        color=alt.Color("filter:N", title=t("linking_tables.fair"), sort=filters),
        tooltip=[
            alt.Tooltip("ranker:N", title=t("linking_tables.ranker")),
            alt.Tooltip("filter:N", title=t("linking_tables.fair")),
            alt.Tooltip("value:Q", title=metric_title(metric), format=".1f"),
            alt.Tooltip("low:Q", format=".1f"),
            alt.Tooltip("high:Q", format=".1f"),
        ],
    )
    title = metric_title(metric).split(":")[0]
    rules = base.mark_rule().encode(x=alt.X("low:Q", title=title, scale=scale, axis=axis), x2="high:Q")
    dots = base.mark_circle(size=70, opacity=1).encode(
        x=alt.X("value:Q", title=title, scale=scale, axis=axis)
    )
    height = _ROW * max(len(table.rankers), 2) * 2 + 40
    show(
        rules + dots, height, chart_words(title, t("linking_tables.ranker"), [one["value"] for one in points])
    )
