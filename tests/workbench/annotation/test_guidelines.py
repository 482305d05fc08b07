"""The guideline at the desk: what changed since a person last worked under it, and what they chose."""

from __future__ import annotations

import pytest

from aloi.base.errors import AloiError
from aloi.workbench.annotation import answering
from aloi.workbench.annotation.guidelines import guideline_news, is_pinned, keep_choice, text_changes
from aloi.workbench.requests.campaigns import GuidelineRequest
from aloi.workbench.rounds import campaigns
from tests.workbench.scene import NOW, make_scene

FIRST = "# Guide\n\nRead both.\n\nA dose that differs is a detail.\n\n- One\n- Two\n\nThe end."
SECOND = "# Guide\n\nRead both.\n\nA dose that differs is **decisive**.\n\n- One\n- Two\n- Three\n\nThe end."


def test_changes_are_told_word_by_word_with_a_line_around_them():
    lines = [one.parts for one in text_changes(FIRST, SECOND)]
    assert lines == [
        (),
        (("same", "Read both."),),
        (
            ("same", "A dose that differs is "),
            ("removed", "a detail"),
            ("added", "decisive"),
            ("same", "."),
        ),
        (("same", "- One"),),
        (("same", "- Two"),),
        (("added", "- Three"),),
        (("same", "The end."),),
    ]
    assert text_changes(FIRST, FIRST) == ()


def test_lines_with_little_in_common_stand_one_after_the_other():
    lines = [one.parts for one in text_changes("Never guess.", "Ask the text what it says of today.")]
    assert lines == [(("removed", "Never guess."),), (("added", "Ask the text what it says of today."),)]


def test_a_newer_guideline_is_told_once_to_whoever_worked_under_an_older_one(store, tmp_path):
    scene = make_scene(store, tmp_path, people_=2)
    campaign = scene.campaign.id
    pilot = scene.open("pilot", items=scene.items[:1])
    scene.give(pilot, {"A2": [3]})
    for text, why in ((FIRST, ""), (SECOND, "Doses were read in two ways."), (SECOND + "!", "A mark.")):
        campaigns.add_guideline(store, GuidelineRequest(campaign, text=text, why=why), NOW)
        number = len(store.campaigns.rounds(campaign))
        scene.open(items=[scene.items[number]])
    first, second, third = store.campaigns.rounds(campaign)[1:]
    one, two = (store.people.get(name).id for name in ("A1", "A2"))

    def news(person, at):
        return guideline_news(store, person, at.id, answering.desk(store, at.id).guideline)

    assert news(one, third) is None
    scene.give(first, {"A1": [None, 3]})
    told = news(one, third)
    assert (told.before, told.version) == (1, 3)
    assert told.reasons == ((2, "Doses were read in two ways."), (3, "A mark."))
    assert ("added", "decisive") in [part for line in told.lines for part in line.parts]
    assert news(one, first) is None
    assert news(two, third) is None  # a pilot without guideline is no older version
    assert news(one, second).reasons == ((2, "Doses were read in two ways."),)

    keep_choice(store, one, third.id, {"name": "guideline_read", "value": True})
    keep_choice(store, one, third.id, {"name": "guideline_read", "value": True})
    assert news(one, third) is None
    assert news(one, second) is not None
    assert store.people.preferences(one) == {"guideline_read": [third.id]}


def test_a_pinned_guideline_is_remembered_for_the_person_and_nonsense_is_refused(store, tmp_path):
    scene = make_scene(store, tmp_path, 1, people_=1)
    desk = answering.desk(store, scene.open().id)
    person = store.people.get("A1").id
    assert not is_pinned(store, person)
    for pinned in (True, False, True):
        raw = {"event_id": "e" * 8, "kind": "prefer", "item_id": scene.items[0]}
        event = answering.Event.read({**raw, "value": {"name": "guideline_pinned", "value": pinned}})
        answering.act(store, desk, person, event, NOW)
        assert is_pinned(store, person) is pinned
    for nonsense in (
        None,
        "x",
        {},
        {"name": "role", "value": True},
        {"name": "guideline_pinned", "value": "x"},
    ):
        with pytest.raises(AloiError):
            keep_choice(store, person, desk.round.id, nonsense)
    assert store.people.preferences(person) == {"guideline_pinned": True}
