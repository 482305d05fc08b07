"""The first hour, counted: from an empty store to the first label, for each of the eight answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from aloi.annotation.model import Role
from aloi.annotation.tasks import TASKS
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from tests.browser.site import PASSWORD, Visitors, running_site
from tests.browser.steps import ready, settled
from tests.browser.test_changing_rounds import KEYS
from tests.workbench.scene import NOW

pytestmark = [pytest.mark.browser, pytest.mark.slow]
_CLICKS, _SCREENS = 8, 6


def test_each_answer_leads_from_home_to_a_first_label(visitors: Visitors, tmp_path: Path) -> None:
    with running_site(visitors, tmp_path) as site:
        store = site.store()
        store.people.add("Boss", Role.ADMINISTRATOR, NOW, password_hash=hash_password(PASSWORD))
        page = site.visitor()
        site.sign_in(page, "Boss", then="home")
        for name in [one.name for one in TASKS]:
            site.go(page, "home")
            settled(page)
            clicks, screens = 0, 1

            def click(found: Locator) -> None:
                nonlocal clicks, screens
                found.click()
                clicks, screens = clicks + 1, screens + 1
                settled(page)

            click(page.locator(".st-key-menu").get_by_role("link", name=t("start.menu"), exact=True))
            expect(page.get_by_role("heading", name=t("start.title"))).to_be_visible()
            click(page.locator(f".st-key-start-set_up-{name}").get_by_role("button"))
            click(page.get_by_role("button", name=t("start.create"), exact=True))
            count = page.locator(".count")
            expect(count).to_have_text(t("component.count", done=0, total=3))
            count.click()  # where the keyboard is, for a test
            ready(page)
            for key in KEYS[name]:
                page.keyboard.press(key)
            clicks += 1
            expect(count).to_have_text(t("component.count", done=1, total=3))
            assert (clicks <= _CLICKS, screens <= _SCREENS) == (True, True), (name, clicks, screens)
            campaign = store.campaigns.get(t(f"start.{name}"))
            assert campaign.schema.task_type == name
            assert store.campaigns.guidelines(campaign.id)
        page.set_viewport_size({"width": 390, "height": 844})
        site.go(page, "start")
        settled(page)
        page.locator(".st-key-start-set_up-linking").get_by_role("button").click()
        expect(page.get_by_role("heading", name=t("start.linking"))).to_be_in_viewport()  # read from its top
        store.close()
