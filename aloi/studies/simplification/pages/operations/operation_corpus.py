"""A corpus of operations: counts, charts of labels, and pairs with their groups readable."""

from __future__ import annotations

import html
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import altair as alt
import streamlit as st

from aloi.agreement.number import Number
from aloi.annotation.rows import AlignedGroup
from aloi.annotation.tasks.operations.corpus import AnnotatedPair, LengthRatio
from aloi.annotation.tasks.operations.typology import Typology
from aloi.studies.simplification.corpus import CorpusReport
from aloi.ui.numbers import counted, number
from aloi.ui.shared.drawing import chart_words, show
from aloi.ui.shared.tables import text_table
from aloi.ui.texts import t

_ROW = 26  # pixels a label takes, in the bars and in the table of labels
_PLAIN = "#8a93a6"  # of a label the typology does not have
_UNSURE = "#d9dde5"  # of a cell that says little
_ENOUGH = 5  # meetings that chance would give, from which lift and phi are worth a colour
_PAIR_STYLE = """<style>
.op-pair { margin: 0 0 .8rem; padding: .7rem 1rem;
  border: 1px solid rgb(128 128 128 / .35); border-radius: .5rem; }
.op-pair .side { display: flex; gap: .8rem; margin: .15rem 0; line-height: 2; }
.op-pair .side b { flex: 0 0 6rem; font-weight: 600; font-size: .85rem; opacity: .75; line-height: 2.35; }
.op-pair .op { padding: .1rem .25rem; border-radius: .25rem; border-bottom: 3px solid var(--d);
  background: color-mix(in srgb, var(--c) 18%, transparent); }
/* Nearer to the ink: dark colours stand out at night, light ones by day. */
.op-pair .op, .op-pair li i { --d: color-mix(in srgb, var(--c) 75%, currentColor); }
.op-pair sup { margin-left: .15rem; font-size: .68rem; font-weight: 600; line-height: 0; }
.op-pair ol { display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; margin: .5rem 0 0; padding: 0;
  font-size: .88rem; }
.op-pair li { list-style: none; margin: 0; }
.op-pair li i { display: inline-block; width: .7rem; height: .7rem; margin-right: .35rem;
  border-radius: .2rem; background: var(--d); }
.op-pair .none { margin: .4rem 0 0; font-size: .88rem; opacity: .75; }
</style>"""


def title_of(typology: Typology, label: str) -> str:
    """Return the title of a label, or the label if the typology has none."""
    operation = typology.find(label)
    return label if operation is None else operation.title


def figures(report: CorpusReport) -> None:
    """Draw the counts of a corpus."""
    counts = report.counts
    shown = (
        ("pairs", counts.pairs, None),
        ("annotated", counts.annotated, None),
        ("identical", counts.identical, t("operation_corpus.identical_help", count=counts.identical_texts)),
        (
            "erroneous",
            counts.erroneous,
            t("operation_corpus.erroneous_help", count=counts.erroneous_sources),
        ),
        ("groups", counts.groups_annotated, t("operation_corpus.groups_help")),
        ("distinct", counts.distinct_labels_total, t("operation_corpus.distinct_help")),
    )
    for column, (name, value, help_text) in zip(st.columns(len(shown)), shown, strict=True):
        column.metric(t(f"operation_corpus.{name}"), counted(value), help=help_text)
    notes = []
    if counts.erroneous:
        originals = t("operation_corpus.of_originals", count=counts.erroneous_sources)
        notes.append(t("operation_corpus.broken", count=counts.erroneous, originals=originals))
    if counts.identical_texts:
        notes.append(t("operation_corpus.equal_texts", count=counts.identical_texts))
    if notes:
        st.caption(" ".join(notes))


def label_bars(report: CorpusReport, typology: Typology) -> None:
    """Draw each label counted both ways, side by side."""
    names = {"groups": t("operation_corpus.groups"), "pairs": t("operation_corpus.pairs_with")}
    rows = [
        {"label": title_of(typology, label.label), "what": names[unit], "count": getattr(label, unit)}
        for label in report.labels
        for unit in names
    ]
    order = [title_of(typology, one.label) for one in report.labels]
    chart = (
        alt.Chart(alt.Data(values=rows))
        .mark_bar()
        .encode(
            y=alt.Y("label:N", title=None, sort=order, axis=alt.Axis(labelLimit=220)),
            yOffset=alt.YOffset("what:N", sort=list(names.values())),
            x=alt.X("count:Q", title=None),
            color=alt.Color("what:N", title=None, sort=list(names.values()), legend=alt.Legend(orient="top")),
            tooltip=["label:N", "what:N", "count:Q"],
        )
    )
    words = chart_words(
        t("operation_corpus.groups"), t("operation_corpus.operation"), [row["count"] for row in rows]
    )
    show(chart, _ROW * len(order) + 40, words)


def label_table(report: CorpusReport, typology: Typology) -> None:
    """Draw the labels with their counts and shares, to download."""
    text_table(
        [
            {
                t("operation_corpus.operation"): title_of(typology, label.label),
                t("operation_corpus.label"): label.label,
                t("operation_corpus.groups"): label.groups,
                t("operation_corpus.share_of_groups"): Number(label.share_of_groups),
                t("operation_corpus.pairs_with"): label.pairs,
                t("operation_corpus.share_of_pairs"): Number(label.share_of_pairs),
                t("operation_corpus.share_of_distinct"): Number(label.share_of_distinct),
            }
            for label in report.labels
        ],
        download="operations.csv",
    )


def together_heat(report: CorpusReport, typology: Typology, measure: str) -> None:
    """Draw how often two labels meet in a pair: `both` (pairs), `lift` or `phi`."""
    names = {one.label: title_of(typology, one.label) for one in report.labels}
    rows = _together_rows(report, names, measure)
    # Every label, however narrow its cell: a row nobody can name is no use.
    axis = {"labelLimit": 200, "title": None, "labelOverlap": False}
    order = list(names.values())
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("a:N", sort=order, axis=alt.Axis(labelAngle=-60, orient="top", **axis)),
        y=alt.Y("b:N", sort=order, axis=alt.Axis(**axis)),
        tooltip=[
            alt.Tooltip("a:N", title=t("operation_corpus.operation")),
            alt.Tooltip("b:N", title=t("operation_corpus.with")),
            alt.Tooltip("both:Q", title=t("operation_corpus.both")),
            alt.Tooltip("lift:Q", title=t("operation_corpus.lift"), format=".3f"),
            alt.Tooltip("phi:Q", title=t("operation_corpus.phi"), format=".3f"),
        ],
    )
    # Each scale is read on its own: counts by root (few are large), lift and phi around their neutral value.
    most = max(row["both"] for row in rows) if rows else 0
    scale, dark = {
        "both": (alt.Scale(scheme="blues", type="sqrt"), f"datum.both > {most * 0.3}"),
        "lift": (
            alt.Scale(scheme="purpleorange", domain=[0, 1, 4], clamp=True),
            "datum.sure && (datum.lift > 3 || datum.lift < 0.3)",
        ),
        "phi": (
            alt.Scale(scheme="purpleorange", domain=[-0.5, 0, 0.5], clamp=True),
            "datum.sure && abs(datum.phi) > 0.35",
        ),
    }[measure]
    cells = base.mark_rect(stroke=_PLAIN, strokeWidth=0.3).encode(
        color=alt.condition(
            "datum.sure", alt.Color(f"{measure}:Q", scale=scale, legend=None), alt.value(_UNSURE)
        )
    )
    words = base.mark_text(fontSize=10).encode(
        text=alt.Text("shown:N"), color=alt.condition(dark, alt.value("white"), alt.value("#1b2733"))
    )
    by = f"{t('operation_corpus.operation')}, {t('operation_corpus.with')}"
    show(
        cells + words,
        _ROW * len(order) + 120,
        chart_words(t(f"operation_corpus.{measure}"), by, [row[measure] for row in rows]),
    )
    st.caption(t(f"operation_corpus.about_{measure}"))


def _together_rows(report: CorpusReport, names: Mapping[str, str], measure: str) -> list[dict[str, Any]]:
    """Return a cell for each two labels, both ways; lift and phi are sure if enough pairs are expected."""
    have = {one.label: one.pairs for one in report.labels}
    return [
        {
            "a": names[a],
            "b": names[b],
            "both": pair.both,
            "lift": pair.lift,
            "phi": pair.phi,
            "sure": measure == "both" or have[a] * have[b] >= _ENOUGH * report.counts.annotated,
            "shown": f"{pair.both}" if measure == "both" else _short(getattr(pair, measure)),
        }
        for pair in report.together
        for a, b in ((pair.a, pair.b), (pair.b, pair.a))
    ]


def length_chart(ratio: LengthRatio) -> None:
    """Draw quartiles and the histogram of length ratios."""
    columns = st.columns(3)
    for column, name in zip(columns, ("first_quartile", "median", "third_quartile"), strict=True):
        column.metric(t(f"operation_corpus.{name}"), number(getattr(ratio, name), ".2f"))
    rows = [{"low": low, "high": high, "count": count} for low, high, count in ratio.bins]
    bars = (
        alt.Chart(alt.Data(values=rows))
        .mark_bar(binSpacing=1)
        .encode(
            x=alt.X("low:Q", bin="binned", title=t("operation_corpus.ratio"), axis=alt.Axis(format=".2~f")),
            x2=alt.X2("high:Q"),
            y=alt.Y("count:Q", title=t("operation_corpus.pairs")),
            tooltip=["low:Q", "high:Q", "count:Q"],
        )
    )
    same = (
        alt.Chart(alt.Data(values=[{"at": 1}]))
        .mark_rule(strokeDash=[5, 4], color=_PLAIN)
        .encode(x=alt.X("at:Q"))
    )
    counts = [row["count"] for row in rows]
    show(bars + same, 300, chart_words(t("operation_corpus.pairs"), t("operation_corpus.ratio"), counts))
    st.caption(t("operation_corpus.about_ratio", pairs=number(ratio.pairs, ",")))


def drawn_pairs(typology: Typology, pairs: Sequence[AnnotatedPair]) -> None:
    """Draw pairs with the words of each group marked, and the label of each group."""
    st.html(_PAIR_STYLE + "".join(_pair_html(typology, pair) for pair in pairs))


def _pair_html(typology: Typology, pair: AnnotatedPair) -> str:
    sides = "".join(
        f'<div class="side"><b>{html.escape(t(f"operations.op_{name}"))}</b>'
        f"<span>{_side_html(typology, pair, name)}</span></div>"
        for name in ("source", "target")
    )
    groups = "".join(
        f'<li><i style="--c:{_colour(typology, group.label)}"></i>{number} '
        f"<strong>{html.escape(title_of(typology, group.label))}</strong> "
        f"{html.escape(_group_text(pair, group))}</li>"
        for number, group in enumerate(pair.groups, 1)
    )
    below = f"<ol>{groups}</ol>" if groups else f'<p class="none">{t("operation_corpus.untouched")}</p>'
    return f'<div class="op-pair">{sides}{below}</div>'


def _side_html(typology: Typology, pair: AnnotatedPair, side: str) -> str:
    """Return the words of a side, those of a group in its colour with its number."""
    standing: dict[int, list[int]] = defaultdict(list)
    for rank, group in enumerate(pair.groups, 1):
        for position in dict.fromkeys(getattr(group, side)):
            standing[position].append(rank)
    words = []
    tokens = enumerate(getattr(pair, side))
    for numbers, run in groupby(tokens, key=lambda one: standing.get(one[0])):
        text = html.escape(" ".join(token for _, token in run))
        if numbers is None:
            words.append(text)
            continue
        colour = _colour(typology, pair.groups[numbers[0] - 1].label)
        words.append(
            f'<span class="op" style="--c:{colour}">{text}<sup>{",".join(map(str, numbers))}</sup></span>'
        )
    return " ".join(words)


def _group_text(pair: AnnotatedPair, group: AlignedGroup) -> str:
    """Return the words of a group: source and target, or one side if the other is empty."""
    sides = [
        " ".join(tokens[place] for place in sorted(set(places)))
        for tokens, places in ((pair.source, group.source), (pair.target, group.target))
    ]
    return " → ".join(side or "∅" for side in sides)


def _colour(typology: Typology, label: str) -> str:
    operation = typology.find(label)
    return _PLAIN if operation is None else operation.colour


def _short(value: float | None) -> str:
    """Return a number that fits a cell."""
    if value is None:
        return ""
    if abs(value) < 0.005:
        return "0"
    return number(value, ".1f" if abs(value) >= 1 else ".2f")
