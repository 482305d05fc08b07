"""A copy takes the place of the store in use: checked, at once, and what it replaces is kept."""

from __future__ import annotations

import errno
import itertools
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace

import pytest

from aloi.annotation.model import AssignmentKey, Role
from aloi.base.errors import AloiError
from aloi.storage import database
from aloi.storage.integrity.seal import unseal
from aloi.storage.store import Store
from aloi.workbench import jobs
from aloi.workbench.requests.store import BackupRequest
from aloi.workbench.store import restoring
from aloi.workbench.store.backup import backup
from tests.processes import CONTEXT
from tests.workbench.scene import NOW, Scene, make_scene


def looked_at(scene: Scene, path: Path, folder: Path) -> dict:
    job = jobs.start(scene.store, "look_at_copy", {"path": str(path)}, "M1", NOW)
    done = jobs.run_one(scene.store, folder, "short")
    assert done is not None
    assert done.id == job.id
    assert done.status == "done", done.error
    return done.result


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    store.people.add("boss", Role.ADMINISTRATOR, NOW, password_hash="x", pseudonym="M1")
    made = make_scene(store, tmp_path)
    made.give(made.open(), {"A1": (1, 2, 3)})
    return made


@pytest.mark.sqlite
def test_a_copy_takes_the_place_of_the_store_and_what_it_replaces_is_kept(
    scene: Scene, tmp_path: Path
) -> None:
    store = scene.store
    beside = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")  # another process, as the worker is
    assert beside.contents().answers == 3
    backup(store, BackupRequest(tmp_path / "copy.db"), tmp_path)
    [one] = store.campaigns.rounds(scene.campaign.id)
    scene.give(one, {"A2": (0, 0, 0, 0, 0, 0)})
    told = looked_at(scene, tmp_path / "copy.db", tmp_path)
    now, copy = (restoring.read_contents(told[name]) for name in ("now", "copy"))
    assert (now.answers, copy.answers, copy.people, copy.campaigns) == (9, 3, 4, 1)
    assert store.contents().answers == 9  # looking changes nothing
    kept = restoring.put_in_place(store, told["ready"], tmp_path)
    for each in (store, beside):
        assert each.contents().answers == 3
        assert each.check() == []
    scene.give(one, {"A3": (5,)})  # and it goes on from there
    assert beside.contents().answers == 4
    assert kept in [each.path for each in restoring.kept_copies(tmp_path)]
    back = looked_at(scene, kept, tmp_path)
    restoring.put_in_place(store, back["ready"], tmp_path)
    assert beside.contents().answers == 9
    beside.close()


@pytest.mark.sqlite
def test_what_breaks_off_leaves_the_store_as_it_was(scene: Scene, tmp_path: Path) -> None:
    backup(scene.store, BackupRequest(tmp_path / "copy.db"), tmp_path)
    [one] = scene.store.campaigns.rounds(scene.campaign.id)
    scene.give(one, {"A2": (0,)})
    told = looked_at(scene, tmp_path / "copy.db", tmp_path)
    ready = tmp_path / "restoring" / told["ready"]
    ready.write_bytes(ready.read_bytes()[: ready.stat().st_size // 2])  # half of it is gone
    with pytest.raises(AloiError):
        restoring.put_in_place(scene.store, told["ready"], tmp_path)
    assert scene.store.contents().answers == 4
    assert scene.store.check() == []


@pytest.mark.sqlite
def test_where_what_it_held_cannot_be_kept_whole_nothing_is_replaced(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup(scene.store, BackupRequest(tmp_path / "copy.db"), tmp_path)
    [one] = scene.store.campaigns.rounds(scene.campaign.id)
    scene.give(one, {"A2": (0,)})
    told = looked_at(scene, tmp_path / "copy.db", tmp_path)

    def full(path: Path) -> str:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(restoring, "seal", full)
    with pytest.raises(AloiError, match="cannot be written: No space left"):
        restoring.put_in_place(scene.store, told["ready"], tmp_path)
    assert scene.store.contents().answers == 4
    assert [*(tmp_path / "backups").iterdir()] == []
    monkeypatch.undo()
    kept = restoring.put_in_place(scene.store, told["ready"], tmp_path)
    assert unseal(kept, tmp_path / "kept.db") is not None  # it ends with its checksum


def no_copy(path: Path) -> None:
    path.write_text("notes")


def changed_behind(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE documents SET text = 'other' WHERE id = (SELECT min(id) FROM documents)")


def no_manager(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE people SET password_hash = NULL")


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (no_copy, "cannot be read as a copy of a store"),
        (changed_behind, "integrity check"),
        (no_manager, "manager who could sign in"),
    ],
)
def test_a_copy_that_would_not_serve_is_refused(
    scene: Scene, tmp_path: Path, spoil: Callable[[Path], None], words: str
) -> None:
    path = tmp_path / "copy.db"
    scene.store.copy_to(path)  # with no checksum, which would tell of each change
    spoil(path)
    jobs.start(scene.store, "look_at_copy", {"path": str(path)}, "M1", NOW)
    done = jobs.run_one(scene.store, tmp_path, "short")
    assert done is not None
    assert (done.status, words in (done.error or "")) == ("failed", True), done.error


@pytest.mark.sqlite
def test_nobody_writes_between_the_copy_and_the_change(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = scene.store
    monkeypatch.setattr(database, "_BUSY_MS", 10)
    beside = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    backup(store, BackupRequest(tmp_path / "copy.db"), tmp_path)
    [one] = store.campaigns.rounds(scene.campaign.id)
    scene.give(one, {"A2": (0,)})
    told = looked_at(scene, tmp_path / "copy.db", tmp_path)
    tried = []

    def write() -> None:
        assert beside.contents().answers == 4  # reading goes on
        with pytest.raises(AloiError) as refused:
            beside.people.add("Late", Role.ANNOTATOR, NOW)
        tried.append(refused.value.code)
        store.copy_to(tmp_path / "kept.db")

    store.take_over(tmp_path / "restoring" / told["ready"], write)
    assert tried == ["storage.driver-locked"]
    kept = Store.open(f"sqlite:///{tmp_path / 'kept.db'}")
    assert (kept.contents().answers, beside.contents().answers) == (4, 3)
    kept.close()
    beside.close()


@pytest.mark.sqlite
def test_a_change_that_breaks_off_leaves_the_store_as_it_was(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = scene.store
    backup(store, BackupRequest(tmp_path / "copy.db"), tmp_path)
    told = looked_at(scene, tmp_path / "copy.db", tmp_path)
    [one] = store.campaigns.rounds(scene.campaign.id)
    scene.give(one, {"A2": (0,)})
    held, states = store.contents(), store.cached_results.states([one.id])
    ready = tmp_path / "restoring" / told["ready"]

    def break_off() -> float:
        raise InterruptedError

    with monkeypatch.context() as broken:  # where the states are counted on
        broken.setattr(database, "time", SimpleNamespace(**{**vars(time), "time": break_off}))
        with pytest.raises(InterruptedError):
            store.take_over(ready, lambda: None)
    assert (store.contents(), store.cached_results.states([one.id])) == (held, states)
    store.take_over(ready, lambda: None)
    assert store.contents().answers == held.answers - 1
    assert store.cached_results.states([one.id])[one.id].changes > states[one.id].changes


@pytest.mark.sqlite
def test_nothing_is_put_in_place_while_a_job_runs_or_before_a_look(scene: Scene, tmp_path: Path) -> None:
    with pytest.raises(AloiError, match="that was checked does not exist"):
        restoring.put_in_place(scene.store, "../aloi.db", tmp_path)
    backup(scene.store, BackupRequest(tmp_path / "copy.db"), tmp_path)
    told = looked_at(scene, tmp_path / "copy.db", tmp_path)
    jobs.start(scene.store, "check", {}, "M1", NOW)
    with pytest.raises(AloiError, match=r"jobs that wait or run \(1\): check"):
        restoring.put_in_place(scene.store, told["ready"], tmp_path)
    assert scene.store.contents().answers == 3
    assert restoring.kept_copies(tmp_path) == []


def answer_until(
    url: str, key: AssignmentKey, name: str, stop: str, heard: Connection | None = None
) -> list[str]:
    """Correct an answer again and again until `stop` is there; return the events that were acknowledged."""
    store, acknowledged = Store.open(url), []
    for number in itertools.count():
        if Path(stop).exists():
            break
        event = f"{name}-{number:06}"
        with suppress(AloiError):  # the round is not in the copy: refused from then on
            store.answers.submit(
                key, event, {"score": number % 6}, seconds=1.0, flag=False, comment="", shown={},
                guideline_version=None, now=NOW,
            )  # fmt: skip
            acknowledged.append(event)
    store.close()
    if heard is not None:
        heard.send(acknowledged)
    return acknowledged


@pytest.mark.slow
def test_no_acknowledged_answer_is_lost_while_a_copy_takes_the_place_of_the_store(
    store: Store, tmp_path: Path
) -> None:
    """People answer in several threads and processes all the while; each answer is kept or refused."""
    store.people.add("boss", Role.ADMINISTRATOR, NOW, password_hash="x", pseudonym="M1")
    scene = make_scene(store, tmp_path, people_=5)
    backup(store, BackupRequest(tmp_path / "copy.db"), tmp_path)
    one = scene.open()
    told = looked_at(scene, tmp_path / "copy.db", tmp_path)
    url, stop = f"sqlite:///{tmp_path / 'aloi.db'}", tmp_path / "stop"
    pipes = []
    for name in scene.names[:2]:
        heard, answer = CONTEXT.Pipe(duplex=False)
        process = CONTEXT.Process(
            target=answer_until, args=(url, scene.key(one, 0, name), name, str(stop), answer), daemon=True
        )
        process.start()
        pipes.append((process, heard))
    with ThreadPoolExecutor(3) as pool:
        threads = [
            pool.submit(answer_until, url, scene.key(one, 0, name), name, str(stop))
            for name in scene.names[2:]
        ]
        while len({each.key.annotator_id for each in store.answers.revisions(one.id)}) < 5:
            time.sleep(0.01)  # until everybody is at work
        kept = restoring.put_in_place(store, told["ready"], tmp_path)
        stop.touch()
        acknowledged = [event for each in threads for event in each.result()]
    for process, heard in pipes:
        acknowledged += heard.recv()
        process.join()
    assert store.campaigns.rounds(scene.campaign.id) == []
    before = Store.open(f"sqlite:///{kept}")
    assert sorted(each.event_id for each in before.answers.revisions(one.id)) == sorted(acknowledged)
    assert before.check() == store.check() == []
    before.close()
