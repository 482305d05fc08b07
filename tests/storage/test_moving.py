"""A store moved to another database holds the same rows there, and is worked in as before."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path

import pytest

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.corpora.terminologies.concepts import ConceptName, Terminology
from aloi.storage import rows
from aloi.storage import tables as t
from aloi.storage.store import Store
from tests.servers import running_server
from tests.storage.world import NOW, World, fill

# Answers that are numbers by themselves, and what comes back of them from each database.
NUMBERS = {
    "whole": (4.0, "4"),
    "minus": (-0.0, "0"),
    "part": (0.1, "0.1"),
    "far": (1e300, "1e+300"),
    "long": (2**63 - 1, "9223372036854775807"),
    "inside": ({"score": 4.0}, "{'score': 4.0}"),
}
NAMES = [ConceptName("C1", "Fièvre typhoïde", "fr", "DISO", True), ConceptName("C2", "Toux", "fr", "", True)]


def filled(store: Store) -> World:
    world = fill(store, items=6, people=2)
    for number in range(5):
        leased = world.lease(number % 2)
        assert leased is not None
        value = {"score": number / 3, "labels": ["é", "🫁", "e\u0301"]}
        world.answer(leased.key, f"e{number}", value, comment="à « relire »")
    store.terminologies.add(Terminology.of("Little", "CC0-1.0", "written"), NAMES, NOW)
    store.sign_ins.begin({"somebody": 5}, timedelta(minutes=5), NOW)
    store.jobs.add("segment", {"corpus": "c0"}, "A1", NOW)
    store.people.add_login("token", world.people[0].id, NOW + timedelta(days=1), NOW)
    return world


def worked_in(store: Store, world: World) -> None:
    """Look for names, give an answer and add what is numbered: as people do the next day."""
    assert store.check() == store.find_changes() == []
    (terminology,) = store.terminologies.list()
    assert [one.concept_id for one in store.terminologies.search(terminology.id, "typh")] == ["C1"]
    leased = store.answers.lease_next(world.round_id, world.people[0].id, NOW, 600)
    assert leased is not None
    moved = World(store, world.people, world.items, world.round_id)
    moved.answer(leased.key, "next", 3)
    store.people.add("Newcomer", Role.ANNOTATOR, NOW)
    more = [ConceptName("C9", "Attelle", "fr", "", True)]
    store.terminologies.add(Terminology.of("More", "CC0-1.0", "written"), more, NOW)
    assert store.check() == store.find_changes() == []


def test_all_rows_are_there_and_work_goes_on(store: Store, tmp_path: Path) -> None:
    world = filled(store)
    with closing(Store.open(f"sqlite:///{tmp_path / 'other.db'}")) as other:
        moved = {one.table: one for one in store.move_to(other)}
        assert set(moved) == set(t.metadata.tables)
        assert all(one.equal for one in moved.values())
        assert moved["annotations"].rows == 5
        assert moved["annotations"].checksum != moved["assignments"].checksum
        assert other.answers.latest(world.round_id) == store.answers.latest(world.round_id)
        worked_in(other, world)


def numbered(store: Store) -> World:
    """Fill a store with answers that are numbers by themselves."""
    world = fill(store, items=len(NUMBERS), people=1)
    for name, (value, _) in NUMBERS.items():
        leased = world.lease(0)
        assert leased is not None
        world.answer(leased.key, name, value)
    return world


def given_back(store: Store, world: World) -> dict[str, str]:
    """Return the answers of a sound store by their events."""
    assert store.check() == store.find_changes() == []
    return {one.event_id: repr(one.value) for one in store.answers.latest(world.round_id)}


def test_a_number_by_itself_comes_back_alike_and_its_store_is_sound(store: Store, tmp_path: Path) -> None:
    world = numbered(store)
    assert given_back(store, world) == {name: told for name, (_, told) in NUMBERS.items()}
    with closing(Store.open(f"sqlite:///{tmp_path / 'other.db'}")) as other:
        assert all(one.equal for one in store.move_to(other))
        assert given_back(other, world) == given_back(store, world)


@pytest.mark.slow
@pytest.mark.sqlite
def test_numbers_that_an_older_version_left_on_a_server_go_to_a_file_and_back(tmp_path: Path) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(running_server(Store.really_open))  # type: ignore[attr-defined]
        there = stack.enter_context(closing(server.open("sqlite:///there")))
        world = numbered(there)
        with there._database.write() as connection:
            connection.exec_driver_sql("UPDATE annotations SET value = '4.0' WHERE event_id = 'whole'")
        file = stack.enter_context(closing(Store.open(f"sqlite:///{tmp_path / 'file.db'}")))
        back = stack.enter_context(closing(server.open("sqlite:///back")))
        out, home = there.move_to(file), file.move_to(back)
        assert [one.checksum for one in out] == [one.checksum_there for one in home]
        told = given_back(file, world)
        assert given_back(back, world) == told == {name: told for name, (_, told) in NUMBERS.items()}
        assert given_back(there, world) == {**told, "whole": "4.0"}


def test_nothing_is_moved_into_a_store_that_holds_something(store: Store, tmp_path: Path) -> None:
    filled(store)
    with closing(Store.open(f"sqlite:///{tmp_path / 'other.db'}")) as other:
        other.people.add("Somebody", Role.ADMINISTRATOR, NOW)
        with pytest.raises(AloiError, match="people"):
            store.move_to(other)
        assert [one.name for one in other.people.list()] == ["Somebody"]
        assert other.texts.corpora() == []


def test_what_comes_back_otherwise_is_refused_and_nothing_is_kept(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(store)
    from aloi.storage import moving

    really: Callable[..., None] = moving.fill_index

    def spoilt(connection):
        really(connection)
        connection.execute(t.answers.update().values(comment="other"))

    monkeypatch.setattr(moving, "fill_index", spoilt)
    with closing(Store.open(f"sqlite:///{tmp_path / 'other.db'}")) as other:
        with pytest.raises(AloiError, match="annotations"):
            store.move_to(other)
        assert list(other.people.list()) == []


@pytest.mark.slow
@pytest.mark.sqlite
def test_from_a_file_to_a_server_and_back_nothing_changes(store: Store, tmp_path: Path) -> None:
    world = filled(store)
    with ExitStack() as stack:
        server = stack.enter_context(running_server(Store.really_open))  # type: ignore[attr-defined]
        there = stack.enter_context(closing(server.open("sqlite:///there")))
        assert there._database.engine.dialect.name == "postgresql"
        out = store.move_to(there)
        back = stack.enter_context(closing(Store.open(f"sqlite:///{tmp_path / 'back.db'}")))
        home = there.move_to(back)
        assert [(one.table, one.rows, one.checksum) for one in out] == [
            (one.table, one.rows_there, one.checksum_there) for one in home
        ]
        worked_in(there, world)
        worked_in(back, world)


@pytest.mark.slow
@pytest.mark.sqlite
def test_a_server_knows_how_many_rows_came_before_it_looks_them_up(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it goes through a round for each of its answers."""
    filled(store)
    with ExitStack() as stack:
        server = stack.enter_context(running_server(Store.really_open))  # type: ignore[attr-defined]
        there = stack.enter_context(closing(server.open("sqlite:///there")))
        store.move_to(there)
        assert counted(there, "annotations") == 5
        other = stack.enter_context(closing(server.open("sqlite:///other")))
        fill(other, items=6, people=2)
        assert counted(other, "items") < 0  # nobody counted yet
        monkeypatch.setattr(rows, "_MANY", 6)
        more = stack.enter_context(closing(server.open("sqlite:///more")))
        fill(more, items=6, people=2)
        assert counted(more, "items") == counted(more, "round_items") == 6
        assert counted(more, "assignments") == 12


def counted(store: Store, table: str) -> float:
    """Return how many rows a server takes a table to have; below 0 where it never counted."""
    with store._database.read() as connection:
        query = f"SELECT reltuples FROM pg_class WHERE relname = '{table}'"
        return float(connection.exec_driver_sql(query).scalar_one())
