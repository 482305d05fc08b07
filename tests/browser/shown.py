"""What pages show of a campaign, held against what the store says of it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from click.testing import CliRunner
from playwright.sync_api import Page, expect

from aloi.agreement.number import Number
from aloi.storage.store import Store
from aloi.terminal.main import aloi
from aloi.ui.numbers import numbers
from aloi.ui.texts import t
from aloi.workbench.agreement.report import round_report
from tests.browser.site import PASSWORD, Site
from tests.browser.steps import WORK


def enter(site: Site, page: Page, name: str, then: str) -> None:
    """Sign in and go on to a page, in whatever language."""
    page.goto(f"{site.address}/signin?next=/{then}")
    page.locator("input[name=name]").fill(name)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("button[type=submit]").click()
    expect(page.locator("h1, .desk").first).to_be_visible()


def agreement_shown(site: Site, page: Page, store: Store, campaign: str, number: int = 1) -> str:
    """Return the main coefficient of a round once the page of agreement shows it, as the answers are now."""
    return headline_shown(site, page, store, campaign, number).value_text


def headline_shown(site: Site, page: Page, store: Store, campaign: str, number: int) -> Number:
    """Return the main coefficient with its interval, once the page of agreement shows both as they are.

    Where it is undefined the page says so, with the reason.
    """
    found = Number.of(round_report(store, campaign, number).views[0].results[0])
    [one] = [each for each in store.campaigns.rounds(campaign) if each.number == number]
    site.go(page, f"agreement?campaign={campaign}&round={one.id}")
    if found.value is None:
        told = page.get_by_test_id("stAlert").filter(has_text=found.reason or "")
        expect(told.first).to_be_visible(timeout=WORK)
        return found
    value, interval = (_as_drawn(one) for one in (found.value_text, found.interval_text))
    shown = re.compile(rf" {value}, .*{interval}")
    expect(page.locator("h3").first).to_have_text(shown, timeout=WORK)
    return found


def _as_drawn(text: str) -> str:
    """Return how numbers stand on a page in the language of the journey, whatever the space beside them."""
    return re.sub(r"(?:\\?\s)+", r"\\s+", re.escape(numbers(text)))


@dataclass(frozen=True, slots=True)
class Stands:
    """What a correction may touch, as a manager meets it.

    Parameters
    ----------
    agreement : tuple of str
        Of each round asked for its coefficient and the interval of it, as the page shows them.
    gold : tuple of (str, str)
        The values that `aloi gold freeze` froze, as JSON by the id of their item.
    answers : tuple of (str, str)
        What people gave, revision by revision, as JSON by event.
    log : tuple of str
        The reasons of the corrections, the newest first, as `aloi corrections` lists them.
    """

    agreement: tuple[str, ...]
    gold: tuple[tuple[str, str], ...]
    answers: tuple[tuple[str, str], ...]
    log: tuple[str, ...]

    def after(self, why: str, **changed: object) -> Stands:
        """Return what stands after a correction with this reason that changes these parts alone."""
        values = {"agreement": self.agreement, "gold": self.gold, "answers": self.answers, **changed}
        return Stands(log=(why, *self.log), **values)  # type: ignore[arg-type]


def stands(site: Site, page: Page, store: Store, campaign: str, rounds: tuple[int, ...] = (1,)) -> Stands:
    """Return what stands of a campaign, by its page of agreement and the terminal, which freezes the gold."""
    shown = tuple(str(headline_shown(site, page, store, campaign, one)) for one in rounds)
    every = [each for one in store.campaigns.round_ids(campaign) for each in store.answers.revisions(one)]
    gold = store.gold.gold(_told(site, "gold", "freeze", "--campaign", campaign)["id"])
    return Stands(
        shown,
        tuple(sorted((one.item_id, json.dumps(one.value)) for one in gold.items)),
        tuple(sorted((one.event_id, json.dumps(one.value)) for one in every)),
        logged(site, "--campaign", campaign),
    )


def logged(site: Site, *of: str) -> tuple[str, ...]:
    """Return the reasons of the corrections of a campaign or a corpus, the newest first."""
    return tuple(one["why"] for one in _told(site, "corrections", *of)["corrections"])


def log_shown(page: Page, reasons: tuple[str, ...]) -> None:
    """Wait until the page that is open counts as many corrections."""
    log = page.get_by_text(t("corrections.log", count=len(reasons)), exact=True)
    expect(log).to_be_visible(timeout=WORK)


def _told(site: Site, *words: str) -> Any:
    """Return what a command answers."""
    done = CliRunner().invoke(aloi, [*words, "--json", "--store", site.url])
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)
