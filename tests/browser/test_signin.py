"""The server in a real browser: first start, every page, and not one request to another machine."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from aloi.ui.navigation import PAGES
from tests.browser.site import PASSWORD, running_site

pytestmark = pytest.mark.browser


def test_first_start_to_sign_out(visitors, tmp_path):
    with running_site(visitors, tmp_path) as site:
        page, address = site.visitor(), site.address
        hosts: set[str] = set()
        page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))

        page.goto(f"{address}/people")
        expect(page).to_have_url(f"{address}/setup")
        expect(page.get_by_role("heading", name="No account yet")).to_be_visible()
        page.goto(site.setup)
        expect(page.get_by_label("Name")).to_be_focused()
        page.keyboard.type("Ada")
        page.get_by_label("Password (at least 10 characters)").fill(PASSWORD)
        page.get_by_label("Repeat the password").fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page.get_by_text("You are M1 (Administrator).")).to_be_visible()
        seen = set()
        for info in (*PAGES[1:], PAGES[0]):  # home is where one is
            site.go_on(page, info.name)
            seen.add(page.locator("h1").first.inner_text())
            expect(page.get_by_test_id("stException")).to_have_count(0)
        assert len(seen) == len(PAGES)

        page.get_by_role("link", name="Sign out").click()
        page.get_by_role("button", name="Sign out").click()
        expect(page).to_have_url(f"{address}/signin?out")
        page.goto(f"{address}/rounds")
        expect(page).to_have_url(f"{address}/signin?next=/rounds")
        page.get_by_label("Name").fill("Ada")
        page.get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page).to_have_url(f"{address}/rounds")
    assert {host for host in hosts if host} == {urlsplit(address).netloc}
