"""The common parts of charts: colours of the theme with sufficient contrast, and the chart in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import streamlit as st
from altair.utils import schemapi

from aloi.ui.numbers import chart_locale, number
from aloi.ui.texts import t

RULE = "#8a93a6"  # of lines: 3 to 1 on both grounds
# Of names within a chart. No grey can be read on both grounds, and an open page follows the evening without
# being drawn anew: so names take their colour from the ground below.
NAMES: dict[str, Any] = {"color": "#b2b2b2", "blend": "difference"}
SHADES = ("#eef2fb", "#25408f")  # of cells, by day and by night; the theme's colour is the most
TURN = 0.71  # of the way from one to the other: white and black are read alike there, 4.5 to 1


def shades(low: float, high: float) -> alt.Scale:
    """Return the scale of shaded cells: the theme's colour at `high`."""
    return alt.Scale(domain=[low, high], range=list(SHADES), interpolate="rgb", clamp=True)


def ink_on(field: str, low: float, high: float) -> Any:
    """Return the colour of numbers on cells of `shades`, by the field that shades them."""
    turn = low + TURN * (high - low)
    # Channels are said as classes: of a text or a dictionary altair searches its whole schema, 10 ms each.
    return alt.ColorValue("black", condition={"test": f"datum.{field} > {turn}", "value": "white"})


def chart_words(title: str, by: str, values: Sequence[float | None]) -> str:
    """Return a chart in words: its axes, the number of values, and their range."""
    present = [one for one in values if one is not None]
    if not present:
        return t("app.chart_empty", what=title, by=by)
    ends = {"low": number(min(present), ".4g"), "high": number(max(present), ".4g")}
    return t("app.chart", what=title, by=by, count=len(present), **ends)


def show(chart: alt.Chart | alt.LayerChart, height: int, words: str) -> None:
    """Draw a chart as wide as the page; `words` describe it for people who do not see it."""
    # Put into what altair gives, not into its chart: that would copy the chart, its numbers too, each time.
    spec = chart.to_dict(validate=schemapi.DEBUG_MODE) | {"height": height, "description": words}
    locale = chart_locale()
    if locale:
        # Vega says axes and legends to screen readers in English: the chart's own words say them all.
        silent = {"axis": {"aria": False}, "legend": {"aria": False}}
        spec["config"] = {**spec.get("config", {}), **silent, "locale": locale}
    st.vega_lite_chart(spec, width="stretch")
