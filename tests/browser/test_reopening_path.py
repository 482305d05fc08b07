"""An adjudicator reads a note beside its answer and reopens one answer; its annotator answers it again."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import expect

from aloi.annotation.model import AssignmentKey, Role
from aloi.storage.store import Store
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.rounds import ReopenRequest, RoundRequest
from aloi.workbench.rounds import campaigns, rounds
from aloi.workbench.texts import corpora
from aloi.workbench.texts.pairs import import_pairs
from tests.browser.site import PASSWORD, Visitors, running_site
from tests.browser.steps import at, fill, press, settled
from tests.workbench.scene import PLAIN, let_adjudicate

pytestmark = [pytest.mark.browser, pytest.mark.slow]
NOW = datetime(2026, 5, 4, tzinfo=UTC)
NOTE, MESSAGE = "Two diseases?", "Both name one disease: read rule 3."


def build(store: Store, folder: Path) -> AssignmentKey:
    """Make a round of three pairs, on the first of which two annotators differ; return its first answer."""
    table = folder / "pairs.tsv"
    rows = [f"{n}\tLe patient {n} dort.\tLa patiente {n} tousse." for n in range(3)]
    table.write_text("\n".join(["id\tleft\tright", *rows, ""]), encoding="utf-8")
    about = corpora.About("pairs", "fr", "CC0-1.0", "invented")
    corpus = import_pairs(store, table, about, NOW).corpus
    password = hash_password(PASSWORD)
    people = {
        name: store.people.add(name, role, NOW, password_hash=password, pseudonym=name)
        for name, role in (("Boss", Role.ADMINISTRATOR), ("Cy", Role.ADJUDICATOR),
                           ("Ada", Role.ANNOTATOR), ("Bea", Role.ANNOTATOR))
    }  # fmt: skip
    campaigns.create_campaign(store, CampaignRequest("near", corpus.id, settings=PLAIN))
    round_ = rounds.open_round(store, RoundRequest("near", purpose="main", annotators=["Ada", "Bea"]))
    let_adjudicate(store)
    for name, degrees in (("Ada", (0, 3, 3)), ("Bea", (5, 3, 3))):
        for at_, (item_id, degree) in enumerate(zip(round_.item_ids, degrees, strict=True)):
            is_noted = name == "Ada" and not at_
            store.answers.submit(
                AssignmentKey(round_.id, item_id, people[name].id), f"{name}-answer-{at_}", {"score": degree},
                seconds=2.0, flag=is_noted, comment=NOTE if is_noted else "", shown={},
                guideline_version=None, now=NOW,
            )  # fmt: skip
    return AssignmentKey(round_.id, round_.item_ids[0], people["Ada"].id)


def test_a_note_is_read_and_an_answer_is_reopened_and_given_again(visitors: Visitors, tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    key = build(store, tmp_path)
    with running_site(visitors, tmp_path) as site:
        page = site.visitor()
        site.sign_in(page, "Cy", "adjudicate")
        expect(page.locator(".desk .note")).to_be_visible()
        line = page.get_by_test_id("stMarkdown").filter(has_text=NOTE)
        expect(line).to_contain_text("Ada")
        expect(line).to_contain_text(t("annotate.has_flag"))
        page.get_by_text(t("adjudicate.blind"), exact=True).click()
        expect(line).not_to_contain_text("Ada")
        expect(line).to_contain_text(NOTE)
        page.get_by_text(t("adjudicate.blind"), exact=True).click()
        expect(line).to_contain_text("Ada")
        press(page, t("adjudicate.reopen"))
        fill(page, label_of(ReopenRequest, "why"), MESSAGE)
        press(page, t("adjudicate.reopen_do"))
        expect(page.get_by_text(t("adjudicate.reopened", name="Ada"))).to_be_visible()
        expect(page.locator(".desk .note")).to_be_hidden()

        ada = site.visitor()
        site.sign_in(ada, "Ada", "my_work")
        expect(ada.get_by_text(MESSAGE)).to_be_visible()
        site.go(ada, f"annotate?round={key.round_id}")
        at(ada, 2, 3)
        expect(ada.locator(".reopened")).to_have_text(t("component.reopened", message=MESSAGE))
        ada.keyboard.press("4")
        expect(ada.get_by_text(t("annotate.finished", campaign="near", round=1))).to_be_visible()

        site.go(page, "adjudicate")
        settled(page)
        expect(page.get_by_text(t("adjudicate.done"))).to_be_visible()
    assert [one.value for one in store.answers.history(key)] == [{"score": 0}, {"score": 4}]
    assert store.check() == []
    store.close()
