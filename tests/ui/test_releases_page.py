"""The releases page tells managers why texts of a restricted corpus were given on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zipfile import ZipFile

import pytest
from sqlalchemy import update

from aloi.storage import tables
from aloi.storage.event_log.entries import acting
from aloi.storage.store import Store
from aloi.ui import session
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.demo.similarity import Demo
from aloi.workbench.releases.exporting import STAND_OFF
from aloi.workbench.requests.corrections import LicenceRequest
from aloi.workbench.requests.releases import ExportRequest
from tests.ui.pages import open_page, said

REASON = "Agreed with the hospital on 3 March, by letter."


@pytest.fixture
def demo_site(
    demo: Demo, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Demo, Store]]:
    """Return the demo, and its store, which the site reads."""
    monkeypatch.setenv("ALOI_STORE", f"sqlite:///{tmp_path / 'aloi.db'}")
    monkeypatch.setenv("ALOI_DATA", str(tmp_path))
    yield demo, store
    for one in session._STORES.values():
        one.close()
    session._STORES.clear()


def test_reasons_of_restricted_exports_are_shown(demo_site: tuple[Demo, Store], now: datetime) -> None:
    demo, store = demo_site
    headings = [one.value for one in open_page(store, "releases").subheader]
    assert t("releases.list") in headings
    assert t("releases.exports") not in headings
    with store._database.write() as connection:
        connection.execute(update(tables.corpora).values(restricted=True))
    assert t("releases.exports_none") in said(open_page(store, "releases"))
    with acting("M7"):
        store.texts.log_export(demo.campaign.corpus_id, "release 1.0 as sts_tsv", REASON, now)
    shown = said(open_page(store, "releases"))
    assert REASON in shown
    assert "M7" in shown
    assert "release 1.0 as sts_tsv" in shown
    assert "2026-03-02 09:30" in shown


def test_files_are_written_in_the_background_with_what_they_lose(
    demo_site: tuple[Demo, Store], tmp_path: Path
) -> None:
    page = open_page(demo_site[1], "releases")
    form = next(one for one in page.selectbox if one.label == label_of(ExportRequest, "format"))
    form.set_value("xlsx")
    next(one for one in page.button if one.label == t("releases.export")).click()
    page.run()
    assert not page.exception
    [written] = (tmp_path / "exports").glob("*-xlsx.zip")
    assert written.name in str([one.proto for one in page.main.children.values()])
    given = len(demo_site[0].release.manifest["annotations"])
    assert f"annotations, support and spread behind each row: {given}" in said(page)


def test_a_restricted_release_is_offered_without_its_texts_and_gets_a_licence(
    demo_site: tuple[Demo, Store], tmp_path: Path
) -> None:
    demo, store = demo_site
    with store._database.write() as connection:
        connection.execute(update(tables.corpora).values(restricted=True, licence="ask me"))
    page = open_page(store, "releases")
    page.radio[0].set_value("none").run()
    assert t("releases.gate_broken", count=3) in [one.value for one in page.warning]
    named = next(one for one in page.selectbox if one.label == label_of(LicenceRequest, "licence"))
    assert "CC-BY-4.0" in named.options
    named.set_value("CC-BY-4.0")
    state = next(one for one in page.button if one.label == t("releases.gate_state"))
    state.click().run()
    assert any("is missing" in one.value for one in page.error)
    next(one for one in page.text_input if one.label == label_of(LicenceRequest, "why")).set_value("By mail.")
    next(one for one in page.button if one.label == t("releases.gate_state")).click().run()
    assert not page.exception
    assert store.texts.corpus(demo.campaign.corpus_id).licence == "CC-BY-4.0"
    assert t("releases.gate_broken", count=2) in [one.value for one in page.warning]
    page.button(key="releases:gate:stand_off").click().run()
    assert t("releases.gate_broken", count=1) in [one.value for one in page.warning]
    formats = next(one for one in page.selectbox if one.label == label_of(ExportRequest, "format"))
    assert formats.value == STAND_OFF
    next(one for one in page.button if one.label == t("releases.export")).click().run()
    assert not page.exception
    [written] = (tmp_path / "exports").glob(f"*-{STAND_OFF}.zip")
    assert "items.jsonl" in ZipFile(written).namelist()
