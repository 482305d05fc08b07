"""A manager adds a machine and reads it beside the people; gold stays. Then the machine helps one person."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Role
from aloi.base.records import to_json
from aloi.storage.store import Store
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.agreement.report import round_report
from aloi.workbench.machines.answering import answer_round
from aloi.workbench.passwords import hash_password
from aloi.workbench.releases.gold import freeze
from aloi.workbench.requests.campaigns import StartRequest
from aloi.workbench.requests.machines import AddMachineRequest, AnswerMachineRequest, SuggestMachineRequest
from aloi.workbench.requests.releases import FreezeRequest
from aloi.workbench.rounds.machine_help import SHOWN, machine_help
from aloi.workbench.starting.setup import start_campaign
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import WORK, at, fill, make_release, press
from tests.machines.server import serve
from tests.workbench.machines.rounds import COUNT, annotated, degree_of, right_reply

pytestmark = [pytest.mark.browser, pytest.mark.slow]
NOW = datetime(2026, 5, 4, tzinfo=UTC)
HELPED = 10  # items of the round in which the machine helps


def _measured(store: Store) -> str:
    """Return the agreement of people and the gold as text."""
    gold = freeze(store, FreezeRequest("Pairs", rounds=(1,)), now=NOW).gold
    return json.dumps([round_report(store, "Pairs", 1).to_json(), to_json(gold)], default=str)


def test_a_machine_beside_people(visitors: Visitors, tmp_path: Path) -> None:
    with running_site(visitors, tmp_path) as site, serve(reply=right_reply) as served:
        page = site.visitor()
        site.join(page, site.setup, "Boss")
        store = site.store()
        campaign = annotated(store, tmp_path)
        before = _measured(store)

        site.go(page, f"machines?campaign={campaign}")
        for name, value in (("name", "qwen"), ("endpoint", served.url), ("model", "tiny")):
            fill(page, label_of(AddMachineRequest, name), value)
        press(page, t("machines.add_do"))
        page.get_by_role("tab", name=t("machines.tab_prompt"), exact=True).click()
        expect(page.get_by_text(re.compile(r"Patient \d+ coughs")).first).to_be_visible()
        expect(page.get_by_text(t("machines.stays_here")).first).to_be_visible()
        assert served.requests == []

        page.get_by_role("tab", name=t("machines.tab_annotate"), exact=True).click()
        press(page, t("machines.start"))
        expect(page.get_by_text(re.compile(f"Answers: {COUNT}, skips: 0"))).to_be_visible(timeout=WORK)
        assert len(served.requests) == COUNT
        page.get_by_role("tab", name=t("machines.tab_report"), exact=True).click()
        passes = page.get_by_text(t("machines.passes", rate="|", epsilon="0.2").split("|")[0])
        expect(passes.first).to_be_visible(timeout=WORK)

        site.go(page, f"agreement?campaign={campaign}")
        title = page.get_by_role("heading", name=t("machines.test_of", name="X1 v1"), exact=True)
        expect(title).to_be_visible(timeout=WORK)
        page.get_by_text(t("app.as_table"), exact=True).filter(visible=True).last.click()
        expect(page.get_by_text(re.compile(r"A1 / X1 v1|X1 v1 / A1")).first).to_be_visible()

        site.go(page, f"releases?campaign={campaign}")
        press(page, t("releases.freeze"))
        page.get_by_label(t("releases.version"), exact=True).first.wait_for()
        make_release(page)
        expect(page.get_by_text(t("releases.sound"))).to_be_visible(timeout=WORK)
        [release] = store.gold.releases(campaign)
        assert {"A1", "A2", "A3"} == {
            name for item in release.manifest["gold"]["items"] for name in item["support"]
        }
        assert _measured(store) == before
        _help(site, page, store, tmp_path)
        store.close()


def _help(site: Site, page: Page, store: Store, folder: Path) -> None:
    """Let the machine suggest answers on half of the items of another round; an annotator takes them."""
    store.people.add("Dora", Role.ANNOTATOR, NOW, password_hash=hash_password(PASSWORD))
    table = folder / "helped.tsv"
    lines = [f"{n}\tPatient {n} coughs.\tPatient {n} snores." for n in range(HELPED)]
    table.write_text("\n".join(["pair_ID\tsentence_A\tsentence_B", *lines]), encoding="utf-8")
    start = StartRequest("Helped", file=table, licence="CC0", language="en", annotators=("Dora",), pilot=None)
    started = start_campaign(store, start, now=NOW)
    assert answer_round(store, AnswerMachineRequest("Helped", 1, "qwen"), folder, NOW).answered == HELPED
    site.go(page, f"machines?campaign={started.campaign}")
    page.get_by_text(t("machines.suggesting"), exact=True).click()
    fill(page, label_of(SuggestMachineRequest, "why"), "To save time.")
    press(page, t("machines.suggest_do", title="X1 v1"))
    since = t("machines.suggests_since", title="X1 v1", share="50%", since="|", why="").split("|")[0]
    expect(page.get_by_text(since)).to_be_visible(timeout=WORK)

    its_help, round_ = machine_help(store, started.campaign), store.campaigns.round(str(started.round))
    assert its_help is not None
    assert its_help.share == 0.5
    helped = {item_id for item_id in round_.item_ids if its_help.helps(item_id)}
    assert 0 < len(helped) < HELPED
    desk = site.visitor()
    site.sign_in(desk, "Dora", "annotate")
    hint = desk.locator(".hint")
    for done in range(HELPED):
        at(desk, done, HELPED)
        degree = degree_of(desk.locator(".sentence").first.inner_text())
        if hint.is_visible():
            expect(hint).to_contain_text("X1 v1")
            desk.keyboard.press("y")
        else:
            desk.keyboard.press(str((degree + 1) % 6))
    expect(desk.locator(".desk")).to_have_count(0)
    answers = store.answers.latest(round_.id)
    marks = {each.key.item_id: each.shown[SHOWN] for each in answers}
    assert {item_id for item_id, mark in marks.items() if mark["shown"]} == helped
    for each in answers:
        is_hint = each.value == marks[each.key.item_id]["value"]
        assert is_hint is (each.key.item_id in helped)

    site.go(page, f"machines?campaign={started.campaign}")
    page.get_by_role("tab", name=t("machines.tab_report"), exact=True).click()
    drawn = (
        f"{len(helped)} items had a suggestion, {HELPED - len(helped)} had none; they were drawn at random."
    )
    expect(page.get_by_text(drawn)).to_be_visible(timeout=WORK)
