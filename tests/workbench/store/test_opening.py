"""Opening a store makes it, keeps what it held, or says why it cannot be opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.model import Corpus
from aloi.storage.store import Store
from aloi.workbench.store.opening import open_store


@pytest.mark.sqlite
def test_a_store_is_made_where_there_is_none(tmp_path: Path) -> None:
    opened = open_store(f"sqlite:///{tmp_path / 'new.db'}")
    assert opened.texts.corpora() == []
    opened.close()
    assert (tmp_path / "new.db").stat().st_size > 0


def test_an_opened_store_keeps_what_it_held(store: Store, corpus: Corpus, tmp_path: Path) -> None:
    again = open_store(f"sqlite:///{tmp_path / 'aloi.db'}")
    try:
        assert again.texts.corpora() == [corpus]
        assert again.texts.sentences(corpus.id) == store.texts.sentences(corpus.id)
    finally:
        again.close()


@pytest.mark.sqlite
def test_a_file_that_is_no_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    path.write_text("These are notes, not a database. " * 40, encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(AloiError) as raised:
        open_store(f"sqlite:///{path}")
    assert "notes.db" in raised.value.found
    assert path.read_bytes() == before


@pytest.mark.parametrize("url", ["", "nonsense", "magic://here"])
def test_a_url_that_leads_nowhere_is_refused(url: str) -> None:
    with pytest.raises(AloiError) as raised:
        open_store(url)
    assert raised.value.expected
    assert raised.value.todo


@pytest.mark.sqlite
def test_a_store_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(AloiError) as raised:
        open_store(f"sqlite:///{tmp_path / 'file' / 'aloi.db'}")
    assert "file" in raised.value.found
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
