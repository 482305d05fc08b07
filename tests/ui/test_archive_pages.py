"""A whole campaign leaves by the page Campaigns and comes in by the page Corpora."""

from __future__ import annotations

from pathlib import Path

from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.people import add_person
from aloi.workbench.requests.corrections import PersonRequest
from aloi.workbench.store.check import check
from tests.ui.pages import open_page, press, said
from tests.workbench.desks import answer_differently, open_rounds
from tests.workbench.scene import NOW


def test_a_campaign_is_archived_and_comes_in_once_more_as_a_copy(site: Store, tmp_path: Path) -> None:
    team = [add_person(site, PersonRequest(f"Person {n}", "annotator"), NOW) for n in range(2)]
    opened = open_rounds(site, team, ["classification"])["classification"]
    answer_differently(site, team, [opened])
    at = open_page(site, "campaigns", campaign=opened.campaign.id)
    press(at, t("archives.write"))
    [path] = (tmp_path / "exports").glob("classification-*.zip")
    assert [one.proto.url for one in at.get("link_button")][-1].endswith(f"/download/exports/{path.name}")

    at = open_page(site, "corpora")
    at.file_uploader(key="imports:files").set_value([(path.name, path.read_bytes(), "application/zip")]).run()
    assert not at.exception
    assert t("archives.is_here", name="classification") in said(at)
    press(at, t("imports.do"))
    assert t("archives.people_first") in said(at)
    at.text_input(key="corpora:archive:name").set_value("once more")
    at.radio(key="corpora:archive:people").set_value("same")
    press(at, t("imports.do"))
    assert t("archives.done", name="once more", count=4) in said(at)
    copy = site.campaigns.get("once more")
    [one] = site.campaigns.rounds(copy.id)
    assert len(site.answers.latest(one.id)) == 4
    assert not check(site).problems
