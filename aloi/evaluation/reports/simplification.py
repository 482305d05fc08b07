"""Scores of a simplification system: SARI, BLEU and LIX with intervals, of the corpus and per sentence."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aloi.agreement.result import Interval, sign
from aloi.base.arrays import Floats
from aloi.base.names import known_name
from aloi.base.terms import Phrase
from aloi.evaluation.metrics.base import Score
from aloi.evaluation.metrics.readability import LIX
from aloi.evaluation.metrics.sari import NAMES, SariVariant, check_aligned, corpus_counts, scores_of_counts
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
    chosen = SariVariant(known_name(variant, SariVariant, Phrase("kind-sari-variant", "SARI variant")))
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


_ORDERS = 4


@dataclass(frozen=True, slots=True)
class BleuScores:
    """BLEU of a system: of the corpus, and of each sentence, (N,), in [0, 100].

    Sentences are scored with sacrebleu's effective order (`eff:yes`): a sentence shorter than four tokens
    is scored on the orders it has.
    """

    corpus: Score
    sentences: Floats


def score_bleu(
    systems: Sequence[str], references: Sequence[Sequence[str]], *, replicates: int = 1000, seed: int = 0
) -> BleuScores:
    """Return the corpus BLEU with a 95 % interval over sentences, and that of each sentence.

    Parameters
    ----------
    references : sequence of sequences
        One list of N texts a reference, aligned with the outputs.
    replicates : int
        Bootstrap resamples of sacrebleu's own statistics of each sentence; 0 for no interval.

    Raises
    ------
    AloiError
        No sentence, no reference, lists of different lengths, fewer than 0 replicates.
    """
    from sacrebleu.metrics.bleu import BLEU as SacreBLEU

    check_aligned(systems, systems, references)
    units = Units("sentences", len(systems))
    method = percentile_method(replicates, seed, units.name)
    # force: texts tokenised beforehand are the rule here; without it sacrebleu only adds a warning.
    scorer = SacreBLEU(force=True)
    value = scorer.corpus_score(systems, references).score
    single = SacreBLEU(force=True, effective_order=True)
    each = [
        single.sentence_score(system, list(sentence_references))
        for system, *sentence_references in zip(systems, *references, strict=True)
    ]

    def scores(sums: Floats) -> Floats:
        return np.array([[_of_sums(SacreBLEU, row)] for row in sums.round().astype(int).tolist()])

    statistics = np.array([[*one.counts, *one.totals, one.sys_len, one.ref_len] for one in each], dtype=float)
    interval = intervals_of_sums(statistics, scores, units, replicates, seed)[0]
    if interval is not None:
        interval = interval.around(float(value))
        method = interval.method
    signature = sign(f"bleu|{scorer.get_signature()}", {"sentences": len(systems)}, None, method)
    return BleuScores(
        Score("bleu", float(value), None, None, len(systems), interval, signature),
        np.array([one.score for one in each]),
    )


def _of_sums(scorer: type, sums: list[int]) -> float:
    """Return the corpus BLEU of summed statistics: matches and n-grams of each order, two lengths."""
    matched, total = sums[:_ORDERS], sums[_ORDERS : 2 * _ORDERS]
    return float(scorer.compute_bleu(matched, total, *sums[2 * _ORDERS :], smooth_method="exp").score)  # type: ignore[attr-defined]


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
