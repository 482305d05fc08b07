"""Cached results: made old by whatever changes what they count, computed again in the background."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from aloi.annotation.model import Round, SkipReason, Status
from aloi.base.errors import AloiError
from aloi.gold.model import Adjudication
from aloi.storage.changes import cleanings_of, decisions_of
from aloi.storage.model import StoredResult
from aloi.storage.store import Store
from aloi.workbench import jobs, people
from aloi.workbench.cache import refresh as refreshing
from aloi.workbench.cache.base import USE_CASES, CampaignId, Context, Request, cached, use_case_of
from aloi.workbench.cache.campaigns import CountRound, CountToClean, ListDisputed, ProposeCleanings
from aloi.workbench.cache.releases import DescribeGold
from aloi.workbench.cache.results import ResultComputer, compute, read, read_all
from aloi.workbench.requests.corrections import PersonRequest
from aloi.workbench.requests.rounds import AddAnnotatorRequest, CloseRoundRequest, ReassignRequest
from aloi.workbench.rounds import adjudicating, rounds
from tests.workbench.scene import NOW, Scene, make_scene

SAME, OTHER = (0, 1, 2, 3, 4, 5), (5, 0, 2, 3, 4, 5)


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


@pytest.fixture
def opened(scene: Scene) -> Round:
    one = scene.open(names=("A1", "A2"))
    scene.give(one, {"A1": SAME, "A2": (5, 0, None, None, None, None)})
    return one


def counted(store: Store, one: Round) -> Any:
    return read(store, CountRound(one.campaign_id, one.id))


def work(store: Store, folder: Path) -> None:
    while jobs.run_one(store, folder, "figures"):
        pass


def test_a_result_is_unknown_then_current_then_old_by_as_many_answers_as_came(
    scene: Scene, opened: Round, tmp_path: Path
) -> None:
    store = scene.store
    before = counted(store, opened)
    assert (before.value, before.at, before.is_current) == (None, None, False)
    started = refreshing.refresh(store, [before], "M1", NOW)
    assert started.job is not None
    work(store, tmp_path)
    now = counted(store, opened)
    assert (now.is_current, now.answers_since, now.value.submitted, now.value.missing) == (True, 0, 8, 4)
    assert now.value == rounds_counted(store, opened)
    scene.give(opened, {"A2": (None, None, 2, 3, None, None)})
    later = counted(store, opened)
    assert (later.is_current, later.answers_since, later.value.submitted) == (False, 2, 8)


def rounds_counted(store: Store, one: Round) -> Any:
    """Return what the terminal counts: the same function, at once."""
    return ResultComputer(store)(CountRound(one.campaign_id, one.id))


def _decision(one: Round, item: str) -> Adjudication:
    return Adjudication(one.id, item, 1, ("A3",), {"similarity": 2}, "why", (), NOW)


CHANGES: dict[str, tuple[Callable[[Scene, Round], object], int]] = {
    "answer": (lambda s, r: s.give(r, {"A2": (None, None, 2, None, None, None)}), 1),
    "skip": (
        lambda s, r: s.store.answers.skip(s.key(r, 3, "A2"), "e1", SkipReason.OTHER, now=NOW),
        1,
    ),
    "undo": (lambda s, r: s.store.answers.undo(r.id, s.key(r, 0, "A1").annotator_id, "e2", NOW), 1),
    "flag": (lambda s, r: s.store.answers.mark(s.key(r, 3, "A2"), flag=True), 0),
    "close": (lambda s, r: rounds.set_round_status(s.store, CloseRoundRequest("closeness", 1)), 0),
    "newcomer": (lambda s, r: rounds.add_annotator(s.store, AddAnnotatorRequest("closeness", 1, "A3")), 0),
    "handed over": (lambda s, r: rounds.reassign(s.store, ReassignRequest("closeness", 1, "A2", ["A3"])), 0),
    "guideline": (lambda s, r: s.store.campaigns.add_guideline(r.campaign_id, "New.", "", NOW), 0),
    "campaign closed": (lambda s, r: s.store.campaigns.set_status(r.campaign_id, Status.CLOSED), 0),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_a_round_makes_its_results_old(
    scene: Scene, opened: Round, tmp_path: Path, change: str
) -> None:
    compute(Context(scene.store, tmp_path), CountRound(opened.campaign_id, opened.id), NOW)
    act, answers = CHANGES[change]
    act(scene, opened)
    known = counted(scene.store, opened)
    assert (known.is_current, known.answers_since) == (False, answers)


def test_an_answer_sent_twice_or_a_draft_changes_no_result(
    scene: Scene, opened: Round, tmp_path: Path
) -> None:
    compute(Context(scene.store, tmp_path), CountRound(opened.campaign_id, opened.id), NOW)
    scene.store.answers.mark(scene.key(opened, 3, "A2"), draft={"similarity": 1}, at=NOW)
    given = scene.store.answers.latest(opened.id)
    assert scene.store.answers.import_answers(opened.id, given) == 0
    assert counted(scene.store, opened).is_current


def test_a_decision_leaves_the_disputed_items_current_and_is_counted_apart(
    scene: Scene, tmp_path: Path
) -> None:
    people.add_person(scene.store, PersonRequest("Judge", "adjudicator"), NOW)
    one = scene.open(names=("A1", "A2"))
    scene.give(one, {"A1": SAME, "A2": OTHER})
    request = ListDisputed(one.campaign_id, one.id)
    compute(Context(scene.store, tmp_path), request, NOW)
    known: Any = read(scene.store, request)
    live = adjudicating.queue(scene.store, "closeness", 1)
    assert known.value.items == tuple(each.item_id for each in live.disputes)
    first = known.value.items[0]
    assert adjudicating.dispute(scene.store, "closeness", 1, first) == live.disputes[0]
    before = scene.store.cached_results.states([decisions_of(one.id)])[decisions_of(one.id)]
    adjudicating.decide(scene.store, "closeness", 1, first, 2, "Read.", ("A3",), NOW)
    after = scene.store.cached_results.states([decisions_of(one.id)])[decisions_of(one.id)]
    assert after.changes == before.changes + 1
    assert read(scene.store, request).is_current
    assert set(known.value.items) - scene.store.gold.decided_items(one.id) == {
        each.item_id for each in adjudicating.queue(scene.store, "closeness", 1).disputes
    }


def test_answers_start_no_job_each(scene: Scene, opened: Round, tmp_path: Path) -> None:
    store = scene.store
    refreshing.refresh(store, [counted(store, opened)], "M1", NOW)
    again = refreshing.refresh(store, [counted(store, opened)], "M1", NOW)
    assert len(store.jobs.of_verb(refreshing.VERB)) == 1
    assert again.job is not None
    work(store, tmp_path)
    assert store.jobs.of_verb(refreshing.VERB) == []
    scene.give(opened, {"A2": (None, None, 2, None, None, None)})
    latest = replace(counted(store, opened), seconds=0.01)  # however long it took here
    rests = refreshing.refresh(store, [latest], "M1", latest.at + timedelta(seconds=1))
    assert rests.job is None
    assert rests.wait == pytest.approx(1, abs=0.01)
    due = refreshing.refresh(store, [latest], "M1", latest.at + timedelta(seconds=3))
    assert due.job is not None
    work(store, tmp_path)
    rounds.set_round_status(store, CloseRoundRequest("closeness", 1))  # nothing to do with answers: at once
    at = counted(store, opened).at
    assert refreshing.refresh(store, [counted(store, opened)], "M1", at).job is not None


def test_a_cancelled_count_starts_again_only_when_asked(scene: Scene, opened: Round, tmp_path: Path) -> None:
    store = scene.store
    job = refreshing.refresh(store, [counted(store, opened)], "M1", NOW).job
    assert job is not None
    store.jobs.cancel(job.id, NOW)
    work(store, tmp_path)
    stands = refreshing.refresh(store, [counted(store, opened)], "M1", NOW)
    assert (stands.job, stands.ended and stands.ended.status) == (None, "cancelled")
    asked = refreshing.refresh(store, [counted(store, opened)], "M1", NOW, by_hand=True)
    assert asked.job is not None
    work(store, tmp_path)
    assert counted(store, opened).is_current
    assert store.jobs.of_verb(refreshing.VERB) == []


def test_a_count_waits_for_no_other_job(scene: Scene, opened: Round, tmp_path: Path) -> None:
    store = scene.store
    other = jobs.start(store, "mine", {}, "M1", NOW)
    refreshing.refresh(store, [counted(store, opened)], "M1", NOW)
    done = jobs.run_one(store, tmp_path, "figures")
    assert done is not None
    assert done.verb == refreshing.VERB
    assert jobs.run_one(store, tmp_path, "figures") is None
    assert store.jobs.claim(NOW, 60, ({refreshing.VERB}, False)) == replace(
        store.jobs.get(other.id), status="running"
    )


@dataclass(frozen=True, slots=True)
class Small:
    count: int


@dataclass(frozen=True, slots=True)
class Try(Request[Small]):
    campaign_id: CampaignId


@pytest.fixture
def registered() -> Iterator[None]:
    """Take back what a test registers."""
    yield
    del USE_CASES["Try"]


@pytest.mark.usefixtures("registered")
def test_an_error_is_cached_and_raised_with_its_values(scene: Scene, opened: Round, tmp_path: Path) -> None:
    @cached()
    def refuse(request: Try, context: Context) -> Small:
        inner = AloiError("aloi.no-content", number=1)
        raise AloiError("aloi.not-listed", name="x", number=2, rounds=["1", str(inner)]).at("row")

    request, context = Try(opened.campaign_id), Context(scene.store, tmp_path)
    compute(context, request, NOW)
    known = read(scene.store, request)
    assert known.value is None
    assert known.is_current
    assert known.error is not None
    with pytest.raises(AloiError) as raised:
        refuse(request, context)
    assert known.error.told() == raised.value.told()


@pytest.mark.usefixtures("registered")
def test_a_value_of_another_version_is_as_if_there_were_none(
    scene: Scene, opened: Round, tmp_path: Path
) -> None:
    def count(request: Try, context: Context) -> Small:
        return Small(3)

    request = Try(opened.campaign_id)
    cached()(count)
    compute(Context(scene.store, tmp_path), request, NOW)
    first, second = read_all(scene.store, [request, Try("nobody")])
    assert (first.value, first.is_current, second.value) == (Small(3), True, None)
    cached(version=2)(count)
    assert read(scene.store, request).is_current is False
    USE_CASES["Try"] = replace(USE_CASES["Try"], result=ListDisputed)
    assert read(scene.store, request).at is None


@pytest.mark.usefixtures("registered")
def test_a_long_step_is_stopped_within_seconds_and_stores_nothing(
    scene: Scene, opened: Round, tmp_path: Path
) -> None:
    store, begun = scene.store, threading.Event()

    @cached()
    def endless(request: Try, context: Context) -> Small:
        begun.set()
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline:  # it never asks whether to go on
            sum(range(1000))
        return Small(1)

    request = Try(opened.campaign_id)
    job = refreshing.refresh(store, [read(store, request)], "M1", NOW).job
    assert job is not None

    def cancel() -> None:
        begun.wait(120)
        store.jobs.cancel(job.id, NOW)

    person = threading.Thread(target=cancel)
    person.start()
    before = time.monotonic()
    jobs.run_one(store, tmp_path, "figures")
    person.join()
    assert time.monotonic() - before < 120
    assert store.jobs.get(job.id).status == "cancelled"
    assert read(store, request).at is None
    assert jobs.run_one(store, tmp_path, "figures") is None  # the worker lives on


def test_each_use_case_returns_what_its_request_is_for() -> None:
    for name, use_case in USE_CASES.items():
        assert get_type_hints(use_case.compute)["return"] == use_case.result, name


def test_what_a_result_depends_on_follows_from_the_fields_of_its_request(opened: Round, store: Store) -> None:
    of = (opened.campaign_id, opened.id)

    def depends(request: Request[Any]) -> set[str]:
        return set(use_case_of(request).dependencies(store, request))

    cleanings = cleanings_of(opened.campaign_id)
    assert depends(ListDisputed(*of)) == {*of}
    assert depends(CountRound(*of)) == {*of, cleanings}
    assert depends(CountToClean(opened.campaign_id)) == {*of, cleanings}
    assert depends(ProposeCleanings(opened.campaign_id, "")) == {*of}
    assert depends(DescribeGold("gold")) == set()


def test_results_of_an_earlier_version_are_dropped_and_its_jobs_do_nothing(
    scene: Scene, opened: Round, tmp_path: Path
) -> None:
    store = scene.store
    subject = json.dumps([opened.campaign_id, opened.id])
    earlier = StoredResult("round_counts", subject, "state", 8, {"wanted": 1}, None, NOW, 0.1)
    store.cached_results.save(earlier)
    store.jobs.add(refreshing.VERB, {"figures": [["round_counts", [*json.loads(subject)]]]}, "M1", NOW)
    assert refreshing.refresh(store, [counted(store, opened)], "M1", NOW).job is not None
    work(store, tmp_path)
    assert store.cached_results.get([("round_counts", subject)]) == {}
    assert counted(store, opened).is_current
