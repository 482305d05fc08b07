"""The operations widget in a real browser: groups by keyboard and mouse, and what is sent when."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import widgets
from tests.browser.site import Visitors

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
    assert "12 words are not in any group" in desk.problem()
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


def test_labels_of_two_long_sentences_are_in_the_same_window(desk):
    desk.page.set_viewport_size({"width": 1000, "height": 800})
    desk.open(case="long")
    expect(desk.page.locator(".token")).to_have_count(150)
    last = desk.page.locator(".labels .label").last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] < 800


def test_a_label_that_may_not_touch_a_side_says_so(desk):
    desk.press("Space", "i", "p")
    assert desk.problem() == "inprop applies only to words of the simplified sentence."
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
    desk.press("Escape")
    expect(desk.page.locator(".guide")).to_be_hidden()
    desk.press("s", "1", "Enter")
    desk.at(1)
    assert desk.events("skip")[0]["reason"] == "broken"
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
    desk.drafts()
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
    expect(desk.page.locator(".left")).to_have_text("No words left")


def test_a_group_is_split_by_key(desk):
    desk.press("3")
    assert desk.problem().startswith("Highlight a group first")
    desk.press("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "d", "p", "Enter")
    desk.press("ArrowUp", "3")
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


def annotate_by(act: Callable[[Locator], None], desk: Desk) -> None:
    """Annotate and save the first pair, each word and button by `act`: a click or a tap."""
    page = desk.page
    label = lambda name: page.locator(f".label[data-label={name}]")  # noqa: E731
    close, drop = page.locator("[data-action=op_close_it]"), page.locator("[data-action=op_drop_it]")
    expect(close).to_be_disabled()
    expect(drop).to_be_disabled()
    # Words of both sides, then a label: the group is closed.
    act(desk.token(0, 9))
    act(desk.token(1, 2))
    act(label("verbf"))
    expect(page.locator(".group .name")).to_have_text("verbfprésentait → avait")
    expect(page.locator(".token.chosen")).to_have_count(0)
    # What was chosen by mistake is dropped.
    act(desk.token(0, 3))
    act(desk.token(1, 4))
    act(drop)
    expect(page.locator(".token.chosen")).to_have_count(0)
    expect(page.locator(".group")).to_have_count(1)
    # A closed group is opened again for another word, and closed under the label it has.
    act(desk.token(1, 3))
    act(label("inprop"))
    expect(page.locator(".group")).to_have_count(2)
    act(page.locator(".group .name").last)
    act(page.locator(".group .again"))
    act(desk.token(1, 4))
    act(close)
    expect(page.locator(".group")).to_have_count(2)
    # And one is given another label.
    act(desk.token(0, 11))
    act(desk.token(1, 6))
    act(label("synonym"))
    act(page.locator(".group .name").last)
    act(page.locator(".group .again"))
    expect(page.locator(".token.chosen")).to_have_count(2)
    act(label("move"))
    save = page.locator(".save")
    act(save)
    expect(page.locator(".problem.main")).to_contain_text("words are not in any group")
    act(save)
    desk.at(1)
    [event] = desk.events("answer")
    assert event["value"] == {
        "groups": [
            {"source": [9], "target": [2], "label": "verbf"},
            {"source": [], "target": [3, 4], "label": "inprop"},
            {"source": [11], "target": [6], "label": "move"},
        ],
        "err": False,
    }


def test_a_pair_by_mouse_alone(desk):
    annotate_by(lambda place: place.click(), desk)


def test_a_label_clicked_first_waits_for_its_words(desk):
    desk.page.locator(".label[data-label=synonym]").click()
    close = desk.page.locator("[data-action=op_close_it]")
    desk.token(0, 11).click()
    expect(desk.page.locator(".open")).to_have_text("synonym needs words on both sides.")
    expect(close).to_be_disabled()
    desk.token(1, 6).click()
    close.click()
    expect(desk.page.locator(".group .name")).to_have_text("synonymdyspnée → respirer")


@pytest.fixture
def phone(visitors: Visitors, served: tuple[Path, str]) -> Iterator[Desk]:
    """Give the desk at the first pair, on a phone: a finger, no keyboard, a narrow screen."""
    desk = Desk(visitors.enter(has_touch=True, is_mobile=True), *served)
    desk.page.set_viewport_size({"width": 390, "height": 844})
    broken: list[str] = []
    desk.page.on("pageerror", lambda error: broken.append(str(error)))
    desk.open()
    yield desk
    visitors.leave(empty=False)
    assert broken == []


def test_a_pair_by_taps_alone_on_a_phone(phone):
    annotate_by(lambda place: place.tap(), phone)


def test_what_a_finger_meets_is_large_enough_and_nothing_stands_beside_the_screen(phone):
    page = phone.page
    phone.token(0, 9).tap()
    heights = page.locator(".desk").evaluate(
        "desk => [...desk.querySelectorAll('button, .token')].filter((one) => one.offsetHeight)"
        ".map((one) => [one.textContent, one.getBoundingClientRect().height])"
    )
    assert len(heights) > 20
    assert [one for one in heights if one[1] < 44] == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_finger_that_scrolls_the_page_chooses_nothing(phone):
    place = phone.token(0, 9).bounding_box()
    x, y = place["x"] + 10, place["y"] + 10
    session = phone.page.context.new_cdp_session(phone.page)
    touch = lambda kind, *points: session.send(  # noqa: E731
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)}
    )
    touch("touchStart", {"x": x, "y": y})
    for turn in range(1, 9):
        touch("touchMove", {"x": x, "y": y - 25 * turn})
    touch("touchEnd")
    phone.until(lambda: phone.token(0, 9).bounding_box()["y"] < place["y"])  # it does scroll
    expect(phone.page.locator(".token.chosen")).to_have_count(0)


def test_what_is_told_stays_while_the_draft_is_kept(desk):
    desk.press("Space", "d", "p", "Enter", "3")
    told = desk.problem()
    assert told.startswith("Highlight a group first")
    desk.drafts()
    assert len(desk.events("draft")) == 1
    assert desk.problem() == told
