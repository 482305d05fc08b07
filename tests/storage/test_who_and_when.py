"""The event log of what managers do: who, when, and what the terms of a corpus and an account are since."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from aloi.annotation.model import Annotation, Assignment, Role, SkipReason, Work
from aloi.base.records import to_row
from aloi.storage import tables as t
from aloi.storage.corrections.log import CorrectionKind
from aloi.storage.event_log.entries import acting
from aloi.storage.store import Store
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.requests.releases import ArchiveRequest
from aloi.workbench.store.archiving import archive_campaign, import_archive
from tests.storage.world import NOW, World, fill, make_corpus, make_pairs

_Told = tuple[str, str | None, datetime | None]


def told(store: Store, *kinds: str) -> list[_Told]:
    """Return kind, who and when of the entries of some kinds."""
    log = t.event_log.c
    query = select(log.kind, log.by, log.at).where(log.kind.in_(kinds)).order_by(log.kind, log.number)
    with store._database.read() as connection:
        return [(kind, by, at) for kind, by, at in connection.execute(query)]


def hand_over(store: Store, world: World) -> None:
    """Let go of what somebody did and took back, and of what they skipped and took back."""
    for event, given in (("e1", True), ("e2", False)):
        leased = world.lease(0)
        assert leased is not None
        if given:
            world.answer(leased.key, event, 3)
        else:
            store.answers.skip(leased.key, event, SkipReason.CONTEXT, now=NOW)
    for number in range(2):
        store.answers.undo(world.round_id, world.people[0].id, f"u{number}", NOW)
    store.campaigns.reassign(world.round_id, world.people[0].id, [], NOW)


def bring_in(store: Store, world: World) -> None:
    store.answers.import_answers(
        world.round_id, [Annotation(world.key(0, 0), 1, "i1", 3, False, "", None, None, NOW)]
    )
    skipped = Assignment(world.key(1, 0), 0, Work.SKIPPED, SkipReason.CONTEXT)
    store.imported_skips.add(world.round_id, [skipped], NOW)


def delete_all(store: Store, world: World) -> None:
    store.setup.delete_campaign("k0", NOW)


BY_MANAGERS: dict[str, tuple[Callable[[Store, World], None], list[str]]] = {
    "handed over": (hand_over, ["gone", "let go"]),
    "brought in": (bring_in, ["import", "import skip"]),
    "deleted": (delete_all, ["deleted", "deleted"]),
}


@pytest.mark.parametrize("name", BY_MANAGERS)
def test_entries_of_managers_say_who_and_when(store: Store, name: str) -> None:
    verb, kinds = BY_MANAGERS[name]
    world = fill(store)
    with acting("M7"):
        verb(store, world)
    assert told(store, *kinds) == [(kind, "M7", NOW) for kind in kinds]
    assert store.check() == store.find_changes() == []


def changed_by_the_store(store: Store, world: World) -> None:
    corpus = make_corpus(3)
    store.setup.state_licence(corpus.id, "MIT", NOW)
    store.people.set_role(world.people[1].id, Role.ADMINISTRATOR, NOW)
    store.people.set_disabled(world.people[2].id, True, NOW)
    store.people.rename(world.people[0].id, "B1")


def test_terms_and_accounts_that_the_store_changes_are_sound(store: Store, tmp_path: Path) -> None:
    world = fill(store)
    with acting("M7"):
        changed_by_the_store(store, world)
    assert [(by, at) for _, by, at in told(store, "terms", "account")][:3] == [(None, NOW)] * 3
    assert told(store, "terms")[1:] == [("terms", "M7", NOW)]
    assert told(store, "account")[3:] == [("account", "M7", NOW)] * 2
    assert store.check() == store.find_changes() == []
    with closing(Store.open(f"sqlite:///{tmp_path / 'other.db'}")) as other:
        store.move_to(other)
        assert other.find_changes() == []


def test_who_is_erased_or_deleted_leaves_a_sound_log(store: Store) -> None:
    world = fill(store)
    who, other = world.people[0], world.people[1]
    store.people.add("Grace Hopper", Role.ADMINISTRATOR, NOW, password_hash="x")
    named = store.people.get("Grace Hopper")
    store.people.add("Ada", Role.ADMINISTRATOR, NOW, password_hash="x")
    store.erasure.erase(named.id, store.erasure.preview(named.id), NOW)
    why = {"why": "Asked for.", "by": "M2", "now": NOW}
    store.corrections.add(CorrectionKind.ERASE, person_id=named.id, **why)
    store.setup.delete_person(who.id, NOW)
    assert store.find_changes() == []
    store.setup.delete_campaign("k0", NOW)
    store.setup.delete_corpus(make_corpus(3).id, NOW)
    store.people.set_disabled(other.id, True, NOW)
    assert store.check() == store.find_changes() == []
    with store._database.read() as connection:
        rows = connection.execute(select(t.event_log)).all()
    assert "Hopper" not in str(rows)


# What is changed behind the store's back, and the table whose row is named for it.
BEHIND = {
    "UPDATE corpora SET restricted = 1": "corpora",
    "UPDATE corpora SET licence = 'MIT'": "corpora",
    "UPDATE corpora SET source = 'elsewhere'": "corpora",
    "UPDATE people SET role = 'manager' WHERE pseudonym = 'A1'": "people",
    "UPDATE people SET disabled = 1 WHERE pseudonym = 'A1'": "people",
    "UPDATE people SET disabled = 0 WHERE pseudonym = 'A3'": "people",
    "DELETE FROM people WHERE pseudonym = 'A4'": "event_log",
}


@pytest.mark.sqlite
@pytest.mark.parametrize("statement", BEHIND)
def test_terms_and_accounts_changed_behind_the_log_are_located(
    store: Store, tmp_path: Path, statement: str
) -> None:
    world = fill(store)
    store.people.add("person 3", Role.ANNOTATOR, NOW)
    store.people.set_disabled(world.people[2].id, True)
    assert store.find_changes() == []
    with closing(sqlite3.connect(tmp_path / "aloi.db")) as plain, plain:
        assert plain.execute(statement).rowcount == 1
    [problem] = store.find_changes()
    assert problem.table == BEHIND[statement]
    assert "is not what was recorded" in problem.description or "that is gone" in problem.description


def test_rows_that_the_log_never_told_of_are_no_fault(store: Store) -> None:
    """A store of an older version: nothing is compared before the first change of each."""
    fill(store)
    corpus = make_corpus(2)
    with store._database.write() as connection:  # as an older version did
        names = {"name": "older", "first_name": corpus.name}
        row = to_row(corpus, "name", place=7, splitter=None, **names)
        connection.execute(t.corpora.insert(), row)
        documents, _ = make_pairs(2, corpus)
        rows = [to_row(one, corpus_id=corpus.id, place=number) for number, one in enumerate(documents)]
        connection.execute(t.documents.insert(), rows)
    assert store.find_changes() == []
    store.setup.state_licence(corpus.id, "MIT", NOW)
    assert store.find_changes() == []


@pytest.mark.sqlite
def test_what_an_archive_brought_is_covered(store: Store, tmp_path: Path) -> None:
    fill(store)
    path = tmp_path / "a.zip"
    archive_campaign(store, ArchiveRequest("closeness", names=False), path, now=NOW)
    with closing(Store.open(f"sqlite:///{tmp_path / 'other.db'}")) as other:
        import_archive(other, ImportRequest(path), NOW)
        assert told(other, "terms", "account") == [*[("account", None, NOW)] * 3, ("terms", None, NOW)]
        assert other.find_changes() == []
        with closing(sqlite3.connect(tmp_path / "other.db")) as plain, plain:
            plain.execute("UPDATE corpora SET restricted = 1")
            plain.execute("UPDATE people SET role = 'manager' WHERE pseudonym = 'A2'")
        assert sorted(str(one.table) for one in other.find_changes()) == ["corpora", "people"]
