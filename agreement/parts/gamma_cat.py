"""Gamma-cat and gamma of a category: agreement on the labels of spans that the alignment of gamma matches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import numpy as np

from aloi.agreement.diagnosis.figures import Figure, figure, of_number, undefined
from aloi.agreement.drawing import Clusters, SumStatistic
from aloi.agreement.measures.base import divide
from aloi.agreement.parts.gamma import (
    NO_SPANS,
    SAMPLES,
    TOO_MANY,
    Group,
    TooManyError,
    best_alignment,
    chance_continuum,
)
from aloi.agreement.parts.spans import Span, SpanDocument
from aloi.agreement.result import ONE_CATEGORY
from aloi.base.arrays import Floats
from aloi.base.terms import Phrase

REFERENCES = ("mathet2015unified", "mathet2017agreement")  # of gamma and gamma-cat
NOT_ALIGNED = Phrase("reason-no-aligned-spans", "no spans that the alignment puts together")


def gamma_cat(
    documents: Sequence[SpanDocument],
    lengths: Mapping[str, int],
    categories: Sequence[str] = (),
    *,
    samples: int = SAMPLES,
    intervals: bool = True,
    seed: int = 0,
) -> dict[str | None, Figure]:
    """Return gamma-cat (Mathet 2017), under None, and gamma-k of each category.

    In the best alignment of gamma, each two spans of a group whose labels differ are one disagreement. A
    pair weighs 1 / (n - 1), where n is the number of spans of its group, times 1 minus the dissimilarity of
    the positions, at least 0. Gamma-cat is 1 minus the weighted share of disagreements, over that share by
    chance: the mean over chance continua. Gamma-k counts the pairs of which at least one span has the
    category. Spans that nobody else marked do not count.

    Parameters
    ----------
    lengths : mapping from document to int
        Characters of each text.
    categories : sequence of str
        The categories of gamma-k.
    samples, seed : int
        Chance continua of each text, and their random seed.
    intervals : bool
        Whether to compute intervals, with texts excluded in turn.

    Notes
    -----
    Weights are summed over texts before they are divided. pygamma-agreement 0.5.9 counts each span without a
    partner as a disagreement too, which the paper does not.

    >>> from aloi.agreement.parts.spans import Span, SpanDocument
    >>> same = {"a": (Span(0, 5, "x"), Span(20, 30, "y")), "b": (Span(0, 5, "x"), Span(20, 30, "y"))}
    >>> gamma_cat([SpanDocument("d", same)], {"d": 100}, intervals=False)[None].value
    1.0
    """
    kinds: list[str | None] = [None, *categories]
    used = [one for one in documents if len(one.answers) >= 2 and any(one.answers.values())]
    if not used:
        return {kind: undefined(NO_SPANS) for kind in kinds}
    try:
        seen, chance = _weights(used, lengths, kinds, samples, np.random.default_rng(seed))
    except TooManyError:
        return {kind: undefined(TOO_MANY, len(used)) for kind in kinds}
    return {kind: _value(seen[:, at], chance[:, :, at], intervals=intervals) for at, kind in enumerate(kinds)}


def _value(seen: Floats, chance: Floats, *, intervals: bool) -> Figure:
    """Return a value from the disagreement and the weight of N texts: (N, 2), and (N, S, 2) by chance."""
    size, samples = chance.shape[:2]
    if seen[:, 1].sum() <= 0:
        return undefined(NOT_ALIGNED, size)

    def value(sums: Floats) -> Floats:
        observed = divide(sums[:, 0], sums[:, 1])
        drawn = sums[:, 2:].reshape(len(sums), samples, 2)
        shares = np.where(
            drawn[..., 1] > 0, drawn[..., 0] / np.where(drawn[..., 1] > 0, drawn[..., 1], 1), np.nan
        )
        defined = ~np.isnan(shares)
        expected = divide(np.nansum(shares, axis=1), defined.sum(axis=1).astype(np.float64))
        return np.where(expected > 0, 1 - divide(observed, expected), np.nan)

    terms = np.column_stack([seen, chance.reshape(size, -1)])
    law = of_number if intervals else None
    return figure(SumStatistic(terms, value), Clusters(size), size, ONE_CATEGORY, law)


def _weights(
    documents: Sequence[SpanDocument],
    lengths: Mapping[str, int],
    kinds: Sequence[str | None],
    samples: int,
    generator: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Return the disagreement and the weight of each text for each kind, (N, K, 2), and by chance."""
    seen = np.zeros((len(documents), len(kinds), 2))
    chance = np.zeros((len(documents), samples, len(kinds), 2))
    for index, document in enumerate(documents):
        lines = [tuple(document.answers[name]) for name in sorted(document.answers)]
        seen[index] = category_weights(best_alignment(lines)[1], kinds)
        for sample in range(samples):
            drawn = chance_continuum(lines, lengths[document.id], generator)
            chance[index, sample] = category_weights(best_alignment(drawn)[1], kinds)
    return seen, chance


def category_weights(groups: Iterable[Group], kinds: Sequence[str | None]) -> Floats:
    """Return the weighted disagreements and the weights of an alignment for each kind, (K, 2)."""
    sums = np.zeros((len(kinds), 2))
    for group in groups:
        spans = [span for span in group if span is not None]
        for first, second in combinations(spans, 2):
            weight = max(0.0, 1 - _position(first, second)) / (len(spans) - 1)
            counted = [kind is None or kind in (first.label, second.label) for kind in kinds]
            sums += np.outer(counted, (weight * (first.label != second.label), weight))
    return sums


def _position(first: Span, second: Span) -> float:
    """Return the dissimilarity of the positions of two spans, as gamma has it."""
    ends = [(span.start, span.parts[-1][1]) for span in (first, second)]
    moved = abs(ends[0][0] - ends[1][0]) + abs(ends[0][1] - ends[1][1])
    return float((moved / sum(end - start for start, end in ends)) ** 2)
