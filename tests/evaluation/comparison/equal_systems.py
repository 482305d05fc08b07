"""Systems of the same quality, simulated: what a test of systems must not tell apart.

`python -m tests.evaluation.comparison.equal_systems` prints the table of docs/reference/system-comparison.md.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from aloi.base.arrays import Floats
from aloi.evaluation.comparison.families import holm
from aloi.evaluation.comparison.paired import PairedTest, paired_tests
from aloi.evaluation.metrics import metric as metric_named
from aloi.evaluation.resampling import Units, measured


@dataclass(frozen=True, slots=True)
class Design:
    """What is simulated.

    Parameters
    ----------
    shared : float
        Share of the variance of errors that all systems have in common: hard items are hard for all.
    wobble : float
        Noise that each seed adds to each item, in units of the scale.
    unsteady : float
        Standard deviation over seeds of the logarithm of the size of errors: good and bad seeds.
    own_scales : bool
        Whether each system answers on a scale of its own; not for errors and EDRM, which see it.
    """

    items: int = 200
    seeds: int = 1
    systems: int = 2
    shared: float = 0.5
    wobble: float = 0.5
    unsteady: float = 0.0
    own_scales: bool = True


DESIGNS = {
    "1 seed": Design(),
    "1 seed, 50 items": Design(items=50),
    "1 seed, 1,000 items": Design(items=1000),
    "1 seed, errors 0.9 shared": Design(shared=0.9),
    "3 seeds, steady": Design(seeds=3),
    "3 seeds, unsteady 0.1": Design(seeds=3, unsteady=0.1),
    "3 seeds, unsteady 0.3": Design(seeds=3, wobble=0.2, unsteady=0.3),
    "5 seeds, unsteady 0.3": Design(seeds=5, wobble=0.2, unsteady=0.3),
}


def equal_systems(design: Design, generator: np.random.Generator) -> tuple[Floats, list[Floats]]:
    """Return gold (N,) in thirds from 0 to 5 and each system's predictions (S, N), no system the better one.

    Scales of their own are 0.3 x + 1, 0.6 x + 1, ...: correlations do not see it.
    """
    gold = np.round(np.clip(generator.normal(2.5, 1.5, design.items), 0, 5) * 3) / 3
    common = generator.normal(0, 1, design.items)
    found = []
    for place in range(design.systems):
        own = generator.normal(0, 1, design.items)
        error = 1.5 * (np.sqrt(design.shared) * common + np.sqrt(1 - design.shared) * own)
        size = np.exp(design.unsteady * generator.normal(0, 1, (design.seeds, 1)))
        noise = generator.normal(0, design.wobble, (design.seeds, design.items)) if design.seeds > 1 else 0.0
        answers = gold + error * size + noise
        found.append(answers * 0.3 * (place + 1) + 1 if design.own_scales else answers)
    return gold, found


def p_values(
    design: Design,
    test: PairedTest,
    *,
    simulations: int,
    replicates: int,
    metric: str = "spearman",
    seed: int = 0,
) -> Floats:
    """Return the p of every two systems of each simulation, (simulations, pairs); NaN where there is none."""
    generator = np.random.default_rng(seed)
    rows = []
    for at in range(simulations):
        gold, systems = equal_systems(design, generator)
        needed = 0 if test is PairedTest.STUDENT else replicates
        named = {str(place): one for place, one in enumerate(systems)}
        made = {name: metric_named(metric).sums(gold, one, 0, 5) for name, one in named.items()}
        units = Units("items", len(gold))
        resamples = needed if test is PairedTest.BOOTSTRAP else 0
        found = {name: measured(one, units, resamples, at) for name, one in made.items()}
        pairs = list(combinations(named, 2))
        tested = paired_tests(test, made, found, pairs, units, swaps=replicates, seed=at)
        rows.append([np.nan if one.p is None else one.p for one in tested])
    return np.array(rows)


def family_rejections(ps: Floats) -> float:
    """Return the share of families in which Holm's correction leaves at least one p below 0.05."""
    return float(np.mean([min(one for one in holm(list(row)) if one is not None) < 0.05 for row in ps]))


def main(simulations: int) -> None:
    """Print the share of p below 0.05 and 0.01 for each design and test."""
    for title, design in DESIGNS.items():
        cells = [title]
        for test in PairedTest:
            if test is PairedTest.STUDENT and design.seeds == 1:
                cells.append("-")
                continue
            ps = p_values(design, test, simulations=simulations, replicates=500)
            cells.append(f"{100 * np.mean(ps < 0.05):.1f} / {100 * np.mean(ps < 0.01):.1f}")
        sys.stdout.write(f"| {' | '.join(cells)} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
