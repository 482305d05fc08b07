"""Alpha recomputed by the independent `krippendorff` package: the one file that calls it."""

from __future__ import annotations

import math
from typing import Literal, cast

import numpy as np

from aloi.agreement.ratings import Ratings
from aloi.agreement.result import NO_PAIRABLE, ONE_CATEGORY
from aloi.base.terms import Phrase

Level = Literal["nominal", "ordinal", "interval", "ratio"]


def krippendorff_package_alpha(ratings: Ratings) -> tuple[float | None, str | None]:
    """Return (alpha, None) as the `krippendorff` package computes it, or (None, why not).

    The package is GPL and optional: it is imported here only, when asked for.
    """
    try:
        import krippendorff
    except ImportError:
        return None, Phrase("reason-not-installed-pip", 'not installed: pip install "aloi[check]"')
    counts = ratings.counts()
    pairable = counts[counts.sum(axis=1) >= 2]
    if not len(pairable):
        return None, NO_PAIRABLE
    used = pairable.sum(axis=0) > 0
    if used.sum() < 2:
        return None, ONE_CATEGORY
    positions = np.arange(len(ratings.categories), dtype=np.float64)
    domain = np.array(ratings.categories, dtype=np.float64) if ratings.numeric else positions
    value = float(
        krippendorff.alpha(
            value_counts=pairable[:, used],
            value_domain=positions[used] if ratings.level == "ordinal" else domain[used],
            level_of_measurement=cast(Level, ratings.level),
        )
    )
    return (
        (value, None)
        if math.isfinite(value)
        else (None, Phrase("reason-krippendorff-package-gave", "the krippendorff package gave no number"))
    )
