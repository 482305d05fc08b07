"""The list of one's own answers on Annotate: filters, words, pages, and what is read only when it is open."""

from __future__ import annotations

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from aloi.annotation.model import Annotator, Role, Status
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.annotation import answering
from tests.ui.pages import open_page, said
from tests.workbench.desks import Opened, answer_differently, open_rounds
from tests.workbench.scene import NOW

ITEMS = 30


@pytest.fixture
def opened(site: Store) -> Opened:
    """Return a finished round of the site; A1 flagged one item and wrote a note to another."""
    people = [site.people.add(n, Role.ANNOTATOR, NOW, password_hash="x", pseudonym=n) for n in ("A1", "A2")]
    [one] = open_rounds(site, people, ("similarity",), items=ITEMS).values()
    answer_differently(site, people, [one])
    numbered = numbers(site, one, people[0])
    site.answers.mark(numbered[3].assignment.key, flag=True)
    site.answers.mark(numbered[7].assignment.key, comment="dose à revoir")
    return one


def numbers(site: Store, one: Opened, person: Annotator) -> dict[int, Any]:
    """Return what somebody has done, by number."""
    _, done = site.own_work.done(one.round.id, person.id, start=0, count=100)
    return {each.number: each for each in done}


def rows(at: AppTest) -> list[dict[str, Any]]:
    """Return the rows of the list that a page draws; none where it draws no list."""
    assert not at.exception, [one.message for one in at.exception]
    drawn = [json.loads(one.proto.json) for one in at.get("bidi_component") if one.proto.json]
    return [row for one in drawn for row in one.get("rows", ())]


def shown(site: Store, one: Opened) -> AppTest:
    """Return the page with the list open."""
    at = open_page(site, "annotate", "A1", round=one.round.id)
    at.session_state["annotate:answers"] = True
    return at.run()


def test_a_closed_list_is_not_read(site: Store, opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*given: object, **options: object) -> None:
        raise AssertionError

    monkeypatch.setattr("aloi.ui.pages.annotate.answers_list.done_lines", never)
    assert rows(open_page(site, "annotate", "A1", round=opened.round.id)) == []


def test_the_button_of_a_finished_round_opens_the_list(site: Store, opened: Opened) -> None:
    at = open_page(site, "annotate", "A1", round=opened.round.id)
    assert rows(at) == []
    at = at.button(key="annotate:list").click().run()
    assert len(rows(at)) == 25


def test_a_page_has_the_newest_answers_with_their_numbers(site: Store, opened: Opened) -> None:
    at = shown(site, opened)
    assert [one["number"] for one in rows(at)] == list(range(ITEMS, ITEMS - 25, -1))
    at.session_state[f"annotate:answers:{opened.round.id}:page:every:"] = 2
    at = at.run()
    assert [one["number"] for one in rows(at)] == [5, 4, 3, 2, 1]


def test_filters_and_words_choose_answers(site: Store, opened: Opened) -> None:
    at = shown(site, opened)
    place = f"annotate:answers:{opened.round.id}"
    for only, expected in (("flagged", [3]), ("noted", [7]), ("skipped", [])):
        at.session_state[f"{place}:only"] = only
        at = at.run()
        assert [one["number"] for one in rows(at)] == expected
    assert t("annotate.none_fit") in said(at)
    at.session_state[f"{place}:only"] = "every"
    at.session_state[f"{place}:text"] = "REVOIR dose"
    at = at.run()
    [row] = rows(at)
    assert (row["number"], row["note"], row["flag"]) == (7, "dose à revoir", False)


def test_a_closed_round_lets_answers_be_read_only(site: Store, opened: Opened) -> None:
    site.campaigns.set_round_status(opened.round.id, Status.CLOSED)
    at = shown(site, opened)
    assert t("annotate.answers_closed") in said(at)
    assert len(rows(at)) == 25
    assert answering.look_back(site, answering.desk(site, opened.round.id), "nobody", 1) is None
