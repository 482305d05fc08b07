"""Where a round stands and what a manager does next."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.agreement.planning.stopping import replay_stop_rule
from aloi.annotation.model import SkipReason, StopRule
from aloi.storage.store import Store
from aloi.workbench.agreement.verdict import deciding_ratings
from aloi.workbench.requests.rounds import CloseRoundRequest
from aloi.workbench.rounds import adjudicating, rounds
from aloi.workbench.status import SkipCount, round_status
from tests.workbench.scene import NOW, Scene, make_scene


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


SAME = (0, 1, 2, 3, 4, 5)


def steps(scene: Scene, number: int = 1) -> list[str]:
    return [one.key for one in round_status(scene.store, "closeness", number).next_steps]


def test_an_unfinished_round_waits_for_those_behind(scene: Scene) -> None:
    one = scene.open(names=("A1", "A2"))
    scene.give(one, {"A1": SAME, "A2": (0, None, None, None, None, None)})
    found = round_status(scene.store, "closeness", 1)
    assert (found.counts.required, found.counts.submitted, found.counts.skipped, found.counts.verdict) == (
        12,
        7,
        0,
        None,
    )
    [step] = found.next_steps
    assert (step.key, step.values) == ("wait", {"count": 5, "who": "A2"})
    assert [(one.pseudonym, one.progress.submitted, one.progress.waiting) for one in found.counts.people] == [
        ("A1", 6, 0),
        ("A2", 1, 5),
    ]
    rounds.set_round_status(scene.store, CloseRoundRequest("closeness", 1))
    assert steps(scene) == ["read", "freeze"]


def test_skips_are_counted_and_not_waited_for(scene: Scene) -> None:
    one = scene.open(names=("A1",))
    scene.give(one, {"A1": (None, 1, 2, 3, 4, 5)})
    scene.store.answers.skip(scene.key(one, 0, "A1"), "skip-0001", SkipReason.OTHER, "odd", now=NOW)
    found = round_status(scene.store, "closeness", 1)
    assert (found.counts.submitted, found.counts.skipped) == (5, 1)
    assert found.counts.skips == (SkipCount("A1", "other", "odd", 1),)
    assert steps(scene) == ["freeze"]


def test_disputes_are_discussed_until_they_are_decided(scene: Scene) -> None:
    scene.give(scene.open(names=("A1", "A2")), {"A1": SAME, "A2": (5, 1, 2, 3, 4, 5)})
    found = round_status(scene.store, "closeness", 1)
    assert [(one.key, one.page) for one in found.next_steps] == [
        ("read", "agreement"),
        ("discuss", "adjudicate"),
        ("freeze", "releases"),
    ]
    assert found.next_steps[1].values == {"count": 1}
    adjudicating.decide(scene.store, "closeness", 1, scene.items[0], 2, "Read again.", ("A3",), NOW)
    assert steps(scene) == ["read", "freeze"]


def test_a_pilot_leads_to_a_guideline_and_another_round(scene: Scene) -> None:
    scene.give(scene.open(purpose="pilot", names=("A1", "A2")), {"A1": SAME, "A2": SAME})
    assert steps(scene) == ["read", "guideline", "another"]


@pytest.mark.parametrize(
    ("threshold", "met", "expected"),
    [
        (0.2, True, ["read", "outsider", "split"]),
        (1.1, False, ["read", "guideline", "another"]),
    ],
)
def test_a_calibration_follows_its_stop_rule(
    scene: Scene, threshold: float, met: bool, expected: list[str]
) -> None:
    rule = StopRule("krippendorff_alpha", "ordinal", threshold)
    one = scene.open(purpose="calibration", names=("A1", "A2"), stop_rule=rule)
    scene.give(one, {"A1": SAME, "A2": SAME})
    verdict = round_status(scene.store, "closeness", 1).counts.verdict
    assert verdict is not None
    assert (verdict.met, verdict.result.value) == (met, 1)
    assert steps(scene) == expected


def test_a_few_items_without_a_disagreement_do_not_stop_a_round(store: Store, tmp_path: Path) -> None:
    """Early looks need more than the 23 items whose bound, 1 - 3.69 / (n D), would do for one look."""
    scene = make_scene(store, tmp_path, pairs=30, people_=2)
    one = scene.open(stop_rule=StopRule("krippendorff_alpha", "ordinal", 0.8))
    live = {}
    for items in (3, 9, 22, 23, 30):
        given = [item % 6 for item in range(items)]
        scene.give(one, {"A1": given, "A2": given})
        verdict = round_status(store, "closeness", 1).counts.verdict
        assert verdict is not None
        assert verdict.result.interval is not None
        live[items] = (verdict.result.interval.low, verdict.met)
    assert {items: met for items, (_, met) in live.items()} == {
        3: False,
        9: False,
        22: False,
        23: False,
        30: True,
    }
    ratings = deciding_ratings(store, "closeness", one)
    assert ratings is not None
    looks = {look.items: look for look in replay_stop_rule(ratings, 0.8, step=1).looks}
    assert live[30] == (looks[30].low, looks[30].met)
    # The replay takes the items in another order, so that fewer labels may be in use by then.
    assert {items: met for items, (_, met) in live.items()} == {items: looks[items].met for items in live}


def test_a_calibration_without_a_rule_leaves_both_ways_open(scene: Scene) -> None:
    scene.give(scene.open(purpose="calibration", names=("A1", "A2")), {"A1": SAME, "A2": SAME})
    assert steps(scene) == ["read", "guideline", "another", "outsider", "split"]
