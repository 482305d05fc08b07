"""Keys of labels and actions in a real browser: two strokes, a search, and other keys as a person likes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from aloi.ui.texts import section, t
from tests.browser import widgets
from tests.browser.site import Visitors
from tests.browser.widgets import app_served

pytestmark = pytest.mark.browser
WORDS = section("component")


class Choices(widgets.Desk):
    app = "choices_app.py"
    items = 3


class Spans(widgets.Desk):
    app = "spans_app.py"
    items = 5


class Operations(widgets.Desk):
    app = "operations_app.py"
    items = 3


Opened = Callable[..., AbstractContextManager[widgets.Desk]]
Served = Callable[[type[widgets.Desk]], tuple[Path, str]]


@pytest.fixture(scope="module")
def serve(visitors: Visitors, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return what serves the app of a desk: the one served last goes on until another is asked for."""
    running = ExitStack()
    now: dict[str, tuple[Path, str]] = {}

    def end() -> None:
        visitors.empty()
        running.close()
        now.clear()

    def served(kind: type[widgets.Desk]) -> tuple[Path, str]:
        if kind.app not in now:
            end()
            folder = tmp_path_factory.mktemp("keys")
            now[kind.app] = folder, running.enter_context(app_served(kind.app, folder))
        return now[kind.app]

    yield served
    end()


@pytest.fixture
def desk_of(visitors: Visitors, serve: Served) -> Opened:
    """Return what gives the desk of an app, opened in a case of it."""

    @contextmanager
    def opened(kind: type[widgets.Desk], **query: str) -> Iterator[widgets.Desk]:
        desk = kind(visitors.enter(), *serve(kind))
        try:
            desk.open(**query)
            yield desk
        finally:
            visitors.leave(empty=False)

    return opened


def keys_of(desk: widgets.Desk, name: str) -> list[str]:
    """Return the keys that the button of a label shows."""
    return desk.page.locator(f".keys[data-of='{name}'] kbd").all_inner_texts()


def strike(desk: widgets.Desk, strokes: str) -> None:
    for one in strokes:
        desk.press(one)


def test_keys_of_labels_and_other_ones(desk_of: Opened) -> None:
    """Two strokes for each of many labels, and the dialog that changes keys."""
    with desk_of(Choices) as desk:
        page = desk.page
        chips = page.locator(".chip span:first-child")
        codes = {name: keys_of(desk, name) for name in ("R50.9", "R05", "Z10", "Z11", "Z39")}
        assert codes["R50.9"][0] == "1"
        assert codes["R05"] == ["t"]  # a letter of its own is enough
        assert len({each[-1] for each in codes.values()}) == 5
        assert codes["Z10"] == ["re"]  # of its title: Recours 10; Streamlit would draw the page anew at an R
        strike(desk, "re")
        expect(chips).to_have_text(["Recours 10"])
        desk.press("r")
        expect(page.locator(".status")).to_have_text(WORDS["stroke"].format(key="r"))
        assert page.locator(".label.asked").count() > 9
        desk.press("Escape")
        expect(page.locator(".label.asked")).to_have_count(0)
        desk.press("r", "?")
        expect(page.locator(".problem.main")).to_have_text(WORDS["no_label"].format(key="r?"))
        expect(page.locator(".guide")).to_be_hidden()
        strike(desk, codes["R50.9"][1])
        expect(chips).to_have_text(["Fièvre", "Recours 10"])
        page.reload()
        desk.at(0)
        assert codes == {name: keys_of(desk, name) for name in codes}

        problem = page.locator(".keychoice .problem")

        def change(owner: str, *keys: str) -> None:
            page.locator(f"[data-owner='{owner}']").click()
            desk.press(*keys)

        page.locator("[data-action=keys]").click()
        change("actions:flag", "u")
        expect(problem).to_have_text(WORDS["keys_taken"].format(key="u", title="Undo"))
        desk.press("/")
        expect(problem).to_have_text(WORDS["keys_fixed"].format(key="/"))
        desk.press("r")
        expect(problem).to_contain_text("The keys of Recours 10 (re) begin with r")
        desk.press("Enter")
        expect(problem).to_have_text(WORDS["keys_sign"])
        desk.press("Shift+X")
        expect(problem).to_be_empty()
        change("labels:R05", "r", "e")
        expect(problem).to_have_text(WORDS["keys_taken"].format(key="re", title="Recours 10"))
        desk.press("r", "z")
        expect(problem).to_be_empty()
        desk.press("f", "1")  # in the dialog no key of the desk means anything
        desk.press("Escape")
        expect(page.locator(".keychoice")).to_be_hidden()
        assert keys_of(desk, "R05") == ["rz"]
        expect(page.locator("[data-action=flag] kbd")).to_have_text("⇧ x")
        desk.press("Shift+X", "r", "z")
        expect(page.locator("[data-action=flag]")).to_have_attribute("aria-pressed", "true")
        expect(chips).to_have_text(["Toux"])
        desk.press("f", "t")
        expect(page.locator("[data-action=flag]")).to_have_attribute("aria-pressed", "true")
        expect(chips).to_have_text(["Toux"])
        desk.all_sent()
        assert [one["value"] for one in desk.events("keys")] == [
            {"actions": {"flag": "X"}, "labels": {}},
            {"actions": {"flag": "X"}, "labels": {"R05": "rz"}},
        ]
        page.locator("[data-action=keys]").click()
        page.locator("[data-action=keys_reset]").click()
        expect(page.locator("[data-owner='actions:flag']")).to_be_visible()
        desk.press("Escape", "f")
        expect(page.locator("[data-action=flag]")).to_have_attribute("aria-pressed", "false")
        assert keys_of(desk, "R05") == ["t"]

        desk.open(case="options")  # those whose letters mean something else are struck with Shift
        assert [keys_of(desk, one) for one in "AFNSU"] == [["a"], ["⇧ f"], ["⇧ n"], ["⇧ s"], ["⇧ u"]]
        desk.press("Shift+F", "f", "Shift+U", "b")
        expect(chips).to_have_text(["B", "F", "U"])
        expect(page.locator("[data-action=flag]")).to_have_attribute("aria-pressed", "true")
        desk.press("/")
        page.keyboard.type("option r")
        desk.press("Enter")
        expect(page.locator(".problem.main")).to_have_text(section("choices")["ch_most"].format(most=3))


def test_operations_are_searched_and_no_side_holds_the_keyboard(desk_of: Opened) -> None:
    with desk_of(Operations, case="many") as desk:
        page = desk.page
        desk.press("Space", "Tab", "Space", "/")
        page.keyboard.type("autre c")
        desk.press("Enter")
        expect(page.locator(".group .name b")).to_have_text("Autre c")
        token = page.locator(".token.cursor:focus")
        for key, held in (("Tab", False), ("Shift+Tab", True), ("Shift+Tab", True), ("Shift+Tab", False)):
            desk.press(key)
            expect(token).to_have_count(int(held))


def test_work_under_way_and_own_keys_survive_a_change_of_labels(desk_of: Opened) -> None:
    """R05 is renamed and R60.9 goes while both are chosen, each with a key of the person's own."""
    with desk_of(Choices, case="changing") as desk:
        page = desk.page
        chips = page.locator(".chip span:first-child")
        page.locator("[data-action=keys]").click()
        for owner, key in (("R05", "z"), ("R60.9", "w")):
            page.locator(f"[data-owner='labels:{owner}']").click()
            desk.press(key)
        desk.press("Escape", "z", "w", "1", "n")
        page.keyboard.type("half a thought")
        desk.press("Escape")
        expect(chips).to_have_text(["Fièvre", "Toux", "Œdème"])
        desk.until(lambda: any(len(one["value"]["labels"]) == 3 for one in desk.events("draft")))
        desk.all_sent()
        page.get_by_role("button", name="Change the labels").click()
        expect(chips).to_have_text(["Fièvre", "Toux"])
        expect(page.locator(".label", has_text="Œdème")).to_have_count(0)
        assert keys_of(desk, "R05.8") == ["z"]
        free = t("component.labels_keys_free", count=1, names="R60.9 (w)")
        expect(page.locator(".keys-free")).to_have_text(free)
        expect(page.locator("textarea")).to_have_value("half a thought")
        desk.at(0)
        page.evaluate(
            "document.activeElement?.blur()"
        )  # the button has the keyboard, and Enter would press it
        desk.press("w")  # it means nothing now
        expect(chips).to_have_text(["Fièvre", "Toux"])
        desk.press("z", "Enter")
        desk.at(1)
        [answer] = desk.events("answer")
        assert (answer["value"], answer["schema"]) == ({"labels": ["R50.9"]}, 2)
        assert answer["note"] == "half a thought"


def test_spans_are_given_labels_that_are_searched(desk_of: Opened) -> None:
    with desk_of(Spans, case="many") as desk:
        page = desk.page
        listed = page.locator(".marked .name b")
        assert keys_of(desk, "disorder")[0] == "1"
        strike(desk, keys_of(desk, "more_3")[-1])
        expect(listed).to_have_text(["Rein droit"])
        desk.press("End", "/")
        page.keyboard.type("gau")
        expect(page.locator(".labels .label:visible > span:last-child")).to_have_text(["Rein gauche"])
        desk.press("Enter")
        expect(listed).to_have_text(["Rein droit", "Rein gauche"])
        expect(page.locator(".labels .label:visible")).to_have_count(14)
        desk.press("/")
        page.keyboard.type("oede")
        expect(page.locator(".labels .label.active")).to_contain_text("Œdème")
        desk.press("Escape", "Enter")
        desk.at(1)
        assert [one["label"] for one in desk.events("answer")[0]["value"]["spans"]] == ["more_3", "more_4"]


def test_ends_of_a_span_move_by_buttons(desk_of: Opened) -> None:
    with desk_of(Spans) as desk:
        page = desk.page
        words = page.locator(".marked .name span")
        move = lambda name: page.locator(f"[data-action=sp_{name}]").click()  # noqa: E731
        page.locator(".piece", has_text="poumon").first.click()
        page.locator(".label", has_text="Anatomy").click()
        page.locator(".marked .name").click()
        move("end_later")
        expect(words).to_have_text("poumon droit")
        move("start_earlier")
        expect(words).to_have_text("du poumon droit")
        move("start_later")
        move("end_earlier")
        expect(words).to_have_text("poumon")
        move("back")
        expect(words).to_have_text("poumon droit")
        desk.press("Tab", "Tab")  # past the last span the keyboard goes on
        expect(page.locator(".piece:focus")).to_have_count(0)


@pytest.fixture
def touched(visitors: Visitors) -> Callable[[widgets.Desk], widgets.Desk]:
    """Return what opens the desk of another on a phone."""

    def opened(desk: widgets.Desk) -> widgets.Desk:
        phone = type(desk)(visitors.enter(has_touch=True, is_mobile=True), desk.folder, desk.address)
        phone.page.set_viewport_size({"width": 390, "height": 844})
        phone.open(case="many")
        return phone

    return opened


def test_a_finger_chooses_words_and_still_scrolls(
    desk_of: Opened, touched: Callable[[widgets.Desk], widgets.Desk]
) -> None:
    with desk_of(Spans) as desk:
        phone = touched(desk)
        page = phone.page
        piece = lambda text: page.locator(".word", has_text=text).first  # noqa: E731
        words = page.locator(".marked .name span")
        session = page.context.new_cdp_session(page)

        def draw(x: float, y: float, dx: float, dy: float) -> None:
            touch = lambda kind, *points: session.send(  # noqa: E731
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)}
            )
            touch("touchStart", {"x": x, "y": y})
            for turn in range(1, 9):
                touch("touchMove", {"x": x + dx * turn / 8, "y": y + dy * turn / 8})
            touch("touchEnd")

        def over(text: str) -> dict[str, float]:
            piece(text).scroll_into_view_if_needed()
            return piece(text).bounding_box()

        piece("cancer").tap()
        piece("poumon").tap()
        expect(page.locator(".word.chosen")).to_have_count(5)  # spaces between count too
        page.locator(".label", has_text="Disorder").tap()
        expect(words).to_have_text("cancer du poumon")
        box = over("droit")
        draw(box["x"] + 4, box["y"] + 10, 0, -200)
        expect(page.locator(".word.chosen")).to_have_count(0)
        first, last = over("cancer"), over("poumon")
        if first["y"] == last["y"]:
            draw(first["x"] + 4, first["y"] + 10, last["x"] - first["x"], 0)
            expect(page.locator(".word.chosen")).to_have_count(5)
        piece("cancer").tap()
        piece("cancer").tap()  # twice: the span there
        expect(page.locator(".one.lit")).to_have_count(1)
        page.locator("[data-action=sp_drop]").tap()
        expect(words).to_have_count(0)
        page.locator("[data-action=sp_back]").tap()
        expect(words).to_have_count(1)
        expect(page.locator(".desk kbd:visible")).to_have_count(0)
        expect(page.locator(".open")).to_contain_text("Tap another word")
        small = page.locator(".desk").evaluate(
            "desk => [...desk.querySelectorAll('button, input')].filter((one) => one.offsetHeight)"
            ".filter((one) => Math.min(one.offsetHeight, one.offsetWidth) < 44)"
            ".map((one) => one.outerHTML)"
        )
        assert small == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390
