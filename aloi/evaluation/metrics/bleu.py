"""BLEU of simplifications, as sacrebleu computes it: its value and its own signature.

Values are in [0, 100], higher is better. The settings are sacrebleu's standard: 13a tokens, case kept (SARI
lower-cases), exponential smoothing. BLEU rewards copied words: an output that copies its source scores high.
BLEU alone therefore says little about simplification; report it with SARI.
"""

from __future__ import annotations

from aloi.evaluation.metrics.base import Metric

BLEU = Metric(
    name="bleu",
    title="BLEU (n-grams shared with the references, by sacrebleu)",
    high=100.0,
    clipping="none: texts have no scale",
    resampling_unit="sentence",
    row_kinds=("TaggedPair",),
    references=("papineni2002bleu", "post2018sacrebleu"),
)
