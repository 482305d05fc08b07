"""Agreement on relations between spans: precision, recall and F1 of two annotators, and by type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from aloi.agreement.diagnosis.figures import Figure
from aloi.agreement.parts.spans import MatchCounts, Span, match_figures
from aloi.agreement.result import sign
from aloi.base.names import known_name
from aloi.base.terms import Phrase

RELATION_MATCHES = ("exact", "relaxed", "type")
NO_RELATIONS = Phrase("reason-no-relations", "no relations")


@dataclass(frozen=True, slots=True, order=True)
class Relation:
    """A relation of a type between two spans; of one that is not directed, the ends may change places."""

    type: str
    head: Span
    tail: Span
    directed: bool = True

    def matches(self, other: Relation, match: str) -> bool:
        """Return whether another relation has the type and both ends in common, exactly or in part."""
        if self.type != other.type:
            return False
        orders = [(other.head, other.tail)]
        if not (self.directed and other.directed):
            orders.append((other.tail, other.head))
        if match == "exact":
            return (self.head, self.tail) in orders
        return any(self.head.touches(head) and self.tail.touches(tail) for head, tail in orders)


@dataclass(frozen=True, slots=True)
class RelationDocument:
    """The relations of a text by annotator, empty for none; annotators who did not read it are not named."""

    id: str
    answers: Mapping[str, tuple[Relation, ...]]


@dataclass(frozen=True, slots=True)
class RelationAgreement:
    """Precision, recall and F1 of the relations of `b`, with those of `a` as the reference.

    For a mean over pairs of annotators `a` and `b` are None. `type` is None for all types together. `units`
    of the numbers are texts that both read; intervals draw these texts.
    """

    match: str
    type: str | None
    a: str | None
    b: str | None
    precision: Figure
    recall: Figure
    f1: Figure
    pairs: int
    signature: str


def relation_agreement(
    documents: Sequence[RelationDocument],
    a: str,
    b: str,
    match: str = "exact",
    type_: str | None = None,
    *,
    intervals: bool = True,
) -> RelationAgreement:
    """Return how far the relations of two annotators agree on the texts both read.

    Parameters
    ----------
    match : {"exact", "relaxed", "type"}
        Exact: the other annotator has a relation of the type between the same spans, with the same labels.
        Relaxed: each end shares a character and the label with that of the other. Type: the other has a
        relation of the type in the text, whatever its ends; each matches one relation.
    type_ : str, optional
        The type of the relations that count.
    """
    known_name(match, RELATION_MATCHES, Phrase("kind-way-to-match-relations", "way to match relations"))
    read = [one for one in documents if a in one.answers and b in one.answers]
    counts = relation_counts(read, a, b, match, type_)
    figures = match_figures([counts], len(read), NO_RELATIONS, intervals=intervals)
    return _signed(match, type_, a, b, figures, 1)


def mean_relation_agreement(
    documents: Sequence[RelationDocument],
    match: str = "exact",
    type_: str | None = None,
    *,
    intervals: bool = True,
) -> RelationAgreement:
    """Return the plain mean of `relation_agreement` over all pairs of annotators.

    A pair for which a number is undefined is excluded from its mean.
    """
    known_name(match, RELATION_MATCHES, Phrase("kind-way-to-match-relations", "way to match relations"))
    read = [one for one in documents if len(one.answers) > 1]
    names = sorted({name for one in read for name in one.answers})
    pairs = [relation_counts(read, a, b, match, type_) for a, b in combinations(names, 2)]
    figures = match_figures(pairs, len(read), NO_RELATIONS, intervals=intervals)
    return _signed(match, type_, None, None, figures, len(pairs))


def relation_counts(
    documents: Sequence[RelationDocument], a: str, b: str, match: str, type_: str | None = None
) -> MatchCounts:
    """Return the relations of two annotators in each text, and how many of them the other has."""
    rows = []
    for document in documents:
        if a not in document.answers or b not in document.answers:
            rows.append((0, 0, 0, 0))
            continue
        first, second = (
            {each for each in document.answers[name] if type_ in (None, each.type)} for name in (a, b)
        )
        if match == "type":
            types = Counter(each.type for each in first) & Counter(each.type for each in second)
            matched_a = matched_b = types.total()
        else:
            matched_a = sum(any(each.matches(other, match) for other in second) for each in first)
            matched_b = sum(any(each.matches(other, match) for other in first) for each in second)
        rows.append((len(first), len(second), matched_a, matched_b))
    return MatchCounts(*np.array(rows, dtype=np.float64).reshape(-1, 4).T)


def types_of(documents: Sequence[RelationDocument]) -> list[str]:
    """Return the types of the relations that anybody drew, sorted."""
    return sorted({each.type for one in documents for drawn in one.answers.values() for each in drawn})


def _signed(
    match: str,
    type_: str | None,
    a: str | None,
    b: str | None,
    figures: tuple[Figure, Figure, Figure],
    pairs: int,
) -> RelationAgreement:
    name = "relation_f1" if a is not None else "mean_pairwise_relation_f1"
    interval = figures[2].interval
    entries = {
        "match": match,
        "type": type_,
        "documents": figures[2].units,
        "pairs": pairs if a is None else None,
    }
    signature = sign(name, entries, None, interval.method if interval else "none")
    return RelationAgreement(match, type_, a, b, *figures, pairs, signature)
