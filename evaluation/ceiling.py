"""The human ceiling: each annotator's answers against those of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agreement.result import Interval, sign
from aloi.arrays import Floats
from aloi.errors import AloiError
from annotation.rows import LinkedMention, ScoredPair
from evaluation.metrics import metric
from evaluation.metrics.base import Sums
from evaluation.resampling import LEVEL, REPLICATES, SEED, draws, percentile_method
from evaluation.rows import Answer, EvaluationSet
from evaluation.scores import set_facts


@dataclass(frozen=True, slots=True)
class AnnotatorScore:
    """One annotator against the others, on the items they share; None with a reason."""

    annotator: str
    value: float | None
    reason: str | None
    items: int


@dataclass(frozen=True, slots=True)
class Ceiling:
    """What a person reaches where a system is asked to reach the gold.

    Parameters
    ----------
    value : float or None
        Mean over the annotators that have a value; None with a reason.
    interval : Interval or None
        95 %, resampling the items; the annotators are taken as they are.
    items : int
        Items with at least two answers.
    """

    metric: str
    value: float | None
    reason: str | None
    interval: Interval | None
    annotators: tuple[AnnotatorScore, ...]
    items: int
    signature: str


@dataclass(frozen=True, slots=True)
class _Side:
    """One annotator: the places of the shared items they count on, and what the metric makes of them."""

    places: NDArray[np.intp]
    sums: Sums


def human_ceiling(
    gold: EvaluationSet, *, metric_name: str, replicates: int = REPLICATES, seed: int = SEED
) -> Ceiling:
    """Return how near each annotator comes to the others.

    The annotator takes the place of the system, and the others that of the gold, on the items that the
    annotator and at least one other answered: the others' mean for scores, and for other kinds their most
    frequent answer; an item where several are equally frequent is left out for that annotator. It is a
    ceiling of sorts: the others are noisier than the gold, into which the annotator's own answer also went,
    so a system can pass it.

    Parameters
    ----------
    gold : EvaluationSet
        Answers of annotators come from its provenance; items with fewer than two are left out.
    replicates : int
        Resamples of the items; 0 for no interval.

    Raises
    ------
    AloiError
        An answer that is not finite, or an unknown metric.
    """
    shared = [one.answers for one in gold.provenance if len(one.answers) > 1]
    people = sorted({person for answers in shared for person in answers})
    scored = metric(metric_name)
    sides, found = [], []
    for person in people:
        places, own, others = _against_others(person, shared, gold.kind)
        sums = scored.sums(others, [own], gold.low, gold.high)[0]
        found.append(AnnotatorScore(person, sums.observed, sums.reason, len(places)))
        if sums.observed is not None:
            sides.append(_Side(np.array(places, dtype=np.intp), sums))
    facts = {**set_facts(gold), "items": len(shared), "annotators": len(people)}
    method = percentile_method(replicates, seed, "items")
    signature = sign(f"ceiling-{metric_name}", facts, None, method)
    if not sides:
        reason = "no annotator has a value" if found else "no item has the answers of two annotators"
        return Ceiling(metric_name, None, reason, None, tuple(found), len(shared), signature)
    ends = _ends(sides, len(shared), replicates, seed) if replicates else None
    return Ceiling(
        metric_name,
        float(np.mean([one.sums.observed for one in sides])),
        None,
        Interval(*ends, method) if ends else None,
        tuple(found),
        len(shared),
        signature,
    )


def _against_others(
    person: str, shared: Sequence[Mapping[str, Answer]], kind: str
) -> tuple[list[int], list[Answer], list[Answer]]:
    """Return the places of a person's items, the person's answers there, and those of the others together."""
    places, own, others = [], [], []
    for place, answers in enumerate(shared):
        if person not in answers:
            continue
        rest = _together([value for name, value in answers.items() if name != person], kind)
        if rest is not None:
            places.append(place)
            own.append(_answered(answers[person], kind))
            others.append(rest)
    return places, own, others


def _answered(answer: Answer, kind: str) -> Answer:
    """Return what an annotator said as a system would answer it: a linked concept is the first candidate."""
    if kind == LinkedMention.__name__ and isinstance(answer, tuple):
        return (tuple(map(str, answer)),)
    if isinstance(answer, float) and not np.isfinite(answer):
        raise AloiError("evaluation.annotator-answer-nan-or-infinite")
    return answer


def _together(answers: Sequence[Answer], kind: str) -> Answer | None:
    """Return the mean of scores, or the most frequent answer; None where several are equally frequent."""
    if kind == ScoredPair.__name__:
        return float(np.mean(np.array([_answered(one, kind) for one in answers], dtype=np.float64)))
    ordered = Counter(answers).most_common(2)
    if len(ordered) > 1 and ordered[0][1] == ordered[1][1]:
        return None
    return ordered[0][0]


def _ends(sides: Sequence[_Side], items: int, replicates: int, seed: int) -> tuple[float, float] | None:
    """Return the ends of the interval of the mean over annotators; None where most resamples have none."""
    means: list[Floats] = []
    for times in draws(items, replicates, seed):
        table = np.full((len(sides), len(times)), np.nan)
        for at, side in enumerate(sides):
            drawn = times[:, side.places]
            some = drawn.sum(axis=1) > 0
            one = side.sums
            table[at, some] = (
                one.value(drawn[some] @ one.parts) if one.drawn is None else one.drawn(drawn[some])
            )
        # A resample counts only if every annotator has a value in it: otherwise means of other people mix.
        means.append(table.mean(axis=0))
    found = np.concatenate(means)
    found = found[~np.isnan(found)]
    if len(found) * 2 <= replicates:
        return None
    low, high = np.quantile(found, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)
