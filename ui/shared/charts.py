"""Charts: drawn by altair from plain rows, in the colours of the theme."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import streamlit as st

_HEIGHT = 240
_ROW = 22  # pixels of a label in a table of shaded cells, at least
_AXIS = 120  # pixels of slanted names and their title
_MANY_LABELS = 12
_LEVEL_LETTERS = 60  # of all names of an axis together: more run into each other on a page

_NEUTRAL = "#8a93a6"  # readable on both grounds: a rule takes no colour from the theme


def histogram(bins: Sequence[dict], x: str, y: str) -> None:
    """Draw counts by bin: rows with low, high and count."""
    rows = [{"bin": f"{one['low']:.2f}-{one['high']:.2f}", "count": one["count"]} for one in bins]
    _show(
        alt.Chart(alt.Data(values=rows))
        .mark_bar()
        .encode(
            x=alt.X("bin:N", title=x, sort=None, axis=alt.Axis(labelAngle=0)),
            y=alt.Y("count:Q", title=y),
            tooltip=["bin:N", "count:Q"],
        )
    )


def bars(
    rows: Sequence[dict],
    x: str,
    y: str,
    colour: str,
    *,
    stacked: bool = False,
    order: Sequence[str] | None = None,
) -> None:
    """Draw bars, side by side or stacked: rows with the fields x, y and colour; x in `order`, where told."""
    encoding = {
        "x": alt.X("x:N", title=x, axis=_axis(order), sort=order),
        "y": alt.Y("y:Q", title=y),
        "color": alt.Color("colour:N", title=colour),
        "tooltip": [_tip("x:N", x), _tip("colour:N", colour), _tip("y:Q", y)],
    }
    if not stacked:
        encoding["xOffset"] = alt.XOffset("colour:N")
    _show(_chart(rows, x=x, y=y, colour=colour).mark_bar().encode(**encoding))


def heat(rows: Sequence[dict], x: str, y: str, count: str, *, order: Sequence[str] | None = None) -> None:
    """Draw a table of counts as shaded cells with the numbers in them; x and y in `order`, where told."""
    base = _chart(rows, x=x, y=y, count=count).encode(
        x=alt.X("x:O", title=x, axis=_axis(order), sort=order),
        y=alt.Y(
            "y:O",
            title=y,
            sort=order or "descending",
            axis=alt.Axis(labelOverlap=order is None, labelLimit=240),
        ),
    )
    most = max((row[count] for row in rows), default=0)
    labels = len({row[y] for row in rows})
    cells = base.mark_rect().encode(color=alt.Color("count:Q", legend=None, scale=alt.Scale(scheme="blues")))
    # Among many labels most cells are empty, and zeros would hide what is there.
    told = base.transform_filter("datum.count > 0") if labels > _MANY_LABELS else base
    words = told.mark_text(fontSize=13).encode(
        text="count:Q",
        color=alt.condition(f"datum.count > {most / 2}", alt.value("white"), alt.value("#1b2733")),
    )
    _show(cells + words, max(_HEIGHT, labels * _ROW + (_AXIS if order else 0)))


def points(rows: Sequence[dict], x: str, y: str, low: str, high: str) -> None:
    """Draw values with their intervals: rows with the fields x, y, low and high."""
    base = _chart(rows, x=x, y=y, low=low, high=high).encode(
        x=alt.X("x:N", title=x, axis=alt.Axis(labelAngle=0), sort=None)
    )
    rules = base.mark_rule(strokeWidth=2, color=_NEUTRAL).encode(y=alt.Y("low:Q", title=y), y2="high:Q")
    dots = base.mark_point(filled=True, size=90).encode(
        y=alt.Y("y:Q", scale=alt.Scale(zero=False)),
        tooltip=[_tip("x:N", x), _tip("y:Q", y), _tip("low:Q", low), _tip("high:Q", high)],
    )
    _show(rules + dots)


def _axis(order: Sequence[str] | None) -> alt.Axis:
    """Return an axis whose labels stand level while there are few, slanted where they would run together."""
    slanted = order is not None and sum(map(len, order)) > _LEVEL_LETTERS
    return alt.Axis(labelAngle=-45 if slanted else 0, labelOverlap=order is None, labelLimit=240)


def _chart(rows: Sequence[dict], **fields: str) -> alt.Chart:
    """Return a chart of rows under plain field names: a quote or a dot in a name would leave it empty."""
    return alt.Chart(alt.Data(values=[{plain: row[name] for plain, name in fields.items()} for row in rows]))


def _tip(field: str, title: str) -> alt.Tooltip:
    return alt.Tooltip(field, title=title)


def _show(chart: alt.Chart | alt.LayerChart, height: int = _HEIGHT) -> None:
    st.altair_chart(chart.properties(height=height), width="stretch")
