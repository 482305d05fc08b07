"""A campaign at a glance: planned and done, who is behind, agreement, what is next, by hand."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from aloi.annotation.model import Round, SkipReason, StopRule
from aloi.storage.store import Store
from aloi.workbench.agreement.report import round_report
from aloi.workbench.agreement.verdict import round_coefficient
from aloi.workbench.corrections.exclusion import exclude
from aloi.workbench.overview.campaign import CampaignOverview, campaign_overview
from aloi.workbench.overview.progress import BurnPoint
from aloi.workbench.requests.corrections import ExcludeRequest
from aloi.workbench.requests.rounds import CloseRoundRequest, DueRequest
from aloi.workbench.rounds import rounds
from aloi.workbench.status import round_status
from tests.workbench.scene import NOW, Scene, make_scene

SAME = (0, 1, 2, 3, 4, 5)


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


def looked(scene: Scene, now: datetime = NOW) -> CampaignOverview:
    return campaign_overview(scene.store, "closeness", now)


def answer(scene: Scene, one: Round, name: str, item: int, now: datetime, seconds: float = 60) -> None:
    scene.store.answers.submit(
        scene.key(one, item, name), f"at-{one.number}-{item}-{name}", {"score": 1}, seconds=seconds,
        flag=False, comment="", shown={}, guideline_version=one.guideline_version, now=now,
    )  # fmt: skip


def test_a_campaign_without_rounds_wants_one(scene: Scene) -> None:
    found = looked(scene)
    assert (found.current, found.progress, found.measured, found.disputes) == (None, None, None, 0)
    assert [one.key for one in found.next_steps] == ["open"]


def test_a_closed_round_says_what_was_done_of_what_was_planned(scene: Scene) -> None:
    one = scene.open(names=("A1", "A2", "A3"))
    scene.give(one, {"A1": SAME, "A2": (0, 1, None, None, None, None)})
    scene.store.answers.skip(scene.key(one, 2, "A2"), "skip-0001", SkipReason.OTHER, "odd", now=NOW)
    rounds.set_round_status(scene.store, CloseRoundRequest("closeness", 1))
    [(_, tally)] = looked(scene).tallies
    assert (tally.items, tally.complete) == (6, 0)
    assert (tally.planned, tally.done, tally.extra, tally.skipped, tally.left) == (18, 8, 0, 1, 0)


def test_each_item_is_planned_as_often_as_the_overlap_says(scene: Scene) -> None:
    one = scene.open(names=("A1", "A2", "A3"), overlap=2)
    scene.give(one, {"A1": SAME, "A2": (0, 1, None, None, None, None)})
    [(_, tally)] = looked(scene).tallies
    assert (tally.planned, tally.done, tally.complete, tally.left) == (12, 8, 2, 4)
    progress = looked(scene).progress
    assert progress is not None
    assert [each.waiting for each in progress.people] == [0, 2, 2], "several may give them: each a share"


def test_answers_brought_in_were_all_planned(scene: Scene) -> None:
    """Of three annotators two answered each item elsewhere: nobody ever meant to give the third answer."""
    from aloi.workbench.imports.importing import import_path
    from aloi.workbench.imports.parts import ImportOptions

    table = scene.table(
        ("item_id", "A1", "A2", "A3"),
        [
            (item, "1", "", "2") if place % 2 else (item, "1", "2", "")
            for place, item in enumerate(scene.items)
        ],
    )
    import_path(scene.store, [table], ImportOptions("closeness"), NOW, format_name="table")
    [(one, tally)] = looked(scene).tallies
    assert one.overlap == 3
    assert (tally.planned, tally.done, tally.complete, tally.left) == (12, 12, 6, 0)


def test_the_burn_up_has_every_day_and_hours_leave_pauses_out(scene: Scene) -> None:
    one = scene.open(names=("A1", "A2"))
    answer(scene, one, "A1", 0, NOW)
    answer(scene, one, "A2", 0, NOW + timedelta(days=2), seconds=90_000)
    progress = looked(scene, NOW + timedelta(days=2)).progress
    assert progress is not None
    days = [date(2026, 3, 2) + timedelta(days=number) for number in range(3)]
    assert progress.burn_up == tuple(map(BurnPoint, days, (1, 1, 2)))
    # A night before an open item counts four times the usual time: the median of 60 and 90,000 seconds.
    assert progress.hours.timed == 2
    assert progress.hours.spent == pytest.approx((60 + 90_000) / 3600)
    assert progress.forecast.reason == "too_early"


def test_who_is_behind_is_told_with_the_reason(scene: Scene) -> None:
    one = scene.open(names=("A1", "A2", "A3"))
    rounds.set_due(scene.store, DueRequest("closeness", 1, date(2026, 3, 20)))
    for day in range(6):  # A1 is done on 7 March
        answer(scene, one, "A1", day, NOW + timedelta(days=day))
    answer(scene, one, "A2", 0, NOW)
    on_the_eighth = looked(scene, NOW + timedelta(days=6)).progress
    assert on_the_eighth is not None
    assert [(each.pseudonym, each.behind, each.silent_days) for each in on_the_eighth.people] == [
        ("A1", None, None), ("A2", "silent", 5), ("A3", "not_begun", 5),
    ]  # fmt: skip
    assert [each.pseudonym for each in on_the_eighth.behind] == ["A2", "A3"]
    assert on_the_eighth.forecast.end is not None
    assert on_the_eighth.forecast.assumed == ("A3",)
    late = looked(scene, NOW + timedelta(days=19))
    assert late.progress is not None
    assert [each.behind for each in late.progress.people] == [None, "overdue", "overdue"]
    assert [each.key for each in late.next_steps] == ["hand_over"]
    assert late.next_steps[0].values == {"count": 2, "who": "A2, A3"}


def test_answers_that_are_left_out_are_not_done_and_nobody_waits_for_who_gave_them(scene: Scene) -> None:
    one = scene.open(names=("A1", "A2"))
    scene.give(one, {"A1": (1, 2, 3, 4, 5, 0), "A2": (0, 0, 0, 0, None, None)})
    exclude(scene.store, ExcludeRequest(campaign="closeness", person="A2", why="Answered blindly."), NOW)
    found = looked(scene, NOW + timedelta(days=9))
    [(_, tally)] = found.tallies
    assert (tally.planned, tally.done, tally.complete, tally.left_out) == (12, 6, 0, 4)
    assert found.progress is not None
    assert found.progress.burn_up[-1].done == 6
    assert [(each.pseudonym, each.done, each.left_out) for each in found.progress.people] == [
        ("A1", 6, False), ("A2", 4, True),
    ]  # fmt: skip
    assert found.progress.behind == ()
    assert round_status(scene.store, "closeness", 1).counts.done == 6


def test_a_pace_that_ends_after_the_day_is_slow(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path, pairs=40, people_=1)
    one = scene.open()
    for day in range(6):
        answer(scene, one, "A1", day, NOW + timedelta(days=day))
    now = NOW + timedelta(days=6)
    rounds.set_due(store, DueRequest("closeness", 1, now.date() + timedelta(days=20)))
    progress = looked(scene, now).progress
    assert progress is not None
    assert progress.forecast.end is not None
    # 34 answers are left at one a day.
    assert 30 < (progress.forecast.end - now).days < 40
    assert [each.behind for each in progress.people] == ["slow"]
    rounds.set_due(store, DueRequest("closeness", 1, now.date() + timedelta(days=60)))
    again = looked(scene, now).progress
    assert again is not None
    assert not again.behind


def test_agreement_stands_against_the_stop_rule_with_the_disputes(scene: Scene) -> None:
    rule = StopRule("krippendorff_alpha", "ordinal", 0.6)
    scene.give(
        scene.open(purpose="calibration", names=("A1", "A2"), stop_rule=rule),
        {"A1": SAME, "A2": (5, 1, 2, 3, 4, 5)},
    )
    found = looked(scene)
    assert found.measured is not None
    assert found.measured.result is not None
    assert (found.measured.number, found.measured.rule, found.disputes) == (1, rule, 1)
    assert found.measured.bound is not None
    assert found.measured.met is (found.measured.bound >= 0.6)
    assert [one.key for one in found.next_steps][:2] == ["read", "discuss"]


def test_the_interval_is_that_of_the_agreement_page_and_the_bound_that_of_the_rule(scene: Scene) -> None:
    rule = StopRule("krippendorff_alpha", "ordinal", 0.6)
    scene.give(
        scene.open(purpose="calibration", names=("A1", "A2"), stop_rule=rule),
        {"A1": SAME, "A2": (5, 1, 2, 3, 4, None)},
    )
    measured = looked(scene).measured
    assert measured is not None
    assert measured.result is not None
    interval, bound = measured.result.interval, measured.bound
    assert interval is not None
    # The interval is the one that the page of agreement has; the bound of the rule allows for more looks.
    assert interval == round_report(scene.store, "closeness", 1).views[0].results[0].interval
    [round_] = scene.store.campaigns.rounds(scene.campaign.id)
    rule_result = round_coefficient(scene.store, scene.campaign.id, round_)
    assert rule_result is not None
    assert rule_result.interval is not None
    assert (bound, "tail" in rule_result.interval.method) == (rule_result.interval.low, True)
    assert "tail" not in interval.method


def test_a_pilot_has_no_disputes_and_one_answer_an_item_no_agreement(scene: Scene) -> None:
    scene.give(
        scene.open(purpose="pilot", items=scene.items[:3], names=("A1", "A2")),
        {"A1": (0, 1, 2), "A2": (5, 1, 2)},
    )
    second = scene.open(items=scene.items[3:], names=("A1",))
    found = looked(scene)
    assert found.current == second
    assert [(one.number, one.disputes) for one in found.trust] == [(1, 0)]


def test_nobody_waits_for_the_annotators_of_imported_answers(scene: Scene) -> None:
    sources = scene.store.people.add_sources(["Ann", "Ben"], NOW)
    round_ = scene.open(names=[each.pseudonym for each in sources])
    scene.give(round_, {sources[0].pseudonym: SAME, sources[1].pseudonym: (0, 1, None, None, None, None)})
    overview = looked(scene, NOW + timedelta(days=30))
    [(_, tally)] = overview.tallies
    assert (tally.planned, tally.done, tally.left) == (8, 8, 0)
    assert overview.progress is not None
    assert [each.waiting for each in overview.progress.people] == [0, 0]
    assert overview.progress.behind == ()
    assert "wait" not in [step.key for step in overview.next_steps]
