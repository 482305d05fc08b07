"""A newer program takes a store over, and the copy made before leads back to the older one."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.storage import database as module
from aloi.storage.database import HEAD
from aloi.storage.store import Store
from aloi.workbench.requests.store import BackupRequest
from aloi.workbench.store.backup import backup, restore
from tests.storage.world import NOW, World, fill

pytestmark = [pytest.mark.usefixtures("migrating"), pytest.mark.sqlite]
NEXT = "9999"
_NEWER = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9999", {after!r}


def upgrade() -> None:
    op.create_table("later", sa.Column("id", sa.Integer(), primary_key=True))
"""


def newer_migrations(folder: Path, after: str | None = HEAD) -> Path:
    """Return a folder of migrations with one more."""
    migrations = folder / "migrations"
    shutil.copytree(module._MIGRATIONS, migrations, ignore=shutil.ignore_patterns("__pycache__"))
    (migrations / "versions" / "v9999_later.py").write_text(_NEWER.format(after=after), encoding="utf-8")
    return migrations


@contextmanager
def newer_program(folder: Path) -> Iterator[None]:
    """Let the program be one of a later version meanwhile: its stores have a further table."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_MIGRATIONS", newer_migrations(folder))
        patch.setattr(module, "HEAD", NEXT)
        yield


def answers(store: Store, round_id: str) -> list[tuple[str, object]]:
    return sorted((one.event_id, str(one.value)) for one in store.answers.revisions(round_id))


def tables(store: Store) -> set[str]:
    return set(inspect(store._database.engine).get_table_names())


def test_an_upgrade_and_the_way_back(tmp_path: Path) -> None:
    path, copy, back = (tmp_path / name for name in ("aloi.db", "before.db", "back.db"))
    url = f"sqlite:///{path}"
    with closing(Store.open(url)) as store:
        world = fill(store)
        leased = world.lease(0)
        assert leased is not None
        world.answer(leased.key, "e1", {"score": 3})
        before = answers(store, world.round_id)
        assert len(before) == 1
        backup(store, BackupRequest(copy), copy.parent)
    with newer_program(tmp_path), closing(Store.open(url)) as store:
        assert "later" in tables(store)
        assert answers(store, world.round_id) == before
        with store._database.read() as connection:
            assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
    with pytest.raises(AloiError) as refused:
        Store.open(url)
    assert refused.value.values["name"] == Term("the-revision-of-the-store")
    restore(copy, back)
    with closing(Store.open(f"sqlite:///{back}")) as store:
        assert "later" not in tables(store)
        assert answers(store, world.round_id) == before
        assert store.check() == store.find_changes() == []
        # And work goes on.
        assert World(store, world.people, world.items, world.round_id).lease(1, NOW) is not None


@pytest.mark.parametrize(("after", "heads"), [(HEAD, {NEXT}), (None, {NEXT, HEAD})])
def test_files_of_a_newer_version_beside_this_ones_are_told_and_make_no_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: str, heads: set[str]
) -> None:
    """As an installation over another one leaves them."""
    path = tmp_path / "aloi.db"
    monkeypatch.setattr(module, "_MIGRATIONS", newer_migrations(tmp_path, after))
    with pytest.raises(AloiError) as refused:
        Store.open(f"sqlite:///{path}")
    assert refused.value.values["name"] == Term("the-last-migrations", path=module._MIGRATIONS)
    assert set(str(refused.value.values["value"]).split(", ")) == heads
    monkeypatch.undo()
    with closing(sqlite3.connect(path)) as plain:
        assert plain.execute("SELECT name FROM sqlite_master").fetchall() == []
