"""Every task type, through the same demands.

What its answers become in the store, on a page, in gold and in files stands in `test_released.py`; the row
that becomes an answer again in `test_imports.py`; the room that draws its questions in `test_questions.py`.
"""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import permutations

import pytest

from aloi.agreement.measures import MEASURES
from aloi.annotation.tasks import TASKS, task
from aloi.annotation.tasks.base import InvalidAnnotation, InvalidSchema
from aloi.base.errors import AloiError
from aloi.evaluation.metrics import METRICS
from aloi.gold.formats import FORMATS
from aloi.ui.questions import QUESTIONS


@pytest.fixture(params=TASKS, ids=lambda one: one.name)
def kind(request):
    return request.param


@pytest.fixture
def settings(kind):
    return kind.check_settings(kind.default_settings())


def test_identity_is_complete(kind):
    assert kind.name.isidentifier()
    assert kind.version >= 1
    assert kind.summary.endswith(".")
    assert kind.references
    assert kind.item_kind == kind.example().item.kind


def test_default_settings_are_the_first_preset_and_survive_json(kind, settings):
    assert next(iter(kind.presets().values())) == kind.default_settings()
    assert kind.presets("fr").keys() == kind.presets().keys()
    assert kind.check_settings(json.loads(json.dumps(settings))) == settings


@pytest.mark.parametrize("junk", [{}, {"junk": 1}, {"scales": []}, {"labels": "junk"}, {"question": None}])
def test_junk_settings_are_refused_or_completed(kind, junk):
    with suppress(InvalidSchema):
        complete = kind.check_settings(junk)
        assert kind.check_settings(complete) == complete
        assert "junk" not in complete


CANARY = "Le patient canari dort depuis hier"


def spoilt(value):
    """Yield an answer with each of its parts, by itself, replaced by a text."""
    yield CANARY
    yield [CANARY]
    if isinstance(value, dict):
        yield {**value, CANARY: 1}
        yield from ({**value, key: bad} for key, part in value.items() for bad in spoilt(part))
    if isinstance(value, list):
        places = enumerate(value)
        yield from ([*value[:at], bad, *value[at + 1 :]] for at, part in places for bad in spoilt(part))


def test_what_refuses_an_answer_quotes_no_text(kind, settings):
    item, refused = kind.example().item, []
    for value in kind.example().values:
        for bad in spoilt(value):
            try:
                kind.check(bad, item, settings)
            except InvalidAnnotation as error:
                refused.append(error.told())
    assert refused
    assert [one for one in refused if "canari" in one] == []


def test_what_a_person_reads_of_it_is_there(kind, settings):
    for language in ("en", "fr", "junk"):
        assert kind.guideline(language).startswith("#")
    for value in (*kind.example().values, kind.example().gold):
        assert kind.describe(value, settings).strip()
        assert "\n" not in kind.describe(value, settings)
    rules = kind.gold_rules(settings)
    assert len({one.name for one in rules}) == len(rules)
    assert all(one.name.isidentifier() and one.title for one in rules)
    low, high = kind.range(settings)
    assert low < high


def test_an_unknown_task_is_told_with_those_there_are():
    with pytest.raises(AloiError, match=TASKS[-1].name):
        task("junk")


def test_the_example_passes_and_gives_its_gold_in_any_order(kind, settings):
    example = kind.example()
    values = [kind.check(value, example.item, settings) for value in example.values]
    assert values == list(example.values)
    for order in permutations(values):
        assert kind.gold_rules(settings)[0].combine(list(order)) == example.gold


def test_unanimous_values_are_the_gold_by_every_rule(kind, settings):
    value = kind.example().values[0]
    for rule in kind.gold_rules(settings):
        if kind.gathers:  # the gold of a multiset counts what everybody gave
            found = rule.combine([value] * 3)
            assert kind.describe(found, settings)
            assert all(count == 3 for _, count in kind.row(kind.example().item, found, settings).counts)
        else:
            assert rule.combine([value] * 3) == value


@pytest.mark.parametrize("junk", ["junk", [], {"junk": 1}, None, True])
def test_junk_is_refused(kind, settings, junk):
    with pytest.raises(InvalidAnnotation):
        kind.check(junk, kind.example().item, settings)


def test_values_survive_json(kind, settings):
    for value in kind.example().values:
        assert kind.check(json.loads(json.dumps(value)), kind.example().item, settings) == value


def test_views_agree_on_units_and_name_known_measures(kind, settings):
    example = kind.example()
    known = {measure.name for measure in MEASURES}
    for view in kind.views(settings):
        units = [set(view.ratings(example.item, value)) for value in example.values]
        assert units[0]
        assert units == [units[0]] * 3
        assert set(view.measures) <= known
        if view.categories:
            ratings = [r for value in example.values for r in view.ratings(example.item, value).values()]
            assert set(ratings) <= set(view.categories)


def test_questions_are_of_one_kind_that_a_room_draws(kind, settings):
    fields = kind.fields(kind.example().item, settings)
    assert [one.field for one in QUESTIONS].count(type(fields[0])) == 1
    assert {type(one) for one in fields} == {type(fields[0])}
    assert len({one.name for one in fields}) == len(fields)


def test_the_row_is_of_its_kind_and_some_format_takes_it(kind, settings):
    example = kind.example()
    row = kind.row(example.item, example.gold, settings)
    assert isinstance(row, kind.row_kind)
    assert any(kind.row_kind in one.row_kinds for one in FORMATS)


def test_main_metrics_exist(kind):
    assert set(kind.main_metrics) <= {one.name for one in METRICS}


def test_distance_is_zero_for_equal_values_and_grows(kind, settings):
    first, second, _ = kind.example().values
    assert kind.distance([first, first], settings) == 0
    assert kind.distance([first, second], settings) > 0
