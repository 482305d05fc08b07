"""F1 of labels, one or several a row: weighted by support, macro-averaged, and micro-averaged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aloi.base.arrays import Floats
from aloi.base.terms import Phrase
from aloi.evaluation.metrics.base import Answers, Metric, Sums

NO_LABEL = Phrase("reason-neither-gold-nor", "neither the gold nor the prediction has a label")


@dataclass(frozen=True, kw_only=True)
class LabelF1(Metric):
    """One average of the F1 of labels: `average` is its column in what `averages` returns."""

    average: int
    row_kinds: tuple[str, ...] = ("LabelledText",)
    references: tuple[str, ...] = ("vanrijsbergen1979information", "labrak2024drbenchmark")
    resampling_unit: str = "document"

    def sums(self, gold: Answers, systems: Sequence[Answers], low: float, high: float) -> list[Sums]:
        """Return one for each system: whether a row has each label in both, in the answer, in the gold."""
        del low, high
        return [
            Sums.of(counts.reshape(len(counts), -1), self._of_sums, NO_LABEL)
            for counts in label_counts(gold, systems)[1]
        ]

    def _of_sums(self, sums: Floats) -> Floats:
        return np.asarray(averages(sums.reshape(len(sums), -1, 3))[:, self.average])


def label_counts(gold: Answers, systems: Sequence[Answers]) -> tuple[list[str], list[Floats]]:
    """Return the labels of all sides in their order, L, and counts (N, L, 3) of each system.

    Counts are 1 where a row has the label in both, in the answer, and in the gold.
    """
    sides = [[frozenset(map(str, row)) for row in side] for side in (gold, *systems)]
    labels = sorted({label for side in sides for row in side for label in row})
    index = {label: at for at, label in enumerate(labels)}
    all_counts = []
    for side in sides[1:]:
        counts = np.zeros((len(gold), len(labels), 3))
        for row, (expected, predicted) in enumerate(zip(sides[0], side, strict=True)):
            for which, some in enumerate((expected & predicted, predicted, expected)):
                counts[row, [index[label] for label in some], which] = 1
        all_counts.append(counts)
    return labels, all_counts


WEIGHTED_F1 = LabelF1(name="weighted_f1", title="Weighted F1", average=0)
MACRO_F1 = LabelF1(name="macro_f1", title="Macro-F1", average=1)
MICRO_F1 = LabelF1(name="micro_f1", title="Micro-F1", average=2)


def f1(counts: Floats) -> Floats:
    """Return precision, recall and F1 of each label, (..., 3), from counts (..., 3): right, predicted, gold.

    0 where one side has no such label; NaN where neither has.
    """
    right, predicted, gold = counts[..., 0], counts[..., 1], counts[..., 2]
    either = np.where(predicted + gold > 0, 1.0, np.nan)
    parts = [
        right / np.maximum(predicted, 1),
        right / np.maximum(gold, 1),
        2 * right / np.maximum(predicted + gold, 1),
    ]
    scores: Floats = np.stack(parts, axis=-1) * either[..., None]
    return scores


def averages(counts: Floats) -> Floats:
    """Return weighted, macro and micro F1, (..., 3), from counts (..., L, 3) of L labels.

    Labels that neither side has do not count. Weighted: 0 where only the prediction has labels. NaN
    where no side has any.
    """
    each = f1(counts)[..., 2]
    seen = ~np.isnan(each)
    scores = np.where(seen, each, 0.0)
    support = counts[..., 2].sum(axis=-1)
    none = np.where(seen.any(axis=-1), 1.0, np.nan)
    weighted = (scores * counts[..., 2]).sum(axis=-1) / np.maximum(support, 1)
    macro = scores.sum(axis=-1) / np.maximum(seen.sum(axis=-1), 1)
    micro = f1(counts.sum(axis=-2))[..., 2]
    means: Floats = np.stack([weighted, macro, micro], axis=-1) * none[..., None]
    return means
