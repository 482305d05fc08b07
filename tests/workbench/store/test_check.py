"""What is wrong with a store is told in words, and looking changes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from corpora.model import Corpus
from storage.store import Store
from workbench.store import check
from workbench.store.check import Check


def damage(path: Path, statement: str) -> None:
    """Change a store behind its back."""
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()


def test_a_sound_store_has_no_problem(store: Store, corpus: Corpus, content: Callable[[], list[str]]) -> None:
    before = content()
    assert check.check(store) == Check(documents=4, sentences=8, releases=0, problems=())
    assert content() == before


def test_an_empty_store_is_sound(store: Store) -> None:
    assert check.check(store) == Check(0, 0, 0, ())


def test_a_changed_text_is_found(store: Store, corpus: Corpus, tmp_path: Path) -> None:
    damage(tmp_path / "aloi.db", "update documents set text = replace(text, 'toux', 'TOUX')")
    problems = check.check(store).problems
    cough = next(one for one in store.texts.sentences(corpus.id) if "toux" in one.text)
    assert f"Sentence {cough.id} of corpus 'ward' does not match its offsets." in problems
    assert sum("does not match its offsets" in one for one in problems) == 1
