"""The choices widget in a real browser: several labels by key, search and mouse; what is sent when."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from aloi.ui.texts import t
from tests.browser import widgets

pytestmark = pytest.mark.browser


class Desk(widgets.Desk):
    app = "choices_app.py"
    items = 3

    def search(self, text: str) -> None:
        self.page.keyboard.press("/")
        self.page.keyboard.type(text)

    def chips(self, *titles: str) -> None:
        expect(self.page.locator(".chip span:first-child")).to_have_text(list(titles))

    def visible(self) -> list[str]:
        rows = self.page.locator(".label:not([hidden]) b")
        return rows.all_text_contents()

    def answers(self) -> list[list[str]]:
        return [one["value"]["labels"] for one in self.events("answer")]


def test_labels_by_key_and_by_search_are_saved_in_the_order_of_the_list(desk: Desk) -> None:
    assert desk.page.locator(".passage").inner_text() == "Un <b>court</b> texte."
    desk.press("4", "t")
    desk.chips("Toux", "Pneumonie")
    desk.search("OEDEME")
    assert desk.visible() == ["Signes", "Œdème"]
    desk.press("Enter")
    desk.chips("Toux", "Œdème", "Pneumonie")
    desk.press("Enter")
    desk.at(1)
    assert desk.answers() == [["R05", "R60.9", "J18.9"]]
    expect(desk.page.locator(".status")).to_have_text("Saved: Toux, Œdème, Pneumonie. Next item.")
    desk.chips()


def test_what_stands_above_is_searched_too_and_arrows_choose(desk: Desk) -> None:
    desk.search("signes")
    assert desk.visible() == ["Signes", "Fièvre", "Toux", "Œdème"]
    expect(desk.page.locator(".label.active b")).to_have_text("Fièvre")
    desk.press("ArrowDown", "Enter")
    desk.chips("Toux")
    desk.search("grasse")
    assert desk.visible() == ["Signes", "Toux"]
    desk.press("Enter")  # a label chosen again is taken back
    desk.chips()
    desk.search("z1")
    expect(desk.page.locator(".label.active b")).to_have_text("Recours 10")
    desk.press("Escape")
    desk.search("recours 3")
    expect(desk.page.locator(".label.active b")).to_have_text("Recours 30")
    desk.press("Escape")
    desk.search("rien de tel")
    expect(desk.page.locator(".nothing")).to_be_visible()
    desk.press("Escape")
    assert len(desk.visible()) == 36


def test_backspace_takes_back_and_a_fourth_label_is_refused(desk: Desk) -> None:
    desk.press("1", "t", "3", "4")
    desk.chips("Fièvre", "Toux", "Œdème")
    expect(desk.page.locator(".problem.main")).to_have_text(t("choices.ch_most", most=3))
    desk.press("Backspace")
    desk.chips("Fièvre", "Toux")
    desk.page.locator(".label", has_text="Pneumonie").click()
    desk.page.locator(".chip", has_text="Toux").click()
    desk.chips("Fièvre", "Pneumonie")
    desk.press("Enter")
    desk.at(1)
    assert desk.answers() == [["R50.9", "J18.9"]]


def test_no_label_takes_its_own_key(desk: Desk) -> None:
    desk.press("Enter")
    expect(desk.page.locator(".problem.main")).to_have_text(t("choices.ch_least", least=1))
    assert desk.answers() == []
    desk.press("0")
    desk.at(1)
    assert desk.answers() == [[]]
    expect(desk.page.locator(".status")).to_contain_text(t("choices.ch_none"))


def test_headings_are_not_chosen_and_a_long_text_keeps_its_place(desk: Desk) -> None:
    desk.page.locator(".heading", has_text="Signes").click()
    desk.chips()
    desk.press("1", "Enter")
    desk.at(1)
    desk.press("PageDown", "PageDown")
    place = desk.page.locator(".passage").evaluate("box => box.scrollTop")
    assert place > 300
    desk.press("t")
    desk.chips("Toux")
    desk.drafts()
    assert desk.page.locator(".passage").evaluate("box => box.scrollTop") == place
    desk.press("u")
    desk.at(0)
    desk.chips("Fièvre")
    desk.press("Enter")
    desk.at(1)
    desk.chips("Toux")
    assert desk.page.locator(".passage").evaluate("box => box.scrollTop") == 0


def test_one_label_beside_two_short_texts_is_one_press(closed_desk: Desk) -> None:
    desk = closed_desk
    desk.open(case="one")
    assert desk.page.locator(".sentence .target").all_inner_texts() == ["mince", "<b>fine</b>"]
    assert desk.page.locator(".save").count() == 0
    tops = [one.bounding_box()["y"] for one in desk.page.locator(".label").all()]
    assert len(tops) == 3
    assert len(set(tops)) == 1  # in one row, below the texts
    assert tops[0] > desk.page.locator(".sentence").last.bounding_box()["y"]
    desk.press("2")
    desk.at(1)
    desk.press("ArrowRight", "ArrowRight", "ArrowLeft", "Enter")
    desk.at(2)
    desk.page.locator(".label").nth(2).click()
    expect(desk.page.get_by_text("finished")).to_be_visible()
    assert desk.answers() == [["no"], ["fits"], ["u"]]
    assert desk.events("draft") == []


def test_a_suggestion_is_taken_with_shift_where_its_key_is_a_label(closed_desk: Desk) -> None:
    desk = closed_desk
    desk.open(case="yes", hints="1")
    hint = desk.page.locator(".hint")
    expect(hint).to_contain_text(str(t("component.hint", by="X1 v1", value="No")))
    expect(hint.locator("kbd")).to_have_text("⇧ y")
    box = desk.page.locator(".label").first.bounding_box()
    desk.press("y")
    desk.at(1)
    expect(hint).to_be_hidden()  # this item has none: nothing is taken, and nothing has moved
    assert desk.page.locator(".label").first.bounding_box() == box
    desk.press("Shift+Y")
    assert desk.answers() == [["yes"]]
    desk.press("y")
    desk.at(2)
    desk.press("Shift+Y")
    expect(desk.page.get_by_text("finished")).to_be_visible()
    assert desk.answers() == [["yes"], ["yes"], ["no"]]
