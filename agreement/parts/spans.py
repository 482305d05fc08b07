"""Agreement on spans: exact and partial precision, recall and F1 of two annotators."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np

from aloi.agreement.diagnosis.figures import Figure, figure, mean_statistic, of_share, undefined
from aloi.agreement.drawing import Clusters
from aloi.agreement.measures.base import divide
from aloi.agreement.result import NO_PAIRABLE, sign
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term

MATCHES = ("exact", "partial")
NO_SPANS = Phrase("reason-no-spans", "no spans")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A labelled stretch of a text, half-open: `start` is in it, `end` is not.

    `more` holds the further parts of a span that is not in one piece, in order, after `end`.
    """

    start: int
    end: int
    label: str
    more: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        """Refuse a span that holds nothing."""
        at = 0
        for start, end in self.parts:
            if not at <= start < end:
                raise AloiError(
                    "aloi.value", name=Term("offsets"), value=(start, end), expected=Term("offsets-ascending")
                )
            at = end

    @property
    def parts(self) -> tuple[tuple[int, int], ...]:
        """All parts, in order."""
        return ((self.start, self.end), *self.more)

    def holds(self, start: int, end: int) -> bool:
        """Return whether a stretch shares at least one character with the span."""
        return any(start < last and first < end for first, last in self.parts)

    def touches(self, other: Span) -> bool:
        """Return whether the two have the label and at least one character in common."""
        return self.label == other.label and any(self.holds(*part) for part in other.parts)


@dataclass(frozen=True, slots=True)
class SpanDocument:
    """One text: what each annotator marked.

    Parameters
    ----------
    id : str
        Different for each document.
    answers : mapping from annotator to spans
        An annotator who marked nothing has no spans; one who did not read the text is not named.
    """

    id: str
    answers: Mapping[str, tuple[Span, ...]]


@dataclass(frozen=True, slots=True)
class SpanAgreement:
    """Precision, recall and F1 of the spans of `b`, with those of `a` as the reference.

    With the roles exchanged, precision and recall change places and F1 is the same. For a mean, `a` and `b`
    are None and `pairs` counts the pairs it is taken over. `units` of the numbers are documents that both
    read; intervals draw these documents.
    """

    match: str
    a: str | None
    b: str | None
    precision: Figure
    recall: Figure
    f1: Figure
    pairs: int
    signature: str


def span_agreement(
    documents: Sequence[SpanDocument], a: str, b: str, match: str = "exact", *, intervals: bool = True
) -> SpanAgreement:
    """Return how far the spans of two annotators agree on the documents both read.

    Parameters
    ----------
    match : {"exact", "partial"}
        Exact match: the other annotator marked the same characters with the same label. Partial match: the
        other marked at least one of its characters with the same label; a long span may match several short
        ones.
    intervals : bool
        Whether to compute intervals.

    Notes
    -----
    Without spans of `b` precision is undefined, without those of `a` recall; F1 is 0 then, and undefined
    only when neither marked anything.
    """
    _check(documents, match)
    read = [one for one in documents if a in one.answers and b in one.answers]
    figures = match_figures([_counts(read, a, b, match)], len(read), NO_SPANS, intervals=intervals)
    return _signed(match, a, b, figures, 1)


def mean_span_agreement(
    documents: Sequence[SpanDocument], match: str = "exact", *, intervals: bool = True
) -> SpanAgreement:
    """Return the plain mean of `span_agreement` over all pairs of annotators.

    A pair for which a number is undefined is excluded from its mean. In each pair the first by name is the
    reference; F1 does not depend on it.
    """
    _check(documents, match)
    read = [one for one in documents if len(one.answers) > 1]
    names = sorted({name for one in read for name in one.answers})
    pairs = [_counts(read, a, b, match) for a, b in combinations(names, 2)]
    figures = match_figures(pairs, len(read), NO_SPANS, intervals=intervals)
    return _signed(match, None, None, figures, len(pairs))


def _counts(documents: Sequence[SpanDocument], a: str, b: str, match: str) -> MatchCounts:
    rows = []
    for document in documents:
        if a not in document.answers or b not in document.answers:
            rows.append((0, 0, 0, 0))
            continue
        first, second = set(document.answers[a]), set(document.answers[b])
        if match == "exact":
            matched_a = matched_b = len(first & second)
        else:
            matched_a = sum(any(span.touches(other) for other in second) for span in first)
            matched_b = sum(any(span.touches(other) for other in first) for span in second)
        rows.append((len(first), len(second), matched_a, matched_b))
    return MatchCounts(*np.array(rows, dtype=np.float64).reshape(-1, 4).T)


def _signed(
    match: str,
    a: str | None,
    b: str | None,
    figures: tuple[Figure, Figure, Figure],
    pairs: int,
) -> SpanAgreement:
    name = "span_f1" if a is not None else "mean_pairwise_span_f1"
    interval = figures[2].interval
    entries = {"match": match, "documents": figures[2].units, "pairs": pairs if a is None else None}
    signature = sign(name, entries, None, interval.method if interval else "none")
    return SpanAgreement(match, a, b, *figures, pairs, signature)


def _check(documents: Sequence[SpanDocument], match: str) -> None:
    known_name(match, MATCHES, Phrase("kind-way-to-match-spans", "way to match spans"))
    seen: set[str] = set()
    for document in documents:
        if document.id in seen:
            raise AloiError("aloi.repeated", name=Term("the-document"), value=repr(document.id))
        seen.add(document.id)


@dataclass(frozen=True, slots=True, eq=False)
class MatchCounts:
    """Of two annotators, in each of N documents: spans of each, and how many of them the other has.

    All are 0 in a document that one of them did not read.
    """

    of_a: Floats
    of_b: Floats
    matched_a: Floats
    matched_b: Floats


def _precision(counts: MatchCounts, times: Floats) -> Floats:
    return divide(times @ counts.matched_b, times @ counts.of_b)


def _recall(counts: MatchCounts, times: Floats) -> Floats:
    return divide(times @ counts.matched_a, times @ counts.of_a)


def _f1(counts: MatchCounts, times: Floats) -> Floats:
    precision = np.nan_to_num(_precision(counts, times))
    recall = np.nan_to_num(_recall(counts, times))
    value = divide(2 * precision * recall, precision + recall, missing=0.0)
    return np.where(times @ (counts.of_a + counts.of_b) > 0, value, np.nan)


def match_figures(
    pairs: Sequence[MatchCounts], documents: int, nothing: str, *, intervals: bool
) -> tuple[Figure, Figure, Figure]:
    """Return precision, recall and F1, each the mean over the pairs where it is defined.

    `nothing` is the reason where nobody marked anything.
    """
    if documents == 0:
        return (undefined(NO_PAIRABLE),) * 3
    ways: tuple[Callable[[MatchCounts, Floats], Floats], ...] = (_precision, _recall, _f1)
    law = of_share if intervals else None
    figures = [
        figure(
            mean_statistic([partial(way, one) for one in pairs]), Clusters(documents), documents, nothing, law
        )
        for way in ways
    ]
    return figures[0], figures[1], figures[2]
