"""Swaps of two systems on items by chance: every two systems of a table on the same swaps at once."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import scipy
from numpy.typing import NDArray

from evaluation.metrics.edrm import edrm_credits

Floats = NDArray[np.float64]
# One seed of each of two systems, and the sums of every seed of every system, (K, 1 or R).
Sides: TypeAlias = tuple[tuple[str, int], tuple[str, int]]
Sums: TypeAlias = Mapping[tuple[str, int], Floats]

# Cells of the (replicates, items) table held at once.
_CELLS = 2_000_000


@dataclass(frozen=True, slots=True)
class Swapped:
    """What R replicates say of two systems, each of which swaps them on half of the items.

    Parameters
    ----------
    p : float
        Share of differences as far from 0 as the one found, which counts among them: at least 1 / (1 + R).
    variance : float
        Mean square of the differences after swaps; their mean is 0 in the long run.
    """

    p: float
    variance: float


def swapped_pairs(
    name: str,
    gold: Floats,
    systems: Mapping[str, Floats],
    pairs: Sequence[tuple[str, str]],
    low: float,
    high: float,
    *,
    swaps: int,
    seed: int,
) -> list[Swapped]:
    """Return what swaps say of each pair of systems, in the order of `pairs`.

    Parameters
    ----------
    systems : mapping
        Name -> predictions (S, N) of every system in `pairs`; each seed of each has a value of the metric.
    swaps : int
        Replicates, the same for all pairs. All seeds of an item are swapped together; where one system has
        more seeds, those of the other are repeated.

    Notes
    -----
    For correlations the swapped things are standardised: ranks for Spearman, so that systems on other
    scales can be swapped; for the errors and EDRM they are the items' own errors and credits. Each metric
    comes from sums over items, and a swap gives to one system what it takes from the other: so the sums of
    each system over the swapped items, one matrix product for all, give the replicates of every pair.
    """
    names = sorted({one for pair in pairs for one in pair})
    parts = {
        (one, at): _contributions(name, gold, row, low, high)
        for one in names
        for at, row in enumerate(systems[one])
    }
    if not parts:
        return []
    table = np.concatenate(list(parts.values()))
    sides = [_sides(a, b, len(systems[a]), len(systems[b])) for a, b in pairs]
    whole = _by_side(parts, table.sum(axis=1, keepdims=True))
    still = {side: np.zeros_like(sums) for side, sums in whole.items()}
    found = [float(_differences(name, one, whole, still, len(gold))[0]) for one in sides]
    near, squares = np.zeros(len(pairs)), np.zeros(len(pairs))
    for told in _told(len(gold), swaps, seed):
        gone = _by_side(parts, table @ told.T)
        for place, one in enumerate(sides):
            differences = _differences(name, one, whole, gone, len(gold))
            near[place] += np.count_nonzero(np.abs(differences) >= abs(found[place]) - 1e-9)
            squares[place] += differences @ differences
    # The first replicate swaps nothing.
    return [
        Swapped(float(count / (1 + swaps)), float((square - first**2) / swaps))
        for first, count, square in zip(found, near, squares, strict=True)
    ]


def _told(items: int, swaps: int, seed: int) -> Iterator[Floats]:
    """Give, block by block, which items each replicate swaps, 0 or 1, (R, N); the first one swaps none."""
    generator = np.random.default_rng(seed)
    rows = max(1, _CELLS // items)
    for start in range(0, 1 + swaps, rows):
        told = generator.integers(0, 2, size=(min(rows, 1 + swaps - start), items)).astype(np.float64)
        if start == 0:
            told[0] = 0.0
        yield told


def _sides(a: str, b: str, of_a: int, of_b: int) -> list[Sides]:
    """Return which seed stands against which, each seed of a system equally often."""
    return [((a, at % of_a), (b, at % of_b)) for at in range(math.lcm(of_a, of_b))]


def _by_side(parts: Sums, table: Floats) -> dict[tuple[str, int], Floats]:
    """Return the rows of a table that belong to each seed of each system."""
    return dict(zip(parts, np.split(table, len(parts)), strict=True))


def _differences(name: str, sides: Sequence[Sides], whole: Sums, gone: Sums, items: int) -> Floats:
    """Return the differences of two systems, mean over seeds, after what is gone from each was exchanged."""
    total: Floats = np.zeros(1)
    for a, b in sides:
        moved = gone[b] - gone[a]
        total = total + _value(name, whole[a] + moved, items) - _value(name, whole[b] - moved, items)
    return total / len(sides)


def _contributions(name: str, gold: Floats, predicted: Floats, low: float, high: float) -> Floats:
    """Return what each item adds to the sums that `_value` wants, (K, N)."""
    if name in ("spearman", "pearson"):
        target, own = (_standard(side, ranked=name == "spearman") for side in (gold, predicted))
        return np.stack([own, own * own, own * target])
    if name == "edrm":
        return edrm_credits(gold, predicted, low, high)[None, :]
    return np.asarray(np.abs(predicted - gold) ** (2 if name == "rmse" else 1))[None, :]


def _value(name: str, sums: Floats, items: int) -> Floats:
    """Return the metric from sums over items (K, R), shape (R,).

    For correlations with a standard target: of the numbers, of their squares, of the products with it.
    """
    if name in ("spearman", "pearson"):
        spread = np.maximum(sums[1] - sums[0] ** 2 / items, 1e-300)
        return np.asarray(sums[2] / np.sqrt(spread))
    means = sums[0] / items
    return np.asarray(np.sqrt(np.maximum(means, 0.0)) if name == "rmse" else means)


def _standard(numbers: Floats, *, ranked: bool) -> Floats:
    """Return the numbers, or their ranks, with mean 0 and squares that sum to 1."""
    found = scipy.stats.rankdata(numbers) if ranked else numbers
    centred = found - found.mean()
    return np.asarray(centred / np.sqrt((centred**2).sum()))
