"""The first hour: each of the eight answers leads to a desk on invented texts, and to a campaign."""

from __future__ import annotations

import pytest

from annotation.model import Role
from annotation.tasks import TASKS, task
from storage.store import Store
from tests.ui.pages import open_page, press, said
from ui.texts import t
from workbench.desk import answering
from workbench.starting import trying

NAMES = [one.name for one in TASKS]


def test_every_task_has_invented_texts_in_both_languages(store: Store, now) -> None:
    assert [one.name for one in trying.tasks_to_try()] == NAMES
    boss = store.people.add("Boss", Role.MANAGER, now)
    for name in NAMES:
        for language in trying.LANGUAGES:
            opened = trying.try_desk(store, name, f"{name} {language}", language, boss, now)
            again = trying.try_desk(store, name, f"{name} {language}", language, boss, now)
            assert (again.id, len(opened.item_ids), opened.guideline_version) == (opened.id, 3, 1)
            items = store.texts.items(opened.item_ids)
            assert {one.kind for one in items} == {task(name).item_kind}
            assert not any("[" in text for one in items for text in one.texts)
            screen = answering.screen(store, answering.desk(store, opened.id), boss.id, now, 60)
            assert screen is not None
            assert screen.fields


@pytest.mark.parametrize("name", NAMES)
def test_two_clicks_open_the_desk_of_each_answer(site: Store, name: str) -> None:
    at = open_page(site, "start")
    at.button(key=f"start:try:{name}").click().run()
    assert not at.exception
    [campaign] = site.campaigns.list()
    [first] = site.campaigns.rounds(campaign.id)
    assert campaign.schema.task_type == name
    assert at.query_params == {"round": first.id}
    assert at.get("bidi_component")


def test_one_form_sets_a_campaign_up_with_the_people_one_names(site: Store) -> None:
    at = open_page(site, "start")
    at.button(key="start:set_up:similarity").click().run()
    at.text_input(key="start:name:similarity").set_value("Fevers")
    at.text_area[0].set_value("Ada\n\nBo\n")
    press(at, t("start.create"))
    campaign = site.campaigns.get("Fevers")
    [first] = site.campaigns.rounds(campaign.id)
    assert len(first.annotators) == 3
    assert len(site.campaigns.guidelines(campaign.id)) == 1
    assert t("people.only_here", address="http://localhost:8501") in said(at) or at.warning
    assert len(at.code) == 2
    assert all("/invite/" in one.value for one in at.code)
    at = open_page(site, "start")
    at.button(key="start:set_up:similarity").click().run()
    at.text_input(key="start:name:similarity").set_value("Fevers")
    press(at, t("start.create"))
    assert at.error
    assert len(site.campaigns.list()) == 1
