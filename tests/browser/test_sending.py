"""The annotate widget while answers are on their way: what is shown meanwhile, and what is sent again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from aloi.ui.questions import desk as shared
from tests.browser.scales import ScaleDesk

pytestmark = pytest.mark.browser
Desk = ScaleDesk
LOADER = Path(shared.__file__).parent / "loader.js"
# Draws a desk as Streamlit does: of two drawings at once, the first is ended once the second stands.
# Gives whether the desk listens after the first has ended, and after the second.
OVERTAKE = """async loader => {
    const blob = new Blob([loader], { type: "text/javascript" });
    const { default: draw } = await import(URL.createObjectURL(blob));
    const script = `export default ({ parentElement }) => {
        parentElement.aloiDesk ??= { stop() { this.listens = false; } };
        parentElement.aloiDesk.listens = true;
        return () => parentElement.aloiDesk.stop();
    }`;
    const parentElement = document.createElement("div").attachShadow({ mode: "open" });
    const parcel = { data: { script, style: "" }, names: {}, fresh: {} };
    const component = { data: new TextEncoder().encode(JSON.stringify(parcel)), parentElement };
    draw(component);
    while (!parentElement.aloiDesk) await new Promise((done) => setTimeout(done, 5));
    const [first, second] = [draw(component), draw(component)];
    return [first, second].map((end) => (end(), parentElement.aloiDesk.listens));
}"""


@pytest.fixture
def desk(closed_desk: ScaleDesk) -> ScaleDesk:
    """Give a desk that each test opens with scales and troubles of its own."""
    closed_desk.page.set_viewport_size({"width": 1280, "height": 800})
    return closed_desk


def test_a_slow_server_loses_nothing(desk):
    desk.open(hold="1")
    desk.press("5")
    desk.press("1", "u", "s")  # locked until the answer is stored
    desk.release()
    desk.at(1)
    desk.press("4")
    desk.release()
    desk.at(2)
    assert [event["kind"] for event in desk.events()] == ["answer", "answer"]
    assert desk.values() == [{"score": 5}, {"score": 4}]


def test_an_unanswered_event_is_sent_again_with_its_id(desk):
    desk.open(lossy="1", hold="1")
    desk.press("5")
    expect(desk.page.locator(".problem.main")).to_have_text("Not saved yet. Retrying; please wait.")
    desk.release()
    desk.at(1)
    first, second = map(json.loads, desk.log.read_text().splitlines())
    assert first == second
    expect(desk.page.locator(".problem.main")).to_have_text("")


def test_a_drawing_that_another_one_overtook_does_not_end_its_desk(desk):
    desk.open()
    assert desk.page.evaluate(OVERTAKE, LOADER.read_text(encoding="utf-8")) == [True, False]


def test_a_refused_answer_says_why_and_stays(desk):
    desk.open()
    desk.press("n")
    desk.page.keyboard.type("refuse me")
    desk.press("Escape")
    desk.press("3")
    expect(desk.page.locator(".problem.main")).to_have_text("The round is closed.")
    desk.at(0)
    desk.press("4")
    desk.all_sent()
    assert [event["value"] for event in desk.events("answer")] == [{"score": 3}, {"score": 4}]


def test_the_next_item_shows_before_the_answer_is_stored_and_takes_no_key_until_then(desk):
    desk.open(hold="1")
    text = desk.page.locator(".sentence").first
    desk.press("1")
    desk.release()
    desk.at(1)
    desk.press("2")
    expect(text).to_contain_text("Phrase inventée numéro 2")
    expect(desk.page.locator(".count")).to_have_text("1 of 12 done")
    expect(desk.page.locator(".status")).to_have_text("Saved 1. Next pair.")
    desk.press("5", "u", "f", "s")
    desk.release()
    desk.at(2)
    expect(text).to_contain_text("Phrase inventée numéro 2")
    desk.press("4")
    desk.release()
    desk.at(3)
    assert [(event["item_id"], event["value"]) for event in desk.events()] == [
        ("i0", {"score": 1}), ("i1", {"score": 2}), ("i2", {"score": 4}),
    ]  # fmt: skip


def test_an_item_shown_ahead_has_its_own_work_of_this_tab_and_an_undo_names_the_answer_before_it(desk):
    desk.open(hold="1", person="p")
    kept = {"at": 4e9, "seconds": 70, "note": "dose", "flag": True}
    desk.page.evaluate(
        "([name, work]) => sessionStorage.setItem(name, JSON.stringify(work))", ["aloi.work/p/r/i1/1", kept]
    )
    desk.press("3")
    expect(desk.page.locator(".sentence").first).to_contain_text("Texte <img")
    expect(desk.page.locator(".note")).to_have_value("dose")
    expect(desk.page.locator('[data-action="flag"]')).to_have_attribute("aria-pressed", "true")
    desk.release()
    desk.at(1)
    desk.all_sent()
    desk.press("4")
    desk.release()
    desk.at(2)
    expect(desk.page.locator(".note")).to_have_value("")
    desk.press("u")
    desk.at(1)
    first, mark, second, undo = desk.events()
    assert (first["item_id"], first["based_on"], first["note"], first["flag"]) == ("i0", 10, "", False)
    assert (mark["kind"], mark["item_id"], mark["note"], mark["flag"]) == ("mark", "i1", "dose", True)
    assert (second["item_id"], second["based_on"], second["note"], second["flag"]) == ("i1", 11, "dose", True)
    assert first["seconds"] < 70 < second["seconds"]
    assert (undo["kind"], undo["item_id"], undo["based_on"]) == ("undo", "i1", 12)


def test_another_item_than_the_one_shown_ahead_takes_its_place(desk):
    desk.open(hold="1", wrong="1")
    desk.press("3")
    expect(desk.page.locator(".sentence").first).to_contain_text("Phrase inventée numéro 2")
    desk.release()
    desk.at(1)
    expect(desk.page.locator(".sentence").first).to_contain_text("Texte <img")
    desk.press("4")
    desk.release()
    desk.at(2)
    assert [event["item_id"] for event in desk.events()] == ["i0", "i1"]


def test_a_refused_answer_brings_its_item_back_with_flag_note_and_answer(desk):
    desk.open(hold="1", case="several")
    desk.press("f", "n")
    desk.page.keyboard.type("refuse me")
    desk.press("Escape")
    desk.all_sent()
    desk.press("1", "2", "3")
    expect(desk.page.locator(".sentence").first).to_contain_text("Texte <img")
    expect(desk.page.locator(".note")).to_have_value("")
    desk.release()
    desk.at(0)
    expect(desk.page.locator(".problem.main")).to_have_text("The round is closed.")
    expect(desk.page.locator(".note")).to_have_value("refuse me")
    expect(desk.page.locator('[data-action="flag"]')).to_have_attribute("aria-pressed", "true")
    checked = desk.page.locator('.degree[aria-checked="true"]')
    assert [one.get_attribute("data-value") for one in checked.all()] == ["1", "2", "3"]
