"""Scores of a simplification system: SARI and its parts with intervals, whole and per sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aloi.agreement.result import Interval, sign
from aloi.base.arrays import Floats
from aloi.base.names import known_name
from aloi.evaluation.metrics.base import Score
from aloi.evaluation.metrics.sari import NAMES, SariVariant, corpus_counts, scores_of_counts
from aloi.evaluation.resampling import Units, intervals_of_sums, percentile_method


@dataclass(frozen=True, slots=True)
class SariScores:
    """The scores of one system: `scores` are SARI, add, keep, delete; `sentences` the same of each, (N, 4).

    All are in [0, 100]. A score of the whole is no mean of sentences: their counts are summed first.
    """

    n: int
    references: int
    variant: str
    scores: tuple[Score, ...]
    sentences: Floats


def score_sari(
    sources: Sequence[str],
    systems: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    variant: str = SariVariant.DEFAULT.value,
    replicates: int = 1000,
    seed: int = 0,
) -> SariScores:
    """Return SARI, add, keep and delete of a system, each with a 95 % interval over sentences.

    Parameters
    ----------
    references : sequence of sequences
        One list of N texts a reference, aligned with the sources.
    replicates : int
        Bootstrap resamples of the sentences; 0 for no interval.

    Raises
    ------
    AloiError
        An unknown variant, fewer than 0 replicates, texts that do not fit together.
    """
    chosen = SariVariant(known_name(variant, SariVariant, "SARI variant"))
    units = Units("sentences", len(sources))
    method = percentile_method(replicates, seed, units.name)
    counts = corpus_counts(sources, systems, references, chosen)
    values = scores_of_counts(counts.sum(axis=0), chosen)
    intervals: list[Interval | None] = [None] * len(NAMES)
    if replicates:
        intervals = intervals_of_sums(
            counts, lambda sums: scores_of_counts(sums, chosen), units, replicates, seed
        )
    facts = {
        "variant": chosen.value,
        "sentences": len(counts),
        "references": len(references),
        "tokenizer": "13a",
        "lowercase": "no" if chosen is SariVariant.LEGACY else "yes",
    }
    return SariScores(
        n=len(counts),
        references=len(references),
        variant=chosen.value,
        scores=tuple(
            _scored(name, value, len(counts), ends, facts, method)
            for name, value, ends in zip(NAMES, values, intervals, strict=True)
        ),
        sentences=scores_of_counts(counts, chosen),
    )


def _scored(
    name: str, value: float, size: int, ends: Interval | None, facts: Mapping[str, object], method: str
) -> Score:
    """Return one of the scores; `method` is how intervals are made, where this one has none."""
    signature = sign(name, facts, None, ends.method if ends else method)
    return Score(name, float(value), None, None, size, ends, signature)
