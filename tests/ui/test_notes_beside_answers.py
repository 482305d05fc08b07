"""Adjudication shows the notes of annotators beside their answers: for each task, blind or not."""

from __future__ import annotations

import pytest

from aloi.annotation.model import Annotator, Role
from aloi.annotation.tasks import task
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.annotation import answering
from aloi.workbench.corrections.reopening import reopen
from aloi.workbench.requests.campaigns import AdjudicationRequest
from aloi.workbench.requests.rounds import ReopenRequest
from aloi.workbench.rounds.adjudicating import set_rule
from tests.ui.pages import open_page, said
from tests.workbench.desks import NAMES, answer_differently, open_rounds
from tests.workbench.scene import NOW

NOTE, MESSAGE = "Two readings of one word?", "Read rule 3 again."


@pytest.fixture
def people(site: Store) -> list[Annotator]:
    """Return two annotators of the site, and add an adjudicator."""
    site.people.add("Judge", Role.ADJUDICATOR, NOW, password_hash="x", pseudonym="Judge")
    return [site.people.add(n, Role.ANNOTATOR, NOW, password_hash="x", pseudonym=n) for n in ("Ada", "Bea")]


@pytest.mark.parametrize("name", NAMES)
def test_notes_and_flags_stand_beside_answers_blind_or_not(
    name: str, site: Store, people: list[Annotator]
) -> None:
    opened = open_rounds(site, people, (name,), items=1)[name]
    answer_differently(site, people, [opened], {"Ada": NOTE})
    page_name = "cleaning" if task(name).gathers else "adjudicate"
    for blind in (False, True):
        set_rule(site, AdjudicationRequest(opened.campaign.id, gap=0.0, blind=blind))
        shown = said(open_page(site, page_name, "Judge", campaign=opened.campaign.id))
        assert NOTE in shown
        assert t("annotate.has_flag") in shown
        assert shown.count(t("annotate.has_flag")) == 1
        assert ("**Ada**" in shown, "**Bea**" in shown) == ((not blind,) * 2)
        assert (t("adjudicate.answer_number", number=2) in shown) is blind

    [item_id] = opened.round.item_ids
    request = ReopenRequest(opened.campaign.id, 1, item=item_id, annotator="Bea", by="Judge", why=MESSAGE)
    reopen(site, request, NOW)
    person = next(one for one in people if one.pseudonym == "Bea")
    screen = answering.screen(site, answering.desk(site, opened.round.id), person.id, NOW, 60)
    assert screen is not None
    assert (screen.item.id, screen.reopened) == (item_id, MESSAGE)
