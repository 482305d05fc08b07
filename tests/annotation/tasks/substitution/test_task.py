"""The substitution task: answers in canonical form, what is refused, and the multiset of gold."""

from __future__ import annotations

import pytest

from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import InvalidAnnotation, InvalidSchema
from aloi.annotation.tasks.substitution.task import counts_of
from aloi.base.errors import AloiError
from aloi.corpora.model import Json, Target

KIND = task("substitution")
SETTINGS = KIND.check_settings({})
ITEM = KIND.example().item


def answer(*words: str, none: bool = False) -> Json:
    return {"substitutes": [*words], "none": none}


def test_spaces_are_made_single_and_the_order_stays() -> None:
    found = KIND.check(answer("  peu   épais ", "l'été"), ITEM, SETTINGS)
    assert found == {"substitutes": ["peu épais", "l'été"], "none": False}
    assert KIND.check({"none": True}, ITEM, SETTINGS) == {"substitutes": [], "none": True}


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (answer("a", "b", "c", "d"), "There are too many substitutes: 4"),
        (answer("x" * 300), "(300)"),
        (answer("fin", "Fin"), "twice"),
        (answer("fin;petit"), "Expected: 1 to 100 characters on one line, without semicolons and bars"),
        (answer("fin\npetit"), "on one line"),
        (answer(" "), "1 to 100"),
        (answer(), "There are too few substitutes: 0"),
        (answer("fin", none=True), "The answer is none fits, and 'fin'"),
        ({"substitutes": "fin"}, r"Expected: a list of substitutes, and none \(true or false\)"),
        ({"substitutes": [3]}, "1 to 100"),
    ],
)
def test_what_cannot_be_an_answer_is_refused(value: Json, said: str) -> None:
    with pytest.raises(InvalidAnnotation, match=said):
        KIND.check(value, ITEM, SETTINGS)


def test_the_schema_may_refuse_more() -> None:
    strict = KIND.check_settings({"refuse": ["several_words", "target"], "none": False, "most": 1})
    assert KIND.check(answer("mince"), ITEM, SETTINGS)
    for value, said in (
        (answer("Mince"), "Expected: another word than the target"),
        (answer("peu épais"), "a single word"),
        ({"none": True}, "Give the words, or say that none fits"),
        (answer("fin", "petit"), "too many substitutes: 2"),
    ):
        with pytest.raises(InvalidAnnotation, match=said):
            KIND.check(value, ITEM, strict)


@pytest.mark.parametrize("settings", [{"most": 0}, {"most": True}, {"none": 1}, {"refuse": ["x"]}, {"x": 1}])
def test_bad_settings_are_refused(settings: dict[str, Json]) -> None:
    with pytest.raises(InvalidSchema):
        KIND.check_settings(settings)


def test_gold_counts_by_falling_count_and_keeps_those_who_found_nothing() -> None:
    rule = KIND.gold_rules(SETTINGS)[0]
    found = rule.combine([answer("petit", "fin"), answer("fin"), answer(none=True)])
    assert found == {"substitutes": [["fin", 2], ["petit", 1]], "annotators": 3}
    row = KIND.row(ITEM, found, SETTINGS)
    assert (row.lemma, row.pos, row.sentence[row.start : row.end]) == ("mince", "ADJ", "mince")
    assert row.score == pytest.approx(2 / 3)
    assert counts_of(found) == row.counts
    assert KIND.describe(found, SETTINGS) == "fin ×2, petit ×1"
    assert KIND.describe(answer(none=True), SETTINGS) == "none fits"
    assert rule.combine([]) is None


def test_nobody_who_found_nothing_counts_in_agreement() -> None:
    view = KIND.views(SETTINGS)[0]
    assert view.ratings(ITEM, answer("fin", "petit")) == {ITEM.id: frozenset({"fin", "petit"})}
    assert view.ratings(ITEM, answer(none=True)) == {}


def test_distance_is_the_mean_over_pairs() -> None:
    assert KIND.distance([answer("a"), answer("a", "b"), answer("c")], SETTINGS) == pytest.approx(1 - 0.5 / 3)
    assert KIND.distance([answer(none=True), answer(none=True)], SETTINGS) == 0
    assert KIND.distance([answer("a")], SETTINGS) is None


def test_a_target_stands_in_its_sentence() -> None:
    assert isinstance(ITEM, Target)
    assert ITEM.word == "mince"
    with pytest.raises(AloiError, match="The list of offsets is 4, 400"):
        Target.of("c", ITEM.sentence, 4, 400, "mince", "ADJ")
