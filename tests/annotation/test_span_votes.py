"""Gold of spans with attributes and relations: spans first, details on what stands."""

from __future__ import annotations

from aloi.annotation.rows import LabelledRelation, LabelledSpan
from aloi.annotation.tasks import task
from aloi.annotation.tasks.spans.values import relations_of, spans_of, value_of

SETTINGS = task("spans").check_settings(
    {
        "labels": [{"name": "drug"}, {"name": "dose"}],
        "attributes": [
            {"name": "certainty", "values": [{"name": "yes"}, {"name": "no"}]},
            {"name": "route", "values": [{"name": "oral"}, {"name": "nasal"}], "multiple": True},
        ],
        "relations": [{"name": "has", "from": ["drug"], "to": ["dose"], "directed": True}],
        "nested": True,
    }
)
DRUG, DOSE = ((0, 5),), ((6, 10),)


def answer(certainty="", routes=(), *, has=False, dose=True, drug=DRUG):
    attributes = [("certainty", (certainty,))] if certainty else []
    attributes += [("route", tuple(sorted(routes)))] if routes else []
    spans = [LabelledSpan("drug", drug, tuple(attributes))]
    spans += [LabelledSpan("dose", DOSE)] if dose else []
    return value_of(spans, [LabelledRelation("has", 0, 1)] if has else [])


def gold(*answers, rule=0):
    return task("spans").gold_rules(SETTINGS)[rule].combine(answers)


def test_attributes_are_voted_on_among_those_who_gave_a_value() -> None:
    value = gold(answer("yes", ("oral",)), answer("yes", ("oral", "nasal")), answer("", ("nasal",)))
    assert dict(spans_of(value)[0].attributes) == {"certainty": ("yes",), "route": ("nasal", "oral")}
    assert gold(answer("yes"), answer("no"), answer()) is None
    assert gold(answer("", ("oral",)), answer()) is None
    assert spans_of(gold(answer(), answer()))[0].attributes == ()


def test_a_relation_needs_both_ends_and_a_majority() -> None:
    both = gold(answer(has=True), answer(has=True), answer(dose=False))
    assert relations_of(both) == (LabelledRelation("has", 0, 1),)
    assert relations_of(gold(answer(has=True), answer(), answer())) == ()
    assert relations_of(gold(answer(has=True), answer(dose=False), answer(dose=False))) == ()
    assert gold(answer(has=True), answer()) is None


def test_unanimous_answers_are_the_gold_and_characters_carry_details_along() -> None:
    same = answer("no", ("oral",), has=True)
    for rule in (0, 1):
        assert gold(same, same, same, rule=rule) == same
    near = gold(
        answer("yes", has=True), answer("yes", has=True), answer("yes", has=True, drug=((0, 4),)), rule=1
    )
    assert near == answer("yes", has=True)
