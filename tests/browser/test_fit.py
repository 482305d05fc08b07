"""Nothing is wider than its page, and what a finger is to meet is large enough, on an annotator's pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Annotator, Role
from aloi.annotation.tasks import task
from aloi.corpora.model import Item, Origin, Pair, Target
from aloi.corpora.readers import ReadText
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.campaigns import CampaignRequest, GuidelineRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import add_guideline, create_campaign
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.texts.corpora import WHOLE_TEXTS, About, add_corpus, make_corpus, whole_sentence
from tests.browser.site import PASSWORD, Visitors, running_site
from tests.browser.steps import TRIES, at, ready, settled
from tests.workbench.desks import answer_differently, open_rounds
from tests.workbench.scene import NOW

pytestmark = [pytest.mark.browser, pytest.mark.slow]
_DESKS = ("operations", "spans")  # those with the most to press
_WORD = "anticonstitutionnellement" * 4
_ARABIC = "المريض يعاني من صداع شديد."
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


# How far a mark stands from the edges of the box that it is read in, below the cue that more follows.
_MARK_IN_BOX = """box => {
    const mark = box.querySelector("mark").getBoundingClientRect(), around = box.getBoundingClientRect();
    return Math.min(mark.top - around.top, around.bottom - mark.bottom);
}"""


def open_round_of(store: Store, person: Annotator, name: str, texts: list[str]) -> str:
    """Return the id of a round of pairs of texts, or of the last words of texts, that one person works on."""
    read = [ReadText(str(n), text, {}, str(n)) for n, text in enumerate(texts)]
    corpus, documents = make_corpus(read, About(f"fit {name}", "fr", "CC0", "written for the tests"))
    add_corpus(store, corpus, documents)
    found = [whole_sentence(one) for one in documents]
    store.texts.save_sentences(corpus.id, found, WHOLE_TEXTS)
    items: list[Item]
    if task(name).item_kind == Pair.kind:
        items = [Pair.of(corpus.id, *pair) for pair in zip(found[::2], found[1::2], strict=True)]
    else:
        starts = [one.text.rindex(" ") + 1 for one in found]
        items = [
            Target.of(corpus.id, one, start, len(one.text), one.text[start:], "NOUN")
            for one, start in zip(found, starts, strict=True)
        ]
    made = [(one, Origin(one.id, "import", {}, None, None, None, None, NOW)) for one in items]
    store.texts.add_items(made)
    settings = task(name).default_settings()
    campaign = create_campaign(store, CampaignRequest(f"fit {name}", corpus.id, task=name, settings=settings))
    add_guideline(store, GuidelineRequest(campaign.id, text="# What is asked\n\nRead."), NOW)
    return open_round(
        store, RoundRequest(campaign.id, purpose="calibration", annotators=[person.id], guideline=True)
    ).id


def hold(page: Page, where: str) -> None:
    """Fail where something does not fit."""
    settled(page)
    finger = page.evaluate("matchMedia('(pointer: coarse)').matches")
    for _ in range(TRIES):  # the style comes to a page that is being drawn a moment after its first words
        found = page.evaluate(_WRONG, finger)
        if not found:
            return
        page.wait_for_timeout(500)
    assert not found, "\n".join([where, *sorted(set(found))])


def test_pages_of_annotators_fit_and_a_dispute_is_put_off_without_a_reason(
    visitors: Visitors, tmp_path: Path
) -> None:
    with running_site(visitors, tmp_path) as site:
        store = site.store()
        secret = hash_password(PASSWORD)
        roles = {
            "boss": Role.ADMINISTRATOR,
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


def test_what_is_asked_about_is_in_sight_and_odd_texts_stay_in_the_page(
    visitors: Visitors, tmp_path: Path
) -> None:
    with running_site(visitors, tmp_path) as site:
        store = site.store()
        secret = hash_password(PASSWORD)
        store.people.add("boss", Role.ADMINISTRATOR, NOW, password_hash=secret)
        ada = store.people.add("Ada", Role.ANNOTATOR, NOW, password_hash=secret, pseudonym="Ada")
        long = [
            f"{'La patiente se repose un peu chaque jour, dit-elle. ' * 30} Voici le {word}"
            for word in ("un", "deux")
        ]
        words = open_round_of(store, ada, "substitution", long)
        pairs = open_round_of(store, ada, "operations", [_WORD, f"{_WORD} court", _ARABIC, f"{_ARABIC} نعم"])
        scores = open_round_of(store, ada, "similarity", [_ARABIC, f"{_ARABIC} نعم"])
        for kind in ({"has_touch": True, "is_mobile": True}, {}):
            page = visitors.enter(**kind)
            site.sign_in(page, "Ada")
            page.set_viewport_size({"width": 390 if kind else 1280, "height": 844})
            site.go(page, f"annotate?round={words}")
            for done in (0, 1):
                at(page, done, 2)
                assert page.locator(".sentence").evaluate(_MARK_IN_BOX) > 0
                page.locator(".word").first.fill("fin")
                assert page.locator(".preview").evaluate(_MARK_IN_BOX) > 0
                if not done:
                    page.keyboard.press("Escape")
                    page.locator(".save").click()
            page.locator("[data-action=undo]").click()
            at(page, 0, 2)
            site.go(page, f"annotate?round={pairs}")
            for done in (0, 1):
                at(page, done, 2)
                hold(page, "odd words")
                if page.get_by_text("صداع").count():
                    expect(page.locator(".tokens").first).to_have_css("direction", "rtl")
                if not done:
                    page.keyboard.press("Control+Enter")
                    page.keyboard.press("Control+Enter")
            page.locator("[data-action=undo]").click()
            at(page, 0, 2)
            if not kind:
                site.go(page, f"annotate?round={scores}")
                ready(page)
                page.keyboard.press("?")
                expect(page.locator(".guide")).to_be_visible()
                expect(page.locator(".sentence").first).to_have_css("direction", "rtl")
                row = page.locator(".where").evaluate("row => row.scrollWidth - row.clientWidth")
                assert row <= 0, "the guideline covers the top of the desk"
                expect(page.locator(".degree").nth(4)).to_be_in_viewport(ratio=1)
        store.close()
