"""The event log: what happened leads to what the tables hold, and a changed byte is found where it is."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select, update

from aloi.annotation.model import Assignment, SkipReason, Status
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.gold.model import Adjudication
from aloi.storage import tables as t
from aloi.storage.answers.late_answers import AnswerLate
from aloi.storage.corrections.log import CorrectionKind
from aloi.storage.database import Database
from aloi.storage.event_log.checking import _standing
from aloi.storage.event_log.entries import EventKind, acting, moment
from aloi.storage.event_log.making import make_all, make_anew
from aloi.storage.event_log.replaying import OPEN, AssignmentState, Decided
from aloi.storage.event_log.row_hashes import read_time
from aloi.storage.store import Store
from tests.storage.earlier import old_store
from tests.storage.world import NOW, World, fill, make_round

ACTS = ("answer", "answer", "answer", "skip", "undo", "late", "again", "decide", "hand over")


def journey(store: Store, seed: int, steps: int = 60) -> World:
    """Do by chance what annotators and managers do with a round, in any order."""
    drawn = random.Random(seed)
    world = fill(store, items=8, people=4, overlap=2, repeated=(0, 1))
    for number in range(steps):
        now, event = NOW + timedelta(seconds=number), f"e{number:03d}"
        person = drawn.randrange(4)
        who = world.people[person].id
        turn = store.answers.next_turn(world.round_id, who, now, drawn.choice((0, 600)))
        act = drawn.choice(ACTS)
        if act == "undo":
            with suppress(AloiError):  # what was skipped may be others' by now
                store.answers.undo(world.round_id, who, event, now)
        elif act in ("answer", "skip") and turn is not None:
            key = turn[0].key
            if act == "answer":
                world.answer(key, event, drawn.randrange(5), now, comment="à « relire »")
            else:
                store.answers.skip(key, event, SkipReason.CONTEXT, "flou", now=now)
        elif act == "late":
            store.campaigns.set_round_status(world.round_id, Status.CLOSED, "M1", now)
            with pytest.raises(AnswerLate):
                world.answer(world.key(drawn.randrange(8), person), event, 1, now)
            store.campaigns.set_round_status(world.round_id, Status.OPEN)
            if drawn.random() < 0.7:
                verb = drawn.choice((store.late.take, store.late.leave))
                verb(world.round_id, [event], drawn.choice((None, who)), now)
        elif act == "again":
            keys = [one.key for one in store.answers.latest(world.round_id)[:1]]
            store.schemas.ask_again(world.round_id, keys)
            if drawn.random() < 0.5:
                store.schemas.count_again(world.round_id, keys)
        elif act == "hand over":
            other = drawn.choice([one.id for one in world.people if one.id != who])
            key = replace(world.key(drawn.randrange(8), person), annotator_id=other)
            store.campaigns.reassign(world.round_id, who, [Assignment(key, 0)])
        elif act == "decide":
            decision = Adjudication(
                world.round_id, world.items[number % 8], 1, ("A1",), number % 5, "Read again.", (), now
            )
            store.gold.add_adjudications([decision])
    return world


@pytest.mark.parametrize("seed", range(4))
def test_what_the_log_tells_is_what_the_tables_hold(store: Store, seed: int) -> None:
    world = journey(store, seed)
    assert store.find_changes() == []
    told = store.event_log.replay(world.round_id)
    database = store._database
    stands: dict[tuple[str, str, int], AssignmentState] = {}
    with database.read() as connection:
        stands.update(_standing(connection, world.round_id))
    untouched = AssignmentState(OPEN, 0)
    assert {place: one for place, one in stands.items() if one != untouched} == {
        place: one for place, one in told.standings.items() if place in stands and one != untouched
    }
    kinds = (EventKind.ANSWER, EventKind.SKIP, EventKind.UNDO, EventKind.LATE_TAKEN, EventKind.IMPORT)
    answers = store.answers.revisions(world.round_id)
    assert {one.event_id for one in answers} == set(told.content_of(kinds))
    late = {one.answer.event_id: one for one in store.late.of_round(world.round_id)}
    assert set(late) == set(told.content_of([EventKind.LATE]))
    assert {name: one.decision for name, one in late.items() if one.decision} == {
        name: one.decision for name, one in told.late.items()
    }
    decisions = store.gold.adjudication_revisions(world.round_id)
    assert {f"{one.item_id}/{one.revision}" for one in decisions} == set(
        told.content_of([EventKind.DECISION])
    )
    assert len(answers) > 10


def test_the_log_says_who_when_and_of_what(store: Store) -> None:
    world = fill(store)
    leased = world.lease(0)
    assert leased is not None
    before = store.event_log.head()
    world.answer(leased.key, "e1", 4)
    store.campaigns.set_round_status(world.round_id, Status.CLOSED, "M1", NOW)
    store.corrections.add(CorrectionKind.EXCLUDE, why="Left.", by="M1", now=NOW, campaign_id="k0")
    assert store.event_log.head().events == before.events + 3
    assert store.event_log.head().head != before.head
    with store._database.read() as connection:
        query = select(t.event_log).order_by(t.event_log.c.chain, t.event_log.c.number)
        rows = {(row["chain"], row["kind"]): row for row in connection.execute(query).mappings()}
    answer = rows[world.round_id, "answer"]
    assert (answer["annotator_id"], answer["at"], answer["ref"]) == (world.people[0].id, NOW, "e1")
    assert (rows[world.round_id, "status"]["by"], rows[world.round_id, "status"]["at"]) == ("M1", NOW)
    assert rows["store", "correction"]["by"] == "M1"
    assert rows["k0", "guideline"]["ref"] == "1"
    assert "person 0" not in str(rows)


# What is changed behind the store's back, and the table whose row, or the event, is named for it.
CHANGES = {
    "UPDATE annotations SET value = '5' WHERE event_id = 'e1'": ("annotations", "1/1"),
    "UPDATE annotations SET shown = '{}' WHERE event_id = 'e1'": ("annotations", "1/1"),
    "UPDATE annotations SET guideline_version = 2 WHERE event_id = 'e1'": ("annotations", "1/1"),
    "UPDATE annotations SET created_at = '2026-03-02 09:30:01' WHERE event_id = 'e1'": ("annotations", "1/1"),
    "UPDATE annotations SET created_at = 'then' WHERE event_id = 'e1'": ("annotations", "1/1"),
    "UPDATE annotations SET flag = 1 WHERE event_id = 'e1'": ("annotations", "1/1"),
    "UPDATE assignments SET status = 'pending' WHERE status = 'submitted'": ("assignments", "/1"),
    "UPDATE assignments SET skip_reason = 'other' WHERE status = 'skipped'": ("assignments", "/1"),
    "UPDATE assignments SET acts = 7 WHERE status = 'submitted'": ("assignments", "/1"),
    "UPDATE rounds SET status = 'closed'": ("rounds", ""),
    "UPDATE rounds SET seed = 6": ("rounds", ""),
    "UPDATE guidelines SET text = 'Read one.'": ("guidelines", "k0/1"),
    "UPDATE events SET kind = 'undo' WHERE kind = 'skip'": ("events", "e2"),
    "DELETE FROM events": ("event_log", "/3"),
    "DELETE FROM event_log WHERE number = 2 AND kind = 'answer'": ("event_log", "/3"),
    "UPDATE event_log SET at = '2026-03-02 09:30:01' WHERE kind = 'answer'": ("event_log", "/2"),
    "UPDATE event_log SET hash = replace(hash, substr(hash, 1, 1), 'x') WHERE kind = 'answer'": (
        "event_log",
        "/2",
    ),
    "UPDATE event_log SET details = '{}' WHERE kind = 'skip'": ("event_log", "/3"),
}


@pytest.mark.sqlite
@pytest.mark.parametrize("statement", CHANGES)
def test_a_change_behind_the_log_is_located(store: Store, tmp_path: Path, statement: str) -> None:
    world = fill(store, items=3, people=1, overlap=1)
    for number, event in enumerate(("e1", "e2")):
        leased = world.lease(0)
        assert leased is not None
        if number:
            store.answers.skip(leased.key, event, SkipReason.CONTEXT, now=NOW)
        else:
            world.answer(leased.key, event, 4)
    assert store.find_changes() == []
    with closing(sqlite3.connect(tmp_path / "aloi.db")) as plain, plain:
        assert plain.execute(statement).rowcount > 0
    table, its_id = CHANGES[statement]
    found = [one for one in store.find_changes() if one.table == table]
    assert found
    assert all((one.id or "").endswith(its_id) for one in found)
    if "event_log SET hash" in statement:  # the entry behind it is what it was
        assert len(store.find_changes()) == 1


def test_chains_made_of_what_is_there_are_the_same_each_time_and_hold(store: Store) -> None:
    world = journey(store, 7)
    store.campaigns.open_round(make_round(2, world.items[:2], (world.people[0].id,), 1), [])
    heads = []
    for _ in range(2):
        with store._database.write() as connection:
            connection.execute(delete(t.event_log))
            make_all(connection, {"from": "migration"})
        heads.append(store.event_log.head())
        assert store.find_changes() == []
    assert heads[0] == heads[1]
    leased = world.lease(0)
    if leased is not None:
        world.answer(leased.key, "after", 2)
    assert store.find_changes() == []


@pytest.mark.sqlite
def test_a_store_without_a_log_opens_with_one(tmp_path: Path) -> None:
    path = tmp_path / "aloi.db"
    store = Store.open(f"sqlite:///{path}")
    world = journey(store, 3)
    answers, late = store.answers.revisions(world.round_id), store.late.of_round(world.round_id)
    store.close()
    with closing(sqlite3.connect(path)) as plain, plain:
        for table in (
            "event_log", "members", "corpus_members", "shares", "tokens", "api_replies", "machine_answers",
            "machines", "webhook_checks", "webhook_events", "webhooks", "participants", "crowds",
        ):  # fmt: skip
            plain.execute(f"DROP TABLE {table}")
        for table, column in (
            ("invites", "campaign_id"),
            ("jobs", "campaign_id"),
            ("jobs", "corpus_id"),
            ("jobs", "limited_to"),
            ("campaigns", "adjudication"),
            ("campaigns", "task_package"),
        ):
            plain.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        plain.execute("UPDATE alembic_version SET version_num = '0019'")
    again = Store.open(f"sqlite:///{path}")
    assert again.find_changes() == again.check() == []
    assert (again.answers.revisions(world.round_id), again.late.of_round(world.round_id)) == (answers, late)
    assert again.event_log.replay(world.round_id).reconstructed
    told = again.event_log.replay(world.round_id).late
    wanted: dict[str, Decided] = {
        one.answer.event_id: Decided(one.decision, one.decided_by, one.decided_at.isoformat())
        for one in late
        if one.decision is not None and one.decided_at is not None
    }
    assert told == wanted
    again.close()


def test_what_cannot_be_kept_is_not_in_the_log(store: Store) -> None:
    world = fill(store)
    before = store.event_log.head()

    def fail() -> None:
        with store.together():
            leased = world.lease(0)
            assert leased is not None
            world.answer(leased.key, "e1", 4)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert store.event_log.head() == before
    assert store.find_changes() == []


@pytest.mark.sqlite  # a server keeps 4.0 where SQLite keeps 4, which `move` refuses
def test_a_value_is_covered_as_it_is_read_again(store: Store, tmp_path: Path) -> None:
    values: list[Json] = [0.1 + 0.2, -0.0, 10**18, "", [], {"é": {"2": 1, "10": 2}}]
    values.append({"b": [1, 2.0, None, True], "a": "é\u2028🩺"})
    world = fill(store, items=len(values), people=1, overlap=1)
    for number, value in enumerate(values):
        leased = world.lease(0)
        assert leased is not None
        world.answer(leased.key, f"e{number}", value, NOW + timedelta(microseconds=number), seconds=number)
    assert store.find_changes() == []
    other = Database(f"sqlite:///{tmp_path / 'other.db'}")
    store.move_to(moved := Store(other))
    assert moved.find_changes() == []
    assert moved.event_log.head() == store.event_log.head()
    moved.close()


def test_entries_of_managers_say_who_acts(store: Store) -> None:
    world = fill(store)
    with acting("M7"):
        store.campaigns.add_guideline("k0", "Read both twice.", "clearer", NOW)
        store.campaigns.set_round_status(world.round_id, Status.CLOSED, now=NOW)
        store.campaigns.set_round_status(world.round_id, Status.OPEN, "M9", NOW)
        found = world.lease(0)
        assert found is not None
        world.answer(found.key, "e1", 4)
    store.campaigns.add_guideline("k0", "Read both again.", "clearer", NOW)
    with store._database.read() as connection:
        told = connection.execute(select(t.event_log.c.kind, t.event_log.c.by)).all()
    by = [(kind, who) for kind, who in told if kind in ("guideline", "status", "answer")]
    assert sorted(by, key=str) == sorted(
        [
            ("guideline", None), ("guideline", "M7"), ("guideline", None), ("status", "M7"), ("status", "M9"),
            ("answer", None),
        ],
        key=str,
    )  # fmt: skip
    assert store.find_changes() == []


def test_an_export_of_restricted_texts_is_in_the_log_with_who_did_it(store: Store) -> None:
    fill(store)
    corpus_id = store.campaigns.get("k0").corpus_id
    with acting("M7"):
        store.texts.log_export(corpus_id, "a table", "for Ada Novel", NOW)
    store.texts.log_export(corpus_id, "a release", "a study", NOW)
    assert [(one.exported, one.by) for one in store.texts.logged_exports(corpus_id)] == [
        ("a table", "M7"),
        ("a release", None),
    ]
    with store._database.read() as connection:
        entries = connection.execute(select(t.event_log).where(t.event_log.c.kind == "export")).mappings()
        told = [(one["chain"], one["at"], one["by"]) for one in entries]
    assert told == [("store", NOW, "M7"), ("store", NOW, None)]
    assert store.find_changes() == []

    def fail() -> None:
        with store.together():
            store.texts.log_export(corpus_id, "a third", "broke off", NOW)
            raise RuntimeError

    before = store.event_log.head()
    with pytest.raises(RuntimeError):
        fail()
    assert store.event_log.head() == before
    with store._database.write() as connection:
        connection.execute(update(t.exports).where(t.exports.c.id == 1).values(reason="for nobody"))
    assert [(one.table, one.id) for one in store.find_changes()] == [("exports", "1")]
    with store._database.write() as connection:
        connection.execute(delete(t.exports).where(t.exports.c.id == 1))
    assert [one.table for one in store.find_changes()] == ["event_log"]


def test_exports_of_before_the_log_told_of_them_are_no_change(store: Store) -> None:
    fill(store)
    corpus_id = store.campaigns.get("k0").corpus_id
    row = {"corpus_id": corpus_id, "what": "a table", "reason": "a study", "created_at": NOW}
    with store._database.write() as connection:
        connection.execute(insert(t.exports), row)
    store.texts.log_export(corpus_id, "a release", "a study", NOW)
    assert store.find_changes() == []
    assert [one.by for one in store.texts.logged_exports(corpus_id)] == [None, None]
    with store._database.write() as connection:
        make_anew(connection, {"from": "test"})
    assert store.find_changes() == []


@pytest.mark.sqlite
@pytest.mark.usefixtures("migrating")
def test_an_entry_that_a_release_quotes_and_the_log_lacks_is_told(tmp_path: Path) -> None:
    path = tmp_path / "aloi.db"
    old_store(path, "0020")
    with closing(Store.open(f"sqlite:///{path}")) as store:
        assert store.find_changes() == []
        (release,) = store.gold.releases()
        opened = store.campaigns.rounds(release.campaign_id)[1]
        (last,) = store.event_log.heads([opened.id]).values()
        with closing(sqlite3.connect(path)) as plain, plain:
            gone = plain.execute("DELETE FROM event_log WHERE hash = ?", (last.head,))
            assert gone.rowcount == 1
        quoted = f"{opened.id}/{last.events}"
        told = [
            one.description for one in store.find_changes() if (one.table, one.id) == ("releases", release.id)
        ]
        assert told == [f"quotes event {quoted}, which is not the one in the event log."]
        assert store.mend_log({"from": "test"})  # a chain made since is known as one
        assert store.find_changes() == []


@pytest.mark.parametrize("fraction", [0, 1, 120_000, 999_999])
def test_a_time_is_read_as_it_was_hashed_from_either_database(fraction: int) -> None:
    at = NOW.replace(microsecond=fraction)
    stored = at.replace(tzinfo=None)
    told = moment(at)
    assert read_time(f"{stored:%Y-%m-%d %H:%M:%S.%f}") == told  # SQLite
    assert read_time(stored.isoformat(" ").rstrip("0").rstrip(".") if fraction else f"{stored}") == told
    assert datetime.fromisoformat(str(told)) == at


@pytest.mark.parametrize("stored", [None, 5, b"2026-01-31", "", "2026-13-31 12:00:00.000000", "noon"])
def test_what_is_no_time_stays_as_it_stands(stored: object) -> None:
    assert read_time(stored) == stored
