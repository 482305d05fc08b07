"""The classification task: what it takes, what it refuses, and what it makes of several answers."""

from __future__ import annotations

import pytest

from aloi.agreement.compute import compute
from aloi.agreement.ratings import Ratings
from aloi.annotation.fields import Choices
from aloi.annotation.rows import LabelledText
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import InvalidAnnotation, InvalidSchema
from aloi.annotation.tasks.classification.task import NO_LABEL, known_labels
from aloi.base.errors import AloiError

KIND = task("classification")
CHAPTERS = KIND.default_settings()
ITEM = KIND.example().item
LEVELS = {
    "question": "Which code?",
    "labels": [
        {"name": "R", "title": "Symptoms"},
        {"name": "R50.9", "title": "Fever", "parent": "R"},
        {"name": "R05", "title": "Cough", "parent": "R"},
        {"name": "J", "title": "Breathing"},
        {"name": "J18.9", "title": "Pneumonia", "parent": "J"},
    ],
}
ONE = KIND.check_settings(LEVELS)
SEVERAL = KIND.check_settings({**LEVELS, "least": 0, "most": 3})


def said(*labels: str) -> dict:
    return {"labels": [*labels]}


def test_the_chapters_are_22_in_two_languages() -> None:
    french = KIND.presets("fr")["icd10_chapters"]["labels"]
    assert len(known_labels(CHAPTERS)) == len(french) == 22
    assert known_labels(CHAPTERS)[9] == "J00-J99"
    assert french[9]["title"] == "X. Appareil respiratoire"
    assert CHAPTERS["labels"][9]["title"] == "X. Breathing"
    assert len({one["name"] for one in french}) == len({one["title"] for one in french}) == 22


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_preset_is_sound(language: str) -> None:
    for settings in KIND.presets(language).values():
        assert KIND.check_settings(settings)["labels"]


def test_labels_stand_in_the_order_of_the_schema() -> None:
    assert KIND.check("J18.9", ITEM, ONE) == said("J18.9")
    assert KIND.check("J18.9|R05", ITEM, SEVERAL) == said("R05", "J18.9")
    assert KIND.check(said("J18.9", "R50.9"), ITEM, SEVERAL) == said("R50.9", "J18.9")
    assert KIND.check(said(), ITEM, SEVERAL) == said()
    assert KIND.check([], ITEM, SEVERAL) == said()  # as a table of answers says it


@pytest.mark.parametrize("wrong", ["R", "nothing", said("R50.9", "R50.9"), {"label": "R05"}, ["R05", 1], 3])
def test_what_is_not_in_the_list_is_refused(wrong: object) -> None:
    with pytest.raises(InvalidAnnotation, match=r"R50.9, R05, J18.9"):
        KIND.check(wrong, ITEM, SEVERAL)


def test_too_many_and_too_few_are_refused() -> None:
    with pytest.raises(InvalidAnnotation, match=r"The list of labels in the answer is R50\.9, R05"):
        KIND.check(said("R50.9", "R05"), ITEM, ONE)
    with pytest.raises(
        InvalidAnnotation, match=r"The list of labels in the answer is \[\]\.\nExpected: 1 label\."
    ):
        KIND.check(said(), ITEM, ONE)


def test_inner_labels_may_be_given_where_the_schema_says_so() -> None:
    within = KIND.check_settings({**LEVELS, "inner": True})
    assert KIND.check("R", ITEM, within) == said("R")
    assert known_labels(within) == ("R", "R50.9", "R05", "J", "J18.9")
    with pytest.raises(InvalidAnnotation):
        KIND.check("R", ITEM, ONE)


@pytest.mark.parametrize(
    "more",
    [
        {"least": 2, "most": 1},
        {"most": 0},
        {"least": -1},
        {"most": 4},
        {"most": True},
        {"inner": 1},
        {"question": 2},
        {"other": 1},
        {"labels": [{"name": NO_LABEL}, {"name": "a"}]},
    ],
)
def test_bad_settings_are_refused(more: dict) -> None:
    with pytest.raises(InvalidSchema):
        KIND.check_settings({**LEVELS, **more})


def test_bad_labels_are_refused() -> None:
    with pytest.raises(
        AloiError,
        match="Expected: the name of a label of the list that is not below 'B', or nothing for a top label",
    ):
        KIND.check_settings({"labels": [{"name": "A"}, {"name": "B", "parent": "C"}]})


def test_keys_are_the_schemas_or_the_first_nine_digits() -> None:
    (asked,) = KIND.fields(ITEM, CHAPTERS)
    assert isinstance(asked, Choices)
    assert [one.key for one in asked.labels[:10]] == [*"123456789", ""]
    (asked,) = KIND.fields(ITEM, ONE)
    assert isinstance(asked, Choices)
    assert {one.value: one.key for one in asked.labels} == {
        "R": "", "R50.9": "1", "R05": "2", "J": "", "J18.9": "3",
    }  # fmt: skip
    own = KIND.check_settings({"labels": [{"name": "A", "key": "a"}, {"name": "B"}]})
    (asked,) = KIND.fields(ITEM, own)
    assert isinstance(asked, Choices)
    assert [one.key for one in asked.labels] == ["a", ""]


def test_the_majority_of_one_label() -> None:
    rule = KIND.gold_rules(ONE)[0].combine
    assert rule([said("R05"), said("J18.9"), said("J18.9")]) == said("J18.9")
    assert rule([said("R05"), said("J18.9")]) is None
    assert rule([]) is None


def test_the_vote_on_each_of_several_labels() -> None:
    rule = KIND.gold_rules(SEVERAL)[0].combine
    assert rule([said("R50.9", "R05"), said("R05"), said("R05", "J18.9")]) == said("R05")
    assert rule([said("R50.9"), said("R05"), said("J18.9")]) == said()
    assert rule([said("R05", "J18.9"), said("J18.9")]) is None
    assert rule([]) is None
    asked = KIND.check_settings({**LEVELS, "least": 1, "most": 3})
    assert KIND.gold_rules(asked)[0].combine([said("R50.9"), said("R05"), said("J18.9")]) is None


def test_views_of_one_label_and_of_its_top_level() -> None:
    label, top = KIND.views(ONE)
    assert label.ratings(ITEM, said("R05")) == {ITEM.id: "R05"}
    assert label.categories == ("R50.9", "R05", "J18.9")
    assert top.ratings(ITEM, said("R05")) == {ITEM.id: "R"}
    assert top.categories == ("R", "J")
    assert [one.name for one in KIND.views(CHAPTERS)] == ["label:nominal"]


def test_many_labels_are_not_measured_one_by_one() -> None:
    labels: list = [{"name": f"L{number}"} for number in range(31)]
    many = KIND.check_settings({"labels": labels, "most": 2})
    assert [one.name for one in KIND.views(many)] == ["labels"]


def test_views_of_several_labels() -> None:
    labels, top, each = KIND.views(SEVERAL)
    assert labels.ratings(ITEM, said("R50.9", "R05")) == {ITEM.id: frozenset({"R50.9", "R05"})}
    assert top.ratings(ITEM, said("R50.9", "R05")) == {ITEM.id: frozenset({"R"})}
    assert each.ratings(ITEM, said("R05")) == {
        f"{ITEM.id}#R50.9": "no",
        f"{ITEM.id}#R05": "yes",
        f"{ITEM.id}#J18.9": "no",
    }


def test_no_label_is_an_answer_that_agreement_measures() -> None:
    one = KIND.check_settings({**LEVELS, "least": 0})
    view = KIND.views(one)[0]
    assert view.ratings(ITEM, said()) == {ITEM.id: NO_LABEL}
    assert NO_LABEL in view.categories
    sets = KIND.views(SEVERAL)[0]
    answers = {"a": [said(), said("R05"), said("R05")], "b": [said(), said("R05"), said("R05", "J18.9")]}
    triples = [
        (str(place), name, sets.ratings(ITEM, value)[ITEM.id])
        for name, values in answers.items()
        for place, value in enumerate(values)
    ]
    [masi] = compute(Ratings.from_triples(triples, "nominal"), ["krippendorff_alpha_masi"], ci="none")
    # Observed: only the third unit differs, by 1 - 1/2 * 2/3 = 2/3; it is 2 of 6 ratings.
    # Expected over the 15 pairs of {} {} R R R RJ: 6 of {} and R, 2 of {} and RJ at 1; 3 of R and RJ at 2/3.
    assert masi.value == pytest.approx(1 - (2 / 3 / 3) / ((8 + 3 * 2 / 3) / 15))


def test_models_of_annotators_learn_one_label_only() -> None:
    (part,) = KIND.gold_parts(ONE)
    assert part.read(said("R05")) == "R05"
    assert KIND.join({"labels": "R05"}) == said("R05")
    assert KIND.gold_parts(SEVERAL) == ()
    (part,) = KIND.gold_parts(KIND.check_settings({**LEVELS, "least": 0}))
    assert KIND.join({"labels": part.read(said())}) == said()


def test_distance_is_masi() -> None:
    assert KIND.distance([said("R05"), said("J18.9")], ONE) == 1
    assert KIND.distance([said("R05"), said("R05", "J18.9")], SEVERAL) == pytest.approx(2 / 3)
    assert KIND.distance([said("R05")], ONE) is None


def test_the_row_knows_every_label() -> None:
    row = KIND.row(ITEM, said("R05", "J18.9"), SEVERAL)
    assert row == LabelledText(
        ITEM.id, ITEM.texts[0], "", ("R05", "J18.9"), ("R50.9", "R05", "J18.9")
    )  # fmt: skip
    assert KIND.describe(said("R05", "J18.9"), SEVERAL) == "Cough, Pneumonia"
    assert KIND.describe(said(), SEVERAL) == NO_LABEL
    assert KIND.range(ONE) == (0, 2)
