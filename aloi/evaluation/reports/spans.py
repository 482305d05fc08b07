"""Scores of spans with attributes and relations: exact and partial matches, nested and discontinuous ones."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np

from aloi.agreement.result import sign
from aloi.annotation.rows import LabelledSpan, TaggedTokens
from aloi.annotation.spans import overlap
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.evaluation.reports.tags import PARTS, SpanScore
from aloi.evaluation.resampling import Units, intervals_of_sums, percentile_method

EXACT, PARTIAL = "exact", "partial"
_Elements: TypeAlias = Callable[[TaggedTokens], Sequence[Hashable]]
_Touches: TypeAlias = Callable[[Hashable, Hashable], bool]


@dataclass(frozen=True, slots=True)
class SpanMatches:
    """Exact and partial scores of the same spans or relations."""

    exact: SpanScore
    partial: SpanScore

    def to_json(self) -> dict[str, Json]:
        """Return both scores."""
        return {EXACT: self.exact.to_json(), PARTIAL: self.partial.to_json()}


@dataclass(frozen=True, slots=True)
class HardSpans:
    """Spans that flat tags cannot express, of the gold and of the prediction, and those of the gold found."""

    gold: int
    predicted: int
    right: int


@dataclass(frozen=True, slots=True)
class MarkedScores:
    """The scores of predicted spans, their attributes and relations; each interval draws documents.

    Parameters
    ----------
    texts, documents, missing : int
        Texts and documents of the gold, and texts without a prediction: all their spans are missed.
    exact, partial : SpanScore
        Exact match: the same label and the same characters. Partial match: the same label and at least one
        character in common; a span may match several.
    by_label : mapping
        Both of each label.
    attributes : mapping
        Of each attribute: a value is right if its span matches exactly and has it.
    relations : SpanMatches
        A relation is right if its type is, and both ends match: exactly, or partially.
    by_type : mapping
        Both of each type of relations.
    nested, discontinuous : HardSpans
        Spans that share characters with another one, and those of several parts, matched exactly.
    """

    texts: int
    documents: int
    missing: int
    exact: SpanScore
    partial: SpanScore
    by_label: Mapping[str, SpanMatches]
    attributes: Mapping[str, SpanScore]
    relations: SpanMatches
    by_type: Mapping[str, SpanMatches]
    nested: HardSpans
    discontinuous: HardSpans
    signature: str
    caution: str | None

    def to_json(self) -> dict[str, Json]:
        """Return the document of `aloi score spans --json`."""
        return {
            **to_json(
                self,
                exact=self.exact.to_json(),
                partial=self.partial.to_json(),
                by_label={name: each.to_json() for name, each in self.by_label.items()},
                attributes={name: each.to_json() for name, each in self.attributes.items()},
                relations=self.relations.to_json(),
                by_type={name: each.to_json() for name, each in self.by_type.items()},
            )
        }


def score_marked(
    gold: Sequence[TaggedTokens],
    predicted: Mapping[str, TaggedTokens],
    *,
    replicates: int = 1000,
    seed: int = 0,
) -> MarkedScores:
    """Return the scores of spans with 95 % intervals over documents.

    Parameters
    ----------
    gold : sequence of TaggedTokens
        A row a text; `document_id` names its document, which is drawn as one.
    predicted : mapping
        The row of each text by its id; a text without one is missing.

    Raises
    ------
    AloiError
        No text, or no span, in the gold or the prediction.
    """
    pairs = [(row, predicted.get(row.id, _without_spans(row))) for row in gold]
    labels, attributes, types = map(partial(_names, pairs), (_labels_of, _attributes_of, _types_of))
    if not labels:
        raise AloiError("aloi.no-content", path=Term("the-gold"), content=Term("no-span"))
    documents = [(row.document_id,) for row in gold]
    columns = [
        *(_counts(pairs, _spans(label), touches) for label in (None, *labels) for touches in _MATCHES[0]),
        *(_counts(pairs, _relations(name), touches) for name in (None, *types) for touches in _MATCHES[1]),
        *(_counts(pairs, _values(name), None) for name in attributes),
    ]
    units = Units.sharing("texts", len(gold), {"document": documents})
    scores = iter(_scores(np.stack(columns, axis=1), units, replicates, seed))
    overall, *by_label = [SpanMatches(next(scores), next(scores)) for _ in (None, *labels)]
    relations, *by_type = [SpanMatches(next(scores), next(scores)) for _ in (None, *types)]
    return MarkedScores(
        len(gold),
        len({*documents}),
        sum(row.id not in predicted for row in gold),
        overall.exact,
        overall.partial,
        dict(zip(labels, by_label, strict=True)),
        {name: next(scores) for name in attributes},
        relations,
        dict(zip(types, by_type, strict=True)),
        _hard(pairs, _nested),
        _hard(pairs, _discontinuous),
        _signature(overall.exact, len(gold), percentile_method(replicates, seed, units.drawn)),
        units.caution,
    )


def _signature(score: SpanScore, texts: int, default: str) -> str:
    """Return the signature of a score; without an interval, `default` is the method of intervals."""
    interval = score.interval["f1"]
    method = interval.method if interval else default
    return sign("spans", {"texts": texts, "match": f"{EXACT}+{PARTIAL}"}, None, method)


def _without_spans(row: TaggedTokens) -> TaggedTokens:
    return TaggedTokens(row.id, row.document_id, row.tokens, (), row.text)


def _names(
    pairs: Sequence[tuple[TaggedTokens, TaggedTokens]], names: Callable[[TaggedTokens], Sequence[str]]
) -> list[str]:
    return sorted({name for pair in pairs for row in pair for name in names(row)})


def _labels_of(row: TaggedTokens) -> list[str]:
    return [span.label for span in row.spans]


def _attributes_of(row: TaggedTokens) -> list[str]:
    return [name for span in row.spans for name, _ in span.attributes]


def _types_of(row: TaggedTokens) -> list[str]:
    return [relation.type for relation in row.relations]


def _spans(label: str | None) -> _Elements:
    return lambda row: [span.bare() for span in row.spans if label in (None, span.label)]


def _values(attribute: str) -> _Elements:
    return lambda row: [
        (span.bare(), value)
        for span in row.spans
        for name, values in span.attributes
        if name == attribute
        for value in values
    ]


def _relations(type_: str | None) -> _Elements:
    return lambda row: [
        (relation.type, row.spans[relation.head].bare(), row.spans[relation.tail].bare())
        for relation in row.relations
        if type_ in (None, relation.type)
    ]


def _span_touches(a: Hashable, b: Hashable) -> bool:
    return (
        isinstance(a, LabelledSpan)
        and isinstance(b, LabelledSpan)
        and a.label == b.label
        and overlap(a, b) > 0
    )


def _relation_touches(a: Hashable, b: Hashable) -> bool:
    return (
        isinstance(a, tuple)
        and isinstance(b, tuple)
        and a[0] == b[0]
        and _span_touches(a[1], b[1])
        and _span_touches(a[2], b[2])
    )


# The exact and the partial match of spans, and of relations.
_MATCHES: tuple[tuple[_Touches | None, ...], ...] = ((None, _span_touches), (None, _relation_touches))


def _counts(
    pairs: Sequence[tuple[TaggedTokens, TaggedTokens]], elements: _Elements, touches: _Touches | None
) -> Floats:
    """Return for each text: right ones of the prediction, found ones of the gold, all of both, (N, 4)."""
    counts = np.zeros((len(pairs), 4))
    for at, pair in enumerate(pairs):
        gold, predicted = ({*elements(row)} for row in pair)
        if touches is None:
            right = recalled = len(gold & predicted)
        else:
            right = sum(any(touches(one, each) for each in gold) for one in predicted)
            recalled = sum(any(touches(one, each) for each in predicted) for one in gold)
        counts[at] = right, recalled, len(predicted), len(gold)
    return counts


def _scores(counts: Floats, units: Units, replicates: int, seed: int) -> list[SpanScore]:
    """Return precision, recall and F1 of each column of counts, (N, K, 4)."""
    intervals = intervals_of_sums(
        counts, lambda sums: _parts(sums).reshape(len(sums), -1), units, replicates, seed, shares=True
    )
    total = counts.sum(axis=0)
    values = _parts(total[None])[0]
    scores = []
    for at in range(len(total)):
        precision, recall, harmonic = (None if np.isnan(value) else float(value) for value in values[at])
        ends = dict(zip(PARTS, intervals[3 * at : 3 * at + 3], strict=True))
        scores.append(SpanScore(precision, recall, harmonic, int(total[at, 3]), int(total[at, 2]), ends))
    return scores


def _parts(sums: Floats) -> Floats:
    """Return precision, recall and F1, (R, K, 3), from sums (R, K, 4).

    NaN if neither side has anything, and 0 if one side has nothing.
    """
    either = (sums[..., 2] + sums[..., 3]) > 0
    shares = [np.where(either, sums[..., at] / np.maximum(sums[..., at + 2], 1), np.nan) for at in (0, 1)]
    both = shares[0] + shares[1]
    harmonic = np.where(both > 0, 2 * shares[0] * shares[1] / np.where(both > 0, both, 1), both)
    return np.stack([*shares, harmonic], axis=-1)


def _nested(spans: Sequence[LabelledSpan]) -> Set[LabelledSpan]:
    return {
        span
        for at, span in enumerate(spans)
        if any(overlap(span, other) for i, other in enumerate(spans) if i != at)
    }


def _discontinuous(spans: Sequence[LabelledSpan]) -> Set[LabelledSpan]:
    return {span for span in spans if len(span.parts) > 1}


def _hard(
    pairs: Sequence[tuple[TaggedTokens, TaggedTokens]],
    chosen: Callable[[Sequence[LabelledSpan]], Set[LabelledSpan]],
) -> HardSpans:
    gold = predicted = right = 0
    for pair in pairs:
        expected, answered = ([span.bare() for span in row.spans] for row in pair)
        hard = chosen(expected)
        gold, predicted = gold + len(hard), predicted + len(chosen(answered))
        right += len({*hard} & {*answered})
    return HardSpans(gold, predicted, right)
