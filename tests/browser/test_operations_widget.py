"""The operations widget in a real browser: groups by keyboard and mouse, and what is sent when."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import widgets

pytestmark = pytest.mark.browser


class Desk(widgets.Desk):
    app = "operations_app.py"
    items = 3

    def token(self, side: int, place: int):
        return self.page.locator(f".tokens[data-side='{side}'] .token").nth(place)


def test_a_pair_by_keyboard(desk):
    expect(desk.page.locator(".left")).to_have_text("18 left")
    desk.press("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "d", "p", "Enter")
    expect(desk.page.locator(".left")).to_have_text("14 left")
    desk.press(*["ArrowRight"] * 3, "Space", "Tab", "Space", "v", "f", "Enter")
    expect(desk.page.locator(".group")).to_have_count(2)
    assert desk.events("answer") == []  # a group costs no round trip
    desk.press("Control+Enter")
    assert "12 words are still in no group" in desk.problem()
    desk.press("Control+Enter")
    desk.at(1)
    [event] = desk.events("answer")
    assert event["value"] == {
        "groups": [
            {"source": [2, 3, 4, 5], "target": [], "label": "delprop"},
            {"source": [8], "target": [2], "label": "verbf"},
        ],
        "err": False,
    }


def test_a_label_that_may_not_touch_a_side_says_so(desk):
    desk.press("Space", "i", "p")
    assert desk.problem() == "inprop may only touch words of the simplified sentence."
    desk.press("Enter")
    expect(desk.page.locator(".group")).to_have_count(0)
    desk.press("Escape", "y", "Enter")
    assert desk.problem() == "synonym needs words on both sides."
    desk.press("Escape", "d", "x")
    assert desk.problem() == "No operation has the keys dx."


def test_shared_keys_keep_their_meaning(desk):
    desk.press("f")
    expect(desk.page.locator("[data-action=flag]")).to_have_attribute("aria-pressed", "true")
    desk.press("n")
    desk.page.keyboard.type("m y 2")
    desk.press("Escape")
    expect(desk.page.locator(".group")).to_have_count(0)
    expect(desk.page.locator(".note")).to_have_value("m y 2")
    desk.press("?")
    expect(desk.page.locator(".guide")).to_be_visible()
    desk.press("Escape", "s", "1", "Enter")
    desk.at(1)
    assert desk.events("skip")[0]["reason"] == "The text is broken or cut off"
    desk.press("u")
    desk.at(0)


def test_the_mouse_draws_runs_and_texts_are_never_markup(desk):
    first, last = desk.token(0, 3).bounding_box(), desk.token(0, 6).bounding_box()
    desk.page.mouse.move(first["x"] + 5, first["y"] + 5)
    desk.page.mouse.down()
    desk.page.mouse.move(last["x"] + 5, last["y"] + 5, steps=8)
    desk.page.mouse.up()
    expect(desk.page.locator(".token.chosen")).to_have_count(4)
    desk.page.locator(".label[data-label=delprop]").click()
    desk.press("Enter")
    expect(desk.page.locator(".group .name")).to_have_text("delpropporteur d' un diabète → ∅")
    desk.press("Control+Enter", "Control+Enter")
    desk.at(1)
    expect(desk.token(0, 0)).to_have_text("<b>Il</b>")
    assert desk.page.evaluate("window.broken") is None


def test_work_under_way_is_kept_as_a_draft(desk):
    desk.press("Space", "d", "p", "Enter")
    expect(desk.page.locator(".group")).to_have_count(1)
    desk.page.wait_for_timeout(2500)
    [draft] = desk.events("draft")
    assert draft["value"]["groups"] == [{"source": [2], "target": [], "label": "delprop"}]
    desk.at(0)
    desk.press("ArrowUp", "Enter")  # the group is open again
    expect(desk.page.locator(".group")).to_have_count(0)
    expect(desk.page.locator(".token.chosen")).to_have_count(1)
    desk.press("e", "r")
    expect(desk.page.locator("[data-action=err]")).to_have_attribute("aria-pressed", "true")


def test_120_tokens_a_side(desk):
    desk.press("e", "r", "Control+Enter")
    desk.at(1)
    desk.press("e", "r", "Control+Enter")
    desk.at(2)
    expect(desk.page.locator(".token")).to_have_count(240)
    expect(desk.page.locator(".left")).to_have_text("2 left")
    desk.press("Home", "Space", "Tab", "End", "Space", "m", "Enter")
    expect(desk.page.locator(".left")).to_have_text("Nothing left")


def test_a_group_is_split_by_key(desk):
    desk.press("5")
    assert desk.problem().startswith("Highlight a group first")
    desk.press("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "d", "p", "Enter")
    desk.press("ArrowUp", "5")
    expect(desk.page.locator(".group")).to_have_count(0)
    expect(desk.page.locator(".open")).to_contain_text("Splitting delprop")
    # The cursor stands on the last word: it and the one before leave.
    desk.press("Space", "ArrowLeft", "Space", "Enter")
    expect(desk.page.locator(".group")).to_have_count(1)
    expect(desk.page.locator(".token.chosen")).to_have_count(2)
    desk.press("Enter")
    expect(desk.page.locator(".group")).to_have_count(2)
    desk.press("Control+Enter", "Control+Enter")
    desk.at(1)
    [event] = desk.events("answer")
    assert event["value"]["groups"] == [
        {"source": [2, 3], "target": [], "label": "delprop"},
        {"source": [4, 5], "target": [], "label": "delprop"},
    ]
