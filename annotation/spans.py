"""Labelled spans of a text: their pieces, their canonical form, and the tags that can be said of them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, pairwise

from aloi.annotation.rows import Attributes, LabelledRelation, LabelledSpan, TaggedTokens

LINE_ENDS = "\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029"  # all line ends of `str.splitlines`
OUTSIDE = "O"  # the tag of a token in no span
TOKENS, CHARACTERS = "tokens", "characters"
UNITS = (TOKENS, CHARACTERS)

Part = tuple[int, int]

# An elided word (l', qu') is a token of its own; a decimal number is one token; combining marks of decomposed
# text belong to their letter; any other sign is a token.
_TOKEN = re.compile(r"[^\W\d_]{1,2}['’](?=\w)|\d+(?:[.,]\d+)+|\w[\w\u0300-\u036f]*|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Flat:
    """The tokens of a text with a tag each, and how many spans the tags cannot say.

    `broken` counts spans of several parts, `crossing` those that share a token with a longer one,
    `empty` those that hold no token.
    """

    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    broken: int
    crossing: int
    empty: int


@dataclass(frozen=True, slots=True)
class Snapped:
    """Spans brought onto pieces: those that fit, how many were widened to do so, how many hold no piece.

    `each` has the new form of each span in the order of the input, None for those that hold no piece.
    """

    spans: tuple[LabelledSpan, ...]
    widened: int
    empty: int
    each: tuple[LabelledSpan | None, ...] = ()


@lru_cache(maxsize=64)  # an item is drawn again and again while somebody works on it
def pieces(text: str, unit: str = TOKENS) -> tuple[Part, ...]:
    """Return the smallest units of selection: tokens, or single code points.

    A token is a run of letters and digits, an elided word with its apostrophe, a decimal number, or one sign.
    Only white space separates tokens.

    Examples
    --------
    >>> ["L'IRM : 38,5 °C."[start:end] for start, end in pieces("L'IRM : 38,5 °C.")]
    ["L'", 'IRM', ':', '38,5', '°', 'C', '.']
    """
    if unit == CHARACTERS:
        return tuple((place, place + 1) for place in range(len(text)))
    return tuple((match.start(), match.end()) for match in _TOKEN.finditer(text))


def merge_parts(parts: Iterable[Part], text: str = "", *, lines: bool = False) -> tuple[Part, ...]:
    """Return the parts of a span in order, with those that touch or overlap merged.

    Parts of `text` with only white space between them (with `lines`, only line ends) count as touching,
    unless `text` is None.
    """
    merged: list[Part] = []
    for start, end in sorted(parts):
        between = text[merged[-1][1] : start] if merged else ""
        if merged and (start <= merged[-1][1] or (text and not between.strip(LINE_ENDS if lines else None))):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def trimmed(parts: Iterable[Part], text: str) -> tuple[Part, ...]:
    """Return parts without the white space at their ends, none of white space alone; line ends part nothing.

    Files of spans part a span at the end of a line: two parts with line ends alone between them are one.
    """
    trimmed_parts = []
    for start, end in parts:
        inner = text[start:end]
        start, end = start + len(inner) - len(inner.lstrip()), end - len(inner) + len(inner.rstrip())
        if start < end:
            trimmed_parts.append((start, end))
    return merge_parts(trimmed_parts, text, lines=True)


def in_order(spans: Iterable[LabelledSpan]) -> tuple[LabelledSpan, ...]:
    """Return spans each once, in the order of the text: the longer of two that begin together first."""
    return tuple(sorted(set(spans), key=_sort_key))


def related(
    spans: Sequence[LabelledSpan | None], relations: Iterable[LabelledRelation]
) -> tuple[tuple[LabelledSpan, ...], tuple[LabelledRelation, ...]]:
    """Return spans as `in_order` does, and relations between the indices there, in order, each once.

    Parameters
    ----------
    spans : sequence
        The spans that relations name by index; None for a removed one. Relations of removed spans, and those
        between spans that have become the same, are removed.
    """
    ordered = in_order(span for span in spans if span is not None)
    index = {span: at for at, span in enumerate(ordered)}
    ends = [None if span is None else index[span] for span in spans]
    moved_relations = {
        (head, tail, relation.type)
        for relation in relations
        if (head := ends[relation.head]) is not None
        and (tail := ends[relation.tail]) is not None
        and head != tail
    }
    return ordered, tuple(
        LabelledRelation(type_, head, tail) for head, tail, type_ in sorted(moved_relations)
    )


def length(span: LabelledSpan) -> int:
    """Return how many code points a span holds."""
    return sum(end - start for start, end in span.parts)


def overlap(a: LabelledSpan, b: LabelledSpan) -> int:
    """Return how many code points two spans share, whatever their labels."""
    return sum(
        max(0, min(end, other_end) - max(start, other_start))
        for start, end in a.parts
        for other_start, other_end in b.parts
    )


def covered_text(text: str, span: LabelledSpan) -> str:
    """Return what a span holds, its parts with a space between them."""
    return " ".join(text[start:end] for start, end in span.parts)


def touched(places: Sequence[Part], part: Part) -> range:
    """Return the positions of the pieces that share a code point with a part; `places` are sorted."""
    first = bisect_right(places, part[0], key=lambda one: one[1])
    return range(first, max(first, bisect_left(places, part[1], key=lambda one: one[0])))


def snap(spans: Iterable[LabelledSpan], text: str, unit: str = TOKENS) -> Snapped:
    """Return spans whose parts begin and end with pieces: each is widened to the pieces it touches."""
    places = pieces(text, unit)
    snapped: list[LabelledSpan | None] = []
    widened = 0
    for span in spans:
        reached = [touched(places, part) for part in span.parts]
        parts = merge_parts(((places[one[0]][0], places[one[-1]][1]) for one in reached if one), text)
        widened += bool(parts) and parts != merge_parts(span.parts, text)
        snapped.append(replace(span, parts=parts) if parts else None)
    fitting = in_order(span for span in snapped if span is not None)
    return Snapped(fitting, widened, snapped.count(None), tuple(snapped))


def labels_of_tokens(text: str, spans: Iterable[LabelledSpan]) -> tuple[tuple[str, ...], ...]:
    """Return the labels of each token, longer spans first; parts of discontinuous spans count."""
    places = pieces(text)
    labels: list[list[str]] = [[] for _ in places]
    for span in _bare_longest_first(spans):
        for part in span.parts:
            for index in touched(places, part):
                if span.label not in labels[index]:
                    labels[index].append(span.label)
    return tuple(map(tuple, labels))


def flatten(text: str, spans: Iterable[LabelledSpan]) -> Flat:
    """Return tokens and IOB2 tags (longer spans first, no token twice), and the counts of excluded spans."""
    places = pieces(text)
    tags = [OUTSIDE] * len(places)
    broken = crossing = empty = 0
    for span in _bare_longest_first(spans):
        parts = merge_parts(span.parts, text)
        reached = touched(places, parts[0])
        if len(parts) > 1:
            broken += 1
        elif not reached:
            empty += 1
        elif any(tags[place] != OUTSIDE for place in reached):
            crossing += 1
        else:
            for index in reached:
                tags[index] = f"{'B' if index == reached[0] else 'I'}-{span.label}"
    return Flat(tuple(text[start:end] for start, end in places), tuple(tags), broken, crossing, empty)


def tokens_and_tags(
    text: str, spans: Iterable[LabelledSpan]
) -> tuple[tuple[str, ...], tuple[str, ...]]:  # fmt: skip
    """Return the tokens of a text and their IOB2 tags; `flatten` defines which spans the tags exclude."""
    flat = flatten(text, spans)
    return flat.tokens, flat.tags


def spans_of_tags(
    tokens: Sequence[str], tags: Sequence[str]
) -> tuple[str, tuple[LabelledSpan, ...]]:  # fmt: skip
    """Return the text that tokens make with single spaces, and the spans of its tags.

    Tags are read leniently: an `I-X` that follows nothing of its label begins a span.
    """
    ends: list[Part] = []
    at = 0
    for token in tokens:
        ends.append((at, at + len(token)))
        at += len(token) + 1
    spans: list[LabelledSpan] = []
    before = ""
    for (start, end), tag in zip(ends, tags, strict=True):
        label = "" if tag == OUTSIDE else tag.partition("-")[2]
        if label and tag.startswith("I-") and label == before:
            spans[-1] = LabelledSpan(label, ((spans[-1].parts[0][0], end),))
        elif label:
            spans.append(LabelledSpan(label, ((start, end),)))
        before = label
    return " ".join(tokens), tuple(spans)


def words_between(text: str, spans: Iterable[LabelledSpan]) -> list[tuple[int, int, bool]]:
    """Return the words of a text as spaCy counts them: start, end, and whether a space follows.

    That space belongs to no word. Words are the tokens, cut where spans begin and end; other white space
    makes words of its own.
    """
    parts = [part for span in spans for part in span.parts]
    closing = {end for _, end in parts}
    edges = {start for start, _ in parts} | closing
    cuts = {0, len(text), *edges, *(edge for piece in pieces(text) for edge in piece)}
    words: list[tuple[int, int, bool]] = []
    for start, end in pairwise(sorted(cuts)):
        is_after = start not in edges - closing and (end - start > 1 or end not in closing)
        if text[start] == " " and words and is_after:
            words[-1] = (*words[-1][:2], True)
            start += 1
        if start < end:
            words.append((start, end, False))
    return words


def utf16_offsets(text: str) -> list[int]:
    """Return the offset in UTF-16 units of each code point of a text, and of its end."""
    return [0, *accumulate(1 + (letter > "\uffff") for letter in text)]


def with_text(row: TaggedTokens) -> TaggedTokens:
    """Return a row with a text: if only tokens are known, they are separated by spaces."""
    if row.text:
        return row
    text, spans = spans_of_tags(row.tokens, row.tags)
    return replace(row, text=text, spans=spans)


def _sort_key(span: LabelledSpan) -> tuple[int, int, tuple[Part, ...], str, Attributes]:
    return span.parts[0][0], -span.parts[-1][1], span.parts, span.label, span.attributes


def _bare_longest_first(spans: Iterable[LabelledSpan]) -> list[LabelledSpan]:
    """Return spans without attributes, each once: tags and labels of tokens express none."""
    return sorted({span.bare() for span in spans}, key=lambda span: (-length(span), _sort_key(span)))


def moved(spans: Sequence[LabelledSpan], source: str, target: str) -> list[LabelledSpan]:
    """Return spans of a text in another one that differs from it in white space alone.

    Spans of white space alone are omitted.
    """
    return [span for span in moved_each(spans, source, target) if span is not None]


def moved_each(spans: Sequence[LabelledSpan], source: str, target: str) -> list[LabelledSpan | None]:
    """Return what `moved` does, with None for each span of white space alone."""
    if source == target:
        return list(spans)
    places = [at for at, letter in enumerate(target) if not letter.isspace()]
    rank = [0]
    for letter in source:
        rank.append(rank[-1] + (not letter.isspace()))
    moved_spans: list[LabelledSpan | None] = []
    for span in spans:
        # Offset `at` of the source comes before its letter with this index.
        inner = [(rank[start], rank[end]) for start, end in span.parts if rank[start] < rank[end]]
        parts = tuple((places[first], places[last - 1] + 1) for first, last in inner)
        moved_spans.append(replace(span, parts=parts) if parts else None)
    return moved_spans
