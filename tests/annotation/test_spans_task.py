"""The spans task: settings, what an answer may hold, agreement views, votes, rows."""

from __future__ import annotations

import pytest

from aloi.agreement.compute import compute
from aloi.agreement.ratings import Ratings
from aloi.annotation.rows import LabelledSpan
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import InvalidAnnotation, InvalidSchema
from aloi.annotation.tasks.spans.values import spans_of, value_of
from aloi.annotation.tasks.spans.votes import vote_by_character, vote_by_span
from aloi.corpora.model import Json, Passage, Sentence

SPANS = task("spans")
TEXT = "Pas de cancer du poumon droit."
ITEM = Passage.of("c", Sentence("s", "d", 0, 0, len(TEXT), TEXT))
OPEN = SPANS.default_settings()
FLAT = SPANS.check_settings({"labels": [{"name": "a"}, {"name": "b"}]})
LETTERS = SPANS.check_settings({"labels": [{"name": "a"}], "unit": "characters"})


def value(*spans: tuple[str, list[list[int]]]) -> Json:
    return {"spans": [{"label": label, "parts": parts} for label, parts in spans]}


def answer(*spans: tuple[str, int, int]) -> frozenset[LabelledSpan]:
    return frozenset(LabelledSpan(label, ((start, end),)) for label, start, end in spans)


def test_labels_get_keys_and_colours_of_their_own() -> None:
    found = SPANS.check_settings(
        {"labels": [{"name": "x", "key": "1"}, {"name": "y"}, {"name": "z", "key": "D"}]}
    )
    assert [one["key"] for one in found["labels"]] == ["1", "2", "d"]
    assert len({one["colour"] for one in found["labels"]}) == 3
    assert (found["unit"], found["nested"], found["broken"]) == ("tokens", False, False)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"labels": []},
        {"labels": [{"name": "two words"}]},
        {"labels": [{"name": "O"}]},
        {"labels": [{"name": "x"}, {"name": "x"}]},
        {"labels": [{"name": "x", "key": "u"}]},
        {"labels": [{"name": "x", "key": "d"}, {"name": "y", "key": "D"}]},
        {"labels": [{"name": "x", "colour": "red;"}]},
        {"labels": [{"name": "x"}], "unit": "words"},
        {"labels": [{"name": "x"}], "nested": 1},
        {"labels": [{"name": "x"}], "more": True},
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Json]) -> None:
    with pytest.raises(InvalidSchema):
        SPANS.check_settings(settings)


def test_presets_speak_french() -> None:
    titles = [one["title"] for one in SPANS.presets("fr")["entities"]["labels"]]
    assert titles[:2] == ["Maladie", "Signe ou symptôme"]


def test_an_answer_is_brought_into_order_once_and_whole() -> None:
    given = value(
        ("anatomy", [[17, 23]]), ("disorder", [[17, 23], [7, 13], [14, 16]]), ("anatomy", [[17, 23]])
    )
    assert SPANS.check(given, ITEM, OPEN) == value(("disorder", [[7, 23]]), ("anatomy", [[17, 23]]))


def test_nothing_to_mark_is_an_answer() -> None:
    assert SPANS.check({"spans": []}, ITEM, OPEN) == {"spans": []}
    assert SPANS.describe({"spans": []}, OPEN) == "nothing marked"


def test_broken_spans_keep_their_parts() -> None:
    broken = value(("disorder", [[7, 13], [24, 29]]))
    assert SPANS.check(broken, ITEM, OPEN) == broken


@pytest.mark.parametrize(
    "given",
    [
        value(("nothing", [[7, 13]])),
        value(("disorder", [[7, 12]])),  # ends within a word
        value(("disorder", [[6, 13]])),  # begins in white space
        value(("disorder", [[7, 99]])),
        value(("disorder", [[13, 7]])),
        value(("disorder", [])),
        value(("disorder", [[True, 13]])),
        value(("disorder", [[7.0, 13]])),
        {"spans": [{"label": "disorder", "parts": [[7, 13]], "more": 1}]},
        {"spans": [], "more": 1},
        {"spans": {}},
    ],
)
def test_what_fits_no_token_or_label_is_refused(given: Json) -> None:
    with pytest.raises(InvalidAnnotation):
        SPANS.check(given, ITEM, OPEN)


def test_a_plain_schema_refuses_nested_and_broken_spans() -> None:
    for given in (value(("a", [[7, 23]]), ("b", [[17, 23]])), value(("a", [[0, 3], [7, 13]]))):
        with pytest.raises(InvalidAnnotation):
            SPANS.check(given, ITEM, FLAT)


def test_characters_may_be_chosen_one_by_one() -> None:
    given = value(("a", [[8, 12]]))
    assert SPANS.check(given, ITEM, LETTERS) == given
    assert SPANS.check(value(("a", [[3, 7]])), ITEM, LETTERS) == value(("a", [[4, 6]]))  # no outer space
    with pytest.raises(InvalidAnnotation):
        SPANS.check(value(("a", [[3, 4]])), ITEM, LETTERS)  # white space alone


def test_views_count_tokens_and_take_the_longest_span() -> None:
    given = value(("disorder", [[7, 23]]), ("anatomy", [[17, 23]]))
    tokens, marked, sets = (view.ratings(ITEM, given) for view in SPANS.views(OPEN))
    assert list(tokens.values()) == ["O", "O", "disorder", "disorder", "disorder", "O", "O"]
    assert list(marked.values()) == ["O", "O", "marked", "marked", "marked", "O", "O"]
    assert list(sets.values())[4] == frozenset({"disorder", "anatomy"})
    assert [view.name for view in SPANS.views(FLAT)] == ["tokens", "tokens:marked"]


def test_token_alpha_is_that_of_a_hand_count() -> None:
    view = SPANS.views(OPEN)[0]
    answers = {"A": value(("disorder", [[7, 23]])), "B": value(("disorder", [[7, 13]]))}
    triples = [
        (unit, name, label)
        for name, one in answers.items()
        for unit, label in view.ratings(ITEM, one).items()
    ]
    [alpha] = compute(
        Ratings.from_triples(triples, "nominal", categories=view.categories), ["krippendorff_alpha"]
    )
    # 7 tokens twice: 10 times O, 4 times disorder; 2 tokens disputed, 1 agreed on, 4 outside for both.
    # Observed 4 / 14; expected 2 * 10 * 4 / (14 * 13).
    assert alpha.value == pytest.approx(1 - (4 / 14) / (80 / 182))


def test_most_annotators_decide_on_whole_spans() -> None:
    one, two = answer(("x", 0, 4), ("y", 10, 12)), answer(("x", 0, 4))
    assert vote_by_span([one, two, two]) == tuple(two)
    assert vote_by_span([one, one, two]) == tuple(sorted(one, key=lambda span: span.parts))
    assert vote_by_span([one, two]) is None  # a tie
    assert vote_by_span([]) is None
    assert vote_by_span([frozenset()] * 3) == ()


def test_three_ends_of_one_name_are_adjudicated() -> None:
    # All mark 0 to 4, no two the same span: agreement that something stands there is not lost.
    assert vote_by_span([answer(("x", 0, 4)), answer(("x", 0, 6)), answer(("x", 0, 9))]) is None
    assert vote_by_character([answer(("x", 0, 4)), answer(("x", 0, 6)), answer(("x", 0, 9))]) == (
        LabelledSpan("x", ((0, 6),)),
    )


def test_characters_keep_neighbours_apart_where_most_do() -> None:
    two, one = answer(("x", 0, 3), ("x", 3, 6)), answer(("x", 0, 6))
    assert vote_by_character([two, two, one]) == tuple(sorted(two, key=lambda span: span.parts))
    assert vote_by_character([one, one, two]) == tuple(one)
    assert vote_by_character([one, answer()]) is None
    broken = frozenset({LabelledSpan("x", ((0, 2), (4, 6)))})
    assert vote_by_character([broken, broken]) == tuple(broken)


def test_the_row_keeps_what_tags_cannot_say() -> None:
    given = value(("disorder", [[7, 23]]), ("anatomy", [[17, 23]]), ("sign", [[0, 3], [24, 29]]))
    row = SPANS.row(ITEM, given, OPEN)
    assert (row.id, row.document_id, row.text, row.spans) == (ITEM.id, "d", TEXT, spans_of(given))
    assert row.tags == ("O", "O", "B-disorder", "I-disorder", "I-disorder", "O", "O")
    assert value_of(row.spans) == SPANS.check(given, ITEM, OPEN)


def test_distance_is_one_minus_the_lowest_f1() -> None:
    a, b = value(("disorder", [[7, 13]]), ("sign", [[0, 3]])), value(("disorder", [[7, 13]]))
    assert SPANS.distance([a, b], OPEN) == pytest.approx(1 - 2 / 3)
    assert SPANS.distance([a, {"spans": []}], OPEN) == 1
    assert SPANS.distance([a], OPEN) is None
