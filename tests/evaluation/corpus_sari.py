"""The SARI of a whole corpus, from the counts of its sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aloi.evaluation.metrics.sari import SariVariant, corpus_counts, scores_of_counts


class SariScore(NamedTuple):
    """SARI and its three parts, each in [0, 100]."""

    sari: float
    add: float
    keep: float
    delete: float


def sari(
    sources: Sequence[str],
    systems: Sequence[str],
    references: Sequence[Sequence[str]],
    variant: SariVariant = SariVariant.DEFAULT,
) -> SariScore:
    """Return the corpus SARI; counts are summed over sentences before any division."""
    counts = corpus_counts(sources, systems, references, variant).sum(axis=0)
    return SariScore(*map(float, scores_of_counts(counts, variant)))
