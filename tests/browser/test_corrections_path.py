"""Mistakes put right on the pages: agreement, gold, answers and log before and after each of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.corrections import (
    ExcludeRequest,
    RenameCampaignRequest,
    RenameRoundRequest,
    WithdrawRequest,
)
from aloi.workbench.requests.rounds import ExtendRequest, RoundRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.texts.corpora import About, import_corpus
from tests.browser.correcting import Looked, answered_scene, counted, do, refused, said, staffed_site
from tests.browser.shown import Stands, enter, log_shown, logged
from tests.browser.site import Visitors
from tests.browser.steps import at, choose, fill, give_file, press, ready
from tests.workbench.labelled import labels, make_labelled

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def values(found: Stands) -> list[str]:
    return sorted(value for _, value in found.gold)


def test_a_round_is_extended_and_people_are_left_out_and_replaced(visitors: Visitors, tmp_path: Path) -> None:
    with staffed_site(visitors, tmp_path) as (site, store):
        scene = answered_scene(store, tmp_path)
        [one] = store.campaigns.rounds(scene.campaign.id)
        boss, desk = site.visitor(), site.visitor()
        looked = Looked(site, boss, store, scene.campaign.id)
        assert len(looked.stood.gold) == 4

        # More items: nothing of what was answered changes.
        name = t("app.round_name", number=1)
        site.go(boss, f"rounds?campaign={scene.campaign.id}&round={one.id}")
        press(boss, t("corrections.extend", name=name))
        fill(boss, label_of(ExtendRequest, "items"), "2")
        do(boss, "Too few to tell")
        said(boss, t("corrections.extended", name=name))
        looked.unchanged("Too few to tell")
        assert len(store.campaigns.round(one.id).item_ids) == 6

        # Somebody's answers are left out, without a mouse: agreement and gold follow.
        names = looked.someone("A3")
        boss.get_by_role("button", name=t("corrections.exclude", **names), exact=True).focus()
        boss.keyboard.press("Enter")
        counted(boss)
        fill(boss, label_of(ExcludeRequest, "why"), "Scale turned round")
        boss.get_by_role("button", name=t("corrections.do"), exact=True).focus()
        boss.keyboard.press("Enter")
        said(boss, t("corrections.excluded", **names))
        before = looked.changed("Scale turned round")
        assert [one.agreement[0].startswith("1.000") for one in (before, looked.stood)] == [False, True]
        assert values(looked.stood) == [f'{{"score": {score}}}' for score in (1, 2, 3, 4)] != values(before)
        looked.someone("A3")
        said(boss, t("corrections.left_out", who="A3", why="Scale turned round"))
        press(boss, t("corrections.include", **names))
        do(boss, "It was A2")
        said(boss, t("corrections.included", **names))
        looked.changed("It was A2")
        assert looked.stood == replace(before, log=("It was A2", "Scale turned round", *before.log))

        # Ada is replaced while she is at an item: what she sends then is kept as late, Bea has the items.
        enter(site, desk, "Ada", "annotate")
        at(desk, 0, 6)
        desk.keyboard.press("n")
        desk.keyboard.type("half a thought")
        desk.keyboard.press("Escape")
        ready(desk, "sent")
        names = looked.someone("A8")
        press(boss, t("corrections.withdraw", **names))
        choose(boss, label_of(WithdrawRequest, "to"), "A9")
        do(boss, "Is ill")
        said(boss, t("corrections.withdrawn", **names))
        looked.unchanged("Is ill")
        ready(desk)
        desk.keyboard.press("3")
        expect(
            desk.get_by_test_id("stAlert").or_(desk.locator(".problem.main:not(:empty)")).first
        ).to_be_visible()
        ada, bea = (store.people.get(each) for each in ("A8", "A9"))
        assert store.answers.latest_of(ada.id, one.id) == []
        [late] = store.late.of_round(one.id)
        assert (late.answer.value, late.answer.comment) == ({"score": 3}, "half a thought")
        assert sorted(store.setup.waiting_items(one.id, bea.id)) == sorted(scene.items)
        looked.unchanged()

        # Bea is taken out too, and nobody comes in her place: the items go back, for good.
        names = looked.someone("A9")
        press(boss, t("corrections.withdraw", **names))
        do(boss, "Left the house")
        said(boss, t("corrections.withdrawn", **names))
        looked.unchanged("Left the house")
        assert store.setup.waiting_items(one.id, bea.id) == []
        kinds = [each.kind.value for each in store.corrections.list(campaign_id=scene.campaign.id)]
        assert kinds == ["extend", "exclude", "include", "withdraw", "withdraw"]
        assert store.check() == []


def test_names_change_and_what_is_archived_comes_back(visitors: Visitors, tmp_path: Path) -> None:
    with staffed_site(visitors, tmp_path) as (site, store):
        scene = answered_scene(store, tmp_path)
        campaign, corpus = scene.campaign.id, scene.campaign.corpus_id
        create_campaign(store, CampaignRequest("other", corpus, settings=scene.campaign.schema.settings))
        second = scene.open(items=list(scene.items[2:]), names=("A1", "A2"), overlap=2)
        scene.give(second, {"A1": (None, None, 0, 1, 2, 3), "A2": (None, None, 0, 1, 5, 3)})
        boss = site.visitor()
        looked = Looked(site, boss, store, campaign, (1, 2))
        assert len(looked.stood.gold) == 6
        name = t("app.round_name", number=2)

        # What holds answers is not deleted; a round that is archived counts for no gold until it is back.
        site.go(boss, f"rounds?campaign={campaign}&round={second.id}")
        press(boss, t("corrections.delete", name=name))
        refused(boss, "Round 2 holds")
        looked.unchanged()
        site.go(boss, f"rounds?campaign={campaign}&round={second.id}")
        press(boss, t("corrections.archive", name=name))
        do(boss, "A trial")
        said(boss, t("corrections.archived", name=name))
        looked.rounds = (1,)
        before = looked.changed("A trial")
        assert looked.stood.agreement == before.agreement[:1]
        assert (len(looked.stood.gold), len(before.gold)) == (4, 6)
        site.go(boss, f"rounds?campaign={campaign}")
        boss.get_by_text(t("corrections.archive_of", count=1), exact=True).click()
        press(boss, t("corrections.bring_back", name=name))
        do(boss, "No trial after all")
        said(boss, t("corrections.brought_back", name=name))
        looked.rounds = (1, 2)
        looked.changed("No trial after all")
        assert looked.stood == replace(before, log=("No trial after all", "A trial", *before.log))

        # A title, and names; one in use is refused.
        site.go(boss, f"rounds?campaign={campaign}&round={second.id}")
        press(boss, t("corrections.rename", name=name))
        fill(boss, label_of(RenameRoundRequest, "name"), "After the guideline")
        do(boss, "To find it again")
        said(boss, t("corrections.renamed", name=name))
        looked.unchanged("To find it again")
        site.go(boss, f"campaigns?campaign={campaign}")
        press(boss, t("corrections.rename", name="closeness"))
        fill(boss, label_of(RenameCampaignRequest, "name"), "other")
        do(boss, "Clearer")
        refused(boss, "other")
        looked.unchanged()
        site.go(boss, f"campaigns?campaign={campaign}")
        press(boss, t("corrections.rename", name="closeness"))
        fill(boss, label_of(RenameCampaignRequest, "name"), "similarity")
        do(boss, "Clearer")
        said(boss, t("corrections.renamed", name="closeness"))
        looked.unchanged("Clearer")
        assert store.campaigns.get(campaign).name == "similarity"

        # The whole campaign, archived and brought back: its rounds stay closed, all else is as it was.
        site.go(boss, f"campaigns?campaign={campaign}")
        press(boss, t("corrections.archive", name="similarity"))
        do(boss, "Over")
        said(boss, t("corrections.archived", name="similarity"))
        assert [one.name for one in store.campaigns.list()] == ["other"]
        site.go(boss, "campaigns")
        boss.get_by_text(t("corrections.archive_of", count=1), exact=True).click()
        press(boss, t("corrections.bring_back", name="similarity"))
        do(boss, "Not over")
        said(boss, t("corrections.brought_back", name="similarity"))
        found = looked.look()
        assert found == looked.stood.after("Over").after("Not over")
        looked.stood = found

        # The corpus has a log of its own.
        stands_as = f"corpora?corpus={corpus}"
        for verb, why in (("rename", "Clearer"), ("archive", "Done with"), ("bring_back", "Not done")):
            site.go(boss, "corpora" if verb == "bring_back" else stands_as)
            called = "invented" if verb == "rename" else "invented pairs"
            if verb == "bring_back":
                boss.get_by_text(t("corrections.archive_of", count=1), exact=True).click()
            press(boss, t(f"corrections.{verb}", name=called))
            if verb == "rename":
                fill(boss, label_of(RenameCampaignRequest, "name"), "invented pairs")
            do(boss, why)
            told = {"rename": "renamed", "archive": "archived", "bring_back": "brought_back"}[verb]
            said(boss, t(f"corrections.{told}", name=called))
            looked.unchanged()
        assert logged(site, "--corpus", corpus) == ("Not done", "Done with", "Clearer")
        assert store.check() == []


def test_texts_come_and_go_and_what_nobody_answered_is_deleted(visitors: Visitors, tmp_path: Path) -> None:
    """Texts are added, another corpus is taken in, both taken back; then what is unused is deleted."""
    with staffed_site(visitors, tmp_path) as (site, store):
        scene = make_labelled(store, tmp_path)
        corpus = store.texts.corpora()[0]
        other = tmp_path / "other"
        other.mkdir()
        (other / "report.txt").write_text("Elle dort.", encoding="utf-8")
        import_corpus(store, other, About("others", "fr", "CC0-1.0", "written for the tests"))
        create_campaign(
            store, CampaignRequest("spare", corpus.id, task="classification", settings=labels("a", "b"))
        )
        table = tmp_path / "more.tsv"
        table.write_text("id\ttext\nnew\tUn souffle.\n", encoding="utf-8")
        boss = site.visitor()
        looked = Looked(site, boss, store, scene.campaign)
        name, address, log = {"name": "invented"}, f"corpora?corpus={corpus.id}", ()
        assert len(looked.stood.gold) == 3

        def texts(verb: str, why: str, told: str, texts_now: int, **words: object) -> None:
            """Do what the page of the corpus has open, then see agreement, gold, answers and both logs."""
            nonlocal log
            press(boss, t(f"corrections.{verb}", **name, **words))
            do(boss, why)
            said(boss, t(f"corrections.{told}", count=1, **name))
            log = (why, *log)
            assert logged(site, "--corpus", corpus.id) == log
            log_shown(boss, log)
            looked.unchanged()
            site.go(boss, address)
            assert store.texts.counts(corpus.id).documents == texts_now

        site.go(boss, address)
        give_file(boss, t("corrections.add_file", **name), table)
        texts("add", "One more report", "texts_added", 5)
        # The same file again brings nothing, and says so.
        give_file(boss, t("corrections.add_file", **name), table)
        press(boss, t("corrections.add", **name))
        refused(boss, "new")
        site.go(boss, address)
        texts("merge", "One campaign for both", "texts_added", 6)

        # A round that holds one of the new items keeps them, until it is deleted: nobody has answered it.
        second = open_round(store, RoundRequest(scene.campaign, purpose="main", annotators=["A1"], overlap=1))
        texts("take_back", "Another study", "texts_taken_back", 5, version=3)
        press(boss, t("corrections.take_back", version=2, **name))
        refused(boss, "signs/2 (1)")
        looked.unchanged()
        round_name = t("app.round_name", number=2)
        site.go(boss, f"rounds?campaign={scene.campaign}&round={second.id}")
        press(boss, t("corrections.delete", name=round_name))
        do(boss, "Opened by mistake")
        said(boss, t("corrections.deleted", name=round_name))
        looked.unchanged("Opened by mistake")
        site.go(boss, address)
        texts("take_back", "The wrong file", "texts_taken_back", 4, version=2)
        assert store.texts.versions(corpus.id) == []

        # A campaign, a corpus and a person that nobody ever used.
        site.go(boss, f"campaigns?campaign={store.campaigns.get('spare').id}")
        press(boss, t("corrections.delete", name="spare"))
        do(boss, "Never used")
        said(boss, t("corrections.deleted", name="spare"))
        looked.unchanged()
        site.go(boss, f"corpora?corpus={store.texts.corpus('others').id}")
        press(boss, t("corrections.delete", name="others"))
        do(boss, "Taken elsewhere")
        said(boss, t("corrections.deleted", name="others"))
        looked.unchanged()
        site.go(boss, f"corpora?corpus={corpus.id}")
        press(boss, t("corrections.delete", name="invented"))
        refused(boss, "signs")
        looked.unchanged()
        assert [one.name for one in store.campaigns.list()] == ["signs"]
        assert [one.name for one in store.texts.corpora()] == ["invented"]
        site.go(boss, "store")  # what is gone has no page: its lines stand in the log of the store
        said(boss, t("corrections.log", count=7))
        assert store.check() == []
