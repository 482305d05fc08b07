"""Ten items of every task by keyboard alone, by mouse alone, and by touch alone on a screen of 390 pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, expect

from aloi.annotation.model import Annotator, Role
from aloi.corpora.model import Json
from aloi.workbench.passwords import hash_password
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import at, ready
from tests.workbench.desks import NAMES, Opened, open_rounds
from tests.workbench.scene import NOW

pytestmark = pytest.mark.browser
ITEMS = 10
TOUCH = {"has_touch": True, "is_mobile": True}
WAYS = ("keyboard", "mouse", "touch")


@dataclass(frozen=True)
class Write:
    """Letters, which every way writes; what they find is waited for."""

    text: str
    finds: str = ""


@dataclass(frozen=True)
class UpTo:
    """The last of several words: the mouse clicks with Shift, a finger taps."""

    place: str


@dataclass(frozen=True)
class Code:
    """The strokes of a label, as its button shows them."""

    label: str


@dataclass(frozen=True)
class Doing:
    """How an item of a task is answered: the keys, or the places pressed; and what is stored."""

    keys: Sequence[str | Write | Code]
    places: Sequence[str | Write | UpTo]
    value: Json


def label(name: str) -> str:
    return f".label[data-label='{name}']"


def token(side: int, place: int) -> str:
    return f".tokens[data-side='{side}'] .token:nth-child({place + 1})"


SAVE = ".save"
# What all stands above the actions of a phone at once, so that nobody scrolls to answer.
IN_SIGHT = {"similarity": ".degree", "judging": ".label"}
DOINGS = {
    "similarity": Doing(["4"], [".degree[data-value='4']"], {"score": 4}),
    "operations": Doing(
        ["Space", "Tab", "Space", "y", "Enter", "Control+Enter", "Control+Enter"],
        [token(0, 2), token(1, 2), label("synonym"), SAVE, SAVE],
        {"groups": [{"source": [2], "target": [2], "label": "synonym"}], "err": False},
    ),
    "substitution": Doing(
        [Write("fine"), "Enter", "Enter"],
        [".field:first-child .word", Write("fine"), SAVE],
        {"substitutes": ["fine"], "none": False},
    ),
    "judging": Doing(["1"], [label("fits")], {"label": "fits"}),
    # The tenth chapter has no digit.
    "classification": Doing([Code("J00-J99")], [label("J00-J99")], {"labels": ["J00-J99"]}),
    "multiple_choice": Doing(["a", "c", "Enter"], [label("A"), label("C"), SAVE], {"correct": ["A", "C"]}),
    "spans": Doing(
        [*["Shift+ArrowRight"] * 4, "1", "Enter"],
        [
            ".piece[data-place='0'] .word",
            UpTo(".piece[data-place='4'] .word"),
            ".labels .label:first-child",
            SAVE,
        ],
        {"spans": [{"label": "disorder", "parts": [[0, 27]]}]},
    ),
    "linking": Doing(
        ["/", Write("céph", ".concept.found"), "Enter", "Enter"],
        [".search", Write("céph", ".concept.found"), ".concept.found", SAVE],
        {"concepts": ["X01"]},
    ),
}


@dataclass
class House:
    """A running Aloi with a round of every task, and the page of each person who works there in one way."""

    site: Site
    opened: dict[str, Opened]
    people: dict[str, Annotator]
    pages: dict[str, Page] = field(default_factory=dict)

    def page(self, way: str) -> Page:
        """Return the page of the person who works in a way, signed in at the first time."""
        if way not in self.pages:
            page = self.site.visitors.enter(**(TOUCH if way == "touch" else {}))
            self.site.sign_in(page, way)
            if way == "touch":
                page.set_viewport_size({"width": 390, "height": 844})
            self.pages[way] = page
        return self.pages[way]

    def stored(self, way: str, name: str) -> list[Json]:
        """Return the latest answers of a person to the items of a task."""
        store = self.site.store()
        given = store.answers.latest(self.opened[name].round.id)
        store.close()
        return [one.value for one in given if one.key.annotator_id == self.people[way].id]


@pytest.fixture(scope="module")
def house(visitors: Visitors, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Give the house, with one person for each way."""
    with running_site(visitors, tmp_path_factory.mktemp("ways")) as site:
        store = site.store()
        hashed = hash_password(PASSWORD)
        store.people.add(
            "boss", Role.ADMINISTRATOR, NOW, password_hash=hashed
        )  # without one, the first visit is a setup
        people = {
            one: store.people.add(one, Role.ANNOTATOR, NOW, password_hash=hashed, pseudonym=one)
            for one in WAYS
        }
        opened = open_rounds(store, [*people.values()], NAMES, items=ITEMS)
        store.close()
        yield House(site, opened, people)


def act(page: Page, way: str, place: str, *, up_to: bool = False) -> None:
    """Click or tap a place."""
    found: Locator = page.locator(place).first
    if way == "touch":
        found.tap()
    else:
        found.click(modifiers=["Shift"] if up_to else [])


def write(page: Page, step: Write) -> None:
    page.keyboard.type(step.text)
    if step.finds:
        expect(page.locator(step.finds).first).to_be_visible()


def answer(page: Page, way: str, doing: Doing) -> None:
    """Answer the item before a person in their way."""
    for step in doing.keys if way == "keyboard" else doing.places:
        match step:
            case Write():
                write(page, step)
            case Code(name):
                strokes = page.locator(f".keys[data-of='{name}'] kbd").inner_text()
                assert len(strokes) == 2
                page.keyboard.type(strokes)
            case UpTo(place):
                act(page, way, place, up_to=True)
            case _ if way == "keyboard":
                page.keyboard.press(step)
            case _:
                act(page, way, step)


@pytest.mark.slow
def test_other_keys_stay_with_their_person(house: House) -> None:
    address = f"{house.site.address}/annotate?round={house.opened['judging'].round.id}"
    page, other = house.page("keyboard"), house.page("mouse")
    flag = "[data-action=flag] kbd"
    page.goto(address)
    at(page, 0, ITEMS)
    for keys in ({"flag": "x"}, {}):
        page.locator("[data-action=keys]").click()
        if keys:
            page.locator("[data-owner='actions:flag']").click()
            page.keyboard.press("x")
        else:
            page.locator("[data-action=keys_reset]").click()
        page.keyboard.press("Escape")
        ready(page, "sent")
        page.reload()
        at(page, 0, ITEMS)
        expect(page.locator(flag)).to_have_text("x" if keys else "f")
        page.keyboard.press("x")
        ready(page, "sent")
        expect(page.locator("[data-action=flag]")).to_have_attribute("aria-pressed", str(bool(keys)).lower())
        page.keyboard.press("x")
        if keys:
            other.goto(address)
            at(other, 0, ITEMS)
            expect(other.locator(flag)).to_have_text("f")


@pytest.mark.parametrize("items", [1, pytest.param(ITEMS, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "way", [one if one == "keyboard" else pytest.param(one, marks=pytest.mark.slow) for one in WAYS]
)
def test_items_of_every_task(house: House, way: str, name: str, items: int) -> None:
    page = house.page(way)
    page.goto(f"{house.site.address}/annotate?round={house.opened[name].round.id}")
    for done in range(len(house.stored(way, name)), items):
        at(page, done, ITEMS)
        if way == "touch" and name in IN_SIGHT:
            last, actions = page.locator(IN_SIGHT[name]).last, page.locator(".actions")
            ends = [box["y"] + box["height"] for box in [last.bounding_box()] if box]
            assert ends[0] <= (actions.bounding_box() or {"y": 0})["y"] + 1, "somebody must scroll to answer"
        answer(page, way, DOINGS[name])
    if items == ITEMS:
        expect(page.locator(".desk")).to_have_count(0)
    else:
        at(page, items, ITEMS)
    assert house.stored(way, name) == [DOINGS[name].value] * items
