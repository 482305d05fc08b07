"""The table of long verbs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

from aloi.base.errors import AloiError
from aloi.storage.jobs import ATTEMPTS
from aloi.storage.model import Job, JobQueue
from aloi.storage.store import Store
from tests.storage.world import NOW

LATER = NOW + timedelta(minutes=5)


def claim(store: Store, now: datetime = NOW) -> Job:
    """Return the job that a worker takes, which there is."""
    taken = store.jobs.claim(now, 60)
    assert taken is not None
    return taken


def test_a_job_runs_to_its_end(store: Store) -> None:
    made = store.jobs.add("mine", {"corpus": "c", "threshold": 0.45}, "A1", NOW)
    assert (made.status, made.arguments, made.created_at) == (
        "queued", {"corpus": "c", "threshold": 0.45}, NOW,
    )  # fmt: skip
    assert (made.done, made.total, made.message, made.attempts) == (0, 0, "", 0)
    assert (made.result, made.error, made.started_at, made.finished_at) == (None, None, None, None)
    claimed = claim(store)
    assert (claimed.id, claimed.status, claimed.started_at, claimed.heartbeat) == (
        made.id,
        "running",
        NOW,
        NOW,
    )
    assert store.jobs.progress(claimed, 3, 10, "mining", LATER) is True
    store.jobs.finish(claimed, {"items": [1, None]}, LATER)
    done = store.jobs.get(made.id)
    assert (done.status, done.done, done.total, done.message) == ("done", 3, 10, "mining")
    assert (done.result, done.error, done.finished_at) == ({"items": [1, None]}, None, LATER)
    assert store.jobs.list() == [done]
    assert store.jobs.claim(LATER, 60) is None


def test_a_cancelled_job_is_told_to_stop_and_is_done_where_that_came_too_late(store: Store) -> None:
    made = store.jobs.add("mine", {}, "A1", NOW)
    claimed = claim(store)
    store.jobs.cancel(made.id, NOW)
    assert store.jobs.progress(claimed, 1, 2, "", NOW) is False
    assert store.jobs.get(made.id).status == "cancelled"
    store.jobs.finish(claimed, {"items": 3}, LATER)
    assert (store.jobs.get(made.id).status, store.jobs.get(made.id).result) == ("done", {"items": 3})
    waiting = store.jobs.add("mine", {}, "A1", NOW)
    store.jobs.cancel(waiting.id, NOW)
    assert store.jobs.claim(NOW, 60) is None


def test_only_the_job_asked_to_stop_stops_and_one_that_ended_stays_as_it_is(store: Store) -> None:
    ended, stopped, other = (store.jobs.add("mine", {"n": n}, "A1", NOW).id for n in range(3))
    store.jobs.finish(claim(store), {"items": 3}, NOW)
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
    again = claim(store, LATER)
    assert again.id == made.id
    store.jobs.fail(again, "no memory", LATER)
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
    assert str(failed.error).startswith(f"The worker stopped {ATTEMPTS} times")
    assert len(str(failed.error).splitlines()) == 3


def test_the_last_attempt_has_its_full_time(store: Store) -> None:
    made = store.jobs.add("mine", {}, "A1", NOW)
    for attempt in range(ATTEMPTS):
        taken = claim(store, NOW + attempt * (LATER - NOW))
    last = NOW + (ATTEMPTS - 1) * (LATER - NOW)
    assert store.jobs.claim(last + timedelta(seconds=59), 60) is None
    store.jobs.finish(taken, 1, last)
    assert store.jobs.claim(last + timedelta(hours=1), 60) is None
    assert store.jobs.get(made.id).status == "done"


def test_a_job_given_back_waits_and_has_lost_no_attempt(store: Store) -> None:
    made = store.jobs.add("mine", {}, "A1", NOW)
    for _ in range(2 * ATTEMPTS):
        taken = claim(store)
        assert (taken.id, taken.attempts) == (made.id, 1)
        store.jobs.give_back(taken)
        assert store.jobs.get(made.id).status == "queued"
    taken = claim(store)
    store.jobs.cancel(made.id, NOW)
    store.jobs.give_back(taken)
    assert store.jobs.get(made.id).status == "cancelled"


def test_a_worker_whose_job_was_taken_over_changes_nothing_of_it(store: Store) -> None:
    store.jobs.add("mine", {}, "A1", NOW)
    silent = claim(store)
    successor = claim(store, LATER)
    assert store.jobs.progress(successor, 1, 2, "mining", LATER)

    def speak() -> None:
        assert not store.jobs.progress(silent, 2, 2, "late", LATER)
        store.jobs.give_back(silent)
        store.jobs.fail(silent, "no memory", LATER)
        store.jobs.finish(silent, "late", LATER)

    speak()
    held = store.jobs.get(successor.id)
    assert (held.status, held.done, held.message, held.attempts) == ("running", 1, "mining", 2)
    store.jobs.give_back(successor)
    speak()
    assert (store.jobs.get(held.id).status, store.jobs.get(held.id).attempts) == ("queued", 1)
    successor = claim(store, LATER)
    store.jobs.cancel(held.id, LATER)
    speak()
    assert store.jobs.get(held.id).status == "cancelled"
    store.jobs.finish(successor, "whole", LATER)
    assert store.jobs.get(held.id).result == "whole"


def test_what_waits_in_a_lane_and_when_one_of_its_workers_was_heard(store: Store) -> None:
    mining, others = ({"mine"}, True), ({"mine"}, False)
    assert store.jobs.queue(mining) == JobQueue(0, None, None)
    store.jobs.add("mine", {}, "A1", NOW)
    running = claim(store)
    store.jobs.add("mine", {}, "A1", NOW)
    store.jobs.add("backup", {}, "A1", NOW)
    store.jobs.progress(running, 1, 2, "", LATER)
    assert store.jobs.queue(mining) == JobQueue(1, NOW, LATER)
    assert store.jobs.queue(others) == JobQueue(1, NOW, None)  # what mines is no sign of who copies
    assert store.jobs.queue(None) == JobQueue(2, NOW, LATER)
    late = LATER + timedelta(seconds=121)
    assert not store.jobs.queue(mining).is_late(LATER, 120)
    assert store.jobs.queue(others).is_late(LATER, 120)
    assert store.jobs.queue(mining).is_late(late, 120)
    store.jobs.give_back(running)  # it waits from then on, however long it ran before
    store.jobs.cancel(store.jobs.list()[1].id, LATER)
    assert store.jobs.queue(mining) == JobQueue(1, LATER, None)


def test_a_job_whose_worker_died_waits_for_another_since_its_last_sign_of_life(store: Store) -> None:
    store.jobs.add("mine", {}, "A1", NOW - timedelta(hours=1))
    claim(store)
    assert store.jobs.queue(None) == JobQueue(0, NOW, NOW)
    assert not store.jobs.queue(None).is_late(NOW + timedelta(seconds=120), 120)
    assert store.jobs.queue(None).is_late(NOW + timedelta(seconds=121), 120)


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
