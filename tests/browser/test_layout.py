"""Room for long texts in a real browser: boxes that grow, the cue of more below, the focus mode, the tint."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from aloi.ui.texts import t
from tests.browser import widgets

pytestmark = pytest.mark.browser
# Whether a box has scrolled on, and its cue says so: it hears of it with the next picture.
GONE_ON = """([box, top]) => {
    const below = box.scrollHeight - box.clientHeight - box.scrollTop;
    return box.scrollTop > top && box.parentElement.classList.contains("has-more") === below > 6;
}"""


class Desk(widgets.Desk):
    app = "component_app.py"
    items = 11  # of the case with long texts

    def box(self, side: int) -> Locator:
        return self.page.locator(".sentence").nth(side)

    def cue(self, side: int) -> Locator:
        return self.page.locator(".text .more").nth(side)

    def height(self, side: int) -> float:
        found = self.box(side).bounding_box()
        assert found is not None
        return found["height"]


@pytest.fixture
def desk(closed_desk: Desk) -> Desk:
    """Give a desk at a case with long texts."""
    closed_desk.page.set_viewport_size({"width": 1280, "height": 800})
    closed_desk.open(case="long")
    return closed_desk


def test_a_box_that_holds_more_says_so_until_its_end_is_seen(desk: Desk) -> None:
    expect(desk.cue(0)).to_be_visible()
    expect(desk.cue(0)).to_have_text(t("component.more_below"))
    desk.box(0).evaluate("box => (box.scrollTop = box.scrollHeight)")
    expect(desk.cue(0)).to_be_hidden()
    desk.box(0).evaluate("box => (box.scrollTop = 0)")
    expect(desk.cue(0)).to_be_visible()
    for _ in range(30):  # a click goes on by less than what was shown: no line is passed over
        if not desk.cue(0).is_visible():
            break
        before = desk.box(0).evaluate("box => [box.scrollTop, box.clientHeight]")
        desk.cue(0).locator("span").click()
        desk.page.wait_for_function(GONE_ON, arg=[desk.box(0).element_handle(), before[0]])
        after = desk.box(0).evaluate("box => box.scrollTop")
        assert after <= before[0] + before[1]
    expect(desk.cue(0)).to_be_hidden()
    desk.press("1")
    desk.at(1)
    expect(desk.cue(0)).to_be_hidden()


def test_a_box_grows_to_its_text_and_short_texts_leave_all_in_its_place(desk: Desk) -> None:
    long = desk.height(0)
    desk.press("1")
    desk.at(1)
    short = desk.height(0)
    assert long > 1.4 * short
    before = desk.page.locator('.degree[data-value="3"]').bounding_box()
    desk.press("1")
    desk.at(2)
    assert desk.height(0) == short
    assert desk.page.locator('.degree[data-value="3"]').bounding_box() == before


@pytest.mark.parametrize("width", [1280, 390])
def test_in_focus_the_desk_fills_the_window_and_actions_stay_in_sight(desk: Desk, width: int) -> None:
    page = desk.page
    page.set_viewport_size({"width": width, "height": 800})
    actions = page.locator(".actions")
    expect(actions).to_be_in_viewport(ratio=1)  # also before: they stay at the foot
    shown = desk.height(1)
    desk.press("F2")
    expect(page.locator('[data-action="focus"]')).to_have_attribute("aria-pressed", "true")
    assert page.locator(".desk").bounding_box() == {"x": 0, "y": 0, "width": width, "height": 800}
    expect(actions).to_be_in_viewport(ratio=1)
    if width == 1280:
        assert desk.height(1) > shown
    desk.press("4")
    desk.at(1)
    page.reload()
    desk.at(0)
    assert page.locator(".desk").bounding_box() == {"x": 0, "y": 0, "width": width, "height": 800}
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert over <= 0
    assert page.locator(".desk").evaluate("desk => desk.scrollWidth - desk.clientWidth") == 0
    page.locator('[data-action="focus"]').click()
    expect(page.locator(".desk")).not_to_have_class("desk focus")
    desk.press("5")
    desk.at(1)
    assert [event["value"] for event in desk.events("answer")] == [{"score": 4}, {"score": 5}]


def test_only_what_truly_differs_is_tinted_and_nothing_where_nearly_all_does(desk: Desk) -> None:
    desk.items = 12
    desk.open(case="alike")
    marks, unmarked = desk.page.locator("mark.differs"), desk.page.locator(".unmarked")
    expect(marks).to_have_count(0)
    expect(unmarked).to_have_text("")
    low = desk.height(0)
    assert low < 80  # two lines of a short pair, no empty box
    for place in (1, 2):
        desk.press("3")
        desk.at(place)
        expect(marks).to_have_text([] if place == 1 else ["bien", "mal"])
        expect(unmarked).to_have_text(t("component.tint_too_many") if place == 1 else "")
        assert desk.height(0) == low
    desk.press("t")
    expect(marks).to_have_count(0)
    expect(unmarked).to_have_text("")
