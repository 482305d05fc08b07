"""Scores of tagged sentences in one scheme: precision, recall, F1 of spans, lenient, strict, by type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from aloi.agreement.result import Interval
from aloi.annotation.tag_schemes import Scheme, SchemeTag, TagReading, best_scheme, strays
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Json
from aloi.evaluation.metrics.base import bounds
from aloi.evaluation.metrics.f1 import f1
from aloi.evaluation.metrics.seqeval import (
    NO_SPAN,
    SEQEVAL_F1,
    SEQEVAL_STRICT_F1,
    TOKEN_ACCURACY,
    SpanF1,
    fits,
    has_prefix,
)
from aloi.evaluation.resampling import Units, intervals_of_sums
from aloi.evaluation.scores import score

PARTS = ("precision", "recall", "f1")
UNITS = ("sentence", "document")


@dataclass(frozen=True, slots=True)
class SpanScore:
    """Precision, recall and F1 of one type, or of all.

    Parameters
    ----------
    precision, recall, f1 : float or None
        In [0, 1]; 0 where only one side has spans, None where neither has.
    support, predicted : int
        Spans of the gold and of the prediction.
    interval : mapping
        Of each of the three, its 95 % interval, or None.
    """

    precision: float | None
    recall: float | None
    f1: float | None
    support: int
    predicted: int
    interval: Mapping[str, Interval | None]

    def to_json(self) -> dict[str, Json]:
        """Return the three numbers, their counts and their intervals."""
        intervals = self.interval.items()
        return to_json(
            self,
            "interval",
            ci={part: bounds(one) for part, one in intervals},
            design_effect={part: one.design_effect if one else None for part, one in intervals},
        )


@dataclass(frozen=True, slots=True)
class SpanScores:
    """One reading of the tags.

    Parameters
    ----------
    micro : SpanScore
        Over all spans.
    by_type : mapping
        Of each type.
    macro, weighted : mapping or None
        The mean over types of each of the three, plain and weighted by support; None without types.
    reason : str or None
        The reason for missing numbers.
    """

    micro: SpanScore
    by_type: Mapping[str, SpanScore]
    macro: Mapping[str, float] | None
    weighted: Mapping[str, float] | None
    reason: str | None
    signature: str

    def to_json(self) -> dict[str, Json]:
        """Return the numbers over all spans, then those of each type."""
        by_type: dict[str, Json] = {kind: one.to_json() for kind, one in self.by_type.items()}
        return {**self.micro.to_json(), **to_json(self, "micro", by_type=by_type)}


@dataclass(frozen=True, slots=True)
class TagScores:
    """The scores of a tagger; `accuracy` is the share of tokens with the tag of the gold.

    `caution` says what is wrong with the tags, None where nothing is; `read_as` how a file of them was read.
    """

    sentences: int
    tokens: int
    accuracy: float
    scheme: Scheme
    lenient: SpanScores
    strict: SpanScores
    caution: str | None
    read_as: str = ""

    def to_json(self) -> dict[str, Json]:
        """Return the document of `aloi score tags --json`; its first three numbers are the lenient ones."""
        micro = self.lenient.micro
        return {
            "precision": micro.precision,
            "recall": micro.recall,
            "f1": micro.f1,
            **to_json(self, lenient=self.lenient.to_json(), strict=self.strict.to_json()),
            "signature": self.lenient.signature,
        }


def score_tags(
    gold: Sequence[Sequence[str]],
    predicted: Sequence[Sequence[str]],
    scheme: Scheme = Scheme.IOB2,
    *,
    documents: Sequence[str] | None = None,
    replicates: int = 1000,
    seed: int = 0,
) -> TagScores:
    """Return the scores of predicted tags, each with a 95 % interval over sentences or documents.

    Parameters
    ----------
    gold, predicted : sequence of sequences of str
        The tags of each sentence; none empty.
    scheme : Scheme
        Of the strict reading, which has no numbers where a tag is not of the scheme.
    documents : sequence of str or None
        The document of each sentence: intervals then resample whole documents.

    Raises
    ------
    AloiError
        No token, or sentences that do not fit one another.
    """
    tokens = _check(gold, predicted)
    shared = {} if documents is None else {"document": [(one,) for one in documents]}
    units = Units.sharing("sentences", len(gold), shared)
    facts: dict[str, object] = {"sentences": len(gold), "tokens": tokens}
    lenient, strict = (
        _scores(metric, gold, predicted, units, replicates, seed, facts)
        for metric in (SEQEVAL_F1, replace(SEQEVAL_STRICT_F1, scheme=scheme))
    )
    same = TOKEN_ACCURACY.sums(gold, [predicted], 0.0, 1.0)[0].observed
    all_tags = {tag for side in (gold, predicted) for tags in side for tag in tags}
    return TagScores(
        len(gold), tokens, same or 0.0, scheme, lenient, strict, _cautions(all_tags, scheme, units)
    )


def _cautions(tags: set[str], scheme: Scheme, units: Units) -> str | None:
    """Return what to know before trusting the numbers, or None."""
    return " ".join(one for one in (_caution(tags, scheme), units.caution) if one) or None


def _caution(tags: set[str], scheme: Scheme) -> str | None:
    """Return what the lenient numbers suffer from, or None."""
    bare = sorted(tag for tag in tags if not has_prefix(tag) and not fits(tag, scheme))
    if not bare:
        return None
    return Phrase(
        "caution-tags-without-prefix",
        "Tags without prefix ({tags}): the lenient reading takes their first letter for one, and its numbers "
        "are wrong. Give every tag the prefix B-, as parts of speech have it (--bare).",
        tags=", ".join(bare[:5]),
    )


def _check(gold: Sequence[Sequence[str]], predicted: Sequence[Sequence[str]]) -> int:
    """Return the number of tokens, or raise AloiError where the two sides do not fit."""
    if len(gold) != len(predicted):
        raise AloiError(
            "evaluation.prediction-length", name=Term("sentences"), gold=len(gold), prediction=len(predicted)
        )
    for number, (gold_tags, other) in enumerate(zip(gold, predicted, strict=True), start=1):
        if len(gold_tags) != len(other):
            raise AloiError(
                "evaluation.prediction-length",
                name=Term("tokens-of-sentence", number=number),
                gold=len(gold_tags),
                prediction=len(other),
            )
    tokens = sum(map(len, gold))
    if not tokens:
        raise AloiError("aloi.no-content", path=Term("the-gold"), content=Term("no-token"))
    return tokens


def _scores(
    metric: SpanF1,
    gold: Sequence[Sequence[str]],
    predicted: Sequence[Sequence[str]],
    units: Units,
    replicates: int,
    seed: int,
    facts: Mapping[str, object],
) -> SpanScores:
    """Return one reading of the tags: the metric itself, and precision, recall and F1 of each type."""
    overall = score(metric, metric.sums(gold, [predicted], 0.0, 1.0)[0], units, facts, replicates, seed)
    if overall.value is None:
        return _undefined(overall.reason or NO_SPAN, overall.signature)
    pairs = [(metric.spans(one), metric.spans(other)) for one, other in zip(gold, predicted, strict=True)]
    kinds = sorted({span.type for pair in pairs for side in pair for span in side})
    index = {kind: at for at, kind in enumerate(kinds)}
    counts = np.zeros((len(pairs), len(kinds), 3))
    for row, (gold_spans, predicted_spans) in enumerate(pairs):
        for column, spans in enumerate((gold_spans & predicted_spans, predicted_spans, gold_spans)):
            for span in spans:
                counts[row, index[span.type], column] += 1
    # The last row stands for all types together.
    counts = np.concatenate([counts, counts.sum(axis=1, keepdims=True)], axis=1)
    intervals = intervals_of_sums(counts, _flat, units, replicates, seed, shares=True)
    intervals[-1] = overall.interval
    total = counts.sum(axis=0)
    values = f1(total)
    span_scores = [
        _span_score(values[at], total[at], intervals[3 * at : 3 * at + 3]) for at in range(len(kinds) + 1)
    ]
    support = total[:-1, 2]
    plain = values[:-1].mean(axis=0)
    weighted = support @ values[:-1] / support.sum() if support.sum() else np.zeros(3)
    return SpanScores(
        span_scores[-1],
        dict(zip(kinds, span_scores, strict=False)),
        dict(zip(PARTS, map(float, plain), strict=True)),
        dict(zip(PARTS, map(float, weighted), strict=True)),
        None,
        overall.signature,
    )


def _flat(counts: Floats) -> Floats:
    return f1(counts).reshape(len(counts), -1)


def _span_score(values: Floats, counts: Floats, intervals: Sequence[Interval | None]) -> SpanScore:
    precision, recall, both = map(float, values)
    return SpanScore(
        precision, recall, both, int(counts[2]), int(counts[1]), dict(zip(PARTS, intervals, strict=True))
    )


def _undefined(reason: str, signature: str) -> SpanScores:
    empty = SpanScore(None, None, None, 0, 0, dict.fromkeys(PARTS))
    return SpanScores(empty, {}, None, None, reason, signature)


_FREE = frozenset({Scheme.IO, Scheme.IOB1})  # schemes in which an `I-X` may begin an entity


@dataclass(frozen=True, slots=True)
class ComparedTags:
    """Tags of both sides, sentence by sentence, with the scheme of their strict reading.

    `read_as` says how they were read, in words; `cautions` what else could be meant.
    """

    gold: Sequence[Sequence[str]]
    predicted: Sequence[Sequence[str]]
    scheme: Scheme
    read_as: str
    cautions: tuple[str, ...]


def compared_tags(gold: TagReading, predicted: TagReading) -> ComparedTags:
    """Return the tags of gold and prediction in the scheme of the gold.

    If each side is written as another scheme asks, both are read as entities and written in IOB2.
    """
    cautions = [*_of_side("gold", gold), *_of_side("prediction", predicted)]
    if gold.bare or predicted.bare:
        if gold.scheme is None or predicted.scheme is None or gold.scheme is predicted.scheme:
            scheme = gold.scheme or predicted.scheme or Scheme.IOB2
            read_as = f"tags without a letter, {scheme}"
            return ComparedTags(gold.iob2(), predicted.iob2(), Scheme.IOB2, read_as, tuple(cautions))
        return _own_schemes(gold, predicted, cautions)
    shared = _shared_scheme(gold, predicted)
    if shared is None:
        return _own_schemes(gold, predicted, cautions)
    if shared not in _FREE and predicted.scheme in _FREE and not predicted.strays and predicted.letters:
        cautions.append(
            f"All spans of the prediction begin with I-, as in {predicted.scheme}; strict {shared} counts "
            "none of them. The lenient numbers do."
        )
    if strict := strays(gold.tags, shared):
        other = " --scheme IOB1 reads them otherwise." if shared is Scheme.IOB2 else ""
        cautions.append(
            f"{strict} of {sum(tag.letter != 'O' for row in gold.tags for tag in row)} tags of the gold do "
            f"not follow {shared}: the strict scores exclude their spans.{other}"
        )
    return ComparedTags(
        _joined(gold.tags), _joined(predicted.tags), shared, f"tags in {shared}", tuple(cautions)
    )


def _shared_scheme(gold: TagReading, predicted: TagReading) -> Scheme | None:
    """Return the scheme that both sides are in, None if each is in its own."""
    if gold.scheme is None or predicted.scheme is None or gold.scheme is predicted.scheme:
        return gold.scheme or predicted.scheme or Scheme.IOB2
    both = best_scheme((*gold.tags, *predicted.tags))
    if gold.strays:
        return both
    fits_alone = not predicted.strays and predicted.letters != {"I"}
    candidates = [one for one in Scheme if best_scheme((*gold.tags, *predicted.tags), (one,))]
    candidates = [one for one in candidates if one is not Scheme.BARE and not strays(gold.tags, one)]
    best = best_scheme((*gold.tags, *predicted.tags), candidates)
    if best is None or (fits_alone and strays(predicted.tags, best)):
        return None
    return best


def _own_schemes(gold: TagReading, predicted: TagReading, cautions: Sequence[str]) -> ComparedTags:
    caution = (
        f"The gold is in {gold.scheme} and the prediction in {predicted.scheme}: each was read in its own "
        "scheme, and strict numbers are of the spans that result."
    )
    read_as = f"tags in {gold.scheme} (gold) and {predicted.scheme} (prediction)"
    return ComparedTags(gold.iob2(), predicted.iob2(), Scheme.IOB2, read_as, (caution, *cautions))


def _of_side(side: str, reading: TagReading) -> list[str]:
    cautions = []
    if reading.joined:
        cautions.append(
            f"Tags without prefix in the {side}: {reading.joined} tokens were joined with the token before "
            "them, which has the same tag. With --bare each token is a span."
        )
    elif reading.bare and reading.scheme is Scheme.BARE:
        cautions.append(
            f"Tags without prefix in the {side}, and none is O: each token is a span, as with --bare."
        )
    if reading.zeros:
        cautions.append(f"{reading.zeros} tags of the {side}, such as o or _, were read as O.")
    return cautions


def _joined(tags: Sequence[Sequence[SchemeTag]]) -> list[list[str]]:
    return [list(map(str, row)) for row in tags]
