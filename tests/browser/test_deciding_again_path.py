"""An item decided on again: its decision is there to be changed; the next item is clean."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Role
from aloi.annotation.rows import LabelledRelation
from aloi.annotation.tasks.spans.values import value_of
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from tests.browser.site import PASSWORD, Visitors, running_site
from tests.browser.steps import ready
from tests.browser.test_span_details_path import settings
from tests.workbench.scene import NOW, let_adjudicate
from tests.workbench.span_campaign import TEXTS, answer_all, make, spans_in

pytestmark = [pytest.mark.browser, pytest.mark.slow]
WHY, WHY_AGAIN = "The drug is for the cough.", "It is for the fever before."
TREATED = [("sign", "toux sèche"), ("drug", "paracétamol")]
RELATION = "drug “paracétamol” — treats — sign “toux sèche”"


def build(store: Store) -> None:
    """Let two annotators differ on two texts: on limits, an attribute and a relation, and on one span."""
    password = hash_password(PASSWORD)
    for name, role in (("boss", Role.ADMINISTRATOR), ("Judge", Role.ADJUDICATOR)):
        store.people.add(name, role, NOW, password_hash=password, pseudonym=name)
    campaign = make(store, settings())
    related = value_of(spans_in(TEXTS["b"], TREATED), [LabelledRelation("treats", 1, 0)])
    related["spans"][0]["attributes"] = {"certainty": "negated"}
    unrelated = value_of(spans_in(TEXTS["b"], [("sign", "toux"), ("drug", "paracétamol")]))
    unrelated["spans"][0]["attributes"] = {"certainty": "affirmed"}
    answers = {
        "Ada": {"b": related, "d": [("sign", "Douleur")]},
        "Bea": {"b": unrelated, "d": []},
    }
    answer_all(store, campaign, answers)
    let_adjudicate(store)


def listed(page: Page) -> list[str]:
    """Return the spans that stand, and their values."""
    rows = page.locator(".marked .one:not(.offer) > .name").all()
    return [" ".join(row.locator("> *").all_text_contents()) for row in rows]


def links(page: Page) -> list[str]:
    """Return the relations that stand."""
    rows = page.locator(".links li:not(.offer) .end-of")
    return [(row.get_attribute("aria-label") or "").removesuffix(" (Ada)") for row in rows.all()]


def explain(page: Page, why: str) -> None:
    page.keyboard.press("n")
    page.locator("#note").fill(why)
    page.keyboard.press("Escape")


def expect_clean(page: Page) -> None:
    """Expect the other item, on which nothing was decided: one suggestion, no note, no relation."""
    expect(page.locator(".passage")).to_contain_text(TEXTS["d"])
    ready(page)
    expect(page.locator("#note")).to_have_value("")
    expect(page.locator(".marked .one.offer")).to_have_count(1)
    expect(page.locator(".links li")).to_have_count(0)
    expect(page.get_by_text(t("adjudicate.decided_before", who="Judge", at="")[:20])).to_have_count(0)
    assert listed(page) == []


def open_again(page: Page) -> None:
    """Open the decided item from the table of items."""
    page.get_by_role("link", name=t("adjudicate.all_differences")).click()
    rows = page.locator(".items .rows .row:not(.empty)")
    expect(rows).to_have_count(2)
    rows.filter(has_text="toux").click()
    page.get_by_role("button", name=t("items_table.decide_again")).click()
    expect(page.locator(".passage")).to_contain_text(TEXTS["b"])
    ready(page)


def test_a_decision_on_relations_is_replaced_and_the_next_item_is_clean(
    visitors: Visitors, tmp_path: Path
) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    build(store)
    [round_] = store.campaigns.rounds(store.campaigns.get("marks").id)
    [item_b] = [one.id for one in store.texts.items(list(round_.item_ids)) if one.texts == (TEXTS["b"],)]
    with running_site(visitors, tmp_path) as site:
        page = site.visitor()
        site.sign_in(page, "Judge")
        site.go(page, f"adjudicate?item={item_b}")
        expect(page.locator(".passage")).to_contain_text(TEXTS["b"])
        ready(page)
        assert listed(page) == ["drug paracétamol"]
        for key in ("y", "Delete", "y", "y"):  # the two words, not the word alone; the relation
            page.keyboard.press(key)
        assert links(page) == [RELATION]
        explain(page, WHY)
        page.keyboard.press("Enter")
        expect(page.locator(".problem.main")).to_contain_text("toux sèche")  # its certainty has no majority
        page.keyboard.press("p")
        page.keyboard.press("Enter")
        expect_clean(page)

        open_again(page)
        expect(page.get_by_text("Judge", exact=False).first).to_be_visible()
        expect(page.locator("#note")).to_have_value(WHY)
        assert listed(page) == ["sign toux sèche possible Ada", "drug paracétamol"]
        assert links(page) == [RELATION]
        expect(page.locator(".marked .one.offer")).to_have_count(1)  # the word alone, which was refused
        expect(page.locator(".links .offer")).to_have_count(0)
        page.locator(".marked .one .name", has_text="toux sèche").click()
        page.keyboard.press("x")
        page.locator(".links .drop").click()
        assert links(page) == []
        explain(page, WHY_AGAIN)
        page.keyboard.press("Enter")
        expect_clean(page)

        open_again(page)  # the relation that the decision left out is a suggestion again
        assert listed(page) == ["sign toux sèche negated Ada", "drug paracétamol"]
        expect(page.locator(".links .offer")).to_have_count(1)
        expect(page.locator("#note")).to_have_value(WHY_AGAIN)
    [decision] = store.gold.adjudications(round_.id)
    assert (decision.revision, decision.why) == (2, WHY_AGAIN)
    spans = value_of(spans_in(TEXTS["b"], TREATED))["spans"]
    assert decision.value == {"spans": [{**spans[0], "attributes": {"certainty": "negated"}}, spans[1]]}
    assert store.check() == []
    store.close()
