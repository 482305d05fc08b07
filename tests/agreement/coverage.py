"""How often 95 % intervals of Krippendorff's alpha hold the true value of a simulated design.

Two labels rated by everybody leave A + 1 kinds of units (how many annotators gave the second label), so that
a bootstrap over units is one multinomial draw over kinds. Alpha, BCa and the analytic interval are those of
the library; only the drawing is replaced, and test_coverage.py compares that with the library's own.

`python -m tests.agreement.coverage` prints the rows of intervals/coverage.py: five minutes on two cores.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import groupby, product

import numpy as np
from numpy.typing import NDArray

from aloi.agreement.intervals.bootstrap import _bca, analytic_interval
from aloi.agreement.measures.krippendorff_alpha import KrippendorffAlpha
from aloi.agreement.planning.simulate import Design, draw_codes
from aloi.agreement.table import RatedUnits

ALPHA = KrippendorffAlpha()
WEIGHTS = np.eye(2)
TABLES = 2000
REPLICATES = 1000
SEED = 3000
# The named designs and their neighbours: rarer labels and fewer units, where intervals are at their worst.
STUDIED = tuple(
    Design(annotators, units, prevalence, alpha)
    for annotators, prevalence, alpha, units in product(
        (2, 3, 5),
        ((0.5, 0.5), (0.8, 0.2), (0.9, 0.1), (0.95, 0.05)),
        (0.3, 0.5, 0.7, 0.9),
        (25, 50, 100, 400),
    )
)
_TINY = 1e-9  # an end that equals the true value holds it, whatever the rounding


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of tables, 0 to 1, whose interval held the true alpha, and how many tables had one."""

    design: Design
    bootstrap: float
    analytic: float
    tables: int


def table_of(second: NDArray[np.intp], annotators: int) -> RatedUnits:
    """Return the working table of units, from how many annotators gave each the second label, shape (N,)."""
    counts = np.stack([annotators - second, second], axis=1).astype(np.float64)
    return RatedUnits(
        codes=(np.arange(annotators) < second[:, None]).astype(np.int32),
        counts=counts,
        totals=counts.sum(axis=1),
        rows=np.arange(len(second)),
        groups=None,
        categories=(0, 1),
        level="nominal",
        rated=len(second),
    )


def fast_bootstrap(
    kinds: NDArray[np.intp], replicates: int, generator: np.random.Generator
) -> tuple[float, float] | None:
    """Return the BCa interval of alpha from how many units there are of each kind, shape (A + 1,)."""
    size = int(kinds.sum())
    statistic = ALPHA.statistic(table_of(np.arange(len(kinds)), len(kinds) - 1), WEIGHTS)
    value = float(statistic(kinds[None].astype(np.float64))[0])
    drawn = generator.multinomial(size, kinds / size, replicates).astype(np.float64)
    found = statistic(drawn)
    found = found[~np.isnan(found)]
    if np.isnan(value) or 2 * len(found) < replicates:
        return None
    present = np.flatnonzero(kinds)
    left_out = np.repeat(statistic(kinds - np.eye(len(kinds))[present]), kinds[present])
    return _bca(found, value, left_out[~np.isnan(left_out)])


def analytic(second: NDArray[np.intp], annotators: int) -> tuple[float, float] | None:
    """Return the analytic interval of alpha, None where alpha has no value."""
    table = table_of(second, annotators)
    value = float(ALPHA.statistic(table, WEIGHTS)(np.ones((1, len(second))))[0])
    if np.isnan(value):
        return None
    influence = ALPHA.influence(table, WEIGHTS, value)
    found = None if influence is None else analytic_interval(value, influence)
    return None if found is None else (found[1].low, found[1].high)


def coverage(design: Design, tables: int) -> Coverage:
    """Return how often both intervals held the true alpha, over the tables where alpha has a value.

    Each studied design has a seed of its own, so that a part of the study can be replayed alone.
    """
    seed = SEED + STUDIED.index(design)
    generator = np.random.default_rng([seed, 1])
    held: dict[str, list[bool]] = {"bootstrap": [], "analytic": []}
    for second in draw_codes(design, tables, seed).sum(axis=2):
        kinds = np.bincount(second, minlength=design.annotators + 1)
        for name, found in (
            ("bootstrap", fast_bootstrap(kinds, REPLICATES, generator)),
            ("analytic", analytic(second, design.annotators)),
        ):
            if found is not None:
                held[name].append(found[0] - _TINY <= design.alpha <= found[1] + _TINY)
    return Coverage(design, _share(held["bootstrap"]), _share(held["analytic"]), len(held["bootstrap"]))


def study(designs: Iterable[Design], tables: int = TABLES) -> list[Coverage]:
    """Return `coverage` of each design, on two cores."""
    jobs = tuple(designs)
    with ProcessPoolExecutor(2) as pool:
        return list(pool.map(coverage, jobs, [tables] * len(jobs)))


def as_rows(found: Iterable[Coverage]) -> str:
    """Return the rows of intervals/coverage.py: a design without units, then two percentages for each."""
    lines = []
    for (annotators, share, alpha), row in groupby(
        found, lambda one: (one.design.annotators, one.design.prevalence[0], one.design.alpha)
    ):
        pairs = ", ".join(f"({100 * one.bootstrap:.1f}, {100 * one.analytic:.1f})" for one in row)
        lines.append(f"    ({annotators}, {share}, {alpha}): ({pairs}),")
    return "\n".join(lines)


def _share(held: list[bool]) -> float:
    return float(np.mean(held)) if held else float("nan")


if __name__ == "__main__":
    sys.stdout.write(as_rows(study(STUDIED)) + "\n")
