"""Test sets whose rows depend on each other: what intervals must hold and tests must not tell apart.

`python -m tests.evaluation.clustered` prints the tables of docs/reference/system-comparison.md.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from aloi.base.arrays import Floats
from aloi.evaluation.comparison.paired import PairedTest, paired_tests
from aloi.evaluation.metrics import metric as metric_named
from aloi.evaluation.metrics.base import Sums
from aloi.evaluation.resampling import REPLICATES, Measured, Units, interval, measured
from tests.agreement.intervals.unequal import MANTRA

KINDS: Mapping[str, str] = {
    "spearman": "scores",
    "pearson": "scores",
    "rmse": "scores",
    "mae": "scores",
    "edrm": "scores",
    "exact_match": "labels",
    "micro_f1": "labels",
    "weighted_f1": "labels",
    "macro_f1": "labels",
    "acc@1": "ranks",
    "mrr": "ranks",
}
LABELS = ("heart", "lung", "skin")


@dataclass(frozen=True, slots=True)
class Design:
    """What is simulated.

    Parameters
    ----------
    clusters, size : int
        How many clusters, and rows in each; where they are crossed, documents, and pairs of documents that a
        document takes part in on its left side.
    crossed : bool
        Whether each row belongs to two clusters, such as the documents of the sentences of a pair.
    inside : float
        Share of the variance, of gold and of errors, that rows of a cluster have in common.
    quality : float
        How far errors are from the spread of the gold: their standard deviation in its units.
    unequal : bool
        Whether clusters are of unlike sizes: a third, one and five thirds of `size`.
    sizes : tuple of int
        The sizes of all clusters, in place of `clusters`, `size` and `unequal`.
    """

    clusters: int = 20
    size: int = 10
    crossed: bool = False
    inside: float = 0.4
    quality: float = 0.8
    unequal: bool = False
    sizes: tuple[int, ...] = ()

    def __str__(self) -> str:
        """Return the design in words."""
        shared = f"{self.inside:.0%} of the variance shared" if self.inside else "nothing shared"
        if self.sizes:
            return f"{len(self.sizes)} clusters of {min(self.sizes)} to {max(self.sizes)}, {shared}"
        if self.size == 1:
            return f"{self.clusters} single rows"
        if self.crossed:
            return f"{self.clusters * self.size} pairs of {self.clusters} documents, {shared}"
        return f"{self.clusters} {'unequal ' if self.unequal else ''}clusters of {self.size}, {shared}"


COVERAGE_DESIGNS = {
    "50 clusters of 4": Design(50, 4),
    "20 clusters of 10": Design(20, 10),
    "12 clusters of 10": Design(12, 10),
    "8 clusters of 10": Design(8, 10),
    "30 unequal clusters of 10": Design(30, 10, unequal=True),
    "20 clusters of 10, nothing shared": Design(20, 10, inside=0.0),
    "30 documents, crossed, 4 pairs each": Design(30, 4, crossed=True),
    "20 documents, crossed, 10 pairs each": Design(20, 10, crossed=True),
    "104 documents of Mantra's sizes": Design(sizes=MANTRA),
    "20 documents, crossed, nothing shared": Design(20, 10, crossed=True, inside=0.0),
}


@dataclass(frozen=True, slots=True, eq=False)
class Simulated:
    """Rows of a kind, the answers of systems, and what is drawn together."""

    gold: Sequence[object]
    systems: Sequence[Sequence[object]]
    units: Units


def simulated(design: Design, kind: str, generator: np.random.Generator, systems: int = 1) -> Simulated:
    """Return rows whose gold and errors are alike in a cluster; no system is better than another."""
    members = _members(design, generator)
    gold, answers = _rows(design, kind, members, generator, systems)
    named = [tuple(f"d{one}" for one in row) for row in members]
    return Simulated(gold, answers, Units.sharing("items", len(members), {"document": named}))


def _rows(
    design: Design, kind: str, members: np.ndarray, generator: np.random.Generator, systems: int
) -> tuple[Sequence[object], list[Sequence[object]]]:
    """Return the gold of rows and what systems answer."""
    rows = len(members)

    def effect() -> Floats:
        """Return numbers of unit variance (N,), of which rows of a cluster share a part."""
        by_cluster = generator.normal(size=int(members.max()) + 1)[members]
        shared = by_cluster.sum(axis=1) / np.sqrt(members.shape[1])
        own = generator.normal(size=rows)
        return np.asarray(np.sqrt(design.inside) * shared + np.sqrt(1 - design.inside) * own)

    truth, common = effect(), effect()
    errors = [np.sqrt(0.5) * (common + effect()) * design.quality for _ in range(systems)]
    if kind == "ranks":
        return [("C",)] * rows, [[_ranked(one) for one in effect_of] for effect_of in errors]
    return _answered(truth, kind), [_answered(truth + one, kind) for one in errors]


@cache
def truth_of(metric: str, quality: float = 0.8, rows: int = 200_000) -> float:
    """Return the value of the population, whatever rows share: that of very many rows that share nothing."""
    alone = Design(quality=quality, inside=0.0)
    members = np.arange(rows)[:, None]
    gold, systems = _rows(alone, KINDS[metric], members, np.random.default_rng(99), 1)
    return float(metric_named(metric).sums(gold, systems, 0.0, 5.0)[0].observed or 0.0)


def coverage(
    design: Design, metric: str, simulations: int, *, clustered: bool = True, seed: int = 0
) -> float:
    """Return how many of 100 intervals hold the true value."""
    generator = np.random.default_rng(seed)
    scored, held, truth = metric_named(metric), 0, truth_of(metric, design.quality)
    for _ in range(simulations):
        drawn = simulated(design, KINDS[metric], generator)
        units = drawn.units if clustered else Units("items", len(drawn.gold))
        [sums] = scored.sums(drawn.gold, drawn.systems, 0.0, 5.0)
        # Intervals of clusters need no resample; those of single rows are of the same draws each time.
        found = measured([sums], units, 2, 1) if units.clustered else resampled(sums, units)
        ends = interval(scored, found, units, 1)
        held += ends is not None and ends.low <= truth <= ends.high
    return 100 * held / simulations


def resampled(sums: Sums, units: Units) -> Measured:
    """Return what `measured` does with 1,000 replicates and seed 1, whose draws are kept."""
    times = _times(units.size)
    drawn = sums.value(times @ sums.parts) if sums.drawn is None else sums.drawn(times)
    return Measured(sums.observed, None, (sums.observed,), drawn)


@cache
def _times(rows: int) -> Floats:
    return np.concatenate([*Units("items", rows).draws(REPLICATES, 1)])


def false_positives(
    design: Design, metric: str, simulations: int, *, clustered: bool = True, swaps: int = 300, seed: int = 0
) -> float:
    """Return how many of 100 pairs of equal systems have p below 0.05."""
    generator = np.random.default_rng(seed)
    scored, wrong = metric_named(metric), 0
    for at in range(simulations):
        drawn = simulated(design, KINDS[metric], generator, systems=2)
        units = drawn.units if clustered else Units("items", len(drawn.gold))
        sums = scored.sums(drawn.gold, drawn.systems, 0.0, 5.0)
        made = {"a": [sums[0]], "b": [sums[1]]}
        found = {name: measured(one, units, 2, at) for name, one in made.items()}
        [one] = paired_tests(PairedTest.PERMUTATION, made, found, [("a", "b")], units, swaps=swaps, seed=at)
        wrong += one.p is not None and one.p < 0.05
    return 100 * wrong / simulations


def _members(design: Design, generator: np.random.Generator) -> np.ndarray:
    if design.crossed:
        left = np.repeat(np.arange(design.clusters), design.size)
        right = (left + generator.integers(1, design.clusters, len(left))) % design.clusters
        return np.column_stack([left, right])
    sizes = np.array(design.sizes or [design.size] * design.clusters)
    if design.unequal:
        sizes = np.array(
            [max(1, round(design.size * (1 + 2 * (at % 3)) / 3)) for at in range(design.clusters)]
        )
    return np.repeat(np.arange(len(sizes)), sizes)[:, None]


def _answered(numbers: Floats, kind: str) -> list[object]:
    if kind == "scores":
        return np.clip(2.5 + numbers, 0, 5).tolist()
    sets = [(one,) for one in LABELS]
    return [sets[at] for at in np.digitize(numbers, (-0.5, 0.8)).tolist()]


def _ranked(error: float) -> tuple[tuple[str, ...]]:
    """Return candidates with the right one further down the larger the error is."""
    return _candidates(int(max(0.0, error * 3)))


@cache
def _candidates(place: int) -> tuple[tuple[str, ...]]:
    return ((*(f"x{at}" for at in range(place)), "C"),)


def main(simulations: int) -> None:
    """Print the coverage of intervals, a row for each design and a column for each metric."""
    for title, design in COVERAGE_DESIGNS.items():
        cells = [f"{coverage(design, metric, simulations):.1f}" for metric in KINDS if metric != "micro_f1"]
        sys.stdout.write(f"| {' | '.join([title, *cells])} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
