"""Programs killed at a random moment of what they do: what was acknowledged is there once, the store sound.

`ALOI_KILLS` says how many kills each test has, `ALOI_KILLS_SEED` which.
"""

from __future__ import annotations

import asyncio
import os
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest
import websockets

from aloi.annotation.model import Work
from aloi.storage.database import HEAD
from aloi.storage.store import Store
from aloi.workbench import jobs
from aloi.workbench.store import backup, restoring
from bench.load.driver import Tab, sign_in
from tests import simulations
from tests.browser import processes
from tests.browser.alone import open_pairs
from tests.browser.site import PASSWORD
from tests.servers import running_server
from tests.storage.earlier import old_store
from tests.workbench.store.killed import NOW, Stage, bring_texts, give

pytestmark = [pytest.mark.slow, pytest.mark.sqlite, pytest.mark.usefixtures("migrating")]
KILLS = int(os.environ.get("ALOI_KILLS", "36"))
SEED = os.environ.get("ALOI_KILLS_SEED", "0")
TEXTS = 3
LONGEST, MOST_ANSWERS = 0.6, 150  # seconds until a server is killed, and more answers than come meanwhile


@pytest.fixture
def stage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stage]:
    """Return a small campaign with a release and a round under way, on a database."""
    path = tmp_path / "aloi.db"
    old_store(path, HEAD)
    with ExitStack() as stack:
        store = stack.enter_context(closing(Store.open(f"sqlite:///{path}")))
        server = None
        if request.param == "postgresql":
            server = stack.enter_context(running_server(Store.open))
            there = stack.enter_context(closing(server.open("sqlite:///x")))
            store.move_to(there)
            store = there
        for waiting in store.jobs.list():
            store.jobs.cancel(waiting.id, NOW)
        (campaign,) = store.campaigns.list()
        opened = store.campaigns.rounds(campaign.id)[-1]
        for person in opened.annotators:
            while (left := store.answers.lease_next(opened.id, person, NOW, 60)) is not None:
                give(store, left.key, f"first-{person}-{left.key.item_id}", {"score": 1})
        keys = [one.key for one in store.answers.assignments(opened.id, Work.SUBMITTED)]
        (tmp_path / "copies").mkdir()
        yield Stage(store, tmp_path, opened, keys, server)


def _texts(stage: Stage, name: str) -> None:
    folder = stage.folder / name
    folder.mkdir()
    for number in range(TEXTS):
        text = " ".join(f"Le patient {name} {number} {part} dort." for part in range(100))
        (folder / f"t{number}.txt").write_text(text, encoding="utf-8")


def _annotating(stage: Stage, turn: int) -> tuple[object, ...]:
    return (stage.keys, turn)


def _working(stage: Stage, turn: int) -> tuple[object, ...]:
    name = f"jobs{turn}"
    _texts(stage, name)
    bring_texts(stage.store, stage.folder, (name,), None)  # type: ignore[arg-type]
    jobs.start(stage.store, "segment", {"corpus": name}, "M1", NOW)
    return ()


def _bringing(stage: Stage, turn: int) -> tuple[object, ...]:
    _texts(stage, f"texts{turn}")
    return (f"texts{turn}",)


def _copying(stage: Stage, turn: int) -> tuple[object, ...]:
    return (f"copy{turn}.db",)


def _putting_back(stage: Stage, turn: int) -> tuple[object, ...]:
    path = stage.folder / "copies" / f"copy{turn}.db"
    backup.backup(stage.store, path)
    stage.answer(f"after-{turn}")  # which the copy does not have
    return (path,)


def _putting_back_there(stage: Stage, turn: int) -> tuple[object, ...]:
    path = stage.folder / "copies" / f"copy{turn}.db"
    backup.backup(stage.store, path)
    return (path, _there(stage, turn))


def _there(stage: Stage, turn: int) -> str:
    """Return the URL of a turn's own database, an empty one at first."""
    assert stage.server is not None
    with closing(stage.server.open(f"sqlite:///there{turn}")) as store:
        return store._database.engine.url.render_as_string(hide_password=False)


def _releasing(stage: Stage, turn: int) -> tuple[object, ...]:
    campaign = stage.opened.campaign_id
    return (campaign, f"2.{turn}", stage.store.campaigns.rounds(campaign)[1].number)


def _after_restore(stage: Stage, turn: int) -> None:
    """Require the answer that the copy lacks in the store, or in what was kept of it."""
    event = f"after-{turn}"
    if any(one.event_id == event for one in stage.store.answers.revisions(stage.opened.id)):
        return
    kept = restoring.kept_copies(stage.folder)[0].path
    with closing(Store.open(f"sqlite:///{kept}")) as before:
        assert event in {one.event_id for one in before.answers.revisions(stage.opened.id)}
    del stage.acknowledged[event]


def _after_restore_there(stage: Stage, turn: int) -> None:
    """Require a database that is whole, or one that is empty still and takes the copy."""
    with closing(Store.open(_there(stage, turn))) as store:
        if not store.campaigns.list():
            backup.restore_on_server(stage.folder / "copies" / f"copy{turn}.db", _there(stage, turn))
        assert store.check() == store.find_changes() == []
        kept = store.answers.revisions(stage.opened.id)
    assert {one.event_id for one in kept} >= set(stage.acknowledged)


def _after_copying(stage: Stage, turn: int) -> None:
    """Require a copy that is whole, or none."""
    path = stage.folder / "copies" / f"copy{turn}.db"
    if path.exists():
        backup.restore(path, stage.folder / f"restored{turn}.db")


def _after_releasing(stage: Stage, turn: int) -> None:
    """Require a release that is whole, or none."""
    found = [one.version for one in stage.store.gold.releases(stage.opened.campaign_id)]
    assert found.count(f"2.{turn}") <= 1


_NOTHING: Callable[[Stage, int], None] = lambda stage, turn: None  # noqa: E731
ACTS = {
    "annotate": (_annotating, _NOTHING),
    "work": (_working, _NOTHING),
    "bring_texts": (_bringing, _NOTHING),
    "copy": (_copying, _after_copying),
    "put_back": (_putting_back, _after_restore),
    "put_back_there": (_putting_back_there, _after_restore_there),
    "release": (_releasing, _after_releasing),
}
ONLY = {"sqlite": "put_back", "postgresql": "put_back_there"}  # a copy comes back in another way


@pytest.mark.parametrize(
    ("stage", "act"),
    [
        (database, act)
        for database, only in ONLY.items()
        for act in ACTS
        if act == only or act not in ONLY.values()
    ],
    indirect=["stage"],
)
def test_a_program_killed_loses_and_doubles_nothing(
    stage: Stage, act: str, request: pytest.FixtureRequest, record_property
) -> None:
    given, afterwards = ACTS[act]
    chance = random.Random(f"{SEED} {request.node.name}")
    usual = 0.5
    if act != "annotate":
        usual = 0.8 * stage.run(act, given(stage, 0), None, 0)
        afterwards(stage, 0)
    stage.in_time = 0
    for turn in range(1, KILLS + 1):
        stage.answer(f"before-{turn}")
        stage.run(act, given(stage, turn), chance.uniform(0, usual), turn)
        afterwards(stage, turn)
        stage.look()
    name = request.node.callspec.params["stage"]
    simulations.tell_kills(
        record_property, name, act, KILLS, stage.in_time, len(stage.acknowledged), stage.lost,
        stage.doubled, stage.problems,
    )  # fmt: skip
    assert (stage.lost, stage.doubled, stage.problems) == (0, 0, 0)
    assert stage.in_time > KILLS // 3
    if act == "work":
        _require_done(stage)
    if act == "bring_texts":
        _require_whole(stage)


def _require_done(stage: Stage) -> None:
    """Let another worker do what is left: each corpus is split once, whatever became of the first worker."""
    jobs_before = jobs.STALE_SECONDS
    jobs.STALE_SECONDS = 0
    try:
        while jobs.run_one(stage.store, stage.folder) is not None:
            pass
    finally:
        jobs.STALE_SECONDS = jobs_before
    done = [one for one in stage.store.jobs.list(1000) if one.verb == "segment"]
    assert len(done) == KILLS + 1
    split = {one.arguments["corpus"] for one in done if one.status == "done"}
    assert all("ended 3 times" in str(one.error) for one in done if one.status != "done")
    for corpus in stage.store.texts.corpora():
        if corpus.name in split:
            assert len(stage.store.texts.sentences(corpus.id)) == TEXTS * 100


def _require_whole(stage: Stage) -> None:
    for corpus in stage.store.texts.corpora():
        if corpus.name.startswith("texts"):
            assert len(stage.store.texts.documents(corpus.id)) == TEXTS


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_server_killed_loses_and_doubles_nothing(database: str, tmp_path: Path, record_property) -> None:
    """Ada answers over the websocket; what the page was told is there, and comes once if it is sent again."""
    with ExitStack() as stack:
        if database == "sqlite":
            store = stack.enter_context(closing(Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")))
        else:
            server = stack.enter_context(running_server(Store.open))
            store = stack.enter_context(closing(server.open("sqlite:///x")))
        round_id = open_pairs(store, tmp_path, MOST_ANSWERS * KILLS)
        stage = Stage(store, tmp_path, store.campaigns.round(round_id), [])
        chance = random.Random(f"{SEED} {database}")
        waiting: dict[str, Any] | None = None  # what a server was killed over, and the page sends again
        for turn in range(KILLS + 1):
            served = processes.server(stage.url, tmp_path)
            address = f"http://127.0.0.1:{processes.port()}"
            tab = Tab(address, "annotate", sign_in(address, "Ada", PASSWORD))
            after = None if turn == KILLS else chance.uniform(0, LONGEST)
            waiting = asyncio.run(_answer_until_killed(stage, tab, waiting, served.kill, after))
            if after is None:
                processes.stop(served)
            else:
                served.join()
            stage.look()
        kept = store.answers.revisions(round_id)
        items = [one.key.item_id for one in kept]
        stage.doubled += len(items) - len(set(items))  # one answer an item, acknowledged or not
        simulations.tell_kills(
            record_property, database, "serve", KILLS, stage.in_time, len(stage.acknowledged), stage.lost,
            stage.doubled, stage.problems,
        )  # fmt: skip
        assert (stage.lost, stage.doubled, stage.problems) == (0, 0, 0)
        assert stage.in_time == KILLS
        assert len(stage.acknowledged) > KILLS + KILLS // 3  # one of each turn was sent again
        assert {one.event_id for one in kept} == set(stage.acknowledged)


async def _answer_until_killed(
    stage: Stage, tab: Tab, waiting: dict[str, Any] | None, kill: Callable[[], None], after: float | None
) -> dict[str, Any] | None:
    """Send what waits, then answer until the server is gone; return the event that it was killed over."""
    await tab.open()
    if waiting is not None:
        await tab.send(waiting)
        stage.acknowledged[waiting["event_id"]] = waiting["value"]["score"]
    if after is None:
        await tab.close()
        return None
    timer = threading.Timer(after, kill)
    timer.start()
    try:
        while True:
            score = len(stage.acknowledged) % 6
            event, _ = await tab.answer(score, 1.0)
            stage.acknowledged[event] = score
    except (websockets.ConnectionClosed, OSError):
        stage.in_time += 1
    finally:
        timer.join()
        with suppress(websockets.ConnectionClosed, OSError):
            await tab.close()
    return tab.sent
