"""The round that a page shows stands in its address: cards of Home, lists, and addresses that are wrong."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from aloi.annotation.model import Annotator, Role
from aloi.storage.store import Store
from aloi.ui import language
from aloi.ui.texts import t
from aloi.workbench.annotation import answering
from aloi.workbench.people import add_person
from aloi.workbench.requests.corrections import PersonRequest
from aloi.workbench.requests.rounds import CloseRoundRequest, RoundRequest
from aloi.workbench.rounds.rounds import open_round, set_round_status
from tests.ui.pages import desk_shown, open_page, press, said
from tests.workbench.desks import Opened, answer_differently, open_rounds
from tests.workbench.scene import NOW


@pytest.fixture
def people(site: Store) -> list[Annotator]:
    """Return two annotators of the site."""
    return [site.people.add(n, Role.ANNOTATOR, NOW, password_hash="x", pseudonym=n) for n in ("A1", "A2")]


@pytest.fixture
def opened(site: Store, people: list[Annotator]) -> dict[str, Opened]:
    """Return a round of each of two campaigns."""
    return open_rounds(site, people, ("spans", "operations"), items=1)


def cards(at: AppTest) -> list[tuple[str, dict[str, list[str]]]]:
    """Return what the cards of Home link to: pages, and what their addresses say."""
    links = at.main.get("page_link")
    return [(one.proto.page, parse_qs(one.proto.query_string)) for one in links]


def round_shown(at: AppTest) -> str:
    """Return the id of the round that Annotate shows."""
    return str(desk_shown(at)["where"]["round"])


def test_each_card_of_home_opens_its_own_round(site: Store, opened: dict[str, Opened]) -> None:
    found = cards(open_page(site, "home", "A1"))
    assert found == [("annotate", {"round": [one.round.id]}) for one in opened.values()]
    for _, place in found:
        at = open_page(site, "annotate", "A1", round=place["round"][0])
        assert round_shown(at) == place["round"][0]


def test_each_dispute_opens_its_own_campaign_and_round(
    site: Store, people: list[Annotator], opened: dict[str, Opened]
) -> None:
    answer_differently(site, people, opened.values())
    found = [place for page, place in cards(open_page(site, "home")) if page == "adjudicate"]
    assert found == [{"campaign": [one.campaign.id], "round": [one.round.id]} for one in opened.values()]
    for one in opened.values():
        # The round alone names its campaign.
        for place in ({"round": one.round.id}, {"campaign": one.campaign.id, "round": one.round.id}):
            at = open_page(site, "adjudicate", **place)
            assert at.selectbox(key="campaign:choice").value == one.campaign.id
            assert not at.warning


def test_the_desk_names_its_round_and_offers_the_others(site: Store, opened: dict[str, Opened]) -> None:
    first, other = opened.values()
    where = desk_shown(open_page(site, "annotate", "A1"))["where"]
    assert (where["round"], where["name"]) == (first.round.id, "spans, round 1")
    assert where["rounds"] == [
        {"id": one.round.id, "name": t("annotate.round_name", campaign=one.campaign.name, number=1)}
        for one in (first, other)
    ]
    where = desk_shown(open_page(site, "annotate", "A1", round=other.round.id))["where"]
    assert (where["round"], where["name"]) == (other.round.id, "operations, round 1")


def test_a_finished_round_leads_to_the_others_and_back_to_its_answers(
    site: Store, people: list[Annotator], opened: dict[str, Opened]
) -> None:
    first, other = opened.values()
    answer_differently(site, people, [other])
    at = open_page(site, "annotate", "A1", round=other.round.id)
    assert t("annotate.finished", campaign="operations", round=1) in said(at)
    press(at, t("annotate.look_back"))
    assert at.query_params == {"round": other.round.id, "item": "1"}
    desk = desk_shown(at)
    assert (desk["where"]["number"], desk["where"]["done"], desk["can_undo"]) == (1, 1, False)
    assert desk["where"]["answer"] == "Synonym, Deleted modifier"
    assert desk["answer"] is not None
    at = open_page(site, "annotate", "A1", round=other.round.id)
    at = at.selectbox(key="annotate:round:choice").set_value(first.round.id).run()
    assert at.query_params == {"round": first.round.id}
    assert round_shown(at) == first.round.id


def test_an_answer_that_holds_nothing_is_told_in_the_language_of_whoever_looks_back(
    site: Store, people: list[Annotator], opened: dict[str, Opened]
) -> None:
    here = opened["operations"].round.id
    desk = answering.desk(site, here)
    screen = answering.screen(site, desk, people[0].id, NOW, 60)
    assert screen is not None
    given = answering.Event(
        event_id="given", kind="answer", item_id=screen.assignment.key.item_id, occasion=1,
        value={"groups": [], "err": False}, seconds=4.0, flag=False, note="", reason="",
    )  # fmt: skip
    answering.answer(site, desk, people[0].id, given, NOW, 60)
    site.people.prefer(people[0].id, language.PREFERENCE, "fr")
    at = open_page(site, "annotate", "A1", round=here, item="1")
    assert desk_shown(at)["where"]["answer"] == "aucune opération"


@pytest.mark.parametrize("item", ["0", "2", "-1", "x", "9" * 40])
def test_a_number_that_no_item_has_shows_the_item_under_way(
    site: Store, opened: dict[str, Opened], item: str
) -> None:
    desk = desk_shown(open_page(site, "annotate", "A1", round=opened["spans"].round.id, item=item))
    assert (desk["where"]["number"], desk["answer"]) == (1, None)


def test_the_desk_and_my_work_follow_the_campaign_and_the_round_of_the_address(
    site: Store, opened: dict[str, Opened]
) -> None:
    one = opened["operations"]
    assert round_shown(open_page(site, "annotate", "A1", campaign=one.campaign.id)) == one.round.id
    at = open_page(site, "my_work", "A1", campaign=one.campaign.id)
    assert at.selectbox(key="my_work:round:choice").value == one.round.id
    other = opened["spans"]
    at = at.selectbox(key="my_work:round:choice").set_value(other.round.id).run()
    assert at.query_params == {"campaign": other.campaign.id, "round": other.round.id}
    at = open_page(site, "my_work", "A1", round=other.round.id)
    assert at.selectbox(key="my_work:round:choice").value == other.round.id


def test_the_overview_shows_the_round_of_the_address(
    site: Store, people: list[Annotator], opened: dict[str, Opened]
) -> None:
    one = opened["operations"]
    answer_differently(site, people, [one])
    open_round(
        site,
        RoundRequest(
            one.campaign.id,
            purpose="calibration",
            items=list(one.round.item_ids),
            annotators=[each.id for each in people],
        ),
    )
    at = open_page(site, "overview", campaign=one.campaign.id)
    assert t("overview.far", done=0, planned=2, number=2) in said(at)
    at = open_page(site, "overview", round=one.round.id)
    assert at.selectbox(key=f"overview:round:{one.campaign.id}").value == one.round.id
    assert t("overview.far", done=2, planned=2, number=1) in said(at)
    assert t("overview.burn_up", number=1) in said(at)


def test_two_tabs_keep_each_their_own_campaign_and_round(site: Store, opened: dict[str, Opened]) -> None:
    tabs = [
        (open_page(site, "rounds", campaign=one.campaign.id, round=one.round.id), one)
        for one in opened.values()
    ]
    for name in ("overview", "agreement", "campaigns", "models", "rounds"):
        for at, one in tabs:  # in turn, each by the page's name alone
            at.query_params.clear()
            at._page_hash = calc_hash(name)
            at.run()
            assert not at.exception
            assert at.session_state["selection"] == {"campaign": one.campaign.id, "round": one.round.id}


def test_a_bare_address_is_completed_in_its_stead(site: Store, opened: dict[str, Opened]) -> None:
    at = open_page(site, "rounds")
    assert not at.query_params  # no step of its own on the way back
    script = next(one.proto.body for one in at.sidebar.get("html") if "replaceState" in one.proto.body)
    assert f"?campaign={at.selectbox(key='campaign:choice').value}" in script


def test_choosing_to_adjudicate_another_changes_the_address(
    site: Store, people: list[Annotator], opened: dict[str, Opened]
) -> None:
    one = opened["operations"]
    second = open_round(
        site,
        RoundRequest(
            one.campaign.id,
            purpose="calibration",
            items=list(one.round.item_ids),
            annotators=[each.id for each in people],
        ),
    )
    at = open_page(site, "adjudicate")
    at = at.selectbox(key="campaign:choice").set_value(one.campaign.id).run()
    assert at.query_params == {"campaign": one.campaign.id}
    rounds = f"adjudicate:round:{one.campaign.id}"
    assert at.selectbox(key=rounds).value == second.id  # the latest one
    at = at.selectbox(key=rounds).set_value(one.round.id).run()
    assert at.query_params == {"campaign": one.campaign.id, "round": one.round.id}
    assert at.selectbox(key=rounds).value == one.round.id


def test_a_round_that_is_not_there_or_not_ones_own_says_so(site: Store, opened: dict[str, Opened]) -> None:
    add_person(site, PersonRequest("Third", "annotator", pseudonym="A3"), NOW)
    foreign = open_round(
        site,
        RoundRequest(
            opened["spans"].campaign.id,
            purpose="pilot",
            annotators=["A3"],
            items=list(opened["spans"].round.item_ids),
        ),
    )
    for wrong in ("no-such-round", foreign.id):
        at = open_page(site, "annotate", "A1", round=wrong)
        assert t("annotate.not_yours") in said(at)
        assert round_shown(at) == opened["spans"].round.id
    at = open_page(site, "adjudicate", round="no-such-round")
    assert t("app.not_there") in said(at)
    at = open_page(
        site, "adjudicate", campaign=opened["spans"].campaign.id, round=opened["operations"].round.id
    )
    assert t("app.not_there") in said(at)
    assert at.selectbox(key="campaign:choice").value == opened["spans"].campaign.id


def test_a_closed_round_of_ones_own_is_shown_where_the_address_names_it(
    site: Store, opened: dict[str, Opened]
) -> None:
    one = opened["operations"]
    set_round_status(site, CloseRoundRequest(one.campaign.id, one.round.number))
    at = open_page(site, "annotate", "A1", round=one.round.id)
    assert t("annotate.closed", campaign="operations", round=1) in said(at)
    assert not at.warning
