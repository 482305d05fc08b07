"""Pairwise agreement of sets: the mean Jaccard similarity of two annotators' answers."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from aloi.agreement.distances import jaccard_distance
from aloi.agreement.measures.base import SetMeasure


class PairwiseAgreement(SetMeasure):
    """The mean over items of the mean over annotator pairs of |A & B| / |A | B|, from 0 to 1.

    Only annotators who answered count: an empty set is treated as no answer. Items with fewer than two
    answers are excluded. McCarthy and Navigli (2007); the sentence `mince` of SemDis 2014:

    >>> from aloi.agreement.compute import compute
    >>> from aloi.agreement.measures.examples import semdis_mince
    >>> round(compute(semdis_mince(), ["pairwise_agreement"])[0].value, 6)
    0.388889
    """

    name = "pairwise_agreement"
    title = "Pairwise agreement"
    reference = "mccarthy2007semeval"

    def unit_value(self, answers: list[frozenset[object]]) -> float | None:
        """Return the mean Jaccard similarity of the pairs of answers to one item; None without a pair."""
        answered = [answer for answer in answers if answer]
        similarities = [1.0 - jaccard_distance(a, b) for a, b in combinations(answered, 2)]
        return float(np.mean(similarities)) if similarities else None
