"""People and systems on the same targets: the other annotators' answers, each annotator excluded in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aloi.agreement.result import Interval, sign
from aloi.annotation.rows import LinkedMention, ScoredPair
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.evaluation.comparison.paired import bootstrap
from aloi.evaluation.metrics import metric
from aloi.evaluation.metrics.base import Metric, Sums
from aloi.evaluation.resampling import REPLICATES, SEED, Measured, interval, measured, percentile_method
from aloi.evaluation.rows import Answer, EvaluationSet
from aloi.evaluation.scores import set_facts

_NO_ANNOTATOR_HAS = Phrase("reason-no-annotator-has", "no annotator has a value")
_NO_ITEM_HAS = Phrase("reason-no-item-has", "no item has the answers of two annotators")


@dataclass(frozen=True, slots=True)
class AnnotatorScore:
    """One annotator against the others, on the items they share; None with a reason."""

    annotator: str
    value: float | None
    reason: str | None
    items: int


@dataclass(frozen=True, slots=True)
class SystemOnTargets:
    """A system on the targets that people are compared with, and its difference from people.

    `difference` is the system's value minus that of people, with a 95 % interval and a two-sided p; None with
    a reason.
    """

    name: str
    value: float | None
    interval: Interval | None
    difference: float | None
    difference_interval: Interval | None
    p: float | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class PeopleScores:
    """The scores of people and systems, both compared with the other annotators.

    Parameters
    ----------
    value : float or None
        Mean over the annotators that have a value; None with a reason.
    interval : Interval or None
        95 %, over the items; the annotators are fixed.
    items : int
        Items with at least two answers.
    systems : tuple of SystemOnTargets
        In the given order: each against the targets of all annotators, averaged as the annotators are.
    """

    metric: str
    value: float | None
    reason: str | None
    interval: Interval | None
    annotators: tuple[AnnotatorScore, ...]
    items: int
    systems: tuple[SystemOnTargets, ...]
    signature: str


@dataclass(frozen=True, slots=True)
class _Target:
    """The target of one annotator: positions among the shared items, and the answers of the others."""

    places: NDArray[np.intp]
    others: Sequence[Answer]


def people_and_systems(
    gold: EvaluationSet,
    systems: Mapping[str, Sequence[Sequence[Answer]]],
    *,
    metric_name: str,
    replicates: int = REPLICATES,
    seed: int = SEED,
) -> PeopleScores:
    """Return how near each annotator is to the others, and each system on the very same targets.

    An annotator takes the role of the system, and the others take that of the gold, on the items that the
    annotator and at least one other answered. The target of scores is the others' mean; the target of other
    kinds is their most frequent answer. An item with several equally frequent answers is excluded for that
    annotator. The target is noisier than the gold, for people and systems alike. Compare a system's value
    with that of people, not with its score on the gold.

    Parameters
    ----------
    gold : EvaluationSet
        Its provenance contains the answers; items with fewer than two are excluded.
    systems : mapping
        Name -> by seed, an answer for each row in the order of `gold.ids`.
    replicates : int
        Resamples of the items; 0 for no interval.

    Raises
    ------
    AloiError
        An answer that is not finite, or an unknown metric.
    """
    rows = [at for at, one in enumerate(gold.provenance) if len(one.answers) > 1]
    part = gold.part(rows)
    shared = [one.answers for one in part.provenance]
    scored = metric(metric_name)
    annotators, targets, own_sums = _annotators(shared, scored, gold)
    facts = {**set_facts(gold), "items": len(shared), "annotators": len(annotators), "against": "others"}
    if not targets:
        reason = _NO_ANNOTATOR_HAS if annotators else _NO_ITEM_HAS
        signature = sign(f"people-{metric_name}", facts, None, "none")
        return PeopleScores(metric_name, None, reason, None, annotators, len(shared), (), signature)
    people = measured([_mean_of(targets, own_sums, len(rows))], part.units, replicates, seed)
    ends = interval(scored, people, part.units, seed) if replicates else None
    method = ends.method if ends else percentile_method(replicates, seed, part.units.drawn)
    signature = sign(f"people-{metric_name}", facts, None, method)
    against = tuple(
        _on_targets(name, scored, gold, part, rows, targets, seeds, people, replicates, seed)
        for name, seeds in systems.items()
    )
    return PeopleScores(metric_name, people.value, None, ends, annotators, len(shared), against, signature)


def _annotators(
    shared: Sequence[Mapping[str, Answer]], scored: Metric, gold: EvaluationSet
) -> tuple[tuple[AnnotatorScore, ...], list[_Target], list[Sums]]:
    """Return each annotator against the others, and of those with a value the target and the sums."""
    scores, targets, own_sums = [], [], []
    for person in sorted({person for answers in shared for person in answers}):
        places, person_answers, others = _against_others(person, shared, gold.kind)
        sums = scored.sums(others, [person_answers], gold.low, gold.high)[0]
        scores.append(AnnotatorScore(person, sums.observed, sums.reason, len(places)))
        if sums.observed is not None:
            targets.append(_Target(np.array(places, dtype=np.intp), others))
            own_sums.append(sums)
    return tuple(scores), targets, own_sums


def _on_targets(
    name: str,
    scored: Metric,
    gold: EvaluationSet,
    part: EvaluationSet,
    rows: Sequence[int],
    targets: Sequence[_Target],
    seeds: Sequence[Sequence[Answer]],
    people: Measured,
    replicates: int,
    seed: int,
) -> SystemOnTargets:
    """Return a system on the targets of all annotators, compared with people."""
    sides = []
    for answers in seeds:
        sums = [
            scored.sums(target.others, [[answers[rows[at]] for at in target.places]], gold.low, gold.high)[0]
            for target in targets
        ]
        sides.append(_mean_of(targets, sums, len(rows)))
    system = measured(sides, part.units, replicates, seed)
    if system.value is None or people.value is None or not replicates:
        apart = None if None in (system.value, people.value) else system.value - people.value  # type: ignore[operator]
        return SystemOnTargets(name, system.value, None, apart, None, None, system.reason)
    against = bootstrap(system, people, part.units, seed)
    return SystemOnTargets(
        name,
        system.value,
        interval(scored, system, part.units, seed),
        against.difference,
        against.interval,
        against.p,
        against.reason,
    )


def _mean_of(targets: Sequence[_Target], sums: Sequence[Sums], items: int) -> Sums:
    """Return the mean over annotators as a metric of the shared items."""
    lost = next((target_sums for target_sums in sums if target_sums.observed is None), None)
    if lost is not None:
        return Sums.undefined(items, lost.reason)

    def drawn(times: Floats) -> Floats:
        table = np.full((len(sums), len(times)), np.nan)
        for at, (target, target_sums) in enumerate(zip(targets, sums, strict=True)):
            target_times = times[:, target.places]
            some = target_times.sum(axis=1) > 0
            table[at, some] = (
                target_sums.value(target_times[some] @ target_sums.parts)
                if target_sums.drawn is None
                else target_sums.drawn(target_times[some])
            )
        # A resample counts only if every annotator has a value in it: otherwise means of other people mix.
        return np.asarray(table.mean(axis=0))

    value = float(np.mean([target_sums.observed for target_sums in sums if target_sums.observed is not None]))
    return Sums(
        np.zeros((items, 1)), lambda sums_of_rows: np.full(len(sums_of_rows), np.nan), value, None, drawn
    )


def _against_others(
    person: str, shared: Sequence[Mapping[str, Answer]], kind: str
) -> tuple[list[int], list[Answer], list[Answer]]:
    """Return the places of a person's items, the person's answers there, and those of the others together."""
    places, person_answers, others = [], [], []
    for index, answers in enumerate(shared):
        if person not in answers:
            continue
        rest = _together([value for name, value in answers.items() if name != person], kind)
        if rest is not None:
            places.append(index)
            person_answers.append(_answered(answers[person], kind))
            others.append(rest)
    return places, person_answers, others


def _answered(answer: Answer, kind: str) -> Answer:
    """Return what an annotator said as a system would answer it: a linked concept is the first candidate."""
    if kind == LinkedMention.__name__ and isinstance(answer, tuple):
        return (tuple(map(str, answer)),)
    if isinstance(answer, float) and not np.isfinite(answer):
        raise AloiError("aloi.not-finite", name=Term("annotator-answer"))
    return answer


def _together(answers: Sequence[Answer], kind: str) -> Answer | None:
    """Return the mean of scores, or the most frequent answer; None where several are equally frequent."""
    if kind == ScoredPair.__name__:
        return float(np.mean(np.array([_answered(one, kind) for one in answers], dtype=np.float64)))
    ordered = Counter(answers).most_common(2)
    if len(ordered) > 1 and ordered[0][1] == ordered[1][1]:
        return None
    return ordered[0][0]
