"""Opening a store: migrations, settings of the engine, files that are none, injected damage."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import StatementError

from aloi.annotation.model import SkipReason, Work
from aloi.base.errors import AloiError
from aloi.storage.database import HEAD, Database
from aloi.storage.driver.errors import StoreDamaged
from aloi.storage.model import Problem
from aloi.storage.store import Store
from aloi.storage.tables import metadata
from aloi.storage.texts.full_text import INDEX
from tests.storage.earlier import alembic_config, empty_old_store
from tests.storage.world import NOW, fill

pytestmark = pytest.mark.usefixtures("migrating")


def test_the_constant_is_the_newest_revision() -> None:
    assert ScriptDirectory.from_config(alembic_config()).get_heads() == [HEAD]


def _of_the_index(name: str | None, kind: str) -> bool:
    return kind == "table" and name is not None and name.startswith(INDEX)


def test_migrations_give_the_tables(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'aloi.db'}")
    with database.read() as connection:
        # The full-text table and those SQLite keeps for it are no tables of SQLAlchemy.
        opts = {"compare_type": True, "include_name": lambda name, kind, _: not _of_the_index(name, kind)}
        context = MigrationContext.configure(connection, opts=opts)
        assert compare_metadata(context, metadata) == []
    database.close()


def test_a_file_of_the_first_revision_opens_and_works(tmp_path: Path) -> None:
    path = tmp_path / "aloi.db"
    empty_old_store(path, "0001")
    with sqlite3.connect(path) as plain:
        assert plain.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    plain.close()
    store = Store.open(f"sqlite:///{path}")
    world = fill(store)
    found = world.lease(0)
    assert found is not None
    world.answer(found.key, "e1", 4)
    store.close()
    again = Store.open(f"sqlite:///{path}")
    assert [one.value for one in again.answers.latest(world.round_id)] == [4]
    assert again.check() == []
    again.close()


def test_gold_frozen_before_there_was_cleaning_opens_as_not_cleaned(tmp_path: Path) -> None:
    path = tmp_path / "aloi.db"
    empty_old_store(path, "0003")
    with sqlite3.connect(path) as plain:
        plain.execute(
            "INSERT INTO golds (id, campaign_id, place, rule, rounds, items, created_at) "
            "VALUES ('g0', 'k0', 0, 'mean', '[]', '[]', '2026-01-01 00:00:00')"
        )
    plain.close()
    store = Store.open(f"sqlite:///{path}")
    assert [one.cleaned for one in store.gold.golds("k0")] == [False]
    store.close()


def test_a_job_of_a_store_that_did_not_count_attempts_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "aloi.db"
    empty_old_store(path, "0006")
    with sqlite3.connect(path) as plain:
        plain.execute(
            "INSERT INTO jobs (id, place, verb, arguments, status, done, total, message, created_by, "
            "created_at, heartbeat) VALUES ('j0', 0, 'mine', '{}', 'running', 0, 0, '', 'A1', "
            "'2026-01-01 00:00:00', '2026-01-01 00:00:00')"
        )
    plain.close()
    store = Store.open(f"sqlite:///{path}")
    assert store.jobs.get("j0").attempts == 0
    taken = store.jobs.claim(NOW, 60)
    assert taken is not None
    assert (taken.id, taken.attempts) == ("j0", 1)
    store.close()


def _take_back_to_0008(plain: sqlite3.Connection) -> None:
    """Take back what the revisions from 0009 on have made."""
    for table in (
        "late_answers",
        "corrections",
        "states",
        "figures",
        "schemas",
        "corpus_versions",
        "sign_in_tries",
        "release_rows",
        "event_log",
        "members",
        "corpus_members",
        "shares",
        "tokens",
        "api_replies",
        "machine_answers",
        "machines",
        "webhook_checks",
        "webhook_events",
        "webhooks",
        "participants",
        "crowds",
    ):
        plain.execute(f"DROP TABLE {table}")
    for table, column in (
        ("invites", "campaign_id"),
        ("jobs", "campaign_id"),
        ("jobs", "corpus_id"),
        ("jobs", "limited_to"),
        ("golds", "excluded"),
        ("people", "is_source"),
        ("corpora", "version"),
        ("items", "version"),
        ("origins", "version"),
        ("documents", "version"),
        *((table, "schema_version") for table in ("campaigns", "adjudications", "assumptions", "golds")),
        ("corpora", "archived"),
        ("corpora", "first_name"),
        ("campaigns", "archived"),
        ("campaigns", "wanted_shares"),
        ("campaigns", "adjudication"),
        ("campaigns", "task_package"),
        ("rounds", "archived"),
        ("rounds", "title"),
        ("people", "preferences"),
        ("rounds", "due"),
        ("rounds", "shows_outcome"),
        ("assignments", "skip_note"),
        ("assignments", "acts"),
        ("assignments", "draft_at"),
    ):
        plain.execute(f"ALTER TABLE {table} DROP COLUMN {column}")


def test_dates_of_1970_that_were_none_are_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "aloi.db"
    store = Store.open(f"sqlite:///{path}")
    world = fill(store)
    for person, event in ((0, "e1"), (1, "e2")):
        found = world.lease(person)
        assert found is not None
        world.answer(found.key, event, 4)
    store.close()
    with sqlite3.connect(path) as plain:
        plain.execute("UPDATE annotations SET created_at = '1970-01-01 00:00:00' WHERE event_id = 'e1'")
        plain.execute("UPDATE alembic_version SET version_num = '0007'")
        _take_back_to_0008(plain)
    plain.close()
    again = Store.open(f"sqlite:///{path}")
    dates = {one.event_id: one.created_at for one in again.answers.latest(world.round_id)}
    assert dates == {"e1": None, "e2": NOW}
    assert again.check() == []
    again.close()


def test_reasons_of_skips_that_were_sentences_become_codes(tmp_path: Path) -> None:
    path = tmp_path / "aloi.db"
    store = Store.open(f"sqlite:///{path}")
    world = fill(store, items=6, people=1, overlap=1)
    kept = {
        "The text is broken or cut off": ("broken", None),
        "It cannot be understood without more context: who?": ("context", "who?"),
        "It is outside what I know: hearts: valves": ("expertise", "hearts: valves"),
        "mixes 2 patients": ("other", "mixes 2 patients"),
        "The text is broken": ("other", "The text is broken"),
    }
    for number in range(len(kept)):
        found = world.lease(0)
        assert found is not None
        store.answers.skip(found.key, f"s{number}", SkipReason.OTHER, now=NOW)
    store.close()
    with sqlite3.connect(path) as plain:
        rows = plain.execute("SELECT rowid FROM assignments WHERE status = 'skipped'").fetchall()
        for (row,), sentence in zip(rows, kept, strict=True):
            plain.execute("UPDATE assignments SET skip_reason = ? WHERE rowid = ?", (sentence, row))
        plain.execute("UPDATE alembic_version SET version_num = '0008'")
        _take_back_to_0008(plain)
    plain.close()
    again = Store.open(f"sqlite:///{path}")
    skipped = [one for one in again.answers.assignments(world.round_id) if one.status is Work.SKIPPED]
    assert sorted((one.skip_reason, one.skip_note) for one in skipped) == sorted(kept.values())
    assert [one.skip_reason for one in again.answers.assignments(world.round_id)].count(None) == 1
    assert again.check() == []
    again.close()


def test_what_is_done_together_is_kept_whole_or_not_at_all(store: Store) -> None:
    world = fill(store)

    def answered(*, enough: bool) -> None:
        with store.together():
            found = world.lease(0)
            assert found is not None
            world.answer(found.key, "e1", 4)
            assert len(store.answers.latest(world.round_id)) == 1
            if enough:
                raise AloiError("made-up.enough")

    with pytest.raises(AloiError, match="enough"):
        answered(enough=True)
    assert store.answers.latest(world.round_id) == []
    answered(enough=False)
    assert len(store.answers.latest(world.round_id)) == 1


def test_an_up_to_date_store_opens_without_alembic(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'aloi.db'}"
    Store.open(url).close()
    code = (
        "import sys; from aloi.storage.store import Store; Store.open(sys.argv[1]); "
        "print('alembic' in sys.modules)"
    )
    root = Path(__file__).resolve().parents[2]
    ended = subprocess.run(
        [sys.executable, "-c", code, url], cwd=root, capture_output=True, text=True, timeout=60, check=True
    )
    assert ended.stdout == "False\n"


def test_sqlite_is_set_up_for_durable_writes(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'new' / 'aloi.db'}")
    with database.read() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    database.close()
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}


def test_a_new_file_may_be_opened_by_many_at_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'aloi 100%.db'}"
    with ThreadPoolExecutor(6) as pool:
        for store in pool.map(lambda _: Store.open(url), range(6)):
            assert store.people.list() == []
            store.close()


def test_what_is_no_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("These are notes, no database. " * 50)
    before = text.read_bytes()
    newer = tmp_path / "newer.db"
    Store.open(f"sqlite:///{newer}").close()
    with sqlite3.connect(newer) as plain:
        plain.execute("UPDATE alembic_version SET version_num = '9999'")
    plain.close()
    (tmp_path / "file").write_text("")
    for url in (
        "no url", "oracle9://x/y", f"sqlite:///{text}", f"sqlite:///{newer}", f"sqlite:///{tmp_path}",
        f"sqlite:///{tmp_path / 'file' / 'aloi.db'}",
    ):  # fmt: skip
        with pytest.raises(AloiError, match=r"(?i)expected"):
            Store.open(url)
    assert text.read_bytes() == before
    with pytest.raises(AloiError, match="9999"):
        Store.open(f"sqlite:///{newer}")


def _damage(store: Store, path: Path, statement: str) -> list[Problem]:
    world = fill(store, items=2, people=3, overlap=2)
    for person in range(2):
        found = world.lease(person)
        assert found is not None
        world.answer(found.key, f"e{person}", 3)
    assert store.check() == []
    with sqlite3.connect(path) as plain:
        plain.execute("PRAGMA foreign_keys = OFF")
        assert plain.execute(statement).rowcount > 0
    plain.close()
    return store.check()


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE round_items SET taken = 1 WHERE taken = 2", "counts 1 annotators; 2 hold"),
        ("UPDATE round_items SET wanted = 1", "at most 1 were wanted"),
        ("UPDATE annotations SET revision = 3 WHERE event_id = 'e0'", "at revision 3 but has 1 revisions"),
        ("DELETE FROM people WHERE pseudonym = 'A3'", "refers to a row of people that is not there"),
        ("DELETE FROM annotations WHERE event_id = 'e0'", "without an answer"),
    ],
)
def test_check_finds_damage(store: Store, tmp_path: Path, statement: str, said: str) -> None:
    assert any(said in one.description for one in _damage(store, tmp_path / "aloi.db", statement))


def test_check_finds_a_damaged_file(store: Store, tmp_path: Path) -> None:
    fill(store, items=200, people=3)
    store.close()
    path = tmp_path / "aloi.db"
    content = bytearray(path.read_bytes())
    half = len(content) * 3 // 5
    content[half : half + 20_000] = b"\xff" * 20_000
    path.write_bytes(content)
    with pytest.raises(StoreDamaged, match="items cannot be read") as failure:
        Store.open(f"sqlite:///{path}").check()
    assert set(failure.value.tables) <= {"documents", "items"}  # what lies in the middle of the file


def test_nothing_is_kept_of_a_write_that_fails(store: Store) -> None:
    world = fill(store)
    found = world.lease(0)
    assert found is not None
    failing: list[Callable[[], object]] = [
        lambda: world.answer(found.key, "e1", {1, 2}),  # type: ignore[arg-type]
        lambda: world.answer(found.key, "e1", 3, now=NOW.replace(tzinfo=None)),
    ]
    for act in failing:
        with pytest.raises((StatementError, TypeError, ValueError)):
            act()
    assert store.answers.history(found.key) == []
    assert store.check() == []
