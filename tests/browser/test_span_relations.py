"""Attributes and relations of spans in a browser: by keyboard, mouse and finger, suggested and undone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import test_spans_widget

pytestmark = pytest.mark.browser


class Desk(test_spans_widget.Desk):
    def open(self, **query: str) -> None:
        super().open(**{"case": "related", **query})

    def choices(self) -> list[str]:
        return self.page.locator(".by-value li").all_inner_texts()

    def links(self) -> list[str]:
        return [row.get_attribute("aria-label") or "" for row in self.page.locator(".links .end-of").all()]

    def announced(self) -> str:
        return self.page.locator(".open").inner_text()


DOSES = [("100 mg", "Ada"), ("100", "Bea")]
MARKED = ["1", "ArrowRight", "Shift+ArrowRight", "2"]  # Aspirine as a drug, 100 mg as a dose


def test_values_and_relations_by_keyboard_alone(desk):
    desk.press(*MARKED)
    desk.word("fièvre").click()
    desk.press("3")  # a sign, whose certainty is the default
    assert desk.listed() == ["Drug Aspirine", "Dose 100 mg", "Sign fièvre"]
    desk.press("x")
    assert desk.listed()[-1] == "Sign fièvre negated"
    expect(desk.word("fièvre")).to_have_attribute("data-tags", "Sign: negated")
    desk.press("x")  # the same key takes it back
    assert desk.listed()[-1] == "Sign fièvre"
    desk.press("x", "c", "m")
    assert desk.listed()[-1] == "Sign fièvre negated, acute, mild"
    desk.press("Home", "d")
    assert "Drug “Aspirine” — dose — Dose “100 mg” (1 of 1)" in desk.announced()
    desk.press("Enter")
    assert desk.links() == ["Drug “Aspirine” — dose — Dose “100 mg”"]
    assert desk.announced() == "Drug “Aspirine” — dose — Dose “100 mg”"
    desk.press("t", "Enter")  # the drug stays chosen: its next relation follows
    assert len(desk.links()) == 2
    desk.press("Enter")
    desk.at(1)
    assert desk.events("answer")[0]["value"] == {
        "spans": [
            {"id": "s1", "label": "drug", "parts": [[0, 8]]},
            {"id": "s2", "label": "dose", "parts": [[9, 15]]},
            {
                "id": "s3",
                "label": "sign",
                "parts": [[45, 51]],
                "attributes": {"certainty": "negated", "course": ["acute", "mild"]},
            },
        ],
        "relations": [
            {"type": "has_dose", "from": "s1", "to": "s2"},
            {"type": "treats", "from": "s1", "to": "s3"},
        ],
    }


def test_a_relation_begins_at_either_end_and_goes_with_a_span(desk):
    desk.press(*MARKED, "d", "Enter")  # from the dose, which can only be the second end
    assert desk.links() == ["Drug “Aspirine” — dose — Dose “100 mg”"]
    desk.word("paracétamol").click()
    desk.press("1", "d", "Enter")
    # A dose has one drug: the relation replaced the other one.
    assert desk.links() == ["Drug “paracétamol” — dose — Dose “100 mg”"]
    assert "It replaces 1 relation" in desk.announced()
    desk.press("Control+z")
    assert desk.links() == ["Drug “Aspirine” — dose — Dose “100 mg”"]
    desk.press("d")
    assert "Drug “paracétamol” — dose — Dose “100 mg” (1 of 1)" in desk.announced()
    desk.press("Escape", "Home", "Delete")
    assert desk.links() == []
    assert "1 relation was removed too" in desk.problem()
    desk.press("Control+z")
    assert len(desk.links()) == 1
    desk.press("Home", "d", "Delete")
    assert desk.links() == []
    assert desk.announced().startswith("Removed:")


def test_keys_that_mean_nothing_here_are_explained(desk):
    desk.press("x")
    assert "Select a marked span first" in desk.problem()
    desk.press("1", "x")
    assert "“Certainty” does not apply to “Drug”" in desk.problem()
    desk.press("d")
    assert "No other span" in desk.problem()
    expect(desk.page.locator("[data-label='certainty:negated']")).to_have_attribute("aria-disabled", "true")


def test_relabelling_loses_what_no_longer_fits_and_says_so(desk):
    desk.press(*MARKED, "d", "Enter", "Tab", "3")
    assert desk.links() == []
    assert "1 relation was removed too" in desk.problem()


def test_a_symmetric_relation_and_walking_among_ends(desk):
    desk.press(*MARKED)
    desk.word("paracétamol").click()
    desk.press("1")
    desk.word("douleur").click()
    desk.press("3", "e")
    assert "(3 of 3)" in desk.announced()
    desk.press("ArrowLeft", "ArrowLeft")
    assert "(1 of 3)" in desk.announced()
    desk.press("Enter", "Enter")
    desk.at(1)
    relation = desk.events("answer")[0]["value"]["relations"]
    assert relation == [{"type": "same", "from": "s4", "to": "s1"}]


def test_the_mouse_draws_a_relation_from_the_span_looked_at(desk):
    desk.press(*MARKED)
    desk.word("Aspirine").dblclick()
    expect(desk.page.locator(".one.lit")).to_have_count(1)
    first, last = desk.word("Aspirine").bounding_box(), desk.word("100").bounding_box()
    desk.page.mouse.move(first["x"] + 5, first["y"] + 10)
    desk.page.mouse.down()
    desk.page.mouse.move(last["x"] + 5, last["y"] + 10, steps=6)
    desk.page.mouse.up()
    assert desk.announced().startswith("Which relation: d dose, e same as?")
    desk.press("d")
    assert desk.links() == ["Drug “Aspirine” — dose — Dose “100 mg”"]
    expect(desk.page.locator(".arcs .arc")).to_have_count(1)
    desk.page.locator(".links .drop").click()
    assert desk.links() == []


def test_taps_on_a_phone_set_values_and_relate(desk, visitors):
    phone = Desk(visitors.enter(has_touch=True, is_mobile=True), desk.folder, desk.address)
    page = phone.page
    page.set_viewport_size({"width": 390, "height": 844})
    phone.open()
    tap = lambda text: phone.word(text).tap()  # noqa: E731
    expect(page.locator(".facet")).to_have_count(3)
    tap("Aspirine")
    page.locator(".label", has_text="Drug").tap()
    tap("fièvre")
    page.locator(".label", has_text="Sign").tap()
    page.locator("[data-label='certainty:negated']").tap()
    assert phone.listed() == ["Drug Aspirine", "Sign fièvre negated"]
    tap("Aspirine")
    tap("Aspirine")  # twice: the span itself
    expect(page.locator(".one.lit")).to_have_count(1)
    page.locator("[data-label='relation:treats']").tap()
    assert "tap the other end" in phone.announced()
    tap("fièvre")
    assert phone.links() == ["Drug “Aspirine” — treats — Sign “fièvre”"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_who_decides_sees_who_chose_what_and_takes_relations_on_what_stands(desk, visitors):
    desk.open(case="decided")
    differ = "Certainty: negated (Ada) · possible (Bea) – no majority: choose a value"
    assert desk.listed() == ["Drug Aspirine", "Dose 100 mg Ada", "Dose 100 Bea", "Sign fièvre"]
    assert desk.choices() == [differ]
    assert desk.links() == [f"Drug “Aspirine” — dose — Dose “{dose}” ({by})" for dose, by in DOSES]
    expect(desk.page.locator(".links .waits")).to_have_count(2)
    desk.page.locator(".links .take").first.click(force=True)  # its other end is only a suggestion
    assert "needs both ends" in desk.problem()
    desk.press("y", "Delete")  # the first dose; then the other one is not meant
    assert desk.links() == ["Drug “Aspirine” — dose — Dose “100 mg”"]
    desk.press("y")
    assert desk.announced().startswith("Drug “Aspirine” — dose — Dose “100 mg”")
    desk.press("y")
    expect(desk.page.locator(".links .offer")).to_have_count(0)
    desk.press("Control+z")
    expect(desk.page.locator(".links .offer")).to_have_count(1)
    desk.press("Shift+Y", "Enter")
    assert "1 attribute has no majority and no value: Certainty “fièvre”" in desk.problem()
    expect(desk.page.locator(".facet [data-by='Bea']")).to_contain_text("possible")
    desk.press("p")
    assert desk.choices() == [differ.split(" –")[0]]
    desk.press("Enter")
    desk.at(1)
    value = desk.events("answer")[0]["value"]
    assert [(each["label"], each.get("attributes")) for each in value["spans"]] == [
        ("drug", None), ("dose", None), ("sign", {"certainty": "possible"}),
    ]  # fmt: skip
    assert value["relations"] == [{"type": "has_dose", "from": "s1", "to": "s2"}]

    phone = Desk(visitors.enter(has_touch=True, is_mobile=True), desk.folder, desk.address)
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.open(case="decided", blind="1")
    assert phone.listed()[1] == "Dose 100 mg 1 of 2"
    phone.page.locator(".one.offer .take").first.tap()
    phone.page.locator(".links .offer:not(.waits) .take").tap()
    assert phone.links()[0] == "Drug “Aspirine” — dose — Dose “100 mg” (1 of 2)"
    phone.page.locator(".one .name", has_text="fièvre").tap()
    phone.page.locator("[data-label='certainty:negated']").tap()
    assert phone.listed()[-1] == "Sign fièvre negated"
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_suggestion_brings_attributes_and_relations(desk):
    desk.press("0")
    desk.at(1)
    assert desk.listed() == ["Drug Aspirine", "Dose 100 mg", "Sign fièvre negated"]
    assert desk.links() == ["Drug “Aspirine” — dose — Dose “100 mg”"]
    desk.press("y")
    desk.drafts()
    draft = desk.events("draft")[-1]["value"]
    assert draft["relations"] == [{"type": "has_dose", "from": "s1", "to": "o1"}]
    desk.press("y", "y", "Enter")
    desk.at(2)
    value = desk.events("answer")[-1]["value"]
    assert value["relations"] == [{"type": "has_dose", "from": "s1", "to": "s2"}]
    assert value["spans"][2]["attributes"] == {"certainty": "negated"}
