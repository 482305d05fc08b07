"""Krippendorff's alpha of unitizing: where annotators mark stretches of a text, and which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aloi.agreement.parts.spans import SpanDocument
from aloi.base.terms import Phrase

NO_SPANS = Phrase("reason-no-spans", "no spans")
NO_SHARED = Phrase("reason-no-text-read", "no text was read by all annotators")
Stretch = tuple[int, int, bool]


_NO_DISAGREEMENT_POSSIBLE = Phrase("reason-no-disagreement-possible", "no disagreement is possible")
_FEWER_THAN_TWO = Phrase("reason-fewer-than-two", "fewer than two annotators")


@dataclass(frozen=True, slots=True)
class AlphaU:
    """alpha_u of all labels together and of each, None where nothing was marked; `reason` says why."""

    value: float | None
    labels: Mapping[str, float | None]
    documents: int
    reason: str | None


def alpha_u(documents: Sequence[SpanDocument], lengths: Mapping[str, int]) -> AlphaU:
    """Return Krippendorff's alpha of unitizing over texts that all annotators read.

    Parameters
    ----------
    documents : sequence of SpanDocument
        Documents that some annotator of the set did not read are excluded: the definition requires the same
        ones.
    lengths : mapping from document to int
        Characters of each text.

    Notes
    -----
    Krippendorff (1995), On the reliability of unitizing contiguous data; (2004), Content Analysis, second
    edition, pages 251 to 256. Observed disagreement of two annotators is the squared distance of the ends of
    their spans if these meet. For a span in the gap of the other annotator it is its squared length. Texts
    follow each other in one continuum. A discontinuous span counts as several spans; of spans of one label
    that overlap, the later part counts once. The example of Krippendorff (2004), page 254:

    >>> from aloi.agreement.parts.spans import Span, SpanDocument
    >>> k = (Span(30, 90, "k"), Span(150, 200, "k"))
    >>> i = (Span(75, 145, "c"), Span(220, 250, "c"), *k)
    >>> j = (Span(70, 150, "c"), Span(205, 225, "c"), Span(250, 270, "c"), *k)
    >>> found = alpha_u([SpanDocument("d", {"i": i, "j": j})], {"d": 300})
    >>> round(found.value, 3), round(found.labels["c"], 4), found.labels["k"]
    (0.859, 0.7286, 1.0)
    """
    names = sorted({name for one in documents for name in one.answers})
    used = [one for one in documents if set(one.answers) == set(names)]
    marked = sorted({span.label for one in used for spans in one.answers.values() for span in spans})
    if len(names) < 2 or not marked:
        reason = NO_SPANS if used else NO_SHARED
        return AlphaU(None, {}, len(used), _FEWER_THAN_TWO if len(names) < 2 else reason)
    values: dict[str, float | None] = {}
    size = sum(lengths[one.id] for one in used)
    observed = expected = 0.0
    for label in marked:
        lines = [_line(used, lengths, name, label) for name in names]
        apart, chance = _observed(lines, size), _expected(lines, size)
        values[label] = 1 - apart / chance if chance > 0 else None
        observed, expected = observed + apart, expected + chance
    if expected <= 0:
        return AlphaU(None, values, len(used), _NO_DISAGREEMENT_POSSIBLE)
    return AlphaU(1 - observed / expected, values, len(used), None)


def _line(
    documents: Sequence[SpanDocument], lengths: Mapping[str, int], name: str, label: str
) -> list[Stretch]:
    """Return the continuum of an annotator as stretches (start, end, whether marked), without holes."""
    line: list[Stretch] = []
    offset = at = 0
    for document in documents:
        parts = sorted(
            (start, end)
            for span in document.answers[name]
            if span.label == label
            for start, end in span.parts
        )
        for start, end in parts:
            first, last = max(start + offset, at), end + offset
            if last <= first:
                continue
            if first > at:
                line.append((at, first, False))
            line.append((first, last, True))
            at = last
        offset += lengths[document.id]
    if offset > at:
        line.append((at, offset, False))
    return line


def _observed(lines: Sequence[Sequence[Stretch]], size: int) -> float:
    """Return the observed disagreement of one label in a continuum of so many characters."""
    people = len(lines)
    total = 0.0
    for position, first in enumerate(lines):
        for second in lines[position + 1 :]:
            i = j = 0
            while i < len(first) and j < len(second):
                total += _distance(first[i], second[j])
                end, other = first[i][1], second[j][1]
                i, j = i + (end <= other), j + (other <= end)
    return 2 * total / (people * (people - 1) * size**2)


def _distance(a: Stretch, b: Stretch) -> float:
    if a[2] and b[2]:
        return float((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)
    if a[2] and b[0] <= a[0] and a[1] <= b[1]:
        return float((a[1] - a[0]) ** 2)
    if b[2] and a[0] <= b[0] and b[1] <= a[1]:
        return float((b[1] - b[0]) ** 2)
    return 0.0


def _expected(lines: Sequence[Sequence[Stretch]], size: int) -> float:
    """Return the disagreement of one label expected when spans and gaps are put together by chance."""
    people = len(lines)
    spans = [end - start for line in lines for start, end, marked in line if marked]
    gaps = [end - start for line in lines for start, end, marked in line if not marked]
    total = 0.0
    for length in spans:
        total += (len(spans) - 1) * (2 * length**3 - 3 * length**2 + length) / 3
        total += length**2 * sum(gap - length + 1 for gap in gaps if gap >= length)
    total_length = people * size
    return 2 / size * total / (total_length * (total_length - 1) - sum(one * (one - 1) for one in spans))
