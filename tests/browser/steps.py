"""What people do on a page: once it is ready for it, and again where a drawing of it came between."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, TimeoutError, expect

from aloi.annotation.tasks import named_task
from aloi.gold.releasing.gate import RULE_NAMES
from aloi.ui.campaign_header import task_title
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.requests.releases import PreviewRequest

PATIENCE = 60_000  # milliseconds for what takes one second: the machine may be busy
WORK = 3 * PATIENCE  # for what a worker or a page computes in some seconds
SHORT = 5_000  # for what either comes at once or has to be tried again
TRIES = 12
# Whether the desk drawn at an element is so; "gone" where another drawing has taken its place.
DESK_IS = """([element, state]) => {
    let host = element;
    while (host && !host.aloiDesk) host = host.parentNode ?? host.host;
    if (!element.isConnected || !host) return "gone";
    const desk = host.aloiDesk;
    return { ready: () => desk.ready(), sent: () => !desk.outbox.length }[state]() && "so";
}"""

expect.set_options(timeout=PATIENCE)


def settled(page: Page, patience: float = PATIENCE) -> None:
    """Wait until the script of the page has run to its end."""
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=patience)


def press(page: Page, name: str | re.Pattern[str]) -> None:
    """Press a button."""
    settled(page)
    page.get_by_role("button", name=name, exact=True).click()


def set_sizes(page: Page, sizes: str) -> None:
    """Ask for splits of other sizes than those that the page offers, and wait for their preview."""
    fill(page, label_of(PreviewRequest, "sizes"), sizes)
    press(page, t("releases.preview_do"))
    settled(page, WORK)


def task_card(page: Page, task: str) -> Locator:
    """Return the card of a task on the page that starts a campaign."""
    title = page.get_by_text(task_title(named_task(task)), exact=True)
    return page.locator(".st-key-start-tasks label").filter(has=title)


def start_on_corpus(page: Page, task: str, name: str, ready: str = "") -> None:
    """Start a campaign on the stored corpus that the page proposes, without a round; the page is open."""
    settled(page)
    task_card(page, task).click()
    settled(page)
    page.get_by_text(t("start.texts_stored"), exact=True).click()
    settled(page)
    page.get_by_text(t("start.mine"), exact=True).click()
    if ready:
        choose(page, t("start.ready_set"), ready)
    create_campaign(page, name)


def create_campaign(page: Page, name: str) -> None:
    """Name the campaign of the page that starts one, create it, and wait for its dashboard."""
    fill(page, f"{t('campaigns.name')} ({t('app.required')})", name)
    press(page, t("start.create"))
    expect(page).to_have_url(re.compile("/overview"), timeout=WORK)


def give_decision(page: Page, why: str, *choices: Locator) -> None:
    """Choose the values of a decision at the desk, give the reason, and store it."""
    ready(page)
    page.locator(".desk .note").fill(why)
    for choice in choices:
        choice.click()
    save = page.locator(".desk .save")
    if save.count():
        save.click()


def make_release(page: Page) -> None:
    """Make a release from the form of the page, with a reason for each rule of the gate that it breaks."""
    settled(page)
    asked = page.get_by_label(t("releases.gate_why"), exact=True)
    page.get_by_text(t("releases.gate_kept", count=len(RULE_NAMES))).or_(asked).first.wait_for()
    settled(page)
    for left in range(asked.count(), 0, -1):
        fill(page, asked.first, "It is what this journey is about.")
        page.get_by_role("button", name=t("releases.gate_override"), exact=True).first.click()
        expect(asked).to_have_count(left - 1)
    press(page, t("releases.build"))


def fill(page: Page, box: str | Locator, value: str) -> None:
    """Write into a field, named by its label or given, and leave it; again if a drawing emptied it."""
    found = page.get_by_label(box, exact=True).filter(visible=True).first if isinstance(box, str) else box
    for _ in range(TRIES):
        settled(page)
        found.fill(value)
        found.blur()
        settled(page)
        try:
            expect(found).to_have_value(value, timeout=SHORT)
        except AssertionError:
            continue
        return
    expect(found).to_have_value(value)


def choose(page: Page, box: str | Locator, option: str | re.Pattern[str] | int, search: str = "") -> None:
    """Choose an option of a list, by its name or its place; again as long as a drawing of the page closes it.

    `box` is a label or the box itself, `search` what is typed into it to find the option.
    """
    found = page.get_by_label(box, exact=True).filter(visible=True).first if isinstance(box, str) else box
    options = page.get_by_role("option")
    wanted = options.nth(option) if isinstance(option, int) else page.get_by_role("option", name=option).first
    name = option if isinstance(option, str) and search else ""
    for _ in range(TRIES):
        settled(page)
        try:
            found.click(timeout=SHORT)
            if search:
                found.fill(search, timeout=SHORT)
            name = wanted.inner_text(timeout=SHORT)
            wanted.click(timeout=SHORT)
            chosen = _chosen(found, name)
        except TimeoutError:  # where an earlier click did choose it, a list of several no longer offers it
            chosen = bool(name)
        page.evaluate("document.activeElement?.blur()")  # closes the list; Escape would empty the box
        settled(page)
        if chosen and _chosen(found, name):
            return
    raise AssertionError(f"{option!r} could not be chosen.")


def _chosen(box: Locator, name: str) -> bool:
    """Return whether a box for one option, or one for several, shows this option."""
    tags = box.locator("xpath=ancestor::*[@data-testid='stMultiSelect']").locator("[data-tag]")
    try:
        if box.locator("xpath=ancestor::*[@data-testid='stMultiSelect']").count():
            expect(tags.filter(has_text=name).first).to_be_visible(timeout=SHORT)
        else:
            expect(box).to_have_value(name, timeout=SHORT)
    except AssertionError:
        return False
    return True


def ready(page: Page, state: str = "ready") -> None:
    """Wait until keys count at the desk: the last answer is stored, and the item has been seen for a moment.

    With the state "sent", until nothing that was done there waits to be stored.
    """
    for _ in range(TRIES):
        expect(page.locator(".desk")).to_have_count(1)
        element = page.locator(".desk").element_handle()
        if page.wait_for_function(DESK_IS, arg=[element, state]).json_value() == "so":
            return
    raise AssertionError("The desk is drawn again and again.")


def at(page: Page, done: int, total: int) -> None:
    """Wait until that many items are done and keys count for the next."""
    expect(page.locator(".count")).to_have_text(t("component.count", done=done, total=total))
    ready(page)


def give_file(page: Page, label: str, path: Path) -> None:
    """Give a file to the field of that label, once the page is drawn: fields come and go before."""
    settled(page)
    field = page.get_by_test_id("stFileUploader").filter(has=page.get_by_text(label, exact=True))
    field.locator("input[type=file]").set_input_files(path)
    settled(page)


def download(page: Page, name: str | re.Pattern[str]) -> Path:
    """Press a button or follow a link that gives a file; return the file."""
    settled(page, WORK)  # what it holds may be computed just now
    giver = page.get_by_role("button", name=name, exact=True).or_(page.get_by_role("link", name=name))
    expect(giver).to_be_visible(timeout=WORK)
    # A link opens a new tab, which turns into the download at once.
    with page.context.expect_event("download", timeout=PATIENCE) as given:
        giver.click()
    return Path(given.value.path())
