"""The spans widget in a real browser: marking by keyboard and mouse, suggestions, and what is sent when."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from aloi.ui.texts import section
from tests.browser import widgets

pytestmark = pytest.mark.browser


class Desk(widgets.Desk):
    app = "spans_app.py"
    items = 5

    def to(self, place: int) -> None:
        """Leave texts before this one as they are."""
        for done in range(place):
            self.at(done)
            self.press(*{1: ["Enter", "Enter"], 3: ["0", "0"]}.get(done, ["0"]))
        self.at(place)

    def word(self, text: str):
        return self.page.locator(".piece", has_text=text).first

    def listed(self) -> list[str]:
        # Of its parts: what is not in view is not laid out, and has no text of its own yet.
        rows = self.page.locator(".marked .name").all()
        return [" ".join(row.locator("b, span:not(.rule-mark), i").all_text_contents()) for row in rows]


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
    assert event["shown"] == {"end_reached": True}


def test_code_points_beyond_the_first_plane_keep_offsets(desk):
    desk.word("paracétamol").click()
    desk.press("3", "Enter")
    desk.at(1)
    assert desk.events("answer")[0]["value"]["spans"] == [{"label": "drug", "parts": [[47, 58]]}]


def test_nothing_moves_while_one_marks(desk):
    def place(name: str) -> dict:
        return desk.page.locator(name).last.bounding_box()

    before = [place(name) for name in (".passage .piece", ".save", ".labels")]
    desk.press("Shift+ArrowRight", "1", "End", "2", ",", "Escape")
    assert len(desk.listed()) == 2
    assert [place(name) for name in (".passage .piece", ".save", ".labels")] == before
    names = desk.page.locator(".piece[data-tags]").evaluate_all("all => all.map((one) => one.dataset.tags)")
    assert [name for name in names if name] == ["Disorder", "Anatomy"]
    # A line in which spans overlap is higher by one lane, above and below; nothing else moves.
    desk.press("Home", "Shift+End", "3")
    after = [place(name) for name in (".passage .piece", ".save", ".labels")]
    assert after[1:] == before[1:]
    assert (after[0]["x"], round(after[0]["y"] - before[0]["y"])) == (before[0]["x"], 4)


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
    assert "1 suggestion is neither accepted nor removed" in desk.problem()
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


def test_a_text_with_nothing_marked_is_asked_about_and_saved_by_0(desk):
    words = section("spans")
    desk.press("Enter", "Enter")
    assert desk.problem() == words["sp_nothing"]
    desk.press("ArrowRight", "1", "Control+z", "0")
    desk.at(1)
    [event] = desk.events("answer")
    assert event["value"] == {"spans": []}
    assert event["shown"] == {"end_reached": True, "nothing_to_mark": True}
    desk.press("Delete", "Delete", "Tab", "Delete", "Tab", "Delete", "Enter")  # no suggestion is taken
    expect(desk.page.locator(".problem.main")).to_have_text(words["sp_nothing"])
    desk.page.get_by_role("button", name=words["sp_none"]).click()
    desk.at(2)
    desk.press("1", "Enter")
    desk.at(3)
    assert desk.events("answer")[-1]["shown"] == {"end_reached": True}
    desk.press("Enter")
    assert desk.problem() == f"{words['sp_nothing']} {words['sp_end_unseen']}"
    desk.press("Control+End", "Enter")
    expect(desk.page.locator(".problem.main")).to_have_text(words["sp_nothing"])


def test_a_text_left_before_its_end_says_so(desk):
    desk.to(3)
    words = section("spans")
    desk.press("0")
    assert desk.problem() == f"{words['sp_end_unseen']} {words['sp_none_again']}"
    desk.press("1", "Enter")
    assert desk.problem() == ""  # asked once about a text
    desk.until(lambda: len(desk.events("answer")) == 4)
    assert desk.events("answer")[-1]["shown"] == {"end_reached": False}
    desk.at(4)
    desk.press("1", "Enter")
    assert "2 suggestions are neither" in desk.problem()
    desk.press("Enter")
    assert desk.problem() == f"{words['sp_end_unseen']} {words['sp_save_again']}"
    desk.press("Enter")
    desk.until(lambda: len(desk.events("answer")) == 5)


def test_a_map_beside_a_long_text_shows_marks_and_what_was_seen(desk):
    minimap, box = desk.page.locator(".minimap"), desk.page.locator(".passage")
    expect(minimap).to_be_hidden()
    desk.to(4)
    expect(minimap.locator(".marks i")).to_have_count(2)  # two suggestions
    seen = minimap.locator(".seen i")
    expect(seen).to_have_count(1)
    assert desk.page.locator(".line[data-number]").count() == 399  # a blank line has no number
    top = "all[{}].querySelector('.stretch').getBoundingClientRect().top"
    pitch = desk.page.locator(".line").evaluate_all(f"all => {top.format(3)} - {top.format(2)}")
    assert pitch == 28
    frame = minimap.bounding_box()
    desk.page.mouse.click(frame["x"] + 5, frame["y"] + frame["height"] - 2)
    desk.until(lambda: box.evaluate("box => box.scrollTop + box.clientHeight > box.scrollHeight - 3"))
    expect(seen).to_have_count(2)
    desk.press("1")
    expect(minimap.locator(".marks i")).to_have_count(3)


def kept(desk) -> dict[str, Any]:
    """Return what the tab keeps of the work under way, by item."""
    every = desk.page.evaluate(
        "Object.entries(sessionStorage).filter(([key]) => key.startsWith('aloi.work/'))"
    )
    return {key.split("/", 3)[3]: json.loads(work) for key, work in every}


def test_of_a_restricted_corpus_the_tab_keeps_nothing_on_the_disk(closed_desk):
    desk = closed_desk
    desk.open(person="ada", restricted="1")
    desk.press("ArrowRight", "ArrowRight", "1")
    desk.drafts()  # the server has it
    desk.press("n", *"doses?", "Escape")
    desk.until(lambda: [event["note"] for event in desk.events("mark")][-1:] == ["doses?"])
    assert kept(desk) == {}
    assert desk.page.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])").count("dose") == 0


def test_work_survives_a_reload_at_any_moment(closed_desk):
    desk = closed_desk
    desk.open(person="ada")
    desk.press("ArrowRight", "ArrowRight", "1")
    desk.page.reload()  # at once: the draft has not been sent
    desk.at(0)
    assert desk.listed() == ["Disorder cancer"]
    desk.drafts()
    for number, letter in enumerate("doses?"):
        desk.press("n", "End", letter)
        desk.page.wait_for_timeout(50 * (number % 2))
        desk.page.reload()
        desk.at(0)
        expect(desk.page.locator(".note")).to_have_value("doses?"[: number + 1])
    desk.press("f", "ArrowRight", "2")
    desk.page.reload()
    desk.at(0)
    expect(desk.page.locator("[data-action=flag]")).to_have_attribute("aria-pressed", "true")
    assert len(desk.listed()) == 2
    [work] = kept(desk).values()
    assert work["seconds"] > 8 * 0.06  # eight screens, each seen for at least so long
    words = {"cancer", "poumon", "droit", "gauche", "paracétamol", "soir"}
    assert not words & set(re.findall(r"\w+", json.dumps(work, ensure_ascii=False)))
    desk.press("Enter")
    desk.at(1)
    event = desk.events("answer")[-1]
    assert (event["note"], event["flag"], len(event["value"]["spans"])) == ("doses?", True, 2)
    assert event["seconds"] > 8 * 0.06
    assert [one for one in kept(desk) if one.startswith("i0")] == []
    expect(desk.page.locator(".note")).to_have_value("")


def test_an_answer_on_its_way_at_a_reload_is_sent_again_and_somebody_else_finds_nothing(closed_desk):
    desk = closed_desk
    desk.open(person="ada")
    desk.press("ArrowRight", "ArrowRight", "1")
    desk.page.evaluate(
        """element => { let host = element; while (!host.aloiDesk) host = host.parentNode ?? host.host;
          host.aloiDesk.send = () => {}; }""",  # as if the line were down
        desk.page.locator(".desk").element_handle(),
    )
    desk.press("Enter")
    event = kept(desk)["i0/1"]["event"]
    assert desk.events("answer") == []
    desk.page.reload()
    desk.at(1)
    assert desk.events("answer") == [{**event, "resent": True}]
    desk.press("n", "x", "Escape")
    assert "i1/1" in kept(desk)
    desk.open(person="bea")
    assert [work for work in kept(desk).values() if "note" in work] == []
    expect(desk.page.locator(".note")).to_have_value("")


def test_the_newer_of_what_the_tab_and_the_server_keep_is_shown(closed_desk):
    desk = closed_desk
    desk.open(person="ada")
    desk.press("ArrowRight", "ArrowRight", "1")
    desk.drafts()
    desk.open(person="ada", newer="1")  # another computer kept a draft since
    assert desk.listed() == ["Drug soir"]


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


def test_a_label_at_the_right_edge_of_a_text_is_not_cut(desk):
    desk.to(3)
    places = desk.page.locator(".passage .piece").evaluate_all(
        """all => {
          const ends = all.map((piece) => [piece.getClientRects()[0].right, piece.dataset.place]);
          return ends.sort((a, b) => b[0] - a[0]).slice(0, 3).map(([, place]) => place);
        }"""
    )
    for place in places:
        desk.page.locator(f'.piece[data-place="{place}"]').click()
        desk.press("1")
    beyond = """all => all.filter((piece) => piece.dataset.tags).map((piece) => {
      const style = getComputedStyle(piece, "::before");
      const name = piece.getClientRects()[0].left + parseFloat(style.left) + parseFloat(style.width);
      const text = piece.closest(".passage");
      return name - text.getBoundingClientRect().left - text.clientWidth;
    })"""
    desk.page.wait_for_timeout(100)
    pixels = desk.page.locator(".passage .piece").evaluate_all(beyond)
    assert len(pixels) == 3
    assert max(pixels) <= 0
    assert desk.page.locator(".passage").evaluate("box => box.scrollWidth - box.clientWidth") == 0
