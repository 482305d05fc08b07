"""LIX of sources, outputs and references, whole and line by line."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aloi.agreement.result import sign
from aloi.base.arrays import Floats
from aloi.evaluation.metrics.base import Score
from aloi.evaluation.metrics.readability import LIX
from aloi.evaluation.metrics.sari import check_aligned
from aloi.evaluation.resampling import Units, intervals_of_sums, percentile_method

_LONG = 7  # letters
_FORMULA = "textstat-0.7"
SIDES = ("source", "system", "references")


@dataclass(frozen=True, slots=True)
class ReadabilityScores:
    """LIX of sources, outputs and references: `scores` in the order of `SIDES`; `sentences` (N, 3).

    A score of the whole is the mean over lines, each scored by itself; that of the references is first
    the mean over them. A line without a word has no LIX (NaN) and is left out of the mean.
    """

    scores: tuple[Score, ...]
    sentences: Floats


def lix(text: str) -> float:
    """Return the LIX of a text; NaN where it has no word.

    >>> lix("The cat sat on the mat.")
    6.0
    """
    words = _words(text)
    if not words:
        return math.nan
    # As textstat counts: a stretch of one or two words is no sentence, and apostrophes are no letters.
    sentences = max(1, sum(len(_words(one)) > 2 for one in re.findall(r"\b[^.!?]+[.!?]*", text)))
    long = sum(len(one) >= _LONG for one in re.sub(r"[^\w\s]", "", text).split())
    return len(words) / sentences + 100 * long / len(words)


def _words(text: str) -> list[str]:
    """Return the words without their marks; English contractions stay whole."""
    return re.sub(r"[^\w\s']", "", re.sub(r"'(?![tsd]|ve|ll|re)", "", text)).split()


def score_readability(
    sources: Sequence[str],
    systems: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    replicates: int = 1000,
    seed: int = 0,
) -> ReadabilityScores:
    """Return the mean LIX of sources, outputs and references, each with a 95 % interval over sentences.

    Raises
    ------
    AloiError
        No sentence, no reference, lists of different lengths, fewer than 0 replicates.
    """
    check_aligned(sources, systems, references)
    units = Units("sentences", len(systems))
    method = percentile_method(replicates, seed, units.name)
    reference_scores = np.array([[lix(text) for text in one] for one in references])
    columns = [[lix(text) for text in sources], [lix(text) for text in systems], _means(reference_scores.T)]
    sentences = np.array(columns).T
    defined = ~np.isnan(sentences)
    # Sums of values, then how many have one: both add up over sentences.
    counts = np.stack([np.where(defined, sentences, 0.0), defined.astype(float)], axis=1)
    values = _ratio(counts.sum(axis=0)[None])[0]
    intervals = intervals_of_sums(counts, _ratio, units, replicates, seed)
    scores = []
    for column, side in enumerate(SIDES):
        number = int(defined[:, column].sum())
        facts = {"side": side, "sentences": number, "references": len(references), "formula": _FORMULA}
        value = float(values[column]) if number else None
        reason = None if number else "no line has a word"
        ends = intervals[column]
        signature = sign(LIX.name, facts, None, ends.method if ends else method)
        scores.append(Score(LIX.name, value, reason, None, number, ends, signature))
    return ReadabilityScores(tuple(scores), sentences)


def _means(values: Floats) -> list[float]:
    """Return the mean of each row over what is defined; NaN where nothing is."""
    return [float(np.mean(row[~np.isnan(row)])) if not np.isnan(row).all() else math.nan for row in values]


def _ratio(sums: Floats) -> Floats:
    """Return the means (R, 3) of sums and numbers (R, 2, 3); NaN over none."""
    total, number = sums[:, 0], sums[:, 1]
    return np.divide(total, number, out=np.full_like(total, math.nan), where=number > 0)
