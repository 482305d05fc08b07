"""All that Home can show leads to what it speaks of; what a page offers next keeps the campaign."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from aloi.annotation.model import Campaign, Role
from aloi.annotation.tasks import task
from aloi.corpora.readers import ReadText, write_table
from aloi.storage.answers.late_answers import AnswerLate
from aloi.storage.store import Store
from aloi.ui.navigation import PAGES
from aloi.ui.texts import t
from aloi.workbench import home
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.rounds import CloseRoundRequest, DueRequest, RoundRequest
from aloi.workbench.requests.texts import SegmentRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.rounds.rounds import open_round, set_due, set_round_status
from aloi.workbench.texts.corpora import About, add_corpus, make_corpus, segment_corpus
from aloi.workbench.texts.pairs import import_pairs
from tests.ui.pages import desk_shown, open_page, said
from tests.workbench.desks import NAMES, Opened, answer_differently, open_rounds
from tests.workbench.scene import NOW, let_adjudicate

OF_NOTHING = {"start_here"}  # what an empty store asks for
OF_DECISIONS = {"disputes_wait", "to_clean"}
OWN = {"items_wait"}
MANAGERS = [one for one in home._URGENCY if one not in OF_NOTHING | OWN]
STEPS = [one for one in PAGES if one.of_campaign]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store with a campaign of each task, at different steps, and corpora before their campaign."""
    folder = tmp_path_factory.mktemp("home")
    store = Store.open(f"sqlite:///{folder / 'aloi.db'}")
    for name, role in (("M1", Role.ADMINISTRATOR), ("J1", Role.ADJUDICATOR)):
        store.people.add(name, role, NOW, password_hash="x", pseudonym=name)
    people = [store.people.add(n, Role.ANNOTATOR, NOW, password_hash="x", pseudonym=n) for n in ("A1", "A2")]
    opened = open_rounds(store, people, NAMES, items=1)
    answer_differently(store, people, [opened[one] for one in ("operations", "substitution", "judging")])
    set_due(
        store, DueRequest(opened["spans"].campaign.id, 1, date(2026, 3, 1))
    )  # over, and nothing is answered
    again(store, opened["operations"], people, "calibration")
    answer_differently(store, people, [again(store, opened["judging"], people, "main")])
    late(store, opened["linking"], people[0].id)
    create_campaign(store, CampaignRequest("none yet", opened["spans"].campaign.corpus_id, task="spans"))
    for name in ("texts", "sentences"):
        about = About(f"only {name}", "fr", "CC0", "written for the tests")
        corpus, documents = make_corpus([ReadText(name, f"Le {name} dort.", {}, name)], about)
        add_corpus(store, corpus, documents)
        if name == "sentences":
            segment_corpus(store, SegmentRequest(corpus.id))
    write_table(folder / "p.tsv", ("left", "right"), [{"left": "Il dort.", "right": "Elle dort."}])
    import_pairs(store, folder / "p.tsv", About("only pairs", "fr", "CC0", "written for the tests"), NOW)
    let_adjudicate(store)
    store.close()
    return folder / "aloi.db"


@pytest.fixture(scope="module")
def steps(built: Path) -> list[home.TodoStep]:
    """Return what waits for the manager of that store."""
    store = Store.open(f"sqlite:///{built}")
    found = home.next_steps(store, store.people.get("M1"))
    store.close()
    return found


def again(store: Store, opened: Opened, people: list, purpose: str) -> Opened:
    """Return another round of a campaign on the same items."""
    one = open_round(
        store,
        RoundRequest(
            opened.campaign.id,
            purpose=purpose,
            items=list(opened.round.item_ids),
            annotators=[each.id for each in people],
        ),
    )
    return Opened(opened.campaign, one)


def late(store: Store, opened: Opened, person: str) -> None:
    """Close a round, and answer an item of it."""
    set_round_status(store, CloseRoundRequest(opened.campaign.id, 1))
    every = store.answers.assignments(opened.round.id)
    waiting = next(one for one in every if one.key.annotator_id == person)
    with pytest.raises(AnswerLate):
        store.answers.submit(
            waiting.key, "a-late-event", task("linking").example().values[0], now=NOW, seconds=2.0,
            flag=False, comment="", shown={}, guideline_version=None,
        )  # fmt: skip


@pytest.fixture
def full(built: Path, site: Store, tmp_path: Path) -> Store:
    """Return the site's store, filled as `built`."""
    site.close()
    shutil.copyfile(built, tmp_path / "aloi.db")
    return Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")


_HREF = re.compile(r'<a href="/(\w+)\?campaign=(\w+)" target="_self">')


def table_links(at: AppTest) -> list[tuple[str, str]]:
    """Return the pages and campaigns that the table of campaigns on Home leads to, row by row."""
    [table] = [one.proto.body for one in at.get("html") if 'class="table-box"' in one.proto.body]
    return _HREF.findall(table)


def links(at: AppTest) -> list[tuple[str, dict[str, str]]]:
    """Return what a page links to beside its menu: pages, and what their addresses say."""
    found = [(one.proto.page, parse_qs(one.proto.query_string)) for one in at.main.get("page_link")]
    return [(page, {name: value for name, [value] in place.items()}) for page, place in found]


def lands(store: Store, who: str, page: str, place: Mapping[str, str]) -> None:
    """Open an address: it is the page of that name, and shows the campaign, round and corpus of it."""
    at = open_page(store, page, who, **place)
    assert t("app.not_there") not in said(at)
    assert t("annotate.not_yours") not in said(at)
    kept = at.session_state["selection"]
    assert place.items() <= kept.items(), (page, place)
    if page == "annotate":
        assert desk_shown(at)["where"]["round"] == place["round"]
        return
    title = "cleaning.title" if page == "cleaning" else f"{page}.menu"
    title = "campaigns.settings" if page == "campaigns" and store.campaigns.list() else title
    assert [one.value for one in at.title] == [t(title)]
    chosen = [one.value for one in at.selectbox]
    assert all(one in chosen for one in place.values()), (page, place)


def shown_steps(store: Store, who: str) -> list[home.TodoStep]:
    """Return what Home shows a person, after looking that its links are those of the steps."""
    first, rest = home.first_steps(home.next_steps(store, store.people.get(who)))
    steps = [*first, *rest]
    found = links(open_page(store, "home", who))
    assert found[: len(steps)] == [(one.page, one.page_values) for one in steps]
    assert len(found) == len(steps)
    return steps


def test_an_empty_store_leads_a_manager_to_the_beginning(site: Store) -> None:
    steps = shown_steps(site, "M1")
    assert {one.key for one in steps} == OF_NOTHING
    for one in steps:
        lands(site, "M1", one.page, one.page_values)


def test_home_shows_a_manager_every_kind_of_step(full: Store) -> None:
    assert {one.key for one in shown_steps(full, "M1")} == {*MANAGERS}
    leads = table_links(open_page(full, "home", "M1"))
    assert {one for page, one in leads if page == "overview"} == {one.id for one in full.campaigns.list()}
    # Those with the most urgent step come first, and no row says less than what waits for its campaign.
    first = home.next_steps(full, full.people.get("M1"))[0]
    assert leads[0] == ("overview", first.page_values["campaign"])


@pytest.mark.parametrize("key", MANAGERS)
def test_every_kind_of_step_of_a_manager_lands_on_its_own_campaign_round_and_page(
    full: Store, steps: list[home.TodoStep], key: str
) -> None:
    one = next(each for each in steps if each.key == key)
    lands(full, "M1", one.page, one.page_values)


@pytest.mark.parametrize("task_type", ["similarity", "linking"])
def test_the_row_of_each_campaign_lands_on_its_overview(full: Store, task_type: str) -> None:
    lands(full, "M1", "overview", {"campaign": full.campaigns.get(task_type).id})


def test_every_round_of_an_annotator_lands_on_its_desk(full: Store) -> None:
    steps = shown_steps(full, "A1")
    assert {one.key for one in steps} == OWN
    assert len(steps) == 5  # of four campaigns, and the second round of operations
    for one in steps:
        lands(full, "A1", one.page, one.page_values)


def test_every_decision_that_waits_for_a_reviewer_lands_on_its_round(full: Store) -> None:
    steps = shown_steps(full, "J1")
    assert {one.key for one in steps} == OF_DECISIONS
    for one in steps:
        lands(full, "J1", one.page, one.page_values)


def suiting(store: Store, place: int) -> Campaign:
    """Return a campaign whose menu has the step of this place, each time another where several have it."""
    suit = [one for one in store.campaigns.list() if STEPS[place].suits(task(one.schema.task_type))]
    return suit[place % len(suit)]


@pytest.mark.parametrize("place", range(len(STEPS)), ids=[one.name for one in STEPS])
def test_what_a_page_offers_next_keeps_the_campaign(full: Store, place: int) -> None:
    campaign = suiting(full, place)
    one = next((each.id for each in full.campaigns.rounds(campaign.id)), None)
    asked = {"campaign": campaign.id, **({"round": one} if one else {})}
    for page, there in links(open_page(full, STEPS[place].name, **asked)):
        assert there.get("campaign", campaign.id) == campaign.id, page
        if page != "annotate":
            assert "campaign" in there, page
