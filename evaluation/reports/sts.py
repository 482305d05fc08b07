"""Scores of a similarity system against gold: Spearman, Pearson and EDRM with intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from agreement.result import Interval, sign
from corpora.model import Json
from errors import AloiError
from evaluation.metrics.base import Score, Statistic
from evaluation.metrics.correlation import correlations, pearson, spearman
from evaluation.metrics.edrm import EdrmVariant, edrm_credits

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# Cells of the (replicates, items) table held at once: 8 MB a column of floats.
_CELLS = 1_000_000


@dataclass(frozen=True, slots=True)
class StsScores:
    """The scores of one system.

    `n` counts the gold items, `missing` those without an answer, `out_of_range` the answers outside
    the scale (before any clipping). EDRM stands on all n items, the correlations on the answered ones.
    """

    n: int
    spearman: Score
    pearson: Score
    edrm: Score
    edrm_variant: str
    out_of_range: int
    missing: int

    def to_json(self) -> dict[str, Json]:
        """Return the document that `aloi score sts --json` prints: plain values, then what qualifies them."""
        scores = (self.spearman, self.pearson, self.edrm)
        intervals: dict[str, Json] = {}
        for one in scores:
            intervals[one.metric] = [one.interval.low, one.interval.high] if one.interval else None
        first = next((one.interval for one in scores if one.interval), None)
        return {
            "n": self.n,
            "spearman": self.spearman.value,
            "pearson": self.pearson.value,
            "edrm": self.edrm.value,
            "edrm_variant": self.edrm_variant,
            "out_of_range": self.out_of_range,
            "missing": self.missing,
            "answered": self.n - self.missing,
            "p": {"spearman": self.spearman.p, "pearson": self.pearson.p},
            "ci": intervals,
            "ci_method": first.method if first else None,
            "reason": {one.metric: one.reason for one in scores if one.reason},
            "signature": {one.metric: one.signature for one in scores},
        }


def score_sts(
    gold: Mapping[str, float],
    predicted: Mapping[str, float | None],
    low: float,
    high: float,
    *,
    variant: str = EdrmVariant.FROM_SYSTEM.value,
    clipped: bool = False,
    replicates: int = 1000,
    seed: int = 0,
) -> StsScores:
    """Return Spearman, Pearson and EDRM of predictions, each with a 95 % interval.

    Parameters
    ----------
    gold : mapping
        Item id -> score in [low, high].
    predicted : mapping
        Item id -> score; None, or no entry, is a missing answer: 0 in EDRM, left out of correlations.
    variant, clipped
        See `evaluation.metrics.edrm`.
    replicates : int
        Bootstrap resamples of the items; 0 for no interval.
    seed : int
        Of the resampling. The order of items changes nothing.

    Raises
    ------
    AloiError
        No gold, ids unknown to the gold, NaN or infinite values, gold outside the scale, an unknown
        variant.
    """
    chosen = _variant(variant)
    _check(gold, predicted, low, high, replicates)
    ids = sorted(gold)
    reference = np.array([gold[one] for one in ids], dtype=np.float64)
    answers = np.array([_number(predicted.get(one)) for one in ids], dtype=np.float64)
    answered = ~np.isnan(answers)
    known, given = reference[answered], answers[answered]
    missing = int((~answered).sum())
    credit = edrm_credits(reference, answers, low, high, variant=chosen, clipped=clipped)
    method = f"bootstrap-percentile-items-{replicates}-seed{seed}" if replicates else "none"

    def correlation(name: str, found: Statistic, ranks: bool) -> Score:
        interval = None
        if found.value is not None:
            statistic = partial(_correlations_at, known, given, ranks)
            interval = _interval(len(known), replicates, seed, method, statistic)
        counts = {"scale": f"{low:g}..{high:g}", "items": len(ids), "answered": len(known), "clipped": "no"}
        return Score(
            name, found.value, found.reason, found.p, len(known), interval, sign(name, counts, None, method)
        )

    facts = {
        "variant": chosen.value,
        "scale": f"{low:g}..{high:g}",
        "items": len(ids),
        "missing-count-0": missing,
        "clipped": "yes" if clipped else "no",
    }
    interval = _interval(len(ids), replicates, seed, method, lambda at: credit[at].mean(axis=1))
    edrm = Score(
        "edrm", float(credit.mean()), None, None, len(ids), interval, sign("edrm", facts, None, method)
    )
    return StsScores(
        n=len(ids),
        spearman=correlation("spearman", spearman(known, given), True),
        pearson=correlation("pearson", pearson(known, given), False),
        edrm=edrm,
        edrm_variant=chosen.value + ("_clipped" if clipped else ""),
        out_of_range=int(((given < low) | (given > high)).sum()),
        missing=missing,
    )


def _interval(
    items: int, replicates: int, seed: int, method: str, statistic: Callable[[Integers], Floats]
) -> Interval | None:
    """Return the 2.5 and 97.5 percentiles of a statistic over resamples.

    Resamples in which it is undefined (NaN) are left out; None if they are the most, or without any.
    """
    if not replicates:
        return None
    generator = np.random.default_rng(seed)
    rows = max(1, _CELLS // items)
    values: list[Floats] = []
    for start in range(0, replicates, rows):
        shape = (min(rows, replicates - start), items)
        values.append(statistic(generator.integers(0, items, size=shape)))
    found = np.concatenate(values)
    found = found[~np.isnan(found)]
    if len(found) * 2 < replicates:
        return None
    low, high = np.quantile(found, [0.025, 0.975])
    undefined = replicates - len(found)
    return Interval(float(low), float(high), f"{method}-undefined{undefined}" if undefined else method)


def _correlations_at(known: Floats, given: Floats, ranks: bool, at: Integers) -> Floats:
    """Return the correlation of each resample, shape (R,)."""
    return correlations(known[at], given[at], ranks=ranks)


def _variant(name: str) -> EdrmVariant:
    try:
        return EdrmVariant(name)
    except ValueError:
        raise AloiError(
            f"The EDRM variant is {name!r}.",
            f"One of these was expected: {', '.join(one.value for one in EdrmVariant)}.",
            "Check the spelling.",
        ) from None


def _number(value: float | None) -> float:
    return math.nan if value is None else float(value)


def _check(
    gold: Mapping[str, float], predicted: Mapping[str, float | None], low: float, high: float, replicates: int
) -> None:
    """Raise AloiError if there is anything that cannot be scored."""
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise AloiError(
            f"The scale goes from {low:g} to {high:g}.",
            "A low end below the high end was expected.",
            "Give the scale as LOW,HIGH, such as 0,5.",
        )
    if replicates < 0:
        raise AloiError(
            f"{replicates} replicates were asked for.", "0 or more were expected.", "Change the number."
        )
    if not gold:
        raise AloiError("The gold has no items.", "At least one was expected.", "Check the gold file.")
    unknown = sorted(set(predicted) - set(gold))
    if unknown:
        raise AloiError(
            f"{len(unknown)} predicted id(s) are not in the gold: {', '.join(map(repr, unknown[:5]))}"
            f"{', ...' if len(unknown) > 5 else ''}.",
            "Predictions for gold items only were expected.",
            "Check that both files speak of the same split.",
        )
    for side, values in (("gold", gold), ("predicted", predicted)):
        for one, value in values.items():
            if value is not None and not math.isfinite(value):
                raise AloiError(
                    f"The {side} score of {one!r} is {value}.",
                    "A finite number was expected (no entry where there is no answer).",
                    "Correct it or remove the line.",
                )
    outside = sorted(one for one, value in gold.items() if not low <= value <= high)
    if outside:
        raise AloiError(
            f"The gold score of {outside[0]!r} is {gold[outside[0]]:g} ({len(outside)} such item(s)).",
            f"Gold scores from {low:g} to {high:g} were expected.",
            "Give the right scale, or correct the gold.",
        )
