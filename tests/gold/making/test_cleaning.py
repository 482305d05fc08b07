"""What cleaning makes of answers, and its table, whose sum is the number of answers collected."""

from __future__ import annotations

from datetime import UTC, datetime

from aloi.annotation.tasks import task
from aloi.annotation.tasks.substitution.cleaning import Category
from aloi.annotation.tasks.substitution.task import words_of
from aloi.corpora.model import Json
from aloi.gold.making.aggregate import AnnotatorAnswer, ItemAnswers, make_gold
from aloi.gold.making.cleaning import Cleaning, bookkeeping, clean_answers, clean_value, latest_cleanings

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


def given(*words: str, none: bool = False) -> Json:
    return {"substitutes": [*words], "none": none}


def decided(
    answer: str, category: Category | None, result: str | None, item: str = "i0", revision: int = 1
) -> Cleaning:
    return Cleaning("k0", item, answer, revision, category, result, "J1", "", NOW)


ANSWERS = (
    ItemAnswers(
        "i0",
        "r0",
        (
            AnnotatorAnswer("A1", given("étroite", "étroit", "fin")),
            AnnotatorAnswer("A2", given("vitre")),
            AnnotatorAnswer("A3", given("étroite", "fin")),
            AnnotatorAnswer("A4", given(none=True)),
        ),
    ),
    ItemAnswers("i1", "r0", (AnnotatorAnswer("A1", given("fin")),)),
)
CLEANINGS = (
    decided("étroite", Category.AUTOMATIC, "étroit"),
    decided("étroit", Category.AUTOMATIC, "étroit"),
    decided("vitre", Category.UNCHANGED, "vitre"),
    decided("vitre", Category.EXCLUDED, None, revision=2),
    decided("absent", Category.EXCLUDED, None),
)


def test_two_answers_that_become_equal_count_once() -> None:
    found = clean_value("i0", ANSWERS[0].answers[0].value, latest_cleanings(CLEANINGS))
    assert found == given("étroit", "fin")


def test_the_last_revision_counts_and_one_without_category_takes_back() -> None:
    assert latest_cleanings(CLEANINGS)["i0", "vitre"].category is Category.EXCLUDED
    undone = (*CLEANINGS, decided("vitre", None, None, revision=3))
    assert ("i0", "vitre") not in latest_cleanings(undone)
    assert bookkeeping(ANSWERS, undone)["to_decide"] == 4


def test_who_loses_all_substitutes_counts_as_having_answered() -> None:
    made = make_gold(
        clean_answers(ANSWERS, CLEANINGS),
        (),
        (),
        rounds={"r0": 1},
        task=task("substitution"),
        settings=task("substitution").default_settings(),
    )
    assert made.items[0].value == {"substitutes": [["fin", 2], ["étroit", 2]], "annotators": 4}
    assert made.items[0].support == ("A1", "A2", "A3", "A4")


def test_answers_to_another_item_are_left_alone() -> None:
    assert clean_answers(ANSWERS, CLEANINGS)[1] == ANSWERS[1]


def test_the_table_counts_answers_and_sums_to_those_collected() -> None:
    table = bookkeeping(ANSWERS, CLEANINGS)
    assert table == {
        "automatic": 3,
        "validated_correction": 0,
        "multi_word": 0,
        "kept": 0,
        "by_hand": 0,
        "excluded": 1,
        "alternative": 0,
        "to_decide": 3,
    }
    collected = sum(len(words_of(each.value)) for one in ANSWERS for each in one.answers)
    for revisions in ((), CLEANINGS[:2], CLEANINGS):
        assert sum(bookkeeping(ANSWERS, revisions).values()) == collected == 7
