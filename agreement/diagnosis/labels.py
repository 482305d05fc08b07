"""Per label: specific agreement, alpha of the label against the rest, prevalence; labels confused."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aloi.agreement.diagnosis.figures import Figure, alpha_of, of_share, ratio
from aloi.agreement.measures.base import divide
from aloi.agreement.ratings import MISSING, Ratings
from aloi.agreement.result import NO_PAIRABLE
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats
from aloi.base.terms import Phrase

REFERENCES = ("cicchetti1990high", "darroch1986category")
NEVER_USED = Phrase("reason-label-never-used", "the label is never used")


@dataclass(frozen=True, slots=True)
class LabelDiagnosis:
    """One label.

    `specific` is its specific agreement, 0 to 1. `alpha` is Krippendorff's nominal alpha of the label against
    all other labels. `prevalence` is its share of all ratings (None without any); `ratings` counts them.
    """

    label: object
    ratings: int
    prevalence: float | None
    specific: Figure
    alpha: Figure


@dataclass(frozen=True, slots=True)
class Confusion:
    """Two labels and how well they are distinguished.

    `pairs` counts the pairs of ratings of a unit that have one of each. As in alpha, a pair of a unit with r
    ratings counts 1 / (r - 1); with two annotators `pairs` is the number of disputed units. `told_apart` is 1
    - o_ab^2 / (o_aa o_bb): 1 if the labels are never confused, 0 or less if they are not distinguished.
    """

    a: object
    b: object
    pairs: float
    told_apart: float | None


def diagnose_labels(ratings: Ratings, *, intervals: bool = True) -> list[LabelDiagnosis]:
    """Return the diagnosis of each of the C labels, in the order of the categories.

    Parameters
    ----------
    ratings : Ratings
        U units by A annotators.
    intervals : bool
        Whether to compute intervals; units of a cluster are taken to depend on each other.

    Notes
    -----
    Specific agreement of label k is o_kk / n_k of the coincidence matrix. If one annotator gave k, it is how
    often another, drawn at random from those of the unit, gave k too. With two annotators it is 2a / (2a + b
    + c), the p_pos and p_neg of Cicchetti & Feinstein (1990) [cicchetti1990high]. Units rated once add
    nothing to it. A label nobody gave has no value and a reason.
    """
    ratings = ratings.canonical()
    table = RatedUnits.of(ratings)
    pairable = table.totals >= 2
    factor = divide(np.ones(table.size), table.totals - 1, missing=0.0)[:, None]
    together = table.counts * (table.counts - 1) * factor
    used = np.where(pairable[:, None], table.counts, 0.0)
    index = {label: code for code, label in enumerate(table.categories)}
    diagnoses = []
    for code, label in enumerate(ratings.categories):
        column = index[label]
        units = int((used[:, column] > 0).sum())
        specific = _specific(together[:, column], used[:, column], table, units, intervals=intervals)
        count = int(table.counts[:, column].sum())
        total = float(table.counts.sum())
        alpha = alpha_of(_against_rest(ratings, code), intervals=intervals)
        diagnoses.append(LabelDiagnosis(label, count, count / total if total else None, specific, alpha))
    return diagnoses


def confusions(ratings: Ratings) -> list[Confusion]:
    """Return every two labels, the most often confused first.

    Labels next to each other on the scale if there is one, every two at the nominal level. `told_apart`
    is the distinguishability of Darroch & McCloud (1986) [darroch1986category]; None where a label was
    never given twice to a unit.
    """
    ratings = ratings.canonical()
    together = coincidences(ratings)
    size = len(ratings.categories)
    rows = []
    for a in range(size):
        for b in range(a + 1, size if ratings.level == "nominal" else min(a + 2, size)):
            same = float(together[a, a] * together[b, b])
            apart = float(together[a, b])
            distinguishability = 1 - apart**2 / same if same > 0 else None
            rows.append(Confusion(ratings.categories[a], ratings.categories[b], apart, distinguishability))
    return sorted(rows, key=lambda one: -one.pairs)


def coincidences(ratings: Ratings) -> Floats:
    """Return Krippendorff's coincidence matrix of a table, shape (C, C)."""
    table = RatedUnits.of(ratings)
    counts = table.counts[table.totals >= 2]
    weighed = counts / (counts.sum(axis=1, keepdims=True) - 1)
    return np.asarray(weighed.T @ counts - np.diag(weighed.sum(axis=0)))


def _specific(together: Floats, used: Floats, table: RatedUnits, units: int, *, intervals: bool) -> Figure:
    reason = NEVER_USED if (table.totals >= 2).any() else NO_PAIRABLE
    return ratio(together, used, table.clusters, units, reason, of_share if intervals else None)


def _against_rest(ratings: Ratings, code: int) -> Ratings:
    """Return the ratings as `is the label` (1) or not (0)."""
    codes = np.where(ratings.codes == MISSING, MISSING, ratings.codes == code).astype(np.int32)
    return Ratings(ratings.units, ratings.annotators, codes, (0, 1), "nominal", ratings.clusters)
