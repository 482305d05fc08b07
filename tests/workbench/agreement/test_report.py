"""The agreement of a round: the numbers of the same table, and reasons where there are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.agreement.compute import compute
from aloi.agreement.pairs import mean_pairwise
from aloi.agreement.ratings import Ratings
from aloi.annotation.model import StopRule
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.agreement import report as agreements
from aloi.workbench.agreement.verdict import verdict
from aloi.workbench.requests.campaigns import GuidelineRequest
from aloi.workbench.rounds import campaigns
from tests.workbench.scene import NOW, Scene, make_scene


@pytest.fixture
def scene(store: Store, tmp_path: Path) -> Scene:
    return make_scene(store, tmp_path)


ANSWERS = {"A1": (0, 1, 2, 3, 4, 5), "A2": (1, 1, 2, 4, 4, 5), "A3": (0, 2, None, 3, 0, 5)}


def table(scene: Scene, level: str) -> Ratings:
    triples = [
        (scene.items[n], name, value)
        for name, values in ANSWERS.items()
        for n, value in enumerate(values)
        if value is not None
    ]
    return Ratings.from_triples(triples, level, categories=(0, 1, 2, 3, 4, 5))


def test_every_number_is_that_of_the_same_table(scene: Scene) -> None:
    scene.give(scene.open(), ANSWERS)
    report = agreements.round_report(scene.store, "closeness", 1, ci="none")
    assert [one.level for one in report.views] == ["ordinal", "interval", "nominal"]
    for view in report.views:
        data = table(scene, view.level)
        expected = [
            compute(data, [one.measure], weights=one.weights or "unweighted", ci="none")[0]
            for one in view.results
        ]
        assert [one.value for one in view.results] == pytest.approx([one.value for one in expected])
        assert [(one.units, one.ratings, one.missing) for one in view.results] == [
            (one.units, one.ratings, one.missing) for one in expected
        ]
        assert view.crosscheck.difference == pytest.approx(0, abs=1e-12)
        assert all(one.interval is None for one in view.results)
    main = report.views[0]
    assert [(one.measure, one.weights) for one in main.results] == [
        ("krippendorff_alpha", None),
        ("fleiss_kappa", "unweighted"),
        ("gwet_ac1", "unweighted"),
        ("percent_agreement", "unweighted"),
        ("gwet_ac2", "ordinal"),
        ("fleiss_kappa", "ordinal"),
        ("percent_agreement", "ordinal"),
    ]
    assert [one.measure for one in report.views[1].results] == ["krippendorff_alpha", "gold_reliability"]
    assert {one.view for one in report.results} == {"score:ordinal", "score:interval", "score:nominal"}
    assert main.means[0].value == pytest.approx(mean_pairwise(table(scene, "ordinal"), ci="none").value)
    assert main.means[0].interval is None
    assert [(one.measure, one.weights) for one in main.means] == [
        ("mean_pairwise_cohen_kappa", "unweighted"),
        ("mean_pairwise_cohen_kappa", "ordinal"),
        ("mean_pairwise_gwet_ac2", "ordinal"),
    ]
    assert [(one.measure, one.weights) for one in main.pairs[:3]] == [
        ("cohen_kappa", "unweighted"),
        ("cohen_kappa", "ordinal"),
        ("gwet_ac2", "ordinal"),
    ]
    assert [(one.a, one.b, one.units) for one in main.pairs[::3]] == [
        ("A1", "A2", 6),
        ("A1", "A3", 5),
        ("A2", "A3", 5),
    ]
    assert "round:1|guideline:none" in main.results[0].signature


def test_the_seed_reaches_the_mean_over_pairs(scene: Scene) -> None:
    scene.give(scene.open(), ANSWERS)
    report = agreements.round_report(scene.store, "closeness", 1, ci="bootstrap", seed=7)
    mean = report.views[0].means[0]
    assert mean.interval is not None
    assert mean.interval.method.startswith("bootstrap-bca-1000-seed7")
    assert mean.interval.low <= mean.value <= mean.interval.high
    default = agreements.round_report(scene.store, "closeness", 1).means
    assert all(one.interval.method.startswith("score-t") for one in default)


def test_scale_use_confusions_and_disputes_are_counted(scene: Scene) -> None:
    scene.give(scene.open(), ANSWERS)
    report = agreements.round_report(scene.store, "closeness", 1, ci="none")
    assert report.agreement.scale_use == {
        "A1": (1, 1, 1, 1, 1, 1),
        "A2": (0, 2, 1, 0, 2, 1),
        "A3": (2, 0, 1, 1, 0, 1),
    }
    matrix = report.agreement.confusions["A1", "A2"]
    assert matrix.sum() == 6
    assert (matrix[0, 1], matrix[3, 4], matrix[4, 4]) == (1, 1, 1)
    assert report.agreement.disputed[0].item_id == scene.items[4]
    assert report.agreement.disputed[0].distance == 4
    assert report.agreement.disputed[0].answers == {
        "A1": {"score": 4},
        "A2": {"score": 4},
        "A3": {"score": 0},
    }
    assert [one.distance for one in report.agreement.disputed] == [4, 1, 1, 1]


def test_one_annotator_only_gives_reasons(scene: Scene) -> None:
    scene.give(scene.open(names=("A1",)), {"A1": ANSWERS["A1"]})
    report = agreements.round_report(scene.store, "closeness", 1)
    for view in report.views:
        assert [one.value for one in view.results] == [None] * len(view.results)
        assert all(one.reason for one in view.results)
        assert view.crosscheck.value is None
        assert view.crosscheck.reason
    assert report.views[0].pairs == ()
    assert report.views[0].means[0].reason == "no pairable ratings"
    assert report.agreement.disputed == ()


def test_all_answers_equal_give_reasons_where_chance_is_all_there_is(scene: Scene) -> None:
    scene.give(scene.open(names=("A1", "A2")), {"A1": (3,) * 6, "A2": (3,) * 6})
    report = agreements.round_report(scene.store, "closeness", 1)
    by_name = {one.measure: one for one in report.views[0].results}
    assert by_name["krippendorff_alpha"].value is None
    assert by_name["krippendorff_alpha"].reason == "one category"
    assert by_name["percent_agreement"].value == 1
    assert report.views[0].pairs[0].value is None
    assert report.views[0].pairs[0].reason


def test_a_round_without_answers_says_so(scene: Scene) -> None:
    scene.open()
    with pytest.raises(AloiError, match=r"round 1 contains no answers"):
        agreements.round_report(scene.store, "closeness", 1)
    with pytest.raises(AloiError, match=r"the round 2 does not exist"):
        agreements.round_report(scene.store, "closeness", 2)
    assert agreements.trend(scene.store, "closeness") == []


def test_a_hidden_repeat_does_not_count(scene: Scene) -> None:
    one = scene.open(names=("A1",), repeats=6)
    key = scene.key(one, 0, "A1", occasion=2)
    scene.store.answers.submit(
        key, "repeat", {"score": 5}, seconds=None, flag=False, comment="", shown={},
        guideline_version=None, now=NOW,
    )  # fmt: skip
    with pytest.raises(AloiError, match=r"round 1 contains no answers"):
        agreements.round_report(scene.store, "closeness", 1)
    assert agreements.trend(scene.store, "closeness") == []
    scene.give(one, {"A1": (0, None, None, None, None, None)})
    assert agreements.round_report(scene.store, "closeness", 1).agreement.scale_use == {
        "A1": (1, 0, 0, 0, 0, 0)
    }


def test_an_unknown_scale_is_named_with_those_there_are(scene: Scene) -> None:
    scene.give(scene.open(), ANSWERS)
    with pytest.raises(AloiError, match=r"'form'(.|\n)*: score"):
        agreements.round_report(scene.store, "closeness", 1, scale="form")
    assert agreements.scale_names(scene.campaign) == ["score"]


def test_the_trend_has_a_point_for_each_round_with_answers(scene: Scene) -> None:
    first = scene.open(items=scene.items[:3])
    campaigns.add_guideline(scene.store, GuidelineRequest("closeness", text="Read both."), NOW)
    second = scene.open(items=scene.items[3:])
    scene.give(first, {"A1": (0, 1, 2), "A2": (0, 1, 3)})
    points = agreements.trend(scene.store, "closeness")
    assert [one.number for one, _ in points] == [1]
    scene.give(second, {"A1": (None,) * 3 + (0, 3, 5), "A2": (None,) * 3 + (0, 3, 5)})
    points = agreements.trend(scene.store, "closeness")
    assert [(one.number, one.guideline_version) for one, _ in points] == [(1, None), (2, 1)]
    assert points[1][1].value == 1
    assert "round:2|guideline:1" in points[1][1].signature


@pytest.mark.parametrize(("threshold", "met"), [(-1.0, True), (1.01, False)])
def test_the_stop_rule_compares_the_lower_bound(scene: Scene, threshold: float, met: bool) -> None:
    one = scene.open(stop_rule=StopRule("krippendorff_alpha", "interval", threshold))
    assert verdict(scene.store, "closeness", one) is None
    scene.give(one, ANSWERS)
    found = verdict(scene.store, "closeness", one)
    assert found is not None
    assert (found.met, found.result.level) == (met, "interval")
    assert found.result.interval is not None
    assert (found.result.interval.low >= threshold) is met


def test_a_stop_rule_on_an_undefined_value_is_neither_met_nor_failed(scene: Scene) -> None:
    one = scene.open(stop_rule=StopRule("krippendorff_alpha", "ordinal", 0.7))
    scene.give(one, {"A1": ANSWERS["A1"]})
    found = verdict(scene.store, "closeness", one)
    assert found is not None
    assert found.met is None
    assert found.result.reason
