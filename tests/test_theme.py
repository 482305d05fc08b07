"""The colours of `aloi/ui/server/streamlit.toml` can be read: WCAG contrast of text on its ground."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

CONFIG = Path(__file__).resolve().parents[1] / "aloi/ui" / "server" / "streamlit.toml"


def luminance(colour: str) -> float:
    """Return the relative luminance of #rrggbb (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(one: str, other: str, share: float) -> str:
    """Return a share of one colour over another."""
    parts = [
        share * int(one[at : at + 2], 16) + (1 - share) * int(other[at : at + 2], 16) for at in (1, 3, 5)
    ]
    return "#" + "".join(f"{round(part):02x}" for part in parts)


def test_contrast_of_black_on_white() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_texts_stand_out_from_their_ground(theme: str) -> None:
    colours = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["theme"][theme]
    for ground in ("backgroundColor", "secondaryBackgroundColor"):
        assert contrast(colours["textColor"], colours[ground]) >= 7
        caption = mixed(colours["textColor"], colours[ground], 0.6)  # as Streamlit draws it
        assert contrast(caption, colours[ground]) >= 4.5
        assert contrast(colours["linkColor"], colours[ground]) >= 4.5
        assert contrast(colours["primaryColor"], colours[ground]) >= 3  # outlines, keys, sliders
    assert contrast("#ffffff", colours["primaryColor"]) >= 4.5  # the label of a primary button


def test_pages_run_from_the_checkout_by_streamlit_itself_have_it_too() -> None:
    assert (CONFIG.parents[3] / ".streamlit" / "config.toml").resolve() == CONFIG


def test_nothing_leaves_the_machine_and_no_collection_runs_at_each_click() -> None:
    found = tomllib.loads(CONFIG.read_text(encoding="utf-8"))
    assert found["browser"]["gatherUsageStats"] is False
    assert found["runner"]["postScriptGC"] is False
    assert found["client"]["showErrorDetails"] == "none"


def test_charts_can_be_read_on_both_grounds() -> None:
    from aloi.ui.shared.drawing import NAMES, RULE, SHADES, TURN

    themes = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["theme"]
    for theme in ("light", "dark"):
        ground = themes[theme]["backgroundColor"]
        assert contrast(RULE, ground) >= 3
        channels = [
            abs(int(NAMES["color"][at : at + 2], 16) - int(ground[at : at + 2], 16)) for at in (1, 3, 5)
        ]
        assert contrast("#" + "".join(f"{one:02x}" for one in channels), ground) >= 4.5
        for colour in themes[theme]["chartCategoricalColors"]:
            assert contrast(colour, ground) >= 3
    for share in range(101):
        cell = mixed(SHADES[1], SHADES[0], share / 100)
        assert contrast("#ffffff" if share / 100 > TURN else "#000000", cell) >= 4.5
