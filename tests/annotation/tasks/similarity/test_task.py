"""The similarity task: its scales, values, views and gold."""

from __future__ import annotations

import math

import pytest

from aloi.annotation.tasks import named_task, task
from aloi.annotation.tasks.base import InvalidAnnotation, InvalidSchema
from aloi.base.errors import AloiError

TASK = task("similarity")
ITEM = TASK.example().item


def settings(**scale):
    return TASK.check_settings({"scales": [{"name": "score", "low": 0, "high": 4, **scale}]})


def test_the_canonical_value_of_a_bare_number_names_its_scale():
    assert TASK.check(3, ITEM, settings()) == {"score": 3}
    assert TASK.check("3", ITEM, settings()) == {"score": 3}
    assert TASK.check({"score": 3.0}, ITEM, settings()) == {"score": 3}
    assert TASK.check(2.5, ITEM, settings(step=0.5)) == {"score": 2.5}


@pytest.mark.parametrize("value", [5, -1, 2.5, math.nan, math.inf, "x", None, True, {"other": 2}, {}, [3]])
def test_what_the_scale_does_not_hold_is_refused(value):
    with pytest.raises(InvalidAnnotation):
        TASK.check(value, ITEM, settings())


def test_the_message_names_the_value_and_the_scale():
    with pytest.raises(InvalidAnnotation) as caught:
        TASK.check(7, ITEM, settings())
    assert "7" in caught.value.found
    assert "from 0 to 4 in steps of 1" in caught.value.expected


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"scales": []},
        {"scales": [{"name": "two words", "low": 0, "high": 5}]},
        {"scales": [{"name": "score", "low": 5, "high": 0}]},
        {"scales": [{"name": "score", "low": 0, "high": 5, "step": 2}]},
        {"scales": [{"name": "score", "low": 0, "high": math.inf}]},
        {"scales": [{"name": "a"}, {"name": "a"}]},
        {"scales": [{"name": "a"}], "main": "b"},
    ],
)
def test_settings_that_make_no_scale_are_refused(raw):
    with pytest.raises(InvalidSchema):
        TASK.check_settings(raw)


def test_checked_settings_stay_the_same_when_checked_again():
    for preset in TASK.presets("fr").values():
        once = TASK.check_settings(preset)
        assert TASK.check_settings(once) == once


def test_the_ready_schemas_ask_one_score_or_three_dimensions_beside_it():
    presets = TASK.presets("fr")
    assert [s.name for s in TASK.fields(ITEM, TASK.check_settings(presets["score"]))] == ["score"]
    dimensions = TASK.check_settings(presets["dimensions"])
    assert [s.name for s in TASK.fields(ITEM, dimensions)] == ["form", "concepts", "compatibility", "score"]
    assert TASK.main_scale(dimensions).name == "score"
    for scale in TASK.fields(ITEM, dimensions):
        assert [one.value for one in scale.degrees] == [0, 1, 2, 3, 4, 5]
        assert all(one.gloss for one in scale.degrees)


def test_views_show_the_main_scale_first_with_its_declared_categories():
    views = TASK.views(settings())
    assert [one.name for one in views] == ["score:ordinal", "score:interval", "score:nominal"]
    assert views[0].categories == (0, 1, 2, 3, 4)
    assert views[0].ratings(ITEM, {"score": 3}) == {ITEM.id: 3}


def test_gold_rules():
    rules = {one.name: one.combine for one in TASK.gold_rules(settings())}
    answers = [{"score": 1}, {"score": 4}, {"score": 4}]
    assert rules["mean"](answers) == {"score": 3}
    assert rules["median"](answers) == {"score": 4}
    assert rules["majority"](answers) == {"score": 4}
    assert rules["majority"]([{"score": 1}, {"score": 4}]) is None


def test_the_distance_is_the_widest_gap_on_the_main_scale():
    assert TASK.distance([{"score": 0}, {"score": 4}, {"score": 3}], settings()) == 4
    assert TASK.distance([{"score": 0}], settings()) is None


def test_a_row_carries_the_texts_the_score_and_the_ends_of_the_scale():
    row = TASK.row(ITEM, {"score": 2.5}, settings())
    assert (row.score, row.low, row.high) == (2.5, 0, 4)
    assert (row.left, row.right) == ITEM.texts


def test_values_are_described_in_few_words():
    assert TASK.describe({"score": 3}, settings()) == "3"
    assert TASK.describe({"score": 10 / 3}, settings()) == "3.33"
    two = TASK.check_settings({"scales": [{"name": "form"}, {"name": "score"}]})
    assert TASK.describe({"form": 1, "score": 2}, two) == "Form 1, Score 2"


def test_an_unknown_task_is_named_with_those_there_are():
    with pytest.raises(AloiError, match="similarity"):
        named_task("similarty")
