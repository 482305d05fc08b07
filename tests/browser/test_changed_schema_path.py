"""Labels and a terminology changed mid-way and brought back: agreement, gold and log before and after."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import AssignmentKey
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.requests.campaigns import RevertSchemaRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.rounds import open_round
from tests.browser.correcting import do, said, staffed_site
from tests.browser.shown import enter, stands
from tests.browser.site import Visitors
from tests.browser.steps import WORK, at, choose, press, settled
from tests.workbench.labelled import make_labelled
from tests.workbench.linking_campaign import linking_campaign, other_terminology
from tests.workbench.scene import NOW

pytestmark = [pytest.mark.browser, pytest.mark.slow]
GIVEN = {
    "fièvre": ("X1", "X1"), "maux de tête": ("X2", "X7"), "jambe gauche": ("X6", "X6"),
    "œdème des chevilles": ("X3", "X3"), "ensemble habituel": ("X8", "X8"),
    "toux et des crachats": ("X4", "X4"),
}  # fmt: skip


def open_change(page: Page, field: str) -> None:
    """Open what changes the settings of a campaign, until this field of it shows."""
    settled(page)
    if not page.get_by_label(field, exact=True).is_visible():
        page.get_by_text(t("schema.change"), exact=True).click()


def put_in_force(page: Page, button: str, why: str, version: int) -> None:
    """Look at what a change does, do it, and wait until the new version is in force."""
    press(page, t("schema.look"))
    expect(page.get_by_role("button", name=button, exact=True)).to_be_visible(timeout=WORK)
    press(page, button)
    do(page, why)
    said(page, t("schema.changed", version=version))


def change_labels(page: Page, table: Path, ends: dict[str, str], why: str, version: int) -> None:
    """Put the labels of a table in force on the page of campaigns, saying what becomes of those that go."""
    open_change(page, t("campaigns.question"))
    press(page, t("labels.file"))
    page.locator("input[type=file]").first.set_input_files(table)
    settled(page)
    page.keyboard.press("Escape")
    for label, end in ends.items():
        choose(page, t("schema.becomes", label=label), end)
    put_in_force(page, t("schema.do", name="signs"), why, version)


def test_labels_change_twice_and_answers_stay_as_they_were_given(visitors: Visitors, tmp_path: Path) -> None:
    with staffed_site(visitors, tmp_path) as (site, store):
        scene = make_labelled(store, tmp_path)
        boss = site.visitor()
        enter(site, boss, "Boss", "home")
        first = stands(site, boss, store, scene.campaign)
        assert len(first.gold) == 3
        site.go(boss, f"campaigns?campaign={scene.campaign}")
        table = tmp_path / "labels.csv"
        table.write_text("name,title\ncough,Cough\nother,\n", encoding="utf-8")
        change_labels(boss, table, {"noise": "cough"}, "Taken for each other", 2)
        merged = stands(site, boss, store, scene.campaign)
        assert merged == first.after("Taken for each other", agreement=merged.agreement, gold=merged.gold)
        assert [one.agreement[0].startswith("1.000") for one in (first, merged)] == [False, True]
        assert [value for _, value in merged.gold].count('{"labels": ["cough"]}') == 3
        site.go(boss, f"campaigns?campaign={scene.campaign}")
        table.write_text("name,title\ncough,Cough\nfever,\nchill,\n", encoding="utf-8")
        change_labels(boss, table, {"other": t("schema.again")}, "Two things", 3)
        split = stands(site, boss, store, scene.campaign)
        assert split == merged.after("Two things", agreement=split.agreement, gold=split.gold)
        assert {*split.gold} == {one for one in merged.gold if "cough" in one[1]}
        # What was merged is one no more, and what was put aside counts again: all reads as at first.
        site.go(boss, f"campaigns?campaign={scene.campaign}")
        open_change(boss, label_of(RevertSchemaRequest, "version"))
        choose(boss, label_of(RevertSchemaRequest, "version"), "1")
        put_in_force(boss, t("schema.do", name="signs"), "They were two things", 4)
        back = stands(site, boss, store, scene.campaign)
        assert back == replace(first, log=("They were two things", "Two things", "Taken for each other"))
        assert store.check() == []


def test_a_terminology_changes_midway_and_annotators_are_told_which(
    visitors: Visitors, tmp_path: Path
) -> None:
    with staffed_site(visitors, tmp_path) as (site, store):
        campaign, mentions = linking_campaign(store, tmp_path)
        other_terminology(store)
        opened = open_round(
            store, RoundRequest(campaign.id, purpose="main", annotators=["A8", "A9"], overlap=2)
        )
        for words, concepts in GIVEN.items():
            for who, concept in zip(("A8", "A9"), concepts, strict=True):
                key = AssignmentKey(opened.id, mentions[words].id, store.people.get(who).id)
                store.answers.submit(
                    key, f"{who}-{words}", {"concepts": [concept]}, seconds=2, flag=False, comment="",
                    shown={}, guideline_version=None, now=NOW,
                )  # fmt: skip
        boss, desk = site.visitor(), site.visitor()
        enter(site, boss, "Boss", "home")
        first = stands(site, boss, store, campaign.id)
        assert len(first.gold) == 5

        # The headache is one concept now, four of the six are in the new one; the oedema and the leg are not.
        table = tmp_path / "map.tsv"
        table.write_text("old\tnew\nX1\tS1\nX2\tS2\nX7\tS2\nX4\tS4\n", encoding="utf-8")
        site.go(boss, f"campaigns?campaign={campaign.id}")
        open_change(boss, t("schema.terminology"))
        choose(boss, t("schema.terminology"), "other")
        boss.locator("[data-testid=stMain] input[type=file]").last.set_input_files(table)
        settled(boss)
        put_in_force(boss, t("schema.do_terminology", name="link"), "The hospital codes so", 2)
        coded = stands(site, boss, store, campaign.id)
        assert coded == first.after("The hospital codes so", agreement=coded.agreement, gold=coded.gold)
        assert [one.agreement[0].startswith("1.000") for one in (first, coded)] == [False, True]
        told = sorted(value for _, value in coded.gold)
        assert told == [f'{{"concepts": ["{one}"]}}' for one in ("S1", "S2", "S4", "X8")]

        # Who is asked again is told of the terminology, not of labels.
        enter(site, desk, "Ada", "annotate")
        told = t("component.terminology_changed", version=2, before=1)
        expect(desk.get_by_text(told, exact=True)).to_be_visible()
        at(desk, 4, 6)
        site.go(boss, f"campaigns?campaign={campaign.id}")
        open_change(boss, label_of(RevertSchemaRequest, "version"))
        choose(boss, label_of(RevertSchemaRequest, "version"), "1")
        put_in_force(boss, t("schema.do_terminology", name="link"), "It codes both", 3)
        back = stands(site, boss, store, campaign.id)
        assert back == replace(first, log=("It codes both", "The hospital codes so"))
        assert store.check() == []
