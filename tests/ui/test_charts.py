"""Charts leave room for what stands below them."""

from __future__ import annotations

from typing import Any

import pytest

from aloi.ui.shared import charts

SHORT, LONG = ("a", "b"), ("I. " + "Infectious diseases " * 3, "II. " + "Neoplasms of any kind " * 3)


@pytest.mark.parametrize("draw", ["bars", "heat"])
def test_slanted_names_take_nothing_from_a_chart(draw: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heights: list[int] = []
    monkeypatch.setattr(charts, "show", lambda chart, height, words: heights.append(height))
    for names in (SHORT, LONG):
        rows = [{"x": one, "y": names[0] if draw == "heat" else 1, "n": 1, "who": "A1"} for one in names]
        if draw == "bars":
            charts.bars(rows, "x", "y", "who", ["A1"], order=names)
        else:
            charts.heat(rows, "x", "y", "n", order=names)
    assert heights[1] - heights[0] >= 150 or draw == "bars"  # names of bars are above them


def test_colours_follow_the_kinds_and_not_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr(charts, "show", lambda chart, height, words: drawn.append(chart.to_dict()))
    for kinds in (["lexical", "random"], ["par la forme", "au hasard"]):
        rows = [
            {"degree": "0", "items": 3, "origin": kinds[1]},
            {"degree": "1", "items": 4, "origin": kinds[0]},
        ]
        charts.bars(rows, "degree", "items", "origin", kinds, stacked=True)
        charts.shares(rows, "degree", "items", "origin", kinds)
        bars, shares = drawn[-2], drawn[-1]["layer"][0]
        assert bars["encoding"]["color"]["scale"]["domain"] == kinds
        assert shares["encoding"]["color"]["scale"]["domain"] == kinds
