"""Eight programs edit shared items at once: what was acknowledged is there once, in an order that holds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from aloi.annotation.model import AssignmentKey, SkipReason
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.storage.store import Store
from tests import simulations
from tests.processes import CONTEXT
from tests.servers import running_server
from tests.storage.world import NOW, World, fill

PROCESSES, PEOPLE, ITEMS, K = 8, 6, 60, 3  # two people have two programs each
FEWEST_ACKNOWLEDGED = 0.6  # of the edits: undoing, and answering anew what one does not have yet, are none
# An item that was undone or skipped goes to others; who comes back to it then is too late.
REFUSALS = {"storage.answer-late", "aloi.value"}  # handed over before it arrived, or given to others


@dataclass
class History:
    """What one program was told: the value of each event acknowledged, refusals, and what should not be."""

    acknowledged: dict[str, tuple[str, str, Json]] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    raw: list[str] = field(default_factory=list)


class Editor:
    """One program of an annotator: it answers, answers anew, skips, undoes and sends twice, by chance."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.number = world, number
        self.chance = random.Random(number)
        self.person = world.people[number % PEOPLE]
        self.mine: list[AssignmentKey] = []
        self.told = History()
        self.count = 0

    def edit(self) -> None:
        """Do one thing; what is refused with a reason is counted; what else is raised ends the program."""
        self.count += 1
        event = f"{self.number}-{self.count}"
        act = self.chance.choices([self.answer, self.again, self.undo, self.skip], [20, 70, 8, 2])[0]
        try:
            act(event)
        except AloiError as error:
            if error.code.startswith("aloi.storage.driver"):
                self.told.raw.append(error.code)
            else:
                self.told.refused[error.code] += 1

    def answer(self, event: str) -> None:
        leased = self.world.lease(self.number % PEOPLE, now=NOW + timedelta(seconds=self.count))
        if leased is None:
            self.again(event)
            return
        self.keep(leased.key, event)
        self.mine.append(leased.key)

    def again(self, event: str) -> None:
        if self.mine:
            self.keep(self.chance.choice(self.mine), event)

    def keep(self, key: AssignmentKey, event: str) -> None:
        value = self.chance.randrange(1000)
        for _ in range(self.chance.choice([1, 1, 1, 2])):  # now and then the network sends it twice
            self.world.answer(key, event, {"score": value})
        self.told.acknowledged[event] = (key.item_id, key.annotator_id, {"score": value})

    def undo(self, event: str) -> None:
        self.world.store.answers.undo(self.world.round_id, self.person.id, event, NOW)

    def skip(self, event: str) -> None:
        if self.mine:
            key = self.chance.choice(self.mine)
            self.world.store.answers.skip(key, event, SkipReason.OTHER, now=NOW)
            self.keep(key, f"{event}-back")


def _edit(url: str, world: World, number: int, edits: int, said: Connection) -> None:
    with closing(Store.open(url)) as store:
        editor = Editor(World(store, world.people, world.items, world.round_id), number)
        for _ in range(edits):
            editor.edit()
        said.send(editor.told)


@contextmanager
def _empty(database: str, folder: Path) -> Iterator[Store]:
    really: type[Store] = Store
    if database == "sqlite":
        with closing(really.open(f"sqlite:///{folder / 'aloi.db'}")) as store:
            yield store
        return
    with running_server(Store.really_open) as server, closing(server.open("sqlite:///x")) as store:  # type: ignore[attr-defined]
        yield store


def _together(url: str, world: World, edits: int) -> list[History]:
    bare = World(None, world.people, world.items, world.round_id)  # type: ignore[arg-type]
    running = []
    for number in range(PROCESSES):
        heard, said = CONTEXT.Pipe(duplex=False)
        process = CONTEXT.Process(target=_edit, args=(url, bare, number, edits, said), daemon=True)
        process.start()
        said.close()
        running.append((heard, process))
    found = [heard.recv() for heard, _ in running]
    for _, process in running:
        process.join()
    return found


def _finish(world: World) -> None:
    """Let everybody answer what still waits."""
    for person in range(PEOPLE):
        while (left := world.lease(person, now=NOW + timedelta(days=1))) is not None:
            world.answer(left.key, f"end-{person}-{left.key.item_id}", {"score": 0})


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("database", "edits"),
    [
        ("sqlite", 20),
        pytest.param("sqlite", 1000, marks=pytest.mark.slow),
        pytest.param("postgresql", 1000, marks=pytest.mark.slow),
    ],
)
def test_programs_that_edit_at_once_lose_and_double_nothing(
    database: str, edits: int, tmp_path: Path, record_property
) -> None:
    with _empty(database, tmp_path) as store:
        world = fill(store, items=ITEMS, people=PEOPLE, overlap=K)
        url = store._database.engine.url.render_as_string(hide_password=False)
        told = _together(url, world, edits)
        raw = [error for one in told for error in one.raw]
        refused = sum((one.refused for one in told), Counter())
        acknowledged = {event: value for one in told for event, value in one.acknowledged.items()}
        _finish(world)
        revisions = store.answers.revisions(world.round_id)
        kept = Counter(one.event_id for one in revisions)
        lost = [event for event in acknowledged if event not in kept]
        doubled = [event for event, times in kept.items() if times > 1]
        values = {one.event_id: (one.key.item_id, one.key.annotator_id, one.value) for one in revisions}
        answers = Counter(one.key.item_id for one in store.answers.latest(world.round_id))
        record_property(
            simulations.FIGURE,
            f"{database}: {PROCESSES} programs x {edits} edits, {len(acknowledged)} acknowledged answers, "
            f"{len(lost)} lost, {len(doubled)} doubled, {len(raw)} raw errors, "
            f"{min(answers.values())} to {max(answers.values())} answers an item where {K} are wanted, "
            f"refused with a reason: {dict(refused) or 'none'}",
        )
        assert set(refused) <= REFUSALS
        assert len(acknowledged) >= FEWEST_ACKNOWLEDGED * PROCESSES * edits
        assert (lost, doubled, raw) == ([], [], [])
        assert {event: values[event] for event in acknowledged} == acknowledged
        numbers: dict[AssignmentKey, list[int]] = {}
        for one in revisions:
            numbers.setdefault(one.key, []).append(one.revision)
        assert all(sorted(each) == [*range(1, len(each) + 1)] for each in numbers.values())
        assert answers == dict.fromkeys(world.items, K)
        assert set(world.coverage()) == {(K, K, False)}
        assert store.check() == store.find_changes() == []
