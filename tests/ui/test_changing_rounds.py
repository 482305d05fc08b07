"""One person and a round of every task: each round chosen is drawn by a desk of its own."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from aloi.annotation.model import Annotator, Role
from aloi.storage.store import Store
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.rounds.rounds import open_round
from tests.ui.pages import open_page
from tests.workbench.desks import NAMES, Opened, answer_differently, open_rounds
from tests.workbench.scene import NOW

# The desk that draws each task; judging and the two tasks of labels each have questions of their own.
DESKS = {
    "similarity": "scale",
    "operations": "alignment",
    "substitution": "words",
    "judging": "choice",
    "classification": "choice",
    "multiple_choice": "choice",
    "linking": "concept",
    "spans": "spans",
}
IN_WIDGET = ("operations", "linking", "spans")  # adjudicated in the widget they were annotated in


@pytest.fixture
def people(site: Store) -> list[Annotator]:
    """Return two annotators of the site."""
    return [site.people.add(n, Role.ANNOTATOR, NOW, password_hash="x", pseudonym=n) for n in ("A1", "A2")]


def drawn(at: AppTest) -> tuple[str, str]:
    """Return the component that a page shows, and its id in the browser."""
    assert not at.exception, [one.message for one in at.exception]
    [component] = at.get("bidi_component")
    return component.proto.component_name, component.proto.id


def there_and_back(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a walk through the names and back again."""
    return (*names, *names[-2::-1])


def test_every_task_has_a_desk_here() -> None:
    assert set(DESKS) == set(NAMES)


def test_annotate_gives_each_round_a_widget_of_its_own(site: Store, people: list[Annotator]) -> None:
    opened = open_rounds(site, people, items=1)
    at = open_page(site, "annotate", "A1")
    ids: dict[str, str] = {}
    for name in there_and_back(NAMES):
        at.query_params["round"] = opened[name].round.id
        at = at.run()
        component, widget = drawn(at)
        assert component == f"aloi_{DESKS[name]}"
        assert ids.setdefault(name, widget) == widget  # the same when one comes back
    assert len(set(ids.values())) == len(NAMES)


def test_adjudicate_gives_each_round_a_widget_of_its_own(site: Store, people: list[Annotator]) -> None:
    answer_differently(site, people, open_rounds(site, people, IN_WIDGET, items=1).values())
    at = open_page(site, "adjudicate")
    ids: dict[str, str] = {}
    for name in there_and_back(IN_WIDGET):
        choice = at.selectbox(key="campaign:choice")
        at = choice.select_index(choice.options.index(name)).run()
        component, widget = drawn(at)
        assert component == f"aloi_{DESKS[name]}"
        assert ids.setdefault(name, widget) == widget
    assert len(set(ids.values())) == len(IN_WIDGET)


def test_a_decision_begun_in_one_round_is_not_taken_over_by_another_on_the_same_item(
    site: Store, people: list[Annotator]
) -> None:
    first = open_rounds(site, people, ("similarity",), items=1)["similarity"]
    campaign = create_campaign(
        site, CampaignRequest("again", first.campaign.corpus_id, settings=first.campaign.schema.settings)
    )
    second = open_round(
        site, RoundRequest(campaign.id, purpose="calibration", annotators=[one.id for one in people])
    )
    answer_differently(site, people, [first, Opened(campaign, second)])
    at = open_page(site, "adjudicate")
    before = at.radio[0].proto.id
    choice = at.selectbox(key="campaign:choice")
    at = choice.select_index(choice.options.index("again")).run()
    assert at.radio[0].proto.id != before
