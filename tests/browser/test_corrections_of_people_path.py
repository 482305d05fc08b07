"""Who answered nothing goes, items want more answers, and a gold is old once somebody was left out of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.requests.rounds import ExtendRequest
from tests.browser.correcting import Looked, answered_scene, do, refused, said, staffed_site
from tests.browser.shown import enter, logged
from tests.browser.site import Visitors
from tests.browser.steps import WORK, at, choose, fill, make_release, press

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_who_answered_nothing_is_deleted_and_items_want_more_answers(
    visitors: Visitors, tmp_path: Path
) -> None:
    with staffed_site(visitors, tmp_path) as (site, store):
        scene = answered_scene(store, tmp_path)
        second = scene.open(items=list(scene.items[4:]), names=("A1", "A2", "A9"), overlap=2)
        scene.give(second, {"A1": (None, None, None, None, 2, 3), "A2": (None, None, None, None, 2, 4)})
        first = store.campaigns.rounds(scene.campaign.id)[0]
        boss, desk = site.visitor(), site.visitor()
        looked = Looked(site, boss, store, scene.campaign.id, (1, 2))

        def delete(name: str, pseudonym: str) -> None:
            site.go(boss, "people")
            choose(boss, boss.get_by_label(t("people.who"), exact=True).first, f"{pseudonym} ({name})")
            press(boss, t("corrections.delete", name=pseudonym))

        # Who has answered stays; who has not is gone, and no item waits for an answer of theirs.
        delete("Person 1", "A1")
        refused(boss, "A1 has answered")
        looked.unchanged()
        delete("Ada", "A8")
        do(boss, "Never came")
        said(boss, t("corrections.deleted", name="A8"))
        looked.unchanged()
        assert logged(site) == ("Never came",)
        assert {one.pseudonym for one in store.people.list()} == {"M1", "A1", "A2", "A3", "A9"}
        assert {one.required for one in store.answers.coverage(first.id)} == {3}

        # Each item of a round wants one more answer: Bea, for whom nothing was left, has them all.
        assert {one.required for one in store.answers.coverage(second.id)} == {2}
        name = t("app.round_name", number=2)
        site.go(boss, f"rounds?campaign={scene.campaign.id}&round={second.id}")
        press(boss, t("corrections.extend", name=name))
        fill(boss, label_of(ExtendRequest, "overlap"), "3")
        do(boss, "One more opinion")
        said(boss, t("corrections.extended", name=name))
        looked.unchanged("One more opinion")
        assert {one.required for one in store.answers.coverage(second.id)} == {3}
        enter(site, desk, "Bea", "annotate")
        for done in range(2):
            at(desk, done, 2)
            desk.keyboard.press("2")
        expect(desk.get_by_text(t("annotate.finished", campaign="closeness", round=2))).to_be_visible()
        found = looked.look()
        assert len(found.answers) == len(looked.stood.answers) + 2
        assert (found.agreement[0], found.log) == (looked.stood.agreement[0], looked.stood.log)
        assert found.agreement[1] != looked.stood.agreement[1]
        assert store.check() == []


def test_no_release_is_made_of_a_gold_with_answers_left_out_since(visitors: Visitors, tmp_path: Path) -> None:
    with staffed_site(visitors, tmp_path) as (site, store):
        scene = answered_scene(store, tmp_path)
        boss = site.visitor()
        looked = Looked(site, boss, store, scene.campaign.id)  # which froze a gold
        releases = f"releases?campaign={scene.campaign.id}"

        def stale(then: str, now: str) -> None:
            """See that the page tells the gold stale before anybody asks, and makes no release of it."""
            told = f"excludes the answers of {then}, but those of {now} are excluded"
            count = len(store.gold.releases(scene.campaign.id))
            site.go(boss, releases)
            expect(boss.get_by_test_id("stAlert").filter(has_text=told)).to_have_count(1, timeout=WORK)
            press(boss, t("releases.build"))
            expect(boss.get_by_test_id("stAlert").filter(has_text=told)).to_have_count(2, timeout=WORK)
            assert len(store.gold.releases(scene.campaign.id)) == count

        names = looked.someone("A3")
        press(boss, t("corrections.exclude", **names))
        do(boss, "Scale turned round")
        said(boss, t("corrections.excluded", **names))
        stale("nobody", "A3")
        press(boss, t("releases.freeze"))
        expect(boss.get_by_text(t("releases.frozen", count=4))).to_be_visible(timeout=WORK)
        make_release(boss)
        expect(boss.get_by_text(t("releases.sound"))).to_be_visible(timeout=WORK)
        [made] = store.gold.releases(scene.campaign.id)
        assert [one["annotator"] for one in made.manifest["exclusions"]] == ["A3"]
        found = looked.look()
        assert found == looked.stood.after("Scale turned round", agreement=found.agreement, gold=found.gold)

        # Back again: the release stays as it was made, and another one needs another gold.
        names = looked.someone("A3")
        press(boss, t("corrections.include", **names))
        do(boss, "It was A2")
        said(boss, t("corrections.included", **names))
        stale("A3", "nobody")
        expect(boss.get_by_text(t("releases.sound"))).to_be_visible(timeout=WORK)
        assert store.gold.releases(scene.campaign.id) == [made]
        assert store.check() == []
