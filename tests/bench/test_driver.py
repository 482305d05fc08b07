"""The simulated annotators of `make bench`, a few of them for a few seconds."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path

import pytest

from aloi.storage.store import Store
from bench.load.bench_annotate import count_answers
from bench.load.driver import Clicks, Tab, click, open_all, sign_in
from bench.load.filled_store import PASSWORD, fill, invented_sentences
from bench.load.servers import Server, serving

pytestmark = pytest.mark.slow


async def work(server: Server, names: list[str], seconds: float = 5, think: float = 0.5) -> Clicks:
    cookies = [sign_in(server.address, name, PASSWORD) for name in names]
    tabs = [Tab(server.address, "annotate", cookie) for cookie in cookies]
    await open_all(tabs)
    found = await click(tabs, seconds=seconds, think=think, seed=1)
    for tab in tabs:
        await tab.close()
    return found


def test_three_annotators_sign_in_and_their_answers_are_kept(store: Store, tmp_path: Path) -> None:
    opened, names = fill(store, items=30, annotators=3, overlap=2)
    url = f"sqlite:///{tmp_path / 'aloi.db'}"
    with serving(tmp_path, "-m", "aloi.ui.server.app", "--store", url, "--port", "{port}") as server:
        with pytest.raises(RuntimeError, match="could not sign in"):
            sign_in(server.address, names[0], "another password")
        before = server.cpu_ms()
        found = asyncio.run(work(server, names))
        assert server.cpu_ms() > before
    assert found.problems == []
    assert len(found.latencies) == len(found.events) >= 10
    kept = store.answers.revisions(opened.id)
    assert {one.event_id for one in kept} == set(found.events)
    assert len({one.key.annotator_id for one in kept}) == 3
    assert max(Counter(one.key.item_id for one in kept).values()) <= 2
    assert count_answers(store, opened, found) == (0, 0, [])


def test_annotators_end_when_no_item_waits(store: Store, tmp_path: Path) -> None:
    opened, names = fill(store, items=4, annotators=2, overlap=2)
    url = f"sqlite:///{tmp_path / 'aloi.db'}"
    with serving(tmp_path, "-m", "aloi.ui.server.app", "--store", url, "--port", "{port}") as server:
        begun = time.monotonic()
        found = asyncio.run(work(server, names, seconds=25, think=0.1))
    assert time.monotonic() - begun < 20
    assert found.problems == []
    assert len(found.events) == 8
    assert count_answers(store, opened, found) == (0, 0, [])


def test_a_lost_and_a_doubled_answer_are_counted(store: Store) -> None:
    opened, _ = fill(store, items=2, annotators=2, overlap=2)
    acknowledged = Clicks(events={"never-stored": opened.item_ids[0]})
    assert count_answers(store, opened, acknowledged) == (1, 0, [])


def test_invented_sentences_are_all_different_and_the_same_each_time() -> None:
    texts = [one.text for one in invented_sentences(2000, 3)]
    assert len(set(texts)) == 2000
    assert texts == [one.text for one in invented_sentences(2000, 3)]
