"""After any edit, results computed from what is in memory are those of a store opened afresh."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import Annotation, AssignmentKey, Round, SkipReason
from aloi.base.records import to_json
from aloi.storage.answers import cache
from aloi.storage.store import Store
from aloi.workbench.cache.agreement import DiagnoseRound, MeasureRound, MeasureTrend
from aloi.workbench.cache.base import Request
from aloi.workbench.cache.campaigns import CountRound, ListDisputed, RateRound
from aloi.workbench.cache.results import ResultComputer
from aloi.workbench.corrections.exclusion import exclude, include
from aloi.workbench.requests.corrections import ExcludeRequest, IncludeRequest
from tests.workbench.scene import NOW, Scene, make_scene

REASON = {"why": "tried", "by": "A2"}


def edit(scene: Scene, one: Round, chance: random.Random, number: int) -> None:
    """Do one thing that a person, or an import, may do to the answers of a round."""
    store, name = scene.store, chance.choice(scene.names)
    key = scene.key(one, chance.randrange(len(scene.items)), name)
    event, value = f"event-{number}", {"score": float(chance.randrange(6))}
    given: dict[str, Any] = {"seconds": 2.0, "flag": False, "comment": "", "guideline_version": None}
    what = chance.choice(("answer", "answer", "answer", "skip", "undo", "import", "again"))
    if what == "answer":
        store.answers.submit(key, event, value, shown={}, now=NOW, **given)
    elif what == "skip":
        store.answers.skip(key, event, SkipReason.OTHER, now=NOW)
    elif what == "undo":
        store.answers.undo(one.id, key.annotator_id, event, NOW)
    elif what == "import":
        made = Annotation(key, 1, event, value, created_at=None, shown={}, **given)
        store.answers.import_answers(one.id, [made])
    else:
        put_aside(store, [each.key for each in store.answers.latest(one.id)][:1])


def put_aside(store: Store, keys: list[AssignmentKey]) -> None:
    """Let the first answer wait for its annotator again, as a change of labels does, and give it again."""
    for key in keys:
        store.schemas.ask_again(key.round_id, [key])
        assert key not in [one.key for one in store.answers.latest(key.round_id)]
        store.schemas.count_again(key.round_id, [key])


def results(store: Store, one: Round) -> list[Any]:
    of = (one.campaign_id, one.id)
    requests: list[Request[object]] = [
        CountRound(*of),
        ListDisputed(*of),
        MeasureRound(*of, "score", cleaned=True),
        DiagnoseRound(*of, "score"),
        MeasureTrend(*of, cleaned=True),
        RateRound(*of),
    ]
    return [to_json(ResultComputer(store)(request)) for request in requests]


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path, 8)


@pytest.mark.parametrize("seed", range(2))
def test_random_edits_give_the_results_of_a_store_opened_afresh(
    scene: Scene, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    one = scene.open()
    scene.give(one, {name: [float(chance.randrange(6)) for _ in scene.items] for name in scene.names})
    before = results(scene.store, one)
    for number in range(24):
        edit(scene, one, chance, number)
        fresh = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
        assert scene.store.answers.latest(one.id) == fresh.answers.latest(one.id)
        if number % 12 == 11:
            assert results(scene.store, one) == results(fresh, one) != before
        fresh.close()
    exclude(scene.store, ExcludeRequest(campaign=one.campaign_id, person="A1", **REASON), NOW)
    without = results(scene.store, one)
    include(scene.store, IncludeRequest(campaign=one.campaign_id, person="A1", **REASON), NOW)
    assert without != results(scene.store, one)


def test_an_answer_is_read_once(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    one_of, every_of = cache.read_annotation, cache.read_annotations

    def counted(row: Any) -> Annotation:
        read.append(row["event_id"])
        return one_of(row)

    def all_counted(*asked: Any) -> Iterator[Annotation]:
        for each in every_of(*asked):
            read.append(each.event_id)
            yield each

    monkeypatch.setattr(cache, "read_annotation", counted)
    monkeypatch.setattr(cache, "read_annotations", all_counted)
    one = scene.open()
    scene.give(one, {name: [1.0] * len(scene.items) for name in scene.names})
    first = scene.store.answers.latest(one.id)
    assert len(read) == len(first) == len(scene.items) * len(scene.names)
    key = first[3].key
    scene.store.answers.submit(
        key, "changed", {"score": 4.0}, seconds=1.0, flag=False, comment="", shown={},
        guideline_version=None, now=NOW,
    )  # fmt: skip
    again = scene.store.answers.latest(one.id)
    assert read[len(first) :] == ["changed"]
    assert [each.value for each in again if each.key == key] == [{"score": 4.0}]
    assert all(a is b for a, b in zip(first, again, strict=True) if a.key != key)


def test_what_a_transaction_took_back_is_not_remembered(scene: Scene) -> None:
    one = scene.open()
    scene.give(one, {"A1": [1.0]})
    before = scene.store.answers.latest(one.id)
    key = before[0].key
    given = replace(before[0], event_id="other", value={"score": 5.0})

    def broken_off() -> None:
        with scene.store.together():
            scene.store.answers.import_answers(one.id, [given])
            assert [each.value for each in scene.store.answers.latest(one.id)] == [{"score": 5.0}]
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken_off()
    scene.store.answers.import_answers(one.id, [replace(given, event_id="third", value={"score": 2.0})])
    assert [(each.key, each.value) for each in scene.store.answers.latest(one.id)] == [(key, {"score": 2.0})]
