"""Mistakes put right on the pages: agreement, gold and log before and after each, then the second of each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from annotation.model import Role
from storage.store import Store
from tests.browser.shown import agreement_shown, enter
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import WORK, at, choose, fill, press, ready, settled
from tests.workbench.labelled import labels, make_labelled
from tests.workbench.scene import NOW, make_scene
from ui.texts import t
from workbench.passwords import hash_password
from workbench.rounds.campaigns import create_campaign
from workbench.rounds.rounds import open_round
from workbench.texts.corpora import About, import_corpus

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def site(visitors: Visitors, tmp_path: Path) -> Iterator[Site]:
    """Give a running Aloi."""
    with running_site(visitors, tmp_path) as running:
        yield running


@pytest.fixture
def store(site: Site) -> Iterator[Store]:
    """Return its store, with a manager, Boss, and two annotators who can sign in, Ada (A8) and Bea (A9)."""
    opened = site.store()
    hashed = hash_password(PASSWORD)
    opened.people.add("Boss", Role.MANAGER, NOW, password_hash=hashed)
    for name, pseudonym in (("Ada", "A8"), ("Bea", "A9")):
        opened.people.add(name, Role.ANNOTATOR, NOW, password_hash=hashed, pseudonym=pseudonym)
    yield opened
    opened.close()


def do(page: Page, why: str) -> None:
    """Give the reason of the correction that is open, and do it."""
    fill(page, t("corrections.why"), why)
    press(page, t("corrections.do"))


def said(page: Page, text: str) -> None:
    expect(page.get_by_text(text).first).to_be_visible(timeout=WORK)


def freeze(site: Site, page: Page, campaign: str, items: int) -> None:
    """Freeze the gold, which holds so many items."""
    site.go(page, f"releases?campaign={campaign}")
    press(page, t("releases.freeze"))
    said(page, t("releases.frozen", count=items))


def logged(site: Site, page: Page, campaign: str, *reasons: str) -> None:
    """See that the log of a campaign holds a line for each of these reasons."""
    site.go(page, f"campaigns?campaign={campaign}")
    said(page, t("corrections.log", count=len(reasons)))


def test_a_round_is_extended_people_left_out_and_replaced_and_nothing_answered_is_deleted(
    site: Site, store: Store, tmp_path: Path
) -> None:
    scene = make_scene(store, tmp_path)
    campaign = scene.campaign.id
    create_campaign(store, "other", scene.campaign.corpus_id, settings=scene.campaign.schema.settings)
    one = scene.open(items=list(scene.items[:4]), names=(*scene.names, "A8"), overlap=4)
    scene.give(one, {"A1": (1, 2, 3, 4), "A2": (1, 2, 3, 4), "A3": (5, 4, 1, 1)})
    boss, desk = site.visitor(), site.visitor()
    enter(site, boss, "Boss", "home")
    before = agreement_shown(site, boss, store, campaign)
    freeze(site, boss, campaign, 4)

    # More items, then more answers to each are refused by the number of people: nothing answered changes.
    name = t("app.round_name", number=1)
    site.go(boss, f"rounds?campaign={campaign}&round={one.id}")
    press(boss, t("corrections.extend", name=name))
    fill(boss, t("corrections.extend_items"), "2")
    do(boss, "Too few to tell")
    said(boss, t("corrections.extended", name=name))
    assert len(store.campaigns.round(one.id).item_ids) == 6
    assert agreement_shown(site, boss, store, campaign) == before

    # Somebody's answers are left out: agreement, the gold and the next release follow.
    names = {"who": "A3", "campaign": "closeness"}
    site.go(boss, "people")
    choose(boss, t("app.campaign"), "closeness")
    choose(boss, boss.get_by_label(t("people.who"), exact=True).last, "A3")
    settled(boss)
    boss.get_by_role("button", name=t("corrections.exclude", **names), exact=True).focus()
    boss.keyboard.press("Enter")  # without a mouse
    fill(boss, t("corrections.why"), "Scale turned round")
    boss.get_by_role("button", name=t("corrections.do"), exact=True).focus()
    boss.keyboard.press("Enter")
    said(boss, t("corrections.excluded", **names))
    assert agreement_shown(site, boss, store, campaign) == "1.000" != before
    said(boss, t("corrections.left_out", who="A3", why="Scale turned round"))
    site.go(boss, f"releases?campaign={campaign}")
    press(boss, t("releases.build"))
    expect(boss.get_by_test_id("stAlert").filter(has_text="A3").first).to_be_visible()
    assert store.gold.release_heads(campaign) == []
    freeze(site, boss, campaign, 4)
    site.go(boss, "people")
    choose(boss, t("app.campaign"), "closeness")
    choose(boss, boss.get_by_label(t("people.who"), exact=True).last, "A3")
    press(boss, t("corrections.include", **names))
    do(boss, "It was A2")
    said(boss, t("corrections.included", **names))
    assert agreement_shown(site, boss, store, campaign) == before

    # Ada is replaced while she is at an item: what she sends then is kept as late, Bea has the items.
    enter(site, desk, "Ada", "annotate")
    at(desk, 0, 6)
    desk.keyboard.press("n")
    desk.keyboard.type("half a thought")
    desk.keyboard.press("Escape")
    ready(desk, "sent")
    site.go(boss, "people")
    choose(boss, t("app.campaign"), "closeness")
    choose(boss, boss.get_by_label(t("people.who"), exact=True).last, "A8")
    press(boss, t("corrections.withdraw", who="A8", campaign="closeness"))
    choose(boss, t("corrections.withdraw_to"), "A9")
    do(boss, "Is ill")
    said(boss, t("corrections.withdrawn", who="A8", campaign="closeness"))
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
    assert agreement_shown(site, boss, store, campaign) == before

    # What holds answers is not deleted; a name in use is refused; the archive gives back what it took.
    site.go(boss, f"rounds?campaign={campaign}&round={one.id}")
    press(boss, t("corrections.delete", name=name))
    said(boss, "Round 1 holds")
    press(boss, t("corrections.archive", name=name))
    do(boss, "A trial")
    said(boss, t("rounds.empty"))
    boss.get_by_text(t("corrections.archive_of", count=1), exact=True).click()
    press(boss, t("corrections.bring_back", name=name))
    do(boss, "No trial after all")
    said(boss, t("corrections.brought_back", name=name))
    assert agreement_shown(site, boss, store, campaign) == before
    site.go(boss, f"campaigns?campaign={campaign}")
    press(boss, t("corrections.rename", name="closeness"))
    fill(boss, t("corrections.new_campaign"), "other")
    do(boss, "Clearer")
    expect(boss.get_by_test_id("stAlert").filter(has_text="other").first).to_be_visible()
    fill(boss, t("corrections.new_campaign"), "similarity")
    do(boss, "Clearer")
    said(boss, t("corrections.renamed", name="closeness"))
    kinds = [each.kind.value for each in store.corrections.list(campaign_id=campaign)]
    assert kinds == ["extend", "exclude", "include", "withdraw", "archive", "bring back", "rename"]
    logged(site, boss, campaign, *kinds)
    assert store.check() == []


def test_texts_come_and_go_and_what_nobody_answered_is_deleted(
    site: Site, store: Store, tmp_path: Path
) -> None:
    """Texts are added, another corpus is taken in, both taken back; a round and a campaign are deleted."""
    scene = make_labelled(store, tmp_path)
    corpus = store.texts.corpora()[0]
    other = tmp_path / "other"
    other.mkdir()
    (other / "report.txt").write_text("Elle dort.", encoding="utf-8")
    import_corpus(store, other, About("others", "fr", "CC0-1.0", "written for the tests"))
    create_campaign(store, "spare", corpus.id, task_type="classification", settings=labels("a", "b"))
    table = tmp_path / "more.tsv"
    table.write_text("id\ttext\nnew\tUn souffle.\n", encoding="utf-8")
    boss = site.visitor()
    enter(site, boss, "Boss", "home")
    before = agreement_shown(site, boss, store, scene.campaign)
    freeze(site, boss, scene.campaign, 3)
    raw, name = scene.raw(), {"name": "invented"}
    address = f"corpora?corpus={corpus.id}"

    def unchanged(*reasons: str) -> None:
        """See agreement, gold, answers and the log after a correction."""
        assert agreement_shown(site, boss, store, scene.campaign) == before
        freeze(site, boss, scene.campaign, 3)
        assert scene.raw() == raw
        site.go(boss, address)
        said(boss, t("corrections.log", count=len(reasons)))
        assert [one.why for one in store.corrections.list(corpus_id=corpus.id)] == [*reasons]

    site.go(boss, address)
    choose(boss, t("corpora.corpus"), "invented")
    boss.locator("input[type=file]").last.set_input_files(table)
    press(boss, t("corrections.add", **name))
    do(boss, "One more report")
    said(boss, t("corrections.texts_added", count=1, **name))
    unchanged("One more report")
    choose(boss, t("corpora.corpus"), "invented")
    press(boss, t("corrections.merge", **name))
    do(boss, "One campaign for both")
    said(boss, t("corrections.texts_added", count=1, **name))
    unchanged("One more report", "One campaign for both")
    assert store.texts.counts(corpus.id).documents == 6

    # A round that holds one of the new items keeps them, until it is deleted: nobody has answered it.
    second = open_round(store, scene.campaign, purpose="main", annotators=["A1"], overlap=1)
    choose(boss, t("corpora.corpus"), "invented")
    press(boss, t("corrections.take_back", version=3, **name))
    do(boss, "Another study")
    said(boss, t("corrections.texts_taken_back", count=1, **name))
    press(boss, t("corrections.take_back", version=2, **name))
    expect(boss.get_by_test_id("stAlert").filter(has_text="signs/2 (1)").first).to_be_visible()
    round_name = t("app.round_name", number=2)
    site.go(boss, f"rounds?campaign={scene.campaign}&round={second.id}")
    press(boss, t("corrections.delete", name=round_name))
    do(boss, "Opened by mistake")
    said(boss, t("corrections.deleted", name=round_name))
    unchanged("One more report", "One campaign for both", "Another study")
    choose(boss, t("corpora.corpus"), "invented")
    press(boss, t("corrections.take_back", version=2, **name))
    do(boss, "The wrong file")
    said(boss, t("corrections.texts_taken_back", count=1, **name))
    unchanged("One more report", "One campaign for both", "Another study", "The wrong file")
    assert store.texts.versions(corpus.id) == []
    site.go(boss, f"campaigns?campaign={store.campaigns.get('spare').id}")
    press(boss, t("corrections.delete", name="spare"))
    do(boss, "Never used")
    said(boss, t("corrections.deleted", name="spare"))
    assert agreement_shown(site, boss, store, scene.campaign) == before
    freeze(site, boss, scene.campaign, 3)
    assert scene.raw() == raw
    assert [one.name for one in store.campaigns.list()] == ["signs"]
    logged(site, boss, scene.campaign, "Opened by mistake")
    assert store.check() == []
