"""My work: what was done today, at what pace, how long the rest takes, and by when it is wanted."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from aloi.annotation.model import SkipReason
from aloi.workbench.annotation.my_work import my_work, own_notes, stretch_so_far, time_left
from aloi.workbench.home import next_steps
from aloi.workbench.requests.rounds import CloseRoundRequest, DueRequest, OutcomeRequest, RoundRequest
from aloi.workbench.rounds import rounds
from tests.workbench.scene import NOW, make_scene


def answer(scene, one, item, name, at, seconds):
    """Store an answer given at a moment, after so many seconds."""
    scene.store.answers.submit(
        scene.key(one, item, name),
        f"at-{one.number}-{item}-{name}",
        {"score": 3},
        seconds=seconds,
        flag=False,
        comment="",
        shown={},
        guideline_version=None,
        now=at,
    )


@pytest.fixture
def scene(store, tmp_path):
    return make_scene(store, tmp_path, 16, 2)


def test_stretches_end_at_a_pause_and_an_item_left_open_is_no_work(scene):
    """Three answers a minute apart, a pause, two more, the second left open over lunch."""
    one = scene.open()
    minute = timedelta(minutes=1)
    for item, (after, seconds) in enumerate([(1, 60), (2, 30), (3, 60), (30, 60), (120, 5000)]):
        answer(scene, one, item, "A1", NOW + after * minute, seconds)
    person = scene.store.people.get("A1").id
    scene.store.answers.skip(scene.key(one, 5, "A1"), "skipped-5", SkipReason.BROKEN, now=NOW + 121 * minute)

    now = NOW + 123 * minute
    today = my_work(scene.store, person, now).today
    # 0-3; 29-30; then 115-121: of the item left open five minutes count.
    assert (today.answers, today.skips) == (5, 1)
    assert today.at_work == pytest.approx((3 + 1 + 6) * 60)
    assert today.longest == today.current == pytest.approx(6 * 60)
    assert my_work(scene.store, person, now + 10 * minute).today.current == 0
    assert stretch_so_far(scene.store, person, now) == pytest.approx(6 * 60)
    [own] = my_work(scene.store, person, now).rounds
    assert own.median_seconds == 60
    assert own.per_hour == pytest.approx(6 / (10 / 60))
    assert (own.share.submitted, own.share.skipped, own.share.left) == (5, 1, 10)


def test_the_day_is_that_of_the_person(scene):
    one = scene.open()
    late_evening = datetime(2026, 3, 2, 23, 30, tzinfo=ZoneInfo("Europe/Paris"))
    answer(scene, one, 0, "A1", late_evening, 10)
    person = scene.store.people.get("A1").id
    after_midnight = late_evening + timedelta(hours=1)
    assert my_work(scene.store, person, late_evening).today.answers == 1
    assert my_work(scene.store, person, after_midnight).today.answers == 0
    assert my_work(scene.store, person, after_midnight.astimezone(ZoneInfo("UTC"))).today.answers == 1


def test_others_and_closed_rounds_do_not_count_as_left(scene):
    first, second = scene.open(items=scene.items[:4]), scene.open(items=scene.items[4:], names=("A2",))
    scene.give(first, {"A1": [3, 3], "A2": [1, 1, 1, 1]})
    one, two = (scene.store.people.get(name).id for name in ("A1", "A2"))
    [own] = my_work(scene.store, one, NOW).rounds
    assert (own.share.round_id, own.share.submitted, own.share.left) == (first.id, 2, 2)
    assert own.time_left is None  # two answers tell nothing
    rounds.set_round_status(scene.store, CloseRoundRequest(scene.campaign.id, 1))
    works = my_work(scene.store, two, NOW).rounds
    assert [each.share.round_id for each in works] == [second.id, first.id]  # open ones first
    assert [each.share.left for each in works] == [12, 0]
    assert my_work(scene.store, one, NOW).rounds[0].share.left == 0


def test_no_answer_no_pace(scene):
    scene.open()
    work = my_work(scene.store, scene.store.people.get("A1").id, NOW)
    assert (work.today.at_work, work.today.longest, work.today.current) == (0, 0, 0)
    assert (work.rounds[0].median_seconds, work.rounds[0].per_hour, work.rounds[0].time_left) == (None,) * 3


def test_time_left_is_the_mean_pace_and_equal_times_leave_no_doubt():
    found = time_left([30.0] * 50, 100)
    assert (found.expected, found.low, found.high) == (3000, 3000, 3000)
    assert time_left([30.0] * 4, 100) is None
    assert time_left([30.0] * 50, 0) is None
    mixed = time_left([10.0, 50.0] * 25, 10)
    assert mixed.expected == 300
    slow_start = time_left([60.0] * 25 + [20.0] * 25, 100)
    assert slow_start.low >= 100 * 20
    assert slow_start.high > slow_start.expected


def test_the_range_holds_the_time_it_took_as_often_as_it_says():
    """Simulated workers with skewed times: 95 % of the ranges hold what the items left then took."""
    generator = np.random.default_rng(1)
    held = 0
    for _ in range(400):
        times = generator.gamma(2, 15, size=200)
        found = time_left(times[:80].tolist(), 120)
        held += found.low <= times[80:].sum() <= found.high
    assert 0.91 <= held / 400 <= 0.99


def test_a_round_has_a_day_by_which_it_is_wanted(scene):
    campaign = scene.campaign.id
    one = rounds.open_round(
        scene.store,
        RoundRequest(campaign, purpose="main", annotators=["A1"], due=date(2026, 12, 1), shows_outcome=True),
    )
    kept = scene.store.campaigns.round(one.id)
    assert kept == one
    assert (kept.due.isoformat(), kept.shows_outcome) == ("2026-12-01T00:00:00+00:00", True)
    [step] = next_steps(scene.store, scene.store.people.get("A1"))
    assert step.due == date(2026, 12, 1)
    assert rounds.set_due(scene.store, DueRequest(campaign, 1, None)).due is None
    assert rounds.set_shows_outcome(scene.store, OutcomeRequest(campaign, 1, False)).shows_outcome is False
    kept = scene.store.campaigns.round(one.id)
    assert (kept.due, kept.shows_outcome) == (None, False)
    assert rounds.describe_round(kept)["due"] is None


def test_notes_flags_and_skips_come_latest_first(scene):
    one = scene.open()
    store, person = scene.store, scene.store.people.get("A1").id
    scene.give(one, {"A1": [3, 3], "A2": [3]})
    store.answers.mark(scene.key(one, 1, "A1"), comment="two doses")
    store.answers.mark(scene.key(one, 0, "A2"), comment="of somebody else")
    store.answers.mark(scene.key(one, 2, "A1"), flag=True)
    store.answers.skip(
        scene.key(one, 3, "A1"), "skipped-3", SkipReason.BROKEN, now=NOW + timedelta(minutes=1)
    )
    found = own_notes(store, person, one.id)
    assert {(note.item_id, note.flag, note.comment, note.skip_reason) for note in found} == {
        (scene.items[3], False, "", "broken"),
        (scene.items[1], False, "two doses", None),
        (scene.items[2], True, "", None),
    }
