"""The table of long verbs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from aloi.errors import AloiError
from storage.jobs import ATTEMPTS
from storage.store import Store
from tests.storage.world import NOW

LATER = NOW + timedelta(minutes=5)


def test_a_job_runs_to_its_end(store: Store) -> None:
    made = store.jobs.add("mine", {"corpus": "c", "threshold": 0.45}, "A1", NOW)
    assert (made.status, made.arguments, made.created_at) == (
        "queued", {"corpus": "c", "threshold": 0.45}, NOW,
    )  # fmt: skip
    assert (made.done, made.total, made.message, made.attempts) == (0, 0, "", 0)
    assert (made.result, made.error, made.started_at, made.finished_at) == (None, None, None, None)
    claimed = store.jobs.claim(NOW, 60)
    assert claimed is not None
    assert (claimed.id, claimed.status, claimed.started_at, claimed.heartbeat) == (
        made.id,
        "running",
        NOW,
        NOW,
    )
    assert store.jobs.progress(made.id, 3, 10, "mining", LATER) is True
    store.jobs.finish(made.id, {"items": [1, None]}, LATER)
    done = store.jobs.get(made.id)
    assert (done.status, done.done, done.total, done.message) == ("done", 3, 10, "mining")
    assert (done.result, done.error, done.finished_at) == ({"items": [1, None]}, None, LATER)
    assert store.jobs.list() == [done]
    assert store.jobs.claim(LATER, 60) is None


def test_a_cancelled_job_is_told_to_stop_and_is_done_where_that_came_too_late(store: Store) -> None:
    made = store.jobs.add("mine", {}, "A1", NOW)
    store.jobs.claim(NOW, 60)
    store.jobs.cancel(made.id, NOW)
    assert store.jobs.progress(made.id, 1, 2, "", NOW) is False
    assert store.jobs.get(made.id).status == "cancelled"
    store.jobs.finish(made.id, {"items": 3}, LATER)
    assert (store.jobs.get(made.id).status, store.jobs.get(made.id).result) == ("done", {"items": 3})
    waiting = store.jobs.add("mine", {}, "A1", NOW)
    store.jobs.cancel(waiting.id, NOW)
    assert store.jobs.claim(NOW, 60) is None


def test_only_the_job_asked_to_stop_stops_and_one_that_ended_stays_as_it_is(store: Store) -> None:
    ended, stopped, other = (store.jobs.add("mine", {"n": n}, "A1", NOW).id for n in range(3))
    store.jobs.claim(NOW, 60)
    store.jobs.finish(ended, {"items": 3}, NOW)
    store.jobs.cancel(stopped, LATER)
    store.jobs.cancel(ended, LATER)
    assert [store.jobs.get(job).status for job in (ended, stopped, other)] == ["done", "cancelled", "queued"]
    assert (store.jobs.get(ended).finished_at, store.jobs.get(stopped).finished_at) == (NOW, LATER)
    taken = store.jobs.claim(LATER, 60)
    assert taken is not None
    assert taken.id == other


def test_jobs_of_a_verb_are_told_in_their_order_and_forgotten_one_by_one(store: Store) -> None:
    first, other, second = (store.jobs.add(verb, {}, "A1", NOW).id for verb in ("mine", "segment", "mine"))
    assert [job.id for job in store.jobs.of_verb("mine")] == [first, second]
    assert [job.id for job in store.jobs.of_verb("backup")] == []
    store.jobs.forget([])
    store.jobs.forget([first])
    assert [job.id for job in store.jobs.list()] == [second, other]


def test_a_failure_keeps_its_reason_and_a_silent_worker_is_replaced(store: Store) -> None:
    made = store.jobs.add("mine", {}, "A1", NOW)
    store.jobs.claim(NOW, 60)
    assert store.jobs.claim(NOW + timedelta(seconds=60), 60) is None
    again = store.jobs.claim(LATER, 60)
    assert again is not None
    assert again.id == made.id
    store.jobs.fail(made.id, "no memory", LATER)
    assert (store.jobs.get(made.id).status, store.jobs.get(made.id).error) == ("failed", "no memory")


def test_a_job_that_ends_its_workers_fails_and_the_next_is_taken(store: Store) -> None:
    deadly, waiting = (store.jobs.add("mine", {"n": n}, "A1", NOW).id for n in range(2))
    assert ATTEMPTS == 3  # what the message says, and the guide
    for attempt in range(1, ATTEMPTS + 1):
        taken = store.jobs.claim(NOW + attempt * (LATER - NOW), 60)
        assert taken is not None
        assert (taken.id, taken.attempts) == (deadly, attempt)
    after = NOW + (ATTEMPTS + 1) * (LATER - NOW)
    taken = store.jobs.claim(after, 60)
    assert taken is not None
    assert (taken.id, taken.attempts) == (waiting, 1)
    failed = store.jobs.get(deadly)
    assert (failed.status, failed.finished_at) == ("failed", after)
    assert str(AloiError.from_json(failed.result)) == failed.error  # told in the language of who reads it
    assert str(failed.error).startswith(f"The worker ended {ATTEMPTS} times")
    assert len(str(failed.error).splitlines()) == 3


def test_the_last_attempt_has_its_full_time(store: Store) -> None:
    made = store.jobs.add("mine", {}, "A1", NOW)
    for attempt in range(ATTEMPTS):
        assert store.jobs.claim(NOW + attempt * (LATER - NOW), 60) is not None
    last = NOW + (ATTEMPTS - 1) * (LATER - NOW)
    assert store.jobs.claim(last + timedelta(seconds=59), 60) is None
    store.jobs.finish(made.id, 1, last)
    assert store.jobs.claim(last + timedelta(hours=1), 60) is None
    assert store.jobs.get(made.id).status == "done"


def test_a_job_given_back_waits_and_has_lost_no_attempt(store: Store) -> None:
    made = store.jobs.add("mine", {}, "A1", NOW)
    for _ in range(2 * ATTEMPTS):
        taken = store.jobs.claim(NOW, 60)
        assert taken is not None
        assert (taken.id, taken.attempts) == (made.id, 1)
        store.jobs.give_back(made.id)
        assert store.jobs.get(made.id).status == "queued"
    store.jobs.cancel(made.id, NOW)
    store.jobs.give_back(made.id)
    assert store.jobs.get(made.id).status == "cancelled"


def test_each_job_is_claimed_once_by_two_workers(store: Store) -> None:
    made = [store.jobs.add("mine", {"n": n}, "A1", NOW).id for n in range(20)]

    def work(_: int) -> list[str]:
        mine = []
        while (job := store.jobs.claim(NOW, 60)) is not None:
            mine.append(job.id)
        return mine

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(work, range(2))
    assert sorted(first + second) == sorted(made)
    assert [job.id for job in store.jobs.list(limit=2)] == made[:-3:-1]


def test_the_fifty_newest_jobs_are_listed_the_newest_first(store: Store) -> None:
    made = [store.jobs.add("mine", {"number": number}, "A1", NOW).id for number in range(52)]
    assert [one.id for one in store.jobs.list()] == made[:1:-1]
    assert [one.id for one in store.jobs.list(3)] == made[:-4:-1]
