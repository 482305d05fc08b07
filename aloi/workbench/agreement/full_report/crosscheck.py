"""Alpha recomputed by an independent package, for comparison with ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aloi.agreement.crosscheck import krippendorff_package_alpha
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import Agreement
from aloi.base.terms import Phrase

_MOST_CELLS = 2_000_000  # the package takes a minute for more


@dataclass(frozen=True, slots=True)
class Crosscheck:
    """Alpha as the `krippendorff` package computes it, and how far ours is from it."""

    value: float | None
    difference: float | None
    reason: str | None


def crosschecked(ratings: Ratings, results: Sequence[Agreement]) -> Crosscheck:
    """Return alpha of ratings from the package, with the alpha among `results`."""
    if ratings.set_valued:
        return Crosscheck(
            None, None, Phrase("reason-package-has-no", "the package has no distance between sets")
        )
    if ratings.codes.size > _MOST_CELLS:
        return Crosscheck(
            None, None, Phrase("reason-many-cells", "more than {count} cells", count=f"{_MOST_CELLS:,}")
        )
    ours = next((one.value for one in results if one.measure == "krippendorff_alpha"), None)
    value, reason = krippendorff_package_alpha(ratings)
    difference = None if ours is None or value is None else ours - value
    return Crosscheck(value, difference, reason)
