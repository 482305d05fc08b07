"""One campaign and one round go along: through every page, a reload, the way back and a link that is sent."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Annotator, Role
from aloi.storage.store import Store
from aloi.ui.navigation import PAGES
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.rounds import open_round
from tests.browser.access import hold
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import choose, settled
from tests.workbench.desks import NAMES, answer_differently, open_rounds
from tests.workbench.scene import NOW

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def site(visitors: Visitors, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(visitors, tmp_path_factory.mktemp("selection")) as running:
        yield running


@pytest.fixture(scope="module")
def store(site: Site) -> Iterator[Store]:
    """Return a store with a campaign of each task, that of operations with two rounds, and their people."""
    opened = site.store()
    people: list[Annotator] = []
    hashed = hash_password(PASSWORD)
    opened.people.add("Boss", Role.ADMINISTRATOR, NOW, password_hash=hashed)
    people = [opened.people.add(n, Role.ANNOTATOR, NOW, password_hash=hashed) for n in ("Ada", "Bo")]
    boss = opened.people.get("Boss")
    rounds = open_rounds(opened, people, NAMES, items=2)
    answer_differently(opened, people, rounds.values())
    second = rounds["operations"]
    open_round(
        opened,
        RoundRequest(
            second.campaign.id,
            purpose="calibration",
            items=list(second.round.item_ids),
            annotators=[one.id for one in (*people, boss)],
        ),
    )
    yield opened
    opened.close()


def unfold(page: Page) -> None:
    """Open every part of the menu that is folded away."""
    folded = page.locator(".st-key-menu details:not([open]) summary")
    while folded.count():
        folded.first.click()


def follow(page: Page, name: str) -> None:
    """Follow a link of the menu; unfold it first where it is folded away."""
    link = page.locator(f".st-key-menu a[href^='{name}?']").first
    if not link.is_visible():
        unfold(page)
    link.click()
    page.wait_for_url(f"**/{name}?**")
    settled(page)


def chosen(page: Page) -> dict[str, list[str]]:
    """Return what the address says."""
    return parse_qs(urlsplit(page.url).query)


def test_a_choice_goes_along_through_every_page_a_reload_back_and_a_sent_link(
    site: Site, store: Store
) -> None:
    campaign = store.campaigns.get("operations")
    first = store.campaigns.rounds(campaign.id)[0]
    wanted = {"campaign": [campaign.id], "round": [first.id]}
    page = site.visitor()
    site.sign_in(page, "Boss", then="rounds")
    choose(page, t("app.campaign"), "operations")
    name = t("rounds.name", number=1, purpose=t("rounds.purpose_calibration"), status=t("app.open"))
    choose(page, t("glossary.round"), name)
    page.wait_for_url("**round=**")
    assert chosen(page) == wanted
    for info in PAGES:
        follow(page, "" if info.name == "home" else info.name)
        # What is one's own to annotate is not the round looked at; that one is chosen again behind it.
        on_its_page = wanted if info.section != "own" else {"campaign": [campaign.id]}
        assert chosen(page) == on_its_page, info.name
        expect(page.get_by_test_id("stException")).to_have_count(0)
        box = page.get_by_label(t("app.campaign"), exact=True).filter(visible=True)
        if info.section == "campaign" and box.count() and info.name != "cleaning":
            expect(box.first).to_have_value("operations")
        if info.name == "cleaning":  # nothing of this campaign: it says so, and shows no other one
            expect(
                page.get_by_text(t("app.not_here", name="operations", why=t("cleaning.empty")))
            ).to_be_visible()
    follow(page, "adjudicate")
    follow(page, "rounds")
    expect(page.get_by_label(t("glossary.round"), exact=True)).to_have_value(name)
    page.go_back()
    page.wait_for_url("**/adjudicate?**")
    expect(page.get_by_role("combobox", name=t("glossary.round"), exact=True)).to_have_value(
        t("app.round_name", number=1)
    )
    page.reload()
    settled(page)
    assert chosen(page) == wanted
    expect(page.get_by_role("combobox", name=t("glossary.round"), exact=True)).to_have_value(
        t("app.round_name", number=1)
    )
    sent = page.url
    # Another campaign from the menu, on the very page of this one; and back to it.
    follow(page, "rounds")
    unfold(page)
    page.locator(".st-key-menu").get_by_role("link", name="spans", exact=True).click()
    expect(page.get_by_label(t("app.campaign"), exact=True).first).to_have_value("spans")
    page.wait_for_url(f"**campaign={store.campaigns.get('spans').id}")
    page.go_back()
    expect(page.get_by_label(t("app.campaign"), exact=True).first).to_have_value("operations")
    # A page asked for by its name alone says what is chosen, and is no step of its own on the way back.
    page.goto(f"{site.address}/releases")
    page.wait_for_url("**/releases?campaign=**")
    settled(page)
    follow(page, "agreement")
    page.go_back()
    page.wait_for_url("**/releases?campaign=**")
    page.go_back()
    page.wait_for_url("**/rounds?**")
    other = site.visitor()
    site.sign_in(other, "Boss")
    other.goto(sent)
    settled(other)
    assert chosen(other) == wanted
    expect(other.get_by_label(t("app.campaign"), exact=True).first).to_have_value("operations")


def computed(page: Page, store: Store) -> None:
    """Wait until the worker has computed all figures of a page, and open it again."""
    settled(page)
    while any(one.status in ("queued", "running") for one in store.jobs.of_verb("figures")):
        page.wait_for_timeout(200)
    page.reload()
    settled(page)


def test_each_link_of_home_lands_on_what_it_speaks_of(site: Site, store: Store) -> None:
    names = {one.id: one.name for one in store.campaigns.list()}
    page = site.visitor()
    for who in ("Boss", "Ada"):
        site.sign_in(page, who, then="home")
        computed(page, store)
        links = page.locator(".stMain .stPageLink a").filter(visible=True)  # the rest is folded away
        expect(links.first).to_be_visible()
        settled(page)
        hrefs = [str(one.get_attribute("href")) for one in links.all()]
        assert all("campaign=" in one or "round=" in one or "corpus=" in one for one in hrefs), hrefs
        for place in range(0, len(hrefs), 3):  # each kind of card, in a third of the time
            expect(links).to_have_count(len(hrefs))
            asked = parse_qs(urlsplit(hrefs[place]).query)
            links.nth(place).click()
            page.wait_for_url(f"**/{urlsplit(hrefs[place]).path.strip('/')}?**")
            settled(page)
            assert asked.items() <= chosen(page).items()
            if "campaign" in asked:
                box = page.get_by_label(t("app.campaign"), exact=True).filter(visible=True).first
                expect(box).to_have_value(names[asked["campaign"][0]])
            page.go_back()
            settled(page)
        page.goto(f"{site.address}/signout")
        page.locator("button[type=submit]").click()


def test_the_overview_says_its_charts_in_words_fits_its_page_and_follows_the_round(
    site: Site, store: Store
) -> None:
    campaign = store.campaigns.get("operations")
    first, second = store.campaigns.rounds(campaign.id)
    page = site.visitor()
    site.sign_in(page, "Boss", then=f"overview?campaign={campaign.id}")
    computed(page, store)
    expect(page.get_by_text(t("overview.far", done=0, planned=6, number=second.number))).to_be_visible()
    name = t("rounds.name", number=1, purpose=t("rounds.purpose_calibration"), status=t("app.open"))
    choose(page, t("overview.round_shown"), name)
    page.wait_for_url(f"**round={first.id}**")
    computed(page, store)
    expect(page.get_by_text(t("overview.far", done=4, planned=4, number=1))).to_be_visible()
    charts = page.locator("[role=graphics-document]").filter(visible=True)
    expect(charts.first).to_be_visible()
    words = [str(one.get_attribute("aria-label")) for one in charts.all()]
    day = NOW.date().isoformat()
    assert any(t("overview.burn_up_told", done=4, planned=4, day=day) in one for one in words), words
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        hold(page, f"overview, {scheme}")
    table = page.get_by_text(t("app.as_table"), exact=True).filter(visible=True).first
    table.click()
    expect(page.locator(".table-box").first).to_be_visible()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 1000})
        main = page.get_by_test_id("stMain")
        assert main.evaluate("box => box.scrollWidth <= box.clientWidth"), width
    link = page.locator(".stMain .stPageLink a[href^='adjudicate?']").first
    link.click()
    page.wait_for_url("**/adjudicate?**")
    assert chosen(page)["campaign"] == [campaign.id]


def test_on_a_phone_the_menu_folds_away_once_a_page_is_chosen(site: Site, store: Store) -> None:
    page = site.visitor()
    page.set_viewport_size({"width": 390, "height": 800})
    site.sign_in(page, "Boss", then="rounds")
    settled(page)
    page.get_by_test_id("stExpandSidebarButton").click()
    follow(page, "agreement")
    expect(page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")
