"""Charts of trainings and comparisons: the loss as it falls, predicted against gold, systems side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import streamlit as st

from aloi.base.records import to_json
from aloi.evaluation.curve import Curve
from aloi.ui.shared.drawing import NAMES, RULE, chart_words, show
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t, translated

_ROW = 44  # pixels of a system in the plot of systems: its name, and its interval below
_MOST_LABEL = 320  # pixels of the longest name in a legend before it is cut


def losses(steps: Sequence[Mapping[str, object]]) -> None:
    """Draw the training loss by step, a line a fit: rows with fit, step and loss."""
    base = alt.Chart(alt.Data(values=[dict(one) for one in steps])).encode(
        x=alt.X("step:Q", title=t("models.step"), axis=alt.Axis(tickMinStep=1, format="d")),
        y=alt.Y("loss:Q", title=t("models.loss"), scale=alt.Scale(zero=False)),
        color=_of_fit(steps),
        tooltip=[
            alt.Tooltip("fit:N", title=t("models.fit")),
            alt.Tooltip("step:Q", title=t("models.step")),
            alt.Tooltip("loss:Q", title=t("models.loss"), format=".4f"),
        ],
    )
    words = chart_words(t("models.loss"), t("models.step"), [float(str(one["loss"])) for one in steps])
    show(base.mark_line(point=alt.OverlayMarkDef(size=20)), 260, words)


def dev_scores(steps: Sequence[Mapping[str, object]], metric: str) -> None:
    """Draw a metric on the dev part at the ends of epochs, a line a fit: rows with fit, epoch and value."""
    base = alt.Chart(alt.Data(values=[dict(one) for one in steps])).encode(
        x=alt.X("epoch:Q", title=t("models.epoch")),
        y=alt.Y("value:Q", title=t("models.on_dev", metric=metric), scale=alt.Scale(zero=False)),
        color=_of_fit(steps),
        tooltip=[
            alt.Tooltip("fit:N", title=t("models.fit")),
            alt.Tooltip("epoch:Q", title=t("models.epoch"), format=".2f"),
            alt.Tooltip("value:Q", title=metric, format=".4f"),
        ],
    )
    words = chart_words(metric, t("models.epoch"), [float(str(one["value"])) for one in steps])
    show(base.mark_line(point=alt.OverlayMarkDef(size=50)), 260, words)


def scatter(points: Sequence[Mapping[str, object]], low: float, high: float) -> None:
    """Draw predicted against gold, with the line of equal values: rows with gold, predicted, id."""
    ends, margin = [low, high], (high - low) / 50  # so that no point is cut in half
    values = [float(str(one["predicted"])) for one in points]
    x = alt.Scale(domain=[low - margin, high + margin], nice=False)
    y = alt.Scale(domain=[min(low, *values) - margin, max(high, *values) + margin], nice=False)
    dots = (
        alt.Chart(alt.Data(values=[dict(one) for one in points]))
        .mark_circle(size=30, opacity=0.35)
        .encode(
            x=alt.X("gold:Q", title=t("glossary.gold"), scale=x, axis=alt.Axis(tickCount=6)),
            y=alt.Y("predicted:Q", title=t("models.predicted"), scale=y, axis=alt.Axis(tickCount=6)),
            tooltip=[
                alt.Tooltip("id:N", title=t("glossary.item")),
                alt.Tooltip("gold:Q", title=t("glossary.gold"), format=".3g"),
                alt.Tooltip("predicted:Q", title=t("models.predicted"), format=".3f"),
            ],
        )
    )
    line = (
        alt.Chart(alt.Data(values=[{"gold": one, "predicted": one} for one in ends]))
        .mark_line(strokeDash=[4, 4], color=RULE)
        .encode(x=alt.X("gold:Q", scale=x), y=alt.Y("predicted:Q", scale=y))
    )
    show(line + dots, 420, chart_words(t("models.predicted"), t("glossary.gold"), values))


def systems(rows: Sequence[Mapping[str, object]], kinds: Sequence[str], metric: str) -> None:
    """Draw the value and interval of each system: rows with system, kind, value, low and high, best first.

    `kinds` are all there could be, so that each keeps its colour and shape whichever are there.
    """
    order = [str(one["system"]) for one in rows]
    present_kinds = [kind for kind in kinds if any(one["kind"] == kind for one in rows)]
    scale = alt.Scale(domain=list(kinds))
    base = alt.Chart(alt.Data(values=[dict(one) for one in rows])).encode(
        y=alt.Y("system:N", sort=order, title=None, axis=alt.Axis(labels=False, ticks=False, grid=True))
    )
    # Names are above their intervals: beside them they would leave no space for these on a telephone.
    names = base.mark_text(align="left", baseline="bottom", dy=-7, fontSize=13, **NAMES).encode(
        x=alt.XValue(2), text=alt.Text("system:N")
    )
    legend = alt.Legend(orient="top", labelLimit=_MOST_LABEL, values=present_kinds)
    colour = alt.Color("kind:N", scale=scale, title=None, legend=legend)
    rules = base.mark_rule(strokeWidth=2).encode(
        x=alt.X(
            "low:Q", title=metric, scale=alt.Scale(zero=False), axis=alt.Axis(labelFlush=True, tickCount=10)
        ),
        x2=alt.X2("high:Q"),
        color=colour,
    )
    dots = base.mark_point(filled=True, size=90, opacity=1).encode(
        x=alt.X("value:Q", scale=alt.Scale(zero=False)),
        color=colour,
        shape=alt.Shape("kind:N", scale=scale, title=None, legend=legend),
        tooltip=[
            alt.Tooltip("system:N", title=t("comparison.system")),
            alt.Tooltip("kind:N", title=t("comparison.kind")),
            alt.Tooltip("value:Q", title=metric, format=".3f"),
            alt.Tooltip("low:Q", title=t("comparison.low"), format=".3f"),
            alt.Tooltip("high:Q", title=t("comparison.high"), format=".3f"),
        ],
    )
    words = chart_words(metric, t("comparison.system"), [float(str(one["value"])) for one in rows])
    show(names + rules + dots, 130 + _ROW * len(rows), words)


def learning_curve(curve: Curve, metric: str, items: str | None = None) -> None:
    """Draw a metric by training pairs, the band of the fitted curve, and the gain of more rows.

    `items` is what training pairs are called where they are something else.
    """
    points = [
        {"items": point.items, "value": point.value, "fits": point.fits, **ends(point)}
        for point in curve.points
        if point.value is not None
    ]
    if points:
        _curve(points, [to_json(one) for one in curve.band], metric, items or t("comparison.items"))
    st.markdown(no_markup(translated(curve.sentence)))
    st.code(curve.signature, language=None, wrap_lines=True)


def ends(estimate: Any, low: str = "low", high: str = "high") -> dict[str, float]:
    """Return the ends of the interval of an estimate, under these names; without one, the value."""
    both = (
        (estimate.value, estimate.value)
        if estimate.interval is None
        else (estimate.interval.low, estimate.interval.high)
    )
    return dict(zip((low, high), both, strict=True))


def _curve(
    points: Sequence[Mapping[str, object]], band: Sequence[Mapping[str, object]], metric: str, items: str
) -> None:
    x = alt.X("items:Q", title=items, scale=alt.Scale(zero=False, nice=False))
    y = alt.Y("low:Q", title=metric, scale=alt.Scale(zero=False))
    fitted = alt.Chart(alt.Data(values=list(band)))
    base = alt.Chart(alt.Data(values=list(points))).encode(x=x)
    dots = base.mark_point(filled=True, size=80, opacity=1).encode(
        y=alt.Y("value:Q"),
        tooltip=[
            alt.Tooltip("items:Q", title=items),
            alt.Tooltip("value:Q", title=metric, format=".3f"),
            alt.Tooltip("low:Q", title=t("comparison.low"), format=".3f"),
            alt.Tooltip("high:Q", title=t("comparison.high"), format=".3f"),
            alt.Tooltip("fits:Q", title=t("comparison.fits")),
        ],
    )
    rules = base.mark_rule(strokeWidth=2, color=RULE).encode(y=y, y2=alt.Y2("high:Q"))
    if band:
        area = fitted.mark_area(opacity=0.2).encode(x=x, y=y, y2=alt.Y2("high:Q"))
        drawn = area + fitted.mark_line().encode(x=x, y=alt.Y("value:Q")) + rules + dots
    else:
        drawn = rules + dots
    show(drawn, 320, chart_words(metric, items, [float(str(one["value"])) for one in points]))


def _of_fit(steps: Sequence[Mapping[str, object]]) -> alt.Color:
    is_single_fit = len({step["fit"] for step in steps}) == 1
    return alt.Color(
        "fit:N", sort=None, title=t("models.fit"), legend=None if is_single_fit else alt.Legend()
    )
