"""Spans: worked counts, both ways to match, documents as what is drawn, and alpha over tokens."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.agreement.parts.spans import (
    Span,
    SpanDocument,
    mean_span_agreement,
    span_agreement,
)
from aloi.base.errors import AloiError


def _document(name: str, **answers: str) -> SpanDocument:
    """Return a document; spans are written `0-4:drug 6-8:dose`."""
    spans = {
        who: tuple(
            Span(int(place.split("-")[0]), int(place.split("-")[1]), label)
            for place, label in (word.split(":") for word in text.split())
        )
        for who, text in answers.items()
    }
    return SpanDocument(name, spans)


TWO = [
    _document("d1", A="0-4:drug 6-8:dose", B="0-4:drug 6-10:dose 12-14:drug"),
    _document("d2", A="2-6:drug", B="2-6:dose"),
]


def test_exact_and_partial_are_counted_by_hand() -> None:
    exact = span_agreement(TWO, "A", "B", intervals=False)
    # A has 3 spans, B 4; one is the same, one more shares characters and label.
    assert (exact.precision.value, exact.recall.value) == (1 / 4, 1 / 3)
    assert exact.f1.value == pytest.approx(2 / 7)
    loose = span_agreement(TWO, "A", "B", "partial", intervals=False)
    assert (loose.precision.value, loose.recall.value) == (2 / 4, 2 / 3)
    assert loose.f1.value == pytest.approx(2 * (1 / 2) * (2 / 3) / (1 / 2 + 2 / 3))
    assert loose.f1.units == 2
    assert "span_f1|match:partial|documents:2|" in loose.signature


@pytest.mark.parametrize("match", ["exact", "partial"])
def test_turned_round_precision_and_recall_change_places(match: str) -> None:
    one, other = (span_agreement(TWO, *pair, match) for pair in (("A", "B"), ("B", "A")))
    assert (one.precision, one.recall) == (other.recall, other.precision)
    assert one.f1 == other.f1


def test_half_open_spans_that_only_meet_share_nothing() -> None:
    data = [_document("d", A="0-4:x", B="4-8:x")]
    assert span_agreement(data, "A", "B", "partial", intervals=False).f1.value == 0.0


def test_one_long_span_finds_several_short_ones() -> None:
    found = span_agreement(
        [_document("d", A="0-10:x", B="0-2:x 4-6:x")], "A", "B", "partial", intervals=False
    )
    assert (found.precision.value, found.recall.value, found.f1.value) == (1.0, 1.0, 1.0)


def test_nothing_marked_is_undefined_and_one_side_only_is_zero() -> None:
    neither = span_agreement([_document("d", A="", B="")], "A", "B")
    assert (neither.f1.value, neither.f1.reason) == (None, "no spans")
    one_side = span_agreement([_document("d", A="0-2:x", B="")], "A", "B", intervals=False)
    assert (one_side.precision.value, one_side.recall.value, one_side.f1.value) == (None, 0.0, 0.0)
    assert one_side.precision.reason == "no spans"


def test_documents_that_one_did_not_read_do_not_count() -> None:
    more = [*TWO, _document("d3", A="0-2:drug 4-6:drug")]
    with_it, without = (span_agreement(data, "A", "B") for data in (more, TWO))
    assert with_it == without
    apart = [_document("d", A="0-2:x"), _document("e", B="0-2:x")]
    assert span_agreement(apart, "A", "B").f1.reason == "no pairable ratings"
    assert mean_span_agreement([]).f1.reason == "no pairable ratings"


def test_the_mean_is_that_of_the_pairs() -> None:
    data = [
        _document("d1", A="0-4:x", B="0-4:x", C="0-2:x"),
        _document("d2", A="2-4:x", B="6-8:x", C="2-4:x"),
        _document("d3", A="2-4:y", B="2-4:y"),
    ]
    pairs = [span_agreement(data, a, b, intervals=False).f1.value for a, b in ("AB", "AC", "BC")]
    mean = mean_span_agreement(data)
    assert pairs == [pytest.approx(2 / 3), 0.5, 0.0]
    assert mean.f1.value == pytest.approx(np.mean([2 / 3, 0.5, 0.0]))
    assert mean.pairs == 3
    assert mean.f1.interval is not None
    assert mean.f1.value is not None
    assert mean.f1.interval.low <= mean.f1.value <= mean.f1.interval.high
    assert mean.signature.startswith("mean_pairwise_span_f1|match:exact|documents:3|pairs:3|ci:score")


def test_intervals_leave_out_documents_and_are_the_same_again() -> None:
    generator = np.random.default_rng(4)
    data = []
    for number in range(30):
        starts = generator.choice(10, size=3, replace=False)
        text = {who: " ".join(f"{2 * s}-{2 * s + 2}:x" for s in starts if generator.random() < 0.8)
                for who in "AB"}  # fmt: skip
        data.append(_document(f"d{number}", **text))
    found = span_agreement(data, "A", "B")
    assert found == span_agreement(data, "A", "B")
    assert found.f1.value is not None
    assert found.f1.interval is not None
    assert 0 < found.f1.interval.low < found.f1.value < found.f1.interval.high < 1
    assert found.f1.interval.method.startswith("score-t29")


@pytest.mark.parametrize("place", [(-1, 2), (3, 3), (4, 2)])
def test_an_empty_span_is_refused(place: tuple[int, int]) -> None:
    with pytest.raises(
        AloiError, match="Expected: offsets from 0 in ascending order, the end after the last character"
    ):
        Span(*place, "x")


def test_bad_input_is_told() -> None:
    with pytest.raises(AloiError, match="'loose'"):
        span_agreement(TWO, "A", "B", "loose")
    with pytest.raises(AloiError, match="The document 'd1' appears twice"):
        mean_span_agreement([TWO[0], TWO[0]])


def test_a_span_in_parts_is_the_same_only_with_all_its_parts() -> None:
    whole, part = Span(0, 4, "x", ((8, 10),)), Span(0, 4, "x")
    one = SpanDocument("d", {"A": (whole,), "B": (part,)})
    assert span_agreement([one], "A", "B", intervals=False).f1.value == 0
    assert span_agreement([one], "A", "B", "partial", intervals=False).f1.value == 1
    assert not Span(4, 8, "x").touches(whole)  # it stands in the gap
    with pytest.raises(AloiError):
        Span(4, 8, "x", ((6, 9),))
