"""The answers kept in memory: as many bytes as they may take, those of the rounds asked for last."""

from __future__ import annotations

import tracemalloc

from aloi.annotation.model import Annotation, AssignmentKey
from aloi.storage.answers.cache import AnswerCache, size_of
from aloi.storage.database import Database
from aloi.storage.store import Store
from tests.storage.world import NOW, fill


def made(count: int) -> list[Annotation]:
    """Return answers whose parts are objects of their own, as those read from a database are."""
    return [
        Annotation(
            AssignmentKey("".join(["round-", "1"]), f"item-{at}", f"person-{at % 7}", 1),
            1,
            f"event-{at}",
            {"label": f"label-{at % 3}"},
            False,
            "",
            1.5 + at,
            None,
            NOW,
        )
        for at in range(count)
    ]


def test_the_size_is_about_what_they_take() -> None:
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        answers = made(3000)
        taken = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert 0.7 < size_of(answers) / taken < 1.3
    assert size_of([]) == 0


def test_the_rounds_asked_for_longest_ago_go_and_a_large_one_is_not_kept(store: Store) -> None:
    world = fill(store)
    leased = world.lease(0)
    assert leased is not None
    world.answer(leased.key, "e1", {"score": 4})
    database: Database = store.answers._database
    with database.read() as connection:
        whole = AnswerCache()
        assert [one.event_id for one in whole.latest(connection, world.round_id)] == ["e1"]
        assert whole.size > 100
        small = AnswerCache(whole.size - 1)
        assert [one.event_id for one in small.latest(connection, world.round_id)] == ["e1"]
        assert small.size == 0
        exact = AnswerCache(whole.size)
        exact.latest(connection, world.round_id)
        assert exact.size == whole.size
