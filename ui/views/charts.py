"""Charts: drawn by altair from plain rows, in the colours of the theme."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import streamlit as st

_HEIGHT = 240

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


def bars(rows: Sequence[dict], x: str, y: str, colour: str, *, stacked: bool = False) -> None:
    """Draw bars, side by side or stacked: rows with the fields x, y and colour."""
    encoding = {
        "x": alt.X(f"{x}:N", title=x, axis=alt.Axis(labelAngle=0)),
        "y": alt.Y(f"{y}:Q", title=y),
        "color": alt.Color(f"{colour}:N", title=colour),
        "tooltip": [f"{x}:N", f"{colour}:N", f"{y}:Q"],
    }
    if not stacked:
        encoding["xOffset"] = alt.XOffset(f"{colour}:N")
    _show(alt.Chart(alt.Data(values=list(rows))).mark_bar().encode(**encoding))


def heat(rows: Sequence[dict], x: str, y: str, count: str) -> None:
    """Draw a table of counts as shaded cells with the numbers in them."""
    base = alt.Chart(alt.Data(values=list(rows))).encode(
        x=alt.X(f"{x}:O", title=x, axis=alt.Axis(labelAngle=0)), y=alt.Y(f"{y}:O", title=y, sort="descending")
    )
    most = max((row[count] for row in rows), default=0)
    cells = base.mark_rect().encode(
        color=alt.Color(f"{count}:Q", legend=None, scale=alt.Scale(scheme="blues"))
    )
    words = base.mark_text(fontSize=13).encode(
        text=f"{count}:Q",
        color=alt.condition(f"datum['{count}'] > {most / 2}", alt.value("white"), alt.value("#1b2733")),
    )
    _show(cells + words)


def points(rows: Sequence[dict], x: str, y: str, low: str, high: str) -> None:
    """Draw values with their intervals: rows with the fields x, y, low and high."""
    base = alt.Chart(alt.Data(values=list(rows))).encode(
        x=alt.X(f"{x}:N", title=x, axis=alt.Axis(labelAngle=0), sort=None)
    )
    rules = base.mark_rule(strokeWidth=2, color=_NEUTRAL).encode(y=alt.Y(f"{low}:Q", title=y), y2=f"{high}:Q")
    dots = base.mark_point(filled=True, size=90).encode(
        y=alt.Y(f"{y}:Q", scale=alt.Scale(zero=False)), tooltip=[f"{x}:N", f"{y}:Q", f"{low}:Q", f"{high}:Q"]
    )
    _show(rules + dots)


def _show(chart: alt.Chart | alt.LayerChart) -> None:
    st.altair_chart(chart.properties(height=_HEIGHT), width="stretch")
