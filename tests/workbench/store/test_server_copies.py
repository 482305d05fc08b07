"""A store on a database server is copied into one file while people work, and restored there or as a file."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.requests.releases import ArchiveRequest
from aloi.workbench.requests.store import BackupRequest
from aloi.workbench.store.archiving import archive_campaign, import_archive
from aloi.workbench.store.backup import backup, restore, restore_on_server
from aloi.workbench.store.check import check
from tests.servers import Server, running_server
from tests.storage.test_moving import filled, worked_in
from tests.storage.world import NOW, World

pytestmark = [pytest.mark.slow, pytest.mark.sqlite, pytest.mark.usefixtures("migrating")]


@pytest.fixture
def server() -> Iterator[Server]:
    with running_server(Store.open) as started:
        yield started


def _url(store: Store) -> str:
    return store._database.engine.url.render_as_string(hide_password=False)


@contextmanager
def answering(world: World) -> Iterator[None]:
    """Let somebody answer all the while."""
    stop = threading.Event()

    def work() -> None:
        for number in range(100_000):
            if stop.is_set():
                return
            world.answer(world.key(0, 0), f"beside-{number}", {"score": number})

    annotator = threading.Thread(target=work)
    annotator.start()
    try:
        yield
    finally:
        stop.set()
        annotator.join()


def test_a_check_is_of_one_moment_of_a_server(server: Server) -> None:
    with closing(server.open("sqlite:///first")) as store:
        with answering(filled(store)):
            found = [check(store) for _ in range(10)]
        assert [one for each in found for one in each.problems] == []
        events = [one.events for one in found]
        assert events == sorted(events)
        assert len({*events}) > 1  # somebody was at work


def test_an_archive_is_of_one_moment_of_a_server(server: Server, tmp_path: Path) -> None:
    with closing(server.open("sqlite:///first")) as store, closing(server.open("sqlite:///empty")) as empty:
        world = filled(store)
        (campaign,) = store.campaigns.list()

        def answer(done: int, total: int, what: str) -> bool:
            del total, what
            world.answer(world.key(0, 0), f"beside-{done}", {"score": done})
            return True

        archive_campaign(
            store, ArchiveRequest(campaign.name), tmp_path / "made.aloi", now=NOW, progress=answer
        )
        import_archive(empty, ImportRequest(tmp_path / "made.aloi"), NOW)
        assert check(empty).sound
        assert len(empty.answers.revisions(world.round_id)) < len(store.answers.revisions(world.round_id))


def test_a_copy_is_one_moment_of_a_server_and_comes_back(server: Server, tmp_path: Path) -> None:
    with closing(server.open("sqlite:///first")) as store, closing(server.open("sqlite:///empty")) as empty:
        world = filled(store)
        with answering(world):
            made = backup(store, BackupRequest(tmp_path / "copy.db"), tmp_path)
        assert made.report.sound
        assert [one.name for one in tmp_path.iterdir()] == ["copy.db"]

        back = restore_on_server(made.path, _url(empty))
        assert back.report.sound
        assert back.report.head == made.report.head
        assert [one.name for one in tmp_path.iterdir()] == ["copy.db"]
        with pytest.raises(AloiError, match="empty"):
            restore_on_server(made.path, _url(empty))

        restore(made.path, tmp_path / "file.db")
        with closing(Store.open(f"sqlite:///{tmp_path / 'file.db'}")) as file:
            assert file.answers.revisions(world.round_id) == empty.answers.revisions(world.round_id)
            for one in (file, empty):
                worked_in(one, World(one, world.people, world.items, world.round_id))
