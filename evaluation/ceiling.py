"""The human ceiling: each annotator's scores against the mean of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agreement.result import Interval, sign
from errors import AloiError
from evaluation.evaluate import value, values

Floats = NDArray[np.float64]

_CELLS = 1_000_000


@dataclass(frozen=True, slots=True)
class AnnotatorScore:
    """One annotator against the mean of the others, on the items they share; None with a reason."""

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


def human_ceiling(
    answers: Sequence[Mapping[str, float]],
    low: float,
    high: float,
    *,
    metric_name: str = "spearman",
    replicates: int = 1000,
    seed: int = 0,
) -> Ceiling:
    """Return how near each annotator comes to the mean of the others.

    The annotator takes the place of the system and the others' mean that of the gold, on the items that
    the annotator and at least one other answered. It is a ceiling of sorts: the others' mean is noisier
    than the gold, into which the annotator's own answer also went, so a system can pass it.

    Parameters
    ----------
    answers : sequence of N mappings
        Pseudonym -> score of each item, on the scale low..high; items with fewer than two are left out.
    replicates : int
        Resamples of the items; 0 for no interval.

    Raises
    ------
    AloiError
        An answer that is not finite, or an unknown metric.
    """
    table, people = _table(answers)
    sides = [_sides(table, place) for place in range(len(people))]
    found = []
    for person, (place, own, others) in zip(people, sides, strict=True):
        score = value(metric_name, others, own, low, high)
        found.append(AnnotatorScore(person, score.value, score.reason, len(place)))
    known = [one.value for one in found if one.value is not None]
    facts = {"scale": f"{low:g}..{high:g}", "items": len(table), "annotators": len(people)}
    method = f"bootstrap-percentile-items-{replicates}-seed{seed}" if replicates else "none"
    signature = sign(f"ceiling-{metric_name}", facts, None, method)
    if not known:
        reason = "no annotator has a value" if found else "no item has the answers of two annotators"
        return Ceiling(metric_name, None, reason, None, tuple(found), len(table), signature)
    spread = None
    if replicates:
        used = [side for side, one in zip(sides, found, strict=True) if one.value is not None]
        spread = _interval(metric_name, used, len(table), low, high, replicates, seed)
    return Ceiling(
        metric_name,
        float(np.mean(known)),
        None,
        Interval(*spread, method) if spread else None,
        tuple(found),
        len(table),
        signature,
    )


def _table(answers: Sequence[Mapping[str, float]]) -> tuple[Floats, list[str]]:
    """Return the answers of items with at least two, (N, A), NaN for none; and who the columns are."""
    shared = [one for one in answers if len(one) > 1]
    people = sorted({person for one in shared for person in one})
    table = np.array([[one.get(person, np.nan) for person in people] for one in shared], dtype=np.float64)
    given = sum(map(len, shared))
    if int(np.isfinite(table).sum()) != given:
        raise AloiError(
            "An annotator's answer is NaN or infinite.", "Finite scores were expected.", "Correct it."
        )
    return table.reshape(len(shared), len(people)), people


def _sides(table: Floats, place: int) -> tuple[NDArray[np.intp], Floats, Floats]:
    """Return the rows an annotator answered, their answers, and the mean of the others'."""
    rows = np.flatnonzero(~np.isnan(table[:, place]))
    return rows, table[rows, place], np.nanmean(np.delete(table[rows], place, axis=1), axis=1)


def _interval(
    metric_name: str,
    sides: Sequence[tuple[NDArray[np.intp], Floats, Floats]],
    items: int,
    low: float,
    high: float,
    replicates: int,
    seed: int,
) -> tuple[float, float] | None:
    generator = np.random.default_rng(seed)
    rows = max(1, _CELLS // items)
    means: list[Floats] = []
    for start in range(0, replicates, rows):
        times = generator.multinomial(items, np.full(items, 1 / items), size=min(rows, replicates - start))
        table = np.full((len(sides), len(times)), np.nan)
        for at, (place, own, others) in enumerate(sides):
            drawn = times[:, place]
            some = drawn.sum(axis=1) > 0
            table[at, some] = values(metric_name, others, own, drawn[some], low, high)
        # A resample counts only if every annotator has a value in it: otherwise means of other people mix.
        means.append(table.mean(axis=0))
    found = np.concatenate(means)
    found = found[~np.isnan(found)]
    if len(found) * 2 <= replicates:
        return None
    ends = np.quantile(found, [0.025, 0.975])
    return float(ends[0]), float(ends[1])
