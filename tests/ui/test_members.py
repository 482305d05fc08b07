"""Nobody sees a word of a campaign that they have no part in: on any page, in a download, by any address."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui import session
from aloi.ui.navigation import PAGES
from aloi.workbench import access
from tests.ui.pages import open_page, press, said
from tests.workbench.eight_campaigns import PARTS, WORDS, Eight, make_eight

# Few campaigns are enough of an address: one that somebody annotates alone, and one that is nothing to them.
FOREIGN = {"Ada": (2, 5), "Bo": (0, 4), "Cy": (1, 2), "Idle": (0, 3)}


@pytest.fixture
def eight(site: Store, tmp_path: Path) -> Eight:
    return make_eight(site, tmp_path)


def drawn(at: AppTest) -> str:
    """Return all that a page sends to a browser, sidebar and hidden parts too."""

    def walk(block: Any) -> Iterator[str]:
        for child in block.children.values():
            if hasattr(child, "children"):
                yield str(getattr(child, "proto", ""))
                yield from walk(child)
            else:
                yield f"{child.type} {child.proto!s} {getattr(child, 'value', '')!s}"

    return "\n".join(walk(at._tree))


def pages_of(eight: Eight, name: str) -> list[str]:
    roles = access.roles_of(eight.store, eight.people[name])
    return [page.name for page in PAGES if access.may(roles, page.roles)]


@pytest.mark.parametrize(
    "name", [one if one == "Ada" else pytest.param(one, marks=pytest.mark.slow) for one in (*PARTS, "Idle")]
)
def test_no_page_shows_a_word_of_anothers_campaign(eight: Eight, name: str) -> None:
    leaks = {}
    pages = pages_of(eight, name)
    for page in pages:
        addresses: list[dict[str, str]] = [{}]
        for number in FOREIGN[name]:
            campaign, round_ = eight.campaigns[number], eight.rounds[number]
            addresses += [{"campaign": campaign.id, "round": round_.id, "corpus": campaign.corpus_id}]
        for address in addresses:
            text = drawn(open_page(eight.store, page, eight.people[name].pseudonym, **address))
            shown = [word for word in eight.others(name) if word in text]
            if shown:
                leaks[page, address.get("campaign", "")] = shown
    assert leaks == {}
    assert "store" not in pages
    assert ("people" in pages) == (name != "Idle")


def test_what_one_annotates_is_seen_on_ones_own_pages_alone(eight: Eight) -> None:
    """Ada manages two campaigns and annotates a third: of that only the pages of her own work tell."""
    pages = {"home", "annotate", "my_work"}
    for page in ("home", "annotate", "campaigns", "overview", "rounds", "agreement", "people"):
        at = open_page(eight.store, page, "M2", campaign=eight.campaigns[2].id, round=eight.rounds[2].id)
        assert (WORDS[2] in drawn(at)) <= (page in pages), page
    assert WORDS[2] in drawn(open_page(eight.store, "home", "M2"))
    assert WORDS[0] in drawn(open_page(eight.store, "campaigns", "M2"))


def test_an_administrator_sees_every_campaign(eight: Eight) -> None:
    text = drawn(open_page(eight.store, "campaigns", eight.people["Root"].pseudonym))
    assert [word for word in WORDS if word not in text] == []


def test_an_adjudicator_without_a_campaign_is_told_so(eight: Eight) -> None:
    for page in ("agreement", "adjudicate", "measure"):
        at = open_page(eight.store, page, eight.people["Idle"].pseudonym)
        assert [word for word in WORDS if word in drawn(at)] == []


def test_members_are_added_changed_and_removed(eight: Eight) -> None:
    store, campaign, bo = eight.store, eight.campaigns[0], eight.people["Bo"]
    at = open_page(store, "campaigns", "M2", campaign=campaign.id)
    key = f"campaigns:member:{campaign.id}"
    at.selectbox(key=f"{key}:person").set_value(bo.id).run()
    at.selectbox(key=f"{key}:role:{bo.id}:adjudicator").set_value("annotator").run()
    at.button(key=f"{key}:set").click().run()
    assert store.members.roles(bo.id)[campaign.id] is Role.ANNOTATOR
    at.selectbox(key=f"{key}:person").set_value(bo.id).run()
    at.button(key=f"{key}:remove").click().run()
    assert campaign.id not in store.members.roles(bo.id)
    at.selectbox(key=f"campaigns:add:{campaign.id}:role").set_value("manager")
    person = next(one for one in store.people.list() if f"Person {WORDS[1]} 1" == one.name)
    at.selectbox(key=f"campaigns:add:{campaign.id}:person").set_value(person.id)
    press(at, "Add")
    added = next(one for one in store.members.of(campaign.id) if WORDS[1] in one.person.name)
    assert added.role is Role.MANAGER


def test_the_last_manager_is_told_why_they_stay(eight: Eight) -> None:
    store, campaign, ada = eight.store, eight.campaigns[0], eight.people["Ada"]
    at = open_page(store, "campaigns", "M2", campaign=campaign.id)
    assert at.selectbox(key=f"campaigns:member:{campaign.id}:person").value == ada.id
    at.button(key=f"campaigns:member:{campaign.id}:remove").click().run()
    assert "only manager of the campaign" in said(at)
    assert store.members.roles(ada.id)[campaign.id] is Role.MANAGER


def test_a_manager_invites_into_a_campaign_of_theirs(eight: Eight) -> None:
    at = open_page(eight.store, "people", "M2")
    campaigns = next(one for one in at.selectbox if one.key == "people:invite:campaign")
    assert len(campaigns.options) == 2
    press(at, "Create a link")
    [invite] = eight.store.people.invites(session.now())
    assert invite.campaign_id == eight.campaigns[0].id or invite.campaign_id == eight.campaigns[1].id
    person = eight.store.people.accept_invite(invite.token_hash, "New", "x", session.now())
    assert eight.store.members.roles(person.id) == {invite.campaign_id: invite.role}
