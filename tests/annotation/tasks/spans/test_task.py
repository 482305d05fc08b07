"""Spans: pieces of a text, canonical form, snapping to tokens, and the tags they can be said with."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aloi.annotation.rows import LabelledSpan
from aloi.annotation.spans import (
    flatten,
    in_order,
    labels_of_tokens,
    merge_parts,
    overlap,
    pieces,
    snap,
    spans_of_tags,
    tokens_and_tags,
    touched,
)

TEXT = "Pas de cancer du poumon droit."


def _cut(text: str) -> list[str]:
    return [text[start:end] for start, end in pieces(text)]


def span(label: str, *parts: tuple[int, int]) -> LabelledSpan:
    return LabelledSpan(label, parts)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("L'IRM montre 3,5 mm.", ["L'", "IRM", "montre", "3,5", "mm", "."]),
        ("qu’il a dit « va' »", ["qu’", "il", "a", "dit", "«", "va", "'", "»"]),
        ("l'anti-TNF (5 mg/kg)", ["l'", "anti", "-", "TNF", "(", "5", "mg", "/", "kg", ")"]),
        ("patient's 12.", ["patient", "'", "s", "12", "."]),
        ("a\u00a0b\u2028c 𝛼", ["a", "b", "c", "𝛼"]),
    ],
)
def test_tokens_are_words_elided_words_numbers_and_signs(text: str, tokens: list[str]) -> None:
    assert _cut(text) == tokens


def test_decomposed_letters_stay_whole() -> None:
    text = unicodedata.normalize("NFD", "fièvre élevée")
    assert [unicodedata.normalize("NFC", one) for one in _cut(text)] == ["fièvre", "élevée"]


def test_characters_are_code_points() -> None:
    assert pieces("a𝛼", "characters") == ((0, 1), (1, 2))


@given(st.text(max_size=60))
def test_only_white_space_stands_between_tokens(text: str) -> None:
    places = pieces(text)
    kept = "".join(text[start:end] for start, end in places)
    assert kept == "".join(text.split())
    assert all(a[1] <= b[0] for a, b in pairwise(places))


def test_parts_that_touch_are_one() -> None:
    assert merge_parts([(4, 6), (0, 4)]) == ((0, 6),)
    assert merge_parts([(0, 3), (4, 6)]) == ((0, 3), (4, 6))
    assert merge_parts([(0, 3), (4, 6)], TEXT) == ((0, 6),)
    assert merge_parts([(0, 3), (7, 13)], TEXT) == ((0, 3), (7, 13))


def test_spans_stand_once_in_the_order_of_the_text() -> None:
    long, short, late = span("x", (0, 9)), span("x", (0, 3)), span("x", (4, 6))
    assert in_order([late, short, long, short]) == (long, short, late)


def test_overlap_counts_shared_characters_of_all_parts() -> None:
    assert overlap(span("x", (0, 3), (7, 13)), span("y", (2, 9))) == 3
    assert overlap(span("x", (0, 3)), span("y", (3, 9))) == 0


def test_touched_pieces() -> None:
    places = pieces(TEXT)
    assert list(touched(places, (7, 16))) == [2, 3]
    assert list(touched(places, (8, 9))) == [2]
    assert list(touched(places, (6, 7))) == []


def test_snapping_widens_to_tokens_and_counts() -> None:
    found = snap([span("d", (8, 15)), span("d", (6, 7)), span("d", (17, 23))], TEXT)
    assert found.spans == (span("d", (7, 16)), span("d", (17, 23)))
    assert (found.widened, found.empty) == (1, 1)
    assert snap([span("d", (8, 15))], TEXT, "characters").spans == (span("d", (8, 15)),)


def test_tags_say_the_longest_spans_and_count_the_rest() -> None:
    disorder, anatomy, broken = span("dis", (7, 23)), span("ana", (17, 23)), span("neg", (0, 3), (7, 13))
    flat = flatten(TEXT, [anatomy, broken, disorder, span("ana", (17, 29)), span("dis", (6, 7))])
    assert flat.tokens == ("Pas", "de", "cancer", "du", "poumon", "droit", ".")
    assert flat.tags == ("O", "O", "B-dis", "I-dis", "I-dis", "O", "O")
    assert (flat.broken, flat.crossing, flat.empty) == (1, 2, 1)


def test_neighbours_of_one_label_are_two_spans() -> None:
    _, tags = tokens_and_tags("a b c", [span("x", (0, 1)), span("x", (2, 5))])
    assert tags == ("B-x", "B-x", "I-x")


def test_two_spans_in_one_token_cannot_both_be_said() -> None:
    flat = flatten("abcd", [span("x", (0, 2)), span("y", (2, 4))])
    assert (flat.tags, flat.crossing) == (("B-x",), 1)


def test_labels_of_tokens_hold_nested_and_broken_spans() -> None:
    spans = [span("ana", (17, 23)), span("dis", (7, 23)), span("neg", (0, 3), (24, 29))]
    assert labels_of_tokens(TEXT, spans) == (
        ("neg",), (), ("dis",), ("dis",), ("dis", "ana"), ("neg",), (),
    )  # fmt: skip


def test_tags_without_text_are_spans_of_tokens_with_single_spaces() -> None:
    text, spans = spans_of_tags(("Pas", "de", "toux"), ("B-neg", "I-neg", "I-sign"))
    assert text == "Pas de toux"
    assert spans == (span("neg", (0, 6)), span("sign", (7, 11)))
    assert tokens_and_tags(text, spans)[1] == ("B-neg", "I-neg", "B-sign")
