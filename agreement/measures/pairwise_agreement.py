"""Pairwise agreement of sets: the mean Jaccard similarity of two annotators' answers."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from agreement.distances import jaccard_distance
from agreement.measures.sets import SetMeasure
from agreement.ratings import Ratings


class PairwiseAgreement(SetMeasure):
    """The mean over items of the mean over annotator pairs of |A & B| / |A | B|, from 0 to 1.

    Only annotators who answered count: an empty set is as good as no answer. Items with fewer than two
    answers are left out. McCarthy and Navigli (2007); the sentence `mince` of SemDis 2014:

    >>> from agreement.compute import compute
    >>> from agreement.measures.examples import semdis_mince
    >>> round(compute(semdis_mince(), ["pairwise_agreement"])[0].value, 6)
    0.388889
    """

    name = "pairwise_agreement"
    title = "Pairwise agreement"
    reference = "mccarthy2007semeval"

    def unit_value(self, answers: list[frozenset[object]]) -> float | None:
        """Return the mean Jaccard similarity of the pairs of answers to one item; None without a pair."""
        return pairwise_similarity(answers)


def pairwise_similarity(answers: list[frozenset[object]], *, empty: float | None = None) -> float | None:
    """Return the mean Jaccard similarity of the pairs of answers, None with fewer than two.

    Parameters
    ----------
    answers : list of frozenset
        One set an annotator.
    empty : float, optional
        What a pair of empty sets counts; without it, empty sets are left out.
    """
    if empty is None:
        answers = [answer for answer in answers if answer]
    values = [
        empty if empty is not None and not (a | b) else 1.0 - jaccard_distance(a, b)
        for a, b in combinations(answers, 2)
    ]
    return float(np.mean(values)) if values else None


def pairwise_agreement_of_all(ratings: Ratings) -> float | None:
    """Return the pairwise agreement when annotators without an answer count too (two of them count 0)."""
    table = ratings.canonical()
    found = []
    for row in table.codes:
        answers = [
            value for code in row if code >= 0 if isinstance(value := table.categories[code], frozenset)
        ]
        found.append(pairwise_similarity(answers, empty=0.0))
    values = [value for value in found if value is not None]
    return float(np.mean(values)) if values else None
