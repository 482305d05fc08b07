"""Random tables of ratings by people alone, in which no column is computed from others.

Run as a module for the rates over 20,000 tables: ``python -m tests.workbench.agreement.rating_simulation``.
"""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np

from aloi.base.errors import AloiError
from aloi.workbench.agreement.reading.derived_columns import without_computed
from aloi.workbench.agreement.reading.grid import MISSING, Grid

SCALES = {"binary": 1, "0 to 5": 5, "0 to 100": 100}
LEAST_UNITS = 10


def table(seed: int) -> Grid:
    """Return the ratings of 2 to 8 people of 5 to 200 units, on a scale and with missing values."""
    rng = np.random.default_rng(seed)
    people, units = int(rng.integers(2, 9)), int(np.exp(rng.uniform(np.log(5), np.log(201))))
    highest = [*SCALES.values()][seed % len(SCALES)]
    skew = rng.uniform(0.05, 0.95) if rng.random() < 0.5 else 0.5
    truth = np.clip(rng.normal(skew * highest, rng.uniform(0.1, 0.5) * highest, units), 0, highest)
    noise = rng.uniform(0.02, 0.6) * highest
    ratings = np.rint(np.clip(truth[:, None] + rng.normal(0, noise, (units, people)), 0, highest))
    if highest == 100 and rng.random() < 0.5:
        ratings = 5 * np.rint(ratings / 5)  # people round, too
    missing = rng.random((units, people)) < rng.choice([0.0, 0.05, 0.3])
    codes = np.where(missing, MISSING, ratings).astype(np.int32)
    names = tuple(f"A{place}" for place in range(1, people + 1))
    return Grid(names, tuple(map(str, range(highest + 1))), codes)


def outcome(grid: Grid) -> str:
    """Return what becomes of a table: read, warned of, with a column dropped, or refused."""
    try:
        _, dropped, suspected = without_computed(grid, "t.csv")
    except AloiError as error:
        return f"refused: {error.code}"
    if dropped:
        return f"dropped: {dropped[0].why}"
    return f"warned: {suspected[0].why}" if suspected else "read"


def outcomes(seeds: range) -> Counter[str]:
    """Return how often each outcome is that of a table of at least `LEAST_UNITS` units."""
    grids = filter(lambda grid: len(grid.codes) >= LEAST_UNITS, map(table, seeds))
    return Counter(map(outcome, grids))


if __name__ == "__main__":
    counts = outcomes(range(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000))
    for name, count in counts.most_common():
        sys.stdout.write(f"{count:6d}  {count / counts.total():7.3%}  {name}\n")
