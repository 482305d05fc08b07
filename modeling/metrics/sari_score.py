"""Scores of a simplification system: SARI and its parts with intervals, whole and per sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agreement.result import Interval, sign
from corpora.model import Json
from errors import AloiError
from modeling.metrics.base import Score
from modeling.metrics.sari import NAMES, SariVariant, corpus_counts, scores_of_counts

Floats = NDArray[np.float64]

# Cells of the (replicates, sentences) table of weights held at once.
_CELLS = 1_000_000


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

    def to_json(self, *, per_sentence: bool = False) -> dict[str, Json]:
        """Return the document that `aloi score sari --json` prints."""
        intervals: dict[str, Json] = {}
        for one in self.scores:
            intervals[one.metric] = [one.interval.low, one.interval.high] if one.interval else None
        first = next((one.interval for one in self.scores if one.interval), None)
        document: dict[str, Json] = {
            **{one.metric: one.value for one in self.scores},
            "n": self.n,
            "references": self.references,
            "variant": self.variant,
            "ci": intervals,
            "ci_method": first.method if first else None,
            "signature": {one.metric: one.signature for one in self.scores},
        }
        if per_sentence:
            document["per_sentence"] = [dict(zip(NAMES, row, strict=True)) for row in self.sentences.tolist()]
        return document


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
    chosen = _variant(variant)
    if replicates < 0:
        raise AloiError(
            f"{replicates} replicates were asked for.", "0 or more were expected.", "Change the number."
        )
    counts = corpus_counts(sources, systems, references, chosen)
    values = scores_of_counts(counts.sum(axis=0), chosen)
    method = f"bootstrap-percentile-sentences-{replicates}-seed{seed}" if replicates else "none"
    intervals = _intervals(counts, chosen, replicates, seed, method)
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
            Score(name, float(value), None, None, len(counts), interval, sign(name, facts, None, method))
            for name, value, interval in zip(NAMES, values, intervals, strict=True)
        ),
        sentences=scores_of_counts(counts, chosen),
    )


def _intervals(
    counts: Floats, variant: SariVariant, replicates: int, seed: int, method: str
) -> list[Interval | None]:
    """Return the 2.5 and 97.5 percentiles of SARI, add, keep and delete over resampled sentences."""
    if not replicates:
        return [None] * len(NAMES)
    generator = np.random.default_rng(seed)
    size = len(counts)
    flat = counts.reshape(size, -1)
    rows = max(1, _CELLS // size)
    found = []
    for start in range(0, replicates, rows):
        # How often each sentence is drawn: its counts need adding up only once a replicate.
        weights = generator.multinomial(size, np.full(size, 1 / size), size=min(rows, replicates - start))
        sums = (weights @ flat).reshape(-1, *counts.shape[1:])
        found.append(scores_of_counts(sums, variant))
    low, high = np.quantile(np.concatenate(found), [0.025, 0.975], axis=0)
    return [Interval(float(a), float(b), method) for a, b in zip(low, high, strict=True)]


def _variant(name: str) -> SariVariant:
    try:
        return SariVariant(name)
    except ValueError:
        raise AloiError(
            f"The SARI variant is {name!r}.",
            f"One of these was expected: {', '.join(one.value for one in SariVariant)}.",
            "Check the spelling.",
        ) from None
