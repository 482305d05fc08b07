"""A job runs to its end, stops when told, or fails with a sentence; it leaves nothing half written."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from corpora.model import Corpus, Json
from corpora.readers import read_table
from errors import AloiError
from storage.store import Store
from workbench import jobs
from workbench.progress import Progress
from workbench.texts import corpora

Content = Callable[[], list[str]]


def without_jobs(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith('INSERT INTO "jobs"')]


def verb(monkeypatch: pytest.MonkeyPatch, run: Callable[[Store, Progress], Json]) -> None:
    """Let `segment` be this function."""

    def made(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
        return run(store, progress)

    monkeypatch.setattr(jobs, "VERBS", {"segment": made})


def test_segmenting_runs_as_a_job(
    store: Store, texts: Path, about: corpora.About, tmp_path: Path, now: datetime
) -> None:
    corpus = corpora.import_corpus(store, texts, about).corpus
    waiting = jobs.start(store, "segment", {"corpus": corpus.id}, "M1", now)
    assert (waiting.status, waiting.created_by, waiting.created_at) == ("queued", "M1", now)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.id, ended.status, ended.error) == (waiting.id, "done", None)
    assert (ended.done, ended.total, ended.message) == (4, 4, "documents split")
    assert (ended.result["documents"], ended.result["sentences"]) == (4, 8)
    assert store.texts.counts(corpus.id).sentences == 8
    assert jobs.run_one(store, tmp_path) is None


def test_mining_runs_as_a_job_and_stores_no_item(
    store: Store, corpus: Corpus, tmp_path: Path, now: datetime, content: Content
) -> None:
    asked: dict[str, Json] = {"corpus": corpus.id, "miner": "lexical", "threshold": "0.1", "out": "../c.tsv"}
    jobs.start(store, "mine", asked, "M1", now)
    before = without_jobs(content())
    ended: Any = jobs.run_one(store, tmp_path)
    assert ended.status == "done"
    assert ended.result["file"] == "c.tsv"
    found = read_table(tmp_path / "mining" / "c.tsv")  # a name, never a path out of the data folder
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
    job = jobs.start(store, "mine", {"corpus": corpus.id, "out": "c.tsv", **asked}, "M1", now)
    before = without_jobs(content())
    claim = store.jobs.claim

    def claim_then_cancel(moment: datetime, stale: int) -> Any:
        found = claim(moment, stale)
        store.jobs.cancel(job.id, moment)
        return found

    monkeypatch.setattr(store.jobs, "claim", claim_then_cancel)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.status, ended.result, ended.error) == ("cancelled", None, None)
    assert list((tmp_path / "mining").iterdir()) == []
    assert without_jobs(content()) == before


def test_a_cancelled_draw_is_no_failure(
    store: Store, corpus: Corpus, tmp_path: Path, now: datetime, small_encoder: object,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    asked: dict[str, Json] = {"corpus": corpus.id, "count": 3, "seed": 1, "show": 2, "out": "r.tsv"}
    job = jobs.start(store, "draw_random", asked, "M1", now)
    monkeypatch.setattr(store.jobs, "progress", lambda *given: store.jobs.cancel(job.id, now))
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.status, ended.error) == ("cancelled", None)
    assert not (tmp_path / "mining" / "r.tsv").exists()
    assert not caplog.records


def test_a_refusal_is_kept_in_its_words(
    store: Store, tmp_path: Path, now: datetime, content: Content
) -> None:
    job = jobs.start(store, "segment", {"corpus": "gone"}, "M1", now)
    before = without_jobs(content())
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.id, ended.status, ended.result) == (job.id, "failed", None)
    assert "gone" in ended.error
    assert len(ended.error.splitlines()) == 3
    assert without_jobs(content()) == before


def test_a_bug_fails_its_job_only(
    store: Store, tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    def broken(store: Store, progress: Progress) -> Json:
        progress(1, 3, "halfway")
        raise KeyError("count")

    verb(monkeypatch, broken)
    jobs.start(store, "segment", {}, "M1", now)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.status, ended.error, ended.message) == ("failed", "KeyError: 'count'", "halfway")
    assert "Traceback" in caplog.text
    verb(monkeypatch, lambda store, progress: 1)
    jobs.start(store, "segment", {}, "M1", now)
    after: Any = jobs.run_one(store, tmp_path)
    assert (after.status, after.result) == ("done", 1)


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


def test_a_job_whose_worker_died_is_run_again(store: Store, tmp_path: Path, corpus: Corpus) -> None:
    started = datetime.now(UTC) - timedelta(seconds=2 * jobs.STALE_SECONDS)
    job = jobs.start(store, "segment", {"corpus": corpus.id}, "M1", started)
    assert store.jobs.claim(started, jobs.STALE_SECONDS)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.id, ended.status) == (job.id, "done")


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


def test_the_command_runs_what_waits(store: Store, corpus: Corpus, tmp_path: Path, now: datetime) -> None:
    asked: dict[str, Json] = {"corpus": corpus.id, "miner": "lexical", "threshold": "0.1", "out": "c.tsv"}
    wrong = jobs.start(store, "segment", {"corpus": "gone"}, "M1", now)
    right = jobs.start(store, "mine", asked, "M1", now)
    environment = {
        **os.environ, "PYTHONPATH": str(Path(jobs.__file__).parents[1]),
        "ALOI_STORE": f"sqlite:///{tmp_path / 'aloi.db'}", "ALOI_DATA": str(tmp_path / "data"),
    }  # fmt: skip
    worker = subprocess.Popen(
        [sys.executable, "-m", "cli", "work", "--with-parent"], cwd=tmp_path, env=environment
    )
    try:
        until = time.monotonic() + 30
        while store.jobs.get(right.id).status != "done" and time.monotonic() < until:
            assert worker.poll() is None
            time.sleep(0.1)
    finally:
        worker.terminate()
        worker.wait()
    assert store.jobs.get(right.id).status == "done"
    assert (tmp_path / "data" / "mining" / "c.tsv").exists()
    assert store.jobs.get(wrong.id).status == "failed"
    assert "gone" in str(store.jobs.get(wrong.id).error)
