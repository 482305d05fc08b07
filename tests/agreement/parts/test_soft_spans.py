"""Spans with soft boundaries: gamma beside pygamma-agreement, alpha_u beside Krippendorff's own example."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from aloi.agreement.parts.alpha_u import alpha_u
from aloi.agreement.parts.gamma import disorder, gamma
from aloi.agreement.parts.spans import Span, SpanDocument, mean_span_agreement
from tests.agreement.peers.tables import continua

VALUES: dict[str, Any] = json.loads((Path(__file__).parents[1] / "peers" / "values.json").read_text())


def document(name: str) -> SpanDocument:
    lines = continua()[name]
    return SpanDocument(name, {f"A{at}": tuple(Span(*one) for one in line) for at, line in enumerate(lines)})


@pytest.mark.parametrize("name", sorted(continua()))
def test_the_best_alignment_is_that_of_pygamma(name: str) -> None:
    lines = [*document(name).answers.values()]
    expected = VALUES["gamma_disorders"][name]
    assert disorder(lines) == pytest.approx(expected["disorder"], rel=1e-5)
    found = gamma([document(name)], {name: 300}, samples=60, intervals=False)
    assert found.value == pytest.approx(expected["gamma"], abs=0.06)  # chance is drawn at random by both


def test_the_interval_of_gamma_ends_at_what_gamma_can_be() -> None:
    """Three texts: the interval of their disorder has no upper end, and no alignment costs more than none."""
    spans = {
        "d": ((0, 4, "x"), (1, 4, "x")),
        "e": ((0, 2, "y"), (0, 2, "y")),
        "f": ((3, 9, "x"), (3, 9, "y")),
    }
    texts = [SpanDocument(name, {"A": (Span(*a),), "B": (Span(*b),)}) for name, (a, b) in spans.items()]
    found = gamma(texts, {"d": 4, "e": 2, "f": 9})
    assert found.interval is not None
    # Six spans, each alone, cost 1 apiece.
    assert found.interval.low == pytest.approx(1 - 6 / found.expected)
    assert found.interval.low < found.value < found.interval.high <= 1


def test_many_and_two_annotators_align_alike() -> None:
    first, second = document("two").answers.values()
    alone = disorder([first, second])
    assert disorder([first, second, first]) > 0
    assert disorder([first, first, first]) == pytest.approx(0, abs=1e-9)
    from aloi.agreement.parts.gamma import _of_many

    assert _of_many([first, second])[0] == pytest.approx(alone)


def test_gamma_of_texts_has_an_interval_over_texts_and_undefined_says_why() -> None:
    texts = [replace(document("three"), id=str(at)) for at in range(4)]
    texts.append(SpanDocument("e", {"A0": (), "A1": ()}))
    found = gamma(texts, dict.fromkeys("0123e", 300), samples=5)
    assert found.documents == 4
    assert found.interval is not None
    assert found.interval.low <= found.value <= found.interval.high
    none = gamma([SpanDocument("d", {"A": (), "B": ()})], {"d": 9})
    assert (none.value, none.reason) == (None, "no spans")


EDGES: dict[str, dict[str, dict[str, list[tuple[int, int, str]]]]] = {
    "one of three marked": {"d": {"A": [(1, 2, "X")], "B": [], "C": []}},
    "one of seven marked": {"d": {name: [(1, 2, "X")] if name == "D" else [] for name in "ABCDEFG"}},
    "two of three, apart": {"d": {"A": [(1, 2, "X")], "B": [], "C": [(5, 6, "X")]}},
    "one of three marked one text": {
        "d": {"A": [(1, 2, "X")], "B": [], "C": []},
        "e": {"A": [(1, 2, "X")], "B": [(1, 2, "X")], "C": []},
    },
    "seven, identical": {"d": {name: [(1, 5, "X"), (9, 12, "Y")] for name in "ABCDEFG"}},
    "nobody marked": {"d": {"A": [], "B": [], "C": []}},
    "one unit that fills the text": {"d": {"A": [(0, 20, "X")], "B": [(0, 20, "X")], "C": []}},
    "one annotator": {"d": {"A": [(1, 2, "X")]}},
    "no text in common": {"d": {"A": [(1, 2, "X")], "B": []}, "e": {"A": [], "C": [(1, 2, "X")]}},
    "texts that everybody left empty": {
        "d": {"A": [(1, 4, "X")], "B": [(2, 4, "X")], "C": [(1, 4, "X")]},
        "e": {"A": [], "B": [], "C": []},
        "f": {"A": [(3, 9, "X")], "B": [], "C": []},
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(EDGES))
@pytest.mark.parametrize("seed", [0, 1])
def test_every_table_of_spans_has_values_or_reasons(name: str, seed: int) -> None:
    texts = [
        SpanDocument(at, {who: tuple(Span(*one) for one in spans) for who, spans in answers.items()})
        for at, answers in EDGES[name].items()
    ]
    lengths = dict.fromkeys(EDGES[name], 20)
    near, unitized = gamma(texts, lengths, samples=10, seed=seed), alpha_u(texts, lengths)
    for result in (near, unitized):
        assert (result.value is None) == (result.reason is not None), result
        assert result.value is None or result.value <= 1
    if near.interval is not None:
        assert near.value is not None
        assert near.interval.low <= near.value <= near.interval.high
    f1 = mean_span_agreement(texts).f1
    assert (f1.value is None) == (f1.reason is not None)


def test_one_of_three_who_marked_is_no_agreement() -> None:
    text = SpanDocument("d", {"A": (Span(1, 2, "X"),), "B": (), "C": ()})
    assert alpha_u([text], {"d": 20}).value == pytest.approx(0, abs=1e-12)
    near = gamma([text], {"d": 20}, samples=500)
    assert near.value == pytest.approx(0, abs=0.1)  # chance is one lone span too


def test_the_interval_of_gamma_contains_it_where_one_text_carries_the_disorder() -> None:
    """With less than a tenth of a degree of freedom a chi-square's lower end would lie above the disorder."""
    same = (Span(0, 5, "x"), Span(10, 20, "y"))
    texts = [SpanDocument("a", {"A": same, "B": (Span(0, 6, "x"), Span(10, 20, "y"))})]
    texts += [SpanDocument(f"t{at}", {"A": same, "B": same}) for at in range(3)]
    found = gamma(texts, dict.fromkeys(("a", "t0", "t1", "t2"), 60))
    assert found.interval is not None
    assert found.interval.low < found.value <= found.interval.high  # type: ignore[operator]
    unanimous = gamma(texts[1:], dict.fromkeys(("t0", "t1", "t2"), 60))
    assert unanimous.value == 1
    assert unanimous.interval is not None
    assert unanimous.interval.low < 0.5
    assert unanimous.interval.method == "unanimous"


def test_alpha_u_says_that_no_text_was_read_by_all() -> None:
    texts = [SpanDocument("d", {"A": (Span(1, 2, "x"),), "B": ()}), SpanDocument("e", {"A": (), "C": ()})]
    assert alpha_u(texts, {"d": 9, "e": 9}).reason == "no text was read by all annotators"


def test_alpha_u_falls_with_distance_and_ignores_order() -> None:
    same = (Span(10, 20, "x"), Span(40, 60, "y"))
    near = (Span(11, 20, "x"), Span(40, 62, "y"))
    far = (Span(70, 80, "x"), Span(5, 25, "y"))

    def value(other: tuple[Span, ...]) -> float | None:
        return alpha_u([SpanDocument("d", {"A": same, "B": other})], {"d": 100}).value

    assert value(same) == 1
    assert 1 > value(near) > 0.9 > value(far)  # type: ignore[operator]
    turned = alpha_u([SpanDocument("d", {"A": near, "B": same})], {"d": 100}).value
    assert turned == pytest.approx(value(near))
    assert alpha_u([SpanDocument("d", {"A": (), "B": ()})], {"d": 100}).reason == "no spans"
    assert alpha_u([SpanDocument("d", {"A": same})], {"d": 100}).reason == "fewer than two annotators"


def test_alpha_u_is_that_of_counting_every_place() -> None:
    """One label of two annotators in one text: every two stretches, and every place that they could have."""
    lines = [[(5, 12), (20, 24), (30, 33)], [(2, 10), (22, 27)]]
    length = 40

    def gaps(line: list[tuple[int, int]]) -> list[tuple[int, int]]:
        ends = [0, *(at for one in line for at in one), length]
        return [(a, b) for a, b in zip(ends[::2], ends[1::2], strict=True) if b > a]

    def apart(one: tuple[int, int], other: tuple[int, int]) -> int:
        meet = one[0] < other[1] and other[0] < one[1]
        return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 if meet else 0

    observed = sum(apart(one, other) for one in lines[0] for other in lines[1])
    for line, rest in (lines, lines[::-1]):
        for start, end in line:
            observed += (end - start) ** 2 * any(a <= start and end <= b for a, b in gaps(rest))
    pool = [end - start for line in lines for start, end in line]
    expected = sum(
        apart((0, one), (shift, shift + other))
        for one, other in combinations(pool, 2)
        for shift in range(-other, one + 1)
    )
    for one in pool:
        for start, end in (gap for line in lines for gap in gaps(line)):
            expected += one**2 * max(0, end - start - one + 1)
    whole = 2 * length
    ways = whole * (whole - 1) - sum(one * (one - 1) for one in pool)
    value = 1 - (observed / length**2) / (2 / length * expected / ways)
    spans = [tuple(Span(start, end, "x") for start, end in line) for line in lines]
    found = alpha_u([SpanDocument("d", dict(zip("AB", spans, strict=True)))], {"d": length})
    assert found.value == pytest.approx(value, abs=1e-12)
