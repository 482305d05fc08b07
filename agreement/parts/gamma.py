"""Gamma: agreement on spans whose boundaries are soft, by the best alignment of what annotators marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import TypeAlias

import numpy as np
import scipy

from aloi.agreement.diagnosis.figures import of_error, ratio
from aloi.agreement.drawing import Clusters
from aloi.agreement.intervals.score import UNANIMOUS, unanimous_low
from aloi.agreement.parts.spans import Span, SpanDocument
from aloi.agreement.result import Interval
from aloi.base.arrays import Floats
from aloi.base.terms import Phrase

NO_SPANS = Phrase("reason-no-spans", "no spans")
TOO_MANY = Phrase("reason-too-many-spans", "too many spans of too many annotators for exact alignments")
SAMPLES = 30
_MOST_GROUPS = 200_000
_TINY = 1e-9
_HALF = 0.5
# The span of each annotator that an alignment puts together, None for an annotator without one.
Group: TypeAlias = tuple[Span | None, ...]


_NO_DISAGREEMENT_POSSIBLE = Phrase("reason-no-disagreement-possible", "no disagreement is possible")


class TooManyError(Exception):
    """More groups than an exact alignment can weigh."""


@dataclass(frozen=True, slots=True)
class Gamma:
    """Gamma of some texts, None where nothing was marked; the interval resamples whole texts."""

    value: float | None
    observed: float | None
    expected: float | None
    interval: Interval | None
    documents: int
    reason: str | None


def gamma(
    documents: Sequence[SpanDocument],
    lengths: Mapping[str, int],
    *,
    samples: int = SAMPLES,
    intervals: bool = True,
    seed: int = 0,
) -> Gamma:
    """Return gamma (Mathet, Widlöcher and Métivier 2015), at most 1; 0 is the value expected by chance.

    An alignment puts each span in one group, at most one of each annotator. The disorder of a group is the
    mean over pairs of annotators of ((|start - start| + |end - end|) / (length + length))^2. Add 1 if labels
    differ; a pair of which one annotator has no span has a disorder of 1. The disorder of a text is the
    smallest sum over its groups. Chance is the disorder of the same annotations after each annotator's are
    drawn at random and rotated by random distances that differ (paper, section 5.2).

    Parameters
    ----------
    lengths : mapping from document to int
        Characters of each text.
    samples, seed : int
        Chance continua per text, and their random seed.
    intervals : bool
        Whether to compute the interval of gamma: that of its disorder in relation to chance, with texts
        excluded in turn.

    Notes
    -----
    Disorders are summed over texts before they are divided: long texts count in proportion to their spans.
    Texts without a span, or with one annotator, add nothing. A discontinuous span runs from its first to its
    last character. Best alignments are exact: by assignment; for more than two annotators, by integer
    programming.

    >>> from aloi.agreement.parts.spans import Span, SpanDocument
    >>> same = {"a": (Span(0, 5, "x"), Span(20, 30, "y")), "b": (Span(0, 5, "x"), Span(20, 30, "y"))}
    >>> gamma([SpanDocument("d", same)], {"d": 100}, intervals=False).value
    1.0
    """
    used = [one for one in documents if len(one.answers) >= 2 and any(one.answers.values())]
    if not used:
        return Gamma(None, None, None, None, 0, NO_SPANS)
    try:
        seen, chance = _disorders(used, lengths, samples, np.random.default_rng(seed))
    except TooManyError:
        return Gamma(None, None, None, None, len(used), TOO_MANY)
    if chance.sum() <= _TINY:
        return Gamma(None, None, None, None, len(used), _NO_DISAGREEMENT_POSSIBLE)
    value = 1 - float(seen.sum() / chance.sum())
    interval = _interval(used, seen, chance) if intervals else None
    return Gamma(value, float(seen.sum()), float(chance.sum()), interval, len(used), None)


def _interval(documents: Sequence[SpanDocument], seen: Floats, chance: Floats) -> Interval | None:
    """Return the interval of gamma, from that of the disorder over texts in relation to chance.

    No alignment is worse than none: of few texts the interval would reach below what gamma can be. Where
    nobody disagrees it is the exact one of how many texts may be disputed.
    """
    if seen.sum() <= _TINY:
        return Interval(unanimous_low(len(documents), 1.0), 1.0, UNANIMOUS)
    ends = ratio(seen, chance, Clusters(len(seen)), len(seen), "", of_error).interval
    if ends is None:
        return None
    least = 1 - sum(map(_alone, documents)) / float(chance.sum())
    value = 1 - float(seen.sum() / chance.sum())
    return replace(ends, low=max(1 - ends.high, least), high=1 - ends.low).around(value)


def _alone(document: SpanDocument) -> float:
    """Return the disorder of a text where no span is put beside another."""
    lines: list[tuple[Span, ...]] = [()] * len(document.answers)
    marked = [line for line in document.answers.values() if line]
    return sum(disorder([line, *lines[1:]]) for line in marked)


def _disorders(
    documents: Sequence[SpanDocument],
    lengths: Mapping[str, int],
    samples: int,
    generator: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Return the observed disorder of each text (N,) and the mean one of chance."""
    seen, chance = np.zeros(len(documents)), np.zeros(len(documents))
    for index, document in enumerate(documents):
        lines = [tuple(document.answers[name]) for name in sorted(document.answers)]
        seen[index] = disorder(lines)
        drawn = [disorder(chance_continuum(lines, lengths[document.id], generator)) for _ in range(samples)]
        chance[index] = float(np.mean(drawn))
    return seen, chance


def disorder(lines: Sequence[Sequence[Span]]) -> float:
    """Return the disorder of the best alignment of what annotators marked, summed over its groups."""
    return best_alignment(lines)[0]


def best_alignment(lines: Sequence[Sequence[Span]]) -> tuple[float, list[Group]]:
    """Return the smallest disorder of an alignment, and its groups: the span of each annotator, or None."""
    if len(lines) == 2:
        return _of_two(*lines)
    return _of_many(lines)


def _apart(first: Sequence[Span], second: Sequence[Span]) -> Floats:
    """Return the dissimilarity of every two spans, shape (N, M)."""
    ends = [
        np.array([(one.start, one.parts[-1][1]) for one in line], dtype=float) for line in (first, second)
    ]
    starts_, lasts = (np.subtract.outer(ends[0][:, at], ends[1][:, at]) for at in (0, 1))
    length = np.add.outer(*(one[:, 1] - one[:, 0] for one in ends))
    labels = np.array([[a.label != b.label for b in second] for a in first], dtype=float)
    return np.asarray(((np.abs(starts_) + np.abs(lasts)) / length) ** 2 + labels)


def _of_two(first: Sequence[Span], second: Sequence[Span]) -> tuple[float, list[Group]]:
    if not first or not second:
        return float(len(first) + len(second)), [(None, span) for span in (*first, *second)]
    # Two spans together cost what they differ by, apart 2: only what is gained is to be assigned.
    gain = np.minimum(_apart(first, second) - 2.0, 0.0)
    rows, columns = scipy.optimize.linear_sum_assignment(gain)
    better = gain[rows, columns] < 0
    pairs = dict(zip(rows[better].tolist(), columns[better].tolist(), strict=True))
    groups: list[Group] = [(first[row], second[column]) for row, column in pairs.items()]
    groups += [(span, None) for row, span in enumerate(first) if row not in pairs]
    groups += [(None, span) for column, span in enumerate(second) if column not in {*pairs.values()}]
    return float(gain[rows, columns].sum()) + len(first) + len(second), groups


def _of_many(lines: Sequence[Sequence[Span]]) -> tuple[float, list[Group]]:
    if not any(lines):  # a chance continuum of annotators who marked nothing
        return 0.0, []
    pairs = list(combinations(range(len(lines)), 2))
    apart = {(a, b): _apart(lines[a], lines[b]) for a, b in pairs if lines[a] and lines[b]}
    groups = _groups(lines, apart, len(pairs))
    cost = np.array([one for one, _ in groups])
    offset = np.cumsum([0, *map(len, lines)])
    rows, columns = [], []
    for at, (_, members) in enumerate(groups):
        for line, span in enumerate(members):
            if span is not None:
                rows.append(offset[line] + span)
                columns.append(at)
    once = scipy.sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(offset[-1], len(groups)))
    solution = scipy.optimize.milp(
        cost,
        constraints=scipy.optimize.LinearConstraint(once, 1, 1),
        integrality=np.ones(len(groups), dtype=np.int64),
        bounds=scipy.optimize.Bounds(0, 1),
    )
    if solution.fun is None:  # an alignment always exists: the spans alone
        raise RuntimeError(solution.message)
    chosen = [members for (_, members), weight in zip(groups, solution.x, strict=True) if weight > _HALF]
    spans: list[Group] = [
        tuple(None if member is None else line[member] for line, member in zip(lines, members, strict=True))
        for members in chosen
    ]
    return max(0.0, float(solution.fun)), spans


def _groups(
    lines: Sequence[Sequence[Span]], apart: Mapping[tuple[int, int], Floats], pairs: int
) -> list[tuple[float, tuple[int | None, ...]]]:
    """Return the groups of a possible best alignment: those that cost no more than their spans alone, 1 each.

    Members are added annotator by annotator. Groups whose cost can only grow are dropped early.
    """
    people = len(lines)
    partial: list[tuple[float, int, tuple[int | None, ...]]] = [(0.0, 0, ())]
    for line in range(people):
        grown = []
        for (cost, n_spans, members), span in product(partial, [None, *range(len(lines[line]))]):
            more = 0.0
            for other, member in enumerate(members):
                both = member is not None and span is not None
                more += float(apart[other, line][member, span]) if both else 1.0
            now, size = cost + more / pairs, n_spans + (span is not None)
            if now <= size + people - 1 - line + _TINY:
                grown.append((now, size, (*members, span)))
        partial = grown
        if len(partial) > _MOST_GROUPS:
            raise TooManyError
    return [(cost, members) for cost, held, members in partial if held and cost <= held + _TINY]


def chance_continuum(
    lines: Sequence[Sequence[Span]], length: int, generator: np.random.Generator
) -> list[tuple[Span, ...]]:
    """Return a chance continuum: for each annotator one of them, turned round by a random distance."""
    spans = [span for line in lines for span in line]
    least = float(np.mean([span.parts[-1][1] - span.start for span in spans])) / 2
    pivots: list[float] = []
    continuum = []
    for _ in lines:
        for _ in range(100):
            pivot = float(generator.uniform(0, length))
            if all(min(abs(pivot - one), length - abs(pivot - one)) >= least for one in pivots):
                break
        pivots.append(pivot)
        line = lines[int(generator.integers(len(lines)))]
        continuum.append(tuple(_moved(span, round(pivot), length) for span in line))
    return continuum


def _moved(span: Span, by: int, length: int) -> Span:
    """Return a span so many characters further on; one that begins beyond the end begins at the start."""
    width = span.parts[-1][1] - span.start
    start = (span.start + by) % max(length, 1)
    return Span(start, start + width, span.label)
