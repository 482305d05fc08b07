"""Simulated tables of ratings whose true alpha is known, to check intervals and plans against."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aloi.base.errors import AloiError
from aloi.base.terms import Term


@dataclass(frozen=True, slots=True)
class Design:
    """How tables are simulated: everyone copies a unit's true category, or else draws one blindly.

    Parameters
    ----------
    annotators, units : int
        A of 2 or more and U of 1 or more.
    prevalence : tuple of float
        How probable each of C categories is; they sum to 1.
    alpha : float
        The true value of Krippendorff's alpha, 0 to 1.

    Notes
    -----
    A unit's true category is drawn from the prevalence. Each annotator copies it with probability c, and
    otherwise draws from the prevalence. Two ratings of a unit are equal for certain when both were copied,
    and otherwise as independent as ratings of two different units. So with any distance between categories
    the observed disagreement is 1 - c^2 times the expected one, and alpha is c^2 at every level.
    """

    annotators: int
    units: int
    prevalence: tuple[float, ...]
    alpha: float

    def __post_init__(self) -> None:
        shares = self.prevalence
        if self.annotators < 2 or self.units < 1 or not 0 <= self.alpha <= 1:
            raise AloiError(
                "aloi.value",
                name=Term("annotators-units-alpha"),
                value=(self.annotators, self.units, f"{self.alpha:g}"),
                expected=Term("least-annotators-units-alpha"),
            )
        if len(shares) < 2 or min(shares) <= 0 or not math.isclose(sum(shares), 1, abs_tol=1e-9):
            raise AloiError(
                "aloi.value", name=Term("prevalence"), value=shares, expected=Term("shares-of-categories")
            )


def draw_codes(design: Design, tables: int, seed: int) -> NDArray[np.int32]:
    """Return the codes of simulated tables, shape (tables, U, A); the same seed gives the same tables."""
    generator = np.random.default_rng(seed)
    shape = (tables, design.units, design.annotators)
    true = _draw(design, (tables, design.units, 1), generator)
    blind = _draw(design, shape, generator)
    copied = generator.random(shape) < math.sqrt(design.alpha)
    return np.where(copied, true, blind).astype(np.int32)


def _draw(design: Design, shape: tuple[int, ...], generator: np.random.Generator) -> NDArray[np.intp]:
    inner = np.cumsum(design.prevalence)[:-1]
    return np.searchsorted(inner, generator.random(shape), side="right")
