"""The annotate widget in a real browser: what a key does, and that no answer is lost or doubled."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from aloi.ui.texts import t
from tests.browser.scales import ScaleDesk

pytestmark = pytest.mark.browser
Desk = ScaleDesk

# Presses 2 at each frame until keys are just about to count for the second item; returns how often.
PRESS_UNTIL_READY = """element => new Promise((done) => {
    let host = element;
    while (!host.aloiDesk) host = host.parentNode ?? host.host;
    const desk = host.aloiDesk;
    const key = { key: "2", code: "Digit2", bubbles: true, cancelable: true, composed: true };
    let count = 0;
    const press = () => {
        const left = desk.data.min_show_ms - (performance.now() - desk.shownAt);
        if (!desk.locked() && left < 50) return done(count);
        document.body.dispatchEvent(new KeyboardEvent("keydown", key));
        document.body.dispatchEvent(new KeyboardEvent("keyup", key));
        count += 1;
        requestAnimationFrame(press);
    };
    press();
})"""


@pytest.fixture
def desk(closed_desk: ScaleDesk) -> ScaleDesk:
    """Give a desk that each test opens with scales and troubles of its own."""
    closed_desk.page.set_viewport_size({"width": 1280, "height": 800})
    return closed_desk


def test_ten_items_by_keyboard(desk):
    desk.open()
    for place, key in enumerate("0123454321"):
        desk.press(key)
        desk.at(place + 1)
    assert desk.values() == [{"score": int(key)} for key in "0123454321"]
    assert [event["item_id"] for event in desk.events()] == [f"i{place}" for place in range(10)]
    assert len({event["event_id"] for event in desk.events()}) == 10
    assert all(0.06 <= event["seconds"] < 30 for event in desk.events())
    expect(desk.page.locator(".status")).to_have_text("Saved 1. Next pair.")


def test_a_held_key_labels_one_item_only(desk):
    desk.open()
    desk.page.keyboard.down("3")
    desk.at(1)
    for _ in range(20):
        desk.page.keyboard.down("3")  # playwright sends auto-repeat for a key that is already down
    desk.all_sent()
    assert desk.values() == [{"score": 3}]
    desk.page.keyboard.up("3")
    desk.press("4")
    desk.at(2)
    assert desk.values() == [{"score": 3}, {"score": 4}]


def test_keys_do_not_count_before_the_item_was_seen(desk):
    desk.open(slow="0.6", show="250")
    desk.press("1")
    pressed = desk.page.evaluate(PRESS_UNTIL_READY, desk.page.locator(".desk").element_handle())
    assert pressed > 2  # frames are few on a busy machine
    desk.at(1)
    assert desk.values() == [{"score": 1}]


def test_keys_off_the_scale_and_with_modifiers_do_nothing(desk):
    desk.open()
    desk.press("6", "9", "Control+3", "Alt+3", "Meta+3", "Shift+Digit3")
    desk.all_sent()
    assert desk.events() == []


def test_a_french_keyboard(desk):
    desk.open()
    desk.raw_key("à", "Digit0")
    desk.at(1)
    desk.raw_key("&", "Digit1")
    desk.at(2)
    desk.raw_key("2", "Digit2", shift=True)
    desk.at(3)
    desk.raw_key("5", "Numpad5")
    desk.at(4)
    desk.raw_key("End", "Numpad1")  # numeric lock is off: no digit was meant
    desk.raw_key("3", "Digit3", repeat=True)
    desk.all_sent()
    assert desk.values() == [{"score": 0}, {"score": 1}, {"score": 2}, {"score": 5}]


@pytest.mark.parametrize("leave", ["Escape", "Control+Enter"])
def test_digits_in_the_note_never_label(desk, leave):
    desk.open()
    desk.press("n")
    desk.page.keyboard.type("3 mg/j, us?f 5")
    desk.all_sent()
    assert desk.events() == []
    desk.press(leave)
    expect(desk.page.locator(".note")).not_to_be_focused()
    desk.press("2")
    desk.at(1)
    assert desk.values() == [{"score": 2}]
    assert desk.events("answer")[0]["note"] == "3 mg/j, us?f 5"
    expect(desk.page.locator(".note")).to_have_value("")


def test_digits_typed_elsewhere_never_label(desk):
    desk.open()
    desk.page.get_by_label("Elsewhere on the page").fill("")
    desk.page.keyboard.type("345")
    desk.all_sent()
    assert desk.events() == []


def test_undo_goes_back_with_the_answer_given(desk):
    desk.open()
    desk.press("4")
    desk.at(1)
    desk.press("u")
    desk.at(0)
    checked = desk.page.locator('.degree[aria-checked="true"]')
    expect(checked).to_have_attribute("data-value", "4")
    desk.press("2")
    desk.at(1)
    assert desk.values() == [{"score": 4}, {"score": 2}]
    assert [event["item_id"] for event in desk.events()] == ["i0", "i1", "i0"]


def test_nothing_to_undo_on_the_first_item(desk):
    desk.open()
    desk.press("u")
    desk.all_sent()
    assert desk.events() == []


def test_skip_asks_for_a_reason(desk):
    desk.open()
    desk.press("s", "Enter")
    expect(desk.page.locator(".skip .problem")).to_have_text("Choose a reason: press 1, 2, 3 or 4.")
    desk.press("Escape")
    expect(desk.page.locator(".skip")).to_be_hidden()
    desk.press("s", "2", "Enter")
    desk.at(1)
    desk.press("s", "4", "Enter")
    expect(desk.page.locator(".skip .problem")).to_have_text("Describe the reason.")
    desk.page.keyboard.type("mixes 2 patients")
    desk.press("Enter")
    desk.at(2)
    reasons = [(event["reason"], event["words"]) for event in desk.events()]
    assert reasons == [("context", ""), ("other", "mixes 2 patients")]
    assert {event["kind"] for event in desk.events()} == {"skip"}


def test_flag_is_saved_at_once_and_goes_with_the_answer(desk):
    desk.open()
    desk.press("f")
    expect(desk.page.locator('[data-action="flag"]')).to_have_attribute("aria-pressed", "true")
    desk.press("3")
    desk.at(1)
    assert desk.events("answer")[0]["flag"] is True
    expect(desk.page.locator('[data-action="flag"]')).to_have_attribute("aria-pressed", "false")


def test_a_flag_is_not_lost_by_an_undo_right_after_it(desk):
    desk.open()
    desk.press("4")
    desk.at(1)
    desk.press("f", "u")
    desk.at(0)
    assert [(event["kind"], event["item_id"], event["flag"]) for event in desk.events()] == [
        ("answer", "i0", False),
        ("mark", "i1", True),
        ("undo", "i1", True),
    ]


def test_the_guideline_opens_at_the_degree_looked_at(desk):
    desk.open()
    desk.page.hover('.degree[data-value="4"]')
    desk.press("?")
    expect(desk.page.locator("section.here h3")).to_have_text("4: degree")
    expect(desk.page.locator("section.here h3")).to_be_in_viewport()
    desk.press("?", "3")  # it has the keys now: 3 moves in the guideline, and does not label
    expect(desk.page.locator("section.here h3")).to_have_text("3: degree")
    desk.press("Escape")  # gives the keys back
    expect(desk.page.locator(".guide")).to_be_visible()
    desk.press("Escape")
    expect(desk.page.locator(".guide")).to_be_hidden()
    assert {event["kind"] for event in desk.events()} == {"prefer"}


def test_an_open_guideline_leaves_the_keys_to_ten_items_and_is_searched(desk):
    page = desk.page
    desk.open()
    page.get_by_role("button", name=t("component.guideline"), exact=True).click()
    expect(page.locator(".guide")).to_be_visible()
    for done, key in enumerate("0123450123"):
        desk.at(done)
        desk.press(key)
    desk.at(10)
    assert [one["value"]["score"] for one in desk.events("answer")] == [0, 1, 2, 3, 4, 5, 0, 1, 2, 3]
    item, guide = page.locator(".texts").bounding_box(), page.locator(".guide").bounding_box()
    assert item["x"] + item["width"] <= guide["x"]

    # Accents and bold do not matter; the keys are letters in the box, and the item's again after Escape.
    search = page.get_by_label(t("component.guide_search"))
    search.click()
    page.keyboard.type("un detail 4")
    expect(page.locator(".guide-count")).to_have_text(t("component.guide_no_hit"))
    search.fill("detail")
    expect(page.locator(".guide-count")).to_have_text(t("component.guide_hits", place=1, total=3))
    expect(page.locator(".sections mark")).to_have_text(["détail", "dé", "tail", "detail"])
    desk.press("Enter")
    expect(page.locator(".sections mark.now")).to_have_text(["dé", "tail"])
    desk.press("Escape", "4")
    desk.at(11)

    link = page.locator(".sections a")
    expect(link).to_have_attribute("rel", "noopener")
    expect(link).to_have_attribute("target", "_blank")
    expect(link).to_have_text("the paper")
    page.locator(".contents summary").click()
    page.get_by_role("button", name="5: degree", exact=True).click()
    expect(page.locator("section.here h3")).to_be_in_viewport()
    assert [one["value"] for one in desk.events("prefer")] == [{"name": "guideline_pinned", "value": True}]
    desk.press("Escape")
    expect(page.locator(".guide")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    desk.open(pinned="1")
    expect(page.locator(".guide")).to_be_hidden()  # it would hide the item of a phone
    page.get_by_role("button", name=t("component.guideline"), exact=True).click()
    assert page.locator(".guide").bounding_box()["width"] == 390


def test_the_rule_of_a_degree_stands_next_to_it(desk):
    page = desk.page
    desk.open()
    rule = page.locator(".rule")
    page.hover('.degree[data-value="4"]')
    expect(rule.locator("h3")).to_have_text("4: degree")
    page.locator('.degree[data-value="2"] .rule-mark').click()
    expect(rule.locator("h3")).to_have_text("2: degree")
    desk.press("Escape")
    expect(rule).to_be_hidden()
    page.locator('.degree[data-value="0"]').focus()
    desk.press("ArrowRight")
    expect(rule.locator("h3")).to_have_text("1: degree")
    page.get_by_role("button", name=t("component.guide_read_on")).click()
    expect(page.locator("section.here h3")).to_have_text("1: degree")
    assert desk.events() == []


def test_a_new_version_is_told_with_what_changed_until_it_was_read(desk):
    page = desk.page
    desk.open(news="1")
    expect(page.locator(".news")).to_contain_text(t("component.guide_changed", version=2, before=1))
    page.get_by_role("button", name=t("component.guide_what_changed")).click()
    changes = page.locator(".changes")
    expect(changes).to_contain_text("Doses were read in two ways.")
    expect(changes.locator("del").last).to_contain_text("a detail")
    expect(changes.locator("ins").last).to_contain_text("decisive")
    desk.press("Escape")
    page.get_by_role("button", name=t("component.guide_understood")).click()
    expect(page.locator(".news")).to_be_hidden()
    desk.all_sent()
    assert [one["value"] for one in desk.events()] == [{"name": "guideline_read", "value": True}]


def test_a_pause_is_recommended_after_fifty_minutes_and_blocks_nothing(desk):
    page = desk.page
    desk.open(stretch=str(49 * 60))
    desk.press("1")
    desk.at(1)
    expect(page.locator(".rest")).to_be_hidden()
    desk.open(stretch=str(51 * 60))
    desk.press("1")
    desk.at(1)
    expect(page.locator(".rest")).to_contain_text(t("component.rest", minutes=51))
    desk.press("2")
    desk.at(2)
    page.locator(".rest button").click()
    desk.press("3")
    desk.at(3)
    expect(page.locator(".rest")).to_be_hidden()


def test_differing_words_are_tinted_and_the_choice_is_kept(desk):
    desk.open()
    desk.press("1")
    desk.at(1)
    desk.press("1")
    desk.at(2)
    marks = desk.page.locator("mark.differs")
    expect(marks).to_have_text(["chat", "chien"])
    desk.press("t")
    expect(marks).to_have_count(0)
    desk.page.reload()
    desk.at(0)
    expect(marks).to_have_count(0)


def test_texts_stay_texts(desk):
    desk.open()
    desk.press("1")
    desk.at(1)
    expect(desk.page.locator(".sentence").nth(1)).to_have_text(
        '<img src=x onerror="window.broken=1"> <script>window.broken=1</script>'
    )
    assert desk.page.locator(".desk img, .desk script").count() == 0
    assert desk.page.evaluate("window.broken") is None


def test_several_scales_move_on_and_the_last_one_saves(desk):
    desk.open(case="several")
    desk.press("1", "2")
    expect(desk.page.locator(".scale").nth(2)).to_have_class("scale active")
    desk.drafts()
    assert [event["value"] for event in desk.events()] == [{"form": 1, "concepts": 2}]  # kept, no answer yet
    desk.press("ArrowUp", "5", "3")
    desk.at(1)
    assert desk.values() == [{"form": 1, "concepts": 5, "score": 3}]


def test_a_long_scale_takes_a_typed_number(desk):
    desk.open(case="typed")
    desk.page.keyboard.type("142")
    desk.press("Enter")
    expect(desk.page.locator(".problem.main")).to_have_text(
        "142 is not on the scale: from 0 to 100 in steps of 1."
    )
    desk.page.keyboard.type("42")
    desk.press("Enter")
    desk.at(1)
    desk.press("Enter")  # an empty field saves nothing
    desk.raw_key("è", "Digit7")
    expect(desk.page.locator(".number")).to_have_value("7")
    desk.press("f", "Enter")
    desk.at(2)
    assert desk.values() == [{"score": 42}, {"score": 7}]


def test_half_steps_are_typed(desk):
    desk.open(case="half")
    desk.page.keyboard.type("2,5")
    desk.press("Enter")
    desk.at(1)
    assert desk.values() == [{"score": 2.5}]


def test_a_typed_scale_without_a_keyboard(desk):
    desk.open(case="half")
    desk.page.locator(".value", has_text="2.5").click()
    desk.at(1)
    desk.open(case="typed")
    desk.page.locator("[data-action=number_up]").click(click_count=3)
    desk.page.locator("[data-action=number_down]").click()
    desk.page.locator(".give").click()
    desk.at(1)
    assert desk.values() == [{"score": 1}]


def test_the_mouse_answers_once_even_by_a_double_click(desk):
    desk.open()
    desk.page.locator('.degree[data-value="2"]').dblclick()
    desk.at(1)
    assert desk.values() == [{"score": 2}]


def test_nothing_moves_between_items(desk):
    desk.open()
    before = desk.page.locator('.degree[data-value="3"]').bounding_box()
    desk.press("3")
    desk.at(1)
    assert desk.page.locator('.degree[data-value="3"]').bounding_box() == before


def test_a_suggested_degree_is_stored_with_one_key(desk):
    desk.open(hints="1")
    expect(desk.page.locator(".hint")).to_contain_text("X1 v1: 4")
    desk.press("y")
    desk.at(1)
    desk.press("2")
    desk.at(2)
    desk.page.locator("[data-action=take_hint]").click()
    desk.at(3)
    assert desk.values() == [{"score": 4}, {"score": 2}, {"score": 4}]
