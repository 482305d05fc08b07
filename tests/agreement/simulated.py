"""Simulated tables of ratings: 48 designs whose true alpha is known, and one table of a design."""

from __future__ import annotations

from itertools import product

from aloi.agreement.planning.simulate import Design, draw_codes
from aloi.agreement.ratings import Ratings

DESIGNS = tuple(
    Design(annotators, units, prevalence, alpha)
    for annotators, prevalence, alpha, units in product(
        (2, 3, 5), ((0.5, 0.5), (0.8, 0.2)), (0.3, 0.5, 0.7, 0.9), (100, 400)
    )
)


def words(design: Design, level: str = "nominal") -> str:
    """Return a design in words."""
    labels = "/".join(f"{100 * share:.0f}" for share in design.prevalence)
    return f"{design.units} {level} units, {design.annotators} annotators, {labels} %, alpha {design.alpha}"


def draw_ratings(design: Design, seed: int, level: str = "nominal") -> Ratings:
    """Return one simulated table; its categories are the numbers 0..C-1, so six make a scale of 0 to 5."""
    return Ratings(
        units=tuple(f"u{number:06d}" for number in range(design.units)),
        annotators=tuple(f"a{number:02d}" for number in range(design.annotators)),
        codes=draw_codes(design, 1, seed)[0],
        categories=tuple(range(len(design.prevalence))),
        level=level,
    )
