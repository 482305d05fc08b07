"""A guideline at hand while one annotates, what changed in it, one's own work and what became of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.campaigns import CampaignRequest, GuidelineRequest
from aloi.workbench.requests.rounds import CloseRoundRequest, OutcomeRequest, RoundRequest
from aloi.workbench.rounds import adjudicating, campaigns, rounds
from aloi.workbench.texts import corpora
from aloi.workbench.texts.pairs import import_pairs
from tests.browser.site import PASSWORD, running_site
from tests.browser.steps import at, press, ready, settled

pytestmark = pytest.mark.browser
PAIRS = 13
FIRST = "# Ages\n\nA missing cough is a detail.\n\n## 3: another fact\n\nLa fièvre **dé**cide.\n"
SECOND = FIRST.replace("a detail", "decisive")


@pytest.fixture
def store(tmp_path):
    made = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    yield made
    made.close()


@pytest.fixture
def second(store, tmp_path):
    """Return the second round of an annotator who answered one item under the first guideline."""
    now = datetime.now(UTC)
    table = tmp_path / "pairs.tsv"
    lines = [f"{n}\tLe patient a {n} ans.\tLa patiente a {n + 40} ans et tousse." for n in range(PAIRS)]
    table.write_text("\n".join(["id\tleft\tright", *lines, ""]), encoding="utf-8")
    corpus = import_pairs(store, table, corpora.About("ages", "fr", "Apache-2.0", "us"), now).corpus
    ada = store.people.add("Ada", Role.ANNOTATOR, now, password_hash=hash_password(PASSWORD))
    store.people.add("Boss", Role.ADMINISTRATOR, now, password_hash=hash_password(PASSWORD), pseudonym="M1")
    campaign = campaigns.create_campaign(store, CampaignRequest("ages", corpus.id))
    for text, why, items in ((FIRST, "", 1), (SECOND, "It was read in two ways.", 12)):
        campaigns.add_guideline(store, GuidelineRequest(campaign.id, text=text, why=why), now)
        due = now.date() - timedelta(days=2)
        opened = rounds.open_round(
            store,
            RoundRequest(
                campaign.id, purpose="main", items=items, annotators=["A1"], due=due, shows_outcome=True
            ),
        )
        if not why:
            held = store.answers.lease_next(opened.id, ada.id, now - timedelta(days=9), 60)
            store.answers.submit(
                held.key, "first-answer", {"score": 3}, seconds=5.0, flag=False, comment="", shown={},
                guideline_version=1, now=now - timedelta(days=9),
            )  # fmt: skip
            rounds.set_round_status(store, CloseRoundRequest(campaign.id, 1))
    return opened


@pytest.mark.slow
def test_a_guideline_at_hand_and_ones_own_work(visitors, tmp_path, store, second):
    with running_site(visitors, tmp_path) as site:
        page = site.visitor()
        site.sign_in(page, "Ada")
        day = second.due.date().isoformat()
        expect(page.get_by_text(t("my_work.due_late", day=day, days=2).replace("**", ""))).to_be_visible()

        site.go(page, f"annotate?round={second.id}")
        at(page, 0, 12)
        expect(page.locator(".news")).to_contain_text(t("component.guide_changed", version=2, before=1))
        page.get_by_role("button", name=t("component.guide_what_changed")).click()
        changes = page.locator(".changes")
        expect(changes).to_contain_text("It was read in two ways.")
        expect(changes.locator("del").last).to_contain_text("a detail")
        expect(changes.locator("ins").last).to_contain_text("decisive")
        page.keyboard.press("p")
        page.get_by_role("button", name=t("component.guide_understood")).click()
        ready(page, "sent")
        for done in range(5):
            at(page, done, 12)
            page.keyboard.press(str(done))
        at(page, 5, 12)
        page.locator(".guide-search").fill("decide")
        expect(page.locator(".sections mark")).to_have_text(["dé", "cide"])
        page.keyboard.press("Escape")

        # Pinned, and read about: both are remembered for the person.
        page.reload()
        for done in range(5, 10):
            at(page, done, 12)
            expect(page.locator(".guide")).to_be_visible()
            page.keyboard.press(str(done % 6))
        at(page, 10, 12)
        expect(page.locator(".news")).to_be_hidden()
        answers = store.answers.latest(second.id)
        assert sorted(one.value["score"] for one in answers) == sorted(done % 6 for done in range(10))

        settled(page)
        page.get_by_role("link", name=t("my_work.menu"), exact=True).click()
        expect(page.get_by_text(t("my_work.left", left=2, done=10))).to_be_visible()
        expect(page.get_by_text(t("my_work.outcome_later", rounds="ages, round 2"))).to_be_visible()

        decided = max(answers, key=lambda one: one.value["score"])
        why = "A missing cough is decisive."
        adjudicating.decide(
            store, second.campaign_id, 1, store.campaigns.rounds(second.campaign_id)[0].item_ids[0],
            {"score": 2}, why, ("M1",), datetime.now(UTC),
        )  # fmt: skip
        rounds.set_round_status(store, CloseRoundRequest(second.campaign_id, 2))
        adjudicating.decide(
            store, second.campaign_id, 2, decided.key.item_id, decided.value, why, ("M1",), datetime.now(UTC)
        )
        site.go(page, "my_work")
        expect(page.get_by_text(t("my_work.outcome_counts", total=1, same=0, different=1))).to_be_visible()
        expect(page.get_by_text(why)).to_be_visible()
        expect(page.get_by_text("M1")).to_have_count(0)

        boss = site.visitor()
        site.sign_in(boss, "Boss", "rounds")
        expect(boss.get_by_text(label_of(OutcomeRequest, "show")).last).to_be_visible()
        press(boss, t("rounds.reopen"))
        expect(boss.get_by_text(t("rounds.reopened", number=2)).first).to_be_visible()
