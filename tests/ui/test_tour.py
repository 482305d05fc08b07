"""The tour of the demo goes through four pages, and is remembered with the person."""

from __future__ import annotations

import pytest

from aloi.storage.store import Store
from aloi.ui import language, session
from aloi.ui.texts import t
from aloi.workbench.demo.names import NAMES, SIMILARITY
from aloi.workbench.demo.similarity import Demo
from aloi.workbench.demo.tour import PAGES, TOUR, offer_tour
from tests.ui.pages import open_page, said

FRENCH_EXPERTISE = {"médecin", "linguiste", "études d’informatique médicale"}


def test_the_tour_goes_on_and_can_be_closed(
    demo: Demo, store: Store, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALOI_STORE", f"sqlite:///{tmp_path / 'aloi.db'}")
    monkeypatch.setenv("ALOI_DATA", str(tmp_path))
    manager = next(person for person in demo.people if person.pseudonym == "M1")
    assert TOUR not in store.people.preferences(manager.id)
    offer_tour(store)
    page = open_page(store, "home")
    assert t("tour.step", number=1, count=len(PAGES)) in said(page)
    # The names of the demo follow the language of the browser.
    store.people.prefer(manager.id, language.PREFERENCE, "fr")
    open_page(store, "home")
    assert [one.name for one in store.campaigns.list()] == [NAMES[SIMILARITY]["fr"]]
    assert [one.name for one in store.texts.corpora()] == [NAMES[SIMILARITY]["fr"]]
    assert {person.expertise for person in store.people.list()} == {*FRENCH_EXPERTISE, ""}
    store.people.prefer(manager.id, language.PREFERENCE, "en")
    page = open_page(store, "home")
    assert [one.name for one in store.campaigns.list()] == [NAMES[SIMILARITY]["en"]]
    page.button(key="tour:open").click().run()
    assert t("overview.menu") in [title.value for title in page.title]
    page.button(key="tour:open").click().run()
    assert store.people.preferences(manager.id)[TOUR] == 1
    page.button(key="tour:close").click().run()
    assert not page.exception
    assert TOUR not in store.people.preferences(manager.id)
    assert "tour:close" not in [button.key for button in page.button]
    for each in session._STORES.values():
        each.close()
    session._STORES.clear()
