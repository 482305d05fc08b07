"""Pages of a store with a campaign whose task is not installed: its own give the reason, others work."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from aloi.storage.store import Store
from aloi.ui.navigation import PAGES
from tests.ui.pages import open_page, tables
from tests.workbench.lacking import ERROR, PACKAGE, TASK, Lacking, lacking_task

pytestmark = pytest.mark.sqlite
NOTE = f"task {TASK} is not installed: install the package {PACKAGE}"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    address = f"sqlite:///{tmp_path / 'aloi.db'}"
    monkeypatch.setenv("ALOI_STORE", address)
    return Store.open(address)


@pytest.fixture
def pair(store: Store) -> Lacking:
    return lacking_task(store)


def errors(page: AppTest) -> list[str]:
    """Return the first sentence of each error on a page."""
    return [error.value.split("  \n")[0].replace("\\", "") for error in page.error]


def test_it_is_listed_and_its_pages_give_the_reason(store: Store, pair: Lacking) -> None:
    home = open_page(store, "home")
    assert errors(home) == []
    assert tables(home)[0].iloc[:, 1].tolist() == ["Text classification", NOTE]
    lacking, usual = {"campaign": pair.lacking.campaign.id}, {"campaign": pair.usual.campaign.id}
    for name in ("overview", "items"):
        assert errors(open_page(store, name, **lacking)) == [ERROR], name
        assert errors(open_page(store, name, **usual)) == [], name
    settings = open_page(store, "campaigns", **lacking)
    assert errors(settings) == [ERROR]
    assert settings.button(key="campaigns:archive:write")
    assert errors(open_page(store, "annotate", "A2", round=pair.lacking.round.id)) == [ERROR]
    assert errors(open_page(store, "annotate", "A2", round=pair.usual.round.id)) == []


@pytest.mark.slow
def test_no_page_fails(store: Store, pair: Lacking) -> None:
    campaigns = {"lacking": pair.lacking, "usual": pair.usual}
    for info in PAGES:
        for person in ("M1", "A1", "A2"):
            assert errors(open_page(store, info.name, person)) in ([], [ERROR])
            for name, opened in campaigns.items():
                for query in ({"campaign": opened.campaign.id}, {"round": opened.round.id}):
                    shown = errors(open_page(store, info.name, person, **query))
                    allowed = [[], [ERROR]] if name == "lacking" or not info.of_campaign else [[]]
                    assert shown in allowed, (info.name, person, name)
