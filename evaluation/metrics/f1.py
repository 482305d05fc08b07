"""F1 of labels, one or several a row: weighted by support, mean over labels, and over all decisions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evaluation.metrics.base import Direction, Metric

Floats = NDArray[np.float64]


def _identity(name: str, title: str) -> Metric:
    return Metric(
        name=name,
        title=title,
        direction=Direction.HIGHER,
        low=0.0,
        high=1.0,
        clipping="none",
        resampling_unit="document",
        row_kinds=("LabelledText",),
        references=("vanrijsbergen1979information", "labrak2024drbenchmark"),
    )


WEIGHTED_F1 = _identity("weighted_f1", "F1 weighted by support")
MACRO_F1 = _identity("macro_f1", "F1, mean over labels")
MICRO_F1 = _identity("micro_f1", "F1 over all decisions")


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
    found: Floats = np.stack(parts, axis=-1) * either[..., None]
    return found


def averages(counts: Floats) -> Floats:
    """Return weighted, macro and micro F1, (..., 3), from counts (..., L, 3) of L labels.

    Labels that neither side has do not count. Weighted: 0 where only the prediction has labels. NaN
    where no side has any.
    """
    each = f1(counts)[..., 2]
    seen = ~np.isnan(each)
    known = np.where(seen, each, 0.0)
    support = counts[..., 2].sum(axis=-1)
    none = np.where(seen.any(axis=-1), 1.0, np.nan)
    weighted = (known * counts[..., 2]).sum(axis=-1) / np.maximum(support, 1)
    macro = known.sum(axis=-1) / np.maximum(seen.sum(axis=-1), 1)
    micro = f1(counts.sum(axis=-2))[..., 2]
    found: Floats = np.stack([weighted, macro, micro], axis=-1) * none[..., None]
    return found
