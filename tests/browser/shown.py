"""What pages show of a campaign, held against what the store says of it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from storage.store import Store
from tests.browser.site import PASSWORD, Site
from tests.browser.steps import WORK
from workbench.agreement.report import round_report
from workbench.reports.table import Number


def enter(site: Site, page: Page, name: str, then: str) -> None:
    """Sign in and go on to a page, in whatever language."""
    page.goto(f"{site.address}/signin?next=/{then}")
    page.locator("input[name=name]").fill(name)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("button[type=submit]").click()
    expect(page.locator("h1, .desk").first).to_be_visible()


def agreement_shown(site: Site, page: Page, store: Store, campaign: str, number: int = 1) -> str:
    """Return the main coefficient of a round once the page of agreement shows it, as the answers are now."""
    value = Number.of(round_report(store, campaign, number).views[0].results[0]).value_text
    [one] = [each for each in store.campaigns.rounds(campaign) if each.number == number]
    site.go(page, f"agreement?campaign={campaign}&round={one.id}")
    expect(page.locator("h3").first).to_contain_text(f" {value},", timeout=WORK)
    return value
