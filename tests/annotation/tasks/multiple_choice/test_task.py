"""The multiple-choice task: what it takes, what it refuses, and what it makes of several answers."""

from __future__ import annotations

import pytest

from aloi.annotation.rows import MultipleChoice
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import InvalidAnnotation, InvalidSchema
from aloi.corpora.model import Question

KIND = task("multiple_choice")
SEVERAL, ONE = KIND.presets()["several"], KIND.presets()["one"]
EXAMPLE = KIND.example()


def said(*answers: str) -> list:
    return [{"correct": list(one)} for one in answers]


@pytest.mark.parametrize("given", [{"correct": ["C", "A"]}, ["C", "A"], "CA", "a, c", "A;C"])
def test_letters_are_put_in_order(given):
    assert KIND.check(given, EXAMPLE.item, SEVERAL) == {"correct": ["A", "C"]}


@pytest.mark.parametrize(
    "given", [{"correct": []}, "", "E", "AA", ["A", "A"], {"correct": "A", "more": 1}, 3]
)
def test_letters_that_are_no_option_are_refused(given):
    with pytest.raises(InvalidAnnotation, match="A, B, C, D"):
        KIND.check(given, EXAMPLE.item, SEVERAL)


def test_one_correct_option_is_one():
    assert KIND.check("B", EXAMPLE.item, ONE) == {"correct": ["B"]}
    with pytest.raises(InvalidAnnotation, match="Expected: at most 1"):
        KIND.check("AB", EXAMPLE.item, ONE)


@pytest.mark.parametrize("most", [0, -1, True, "2", 1.5])
def test_a_number_of_options_that_makes_no_sense_is_refused(most):
    with pytest.raises(InvalidSchema, match="most"):
        KIND.check_settings({"question": "?", "most": most})


def test_the_options_are_asked_by_their_letters():
    (field,) = KIND.fields(EXAMPLE.item, SEVERAL)
    assert [(one.value, one.key) for one in field.labels] == [("A", "a"), ("B", "b"), ("C", "c"), ("D", "d")]
    assert field.labels[2].title == "C. Des frissons"
    assert (field.least, field.most) == (1, 4)
    assert KIND.fields(EXAMPLE.item, ONE)[0].most == 1


def test_views_take_the_answer_whole_and_as_a_set():
    whole, options = KIND.views(SEVERAL)
    item, value = EXAMPLE.item, {"correct": ["A", "C"]}
    assert whole.ratings(item, value) == {item.id: "AC"}
    assert options.ratings(item, value) == {item.id: frozenset("AC")}
    assert len(KIND.views(ONE)) == 1


def test_gold_is_the_most_frequent_answer_or_the_vote_on_each_option():
    whole, vote = KIND.gold_rules(SEVERAL)
    assert whole.combine(said("AC", "A", "AC")) == {"correct": ["A", "C"]}
    assert whole.combine(said("AC", "A")) is None
    assert vote.combine(said("AB", "AC", "AC")) == {"correct": ["A", "C"]}
    assert vote.combine(said("A", "AB")) is None  # B by half
    assert vote.combine(said("A", "B", "C")) is None  # nothing by more than half
    assert [one.name for one in KIND.gold_rules(ONE)] == ["majority"]


def test_distance_is_one_minus_the_mean_jaccard_index():
    assert KIND.distance(said("AC", "A"), SEVERAL) == pytest.approx(0.5)
    assert KIND.distance(said("AB", "CD"), SEVERAL) == 1
    assert KIND.distance(said("A"), SEVERAL) is None


def test_the_row_holds_places():
    item = EXAMPLE.item
    assert isinstance(item, Question)
    row = KIND.row(item, {"correct": ["A", "C"]}, SEVERAL)
    assert row == MultipleChoice(item.id, item.text, item.options, (0, 2))
    assert KIND.describe({"correct": ["A", "C"]}, SEVERAL) == "A, C"
