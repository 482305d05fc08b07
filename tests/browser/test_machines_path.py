"""A manager adds a machine, reads a prompt, lets it annotate, and reads it beside the people; gold stays."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import expect

from aloi.base.records import to_json
from aloi.storage.store import Store
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.agreement.report import round_report
from aloi.workbench.releases.gold import freeze
from aloi.workbench.requests.machines import AddMachineRequest
from aloi.workbench.requests.releases import FreezeRequest
from tests.browser.site import Visitors, running_site
from tests.browser.steps import WORK, fill, make_release, press
from tests.machines.server import serve
from tests.workbench.machines.rounds import COUNT, annotated, right_reply

pytestmark = [pytest.mark.browser, pytest.mark.slow]
NOW = datetime(2026, 5, 4, tzinfo=UTC)


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
        expect(page.get_by_text(re.compile(f"{COUNT} answers, 0 skips"))).to_be_visible(timeout=WORK)
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
        store.close()
