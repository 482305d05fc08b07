"""A participant of a crowd on a phone, in French: the link, the consent, the items, the code."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from aloi.storage.store import Store
from aloi.ui import language
from aloi.ui.texts import t
from aloi.workbench.crowds.opening import link_of
from tests.browser.site import running_site
from tests.browser.steps import at, ready
from tests.workbench.crowds.participants import RIGHT, open_one
from tests.workbench.scene import make_scene

pytestmark = pytest.mark.browser
BACK = "https://platform.example/complete"
CONSENT = "Vous avez plus de 18 ans.\nVous pouvez arrêter à tout moment."


@pytest.mark.slow
def test_a_participant_on_a_phone_in_french(visitors, tmp_path):
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    scene = make_scene(store, tmp_path, pairs=4, people_=1)
    crowd = open_one(
        scene, places=1, per_person=3, overlap=1, attention=(3,), consent=CONSENT,
        completion_url=f"{BACK}?cc=DONE",
    )  # fmt: skip
    link = link_of(crowd).replace("{{%PROLIFIC_PID%}}", "pid1").replace("{{%", "").replace("%}}", "")
    with running_site(visitors, tmp_path) as site, language.of_request("fr"):
        page = site.visitor()
        page.set_viewport_size({"width": 390, "height": 800})
        page.goto(f"{site.address}{link}&language=fr")
        expect(page.get_by_text(CONSENT.partition("\n")[0])).to_be_visible()
        page.screenshot(path=tmp_path / "start.png", full_page=True)
        page.get_by_role("button", name=t("crowd.agree")).click()
        at(page, 0, 4)
        assert "pid1" not in page.url
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        page.screenshot(path=tmp_path / "annotate.png")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(page.locator("[data-testid=stSidebar]")).not_to_be_visible()
        for done in range(4):
            at(page, done, 4)
            ready(page)
            page.keyboard.press(str(int(RIGHT)))
        page.get_by_role("link", name=t("crowd.to_end")).click()
        expect(page.locator("#code")).to_have_text("DONE")
        expect(page.get_by_role("link", name=t("crowd.back"))).to_have_attribute("href", f"{BACK}?cc=DONE")
        page.screenshot(path=tmp_path / "end.png", full_page=True)
        page.goto(f"{site.address}/overview")
        expect(page.get_by_role("heading", name=t("crowd.finished_title"))).to_be_visible()
        page.goto(f"{site.address}{link.replace('pid1', 'pid2')}")
        expect(page.get_by_role("heading", name=t("crowd.full_title"))).to_be_visible()
    (row,) = store.crowds.participants(crowd)
    assert (row.participant.status, row.answers, row.failures) == ("finished", 3, 0)
    store.close()
