"""The spans widget in a real browser: marking by keyboard and mouse, suggestions, and what is sent when."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import widgets

pytestmark = pytest.mark.browser


class Desk(widgets.Desk):
    app = "spans_app.py"
    items = 5

    def to(self, place: int) -> None:
        """Leave texts before this one as they are."""
        for done in range(place):
            self.at(done)
            self.press("Enter", "Enter")
        self.at(place)

    def word(self, text: str):
        return self.page.locator(".piece", has_text=text).first

    def listed(self) -> list[str]:
        return [one.replace("\n", " ") for one in self.page.locator(".marked .name").all_inner_texts()]


def test_nested_and_broken_spans_by_keyboard(desk):
    desk.press("ArrowRight", "ArrowRight", *["Shift+ArrowRight"] * 2, "1")  # cancer du poumon
    desk.press("2")  # the cursor stands on its last word
    desk.press("ArrowRight", *["ArrowRight"] * 3, "Shift+ArrowRight", "Escape")
    desk.press("Home", *["ArrowRight"] * 2, ",", *["ArrowRight"] * 6, "1")  # cancer ... gauche
    assert desk.listed() == [
        "Disorder cancer … gauche", "Disorder cancer du poumon", "Anatomy poumon",
    ]  # fmt: skip
    assert desk.events("answer") == []
    desk.press("Enter")
    desk.at(1)
    [event] = desk.events("answer")
    assert event["value"] == {
        "spans": [
            {"label": "disorder", "parts": [[7, 13], [34, 40]]},
            {"label": "disorder", "parts": [[7, 23]]},
            {"label": "anatomy", "parts": [[17, 23]]},
        ]
    }
    assert "shown" not in event


def test_code_points_beyond_the_first_plane_keep_offsets(desk):
    desk.word("paracétamol").click()
    desk.press("3", "Enter")
    desk.at(1)
    assert desk.events("answer")[0]["value"]["spans"] == [{"label": "drug", "parts": [[47, 58]]}]


def test_nothing_moves_while_one_marks(desk):
    def place(name: str) -> dict:
        return desk.page.locator(name).last.bounding_box()

    before = [place(name) for name in (".passage .piece", ".save", ".labels")]
    desk.press("Shift+End", "1", "Home", "Shift+ArrowRight", "2", "2", "Home", "3", ",", "Escape")
    assert len(desk.listed()) >= 3
    assert [place(name) for name in (".passage .piece", ".save", ".labels")] == before


def test_the_mouse_marks_what_it_is_drawn_over(desk):
    first, last = desk.word("cancer").bounding_box(), desk.word("poumon").bounding_box()
    desk.page.mouse.move(first["x"] + 5, first["y"] + 10)
    desk.page.mouse.down()
    desk.page.mouse.move(last["x"] + 5, last["y"] + 10, steps=6)
    desk.page.mouse.up()
    desk.page.locator(".label", has_text="Disorder").click()
    assert desk.listed() == ["Disorder cancer du poumon"]
    desk.word("droit").click()
    desk.word("gauche").click(modifiers=["Control"])
    desk.press("2")
    assert desk.listed()[-1] == "Anatomy droit … gauche"
    desk.page.locator(".marked .drop").first.click()
    assert desk.listed() == ["Anatomy droit … gauche"]
    desk.press("Control+z")
    assert len(desk.listed()) == 2


def test_a_span_is_looked_at_relabelled_extended_and_removed(desk):
    desk.press("ArrowRight", "ArrowRight", "1", "Home", "Tab")
    expect(desk.page.locator(".one.lit")).to_have_count(1)
    desk.press("Shift+ArrowRight", "Shift+ArrowRight", "2")
    assert desk.listed() == ["Anatomy cancer du poumon"]
    desk.press("Tab", "3")
    assert desk.listed() == ["Drug cancer du poumon"]
    desk.press("Delete")
    assert desk.listed() == []
    desk.press("Home", "Delete")
    assert "Nothing is marked here" in desk.problem()


def test_suggestions_are_accepted_one_by_one_or_all(desk):
    desk.to(1)
    assert desk.page.locator(".one.offer").count() == 2
    desk.press("y")
    expect(desk.page.locator(".one.offer")).to_have_count(1)
    desk.press("Delete", "Enter")  # the next one is looked at
    desk.at(2)
    event = desk.events("answer")[-1]
    assert event["value"]["spans"] == [{"label": "disorder", "parts": [[4, 8]]}]
    assert event["shown"]["suggestion"]["by"] == "a list"
    assert len(event["shown"]["suggestion"]["spans"]) == 2


def test_suggestions_left_alone_are_told_and_drafts_keep_them(desk):
    desk.to(1)
    desk.press("Shift+Y")
    expect(desk.page.locator(".one.offer")).to_have_count(0)
    desk.press("Control+z", "y")
    expect(desk.page.locator(".one.offer")).to_have_count(1)
    desk.press("Enter")
    assert "1 suggestions are neither accepted nor removed" in desk.problem()
    desk.drafts()
    draft = desk.events("draft")[-1]["value"]
    assert (len(draft["spans"]), len(draft["offers"])) == (1, 1)
    desk.press("Enter")
    desk.at(2)
    assert desk.events("answer")[-1]["value"]["spans"] == draft["spans"]


def test_a_plain_schema_replaces_what_is_crossed_and_has_no_parts(desk):
    desk.to(1)
    desk.press("Shift+Y", "Home", "ArrowRight", "Shift+ArrowRight", "2", ",")
    assert desk.listed() == ["Anatomy toux sèche", "Disorder fièvre"]
    assert "toux" in desk.problem()
    expect(desk.page.locator("[data-action=sp_part]")).to_be_hidden()


def test_characters_one_by_one(desk):
    desk.to(2)
    desk.press("ArrowRight", "Shift+ArrowRight", "1", "Control+ArrowRight", "2", "Home", "Enter")
    desk.at(3)
    assert desk.events("answer")[-1]["value"]["spans"] == [
        {"label": "disorder", "parts": [[1, 3]]},
        {"label": "anatomy", "parts": [[4, 5]]},
    ]


def test_a_long_text_scrolls_within_itself_and_answers_keys_at_once(desk):
    desk.to(3)
    box = desk.page.locator(".passage")
    assert box.evaluate("one => one.scrollHeight > one.clientHeight")
    desk.press("Control+End", "Shift+Home", "1")
    assert box.evaluate("one => one.scrollTop") > 500
    assert len(desk.listed()) == 1
    took = desk.page.evaluate(
        """() => { const start = performance.now();
          for (let n = 0; n < 20; n++)
            document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowLeft', code: 'x' + n}));
          return (performance.now() - start) / 20; }"""
    )
    assert took < 100


def test_a_very_long_text_is_drawn_where_it_is_seen_and_keys_lead_everywhere(desk):
    desk.to(4)
    box, pieces, cursor = (desk.page.locator(one) for one in (".passage", ".piece", ".word.cursor"))
    last = "Ligne 399 : le patient signale une douleur du genou, sans fièvre ni frissons."
    lines = box.evaluate("box => box.textContent").split("\n")
    assert (len(lines), lines[7], lines[-1]) == (400, "", last)
    assert pieces.count() < 1200  # of 6,000
    desk.press("Control+End")
    expect(cursor).to_have_text(".")
    expect(cursor).to_be_in_viewport()
    desk.press("Home", "Shift+ArrowRight", "1", "Home", "ArrowUp")
    expect(cursor).to_have_text("Ligne")
    assert cursor.evaluate("word => word.closest('.line').textContent").startswith("Ligne 398")
    assert desk.listed()[-2:] == ["Disorder Ligne 399", "Drug fièvre"]
    desk.press("Tab", "Tab")  # what was marked, then the suggestion behind it
    expect(desk.page.locator(".one.lit .name")).to_contain_text("fièvre")
    expect(cursor).to_have_text("fièvre")
    desk.press("y", "Control+Home")
    expect(cursor).to_be_in_viewport()
    assert cursor.evaluate("word => word.closest('.line').textContent").startswith("Ligne 0")
    # Scrolled to by hand, a line in the middle is drawn, and the pointer marks in it.
    middle = desk.page.locator(".line", has_text="Ligne 200 :")
    middle.locator(".stretch").evaluate("one => one.scrollIntoView({ block: 'center' })")
    middle.locator(".piece", has_text="douleur").click()  # once it is there
    desk.press("1", "Enter", "Enter")
    desk.until(lambda: len(desk.events("answer")) == 5)
    [first, second, third] = desk.events("answer")[-1]["value"]["spans"]
    start = lines.index(next(one for one in lines if one.startswith("Ligne 200 :")))
    at = sum(len(one) + 1 for one in lines[:start]) + lines[start].index("douleur")
    assert first == {"label": "disorder", "parts": [[at, at + 7]]}
    assert (second["label"], third["label"]) == ("disorder", "drug")
