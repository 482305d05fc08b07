"""Nothing is wider than its page, and what a finger is to meet is large enough, on an annotator's pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from annotation.model import Role
from tests.browser.site import PASSWORD, Visitors, running_site
from tests.browser.steps import ready, settled
from tests.workbench.desks import answer_differently, open_rounds
from tests.workbench.scene import NOW
from ui.texts import t
from workbench.passwords import hash_password

pytestmark = [pytest.mark.browser, pytest.mark.slow]
_DESKS = ("operations", "spans")  # those with the most to press
_LONG = "A campaign whose name is as long as those that people give to campaigns, number "
# What reaches out of the window and does not scroll in a box of its own, names that are cut, and buttons that
# are too low for a finger.
_WRONG = """(finger) => {
    const wrong = [];
    const up = (one) => one.parentElement ?? one.getRootNode().host;
    const scrolls = (one) => {
        for (let box = up(one); box && box !== document.body; box = up(box))
            if (getComputedStyle(box).overflowX !== "visible")
                return box.getBoundingClientRect().right <= innerWidth + 1;
        return false;
    };
    const look = (root) => root.querySelectorAll("*").forEach((one) => {
        if (one.shadowRoot) look(one.shadowRoot);
        const { left, right, top, width, height } = one.getBoundingClientRect();
        if (!width || !height || !one.checkVisibility({ checkVisibilityCSS: true })) return;
        const told = `${one.tagName} ${one.className} "${one.textContent.slice(0, 40)}"`;
        const out = right > innerWidth + 1 || left < -1;
        const folded = one.closest("[data-testid=stSidebar]");
        if (out && !folded && !scrolls(one)) wrong.push(`out of the page: ${told}`);
        const ours = !one.matches("[data-testid=stExpandSidebarButton]"); // Streamlit's own keeps its 28 px
        const pressed = ours && one.matches("button, summary, .stPageLink a, input:not([type=hidden])");
        const room = Math.max(height, one.closest("label")?.getBoundingClientRect().height ?? 0,
            parseFloat(getComputedStyle(one, "::after").height) || 0);
        if (finger && pressed && top >= 0 && left >= 0 && room < 40) wrong.push(`${height} px high: ${told}`);
        const name = one.matches(".st-key-menu a *") && getComputedStyle(one).overflowX !== "visible";
        if (name && one.scrollWidth > one.clientWidth + 1) wrong.push(`cut: ${told}`);
    });
    look(document);
    const { scrollWidth, clientWidth } = document.querySelector(".stMain");
    if (scrollWidth > clientWidth + 1) wrong.push(`the page is ${scrollWidth} px wide`);
    return wrong;
}"""


def hold(page: Page, where: str) -> None:
    """Fail where something does not fit."""
    settled(page)
    found = page.evaluate(_WRONG, page.evaluate("matchMedia('(pointer: coarse)').matches"))
    assert not found, "\n".join([where, *sorted(set(found))])


def test_pages_of_annotators_fit_and_a_dispute_is_put_off_without_a_reason(
    visitors: Visitors, tmp_path: Path
) -> None:
    with running_site(visitors, tmp_path) as site:
        store = site.store()
        secret = hash_password(PASSWORD)
        roles = {
            "boss": Role.MANAGER,
            "Judge": Role.ADJUDICATOR,
            "Ada": Role.ANNOTATOR,
            "Bea": Role.ANNOTATOR,
        }
        made = [
            store.people.add(name, role, NOW, password_hash=secret, pseudonym=name)
            for name, role in roles.items()
        ]
        opened = open_rounds(store, made[2:], _DESKS, items=2)
        for number, one in enumerate(opened.values()):
            store.setup.rename_campaign(one.campaign.id, f"{_LONG}{number}")
        for kind in ({"has_touch": True, "is_mobile": True}, {}):
            page = visitors.enter(**kind)
            site.sign_in(page, "Ada")
            page.set_viewport_size({"width": 390 if kind else 1280, "height": 844})
            site.go(page, "home")
            hold(page, "home")
            site.go(page, "my_work")
            hold(page, "my_work")
            for name, one in opened.items():
                site.go(page, f"annotate?round={one.round.id}")
                ready(page)
                hold(page, name)
        answer_differently(store, made[2:], opened.values())
        page = site.visitor()
        site.sign_in(page, "Judge")
        site.go(page, f"adjudicate?round={opened['spans'].round.id}")
        passage = page.locator(".passage")
        first = passage.inner_text()
        page.locator(".count").click()
        ready(page)
        page.keyboard.press("s")
        expect(page.locator(".status")).to_have_text(t("adjudicate.put_off"))
        expect(passage).not_to_have_text(first)
        hold(page, "adjudicate")
        store.close()
