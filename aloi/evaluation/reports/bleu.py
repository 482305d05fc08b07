"""The BLEU of simplifications with its interval over sentences, of a corpus and per sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aloi.agreement.result import sign
from aloi.base.arrays import Floats
from aloi.evaluation.metrics.base import Score
from aloi.evaluation.metrics.sari import check_aligned
from aloi.evaluation.resampling import Units, intervals_of_sums, percentile_method

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
