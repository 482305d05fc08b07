"""Crowds: places, answers to each item, attention items, time-outs, and ids that are nowhere else."""

from __future__ import annotations

import zipfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import select

from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.storage.tables import metadata
from aloi.workbench.crowds import entering
from aloi.workbench.crowds.opening import (
    ParticipantStatus,
    close_crowd,
    crowd_status,
    describe_crowd,
    export_crowd,
    forget_crowd,
    list_crowds,
)
from aloi.workbench.programs.disagreements import find_disagreements
from aloi.workbench.programs.webhooks import add_webhook, deliveries
from aloi.workbench.requests.crowds import (
    CloseCrowdRequest,
    CrowdStatusRequest,
    ExportCrowdRequest,
    ForgetCrowdRequest,
    ListCrowdsRequest,
)
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.requests.programs import DeliveriesRequest, WebhookRequest
from aloi.workbench.requests.releases import ArchiveRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.store.archiving import archive_campaign, import_archive
from tests.workbench.crowds.participants import LEASE, RIGHT, WRONG, Visitor, at, open_one
from tests.workbench.scene import NOW, Scene, make_scene


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path, pairs=14, people_=1)


def visitor(scene: Scene, crowd: entering.Crowd, name: str) -> Visitor:
    return Visitor(scene.store, crowd, name)


def test_eight_start_at_once_and_each_item_gets_its_answers(scene: Scene) -> None:
    """Twelve items of three answers are just those of six places; two more people come."""
    store = scene.store
    crowd = open_one(scene, places=6, per_person=6, overlap=3, attention=(12, 13))

    def take_part(number: int) -> list[str] | None:
        person = visitor(scene, crowd, f"pid{number}")
        admitted = person.enter()
        return None if admitted is None else person.work(admitted.person_id)

    with ThreadPoolExecutor(8) as pool:
        shown = list(pool.map(take_part, range(8)))
    worked = [items for items in shown if items is not None]
    assert [len(items) for items in worked] == [8] * 6  # their six items, and both attention items
    assert all(len(set(items)) == 8 for items in worked)
    answers = store.answers.latest(crowd.round_id)
    assert Counter(one.key.item_id for one in answers) == dict.fromkeys(scene.items[:12], 3)
    assert {one.key.item_id for one in store.answers.revisions(crowd.round_id)} == set(scene.items[:12])
    came = store.answer_feed.after(crowd.round_id, 0, 1000)
    assert {one.annotation.key.item_id for one in came} == set(scene.items[:12])
    places = [items.index(scene.items[12]) for items in worked]
    assert len(set(places)) > 1, "attention items are at a fixed position"
    state = crowd_status(store, CrowdStatusRequest("closeness", 1), at(60))
    assert (state.finished, state.free, state.started, state.left_out) == (6, 0, 0, 0)
    assert store.check() == store.find_changes() == []
    with pytest.raises(AloiError):
        open_round(store, RoundRequest("closeness", "main", items=scene.items, annotators=scene.names))


def test_a_participant_goes_on_and_comes_in_another_session(scene: Scene) -> None:
    crowd = open_one(scene, places=7, per_person=4, overlap=2)
    person = visitor(scene, crowd, "pid1")
    first = person.enter()
    assert first is not None
    before = person.work(first.person_id, 2)
    again = person.enter(10, "s2")
    assert again is not None
    assert (again.person_id, again.status) == (first.person_id, ParticipantStatus.STARTED)
    assert person.enter(11, "s2") == scene.store.crowds.participant(first.person_id)
    rest = person.work(first.person_id, seconds=240)
    assert len({*before, *rest}) == 4
    ended = person.settled(first.person_id, 300)
    assert ended.status is ParticipantStatus.FINISHED
    assert person.enter(500, "s3") is not None
    assert person.work(first.person_id) == []
    (row,) = export_crowd(scene.store, ExportCrowdRequest("closeness", 1), at(600))
    assert (row["participant"], row["session"], row["sessions"]) == ("pid1", "s3", 3)
    assert (row["pseudonym"], row["status"], row["minutes"], row["answers"]) == ("P1", "finished", 4.0, 4)


def test_who_fails_attention_items_is_screened_out_and_others_take_over(scene: Scene) -> None:
    store = scene.store
    crowd = open_one(
        scene, places=2, per_person=6, overlap=1, attention=(12, 13), allowed_failures=1,
        screened_out_code="OUT",
    )  # fmt: skip
    careless, careful = visitor(scene, crowd, "careless"), visitor(scene, crowd, "careful")
    bad, good = careless.enter(), careful.enter()
    assert bad is not None
    assert good is not None
    assert visitor(scene, crowd, "late").enter() is None
    shown = careless.work(bad.person_id, check=WRONG)
    assert shown[-1] in scene.items[12:]
    assert careless.settled(bad.person_id).status is ParticipantStatus.SCREENED_OUT
    with pytest.raises(AloiError) as closed:
        entering.require_started(store, bad.person_id)
    assert closed.value.code == "aloi.closed"
    assert careless.work(bad.person_id) == []
    careful.work(good.person_id)
    third = visitor(scene, crowd, "late")
    late = third.enter(20)
    assert late is not None
    third.work(late.person_id, check=RIGHT)
    counted = store.answers.latest(crowd.round_id)
    assert Counter(one.key.item_id for one in counted) == dict.fromkeys(scene.items[:12], 1)
    assert bad.person_id not in {one.key.annotator_id for one in counted}
    withdrawn = len(set(shown) - {*scene.items[12:]})
    stored = [one for one in store.answers.revisions(crowd.round_id) if one.value is not None]
    assert len([one for one in stored if one.key.annotator_id == bad.person_id]) == withdrawn
    state = crowd_status(store, CrowdStatusRequest("closeness", 1), at(60))
    assert (state.finished, state.screened_out, state.left_out) == (2, 1, withdrawn)
    rows = export_crowd(store, ExportCrowdRequest("closeness", 1), at(60))
    failures = {row["participant"]: (row["status"], row["failures"]) for row in rows}
    assert failures == {
        "careless": ("screened_out", 2), "careful": ("finished", 0), "late": ("finished", 0),
    }  # fmt: skip
    assert store.check() == store.find_changes() == []


def test_a_place_without_answer_is_given_back_and_may_be_taken_again(scene: Scene) -> None:
    store = scene.store
    crowd = open_one(scene, places=1, per_person=14, overlap=1)
    slow, quick = visitor(scene, crowd, "slow"), visitor(scene, crowd, "quick")
    slow_person = slow.enter()
    assert slow_person is not None
    answered = slow.work(slow_person.person_id, 3, seconds=60)
    assert quick.enter(LEASE) is None, "an answer extends the time"
    came = quick.enter(LEASE + 61)
    assert came is not None
    assert slow.settled(slow_person.person_id, LEASE + 62).status is ParticipantStatus.TIMED_OUT
    assert slow.enter(LEASE + 63) is None
    quick_items = quick.work(came.person_id, 1, seconds=LEASE + 64)
    assert quick_items[0] not in answered
    back = slow.enter(3 * LEASE)
    assert back is not None
    assert (back.person_id, back.status) == (slow_person.person_id, ParticipantStatus.STARTED)
    rest = slow.work(slow_person.person_id, seconds=3 * LEASE)
    assert sorted([*answered, *quick_items, *rest]) == sorted(scene.items)
    assert slow.settled(slow_person.person_id, 3 * LEASE).status is ParticipantStatus.FINISHED
    state = crowd_status(store, CrowdStatusRequest("closeness", 1), at(3 * LEASE))
    assert (state.finished, state.timed_out, state.free) == (1, 1, 0)
    assert store.check() == store.find_changes() == []


def test_links_that_lead_nowhere(scene: Scene) -> None:
    store = scene.store
    crowd = open_one(scene, places=14, per_person=1, overlap=1, closes=date(2026, 3, 3))
    names = {"PROLIFIC_PID": "pid", "STUDY_ID": "s", "SESSION_ID": "t"}
    for wrong in ({}, {"PROLIFIC_PID": "x" * 129}, {"PROLIFIC_PID": "a b"}, {"SESSION_ID": "<b>"}):
        query = {} if wrong == {} else {**names, **wrong}
        assert entering.read_arrival(store, crowd, query) is None
    assert entering.obstacle(store, crowd, None, NOW) == "wrong"
    arrival = entering.read_arrival(store, crowd, names)
    assert arrival is not None
    assert entering.obstacle(store, crowd, arrival, at(86400)) == ""
    assert entering.obstacle(store, crowd, arrival, at(2 * 86400)) == "closed"
    assert store.crowds.with_token("x") is None
    started = visitor(scene, crowd, "here").enter()
    close_crowd(store, CloseCrowdRequest("closeness", 1), NOW)
    closed = store.crowds.of_round(crowd.round_id)
    assert closed is not None
    assert entering.obstacle(store, closed, arrival, NOW) == "closed"
    assert started is not None
    assert visitor(scene, closed, "here").enter(5) == started, "who started may finish"


def test_ids_are_nowhere_else_and_can_be_deleted(scene: Scene) -> None:
    store = scene.store
    crowd = open_one(scene, places=14, per_person=1, overlap=1)
    person = visitor(scene, crowd, "pid-of-somebody")
    started = person.enter()
    assert started is not None
    person.work(started.person_id)

    def tables_with(text: str) -> set[str]:
        with store._database.read() as connection:
            return {
                table.name
                for table in metadata.sorted_tables
                for row in connection.execute(select(table))
                if text in str(row)
            }

    assert tables_with("pid-of-somebody") == {"participants"}
    (state,) = list_crowds(store, ListCrowdsRequest("closeness"), at(5))
    assert "pid-of-somebody" not in str(describe_crowd(state))
    assert forget_crowd(store, ForgetCrowdRequest("closeness", 1)) == 1
    assert tables_with("pid-of-somebody") == set()
    again = person.enter(9, "s9")
    assert again is not None
    assert (again.person_id, again.participant) == (started.person_id, None)
    assert tables_with("pid-of-somebody") == set()
    assert started.person_id not in {one.id for one in store.people.workers()}


@pytest.mark.parametrize(
    "changed",
    [
        {"places": 1},
        {"completion_code": None},
        {"per_person": 15},
        {"completion_url": "http://example.org/done"},
        {"return_url": "javascript:alert(1)"},
        {"participant": "STUDY_ID"},
        {"study": "a&b"},
        {"attention": (0,), "items": "all"},
    ],
)  # fmt: skip
def test_crowds_that_cannot_be_opened(scene: Scene, changed: dict[str, object]) -> None:
    sizes = {"places": 14, "per_person": 1, "overlap": 1}
    if "items" in changed:
        scene.open(items=[scene.items[0]], names=scene.names)  # an attention item may be in no round
        changed = {"attention": (0,)}
    before = len(scene.store.campaigns.rounds(scene.campaign.id))
    with pytest.raises(AloiError):
        open_one(scene, **{**sizes, **changed})  # type: ignore[arg-type]
    assert len(scene.store.campaigns.rounds(scene.campaign.id)) == before


def test_an_archive_has_the_crowd_without_its_people(scene: Scene, tmp_path: Path) -> None:
    crowd = open_one(scene, places=2, per_person=7, overlap=1, attention=(12,), screened_out_code="SORRY")
    person = visitor(scene, crowd, "pid-9")
    admitted = person.enter()
    assert admitted is not None
    person.work(admitted.person_id)
    path = tmp_path / "crowd.zip"
    written = archive_campaign(scene.store, ArchiveRequest(scene.campaign.id), path, now=NOW)
    with zipfile.ZipFile(path) as archive:
        content = b"".join(archive.read(name) for name in archive.namelist()).decode()
    assert not [secret for secret in ("pid-9", "DONE", "SORRY", crowd.token) if secret in content]
    with closing(Store.open(f"sqlite:///{tmp_path / 'other.db'}")) as other:
        arrival = import_archive(other, ImportRequest(path), NOW)
        [copy] = other.crowds.of_campaign(arrival.campaign.id)
        assert replace(crowd, token=copy.token, closed=True, settings=copy.settings) == copy
        assert copy.settings == replace(crowd.settings, completion_code=None, screened_out_code=None)
        assert copy.token != crowd.token
        assert visitor(replace(scene, store=other), copy, "pid-9").enter() is None
        assert other.campaigns.count_free_items(
            arrival.campaign.id
        ) == scene.store.campaigns.count_free_items(scene.campaign.id)
        again = archive_campaign(other, ArchiveRequest(arrival.campaign.id), tmp_path / "again.zip", now=NOW)
        assert again.head.checksum == written.head.checksum


def test_webhooks_do_not_report_attention_items(scene: Scene) -> None:
    store = scene.store
    kinds = ("annotation.submitted", "disagreement")
    request = WebhookRequest(scene.campaign.id, "https://192.0.2.1/x", kinds)
    webhook = add_webhook(store, request, NOW, ("192.0.2.0/24",))
    crowd = open_one(scene, places=2, per_person=12, overlap=2, attention=(12, 13), allowed_failures=2)
    for name, check in (("first", RIGHT), ("second", WRONG)):
        participant = visitor(scene, crowd, name)
        person = participant.enter()
        assert person is not None
        assert len(participant.work(person.person_id, check=check)) == 14
    find_disagreements(store)
    log = DeliveriesRequest(scene.campaign.id, webhook.id[:12])
    events = deliveries(store, log, None, 100)
    assert [event.kind for event in events] == ["annotation.submitted"] * 24
    assert {event.data["item_id"] for event in events} == {*scene.items[:12]}
