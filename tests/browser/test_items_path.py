"""The table of items: scrolled to its end, filtered, one item opened, some of them put into a round."""

from __future__ import annotations

import re
from contextlib import closing
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.rounds import CloseRoundRequest
from aloi.workbench.rounds.rounds import set_round_status
from tests.browser.site import PASSWORD, running_site
from tests.browser.steps import press, settled
from tests.workbench.scene import make_scene

pytestmark = pytest.mark.browser
PAIRS = 420
TO_END = "element => { element.scrollTop = element.scrollHeight; }"


def test_items_are_scrolled_filtered_opened_and_put_into_a_round(visitors, tmp_path):
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    scene = make_scene(store, tmp_path, PAIRS)
    now = datetime.now(UTC)
    store.people.add("Boss", Role.ADMINISTRATOR, now, password_hash=hash_password(PASSWORD), pseudonym="M1")
    scene.give(scene.open(items=scene.items[:20]), {"A1": (0, 3, 5), "A2": (5, 3, 5), "A3": (4,)})
    store.close()
    with running_site(visitors, tmp_path) as site:
        page = site.visitor()
        site.sign_in(page, "Boss", "items")
        rows, grid = page.locator(".items .rows .row:not(.empty)"), page.locator(".items .scroll")
        summary = page.locator(".items .told")
        expect(summary).to_have_text(f"{PAIRS} items")
        # Only the rows in sight exist; those at the end are asked for when one gets there.
        assert rows.count() < 60
        grid.evaluate(TO_END)
        expect(page.locator(f".items #row-{PAIRS - 1} .text").first).to_contain_text("Patient")
        # A filter, and the order by gap: both in the address, which a reload keeps.
        page.get_by_role("button", name=t("items_table.disputed")).click()
        expect(summary).to_have_text("1 item")
        expect(page).to_have_url(re.compile("disputed=1"))
        page.reload()
        expect(summary).to_have_text("1 item")
        # Enter opens the item in sight, with what everybody answered; Escape closes it.
        grid.focus()
        page.keyboard.press("Enter")
        panel = page.locator(".items .panel")
        expect(panel.locator("li", has_text="A2")).to_contain_text("5")
        page.keyboard.press("Escape")
        expect(panel).to_be_hidden()
        page.get_by_role("button", name=t("items_table.reset")).click()
        expect(summary).to_have_text(f"{PAIRS} items")
        # A link to an item opens it, wherever its row is.
        site.go(page, f"items?campaign={scene.campaign.id}&item={scene.items[410]}")
        expect(panel).to_contain_text("Patient 410 dort.")
        page.keyboard.press("/")
        page.keyboard.type("dort patient 419")
        expect(summary).to_have_text("1 item")
        page.locator(".items .head input").check()
        press(page, t("items_table.assign"))
        press(page, t("rounds.do_open"))
        expect(page.get_by_text(t("rounds.opened", number=2))).to_be_visible()
        settled(page)
        with closing(site.store()) as after:
            [_, second] = after.campaigns.rounds(scene.campaign.id)
        assert second.item_ids == (scene.items[419],)
        # Another person closes the round: the header of a page that stays open says so by itself.
        page.clock.install()
        site.go(page, f"guideline?campaign={scene.campaign.id}")
        settled(page)
        steps = page.locator("nav.steps")
        expect(steps).to_contain_text(f"{t('app.round_name', number=2)} {t('app.open')}")
        with closing(site.store()) as after:
            for number in (1, 2):
                set_round_status(after, CloseRoundRequest(scene.campaign.id, number))
        page.clock.fast_forward(31_000)
        expect(steps).to_contain_text(f"{t('app.round_name', number=2)} {t('app.closed')}")
