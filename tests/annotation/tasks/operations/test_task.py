"""The operations task: what is refused, what each view counts, what the vote decides."""

from __future__ import annotations

import pytest

from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import InvalidAnnotation, InvalidSchema
from aloi.corpora.model import Pair, Sentence

KIND = task("operations")
SETTINGS = KIND.check_settings(KIND.default_settings())
LEFT = Sentence("l", "d", 0, 0, 33, "L'enfant, fiévreux, toussait peu.")
RIGHT = Sentence("r", "d", 1, 34, 60, "L'enfant toussait un peu.")
ITEM = Pair.of("c", LEFT, RIGHT)
# L' enfant , fiévreux , toussait peu .   /   L' enfant toussait un peu .


def group(source, target, label):
    return {"source": source, "target": target, "label": label}


def value(*groups, err=False):
    return {"groups": list(groups), "err": err}


DELETED = group([2, 3, 4], [], "delmod")
ADDED = group([], [3], "incst")


def test_tokens_are_words_and_marks_or_cut_at_spaces() -> None:
    [field] = KIND.fields(ITEM, SETTINGS)
    assert field.source == ("L'", "enfant", ",", "fiévreux", ",", "toussait", "peu", ".")
    assert field.target == ("L'", "enfant", "toussait", "un", "peu", ".")
    assert len(field.operations) == 27
    [field] = KIND.fields(ITEM, {**SETTINGS, "tokens": "spaces"})
    assert field.source == ("L'enfant,", "fiévreux,", "toussait", "peu.")


def test_places_are_put_in_order_and_a_group_given_twice_counts_once() -> None:
    given = value(group([4, 2, 3, 3], [], "delmod"), DELETED, ADDED)
    assert KIND.check(given, ITEM, SETTINGS) == value(DELETED, ADDED)
    turned = value(ADDED, DELETED)
    assert KIND.check(turned, ITEM, SETTINGS) == value(DELETED, ADDED)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (
            value(group([8], [], "delmod")),
            "Expected: source, target and label; tokens from 0 to the last of each side",
        ),
        (
            value(group([True], [], "delmod")),
            "Expected: source, target and label; tokens from 0 to the last of each side",
        ),
        (value(group([], [], "move")), "allows these sides"),
        (value(group([1], [1], "delmod")), "allows these sides"),
        (value(group([1], [1], "bogus")), "'bogus'"),
        (value(group([0], [0], "err")), "allows these sides"),
        ({"groups": [{"source": [1]}]}, "source, target and label"),
        ({"groups": [], "err": "yes"}, "true or false"),
        ({"groups": [], "score": 3}, "'groups', 'score'"),
    ],
)
def test_an_answer_that_does_not_fit_is_told(wrong, told) -> None:
    with pytest.raises(InvalidAnnotation, match=told):
        KIND.check(wrong, ITEM, SETTINGS)


def test_settings_that_do_not_fit_are_told() -> None:
    for wrong in ({}, {**SETTINGS, "tokens": "letters"}, {**SETTINGS, "more": 1}):
        with pytest.raises(InvalidSchema):
            KIND.check_settings(wrong)
    one = SETTINGS["typology"]["operations"][0]
    with pytest.raises(InvalidSchema, match="begin with the same letter"):
        KIND.check_settings({"typology": {"operations": [one, {**one, "name": "other"}]}})


def test_each_side_is_a_view_of_its_tokens() -> None:
    views = {view.name: view for view in KIND.views(SETTINGS)}
    assert list(views) == ["source", "source:merged", "target", "target:merged"]
    assert len(views["source"].categories) == 26 + 2
    assert set(views["source:merged"].categories) >= {"insertion", "deletion", "none", "err"}
    assert len(views["source:merged"].categories) == 26 - 8 + 2 + 2
    answer = value(group([3], [], "delprop"), DELETED, ADDED)
    source = views["source"].ratings(ITEM, answer)
    assert list(source.values()) == ["none", "none", "delmod", "delprop", "delmod", "none", "none", "none"]
    assert set(views["source:merged"].ratings(ITEM, answer).values()) == {"none", "deletion"}
    assert list(views["target:merged"].ratings(ITEM, answer).values())[3] == "insertion"
    assert set(views["target"].ratings(ITEM, value(err=True)).values()) == {"err"}


def test_the_vote_keeps_what_most_drew_and_asks_where_it_does_not_settle_every_token() -> None:
    [rule] = KIND.gold_rules(SETTINGS)
    both, one = value(DELETED, ADDED), value(DELETED)
    assert rule.combine([both, both, one]) == value(DELETED, ADDED)
    assert rule.combine([both, one, one]) == value(DELETED)
    assert rule.combine([both, one]) is None
    other = value(group([2, 3, 4], [], "deloth"))
    assert rule.combine([one, other, value()]) is None
    # Two drew a deletion of token 3, but not the same group: the token is settled, its group is not.
    assert rule.combine([one, value(group([3], [], "delmod")), value()]) is None
    assert rule.combine([value(err=True), value(err=True), one]) == value(err=True)
    assert rule.combine([value(err=True), one]) is None
    assert rule.combine([]) is None


def test_distance_grows_as_fewer_groups_are_shared() -> None:
    both, one = value(DELETED, ADDED), value(DELETED)
    assert KIND.distance([both, one], SETTINGS) == pytest.approx(1 - 2 / 3)
    assert KIND.distance([both, one, value()], SETTINGS) == 1
    assert KIND.distance([value(), value()], SETTINGS) == 0
    assert KIND.distance([value(), value(err=True)], SETTINGS) == 1
    assert KIND.distance([both], SETTINGS) is None


def test_words_for_tables() -> None:
    assert KIND.describe(value(DELETED, ADDED, ADDED | {"target": [4]}), SETTINGS) == (
        "Deleted modifier, Inserted tool word ×2"
    )
    assert KIND.describe(value(err=True), SETTINGS) == "broken pair"
    assert KIND.describe(value(), SETTINGS) == "no operation"
    row = KIND.row(ITEM, value(DELETED, err=False), SETTINGS)
    assert (row.score, row.broken, row.groups[0].source) == (1.0, False, (2, 3, 4))
