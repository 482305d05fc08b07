"""The pictures of the documentation, taken of the demo: `make pictures` writes them anew."""

from __future__ import annotations

import io
import os
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import FloatRect, Page, expect

from aloi.storage.store import Store
from aloi.workbench.demo.filling import fill_demo
from aloi.workbench.demo.people import PASSWORD
from tests.browser.site import Site, Visitors, running_site
from tests.browser.steps import WORK, ready, settled
from tests.contract.test_pictures import MOST_BYTES, PICTURES

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SPANS, LABELS = "Demo: entities in reports", "Demo: chapters of notes"
ANNOTATOR, MANAGER = "A1", "M1"
SENTENCE = (
    "Consultation de suivi. Un triptan est proposé lors des crises. "
    "L'IRM du cerveau, demandée par prudence, ne montre pas de lésion."
)
# Keys that mark a drug ("triptan"), a procedure ("IRM") and a part of the body ("cerveau").
RIGHT = "ArrowRight"
KEYS = ["Home", *[RIGHT] * 5, "3", "Home", *[RIGHT] * 13, "4", "Home", *[RIGHT] * 15, "5"]


@pytest.fixture(scope="module")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the filled demo, `aloi.db`."""
    folder = tmp_path_factory.mktemp("pictures")
    with closing(Store.open(f"sqlite:///{folder / 'aloi.db'}")) as store:
        fill_demo(store, folder / "data")
    return folder


def rounds_of(site: Site, campaign: str) -> tuple[str, list[str]]:
    """Return the id of a campaign and those of its rounds."""
    with closing(site.store()) as store:
        [found] = [each for each in store.campaigns.list() if each.name == campaign]
        return found.id, [each.id for each in store.campaigns.rounds(found.id)]


def visit(site: Site, name: str, scheme: str, width: int, height: int) -> Page:
    """Return a page on which a person of the demo is signed in."""
    page = site.visitors.enter(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": height})
    site.sign_in(page, name, password=PASSWORD)
    return page


def annotation(site: Site, scheme: str) -> bytes:
    """Return a picture of the annotation page: a text with three marked spans."""
    page = visit(site, ANNOTATOR, scheme, 1000, 440)
    _, rounds = rounds_of(site, SPANS)
    site.go(page, f"annotate?round={rounds[-1]}")
    expect(page.locator(".passage")).to_have_text(SENTENCE)
    ready(page)
    for key in ["F2", *KEYS]:
        page.keyboard.press(key)
    expect(page.locator(".one .name")).to_have_count(3)
    return page.screenshot()


def agreement(site: Site, scheme: str) -> bytes:
    """Return a picture of the agreement page: the coefficients of a round with their intervals."""
    page = visit(site, MANAGER, scheme, 1200, 1500)
    campaign, rounds = rounds_of(site, LABELS)
    site.go(page, f"agreement?campaign={campaign}&round={rounds[1]}")
    chart = page.get_by_test_id("stVegaLiteChart").first
    expect(chart.locator("canvas, svg").first).to_be_visible(timeout=WORK)
    settled(page)
    return page.screenshot(clip=_from_title_to(page, chart.bounding_box()))


def _from_title_to(page: Page, last: FloatRect | None) -> FloatRect:
    """Return the rectangle from the title of a page to the end of a box, without the menu."""
    title = page.locator("h1").first.bounding_box()
    assert title
    assert last
    margin = 16
    top, left = title["y"] - margin, last["x"] - margin
    height = last["y"] + last["height"] + margin - top
    return {"x": left, "y": top, "width": last["width"] + 2 * margin, "height": height}


def small(picture: bytes) -> bytes:
    """Return a picture as a PNG with a palette."""
    target = io.BytesIO()
    with Image.open(io.BytesIO(picture)) as image:
        image.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(target, "PNG", optimize=True)
    return target.getvalue()


def test_pictures_are_those_of_the_demo(visitors: Visitors, demo_folder: Path) -> None:
    with running_site(visitors, demo_folder) as site:
        taken = {
            f"{view.__name__}-{scheme}.png": small(view(site, scheme))
            for view in (annotation, agreement)
            for scheme in ("light", "dark")
        }
    assert set(taken) == {path.name for path in PICTURES}
    for path in PICTURES:
        assert len(taken[path.name]) < MOST_BYTES
        if os.environ.get("ALOI_PICTURES") == "rewrite":
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(taken[path.name])
