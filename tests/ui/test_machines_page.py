"""The page of machine annotators: add one, read a prompt, annotate a round, read the report."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.tasks import TASKS
from aloi.machines import addresses
from aloi.storage.store import Store
from aloi.ui import session
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.agreement.report import round_report
from aloi.workbench.machines.registry import add_machine
from aloi.workbench.requests.campaigns import StartRequest
from aloi.workbench.requests.machines import AddMachineRequest
from aloi.workbench.rounds.machine_help import machine_help
from aloi.workbench.starting.setup import start_campaign
from tests.machines.server import serve
from tests.ui.pages import named, open_page, press, said, tables
from tests.workbench.machines.rounds import annotated, right_reply

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


def worked(store: Store) -> None:
    """Run the job that waits."""
    job = jobs.run_one(store, session.settings().data)
    assert job is not None
    assert job.status == "done", job.error


def test_a_machine_is_added_read_run_and_reported(site: Store, tmp_path: Path) -> None:
    campaign = annotated(site, tmp_path, count=32)
    with serve(reply=right_reply) as served:
        page = open_page(site, "machines", campaign=campaign)
        assert t("machines.add_first") in said(page)
        page.text_input(key="machines:add:name").set_value("qwen")
        page.text_input(key="machines:add:endpoint").set_value(served.url)
        page.text_input(key="machines:add:model").set_value("tiny")
        page.text_input(key="machines:add:key_env").set_value("ALOI_TEST_KEY")
        page.text_area(key="machines:add:prompt").set_value("You are careful.")
        press(page, t("machines.add_do"))
        machine = site.machines.get("qwen")
        assert (machine.title, machine.identity.introduction) == ("X1 v1", "You are careful.")
        assert machine.access.key_env == "ALOI_TEST_KEY"
        shown = said(page)
        assert "You are careful." in shown
        assert "coughs" in shown
        assert t("machines.stays_here") in shown
        assert served.requests == []
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("ALOI_TEST_KEY", "canary-key-77")
            press(page, t("machines.send"))
            worked(site)
            page.run()
            assert t("machines.was_answered", confidence="80%") in said(page)
            assert len(served.requests) == 1
            press(page, t("machines.start"))
            worked(site)
            page.run()
            assert "canary-key-77" not in said(page)
    assert len(served.requests) == 33
    [count] = site.machines.counts(site.campaigns.round_ids(campaign))
    assert (count.count, count.skip) == (32, None)
    shown = said(page)
    assert t("machines.passes", rate="1.000 [0.000, 1.000]", epsilon="0.2")[:20] in shown
    assert {"A1", "A2", "A3"} <= {row for table in tables(page) for row in table.iloc[:, 0].astype(str)}
    assert t("machines.reliability") in shown
    (curve,) = (table for table in tables(page) if t("machines.stated") in table)
    assert curve[t("machines.confidence_from")].tolist() == ["80%–90%"]
    page.selectbox(key="machines:report:machine_by").set_value("guideline").run()
    assert t("machines.no_parts") in said(page)
    page.selectbox(key="machines:report:machine_by").set_value("origin").run()
    assert t("machines.test_of", name="X1 v1, import") in said(page).replace("\\", "")
    assert page.button(key="machines:answer:start").disabled
    form = f"machines:suggest:{campaign}:{machine.id}"
    page.number_input(key=f"{form}:share").set_value(0.3)
    page.text_input(key=f"{form}:why").set_value("To save time.")
    press(page, t("machines.suggest_do", title="X1 v1"))
    its_help = machine_help(site, campaign)
    assert its_help is not None
    assert (its_help.machine.id, its_help.share, its_help.why) == (machine.id, 0.3, "To save time.")
    assert "To save time." in said(page).replace("\\", "")
    assert t("machines.suggest_off_do", title="X1 v1") in [button.label for button in page.button]
    before = round_report(site, campaign, 1)
    page = open_page(site, "agreement", campaign=campaign)
    assert t("machines.test_of", name="X1 v1") in said(page).replace("\\", "")
    assert re.search(r"(A2 / X1 v1|X1 v1 / A2),32,", said(page))
    page.selectbox(key="agreement:machines:machine_by").set_value("label").run()
    assert t("machines.test_of", name="X1 v1, 5") in said(page).replace("\\", "")
    assert "X1" not in str(before.to_json())


def test_where_texts_go_is_shown_and_a_restricted_corpus_stays(
    site: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = annotated(site, tmp_path, count=2)
    page = open_page(site, "machines", campaign=campaign)
    page.text_input(key="machines:add:name").set_value("far")
    page.text_input(key="machines:add:endpoint").set_value("https://far.example/v1")
    page.text_input(key="machines:add:model").set_value("large")

    def elsewhere(host: str, port: int, **more: Any) -> list[Any]:
        return [(2, 1, 6, "", ("192.0.2.7", port))]

    monkeypatch.setattr(addresses.socket, "getaddrinfo", elsewhere)
    press(page, t("machines.add_do"))
    assert t("machines.leaves", host="far.example") in said(page).replace("\\", "")
    corpus = site.texts.corpora()[0]
    assert [field.key for field in page.text_input if "reason" in field.key] == [
        f"machines:{part}:reason:{corpus.id}:{site.machines.get('far').id}" for part in ("try", "answer")
    ]
    press(page, t("machines.start"))
    job = jobs.run_one(site, session.settings().data)
    assert job is not None
    assert job.status == "failed"
    assert site.texts.logged_exports(corpus.id) == []
    other = annotated(site, tmp_path, count=3, name="Restricted", restricted=True)
    page = open_page(site, "machines", campaign=other)
    shown = said(page).replace("\\", "")
    assert t("machines.refused", host="far.example") in shown
    assert named(page.tabs, t("machines.tab_report"))
    assert [
        button.label for button in page.button if button.label in (t("machines.send"), t("machines.start"))
    ] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [kind.name for kind in TASKS])
def test_each_task_is_annotated_from_the_page(site: Store, tmp_path: Path, name: str) -> None:
    request = StartRequest(name, task=name, language="fr", annotators=("A",))
    campaign = start_campaign(site, request, now=NOW).campaign
    with serve() as served:
        add_machine(site, AddMachineRequest("m", endpoint=served.url, model="tiny"), tmp_path, NOW)
        page = open_page(site, "machines", campaign=campaign)
        assert t("machines.stays_here") in said(page)
        press(page, t("machines.send"))
        worked(site)
        page.run()
        assert len(served.requests) == 1
        prompt = re.sub(r"\[\[|\]\]", "", served.requests[0]["messages"][-1]["content"])
        assert site.texts.items(site.campaigns.rounds(campaign)[0].item_ids)[0].texts[0] in prompt
        press(page, t("machines.start"))
        worked(site)
        page.run()
    assert not page.exception
    [count] = site.machines.counts(site.campaigns.round_ids(campaign))
    assert (count.count, count.skip) == (3, None)
