"""A person changes their own password in the browser, at the desk and on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from aloi.ui.texts import t
from tests.browser.site import PASSWORD, Visitors, running_site

pytestmark = pytest.mark.browser
NEW = "another battery horse"


@pytest.mark.slow
def test_change_the_password(visitors: Visitors, tmp_path: Path) -> None:
    with running_site(visitors, tmp_path) as site:
        page, elsewhere = site.visitor(), site.visitor()
        site.join(page, site.setup, "Ada")
        site.sign_in(elsewhere, "Ada")
        page.get_by_role("link", name=t("password.title")).click()
        page.set_viewport_size({"width": 390, "height": 800})
        expect(page.get_by_label(t("password.old"))).to_be_focused()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for old in ("not the old one", PASSWORD):
            page.get_by_label(t("password.old")).fill(old)
            page.get_by_label(t("password.new", least=10)).fill(NEW)
            page.get_by_label(t("password.again")).fill(NEW)
            page.keyboard.press("Enter")
            if old != PASSWORD:
                expect(page.get_by_role("alert")).to_have_text(t("password.wrong"))
        expect(page.get_by_role("status")).to_have_text(t("password.changed"))
        page.get_by_role("link", name=t("app.to_home")).click()
        expect(page.locator("h1").first).to_be_visible()
        elsewhere.goto(site.address)
        expect(elsewhere.get_by_role("button", name=t("signin.submit"))).to_be_visible()
        site.sign_in(elsewhere, "Ada", password=NEW)
