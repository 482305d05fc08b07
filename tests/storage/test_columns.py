"""Characters that no database keeps: refused within JSON as in texts, and what older stores hold goes on."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from aloi.annotation.model import SkipReason
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.storage.columns import as_kept, to_json_text
from aloi.storage.model import StoredResult
from aloi.storage.store import Store
from tests.storage.world import NOW, World, fill, origin

REFUSED: dict[str, tuple[Json, str]] = {
    "NUL": ({"words": ["a\0"]}, "U+0000"),
    "a high half": ("ab\ud83d", "U+D83D"),
    "a low half": ({"a": ["\ude00"]}, "U+DE00"),
    "in a name": ({"k\udfff": 1}, "U+DFFF"),
    "behind a pair": ("🫁\udc00", "U+DC00"),
    "behind backslashes": ("\\\\\0", "U+0000"),
}
KEPT: tuple[Json, ...] = ("\\u0000", "\\\\ud800", "🫁🩺", "\u001f\ud7ff\ue000", {"é": ["한"]}, 4.0, None)


@pytest.mark.parametrize("name", REFUSED)
def test_half_characters_are_refused(name: str) -> None:
    value, character = REFUSED[name]
    with pytest.raises(AloiError, match=character.replace("+", r"\+")):
        to_json_text(value)
    with as_kept():
        assert json.loads(to_json_text(value)) == value


@pytest.mark.parametrize("value", KEPT, ids=ascii)
def test_whole_characters_are_kept(value: Json) -> None:
    assert json.loads(to_json_text(value)) == value


@pytest.mark.parametrize("name", REFUSED)
def test_neither_database_takes_them_in_an_answer(store: Store, name: str) -> None:
    value, _ = REFUSED[name]
    world = fill(store)
    leased = world.lease(0)
    assert leased is not None
    found = (store.texts.item(world.items[0]), origin(world.items[0], parameters={"words": value}))
    told = "databases cannot store"
    with pytest.raises(AloiError, match=told):
        world.answer(leased.key, "e1", value)
    with pytest.raises(AloiError, match=told):
        store.answers.mark(leased.key, draft=value, at=NOW)
    with pytest.raises(AloiError, match=told):
        store.texts.add_items([found])
    assert store.answers.revisions(world.round_id) == []
    store.answers.skip(leased.key, "e2", SkipReason.CONTEXT, now=NOW)
    assert store.check() == store.find_changes() == []


def older(store: Store) -> World:
    """Fill a store with an answer as an older version kept it."""
    world = fill(store)
    leased = world.lease(0)
    assert leased is not None
    with as_kept():
        world.answer(leased.key, "e1", {"words": ["a\0", "\ud83d"]})
    return world


def test_what_an_older_store_holds_is_read_moved_and_checked(store: Store, tmp_path: Path) -> None:
    world = older(store)
    with closing(Store.open(f"sqlite:///{tmp_path / 'other.db'}")) as other:
        assert all(one.equal for one in store.move_to(other))
        for one in (store, other):
            [answer] = one.answers.latest(world.round_id)
            assert answer.value == {"words": ["a\0", "\ud83d"]}
            assert one.check() == one.find_changes() == []
            result = StoredResult("words", "k0", "1", 1, answer.value, None, NOW, 0.1)
            one.cached_results.save(result)
            assert one.cached_results.get([("words", "k0")]) == {("words", "k0"): result}
