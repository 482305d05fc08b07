"""The concept widget in a real browser: keys of several keyboards, searches, what is sent and when."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import widgets

pytestmark = pytest.mark.browser
# What the upper row of a French keyboard types: digits need Shift there.
FRENCH_2 = {"key": "é", "code": "Digit2"}
# Whether the word that is asked about stands in the part of its text that is shown.
SEEN = """box => {
    const [outer, mark] = [box, box.querySelector(".target")].map((one) => one.getBoundingClientRect());
    return outer.top <= mark.top && mark.top <= outer.bottom;
}"""
GERMAN_SLASH = {"key": "/", "code": "Digit7", "shiftKey": True}


class Desk(widgets.Desk):
    app = "concept_app.py"
    items = 8

    def type_as(self, event: dict) -> None:
        """Send a key as another keyboard would."""
        script = """(desk, one) => {
            for (const kind of ["keydown", "keyup"])
                desk.dispatchEvent(new KeyboardEvent(kind, { bubbles: true, composed: true, ...one }));
        }"""
        self.page.locator(".desk").evaluate(script, event)

    def search(self, text: str) -> None:
        self.press("/")
        self.page.keyboard.type(text, delay=20)

    def search_at_once(self, more: str) -> None:
        """Type more into the search and press Enter, twice, so that no time passes between."""
        self.page.locator(".search").evaluate(
            """(box, more) => {
                for (const letter of more) {
                    box.value += letter;
                    box.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
                }
                for (const kind of ["keydown", "keyup", "keydown", "keyup"]) {
                    const enter = { key: "Enter", code: "Enter", bubbles: true, composed: true };
                    box.dispatchEvent(new KeyboardEvent(kind, enter));
                }
            }""",
            more,
        )

    def chosen(self, *codes: str) -> None:
        """Wait until these concepts, and no others, are shown as chosen."""
        expect(self.page.locator(".chips .chip code")).to_have_text([*codes])


def test_concepts_are_chosen_added_removed_and_sent_with_what_was_shown(desk: Desk) -> None:
    assert desk.page.locator(".sentence .target").all_inner_texts() == ["jambe", "droite"]
    desk.press("1", "3")
    desk.chosen("X03")  # a digit alone replaces
    desk.press("Shift+Digit5", "+", "9")
    desk.chosen("X03", "X05", "X09")
    desk.press("Backspace")
    desk.chosen("X03", "X05")
    desk.press("ArrowUp", "Shift+Enter")  # from the last of the twelve candidates
    desk.chosen("X03", "X05", "X12")
    desk.press("Enter")
    desk.at(1)
    (answer,) = desk.events("answer")
    assert answer["value"] == {"concepts": ["X03", "X05", "X12"]}
    assert answer["shown"]["candidates"] == [f"X{number:02}" for number in range(1, 13)]
    assert (answer["shown"]["made_by"], answer["shown"]["searched"]) == ("test", [])
    desk.until(lambda: desk.page.locator(".sentence").evaluate(SEEN))  # far down a long text
    desk.press("u")
    desk.at(0)
    desk.chosen("X03", "X05", "X12")
    desk.page.locator("[data-action=cc_add]").click()  # what + does
    desk.page.locator(".concept.candidates").nth(6).click()
    desk.chosen("X03", "X05", "X12", "X07")
    desk.press("0")
    expect(desk.page.locator(".chips .none")).to_be_visible()
    desk.drafts()
    assert desk.events("draft")[-1]["value"] == {"concepts": [], "none": True}
    desk.press("Enter")
    desk.at(1)
    assert desk.events("answer")[-1]["value"] == {"concepts": []}


def test_other_keyboards_mean_the_same(desk: Desk) -> None:
    desk.type_as(FRENCH_2)
    desk.chosen("X02")
    desk.type_as({"key": "4", "code": "Digit4", "shiftKey": True})  # Shift and 4, French: one more
    desk.chosen("X02", "X04")
    desk.type_as(GERMAN_SLASH)
    expect(desk.page.locator(".search")).to_be_focused()
    desk.chosen("X02", "X04")


def test_a_search_answers_what_is_typed_now(closed_desk: Desk) -> None:
    desk = closed_desk
    desk.open(slow="0.6")
    before = desk.page.locator(".list").last.bounding_box()
    desk.press("/")
    desk.search_at_once("nom 2")  # nothing is found yet: nothing is chosen, and it is asked once
    desk.chosen()
    expect(desk.page.locator(".list .found")).to_have_count(11)
    assert desk.page.locator(".list").last.bounding_box() == before
    desk.search_at_once("7")
    desk.chosen()  # what stands there answers another text
    expect(desk.page.locator(".list .found")).to_have_count(1)
    expect(desk.page.locator(".list .found.here")).to_have_count(1)
    desk.press("Enter")
    desk.chosen("X27")
    desk.press("Enter")  # the search is left: Enter saves
    desk.at(1)
    assert desk.events("answer")[0]["shown"]["searched"] == ["nom 2", "nom 27"]
    assert [one["value"]["text"] for one in desk.events("search")] == ["nom 2", "nom 27"]
    expect(desk.page.locator(".list .found")).to_have_count(0)
    assert desk.page.locator(".search").input_value() == ""


def test_after_leaving_a_search_enter_saves_what_was_chosen(desk: Desk) -> None:
    desk.press("2")
    desk.search("nom 3")
    expect(desk.page.locator(".list .found.here")).to_have_count(1)
    desk.press("Escape", "Enter")
    desk.at(1)
    assert desk.events("answer")[0]["value"] == {"concepts": ["X02"]}


def test_where_one_concept_is_the_answer_a_key_saves_it(closed_desk: Desk) -> None:
    desk = closed_desk
    desk.open(case="once")
    desk.press("4")
    desk.at(1)
    desk.press("0")
    desk.at(2)
    desk.search("nom 30")
    expect(desk.page.locator(".list .found.here")).to_have_count(1)
    desk.press("Shift+Enter")  # nothing can be added here
    desk.at(3)
    desk.press("Enter")
    expect(desk.page.locator(".problem.main")).to_contain_text("Choose a concept")
    assert [one["value"]["concepts"] for one in desk.events("answer")] == [["X04"], [], ["X30"]]


def test_a_suggested_concept_is_filled_in_and_may_be_changed(closed_desk: Desk) -> None:
    desk = closed_desk
    desk.open(hints="1")
    expect(desk.page.locator(".hint")).to_contain_text("X1 v1: X20 nom 20")
    desk.chosen()  # nothing is chosen in advance
    desk.press("y")
    desk.chosen("X20")
    desk.drafts()
    desk.press("Shift+Digit2", "Enter")
    desk.at(1)
    expect(desk.page.locator(".hint")).to_be_hidden()
    desk.press("y", "1", "Enter")
    desk.at(2)
    desk.page.locator("[data-action=take_hint]").click()
    desk.chosen("X20")
    desk.press("Enter")
    desk.at(3)
    answers = [event["value"]["concepts"] for event in desk.events("answer")]
    assert answers == [["X20", "X02"], ["X01"], ["X20"]]


def test_a_suggestion_is_the_answer_where_one_concept_is_saved_by_a_key(closed_desk: Desk) -> None:
    desk = closed_desk
    desk.open(case="once", hints="1")
    desk.press("y")
    desk.at(1)
    assert [event["value"]["concepts"] for event in desk.events("answer")] == [["X20"]]
