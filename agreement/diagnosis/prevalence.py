"""The prevalence paradox, in numbers and in words: kappa and AC1 differ widely."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from aloi.agreement.compute import compute
from aloi.agreement.diagnosis.disagreement import confusion
from aloi.agreement.ratings import Ratings
from aloi.base.terms import Phrase

REFERENCES = ("byrt1993bias", "feinstein1990high")
PARTED = 0.2
HIGH = 0.7


@dataclass(frozen=True, slots=True)
class Prevalence:
    """Kappa, AC1 and the reason for their difference.

    Parameters
    ----------
    kappa, ac1, percent : float or None
        Conger's kappa (Cohen's for two annotators who rated everything), Gwet's AC1, percent agreement.
    prevalence_index : float or None
        Mean over pairs of annotators of |a - d| / n, 0 to 1, of the commonest label against the rest.
    bias_index : float or None
        Mean over pairs of |b - c| / n, 0 to 1: how differently two annotators use that label.
    label : object
        The commonest label.
    warning : bool
        AC1 - kappa is at least 0.2 and percent agreement at least 0.7.
    sentence : str
        The same in plain words.
    reason : str or None
        The reason for an undefined kappa or AC1.
    """

    kappa: float | None
    ac1: float | None
    percent: float | None
    prevalence_index: float | None
    bias_index: float | None
    label: object
    warning: bool
    sentence: str
    reason: str | None


def prevalence(ratings: Ratings) -> Prevalence:
    """Return kappa, AC1 and the prevalence and bias indices of a table, with a warning if the two differ.

    Notes
    -----
    The indices of a 2 x 2 table are those of Byrt, Bishop & Carlin (1993) [byrt1993bias]. With more labels it
    is the commonest (the first of equals, in the order of the categories) against all others. The paradox is
    that of Feinstein & Cicchetti (1990) [feinstein1990high]: agreement is high and kappa low because one
    label dominates. Labels are compared as names, whatever the level.
    """
    ratings = ratings.canonical()
    nominal = Ratings(
        ratings.units,
        ratings.annotators,
        ratings.codes,
        ratings.categories,
        "nominal",
        ratings.clusters,
        ratings.declared,
    )
    kappa, ac1, percent = compute(nominal, ["conger_kappa", "gwet_ac1", "percent_agreement"], ci="none")
    totals = nominal.counts().sum(axis=0)
    code = int(totals.argmax()) if totals.any() else None
    prevalence_index, bias_index = (None, None) if code is None else _indices(nominal, code)
    label = None if code is None else ratings.categories[code]
    parted = (
        kappa.value is not None
        and ac1.value is not None
        and percent.value is not None
        and ac1.value - kappa.value >= PARTED
        and percent.value >= HIGH
    )
    return Prevalence(
        kappa=kappa.value,
        ac1=ac1.value,
        percent=percent.value,
        prevalence_index=prevalence_index,
        bias_index=bias_index,
        label=label,
        warning=parted,
        sentence=_sentence(kappa.value, ac1.value, percent.value, label, parted),
        reason=kappa.reason or ac1.reason,
    )


def _indices(ratings: Ratings, code: int) -> tuple[float | None, float | None]:
    """Return the prevalence and the bias index, means over the pairs that share a unit."""
    ratings = ratings.canonical()
    skews, biases = [], []
    for annotator, other in combinations(ratings.annotators, 2):
        table = confusion(ratings, annotator, other)
        size = int(table.sum())
        if size:
            both = int(table[code, code])
            first, second = int(table[code].sum()), int(table[:, code].sum())
            neither = size - first - second + both
            skews.append(abs(both - neither) / size)
            biases.append(abs(first - second) / size)
    return (float(np.mean(skews)), float(np.mean(biases))) if skews else (None, None)


def _sentence(
    kappa: float | None, ac1: float | None, percent: float | None, label: object, parted: bool
) -> str:
    if kappa is None or ac1 is None or percent is None:
        return Phrase(
            "caution-kappa-ac1-cannot", "Kappa and AC1 cannot be compared: one of them has no value."
        )
    if not parted:
        return Phrase(
            "caution-kappa-ac1-alike",
            "Kappa ({kappa}) and AC1 ({ac1}) lead to the same conclusion.",
            kappa=f"{kappa:.2f}",
            ac1=f"{ac1:.2f}",
        )
    return Phrase(
        "caution-kappa-ac1-apart",
        "Annotators agree on {percent}% of the ratings, yet kappa is only {kappa} while AC1 is {ac1}: most "
        "ratings are {label}, so kappa expects nearly all of that agreement by chance.",
        percent=f"{100 * percent:.0f}",
        kappa=f"{kappa:.2f}",
        ac1=f"{ac1:.2f}",
        label=label,
    )
