"""What is wrong with a store is told in words, and looking changes nothing."""

from __future__ import annotations

import gc
import sqlite3
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from aloi.annotation.tasks import TASKS
from aloi.corpora.collection import collect
from aloi.corpora.item_json import item_body, item_of, made_again
from aloi.corpora.model import Corpus
from aloi.corpora.readers.base import ReadText
from aloi.storage import tables
from aloi.storage.store import Store
from aloi.workbench.releases import gold, releases
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.store import check
from aloi.workbench.store.check import Check
from tests.workbench.scene import NOW, Scene, make_scene

TASKS_BY_KIND = {one.example().item.kind: one for one in TASKS}


def damage(path: Path, statement: str) -> None:
    """Change a store behind its back."""
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()


def test_a_sound_store_has_no_problem(store: Store, corpus: Corpus, content: Callable[[], list[str]]) -> None:
    before = content()
    found = check.check(store)
    counts = {"answers": 0, "events": 1, "head": found.head}
    assert found == Check(documents=4, sentences=8, releases=0, problems=(), **counts)
    assert content() == before


def test_an_empty_store_is_sound(store: Store) -> None:
    found = check.check(store)
    assert found == Check(0, 0, 0, (), answers=0, events=0, head=found.head)
    assert len(found.head or "") == 64


@pytest.mark.sqlite
def test_a_changed_text_is_found_and_not_told(store: Store, corpus: Corpus, tmp_path: Path) -> None:
    damage(tmp_path / "aloi.db", "update documents set text = replace(text, 'toux', 'TOUX')")
    problems = check.check(store).problems
    cough = next(one for one in store.texts.sentences(corpus.id) if "toux" in one.text)
    assert {(one.table, one.id) for one in problems} == {
        ("corpora", corpus.id), ("documents", cough.document_id), ("sentences", cough.id),
    }  # fmt: skip
    assert "is not what its document holds at its place" in "".join(map(str, problems))
    assert "toux" not in "".join(map(str, problems)).lower()


@pytest.fixture
def released(store: Store, tmp_path: Path) -> Scene:
    """Return a scene whose gold is frozen and released as 1.0; its answers have a comment."""
    scene = make_scene(store, tmp_path)
    opened = scene.open(names=("A1", "A2"))
    scene.give(opened, {"A1": (0, 1, 2, 3, 4, 5), "A2": (1, 1, 2, 4, 4, 4)})
    store.campaigns.add_guideline(scene.campaign.id, "Lisez les deux phrases.", "first", NOW)
    gold.freeze(store, FreezeRequest("closeness"), now=NOW)
    releases.build(store, ReleaseRequest("closeness", "1.0", sizes={"train": 4, "test": "rest"}), now=NOW)
    assert check.check(store).sound
    return scene


# What is done to one row behind the store's back, in which table, and what else shows it.
CHANGES = [
    ("documents", "text", "text || ' Secret.'", ["corpora"]),
    ("documents", "name", "name || 'Secret'", ["corpora"]),
    ("documents", "text", "X'FF'", ["corpora", "sentences"]),
    ("documents", "text", "CAST(CAST(text AS BLOB) || X'FF' AS TEXT)", ["corpora"]),
    ("corpora", "language", "'de'", []),
    ("items", "body", "replace(body, 'dort', 'Secret')", []),
    ("items", "body", "'Secret'", []),
    ("items", "body", """'{"left": "Secret"}'""", []),
    ("annotations", "value", """'{"score": 3.5}'""", []),
    ("annotations", "comment", "'Secret'", []),
    ("annotations", "value", "'Secret'", []),
    ("guidelines", "text", "'Secret'", []),
    ("golds", "items", "replace(items, '0.5', '1.5')", []),
    ("golds", "rule", "'median'", []),
    ("golds", "items", "json_set(items, '$[0].spread', 3)", []),
    ("golds", "items", "json_set(items, '$[0].round_id', 'Secret')", []),
    ("golds", "models", """'[{"part": "Secret"}]'""", []),
    ("releases", "manifest", "replace(manifest, 'dort', 'Secret')", []),
    ("releases", "manifest", """'["Secret"]'""", []),
    ("releases", "manifest", "json_remove(manifest, '$.event_log.rounds')", []),
    ("releases", "manifest", "json_remove(manifest, '$.event_log.rounds[0].head')", []),
    ("releases", "manifest", "json_set(manifest, '$.campaign.settings.main', 'Secret')", []),
    ("releases", "version", "'2.0'", []),
]


@pytest.mark.sqlite
@pytest.mark.parametrize(("table", "column", "value", "also"), CHANGES)
def test_one_changed_row_is_named_and_not_told(
    released: Scene, table: str, column: str, value: str, also: list[str]
) -> None:
    path = released.folder / "aloi.db"
    row = f"(select min(rowid) from {table})"
    keys = [column.name for column in tables.metadata.tables[table].primary_key]
    with closing(sqlite3.connect(path)) as plain, plain:
        [its_key] = plain.execute(f"select {', '.join(keys)} from {table} where rowid = {row}").fetchall()
        plain.execute(f"update {table} set {column} = {value} where rowid = {row}")
    found = check.check(released.store)
    assert not found.sound
    assert {one.table for one in found.problems} == {table, *also}
    assert {one.id for one in found.problems if one.table == table} == {"/".join(map(str, its_key))}
    assert "secret" not in "".join(map(str, found.problems)).lower()


@pytest.mark.sqlite
def test_an_answer_of_a_release_that_is_gone_is_told(released: Scene) -> None:
    damage(
        released.folder / "aloi.db",
        "delete from annotations where item_id = (select min(item_id) from items"
        " join annotations on item_id = id)",
    )
    problems = [str(one) for one in check.check(released.store).problems]
    assert any("2 rows are gone that the release" in one for one in problems)


def test_answers_given_after_a_release_change_nothing(released: Scene) -> None:
    [opened] = released.store.campaigns.rounds(released.campaign.id)
    key = released.key(opened, 0, "A1")
    given = {"seconds": 1.0, "flag": False, "comment": "", "shown": {}, "guideline_version": None}
    released.store.answers.submit(key, "later", {"score": 5}, now=NOW, **given)  # type: ignore[arg-type]
    assert check.check(released.store).sound


@pytest.mark.parametrize("kind", sorted(TASKS_BY_KIND))
def test_an_item_of_each_kind_is_made_again(kind: str) -> None:
    item = TASKS_BY_KIND[kind].example().item
    body = item_body(item)
    again = made_again(item_of(item.kind, item.id, item.corpus_id, body))
    assert made_again(again) == again
    assert made_again(replace(again, id="0")) == again


@pytest.mark.sqlite
def test_many_texts_are_read_one_after_the_other(store: Store, tmp_path: Path) -> None:
    documents = tuple(ReadText(f"t{n}", f"Le patient {n} dort. " * 1_000, {}, "") for n in range(300))
    made = collect(documents, name="many", language="fr", licence="CC0-1.0")
    store.texts.add_corpus(made.corpus, made.documents)
    del documents, made
    gc.collect()
    tracemalloc.start()
    assert check.check(store).sound
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5_000_000 < (tmp_path / "aloi.db").stat().st_size
