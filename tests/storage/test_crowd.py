"""Many annotators at once, and a process killed after it acknowledged an answer."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from aloi.storage.store import Store
from tests.storage.world import NOW, World, fill

_THREADS = 20
_K = 3


def _work(world: World, person: int) -> dict[str, float]:
    """Answer until nothing is left; return the value of each event acknowledged."""
    acknowledged = {}
    while (found := world.lease(person)) is not None:
        event = f"{person}-{found.position}"
        assert event not in acknowledged, "an item answered came back"
        value = float(found.position)
        world.answer(found.key, event, value)
        world.answer(found.key, event, -1.0)
        acknowledged[event] = value
    return acknowledged


def _crowd(store: Store, items: int, tabs: int = 1) -> None:
    """Let everybody work at once, each in so many tabs, and look at what is kept."""
    world = fill(store, items=items, people=_THREADS, overlap=_K)
    with ThreadPoolExecutor(_THREADS * tabs) as pool:
        each = list(pool.map(lambda number: _work(world, number % _THREADS), range(_THREADS * tabs)))
    acknowledged = {event: value for one in each for event, value in one.items()}
    kept = store.answers.latest(world.round_id)
    assert {one.event_id: one.value for one in kept} == acknowledged
    assert Counter(one.key.item_id for one in kept) == dict.fromkeys(world.items, _K)
    assert {one.revision for one in kept} == {1}
    assert set(world.coverage()) == {(_K, _K, False)}
    assert store.check() == store.find_changes() == []


def test_twenty_annotators_give_exactly_three_answers_an_item(store: Store) -> None:
    _crowd(store, 60)


@pytest.mark.slow
def test_twenty_annotators_give_exactly_three_answers_to_each_of_500_items(store: Store) -> None:
    _crowd(store, 500)


def test_annotators_with_two_tabs_give_exactly_three_answers_an_item(store: Store) -> None:
    _crowd(store, 20, tabs=2)


_KILLED = """
import os, signal, sys
from aloi.storage.store import Store
from tests.storage.world import fill

world = fill(Store.open(sys.argv[1]))
for number in range(2):
    world.answer(world.lease(0).key, f"e{number}", number)
print("acknowledged", flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_an_acknowledged_answer_survives_sigkill(store: Store) -> None:
    url = store._database.engine.url.render_as_string(hide_password=False)
    root = Path(__file__).resolve().parents[2]
    ended = subprocess.run(
        [sys.executable, "-c", _KILLED, url],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.stdout == "acknowledged\n", ended.stderr
    assert ended.returncode == -9
    (opened,) = store.campaigns.rounds("k0")
    kept = store.answers.latest(opened.id)
    assert [(one.event_id, one.value, one.created_at) for one in kept] == [("e0", 0, NOW), ("e1", 1, NOW)]
    assert store.check() == store.find_changes() == []
