"""Charts leave room for what stands below them."""

from __future__ import annotations

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
            charts.bars(rows, "x", "y", "who", order=names)
        else:
            charts.heat(rows, "x", "y", "n", order=names)
    assert heights[1] - heights[0] >= 150
