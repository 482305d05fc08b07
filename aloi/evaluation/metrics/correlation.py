"""Spearman's and Pearson's correlation of two lists of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from aloi.base.arrays import Floats
from aloi.base.terms import Phrase
from aloi.evaluation.metrics.base import Metric, Statistic, Sums, check_scores


@dataclass(frozen=True, kw_only=True)
class Correlation(Metric):
    """A correlation of scores: of their ranks (Spearman) or of the numbers themselves (Pearson)."""

    ranked: bool
    row_kinds: tuple[str, ...] = ("ScoredPair",)
    low: float = -1.0

    def sums_of(self, gold: Sequence[float], predicted: Sequence[float], low: float, high: float) -> Sums:
        """Return for each row 1, its standard score, the square, and the product with the gold's.

        Swapped parts are standardised (ranks for Spearman), so that systems on other scales can be swapped.
        """
        del low, high
        reference, answers = np.array(gold, dtype=np.float64), np.array(predicted, dtype=np.float64)
        statistic = spearman(reference, answers) if self.ranked else pearson(reference, answers)
        if statistic.value is None:
            return Sums.undefined(len(gold), statistic.reason)
        target, standardised = (_standard(side, ranked=self.ranked) for side in (reference, answers))
        parts = np.column_stack(
            [np.ones(len(standardised)), standardised, standardised * standardised, standardised * target]
        )

        def drawn(times: Floats) -> Floats:
            if self.ranked:
                return _correlation(ranks(reference, times), ranks(answers, times), times)
            return _correlation(reference[None, :], answers[None, :], times)

        return Sums(parts, _correlation_of_sums, statistic.value, None, drawn)


SPEARMAN = Correlation(
    ranked=True,
    name="spearman",
    title="Spearman correlation",
    clipping="none: answers outside the scale are ranked as they are",
    references=("spearman1904proof",),
)
PEARSON = Correlation(
    ranked=False,
    name="pearson",
    title="Pearson correlation",
    clipping="none: answers outside the scale count as they are",
    references=("pearson1895note",),
)


def spearman(reference: Floats, system: Floats) -> Statistic:
    """Return Spearman's rho, ties at their average rank, and its two-sided p.

    Parameters
    ----------
    reference, system : array (N,)
        Finite numbers, item by item. Nothing is clipped.

    Returns
    -------
    Statistic
        rho in [-1, 1]; None with fewer than two items or when either side is constant. p is None for
        two items, where it is not defined.

    Raises
    ------
    AloiError
        Lengths that differ, or numbers that are not finite.
    """
    return _statistic(reference, system, ranks=True)


def pearson(reference: Floats, system: Floats) -> Statistic:
    """Return Pearson's r and its two-sided p; same inputs and edge cases as `spearman`."""
    return _statistic(reference, system, ranks=False)


def _statistic(reference: Floats, system: Floats, *, ranks: bool) -> Statistic:
    check_scores(reference, system)
    if len(reference) < 2:
        return Statistic(
            None, None, Phrase("reason-few-items", "{count} item(s): two are needed", count=len(reference))
        )
    for name, side in (("reference", reference), ("system", system)):
        if np.ptp(side) == 0:
            constant = f"every {name} value is {{value}}: a constant has no correlation"
            reason = Phrase(f"reason-constant-{name}", constant, value=f"{side[0]:g}")
            return Statistic(None, None, reason)
    result = scipy.stats.spearmanr(reference, system) if ranks else scipy.stats.pearsonr(reference, system)
    value, p = float(result.statistic), float(result.pvalue)
    if not np.isfinite(value):
        return Statistic(
            None,
            None,
            Phrase(
                "reason-values-hardly-vary",
                "the values hardly vary: the correlation is numerically undefined",
            ),
        )
    return Statistic(value, p if len(reference) > 2 and np.isfinite(p) else None, None)


def ranks(numbers: Floats, times: Floats) -> Floats:
    """Return the average rank that each number takes in each resample, shape (R, N).

    A number that a resample does not draw has a rank there too; its count of 0 keeps it out of sums.
    """
    order = np.argsort(numbers, kind="stable")
    ordered = numbers[order]
    firsts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    together = np.add.reduceat(times[:, order], firsts, axis=1)
    middles = np.cumsum(together, axis=1) - (together - 1) / 2
    group = np.empty(len(numbers), dtype=np.intp)
    group[order] = np.cumsum(np.concatenate([[False], ordered[1:] != ordered[:-1]]))
    return np.asarray(middles[:, group])


def _standard(numbers: Floats, *, ranked: bool) -> Floats:
    """Return the numbers, or their ranks, with mean 0 and squares that sum to 1."""
    values = scipy.stats.rankdata(numbers) if ranked else numbers
    centred = values - values.mean()
    return np.asarray(centred / np.sqrt((centred**2).sum()))


def _correlation_of_sums(sums: Floats) -> Floats:
    """Return correlations with a standard target, (R,), from the sums of `Correlation.sums`, (R, 4)."""
    size, total, squares, products = sums.T
    spread = np.maximum(squares - total**2 / np.maximum(size, 1.0), 1e-300)
    return np.asarray(products / np.sqrt(spread))


def _correlation(a: Floats, b: Floats, times: Floats) -> Floats:
    """Return Pearson's correlation of a and b, (1 or R, N), each item counted `times`, (R, N)."""
    size = times.sum(axis=1)
    size = np.where(size > 0, size, 1.0)  # crossed clusters may draw no row at all
    # Differences from a common middle first, so that sums of squares keep their digits.
    a = a - a.mean(axis=1, keepdims=True)
    b = b - b.mean(axis=1, keepdims=True)
    ta, tb = times * a, times * b
    sa, sb = ta.sum(axis=1), tb.sum(axis=1)
    spread_a = np.maximum((ta * a).sum(axis=1) - sa * sa / size, 0.0)
    spread_b = np.maximum((tb * b).sum(axis=1) - sb * sb / size, 0.0)
    shared = (ta * b).sum(axis=1) - sa * sb / size
    scale = np.sqrt(spread_a * spread_b)
    constant = _constant(a, times, spread_a) | _constant(b, times, spread_b) | (scale == 0)
    result = np.full(len(times), np.nan)
    np.divide(shared, scale, out=result, where=~constant)
    return np.asarray(np.clip(result, -1.0, 1.0))


def _constant(numbers: Floats, times: Floats, spread: Floats) -> NDArray[np.bool_]:
    """Return for each resample whether it drew one value only; `spread` is its sum of squares."""
    result = np.zeros(len(times), dtype=bool)
    wide = np.broadcast_to(numbers, times.shape)
    # Rounding leaves a little spread instead of none: only resamples with hardly any are examined.
    near = np.flatnonzero(spread <= 1e-9 * times.sum(axis=1) * (wide**2).max(axis=1))
    drawn = times[near] > 0
    highest = np.where(drawn, wide[near], -np.inf).max(axis=1)
    result[near] = highest == np.where(drawn, wide[near], np.inf).min(axis=1)
    return result
