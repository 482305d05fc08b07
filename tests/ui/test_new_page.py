"""The recipe "Add a page" of CONTRIBUTING, followed by an example: each file that it names is needed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui import navigation, texts
from aloi.ui.navigation import PageInfo
from tests.contract.test_contributing import paths_named
from tests.ui import test_pages_show
from tests.ui.pages import open_page, said

NAME = "rated_twice"
PAGE = f"""
import streamlit as st

from aloi.annotation.model import Role
from aloi.ui import session
from aloi.ui.texts import t

store = session.open_store()
session.require(Role.ADMINISTRATOR)
st.title(t("{NAME}.title"))
st.info(t("{NAME}.empty", count=len(store.campaigns.list())))
"""
SENTENCES = {"menu": "Rated twice", "title": "Items rated twice", "empty": "{count} campaigns"}
RECIPE = "Add a page"


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PageInfo:
    """Write the page, and add it to the list in `aloi/ui/navigation.py`."""
    folder = tmp_path / "pages"
    (folder / NAME).mkdir(parents=True)
    (folder / NAME / "page.py").write_text(PAGE, encoding="utf-8")

    class Elsewhere(PageInfo):
        @property
        def file(self) -> Path:
            return folder / self.name / "page.py"

    page = Elsewhere(NAME, ":material/repeat:", "apart", frozenset({Role.ADMINISTRATOR}))
    monkeypatch.setattr(navigation, "PAGES", (*navigation.PAGES, page))
    return page


@pytest.fixture
def worded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add its section to both catalogues."""
    catalogue = texts._catalogue
    monkeypatch.setattr(texts, "_catalogue", lambda tongue: {**catalogue(tongue), NAME: SENTENCES})
    texts._section.cache_clear()
    yield
    texts._section.cache_clear()


@pytest.mark.usefixtures("worded")
def test_a_page_is_a_directory_a_line_and_a_section(site: Store, listed: PageInfo) -> None:
    shown = open_page(site, NAME)
    assert shown.title[0].value == "Items rated twice"
    assert "0 campaigns" in said(shown)
    assert {"aloi/ui/pages/<name>/", "aloi/ui/navigation.py"} <= set(paths_named(RECIPE))


def test_without_its_section_the_page_has_no_menu(listed: PageInfo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(navigation, "PAGES", (listed,))
    with pytest.raises(KeyError, match="menu"):
        navigation.pages_for(frozenset(Role))
    assert {"aloi/ui/texts.en.toml", "aloi/ui/texts.fr.toml"} <= paths_named(RECIPE)


def test_its_first_sentence_is_asked_for(listed: PageInfo) -> None:
    assert {page.name for page in navigation.PAGES} - test_pages_show.FIRST.keys() == {listed.name}
    assert "tests/ui/test_pages_show.py" in paths_named(RECIPE)
