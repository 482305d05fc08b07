"""Charts: drawn by altair from plain rows, in the colours of the theme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import altair as alt
import streamlit as st

from aloi.ui.numbers import chart_day, number
from aloi.ui.numbers import day as written_day
from aloi.ui.shared.drawing import NAMES, RULE, chart_words, ink_on, shades, show
from aloi.ui.shared.tables import text_table
from aloi.ui.texts import t

_HEIGHT = 240
_ROW = 22  # pixels of a label in a table of shaded cells, at least
_AXIS = 60  # pixels of the names below a table of shaded cells and of their title
_LETTER, _MOST_NAME = 6, 240  # pixels of a letter of an axis, and of a name of it at most
_MANY_LABELS = 12
_LEVEL_LETTERS = 60  # of all names of an axis together: more run into each other on a page

_MOST_AHEAD = 2  # times the days until the expected end: no more of its interval is drawn
_LEAST_DAYS = 7
_TO_A_TICK = alt.Scale(nice=True)  # no bar ends above the last tick
_FOREST_ROW = 46  # pixels of a coefficient: its name, and its interval below
_BAR, _NAME_ABOVE = 12, 26  # pixels of a bar from left to right, and of the name above it
_SHARES_ROW, _LEGEND = 58, 50  # pixels of a bar with its name above, and of the legend above all
_FOREST_AXIS = 70  # pixels of its axis and their title


def histogram(bins: Sequence[dict], x: str, y: str) -> None:
    """Draw counts by bin: rows with low, high and count."""
    rows = [
        {"bin": f"{number(bin_['low'], '.2f')}–{number(bin_['high'], '.2f')}", "count": bin_["count"]}
        for bin_ in bins
    ]
    chart = (
        alt.Chart(alt.Data(values=rows))
        .mark_bar()
        .encode(
            x=alt.X("bin:N", title=x, sort=None, axis=alt.Axis(labelAngle=0)),
            y=alt.Y("count:Q", title=y, scale=_TO_A_TICK),
            tooltip=[_tip("bin:N", x), _tip("count:Q", y)],
        )
    )
    show(chart, _HEIGHT, chart_words(y, x, [row["count"] for row in rows]))


def bars(
    rows: Sequence[dict],
    x: str,
    y: str,
    colour: str,
    kinds: Sequence[str],
    *,
    stacked: bool = False,
    order: Sequence[str] | None = None,
) -> None:
    """Draw bars, side by side or stacked: rows with the fields x, y and colour; x in `order`, if given.

    `kinds` are the values of colour in an order that does not depend on the language, so that each keeps its
    colour in all of them.
    """
    counts = all(isinstance(row[y], int) for row in rows)  # nobody gives half an answer
    words = chart_words(y, f"{x}, {colour}", [row[y] for row in rows])
    if order and _slanted(order):
        _lying_bars(rows, x, y, colour, kinds, order, words, stacked=stacked, counts=counts)
        return
    encoding = {
        "x": alt.X("x:N", title=x, axis=_axis(order), sort=order),
        "y": alt.Y("y:Q", title=y, scale=_TO_A_TICK, axis=alt.Axis(tickMinStep=1) if counts else alt.Axis()),
        "color": _colours(kinds, rows, colour),
        "tooltip": [_tip("x:N", x), _tip("colour:N", colour), _tip("y:Q", y)],
    }
    if not stacked:
        encoding["xOffset"] = alt.XOffset("colour:N", sort=list(kinds))
    show(_chart(rows, x=x, y=y, colour=colour).mark_bar().encode(**encoding), _HEIGHT, words)


def _lying_bars(
    rows: Sequence[dict],
    x: str,
    y: str,
    colour: str,
    kinds: Sequence[str],
    order: Sequence[str],
    words: str,
    *,
    stacked: bool,
    counts: bool,
) -> None:
    """Draw bars from left to right, below their names: long names below a chart are cut on a telephone."""
    thick = _BAR if stacked else _BAR * len(kinds)
    step = thick + _NAME_ABOVE
    scale = alt.Scale(paddingInner=_NAME_ABOVE / step, paddingOuter=_NAME_ABOVE / step)
    hidden = alt.Axis(labels=False, ticks=False, domain=False, grid=False)
    base = _chart(rows, x=x, y=y, colour=colour)
    encoding = {
        "x": alt.X("y:Q", title=y, axis=alt.Axis(tickMinStep=1, format=",d") if counts else alt.Axis()),
        "y": alt.Y("x:N", sort=order, title=None, axis=hidden, scale=scale),
        "color": _colours(kinds, rows, colour, orient="top"),
        "tooltip": [_tip("x:N", x), _tip("colour:N", colour), _tip("y:Q", y)],
    }
    if not stacked:
        encoding["yOffset"] = alt.YOffset("colour:N", sort=list(kinds))
    above = alt.Y("x:N", sort=order, bandPosition=0)
    named = base.transform_aggregate(groupby=["x"]).mark_text(
        align="left", baseline="bottom", dy=-3, fontSize=12, **NAMES
    )
    names = named.encode(x=alt.XValue(2), y=above, text=alt.Text("x:N"))
    height = _FOREST_AXIS + _LEGEND + step * len(order) + _NAME_ABOVE
    show(alt.layer(base.mark_bar().encode(**encoding), names), height, words)


def shares(rows: Sequence[dict], y: str, x: str, colour: str, kinds: Sequence[str]) -> None:
    """Draw one bar per name, cut into kinds: rows with the fields y, x (a count) and colour.

    `kinds` are as those of `bars`; names are above their bars, in the order of the rows.
    """
    order = list(dict.fromkeys(row[y] for row in rows))
    position = {kind: number for number, kind in enumerate(kinds)}
    drawn = [{**row, "position": position[row[colour]]} for row in rows]
    axis = alt.Axis(labels=False, ticks=False, domain=False, grid=False)
    base = _chart(drawn, y=y, x=x, colour=colour, position="position").encode(
        y=alt.Y("y:N", sort=order, title=None, axis=axis, scale=alt.Scale(paddingInner=0.6, paddingOuter=0.5))
    )
    bars_ = base.mark_bar().encode(
        x=alt.X("x:Q", title=x, axis=alt.Axis(tickMinStep=1, tickCount=6, format=",d")),
        color=_colours(kinds, rows, colour, orient="top"),
        order=alt.Order("position:Q"),
        tooltip=[_tip("y:N", y), _tip("colour:N", colour), _tip("x:Q", x)],
    )
    # Names are above their bars: beside them they would leave no space for these on a telephone.
    named = base.transform_aggregate(groupby=["y"])  # each name once, and not for each part of its bar
    names = named.mark_text(align="left", baseline="bottom", dy=-12, fontSize=12, **NAMES).encode(
        x=alt.XValue(2), text=alt.Text("y:N")
    )
    words = chart_words(x, f"{y}, {colour}", [row[x] for row in rows])
    show(alt.layer(bars_, names), _FOREST_AXIS + _LEGEND + _SHARES_ROW * len(order), words)


def _colours(kinds: Sequence[str], rows: Sequence[dict], colour: str, **legend: Any) -> alt.Color:
    """Return the colours of kinds, each by its position: Vega would give them by the alphabet."""
    present = {row[colour] for row in rows}
    values = [kind for kind in kinds if kind in present]
    return alt.Color(
        "colour:N",
        title=colour,
        scale=alt.Scale(domain=list(kinds)),
        legend=alt.Legend(values=values, **legend),
    )


def heat(
    rows: Sequence[dict],
    x: str,
    y: str,
    count: str,
    *,
    order: Sequence[str] | None = None,
    down: Sequence[str] | None = None,
) -> None:
    """Draw a table of counts as shaded cells with the numbers in them.

    If given, `order` is that of x and y, and `down` that of y.
    """
    base = _chart(rows, x=x, y=y, count=count).encode(
        x=alt.X("x:O", title=x, axis=_axis(order), sort=order),
        y=alt.Y(
            "y:O",
            title=y,
            sort=down or order or "descending",
            axis=alt.Axis(labelOverlap=order is None, labelLimit=240),
        ),
        tooltip=[_tip("y:O", y), _tip("x:O", x), _tip("count:Q", count)],
    )
    most = max((row[count] for row in rows), default=0)
    labels = len({row[y] for row in rows})
    cells = base.mark_rect().encode(color=alt.Color("count:Q", legend=None, scale=shades(0, most)))
    # Among many labels most cells are empty, and zeros would hide what is there.
    named = base.transform_filter("datum.count > 0") if labels > _MANY_LABELS else base
    numbers = named.mark_text(fontSize=13).encode(
        text=alt.Text("count:Q", format=","), color=ink_on("count", 0, most)
    )
    height = max(_HEIGHT, labels * _ROW + _AXIS) + _below(order)
    show(cells + numbers, height, chart_words(count, f"{x}, {y}", [row[count] for row in rows]))


def pairs_heat(pairs: Sequence[tuple[str, str, float | None]], names: Sequence[str], measure: str) -> None:
    """Draw a coefficient of every two annotators as shaded cells with the numbers in them, from 0 to 1.

    An undefined one is a cell with a dash.
    """
    positions = {name: number for number, name in enumerate(names)}
    rows = [
        {"a": max(a, b, key=positions.__getitem__), "b": min(a, b, key=positions.__getitem__), "value": value}
        for a, b, value in pairs
    ]
    base = (
        alt.Chart(alt.Data(values=rows))
        .transform_calculate(told="isValid(datum.value) ? format(datum.value, '.2f') : '–'")
        .encode(
            x=alt.X("b:N", title=None, sort=list(names), axis=_axis(names)),
            y=alt.Y("a:N", title=None, sort=list(names), axis=alt.Axis(labelOverlap=False, labelLimit=240)),
            tooltip=[
                _tip("a:N", t("app.annotator")),
                _tip("b:N", t("app.annotator")),
                _tip("told:N", measure),
            ],
        )
    )
    cells = base.mark_rect().encode(color=alt.Color("value:Q", legend=None, scale=shades(0, 1)))
    numbers = base.mark_text(fontSize=13).encode(text=alt.Text("told:N"), color=ink_on("value", 0, 1))
    words = chart_words(measure, t("agreement.pair"), [value for *_, value in pairs])
    show(cells + numbers, 60 + len(names) * 34, words)


def burn_up(
    points: Sequence[tuple[date, int]],
    planned: int,
    *,
    end: datetime | None = None,
    low: datetime | None = None,
    high: datetime | None = None,
) -> None:
    """Draw the answers of a round as they came, the number planned, and the day it ends at the pace so far.

    Parameters
    ----------
    points : sequence of (date, int)
        Answers at the end of each day.
    planned : int
        Answers planned.
    end, low, high : datetime, optional
        When all are there, and the ends of the interval.
    """
    reported_points = points
    if len(points) == 1:  # one day alone would be a dot: the round had no answer the day before
        points = [(points[0][0] - timedelta(days=1), 0), *points]
    day, answers = t("overview.day"), t("app.answers")
    y = alt.Y(
        "done:Q", title=answers, scale=alt.Scale(domain=[0, max(planned, *(n for _, n in points)) * 1.08])
    )
    last = max(one for one, _ in points)
    final, cut = _last_drawn(points[0][0], last, end, high)
    x = alt.X("day:T", title=None, axis=alt.Axis(format="%d %b", labelOverlap=True, tickCount=8))
    done = alt.Chart(alt.Data(values=[_at(*one) for one in points])).encode(x=x, y=y)
    layers: list[Any] = [
        done.mark_area(opacity=0.18, interpolate="step-after"),
        done.mark_line(interpolate="step-after", strokeWidth=2),
        done.mark_point(filled=True, size=28, opacity=1).encode(
            tooltip=[
                alt.Tooltip("day:T", title=day, format=chart_day()),
                alt.Tooltip("done:Q", title=answers),
            ]
        ),
    ]
    goal = alt.Chart(alt.Data(values=[_at(points[0][0], planned), _at(final, planned)]))
    layers.append(goal.mark_line(color=RULE, strokeDash=[2, 3]).encode(x=x, y=y))
    named = alt.Chart(
        alt.Data(values=[{**_at(points[0][0], planned), "told": t("overview.planned_line", count=planned)}])
    )
    layers.append(
        named.mark_text(align="left", baseline="bottom", dy=-3, **NAMES, fontSize=12).encode(
            x=x, y=y, text=alt.Text("told:N")
        )
    )
    if end is not None:
        way = alt.Chart(alt.Data(values=[_at(*points[-1]), _at(end, planned)]))
        layers.append(way.mark_line(color=RULE, strokeDash=[6, 4]).encode(x=x, y=y))
        ends = {**_at(end, planned), "low": _iso(low or end), "high": _iso(high or end), "drawn": _iso(final)}
        reach = alt.Chart(alt.Data(values=[ends]))
        until = "drawn:T" if cut else "high:T"
        layers.append(reach.mark_rule(strokeWidth=3, color=RULE).encode(x="low:T", x2=alt.X2(until), y=y))
        if cut:  # an arrow says that it continues
            arrow = reach.mark_point(shape="triangle-right", size=90, filled=True, opacity=1, color=RULE)
            layers.append(arrow.encode(x="drawn:T", y=y))
        layers.append(
            reach.mark_point(shape="diamond", size=120, filled=True, opacity=1, color=RULE).encode(
                x=x,
                y=y,
                tooltip=[
                    alt.Tooltip("day:T", title=t("overview.ends"), format=chart_day()),
                    alt.Tooltip("low:T", title=t("agreement.low"), format=chart_day()),
                    alt.Tooltip("high:T", title=t("agreement.high"), format=chart_day()),
                ],
            )
        )
    words = t("overview.burn_up_told", done=points[-1][1], planned=planned, day=written_day(points[-1][0]))
    show(alt.layer(*layers), 260, words)
    st.caption(words)
    as_table([{day: written_day(one), answers: count} for one, count in reported_points])


def _last_drawn(
    first: date, last: date, end: datetime | None, high: datetime | None
) -> tuple[date | datetime, bool]:
    """Return the last day of a burn-up, and whether the interval continues beyond it.

    A distant end, perhaps years ahead, would leave no space for the answers so far.
    """
    if end is None:
        return last, False
    begin = datetime(first.year, first.month, first.day, tzinfo=end.tzinfo)
    span = max(end, datetime(last.year, last.month, last.day, tzinfo=end.tzinfo)) - begin
    far = begin + _MOST_AHEAD * max(span, timedelta(days=_LEAST_DAYS))
    return min(max(high or end, end), far), (high or end) > far


def forest(
    rows: Sequence[dict], name: str, value: str, low: str, high: str, threshold: float | None = None
) -> None:
    """Draw coefficients one below the other, each with its interval: rows with name, value, low and high.

    `threshold` is where a stop rule would have the lower ends: a dashed line that says so.
    """
    order = [row[name] for row in rows]
    reach = [row[each] for row in rows for each in (low, high)] + ([] if threshold is None else [threshold])
    span = max(reach) - min(reach)
    margin = max(0.05 * span, 0.1 - span / 2)  # closer than 0.2 the marks of the axis would read alike
    x = alt.Scale(domain=[min(reach) - margin, max(reach) + margin], nice=False)
    axis = alt.Axis(grid=True, tickCount=8, format=".2f")
    base = _chart(rows, name=name, value=value, low=low, high=high).encode(
        y=alt.Y(
            "name:N",
            sort=order,
            title=None,
            # Above the first name there is room for what the dashed line is called.
            scale=alt.Scale(padding=0.5 if threshold is None else 0.8),
            axis=alt.Axis(labels=False, ticks=False, domain=False),
        )
    )
    # Names are above their intervals: beside them they would leave no space for these on a telephone.
    names = base.mark_text(align="left", baseline="bottom", dy=-6, fontSize=12, **NAMES).encode(
        x=alt.XValue(2), text=alt.Text("name:N")
    )
    layers: list[Any] = [
        names,
        base.mark_rule(strokeWidth=2, color=RULE).encode(
            x=alt.X("low:Q", title=value, scale=x, axis=axis), x2=alt.X2("high:Q")
        ),
        base.mark_point(filled=True, size=80, opacity=1).encode(
            x=alt.X("value:Q", scale=x),
            tooltip=[
                _tip("name:N", name),
                *(
                    alt.Tooltip(f"{each}:Q", title=title, format=".3f")
                    for each, title in (("value", value), ("low", low), ("high", high))
                ),
            ],
        ),
    ]
    if threshold is not None:
        layers += _threshold_line(threshold, x)
    show(
        alt.layer(*layers),
        _FOREST_AXIS + _FOREST_ROW * (len(rows) + (threshold is not None)),
        chart_words(value, name, [row[value] for row in rows]),
    )


def _threshold_line(threshold: float, x: alt.Scale) -> list[alt.Chart]:
    """Return the dashed line of the threshold of a stop rule, and its label."""
    text = t("overview.threshold_line", value=number(threshold, "g"))
    line = alt.Chart(alt.Data(values=[{"at": threshold, "told": text}]))
    at = alt.X("at:Q", scale=x)
    name = line.mark_text(align="left", dx=4, baseline="top", **NAMES, fontSize=12)
    return [
        line.mark_rule(color=RULE, strokeDash=[4, 4]).encode(x=at),
        name.encode(x=at, y=alt.YValue(0), text=alt.Text("told:N")),
    ]


def against(rows: Sequence[dict], x: str, present_title: str, wanted_title: str) -> None:
    """Draw counts as bars and targets as strokes across them: rows with x, there and wanted."""
    base = _chart(rows, x=x, there=present_title, wanted=wanted_title).encode(
        x=alt.X("x:N", title=x, sort=None, axis=alt.Axis(labelAngle=0)),
        tooltip=[
            _tip("x:N", x),
            _tip("there:Q", present_title),
            alt.Tooltip("wanted:Q", title=wanted_title, format=".2~f"),
        ],
    )
    bars_ = base.mark_bar().encode(y=alt.Y("there:Q", title=present_title, scale=_TO_A_TICK))
    strokes = base.mark_tick(thickness=3, color="white", blend="difference", width={"band": 0.95}).encode(
        y=alt.Y("wanted:Q")
    )
    show(bars_ + strokes, _HEIGHT, chart_words(present_title, x, [row[present_title] for row in rows]))
    as_table(rows)


def as_table(rows: Sequence[Mapping[str, Any]], download: str | None = None) -> None:
    """Draw the numbers of the chart above, one click away."""
    with st.expander(t("app.as_table")):
        text_table(rows, download=download)


def points(rows: Sequence[dict], x: str, y: str, low: str, high: str) -> None:
    """Draw values with their intervals: rows with the fields x, y, low and high."""
    base = _chart(rows, x=x, y=y, low=low, high=high).encode(
        x=alt.X("x:N", title=x, axis=alt.Axis(labelAngle=0, labelLimit=240), sort=None)
    )
    rules = base.mark_rule(strokeWidth=2, color=RULE).encode(y=alt.Y("low:Q", title=y), y2=alt.Y2("high:Q"))
    dots = base.mark_point(filled=True, size=90).encode(
        y=alt.Y("y:Q", scale=alt.Scale(zero=False)),
        tooltip=[_tip("x:N", x), _tip("y:Q", y), _tip("low:Q", low), _tip("high:Q", high)],
    )
    show(rules + dots, _HEIGHT, chart_words(y, x, [row[y] for row in rows]))


def _axis(order: Sequence[str] | None) -> alt.Axis:
    """Return an axis with horizontal labels if there are few, slanted if they would overlap."""
    angle = -45 if _slanted(order) else 0
    return alt.Axis(labelAngle=angle, labelOverlap=order is None, labelLimit=_MOST_NAME)


def _slanted(order: Sequence[str] | None) -> bool:
    return order is not None and sum(map(len, order)) > _LEVEL_LETTERS


def _below(order: Sequence[str] | None) -> int:
    """Return how many pixels slanted names take below a chart, which would take them from it otherwise."""
    longest = max(map(len, order)) if order and _slanted(order) else 0
    return min(longest * _LETTER, _MOST_NAME) * 7 // 10


def _chart(rows: Sequence[dict], **fields: str) -> alt.Chart:
    """Return a chart of rows under plain field names: a quote or a dot in a name would leave it empty."""
    return alt.Chart(alt.Data(values=[{plain: row[name] for plain, name in fields.items()} for row in rows]))


def _tip(field: str, title: str) -> alt.Tooltip:
    return alt.Tooltip(field, title=title)


def _at(day: date | datetime, done: int) -> dict[str, Any]:
    return {"day": _iso(day), "done": done}


def _iso(day: date | datetime) -> str:
    """Return a moment as the browser takes it: a day alone would be midnight in UTC, the evening before."""
    return day.isoformat() if isinstance(day, datetime) else f"{day.isoformat()}T12:00:00"
