"""What the check reads of contents: values that are no JSON are named by table, row and column."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from aloi.annotation.model import SchemaVersion
from aloi.corpora.collection import texts_checksum
from aloi.corpora.model import Document
from aloi.storage.store import Store
from aloi.storage.texts.corpora import CorpusVersion
from tests.storage.world import NOW, fill

pytestmark = pytest.mark.sqlite


def test_a_value_that_is_no_json_is_named_and_its_text_is_not(store: Store, tmp_path: Path) -> None:
    world = fill(store)
    leased = world.lease(0)
    assert leased is not None
    world.answer(leased.key, "e1", {"score": 4})
    assert store.find_changes() == []
    with closing(sqlite3.connect(tmp_path / "aloi.db")) as connection:
        connection.execute("UPDATE annotations SET value = '{secret'")
        connection.commit()
    found = [one for one in store.find_changes() if one.table == "annotations"]
    its_id = f"{world.round_id}/{leased.key.item_id}/{leased.key.annotator_id}/1/1"
    assert {one.id for one in found} == {its_id}
    unreadable, changed = found
    assert unreadable.description == "its value cannot be read."
    assert changed.description.startswith("is not what was recorded: ")
    assert "secret" not in "".join(map(str, found))


def test_what_sqlite_takes_for_json_and_python_does_not_is_named(store: Store, tmp_path: Path) -> None:
    world = fill(store)
    for number in range(2):
        leased = world.lease(number)
        assert leased is not None
        world.answer(leased.key, f"e{number}", {"score": number})
    with closing(sqlite3.connect(tmp_path / "aloi.db")) as connection:
        connection.execute("UPDATE annotations SET value = '[1]' || char(0) || '2' WHERE event_id = 'e0'")
        connection.execute(
            "UPDATE annotations SET value = '[NaN]' WHERE event_id = 'e1'"
        )  # of an older version
        connection.commit()
    found = [one.description for one in store.find_changes() if one.table == "annotations"]
    assert [one for one in found if "read" in one] == ["its value cannot be read."]
    assert len(found) == 3  # both are not what was recorded


def test_a_text_whose_bytes_are_no_utf_8_is_named_with_all_else(store: Store, tmp_path: Path) -> None:
    world = fill(store)
    leased = world.lease(0)
    assert leased is not None
    world.answer(leased.key, "e1", {"score": 4}, comment="before")
    with closing(sqlite3.connect(tmp_path / "aloi.db")) as connection:
        connection.execute("UPDATE annotations SET comment = CAST(x'ff41' AS TEXT)")
        connection.execute("UPDATE documents SET text = CAST(x'ff42' AS TEXT) WHERE place = 0")
        connection.commit()
    assert [one.description for one in store.check()] == ["the bytes of its text are no UTF-8."]
    tables = {one.table for one in store.find_changes()}
    assert tables >= {"annotations", "documents", "corpora"}


# What is changed behind the store's back, and what of it is told.
BEHIND = {
    "UPDATE origins SET parameters = '{\"threshold\": 0.9}'": ("origins", "its key is not that"),
    "UPDATE origins SET parameters_key = 'other' WHERE rowid = 1": ("origins", "its key is not that"),
    "UPDATE campaigns SET settings = '{\"high\": 9}'": ("campaigns", "other settings than the last"),
    "UPDATE campaigns SET schema_version = 1": ("campaigns", "other settings than the last"),
    "UPDATE corpora SET version = 1": ("corpora", "the last of its versions"),
    "UPDATE corpus_versions SET checksum = 'other' WHERE version = 2": (
        "corpora",
        "the last of its versions",
    ),
    "DELETE FROM corpus_versions WHERE version = 2": ("corpora", "the last of its versions"),
    "UPDATE corpus_versions SET documents = 9 WHERE version = 1": (
        "corpus_versions",
        "says 9 documents; 3 came",
    ),
    "UPDATE documents SET version = 1": ("corpus_versions", "says 3 documents; 4 came"),
}


@pytest.mark.parametrize("statement", BEHIND)
def test_what_follows_from_other_rows_is_held_against_them(
    store: Store, tmp_path: Path, statement: str
) -> None:
    fill(store)
    campaign = store.campaigns.get("k0")
    corpus = store.texts.corpus(campaign.corpus_id)
    documents = store.texts.documents(corpus.id)
    text = "Le patient tousse."
    more = Document(Document.make_id(corpus.id, "d9", text), corpus.id, "d9", text, {})
    sums = texts_checksum((one.name, one.text) for one in (*documents, more))
    before = CorpusVersion(1, corpus.licence, corpus.source, corpus.checksum, len(documents))
    store.texts.add_texts(before, replace(corpus, checksum=sums), [more], [])
    store.schemas.change(campaign, SchemaVersion(campaign.id, 2, {"high": 7}, {}, "wider", NOW), {})
    assert store.check() == store.find_changes() == []
    with closing(sqlite3.connect(tmp_path / "aloi.db")) as plain, plain:
        assert plain.execute(statement).rowcount > 0
    table, what = BEHIND[statement]
    assert any(one.table == table and what in one.description for one in store.find_changes())
