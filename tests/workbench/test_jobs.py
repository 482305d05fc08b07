"""A job runs to its end, stops when told, or fails with a sentence; it leaves nothing half written."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Corpus, Json
from aloi.corpora.readers import read_table
from aloi.storage.store import Store
from aloi.workbench import jobs
from aloi.workbench.progress import Progress, go_on, read_message
from aloi.workbench.texts import corpora

Content = Callable[[], list[str]]


SECRET = "La patiente tousse."


def without_jobs(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith("jobs: ")]


def verb(monkeypatch: pytest.MonkeyPatch, run: Callable[[Store, Progress], Json]) -> None:
    """Let `segment` be this function."""

    def made(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
        return run(store, progress)

    monkeypatch.setattr(jobs, "VERBS", {"segment": made})


@contextmanager
def ctrl_c() -> Iterator[None]:
    """Let SIGINT be Ctrl-C, also in a suite that runs in the background, where it is switched off."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def test_segmenting_runs_as_a_job(
    store: Store, texts: Path, about: corpora.About, tmp_path: Path, now: datetime
) -> None:
    corpus = corpora.import_corpus(store, texts, about).corpus
    waiting = jobs.start(store, "segment", {"corpus": corpus.id}, "M1", now)
    assert (waiting.status, waiting.created_by, waiting.created_at) == ("queued", "M1", now)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.id, ended.status, ended.error) == (waiting.id, "done", None)
    message = read_message(ended.message)
    assert (ended.done, ended.total, str(message)) == (4, 4, "documents split")
    assert isinstance(message, Term)
    assert message.text("fr") == "documents découpés"
    assert read_message("documents split") == "documents split"  # of a job of an earlier version
    assert (ended.result["documents"], ended.result["sentences"]) == (4, 8)
    assert store.texts.counts(corpus.id).sentences == 8
    assert jobs.run_one(store, tmp_path) is None


def test_a_worker_rests_where_nothing_waits(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests: list[float] = []
    monkeypatch.setattr(jobs.time, "sleep", rests.append)
    goes_on = iter([True, True, False])
    jobs.work(store, tmp_path, keep_going=lambda: next(goes_on))
    assert rests == [0.5, 0.5]


def test_mining_runs_as_a_job_and_stores_no_item(
    store: Store, corpus: Corpus, tmp_path: Path, now: datetime, content: Content
) -> None:
    asked: dict[str, Json] = {"corpus": corpus.id, "miner": "lexical", "threshold": 0.1}
    jobs.start(store, "mine", asked, "M1", now)
    before = without_jobs(content())
    ended: Any = jobs.run_one(store, tmp_path)
    assert ended.status == "done"
    assert ended.result["file"] == f"{corpus.id}-lexical.tsv"
    found = read_table(tmp_path / "mining" / f"{corpus.id}-lexical.tsv")
    assert ended.result["report"]["pairs_kept"] == len(found.rows) > 0
    assert sum(one["count"] for one in ended.result["report"]["histogram"]) == len(found.rows)
    shown = [pair for one in ended.result["examples"] for pair in one["pairs"]]
    texts = {(row.text("left"), row.text("right"), float(row.text("score"))) for row in found.rows}
    assert {tuple(pair) for pair in shown} <= texts
    assert without_jobs(content()) == before


def test_jobs_run_in_their_order(store: Store, tmp_path: Path, corpus: Corpus, now: datetime) -> None:
    ids = [jobs.start(store, "segment", {"corpus": corpus.id}, "M1", now).id for _ in range(3)]
    store.jobs.cancel(ids[1], now)
    ran = [one.id for one in iter(lambda: jobs.run_one(store, tmp_path), None) if one]
    assert ran == [ids[0], ids[2]]


@pytest.mark.parametrize("asked", [{"miner": "lexical"}, {"miner": "nearest"}])
def test_a_cancelled_mining_leaves_no_table(
    store: Store, corpus: Corpus, tmp_path: Path, now: datetime, content: Content,
    small_encoder: object, monkeypatch: pytest.MonkeyPatch, asked: dict[str, Json],
) -> None:  # fmt: skip
    job = jobs.start(store, "mine", {"corpus": corpus.id, **asked}, "M1", now)
    before = without_jobs(content())
    claim = store.jobs.claim

    def claim_then_cancel(*given: Any) -> Any:
        found = claim(*given)
        store.jobs.cancel(job.id, given[0])
        return found

    monkeypatch.setattr(store.jobs, "claim", claim_then_cancel)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.status, ended.result, ended.error) == ("cancelled", None, None)
    left = [one.name for one in (tmp_path / "mining").iterdir()]
    assert left == (
        [f".{corpus.id}-lexical.tsv.mining"] if asked["miner"] == "lexical" else []
    )  # to go on from
    assert without_jobs(content()) == before


def test_a_cancelled_draw_is_no_failure(
    store: Store, corpus: Corpus, tmp_path: Path, now: datetime, small_encoder: object,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    asked: dict[str, Json] = {"corpus": corpus.id, "count": 3, "seed": 1, "show": 2}
    job = jobs.start(store, "draw_random", asked, "M1", now)
    monkeypatch.setattr(store.jobs, "progress", lambda *given: store.jobs.cancel(job.id, now))
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.status, ended.error) == ("cancelled", None)
    assert not (tmp_path / "mining" / f"{corpus.id}-random.tsv").exists()
    assert not caplog.records


def test_a_refusal_is_kept_in_its_words(
    store: Store, tmp_path: Path, now: datetime, content: Content
) -> None:
    job = jobs.start(store, "segment", {"corpus": "gone"}, "M1", now)
    before = without_jobs(content())
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.id, ended.status) == (job.id, "failed")
    assert str(AloiError.from_json(ended.result)) == ended.error  # told in the language of who reads it
    assert "gone" in ended.error
    assert len(ended.error.splitlines()) == 3
    assert without_jobs(content()) == before


def test_a_job_without_its_extra_fails_and_names_it(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def training(store: Store, progress: Progress) -> Json:
        raise ModuleNotFoundError("No module named 'torch'", name="torch")

    verb(monkeypatch, training)
    jobs.start(store, "segment", {}, "M1", now)
    ended: Any = jobs.run_one(store, tmp_path)
    assert ended.status == "failed"
    assert ended.error.endswith('pip install "aloi[models]".')
    assert AloiError.from_json(ended.result).values == {"package": "torch", "extra": "models"}


def test_a_bug_fails_its_job_only(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    def broken(store: Store, progress: Progress) -> Json:
        progress(1, 3, "halfway")
        raise KeyError(SECRET)

    verb(monkeypatch, broken)
    jobs.start(store, "segment", {}, "M1", now)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.status, ended.message) == ("failed", "halfway")
    assert AloiError.from_json(ended.result).values == {"kind": "KeyError", "job": ended.id}
    assert len(ended.error.splitlines()) == 3
    assert "in broken" in caplog.text
    assert SECRET not in caplog.text + ended.error
    verb(monkeypatch, lambda store, progress: 1)
    jobs.start(store, "segment", {}, "M1", now)
    after: Any = jobs.run_one(store, tmp_path)
    assert (after.status, after.result) == ("done", 1)


def test_a_job_that_has_told_nothing_yet_is_at_nothing(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its signs of life say where it is: nowhere, until it tells of its progress."""
    beaten = threading.Event()
    told: list[tuple[Any, ...]] = []

    def beat(*given: Any) -> bool:
        told.append(given[1:4])
        beaten.set()
        return True

    monkeypatch.setattr(jobs, "_BEAT_SECONDS", 0.01)
    monkeypatch.setattr(store.jobs, "progress", beat)
    verb(monkeypatch, lambda store, progress: beaten.wait(10))
    jobs.start(store, "segment", {}, "M1", now)
    jobs.run_one(store, tmp_path)
    assert set(told) == {(0, 0, "")}


def test_nothing_is_written_of_a_job_once_it_has_run(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who ran a job may close its store: a sign of life that is on its way is waited for."""
    writing, written = threading.Event(), threading.Event()

    def slow(*given: Any) -> bool:
        writing.set()
        time.sleep(0.2)
        written.set()
        return True

    monkeypatch.setattr(jobs, "_BEAT_SECONDS", 0.01)
    monkeypatch.setattr(store.jobs, "progress", slow)
    verb(monkeypatch, lambda store, progress: writing.wait(10))
    jobs.start(store, "segment", {}, "M1", now)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.status, ended.result) == ("done", True)
    assert written.is_set()


def test_a_result_that_comes_after_the_cancel_is_dropped(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = jobs.start(store, "segment", {}, "M1", now)

    def stubborn(store: Store, progress: Progress) -> Json:
        assert progress(1, 2, "going")
        store.jobs.cancel(job.id, now)
        assert not progress(2, 2, "going")
        return "too late"

    verb(monkeypatch, stubborn)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.status, ended.done, ended.result) == ("cancelled", 1, None)


def test_a_stop_after_the_last_step_is_too_late_and_the_job_is_done(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = jobs.start(store, "segment", {}, "M1", now)

    def last_step(store: Store, progress: Progress) -> Json:
        assert progress(1, 1, "storing")
        store.jobs.cancel(job.id, now)  # while what it made is being stored
        return "stored"

    verb(monkeypatch, last_step)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.status, ended.result) == ("done", "stored")


def test_a_job_whose_worker_died_is_run_again(store: Store, tmp_path: Path, corpus: Corpus) -> None:
    started = datetime.now(UTC) - timedelta(seconds=2 * jobs.STALE_SECONDS)
    job = jobs.start(store, "segment", {"corpus": corpus.id}, "M1", started)
    assert store.jobs.claim(started, jobs.STALE_SECONDS)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.id, ended.status) == (job.id, "done")


def test_a_job_that_lasts_is_never_taken_by_another_worker(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 3 * jobs._BEAT_SECONDS <= jobs.STALE_SECONDS  # a beat or two may be lost
    clock = [now]
    monkeypatch.setattr(jobs, "_now", lambda: clock[0])
    monkeypatch.setattr(jobs, "_BEAT_SECONDS", 0.005)
    job = jobs.start(store, "segment", {}, "M1", now)

    def silent(store: Store, progress: Progress) -> Json:
        """Work through five minutes of the clock without a word of progress."""
        for _ in range(10):
            clock[0] += timedelta(seconds=jobs.STALE_SECONDS / 2)
            until = time.monotonic() + 120
            while store.jobs.get(job.id).heartbeat != clock[0]:
                assert time.monotonic() < until, "the heart of the job does not beat"
                time.sleep(0.002)
            assert store.jobs.claim(clock[0], jobs.STALE_SECONDS) is None
        return "whole"

    verb(monkeypatch, silent)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.id, ended.status, ended.result, ended.error) == (job.id, "done", "whole", None)
    assert ended.attempts == 1


def test_a_busy_store_does_not_stop_the_heart(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_BEAT_SECONDS", 0.005)
    real, beats = store.jobs.progress, threading.Semaphore(0)

    def busy_at_first(*given: Any) -> bool:
        beats.release()
        if not hasattr(busy_at_first, "was_busy"):
            busy_at_first.was_busy = True  # type: ignore[attr-defined]
            raise AloiError("storage.driver-locked", store="a")
        return real(*given)

    monkeypatch.setattr(store.jobs, "progress", busy_at_first)
    verb(monkeypatch, lambda store, progress: all(beats.acquire(timeout=120) for _ in range(3)))
    jobs.start(store, "segment", {}, "M1", now)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.status, ended.result) == ("done", True)


def test_a_worker_told_to_stop_gives_its_job_back(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(store: Store, progress: Progress) -> Json:
        raise KeyboardInterrupt

    verb(monkeypatch, stopped)
    job = jobs.start(store, "segment", {}, "M1", now)
    with pytest.raises(KeyboardInterrupt):
        jobs.run_one(store, tmp_path)
    assert (store.jobs.get(job.id).status, store.jobs.get(job.id).attempts) == ("queued", 0)
    verb(monkeypatch, lambda store, progress: 1)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.id, ended.status) == (job.id, "done")


def test_a_worker_whose_job_was_taken_over_stops_and_leaves_it_to_its_successor(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that lay still, with its machine, for longer than a minute."""
    taken: list[Any] = []
    stored: list[str] = []

    def silent(store: Store, progress: Progress) -> Json:
        later = datetime.now(UTC) + timedelta(seconds=2 * jobs.STALE_SECONDS)
        taken.append(store.jobs.claim(later, jobs.STALE_SECONDS))
        go_on(progress, 1, 2, "late")
        stored.append("late")
        return "late"

    verb(monkeypatch, silent)
    job = jobs.start(store, "segment", {}, "M1", now)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.id, ended.status, ended.message, ended.attempts) == (job.id, "running", "", 2)
    assert not stored
    store.jobs.finish(taken[0], "whole", now)
    assert store.jobs.get(job.id).result == "whole"


@pytest.mark.parametrize("told", [KeyboardInterrupt, KeyError])
def test_what_a_worker_does_whose_job_was_taken_over_is_not_its_successors(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch, told: type[BaseException]
) -> None:
    def silent(store: Store, progress: Progress) -> Json:
        later = datetime.now(UTC) + timedelta(seconds=2 * jobs.STALE_SECONDS)
        assert store.jobs.claim(later, jobs.STALE_SECONDS)
        raise told

    verb(monkeypatch, silent)
    job = jobs.start(store, "segment", {}, "M1", now)
    with suppress(KeyboardInterrupt):
        jobs.run_one(store, tmp_path)
    assert (store.jobs.get(job.id).status, store.jobs.get(job.id).attempts) == ("running", 2)


def test_a_figure_that_a_successor_has_counted_is_no_failure_of_the_first_worker(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = jobs.start(store, "segment", {}, "M1", now)

    def silent(store: Store, progress: Progress) -> Json:
        store.jobs.forget([job.id])
        go_on(progress, 1, 1, "late")
        return None

    verb(monkeypatch, silent)
    ended: Any = jobs.run_one(store, tmp_path)
    assert ended.id == job.id


@pytest.mark.parametrize(("step", "left"), [("finish", "done"), ("fail", "failed"), ("give_back", "queued")])
def test_a_worker_told_to_stop_notes_first_what_became_of_its_job(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch, step: str, left: str
) -> None:
    """It is told twice: systemd ends each process of a service, and the server ends its workers."""
    really = getattr(store.jobs, step)
    raised = {"fail": KeyError(), "give_back": KeyboardInterrupt()}.get(step)

    def interrupted(*given: Any) -> None:
        for _ in range(2):
            signal.raise_signal(signal.SIGINT)
        really(*given)

    def run(store: Store, progress: Progress) -> Json:
        if raised is not None:
            raise raised
        return "whole"

    monkeypatch.setattr(store.jobs, step, interrupted)
    verb(monkeypatch, run)
    job = jobs.start(store, "segment", {}, "M1", now)
    with ctrl_c(), pytest.raises(KeyboardInterrupt):
        jobs.run_one(store, tmp_path)
    assert store.jobs.get(job.id).status == left


def test_a_job_waits_for_nobody_where_its_lane_alone_is_silent(store: Store, now: datetime) -> None:
    early = now - timedelta(seconds=121)
    training = jobs.start(store, "train", {}, "M1", early)
    copying = jobs.start(store, "backup", {}, "M1", early)
    running = store.jobs.claim(early, jobs.STALE_SECONDS)
    assert running is not None
    assert (running.id, store.jobs.progress(running, 1, 2, "", now)) == (training.id, True)
    next_in_line = jobs.start(store, "mine", {}, "M1", early)
    asked_now = jobs.start(store, "check", {}, "M1", now)
    late = [lane for lane, queue in jobs.queues(store).items() if jobs.is_late(queue, now)]
    assert late == ["short"]
    untaken = [one.id for one in store.jobs.list() if jobs.is_untaken(store, one, now)]
    assert untaken == [copying.id]
    later = now + timedelta(seconds=122)
    untaken = [one.id for one in store.jobs.list() if jobs.is_untaken(store, one, later)]
    assert untaken == [asked_now.id, next_in_line.id, copying.id, training.id]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="its workers are forked, so that they start at once")
@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
def test_a_job_that_kills_its_worker_fails_and_the_next_one_is_done(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
        if arguments["deadly"]:
            os.kill(os.getpid(), signal.SIGKILL)
        return "done"

    def worker() -> None:
        own = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
        jobs.run_one(own, tmp_path)
        own.close()

    monkeypatch.setattr(jobs, "VERBS", {"segment": kill})
    monkeypatch.setattr(jobs, "STALE_SECONDS", 0)
    deadly, harmless = (jobs.start(store, "segment", {"deadly": n == 0}, "M1", now).id for n in range(2))
    ends = []
    for _ in range(4):
        process = multiprocessing.get_context("fork").Process(target=worker)
        process.start()
        process.join(20)
        ends.append(process.exitcode)
    assert ends == [-signal.SIGKILL] * 3 + [0]
    assert store.jobs.get(deadly).status == "failed"
    assert "The worker stopped 3 times" in str(store.jobs.get(deadly).error)
    assert (store.jobs.get(harmless).status, store.jobs.get(harmless).result) == ("done", "done")


def test_an_unknown_verb_is_refused(store: Store, now: datetime, content: Content) -> None:
    before = content()
    with pytest.raises(AloiError, match="No job is called 'fly'"):
        jobs.start(store, "fly", {}, "M1", now)
    assert content() == before


def test_the_worker_runs_until_told_to_stop(
    store: Store, corpus: Corpus, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_IDLE_SECONDS", 0)
    for _ in range(2):
        jobs.start(store, "segment", {"corpus": corpus.id}, "M1", now)
    turns = iter([True, True, True, False])
    jobs.work(store, tmp_path, keep_going=lambda: next(turns))
    assert [one.status for one in store.jobs.list()] == ["done", "done"]


@pytest.mark.sqlite
def test_the_command_runs_what_waits(store: Store, corpus: Corpus, tmp_path: Path, now: datetime) -> None:
    asked: dict[str, Json] = {"corpus": corpus.id, "miner": "lexical", "threshold": 0.1}
    wrong = jobs.start(store, "segment", {"corpus": "gone"}, "M1", now)
    right = jobs.start(store, "mine", asked, "M1", now)
    environment = {
        **os.environ, "PYTHONPATH": str(Path(jobs.__file__).parents[2]),
        "ALOI_STORE": f"sqlite:///{tmp_path / 'aloi.db'}", "ALOI_DATA": str(tmp_path / "data"),
    }  # fmt: skip
    worker = subprocess.Popen(
        [sys.executable, "-m", "aloi.terminal.main", "work", "--with-parent"], cwd=tmp_path, env=environment
    )
    try:
        until = time.monotonic() + 300  # of a busy machine
        while store.jobs.get(right.id).status != "done" and time.monotonic() < until:
            assert worker.poll() is None
            time.sleep(0.1)
    finally:
        worker.terminate()
        status = worker.wait()
    assert status == 0  # told to stop, it ends as by Ctrl-C
    assert store.jobs.get(right.id).status == "done"
    assert (tmp_path / "data" / "mining" / f"{corpus.id}-lexical.tsv").exists()
    assert store.jobs.get(wrong.id).status == "failed"
    assert "gone" in str(store.jobs.get(wrong.id).error)
