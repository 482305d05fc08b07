"""The linking task: what it takes, what it refuses, and what it makes of several answers."""

from __future__ import annotations

import pytest

from aloi.annotation.fields import MentionedConcept
from aloi.annotation.rows import LinkedMention
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import InvalidAnnotation, InvalidSchema
from aloi.corpora.model import Mention, Sentence
from aloi.gold.making.models.rules import learn, model_rules

KIND = task("linking")
SETTINGS = KIND.check_settings({**KIND.default_settings(), "terminology": "demo"})
ITEM = KIND.example().item


def _said(*answers: str) -> list:
    return [{"concepts": one.split()} for one in answers]


def test_settings_are_completed_and_wrong_ones_refused() -> None:
    assert KIND.check_settings({}) == KIND.default_settings()
    assert KIND.presets("fr")["concept"]["question"].endswith("désigne-t-elle ?")
    assert KIND.check_settings({"terminology": " t ", "order": "shuffled"})["terminology"] == "t"
    for wrong in ({"candidates": 51}, {"candidates": True}, {"order": "random"}, {"none": 1}, {"more": 1}):
        with pytest.raises(InvalidSchema, match=r"candidates .0 to 50"):
            KIND.check_settings(wrong)


def test_the_question_holds_the_text_and_the_places_of_the_mention() -> None:
    (field,) = KIND.fields(ITEM, {**SETTINGS, "candidates": 5, "order": "shuffled"})
    assert isinstance(field, MentionedConcept)
    assert [field.text[start:end] for start, end in field.spans] == ["maux de tête"]
    assert (field.terminology, field.composite, field.may_be_none) == ("demo", True, True)
    assert (field.shown, field.shuffled) == (5, True)


def test_concepts_are_sorted_and_kept_once() -> None:
    assert KIND.check({"concepts": ["X2", " X1", "X2"]}, ITEM, SETTINGS) == {"concepts": ["X1", "X2"]}
    assert KIND.check({"concepts": []}, ITEM, SETTINGS) == {"concepts": []}
    assert KIND.check(["X1"], ITEM, SETTINGS) == {"concepts": ["X1"]}
    # A terminology may join several concepts under one name: they are taken one by one.
    assert KIND.check({"concepts": ["X2|X1"]}, ITEM, SETTINGS) == {"concepts": ["X1", "X2"]}


@pytest.mark.parametrize("wrong", ["", " ", "X1|", "nil", "X1|CUILESS", "a\nb", "x" * 201, 3, None])
def test_what_is_no_concept_id_is_refused(wrong: object) -> None:
    with pytest.raises(InvalidAnnotation, match=r"A concept is '…' \("):
        KIND.check({"concepts": [wrong]}, ITEM, SETTINGS)


def test_several_concepts_or_none_only_where_the_schema_allows_them() -> None:
    strict = {**SETTINGS, "composite": False, "none": False}
    assert KIND.check({"concepts": ["X1"]}, ITEM, strict) == {"concepts": ["X1"]}
    with pytest.raises(InvalidAnnotation, match="There are too many concepts in the answer: 2"):
        KIND.check({"concepts": ["X1", "X2"]}, ITEM, strict)
    with pytest.raises(InvalidAnnotation, match="There are too few concepts in the answer: 0"):
        KIND.check({"concepts": []}, ITEM, strict)
    with pytest.raises(InvalidAnnotation, match="There are too many concepts in the answer: 11"):
        KIND.check({"concepts": [f"X{number}" for number in range(11)]}, ITEM, SETTINGS)
    assert len(KIND.views(strict)) == 1


def test_only_mentions_are_linked() -> None:
    other = task("substitution").example().item
    with pytest.raises(InvalidAnnotation, match="kind 'target'"):
        KIND.check({"concepts": ["X1"]}, other, SETTINGS)


def test_an_answer_is_one_label_and_a_set() -> None:
    label, concepts = KIND.views(SETTINGS)
    both, none = _said("X1 X2", "")
    assert label.ratings(ITEM, both) == {ITEM.id: "X1|X2"}
    assert label.ratings(ITEM, none) == {ITEM.id: "CUILESS"}
    assert concepts.ratings(ITEM, both) == {ITEM.id: frozenset({"X1", "X2"})}
    assert concepts.ratings(ITEM, none) == {ITEM.id: frozenset({"CUILESS"})}


def test_the_majority_is_gold_and_a_tie_is_adjudicated() -> None:
    rule = KIND.gold_rules(SETTINGS)[0]
    assert rule.combine(_said("X1 X2", "X1", "X1 X2")) == {"concepts": ["X1", "X2"]}
    assert rule.combine(_said("", "", "X1")) == {"concepts": []}
    assert rule.combine(_said("X1", "X2")) is None
    assert rule.combine([]) is None


def test_distance_is_one_minus_the_mean_overlap() -> None:
    assert KIND.distance(_said("X1 X2", "X1"), SETTINGS) == pytest.approx(0.5)
    assert KIND.distance(_said("", ""), SETTINGS) == 0
    assert KIND.distance(_said("", "X1"), SETTINGS) == 1
    assert KIND.distance(_said("X1", "X1", "X2"), SETTINGS) == pytest.approx(2 / 3)
    assert KIND.distance(_said("X1"), SETTINGS) is None


def test_the_row_is_the_mention_in_its_context() -> None:
    text = "La jambe gauche et la jambe droite."
    broken = Mention.of("c", Sentence("s", "d", 0, 0, len(text), text), ((3, 8), (28, 34)), "ANAT")
    row = KIND.row(broken, {"concepts": ["X1", "X2"]}, SETTINGS)
    assert row == LinkedMention(broken.id, "d", text, ((3, 8), (28, 34)), "jambe droite", "ANAT", "X1|X2")
    assert row.concepts == ("X1", "X2")
    assert KIND.row(broken, {"concepts": []}, SETTINGS).concept == "CUILESS"


def test_answers_are_told_by_their_ids() -> None:
    assert [KIND.describe(one, SETTINGS) for one in _said("X1 X2", "")] == ["X1 + X2", "no concept"]


def test_a_model_of_annotators_learns_the_concepts_that_were_given() -> None:
    (dawid_skene, mace) = model_rules(KIND, SETTINGS)
    assert (dawid_skene.name, mace.name) == ("dawid_skene", "mace")
    answers = [
        (f"i{item}", name, {"concepts": given})
        for item, given in enumerate((["X1"], ["X1", "X2"], [], ["X1"]))
        for name in ("a", "b", "c")
    ]
    learnt = learn(dawid_skene, answers, task=KIND, settings=SETTINGS)
    assert learnt.values["i1"] == {"concepts": ["X1", "X2"]}
    assert learnt.values["i2"] == {"concepts": []}
