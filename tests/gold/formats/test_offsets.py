"""Offsets counted by other tools: each way converted, and the one that fits a project found."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aloi.gold.formats.offset_resolution import (
    BY_ENDS,
    BY_WORDS,
    NEAR,
    OTHER_WORDS,
    OUTSIDE,
    SPLIT,
    TIED,
    OffsetResolution,
    OffsetStretch,
)
from aloi.gold.formats.offsets import (
    LineEnds,
    OffsetCounting,
    OffsetMap,
    OffsetUnit,
    countings,
    faults,
    holds,
)
from aloi.gold.formats.source_files import Notebook

UTF_16 = countings(OffsetUnit.UTF_16, OffsetUnit.CODE_POINTS)
DOCCANO = countings(OffsetUnit.UTF_16, OffsetUnit.GRAPHEMES, OffsetUnit.CODE_POINTS)
EVERY = tuple(OffsetCounting(unit, ends) for unit in OffsetUnit for ends in LineEnds)
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
PIECES = ("toux", "fièvre", unicodedata.normalize("NFD", "élevée"), "🩺", "𝒙y", FAMILY, "\r\n", "\n", " ",
          "\ufeff", "&eacute;", "<b>", "ﬁ", "e\u0301")  # fmt: skip


def counted(text: str, index: int, counting: OffsetCounting) -> int:
    """Return an index of code points as a tool counts it: the shortest offset that leads back to it."""
    offsets = OffsetMap(text, counting)
    return next(each for each in range(4 * len(text) + 1) if offsets.code_point(each) == index)


def resolved(
    text: str, *spans: tuple[int, int, str], candidates: tuple[OffsetCounting, ...] = DOCCANO
) -> tuple[list[str | None], dict[str, int]]:
    notebook = Notebook()
    parts = OffsetResolution(candidates).resolve(
        [OffsetStretch(text, *span, "x") for span in spans], notebook
    )
    return [part and text[slice(*part)] for part in parts], dict(notebook.counts)


@pytest.mark.parametrize(
    ("unit", "offset"), [("code_points", 4), ("utf_16", 6), ("graphemes", 2), ("bytes", 10)]
)
def test_each_unit_is_converted(unit: str, offset: int) -> None:
    text = "🩺e\u0301\U0001f3fdx"  # a stethoscope, a decomposed letter with a modifier, x
    offsets = OffsetMap(text, OffsetCounting(OffsetUnit(unit)))
    assert offsets.code_point(offset + (1 if unit == "bytes" else 0)) == 4
    assert offsets.code_point(offsets.total) == len(text)


@pytest.mark.parametrize("counting", EVERY, ids=str)
@given(pieces=st.lists(st.sampled_from(PIECES), min_size=1, max_size=6), word=st.sampled_from(PIECES[:3]))
@settings(max_examples=25, derandomize=True, deadline=None)
def test_words_are_the_same_however_they_are_counted(
    counting: OffsetCounting, pieces: list[str], word: str
) -> None:
    """With the words beside it, and known to be counted so, a span holds the words it held."""
    text = " ".join([*pieces, word, *pieces])
    start = len(" ".join(pieces)) + 1
    ends = (counted(text, start, counting), counted(text, start + len(word), counting))
    notebook = Notebook()
    [alone] = OffsetResolution([counting], closed=True).resolve(
        [OffsetStretch(text, *ends, "", "x")], notebook
    )
    assert alone == (start, start + len(word))
    [beside] = OffsetResolution(DOCCANO).resolve([OffsetStretch(text, *ends, word, "x")], notebook)
    assert beside is not None
    assert holds(text[slice(*beside)], word)


def test_a_project_in_utf_16_keeps_its_words() -> None:
    text = "🩺 Examen : le malade tousse, fièvre à 39 °C."
    assert resolved(text, (30, 36, ""))[0] == ["fièvre"]


def test_clusters_and_line_ends_are_found_by_where_words_end() -> None:
    crlf = "Motif :\r\ntoux\r\nDoliprane 1 g le soir"
    words, notes = resolved(crlf, (13, 22, ""))
    assert words == ["Doliprane"]
    assert notes == {BY_ENDS.format(counting="UTF-16 units, CR LF counted as one"): 1}
    text = unicodedata.normalize("NFD", "Fièvre élevée traitée par Doliprane.")
    words, notes = resolved(text, (26, 35, ""))
    assert words == ["Doliprane"]
    assert notes == {BY_ENDS.format(counting="grapheme clusters"): 1}


def test_bytes_are_taken_where_nothing_that_the_tool_documents_fits() -> None:
    text = "Fièvre élevée, traitée par Doliprane et repos."
    places = [(text.index(word), text.index(word) + len(word)) for word in ("Doliprane", "repos")]
    spans = [tuple(len(text[:end].encode()) for end in place) for place in places]
    words, notes = resolved(text, *((start, end, "") for start, end in spans))
    assert words == ["Doliprane", "repos"]
    assert notes == {BY_ENDS.format(counting="bytes"): 2}


def test_one_odd_span_does_not_change_the_counting() -> None:
    text = "Le soin est fait à la main, le matin et le soir."
    words, notes = resolved(text, (3, 8, ""), (12, 16, ""), (22, 27, ""))
    assert words == ["soin ", "fait", "main,"]
    assert notes == {}


def test_two_ways_that_fit_are_told() -> None:
    words, notes = resolved("🩺 a b c d", (3, 4, ""), candidates=UTF_16)
    assert words == ["a"]
    assert notes == {"spans read as offsets in UTF-16 units, as the tool counts them": 1}
    words, notes = resolved("🩺🩺 a b c d", (5, 6, ""), candidates=UTF_16)
    assert words == ["a"]
    assert TIED.format(counting="UTF-16 units", rival="code points") in notes


def test_words_decide_span_by_span_and_stand_near_their_offsets() -> None:
    text = "🩺 toux et toux, 🩺 fièvre"
    start = text.index("fièvre")
    words, notes = resolved(text, (start, start + 6, "fièvre"), candidates=UTF_16)
    assert words == ["fièvre"]
    assert notes == {BY_WORDS.format(counting="code points"): 1}
    assert resolved("Douleur thoracique", (8, 17, "thoracique")) == (["thoracique"], {NEAR: 1})
    words, notes = resolved("Une phrase longue sans rien ; puis du repos.", (0, 2, "repos"))
    assert (words, notes) == ([None], {OTHER_WORDS: 1})


def test_what_fits_no_text_is_counted_apart() -> None:
    words, notes = resolved("🩺 toux", (0, 50, ""), (1, 4, ""), (3, 7, ""), candidates=UTF_16[:1])
    assert words == [None, None, "toux"]
    assert (notes[OUTSIDE], notes[SPLIT]) == (1, 1)


def test_languages_without_spaces_say_nothing_by_where_words_end() -> None:
    text = "医師は患者を診る"
    assert faults(text, (2, 5)) == 0
