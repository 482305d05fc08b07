"""The whole of a manager's path by pages alone: from pasted texts over rounds and gold to compared models."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from numpy.random import Generator
from playwright.sync_api import Page, expect

from aloi.annotation.model import Purpose, Round
from aloi.corpora.model import Item, Json
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.demo.people import Simulated, answer_round
from aloi.workbench.models.runs import done_runs, runs_folder
from aloi.workbench.requests.campaigns import GuidelineRequest
from aloi.workbench.requests.rounds import RoundRequest
from tests.browser.site import Site, Visitors, running_site
from tests.browser.steps import (
    WORK,
    choose,
    create_campaign,
    fill,
    give_decision,
    make_release,
    press,
    settled,
)
from tests.workbench.scene import NOW

pytestmark = [pytest.mark.browser, pytest.mark.slow]
CAMPAIGN = "Fevers"
SIGNS = ("fièvre", "toux", "douleur", "fatigue", "éruption", "nausée", "soif", "pâleur", "raideur", "gêne")
PEOPLE = [Simulated(name, "annotator", "", 0, 0, 0, 9.0) for name in ("A1", "A2")]


def pasted() -> str:
    """Return ninety pairs, alike in as many words as they share signs."""
    return "\n".join(
        f"Le patient a une {one}. | Le patient {'a' if far % 2 else 'signale'} une {two}."
        for far in range(9)
        for place, one in enumerate(SIGNS)
        for two in [SIGNS[(place + far) % len(SIGNS)]]
    )


def answered(item: Item, person: Simulated, chance: Generator) -> Json:
    """Return a degree by the signs that both sides name; the second person sometimes differs by one."""
    left, right = (text.rstrip(".").split()[-1] for text in item.texts)
    degree = 4 if left == right else 1 + abs(SIGNS.index(left) - SIGNS.index(right)) % 3
    return {"score": degree + (person.pseudonym == "A2" and chance.random() < 0.4)}


def answer(site: Site, number: int) -> Round:
    """Answer a round as its two annotators would; return it."""
    store = site.store()
    [campaign] = store.campaigns.list()
    one = next(each for each in store.campaigns.rounds(campaign.id) if each.number == number)
    crew = {each.pseudonym: each for each in store.people.list()}
    answer_round(store, one, PEOPLE, crew, NOW + timedelta(days=number), answered)
    store.close()
    return one


def follow(page: Page, name: str) -> None:
    """Follow what a page offers as the next step."""
    settled(page)
    page.get_by_test_id("stMain").get_by_role("link", name=name, exact=True).first.click()
    settled(page)


def open_round(page: Page, purpose: str, overlap: int, items: int, number: int) -> None:
    """Open a round on the page of rounds."""
    page.get_by_text(t("rounds.open"), exact=True).click()
    page.get_by_text(t(f"rounds.purpose_{purpose}"), exact=True).click()
    fill(page, label_of(RoundRequest, "items"), str(items))
    fill(page, label_of(RoundRequest, "overlap"), str(overlap))
    press(page, t("rounds.do_open"))
    expect(page.get_by_text(t("rounds.opened", number=number))).to_be_visible()


def test_from_a_pilot_to_compared_models_without_the_terminal(visitors: Visitors, tmp_path: Path) -> None:
    with running_site(visitors, tmp_path) as site:
        page = site.visitor()
        site.join(page, site.setup, "Boss")

        # A campaign on one's own texts, a pilot of some of them, and two people invited.
        site.go(page, "start")
        settled(page)
        page.get_by_text(t("start.texts_paste"), exact=True).click()
        required = f" ({t('app.required')})"
        fill(page, t("start.paste") + required, pasted())
        fill(page, t("corpora.licence") + required, "CC0")
        fill(page, t("start.new_people"), "Ada\nBo")
        page.get_by_text(t("start.mine"), exact=True).click()
        create_campaign(page, CAMPAIGN)
        expect(page.get_by_text("/invite/").first).to_be_visible()
        assert len(answer(site, 1).item_ids) == 20

        # Agreement, and a guideline that says more.
        site.go(page, "rounds")
        follow(page, t("rounds.next_read_do"))
        expect(page.get_by_text("Krippendorff").first).to_be_visible(timeout=WORK)
        site.go(page, "rounds")
        follow(page, t("rounds.next_guideline_do"))
        fill(page, label_of(GuidelineRequest, "why"), "Signs of one organ were scored apart.")
        fill(page, label_of(GuidelineRequest, "text"), "# Degrees\n\nSigns of one organ share the degree 3.")
        press(page, t("campaigns.save"))
        expect(page.get_by_text(t("campaigns.saved", version=2))).to_be_visible()

        # Calibration under it; its disputes are decided; then the rest, one answer an item.
        follow(page, t("campaigns.next"))
        open_round(page, RoundRequest(Purpose.CALIBRATION.value, 2, 20, 2))
        assert answer(site, 2).guideline_version == 2
        site.go(page, "rounds")
        follow(page, t("rounds.next_discuss_do"))
        expect(page.locator(".desk .note")).to_be_visible(timeout=WORK)
        give_decision(page, "Read again.", page.locator(".degree").nth(3))
        expect(page.get_by_text(t("adjudicate.decided"))).to_be_visible()
        site.go(page, "rounds")
        open_round(page, RoundRequest(Purpose.MAIN.value, 1, 50, 3))
        answer(site, 3)

        # Gold, a release, two models, and their comparison.
        site.go(page, "rounds")
        follow(page, t("rounds.next_freeze_do"))
        press(page, t("releases.freeze"))
        page.get_by_label(t("releases.version"), exact=True).first.wait_for()
        make_release(page)
        follow(page, t("releases.next"))
        for recipe in ("features_sts", "token_cosine"):
            choose(page, t("glossary.recipe"), recipe)
            press(page, t("models.start_one"))
            expect(page.get_by_role("link", name=t("models.next"), exact=True)).to_be_visible(timeout=WORK)
        follow(page, t("models.next"))
        expect(page.get_by_text("features_sts").first).to_be_attached(timeout=WORK)
        runs = done_runs(runs_folder(tmp_path / "data"))
        assert {one.spec.recipe for one in runs} == {"features_sts", "token_cosine"}

        store = site.store()
        [campaign] = store.campaigns.list()
        purposes = [one.purpose.value for one in store.campaigns.rounds(campaign.id)]
        assert purposes == ["pilot", "calibration", "main"]
        [release] = store.gold.releases(campaign.id)
        assert len(release.manifest["gold"]["items"]) == 70
        assert len(store.gold.adjudications(store.campaigns.rounds(campaign.id)[1].id)) == 1
        store.close()
