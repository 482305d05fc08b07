"""Decisions on substitutes in the store: revisions, taking back, and what the check tells."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from aloi.annotation.tasks.substitution.cleaning import Category
from aloi.gold.making.cleaning import Cleaning
from aloi.gold.model import Gold, GoldItem, GoldStatus
from aloi.storage.store import Store
from tests.storage.world import NOW, fill


def _decision(item: str, answer: str = "étrroit", result: str | None = "étroit") -> Cleaning:
    category = Category.EXCLUDED if result is None else Category.CORRECTED
    return Cleaning("k0", item, answer, 0, category, result, "J1", "", NOW)


def test_a_decision_gets_the_next_revision_of_its_answer_and_nothing_is_lost(store: Store) -> None:
    world = fill(store)
    first, other = _decision(world.items[0]), _decision(world.items[1])
    kept = store.cleanings.add([first, other])
    assert [one.revision for one in kept] == [1, 1]
    taken_back = replace(first, category=None, result=None)
    assert store.cleanings.add([taken_back])[0].revision == 2
    found = store.cleanings.list("k0")
    assert len(found) == 3
    assert {one.revision for one in found if one.item_id == world.items[0]} == {1, 2}
    assert replace(first, revision=1) in found
    assert store.check() == []


@pytest.mark.sqlite
def test_the_check_names_a_gap_and_a_result_that_cannot_be(tmp_path: Path) -> None:
    path = tmp_path / "aloi.db"
    store = Store.open(f"sqlite:///{path}")
    world = fill(store)
    store.cleanings.add([_decision(world.items[0]), _decision(world.items[0])])
    store.close()
    with sqlite3.connect(path) as plain:
        plain.execute("DELETE FROM cleanings WHERE revision = 1")
        plain.execute("UPDATE cleanings SET result = NULL")
    plain.close()
    store = Store.open(f"sqlite:///{path}")
    problems = store.check()
    store.close()
    assert len(problems) == 2
    assert "up to revision 2, of which 1 are there" in str(problems[0])
    assert "without a result" in str(problems[1])
    assert {one.id for one in problems} == {f"k0/{world.items[0]}"}


@pytest.mark.sqlite
def test_a_copy_of_the_store_holds_the_decisions(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    kept = store.cleanings.add([_decision(fill(store).items[0])])
    store.copy_to(tmp_path / "copy.db")
    store.close()
    copy = Store.open(f"sqlite:///{tmp_path / 'copy.db'}")
    assert copy.cleanings.list("k0") == kept
    copy.close()


def test_a_gold_tells_whether_it_was_cleaned(store: Store) -> None:
    world = fill(store)
    item = GoldItem(world.items[0], 2.5, "mean", ("A1",), None, GoldStatus.SINGLE, world.round_id)
    plain = Gold("g1", "k0", "mean", (world.round_id,), (item,), NOW)
    cleaned = replace(plain, id="g2", cleaned=True)
    store.gold.add_gold(plain)
    store.gold.add_gold(cleaned)
    assert store.gold.golds("k0") == [plain, cleaned]
