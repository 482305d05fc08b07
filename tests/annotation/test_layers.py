"""Layered tags: nested, crossing and discontinuous spans come back from them."""

from __future__ import annotations

import random

import pytest

from aloi.annotation.layers import TagSpan, first_layer, later_spans, layered_tags, parts_of, token_spans
from aloi.annotation.rows import LabelledSpan, TaggedTokens
from aloi.annotation.spans import pieces, tokens_and_tags
from aloi.evaluation.metrics.seqeval import SEQEVAL_F1, SPAN_F1, SPAN_PARTIAL_F1
from aloi.evaluation.rows import answer_of

TEXT = "douleur de la jambe droite et du bras"


def row(*spans: LabelledSpan, text: str = TEXT) -> TaggedTokens:
    tokens, tags = tokens_and_tags(text, spans)
    return TaggedTokens("r1", "d1", tokens, tags, text, spans)


def test_nested_and_discontinuous_spans_have_further_layers() -> None:
    tagged = row(
        LabelledSpan("SIGN", ((0, 26),)),
        LabelledSpan("BODY", ((14, 26),)),
        LabelledSpan("SIGN", ((0, 7), (33, 37))),
    )
    assert tagged.tags == ("B-SIGN", "I-SIGN", "I-SIGN", "I-SIGN", "I-SIGN", "O", "O", "O")
    tags = layered_tags(tagged)
    assert tags[0] == "B-SIGN|B-SIGN"
    assert tags[3] == "I-SIGN|O|B-BODY"
    assert tags[7] == "O|D-SIGN"
    assert first_layer(tags) == list(tagged.tags)
    assert later_spans(tags) == [TagSpan("SIGN", 0, 8, (1, 2, 3, 4, 5, 6)), TagSpan("BODY", 3, 5)]
    assert parts_of(later_spans(tags)[0], pieces(TEXT)) == ((0, 7), (33, 37))


def test_flat_rows_and_rows_without_text_keep_their_tags() -> None:
    flat = row(LabelledSpan("SIGN", ((0, 7),)))
    assert answer_of(flat) == flat.tags
    assert answer_of(TaggedTokens("r", "d", ("a",), ("B-X|Y",))) == ("B-X|Y",)
    assert first_layer(["B-X|Y", "B-X|B-Y", "O|O|I-Z"]) == ["B-X|Y", "B-X", "O"]


def test_random_spans_come_back() -> None:
    dice = random.Random(0)
    places = pieces(TEXT)
    for _ in range(500):
        spans = set()
        for _ in range(dice.randint(0, 7)):
            parts = tuple(places[at] for at in sorted(dice.sample(range(len(places)), dice.randint(1, 4))))
            spans.add(LabelledSpan(dice.choice("AB"), parts))
        tagged = row(*sorted(spans, key=repr))
        assert SPAN_F1.spans(layered_tags(tagged)) == {*token_spans(TEXT, spans)}


def test_scores_count_spans_that_flat_tags_lack() -> None:
    gold = layered_tags(
        row(
            LabelledSpan("SIGN", ((0, 26),)),
            LabelledSpan("BODY", ((14, 26),)),
            LabelledSpan("SIGN", ((0, 7), (33, 37))),
        )
    )
    flat = ("B-SIGN", "I-SIGN", "I-SIGN", "I-SIGN", "O", "O", "O", "O")
    assert SEQEVAL_F1.sums_of([gold], [first_layer(gold)], 0, 1).observed == 1
    # One of three gold spans is found by the flat tags of the gold.
    assert SPAN_F1.sums_of([gold], [first_layer(gold)], 0, 1).observed == 0.5
    assert SPAN_F1.sums_of([gold], [flat], 0, 1).observed == 0
    # Both gold spans of SIGN share tokens with the prediction: precision 1, recall 2/3.
    assert SPAN_PARTIAL_F1.sums_of([gold], [flat], 0, 1).observed == 0.8
    assert SPAN_PARTIAL_F1.sums_of([("O",)], [("O",)], 0, 1).observed is None


def random_row(dice: random.Random) -> TaggedTokens:
    places = pieces(TEXT)
    spans = {
        LabelledSpan(
            dice.choice("AB"),
            tuple(places[at] for at in sorted(dice.sample(range(len(places)), dice.randint(1, 3)))),
        )
        for _ in range(dice.randint(0, 4))
    }
    return row(*sorted(spans, key=repr))


def test_scores_equal_a_computation_on_characters() -> None:
    """Exact and partial F1 from sets of letters, without tokens, tags or layers."""

    def letters(span: LabelledSpan) -> frozenset[int]:
        inside = {at for start, end in span.parts for at in range(start, end)}
        return frozenset(at for at in inside if not TEXT[at].isspace())

    def meets(span: tuple[str, frozenset[int]], others: set[tuple[str, frozenset[int]]]) -> bool:
        return any(span[0] == label and span[1] & inside for label, inside in others)

    dice = random.Random(1)
    golds, answers = ([random_row(dice) for _ in range(60)] for _ in range(2))
    right = met = reached = predicted = expected = 0
    for gold, answer in zip(golds, answers, strict=True):
        sides = [{(one.label, letters(one)) for one in side.spans} for side in (gold, answer)]
        right += len(sides[0] & sides[1])
        met += sum(meets(span, sides[0]) for span in sides[1])
        reached += sum(meets(span, sides[1]) for span in sides[0])
        expected, predicted = expected + len(sides[0]), predicted + len(sides[1])
    tags = [[layered_tags(one) for one in side] for side in (golds, answers)]
    exact = SPAN_F1.sums_of(*tags, 0, 1).observed
    partial = SPAN_PARTIAL_F1.sums_of(*tags, 0, 1).observed
    assert exact == pytest.approx(2 * right / (predicted + expected), abs=1e-12)
    precision, recall = met / predicted, reached / expected
    assert partial == pytest.approx(2 * precision * recall / (precision + recall), abs=1e-12)
