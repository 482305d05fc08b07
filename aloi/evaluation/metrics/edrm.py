"""EDRM: how near the system's scores come to the reference, relative to the worst they could be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from aloi.base.arrays import Floats
from aloi.base.terms import Phrase
from aloi.evaluation.metrics.base import Metric, Sums, mean_of_sums, with_ones


class EdrmVariant(StrEnum):
    """The reference point of the largest possible distance; published scores use the system value."""

    FROM_SYSTEM = "dmax_from_system"
    FROM_REFERENCE = "dmax_from_reference"


@dataclass(frozen=True, kw_only=True)
class Edrm(Metric):
    """The mean over items of how near an answer comes, in one of its variants."""

    variant: EdrmVariant = EdrmVariant.FROM_SYSTEM
    clipped: bool = False

    @property
    def facts(self) -> Mapping[str, object]:
        """Return the variant."""
        return {"variant": self.variant.value}

    def sums_of(self, gold: Sequence[float], predicted: Sequence[float], low: float, high: float) -> Sums:
        """Return for each row its credit, and 1; a NaN answer is a missing one."""
        if not len(gold):
            return Sums.undefined(0, Phrase("reason-no-items", "no items"))
        reference, answers = np.array(gold, dtype=np.float64), np.array(predicted, dtype=np.float64)
        credit = edrm_credits(reference, answers, low, high, variant=self.variant, clipped=self.clipped)
        return Sums(with_ones(credit), mean_of_sums, float(credit.mean()))


def edrm_credits(
    reference: Floats,
    system: Floats,
    low: float,
    high: float,
    *,
    variant: EdrmVariant = EdrmVariant.FROM_SYSTEM,
    clipped: bool = False,
) -> Floats:
    """Return each item's credit 1 - d / dmax, in [0, 1], shape (N,).

    Parameters
    ----------
    reference : array (N,)
        Numbers in [low, high].
    system : array (N,)
        NaN stands for a missing answer, which counts 0, as does an answer outside [low, high].
    variant : EdrmVariant
        dmax = max(v - low, high - v), v being the system's value or the reference's.
    clipped : bool
        Bring answers outside the scale to its nearest end first.
    """
    missing = np.isnan(system)
    answers = np.where(missing, low, system)
    if clipped:
        answers = np.clip(answers, low, high)
    counted = ~missing & (answers >= low) & (answers <= high)
    start = answers if variant is EdrmVariant.FROM_SYSTEM else reference
    farthest = np.maximum(start - low, high - start)
    credit = 1.0 - np.abs(reference - answers) / farthest
    return np.where(counted, credit, 0.0)


EDRM = Edrm(
    name="edrm",
    title="EDRM (mean relative solution distance)",
    clipping="an answer outside the scale counts 0; clipping it to the scale is an option, off by default",
    row_kinds=("ScoredPair",),
    references=("cardon2020deft", "labrak2024drbenchmark"),
)
