"""Demands on every task type. A check returns what contradicts its docstring, or an empty text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import permutations

from aloi.agreement.measures import all_measures
from aloi.annotation import fields as field_classes
from aloi.annotation.tasks.base import InvalidAnnotation, InvalidSchema, TaskType
from aloi.base.messages import languages
from aloi.corpora.model import Json
from aloi.evaluation.metrics import METRICS
from aloi.gold.formats import formats_for

_WRONG = "Le patient canari dort depuis hier"
_WRONG_SETTINGS: tuple[dict[str, Json], ...] = (
    {}, {"junk": 1}, {"scales": []}, {"labels": "junk"}, {"question": None},
)  # fmt: skip


def identity(kind: TaskType) -> str:
    """Check that name, version, summary, references and kind of item are complete."""
    complete = {
        "name": kind.name.isidentifier(),
        "version": kind.version >= 1,
        "summary": kind.summary.endswith("."),
        "references": kind.references,
        "item_kind": kind.item_kind == kind.example().item.kind,
    }
    return ", ".join(name for name, is_complete in complete.items() if not is_complete)


def settings(kind: TaskType) -> str:
    """Check that the default settings are the first preset, survive JSON, and exist in each language."""
    presets, checked = kind.presets(), kind.check_settings(kind.default_settings())
    if next(iter(presets.values())) != kind.default_settings():
        return "the default settings are not the first preset"
    other = [language for language in languages() if kind.presets(language).keys() != presets.keys()]
    if other:
        return f"other presets in {other}"
    same = kind.check_settings(json.loads(json.dumps(checked))) == checked
    return "" if same else "JSON changes the settings"


def wrong_settings(kind: TaskType) -> str:
    """Check that wrong settings are rejected with InvalidSchema or completed."""
    for wrong in _WRONG_SETTINGS:
        with suppress(InvalidSchema):
            complete = kind.check_settings(wrong)
            if kind.check_settings(complete) != complete or "junk" in complete:
                return f"{wrong} becomes {complete}"
    return ""


def _spoilt(value: Json) -> Iterator[Json]:
    """Yield an answer with each of its parts, by itself, replaced by a text."""
    yield _WRONG
    yield [_WRONG]
    if isinstance(value, dict):
        yield {**value, _WRONG: 1}
        yield from ({**value, key: wrong} for key, part in value.items() for wrong in _spoilt(part))
    if isinstance(value, list):
        places = enumerate(value)
        yield from ([*value[:at], wrong, *value[at + 1 :]] for at, part in places for wrong in _spoilt(part))


def no_text_in_errors(kind: TaskType) -> str:
    """Check that an invalid answer is rejected with InvalidAnnotation, whose message quotes no text."""
    checked, example, rejected = kind.check_settings(kind.default_settings()), kind.example(), 0
    for value in example.values:
        for wrong in _spoilt(value):
            try:
                kind.check(wrong, example.item, checked)
            except InvalidAnnotation as error:
                rejected += 1
                if "canari" in error.told():
                    return f"{error.code} quotes the answer"
    return "" if rejected else "no invalid answer is rejected"


def wrong_answers(kind: TaskType) -> str:
    """Check that answers of another form are rejected with InvalidAnnotation."""
    checked, item = kind.check_settings(kind.default_settings()), kind.example().item
    junk: tuple[Json, ...] = ("junk", [], {"junk": 1}, None, True)
    for wrong in junk:
        with suppress(InvalidAnnotation):
            return f"{wrong!r} becomes {kind.check(wrong, item, checked)!r}"
    return ""


def words(kind: TaskType) -> str:
    """Check that guideline, descriptions of answers, and gold rules can be read; the range is not empty."""
    checked, example = kind.check_settings(kind.default_settings()), kind.example()
    headless = [
        language for language in (*languages(), "junk") if not kind.guideline(language).startswith("#")
    ]
    if headless:
        return f"guideline without a heading: {headless}"
    for value in (*example.values, example.gold):
        described = kind.describe(value, checked)
        if not described.strip() or "\n" in described:
            return f"{value!r} is described as {described!r}"
    rules = kind.gold_rules(checked)
    if len({rule.name for rule in rules}) < len(rules):
        return "two gold rules have one name"
    if not all(rule.name.isidentifier() and rule.title for rule in rules):
        return "a gold rule has no name or title"
    low, high = kind.range(checked)
    return "" if low < high else f"the range is {low} to {high}"


def example_gold(kind: TaskType) -> str:
    """Check that the example passes its own check, and its gold follows from its values in each order."""
    checked, example = kind.check_settings(kind.default_settings()), kind.example()
    values = [kind.check(value, example.item, checked) for value in example.values]
    if values != list(example.values):
        return f"the values become {values}"
    if [kind.check(json.loads(json.dumps(value)), example.item, checked) for value in values] != values:
        return "JSON changes the values"
    golds = [kind.gold_rules(checked)[0].combine(list(each)) for each in permutations(values)]
    wrong = [gold for gold in golds if gold != example.gold]
    return f"the gold is {wrong[0]}" if wrong else ""


def unanimous(kind: TaskType) -> str:
    """Check that unanimous answers give that answer as gold, by each rule."""
    checked, example = kind.check_settings(kind.default_settings()), kind.example()
    value = example.values[0]
    for rule in kind.gold_rules(checked):
        gold = rule.combine([value] * 3)
        if kind.gathers:  # the gold of a multiset counts the answers of all annotators
            counts = getattr(kind.row(example.item, gold, checked), "counts", ())
            if any(count != 3 for _, count in counts):
                return f"{rule.name} counts {counts}"
        elif gold != value:
            return f"{rule.name} gives {gold}"
    return ""


def views(kind: TaskType) -> str:
    """Check that views have equal units for all annotators, and known measures and categories."""
    checked, example = kind.check_settings(kind.default_settings()), kind.example()
    measures = {measure.name for measure in all_measures()}
    for view in kind.views(checked):
        ratings = [view.ratings(example.item, value) for value in example.values]
        if not ratings[0] or any(each.keys() != ratings[0].keys() for each in ratings):
            return f"{view.name}: annotators have different units"
        if not set(view.measures) <= measures:
            return f"{view.name}: unknown measures {sorted(set(view.measures) - measures)}"
        ratings_of_all = (
            {rating for each in ratings for rating in each.values()} if view.categories else set()
        )
        if not ratings_of_all <= set(view.categories):
            return f"{view.name}: ratings outside the categories"
    return "" if kind.views(checked) else "no view"


def questions(kind: TaskType) -> str:
    """Check that all questions about an item are of one kind, have different names, and can be drawn."""
    fields = kind.fields(kind.example().item, kind.check_settings(kind.default_settings()))
    if len({type(field) for field in fields}) != 1:
        return "no question, or questions of several kinds"
    if len({field.name for field in fields}) < len(fields):
        return "two questions have one name"
    drawn = type(fields[0]).__module__ == field_classes.__name__
    return "" if drawn else f"no page draws {type(fields[0]).__name__}; use a class of aloi.annotation.fields"


def rows(kind: TaskType) -> str:
    """Check that the row of an answer is of the declared kind, and a format takes it."""
    example, checked = kind.example(), kind.check_settings(kind.default_settings())
    row = kind.row(example.item, example.gold, checked)
    if not isinstance(row, kind.row_kind):
        return f"the row is {type(row).__name__}"
    return "" if formats_for(kind.row_kind) else f"no format takes {kind.row_kind.__name__}"


def metrics(kind: TaskType) -> str:
    """Check that the main metrics exist."""
    return ", ".join(sorted(set(kind.main_metrics) - {metric.name for metric in METRICS}))


def distance(kind: TaskType) -> str:
    """Check that the distance of equal answers is 0, and that of different ones larger."""
    checked, (first, second, _) = kind.check_settings(kind.default_settings()), kind.example().values
    equal, different = kind.distance([first, first], checked), kind.distance([first, second], checked)
    return "" if equal == 0 and (different or 0) > 0 else f"equal {equal}, different {different}"


CHECKS = (
    identity, settings, wrong_settings, no_text_in_errors, wrong_answers, words, example_gold, unanimous,
    views, questions, rows, metrics, distance,
)  # fmt: skip
