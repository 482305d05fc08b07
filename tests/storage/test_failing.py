"""A server that goes away, a disk that takes no more: told in three lines, and all goes on afterwards."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from aloi.base.errors import AloiError
from aloi.storage.store import Store
from tests.servers import running_server
from tests.storage.world import fill

pytestmark = [pytest.mark.sqlite, pytest.mark.usefixtures("migrating")]
SECRET = "La patiente de la chambre secrète tousse."


@contextmanager
def _no_file_beyond(size: int) -> Iterator[None]:
    """Let this process write no file beyond a size, as where the disk is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_disk_that_takes_no_more_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "aloi.db"
    with closing(Store.open(f"sqlite:///{path}")) as store:
        world = fill(store)
        found = world.lease(0)
        assert found is not None
        world.answer(found.key, "e1", 4)
        size = max(one.stat().st_size for one in tmp_path.iterdir())

        def fill_up() -> None:
            for number in range(200):
                world.answer(found.key, f"more-{number}", 3, comment=SECRET * 50)

        with _no_file_beyond(size + 10_000), pytest.raises(AloiError) as told:
            fill_up()
        assert told.value.code in ("storage.driver-full", "storage.driver-disk")
        assert len(str(told.value).splitlines()) == 3
        assert "secrète" not in str(told.value)
        events = {one.event_id for one in store.answers.revisions(world.round_id)}
        assert "e1" in events
        world.answer(found.key, "again", 5)  # there is room again
        assert store.check() == store.find_changes() == []


@pytest.mark.slow
def test_a_server_that_ends_its_connections_is_told_and_found_again() -> None:
    with running_server(Store.open) as server, closing(server.open("sqlite:///x")) as store:
        world = fill(store)
        found = world.lease(0)
        assert found is not None
        world.answer(found.key, "e1", 4)
        end = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")

        def lose() -> None:
            with store._database.write(turn=None) as connection:
                with server._admin.connect() as admin:
                    admin.execute(end)
                connection.execute(text("SELECT :secret"), {"secret": SECRET})

        with pytest.raises(AloiError) as told:
            lose()
        assert told.value.code == "storage.driver-away"
        assert len(str(told.value).splitlines()) == 3
        assert "secrète" not in str(told.value)
        world.answer(found.key, "after", 5)  # connections that were ended too are made anew
        assert [one.value for one in store.answers.latest(world.round_id)] == [5]
        assert store.check() == store.find_changes() == []
