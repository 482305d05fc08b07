"""A newer program takes a store over, and the copy made before leads back to the older one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from aloi.errors import AloiError
from storage import database as module
from storage.database import HEAD
from storage.store import Store
from tests.storage.world import NOW, World, fill
from workbench.store.backup import backup, restore

pytestmark = [pytest.mark.usefixtures("migrating"), pytest.mark.sqlite]
_NEWER = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9999", "{head}"


def upgrade() -> None:
    op.create_table("later", sa.Column("id", sa.Integer(), primary_key=True))
"""


@contextmanager
def newer_program(folder: Path) -> Iterator[None]:
    """Let the program be one of a later version meanwhile: its stores have a further table."""
    migrations = folder / "migrations"
    shutil.copytree(module._MIGRATIONS, migrations, ignore=shutil.ignore_patterns("__pycache__"))
    (migrations / "versions" / "v9999_later.py").write_text(_NEWER.format(head=HEAD), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_MIGRATIONS", migrations)
        patch.setattr(module, "HEAD", "9999")
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
        backup(store, copy)
    with newer_program(tmp_path), closing(Store.open(url)) as store:
        assert "later" in tables(store)
        assert answers(store, world.round_id) == before
        with store._database.read() as connection:
            assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
    with pytest.raises(AloiError) as refused:
        Store.open(url)
    assert refused.value.code == "storage.store-written-by-another-version"
    restore(copy, back)
    with closing(Store.open(f"sqlite:///{back}")) as store:
        assert "later" not in tables(store)
        assert answers(store, world.round_id) == before
        assert store.check() == store.find_changes() == []
        # And work goes on.
        assert World(store, world.people, world.items, world.round_id).lease(1, NOW) is not None
