"""Some two hundred hostile texts all over a store: no page, desk or file runs, fetches or loses one."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, Request, expect

from aloi.storage.store import Store
from aloi.terminal.main import aloi
from aloi.ui.navigation import PAGES
from aloi.ui.texts import t
from aloi.workbench.agreement.diagnosis import diagnose
from aloi.workbench.agreement.html import html_report
from aloi.workbench.agreement.report import round_report, trend
from aloi.workbench.reports.files import write_text
from tests import simulations
from tests.browser.hostile import fill_hostile, never_hostile
from tests.browser.payloads import PAYLOADS
from tests.browser.site import Site, Visitors, running_site
from tests.browser.steps import WORK, settled

pytestmark = [pytest.mark.browser, pytest.mark.slow]
# What runs says so; a window that asks for something would too.
_SINK = """() => {
    window.fired = [];
    window.__xss = (number) => window.fired.push(number);
    for (const name of ["alert", "confirm", "prompt", "open", "print"])
        window[name] = () => window.fired.push(name);
}"""
# Elements made of a text: in a shadow root too, whatever they are. Guidelines, which managers write, are
# Markdown: there an address is a link that somebody may follow.
_MADE = """() => {
    const found = [];
    // An address that somebody wrote is a link everywhere, but then it leads where it says.
    const said = (element) => /^https?:\\/\\//i.test(element.textContent)
        && [encodeURI(element.textContent), element.textContent].includes(element.getAttribute("href"));
    const followed = (element, value) => element.tagName === "A" && /^(https?:)?\\/\\//i.test(value)
        && (element.closest("aside.guide, [class*='st-key-guideline']") || said(element));
    const names = /^(src|srcset|href|xlink:href|action|formaction|data|poster|background|ping|style)$/;
    const look = (root) => {
        for (const element of root.querySelectorAll("*")) {
            if (element.shadowRoot) look(element.shadowRoot);
            for (const { name, value } of element.attributes) {
                const runs = /^on/i.test(name) || /^\\s*(javascript|vbscript|data:text)/i.test(value);
                const fetches = names.test(name) && value.includes(".invalid")
                    && !(name === "href" && followed(element, value));
                if ((runs && /__xss/.test(value)) || fetches)
                    found.push(`${element.tagName} ${name}=${value}`);
            }
            const text = element.textContent;
            if (/^(SCRIPT|STYLE)$/i.test(element.tagName) && /__xss\\(\\d|\\.invalid/.test(text))
                found.push(`${element.tagName} ${text.slice(0, 80)}`);
        }
    };
    look(document);
    return found.concat(window.fired);
}"""
_TEXT = """() => {
    const parts = [];
    const look = (root) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
        for (let node = walker.currentNode; node; node = walker.nextNode()) {
            if (node.nodeType === 3) parts.push(node.data);
            else if (node.shadowRoot) look(node.shadowRoot);
        }
    };
    look(document.body);
    return parts.join("");
}"""
_OPEN = """() => document.querySelectorAll("[data-testid=stMain] details:not([open]) > summary")
    .forEach((one) => one.click())"""
# What a cell of a table can hold.
LINES = [one for one in PAYLOADS if one.isprintable() and one == one.strip()][:120]
# Columns of texts that nobody writes: ids, codes, hashes, what is counted, and what the program says.
OURS = {
    *("adjudications.adjudicators", "adjudications.considered", "adjudications.value", "annotations.shown"),
    *("assignments.skip_reason", "assumptions.checked", "assumptions.value", "assumptions.why"),
    *("campaigns.wanted_shares", "concept_keys.key", "concept_names.concept_id", "concept_names.key"),
    *("concept_names.language", "corpora.splitter", "event_log.by", "event_log.ref", "golds.excluded"),
    *("golds.models", "golds.rounds", "origins.parameters", "origins.stratum", "people.password_hash"),
    *("api_replies.body", "campaigns.adjudication", "campaigns.task_package", "machines.access"),
    *("shares.name", "webhook_events.data", "webhook_events.subject"),
    *("people.preferences", "rounds.stop_rule", "suggestions.made_by", "terminologies.languages"),
}
# What the store has nothing of: no answer is late, no schema was changed, no corpus grew, there
# is no webhook. What a machine said is in its attempts; its answers are values of the task.
ABSENT = {
    *("crowds.attention", "machine_answers.value", "webhooks.events", "webhooks.secret", "webhooks.url"),
    *("assignments.draft", "corpus_versions.licence", "corpus_versions.source"),
    *("late_answers.comment", "late_answers.shown", "late_answers.value"),
    *("schemas.mappings", "schemas.settings", "schemas.why_changed"),
}
_OF_A_CAMPAIGN = ("agreement", "releases", "rounds", "overview", "adjudicate", "candidates", "campaigns")


@dataclass
class Watched:
    """A page, what it asked for elsewhere, and what was found on it that is no text."""

    page: Page
    home: str
    asked: list[str] = field(default_factory=list)
    found: dict[str, list[str]] = field(default_factory=dict)
    looked: int = 0

    def hear(self, request: Request) -> None:
        if not request.url.startswith((self.home, "data:", "blob:", "about:", "file:", "ws://127.0.0.1")):
            self.asked.append(request.url)

    def look(self, what: str) -> None:
        """Look at the page as it is now."""
        self.looked += 1
        made = self.page.evaluate(_MADE)
        if made:
            self.found[what] = made[:5]

    def hold(self) -> None:
        """Require that nothing ran, was made or was asked for."""
        kinds = {one[:60]: what for what, each in self.found.items() for one in map(str, each)}
        assert (kinds, self.asked[:10]) == ({}, [])


@contextmanager
def watched(visitors: Visitors, home: str) -> Iterator[Watched]:
    """Give a page in a profile of its own that tells what runs in it."""
    with visitors.browser.new_context(
        reduced_motion="reduce", viewport={"width": 1280, "height": 1000}
    ) as context:
        context.add_init_script(f"({_SINK})()")
        page = context.new_page()
        seen = Watched(page, home)
        page.on("request", seen.hear)
        page.on("dialog", lambda one: (seen.asked.append(f"dialog {one.message}"), one.dismiss()))
        page.on("popup", lambda one: seen.asked.append(f"window {one.url}"))
        page.set_default_timeout(WORK)
        yield seen


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a store whose every text is hostile."""
    folder = tmp_path_factory.mktemp("hostile")
    with closing(Store.open(f"sqlite:///{folder / 'aloi.db'}")) as store:
        fill_hostile(store, folder / "data")
    return folder


@pytest.fixture(scope="module")
def site(visitors: Visitors, hostile: Path) -> Iterator[Site]:
    with running_site(visitors, hostile) as running:
        yield running


def test_every_text_that_people_write_is_hostile(hostile: Path) -> None:
    assert never_hostile(hostile / "aloi.db") == OURS | ABSENT


def drawn(site: Site, page: Page, address: str) -> None:
    """Open a page and wait until its figures are there."""
    site.go(page, address)
    settled(page, WORK)
    expect(page.get_by_text(t("cached.first", share="").strip())).to_have_count(0, timeout=WORK)
    settled(page, WORK)


def addresses(site: Site) -> list[str]:
    """Return every page of a manager, and those of each campaign."""
    with closing(site.store()) as store:
        campaigns = [one.id for one in store.campaigns.list()]
    return [one.name for one in PAGES] + [
        f"{page}?campaign={one}" for one in campaigns for page in _OF_A_CAMPAIGN
    ]


def test_no_page_runs_or_fetches_what_a_text_says(site: Site, visitors: Visitors, record_property) -> None:
    with watched(visitors, site.address) as seen:
        page = seen.page
        site.sign_in(page, "Boss")
        for address in addresses(site):
            drawn(site, page, address)
            tabs = page.locator("[data-testid=stMain]").get_by_role("tab")
            for at in range(max(1, tabs.count())):
                if at:
                    tabs.nth(at).click()
                    settled(page, WORK)
                seen.look(f"{address}, tab {at}")
            page.evaluate(_OPEN)
            settled(page, WORK)
            seen.look(f"{address}, opened")
        record_property(
            simulations.FIGURE,
            f"hostile texts: {len(PAYLOADS)} in all texts of a store, {seen.looked} looks at pages, "
            f"{len(seen.found)} with something made of a text, {len(seen.asked)} asked for elsewhere",
        )
        seen.hold()


def test_no_desk_runs_or_distorts_what_a_text_says(site: Site, visitors: Visitors, record_property) -> None:
    with closing(site.store()) as store:
        desks = {
            one.name: store.campaigns.rounds(one.id)[0].id
            for one in store.campaigns.list()
            if one.name.startswith("desk ")
        }
    assert len(desks) == 8
    missing: dict[str, list[str]] = {}
    with watched(visitors, site.address) as seen:
        page = seen.page
        site.sign_in(page, "Ada")
        for name, one in desks.items():
            site.go(page, f"annotate?round={one}")
            expect(page.locator(".desk")).to_have_count(1)
            settled(page, WORK)
            seen.look(name)
            shown = "".join(page.evaluate(_TEXT).split())
            lost = [each for each in PAYLOADS if "".join(each.split()) not in shown]
            if lost:
                missing[name] = lost
            for panel in ("guideline", "keys", "skip"):
                page.locator(f"[data-action={panel}]").first.click()
                seen.look(f"{name}, {panel}")
                page.keyboard.press("Escape")
        for address in ("home", "my_work", "annotate"):
            drawn(site, page, address)
            seen.look(address)
        record_property(
            simulations.FIGURE,
            f"hostile texts: {len(desks)} desks with {len(PAYLOADS)} each, "
            f"{sum(map(len, missing.values()))} not shown as written, {len(seen.found)} with markup of them",
        )
        seen.hold()
    assert missing == {}, json.dumps(missing)[:2000]


def test_no_report_runs_or_fetches_what_a_text_says(
    hostile: Path, visitors: Visitors, tmp_path: Path, record_property
) -> None:
    written = []
    with closing(Store.open(f"sqlite:///{hostile / 'aloi.db'}")) as store:
        for campaign in store.campaigns.list():
            for one in store.campaigns.rounds(campaign.id):
                if store.answers.any_answer(one.id):
                    report = round_report(store, campaign.id, one.number, ci="none", whole=True)
                    found = diagnose(store, campaign.id, one.number)
                    written.append(tmp_path / f"{campaign.id}-{one.number}.html")
                    write_text(html_report(store, report, found, trend(store, campaign.id)), written[-1])
    table = tmp_path / f"{LINES[0].replace('/', '')[:60]}.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(["item", "rater", "label"])
        lines.writerows((name, f"{rater} {LINES[rater]}", name) for name in LINES for rater in range(3))
    written.append(tmp_path / "table.html")
    done = CliRunner().invoke(
        aloi, ["agreement", str(table), "--level", "nominal", "--html", str(written[-1])]
    )
    assert done.exit_code == 0, done.output
    assert len(written) > 8
    with watched(visitors, "file:") as seen:
        for one in written:
            seen.page.goto(one.as_uri())
            seen.page.evaluate(_OPEN.replace("[data-testid=stMain] ", ""))
            seen.look(one.name)
        record_property(
            simulations.FIGURE,
            f"hostile texts: {len(written)} reports in a browser, {len(seen.found)} with something made of "
            f"a text, {len(seen.asked)} asked for elsewhere",
        )
        seen.hold()
