"""Scores of tagged sentences: precision, recall and F1 of spans, lenient and strict, whole and by type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agreement.result import Interval, sign
from corpora.model import Json
from errors import AloiError
from evaluation.metrics.f1 import f1
from evaluation.metrics.seqeval import Scheme, Span, fits, has_prefix, lenient_spans, strict_spans
from evaluation.resampling import resampling_method, sentence_intervals

Floats = NDArray[np.float64]
PARTS = ("precision", "recall", "f1")
UNITS = ("sentence", "document")
NO_SPAN = "neither the gold nor the prediction has a span"


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
        bounds: dict[str, Json] = {
            part: [one.low, one.high] if one else None for part, one in self.interval.items()
        }
        return {
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "support": self.support,
            "predicted": self.predicted,
            "ci": bounds,
        }


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
        Why there are no numbers.
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
        return {
            **self.micro.to_json(),
            "macro": None if self.macro is None else dict(self.macro),
            "weighted": None if self.weighted is None else dict(self.weighted),
            "by_type": by_type,
            "reason": self.reason,
            "signature": self.signature,
        }


@dataclass(frozen=True, slots=True)
class TagScores:
    """The scores of a tagger; `accuracy` is the share of tokens with the tag of the gold.

    `caution` says what is wrong with the tags, None where nothing is.
    """

    sentences: int
    tokens: int
    accuracy: float
    scheme: Scheme
    lenient: SpanScores
    strict: SpanScores
    caution: str | None

    def to_json(self) -> dict[str, Json]:
        """Return the document of `aloi score tags --json`; its first three numbers are the lenient ones."""
        return {
            "precision": self.lenient.micro.precision,
            "recall": self.lenient.micro.recall,
            "f1": self.lenient.micro.f1,
            "sentences": self.sentences,
            "tokens": self.tokens,
            "accuracy": self.accuracy,
            "scheme": self.scheme.value,
            "lenient": self.lenient.to_json(),
            "strict": self.strict.to_json(),
            "caution": self.caution,
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
    draws = _Draws(documents, replicates, seed)
    method = resampling_method(replicates, seed, draws.unit)
    facts: dict[str, object] = {"sentences": len(gold), "tokens": tokens}
    pairs = [(lenient_spans(one), lenient_spans(other)) for one, other in zip(gold, predicted, strict=True)]
    lenient = _scores(pairs, sign("seqeval_f1", {"scheme": "none", **facts}, None, method), draws)
    every = {tag for side in (gold, predicted) for tags in side for tag in tags}
    strange = sorted(tag for tag in every if not fits(tag, scheme))
    signature = sign("seqeval_strict_f1", {"scheme": scheme.value, **facts}, None, method)
    if strange:
        strict = _undefined(f"{', '.join(strange[:5])}: not of the scheme {scheme}", signature)
    else:
        pairs = [
            (strict_spans(one, scheme), strict_spans(other, scheme))
            for one, other in zip(gold, predicted, strict=True)
        ]
        strict = _scores(pairs, signature, draws)
    same = sum(
        a == b for one, other in zip(gold, predicted, strict=True) for a, b in zip(one, other, strict=True)
    )
    return TagScores(len(gold), tokens, same / tokens, scheme, lenient, strict, _caution(every, scheme))


class _Draws(NamedTuple):
    """How intervals are drawn: `documents` gives that of each sentence, None to draw sentences."""

    documents: Sequence[str] | None
    replicates: int
    seed: int

    @property
    def unit(self) -> str:
        """What is drawn, in the plural."""
        return "sentences" if self.documents is None else "documents"

    def intervals(self, counts: Floats) -> list[Interval | None]:
        """Return the intervals of the three numbers of each type, from counts of shape (N, T, 3)."""
        if not self.replicates:
            return [None] * (3 * counts.shape[1])
        if self.documents is not None:
            _, place = np.unique(np.array(self.documents), return_inverse=True)
            summed = np.zeros((place.max() + 1, *counts.shape[1:]))
            np.add.at(summed, place, counts)
            counts = summed
        return sentence_intervals(counts, _flat, self.replicates, self.seed, self.unit)


def _caution(tags: set[str], scheme: Scheme) -> str | None:
    """Return what the lenient numbers suffer from, or None."""
    bare = sorted(tag for tag in tags if not has_prefix(tag) and not fits(tag, scheme))
    if not bare:
        return None
    return (
        f"Tags without prefix ({', '.join(bare[:5])}): the lenient reading takes their first letter for one, "
        "and its numbers are wrong. Give every tag the prefix B-, as parts of speech have it (--bare)."
    )


def _check(gold: Sequence[Sequence[str]], predicted: Sequence[Sequence[str]]) -> int:
    """Return the number of tokens, or raise AloiError where the two sides do not fit."""
    todo = "Give the prediction for the same sentences, in the same order."
    if len(gold) != len(predicted):
        raise AloiError(
            f"The gold has {len(gold)} sentences and the prediction {len(predicted)}.",
            "As many on both sides were expected.",
            todo,
        )
    for place, (one, other) in enumerate(zip(gold, predicted, strict=True), start=1):
        if len(one) != len(other):
            raise AloiError(
                f"Sentence {place} has {len(one)} tokens in the gold and {len(other)} in the prediction.",
                "A tag for each token of the gold was expected.",
                todo,
            )
    tokens = sum(map(len, gold))
    if not tokens:
        raise AloiError("The gold has no token.", "At least one was expected.", "Check the file.")
    return tokens


def _scores(
    pairs: Sequence[tuple[Sequence[Span], Sequence[Span]]], signature: str, draws: _Draws
) -> SpanScores:
    """Return the scores of spans, sentence by sentence: those of the gold and those predicted."""
    kinds = sorted({span.type for pair in pairs for side in pair for span in side})
    if not kinds:
        return _undefined(NO_SPAN, signature)
    place = {kind: at for at, kind in enumerate(kinds)}
    counts = np.zeros((len(pairs), len(kinds), 3))
    for row, (gold, predicted) in enumerate(pairs):
        for column, spans in enumerate((set(gold) & set(predicted), set(predicted), set(gold))):
            for span in spans:
                counts[row, place[span.type], column] += 1
    # The last row stands for all types together.
    counts = np.concatenate([counts, counts.sum(axis=1, keepdims=True)], axis=1)
    found = draws.intervals(counts)
    total = counts.sum(axis=0)
    values = f1(total)
    made = [_one(values[at], total[at], found[3 * at : 3 * at + 3]) for at in range(len(kinds) + 1)]
    support = total[:-1, 2]
    plain = values[:-1].mean(axis=0)
    weighted = support @ values[:-1] / support.sum() if support.sum() else np.zeros(3)
    return SpanScores(
        made[-1],
        dict(zip(kinds, made, strict=False)),
        dict(zip(PARTS, map(float, plain), strict=True)),
        dict(zip(PARTS, map(float, weighted), strict=True)),
        None,
        signature,
    )


def _flat(counts: Floats) -> Floats:
    return f1(counts).reshape(len(counts), -1)


def _one(values: Floats, counts: Floats, intervals: Sequence[Interval | None]) -> SpanScore:
    precision, recall, both = map(float, values)
    return SpanScore(
        precision, recall, both, int(counts[2]), int(counts[1]), dict(zip(PARTS, intervals, strict=True))
    )


def _undefined(reason: str, signature: str) -> SpanScores:
    empty = SpanScore(None, None, None, 0, 0, dict.fromkeys(PARTS))
    return SpanScores(empty, {}, None, None, reason, signature)
