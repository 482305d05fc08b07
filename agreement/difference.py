"""The difference of two agreements: of two rounds, two guidelines, two groups or two tables."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agreement.compute import Estimate, Options, estimate_of, signature_of, varied
from agreement.intervals.score import TAIL, ScoreSpread, Shape, score_interval, spread
from agreement.measures import find_measure
from agreement.measures.base import Measure
from agreement.ratings import Ratings
from agreement.result import Interval
from agreement.table import RatedUnits
from aloi.arrays import Floats
from aloi.records import to_json

_REACH = 1.959964 + 0.841621  # standard errors that four of five samples find significant


@dataclass(frozen=True, slots=True)
class AgreementDifference:
    """The second agreement minus the first.

    `interval` is of 95 % and `p` two-sided; None with a reason. `detectable` is the true difference that
    tables of these sizes find significant in four of five cases.
    """

    measure: str
    first: float | None
    second: float | None
    difference: float | None
    interval: Interval | None
    p: float | None
    reason: str | None
    detectable: float | None
    signature: str

    def to_json(self) -> dict[str, object]:
        """Return the difference as `aloi agreement difference --json` prints it."""
        ends = self.interval
        return to_json(
            self, "interval", ci=[ends.low, ends.high] if ends else None, method=ends.method if ends else None
        )


@dataclass(frozen=True, slots=True)
class _Sample:
    spread: ScoreSpread
    shape: Shape


def agreement_difference(
    first: Ratings,
    second: Ratings,
    measure: str,
    *,
    weights: str = "unweighted",
    paired: bool = False,
    context: Mapping[str, str] | None = None,
) -> AgreementDifference:
    """Return how two agreements differ, with `paired` on the units that both tables rate.

    Notes
    -----
    The interval puts together the score intervals of both (MOVER: Zou and Donner 2008), and their correlation
    over units or clusters where units are the same (Zou 2007). p is twice the smallest tail with which such
    an interval excludes 0, so that p is below 0.05 exactly where the 95 % interval does. Without `paired` the
    tables are taken to be independent of each other.
    """
    if paired:
        first, second = _shared(first, second)
    found = find_measure(measure)
    options = Options(weights, "value", "score", 1, 0, context)
    estimates = [estimate_of(one, found, options) for one in (first, second)]
    values = [one.value for one in estimates]
    signature = "difference_" + signature_of(found, second, found.used(estimates[1].table), options, None)
    sides = [_sample(found, one) for one in estimates]
    reason = next((one for one in sides if isinstance(one, str)), None)
    apart = None if values[0] is None or values[1] is None else values[1] - values[0]
    known = [one for one in sides if isinstance(one, _Sample)]
    if reason is not None or apart is None or len(known) < 2:
        return AgreementDifference(measure, values[0], values[1], apart, None, None, reason, None, signature)
    together = _correlation(found, estimates, first) if paired else 0.0
    method = (
        f"mover-{'paired' if paired else 'independent'}({known[0].spread.method},{known[1].spread.method})"
    )
    low, high = _ends(known, together, TAIL)
    errors = [one.spread.error for one in known]
    error = math.sqrt(errors[0] ** 2 + errors[1] ** 2 - 2 * together * errors[0] * errors[1])
    return AgreementDifference(
        measure,
        values[0],
        values[1],
        apart,
        Interval(low, high, method),
        _p(known, together),
        None,
        _REACH * error,
        signature.replace("|ci:none", f"|ci:{method}"),
    )


def _sample(measure: Measure, estimate: Estimate) -> _Sample | str:
    if estimate.value is None or estimate.statistic is None:
        return estimate.reason or measure.undefined
    table, weights = estimate.table, estimate.weights
    found = spread(
        lambda part: measure.statistic(part, weights), estimate.value, table, varied(measure, table)
    )
    return found if isinstance(found, str) else _Sample(found, measure.shape(table))


def _shared(first: Ratings, second: Ratings) -> tuple[Ratings, Ratings]:
    """Return both tables on the units that both rate."""

    def rated(one: Ratings) -> set[str]:
        rows = np.flatnonzero((one.codes >= 0).any(axis=1))
        return {one.units[row] for row in rows}

    both = rated(first) & rated(second)

    def part(one: Ratings) -> Ratings:
        mask: NDArray[np.bool_] = np.array([unit in both for unit in one.units], dtype=np.bool_)
        return one.subset_units(mask)

    return part(first), part(second)


def _correlation(measure: Measure, estimates: list[Estimate], ratings: Ratings) -> float:
    """Return the correlation of both values when clusters of the same units are left out in turn."""
    changes: list[Floats] = []
    clusters = RatedUnits.of(ratings).clusters
    for one in estimates:
        assert one.statistic is not None  # noqa: S101
        statistic = one.statistic
        chunks = [statistic(times[:, one.table.rows]) for times in clusters.left_out()]
        changes.append(np.concatenate(chunks) - float(one.value or 0.0))
    known = ~np.isnan(changes[0]) & ~np.isnan(changes[1])
    a, b = changes[0][known], changes[1][known]
    scale = math.sqrt(float(a @ a) * float(b @ b))
    return float(a @ b) / scale if scale > 0 else 0.0


def _ends(sides: list[_Sample], together: float, tail: float) -> tuple[float, float]:
    """Return the ends of the interval of the second minus the first that leaves `tail` on each side."""
    first, second = (score_interval(one.spread, one.shape, tail) for one in sides)
    a, b = sides[0].spread.value, sides[1].spread.value

    def reach(x: float, y: float) -> float:
        return math.sqrt(max(0.0, x * x + y * y - 2 * together * x * y))

    low = b - a - reach(b - second.low, first.high - a)
    high = b - a + reach(second.high - b, a - first.low)
    return low, high


def _p(sides: list[_Sample], together: float) -> float:
    least, most = 1e-12, 0.5 - 1e-9
    if _holds(sides, together, most):
        return 1.0
    if not _holds(sides, together, least):
        return 2 * least
    while most / least > 1 + 1e-6:
        middle = math.sqrt(least * most)
        least, most = (middle, most) if _holds(sides, together, middle) else (least, middle)
    return 2 * most


def _holds(sides: list[_Sample], together: float, tail: float) -> bool:
    low, high = _ends(sides, together, tail)
    return low <= 0 <= high
