"""The decisions of a stop rule on the lower bound of alpha, and the error rate of early looks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from aloi.agreement.compute import compute
from aloi.agreement.intervals.score import score_interval, unanimous_low
from aloi.agreement.intervals.spreads import ScoreSpread, Varied, unit_spread
from aloi.agreement.measures.base import Statistic
from aloi.agreement.measures.shapes import copy_shape
from aloi.agreement.number import Number
from aloi.agreement.planning.simulate import Design, draw_codes
from aloi.agreement.planning.widths import alpha_of_codes, pooled_shares
from aloi.agreement.ratings import Ratings, count_codes
from aloi.agreement.result import NO_PAIRABLE, ONE_CATEGORY, Agreement
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Term

_BOUNDARY = 2.241402727604947  # 98.75 % of a normal distribution lie below
_LEAST_TAIL = 1e-15
_TINY = 1e-9


@dataclass(frozen=True, slots=True)
class InterimAnalysis:
    """Alpha after `items` items, its 95 % interval (None where unknown), and whether the rule is met."""

    items: int
    alpha: float | None
    low: float | None
    high: float | None
    met: bool


@dataclass(frozen=True, slots=True)
class StopReplay:
    """A stop rule replayed on answers already given.

    `first` is the number of items where the rule would have stopped (None: never); `holds` tells whether
    it is met after all of them.
    """

    threshold: float
    looks: tuple[InterimAnalysis, ...]
    first: int | None
    holds: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class FalseStops:
    """How often campaigns whose true alpha is only the threshold would have stopped.

    `rate` is the share, 0 to 1, that met the rule at any look, `at_end` at the last look alone; `error` and
    `error_at_end` are their Monte-Carlo standard errors. All are None where nothing can be simulated; then
    `reason` says why.
    """

    rate: float | None
    error: float | None
    at_end: float | None
    error_at_end: float | None
    looks: int
    campaigns: int
    reason: str | None
    sentence: str


def spent_tail(fraction: float) -> float:
    """Return how improbable a value must be to stop a round of which a fraction is done.

    Parameters
    ----------
    fraction : float
        Of the items planned, above 0; more than 1 counts as 1.

    Notes
    -----
    O'Brien and Fleming's boundary for any number of looks (1979; as a spending function Lan and DeMets 1983).
    A sum that varies as a Brownian motion exceeds 2.24 at any time up to the planned end with a probability
    of 2.5 %. Seen at a fraction f, that is 2.24 / sqrt(f) standard errors: early looks need far more than
    1.96, the last one 2.24.

    >>> [round(spent_tail(fraction), 6) for fraction in (0.25, 0.5, 1)]
    [4e-06, 0.000763, 0.0125]
    """
    return max(float(ndtr(-_BOUNDARY / math.sqrt(min(1.0, fraction)))), _LEAST_TAIL)


def stop_coefficient(
    ratings: Ratings,
    measure: str,
    *,
    fraction: float = 1.0,
    context: Mapping[str, str] | None = None,
) -> Agreement:
    """Return a coefficient with the interval whose lower end a stop rule compares with its threshold.

    Parameters
    ----------
    ratings : Ratings
        U units by A annotators; units of a cluster are taken to depend on each other.
    measure : str
        A name from `aloi.agreement.measures`.
    fraction : float
        Of the items planned that were answered so far, above 0.
    context : mapping, optional
        Entries to add to the signature.

    Notes
    -----
    The interval is that of `aloi.agreement.intervals.score`, and the exact bound as long as nobody disagrees,
    each with the tail of `spent_tail`. For any number of looks, a round whose true agreement is below the
    threshold is stopped in about 2.5 % of cases.
    """
    return compute(ratings, [measure], ci="score", context=context, tail=spent_tail(fraction))[0]


def replay_stop_rule(
    ratings: Ratings,
    threshold: float,
    order: Sequence[str] | None = None,
    *,
    step: int = 10,
) -> StopReplay:
    """Return what the rule "lower bound of alpha >= threshold" would have decided as answers came in.

    Parameters
    ----------
    ratings : Ratings
        U units by A annotators.
    threshold : float
        Above 0 and below 1.
    order : sequence of str, optional
        Units in the order answered, the order of the ratings by default; units that are not listed are
        ignored.
    step : int
        Items between two looks, 1 or more; the last look is after all of them.

    Raises
    ------
    AloiError
        Numbers out of range, a unit that is not in the ratings or is listed twice. An alpha that is undefined
        at some look raises nothing: the rule is not met at this look.

    Notes
    -----
    Each look is that of `stop_coefficient`, which also decides the rule of an open round.
    """
    _check_rule(threshold, step)
    index = {unit: row for row, unit in enumerate(ratings.units)}
    units = ratings.units if order is None else tuple(order)
    _check_order(units, index)
    looks = []
    for size in _sizes(len(units), step):
        mask = np.zeros(len(index), dtype=np.bool_)
        mask[[index[unit] for unit in units[:size]]] = True
        looks.append(_interim_analysis(ratings.subset_units(mask), size, threshold, size / len(units)))
    first = next((look.items for look in looks if look.met), None)
    holds = bool(looks) and looks[-1].met
    return StopReplay(threshold, tuple(looks), first, holds, _replay_sentence(threshold, looks, first, holds))


def false_stop_rate(
    ratings: Ratings, threshold: float, *, step: int = 10, campaigns: int = 400, seed: int = 0
) -> FalseStops:
    """Return how often a campaign like this one would stop although its true alpha is only the threshold.

    Parameters
    ----------
    ratings : Ratings
        Gives the numbers of units and of annotators, the level, and how frequent each category is.
    threshold : float
        Above 0 and below 1.
    step : int
        Items between two looks, 1 or more; the last look is after all of them.
    campaigns, seed : int
        Campaigns simulated, 1 or more, and what decides them.

    Raises
    ------
    AloiError
        Numbers out of range.

    Notes
    -----
    Campaigns follow the copy model of `aloi.agreement.planning.simulate`, where everybody answers
    everything. The
    interval is that of `aloi.agreement.intervals.score`. All looks together should be wrong in
    2.5 % of campaigns (`spent_tail`), the last alone in 1.25 %.
    """
    _check_rule(threshold, step)
    table = RatedUnits.of(ratings)
    sizes = _sizes(table.size, step)
    if not (table.totals >= 2).any():
        return _no_rate(NO_PAIRABLE, len(sizes), campaigns)
    shares, used = pooled_shares(table)
    if len(shares) < 2:
        return _no_rate(ONE_CATEGORY, len(sizes), campaigns)
    categories = tuple(table.categories[code] for code in used)
    design = Design(table.annotators, table.size, shares, threshold)
    seeds = np.random.default_rng(seed).integers(2**32, size=campaigns)
    tables = (draw_codes(design, 1, int(seed))[0] for seed in seeds)
    met = np.array([_decisions(codes, categories, table.level, sizes, threshold) for codes in tables])
    rate, at_end = float(met.any(axis=1).mean()), float(met[:, -1].mean())
    sentence = (
        f"If the true alpha were only {threshold:.2f}, {rate:.1%} of campaigns of {table.size} items would "
        f"have met the rule with looks every {step} items. With one look at the end it is {at_end:.1%} "
        f"({campaigns} simulated campaigns)."
    )
    errors = [math.sqrt(share * (1 - share) / campaigns) for share in (rate, at_end)]
    return FalseStops(rate, errors[0], at_end, errors[1], len(sizes), campaigns, None, sentence)


def _no_rate(reason: str, looks: int, campaigns: int) -> FalseStops:
    sentence = f"The error rate of the rule is undefined: {reason}."
    return FalseStops(None, None, None, None, looks, campaigns, reason, sentence)


def _sizes(units: int, step: int) -> list[int]:
    return sorted({*range(step, units, step), units} - {0})


def _interim_analysis(part: Ratings, size: int, threshold: float, fraction: float) -> InterimAnalysis:
    result = stop_coefficient(part, "krippendorff_alpha", fraction=fraction)
    low, high = (result.interval.low, result.interval.high) if result.interval else (None, None)
    return InterimAnalysis(size, result.value, low, high, low is not None and low >= threshold)


def _decisions(
    codes: NDArray[np.int32],
    categories: tuple[object, ...],
    level: str,
    sizes: Sequence[int],
    threshold: float,
) -> NDArray[np.bool_]:
    """Return whether the rule is met at each look of a complete table (U, A), shape (looks,)."""
    kinds, kind = np.unique(np.sort(codes, axis=1), axis=0, return_inverse=True)
    statistic = alpha_of_codes(kinds, categories, level)
    counts = count_codes(kinds, len(categories)).astype(np.float64)
    met = np.zeros(len(sizes), dtype=np.bool_)
    for number, size in enumerate(sizes):
        times = np.bincount(kind[:size], minlength=len(kinds)).astype(np.float64)
        value = float(statistic(times[None])[0])
        tail = spent_tail(size / sizes[-1])
        used = times @ counts
        room = 1 - float(((used / used.sum()) ** 2).sum())
        if value >= 1 - _TINY:
            met[number] = unanimous_low(size, room, tail) >= threshold
        elif value > threshold:
            score_spread = _spread(
                statistic, value, times, Varied.LABELS if level == "nominal" else Varied.DEGREES
            )
            shape = copy_shape(codes.shape[1], room)
            met[number] = (
                not isinstance(score_spread, str)
                and score_interval(score_spread, shape, tail).low >= threshold
            )
    return met


def _spread(statistic: Statistic, value: float, times: Floats, varied: Varied) -> ScoreSpread | str:
    """Return the variance of a statistic of kinds of units, of which some may be absent."""
    present = np.flatnonzero(times)

    def of_present(part: Floats) -> Floats:
        all_times = np.zeros((len(part), len(times)))
        all_times[:, present] = part
        return statistic(all_times)

    return unit_spread(of_present, value, times[present], varied)


def _check_rule(threshold: float, step: int) -> None:
    if not 0 < threshold < 1:
        raise AloiError(
            "aloi.value",
            name=Term("threshold"),
            value=f"{threshold:g}",
            expected=Term("number-between", low=0, high=1),
        )
    if step < 1:
        raise AloiError(
            "aloi.value", name=Term("interim-step"), value=step, expected=Term("at-least", least=1)
        )


def _check_order(units: Sequence[str], index: dict[str, int]) -> None:
    unknown = [unit for unit in units if unit not in index]
    if unknown:
        raise ValueError(f"the order has the item {unknown[0]!r}, which the ratings lack")
    if len(set(units)) < len(units):
        twice = next(unit for unit in units if units.count(unit) > 1)
        raise ValueError(f"the order has the item {twice!r} twice")


def _replay_sentence(
    threshold: float, looks: Sequence[InterimAnalysis], first: int | None, holds: bool
) -> str:
    rule = f"The rule (lower bound of alpha at least {threshold:.2f})"
    if not looks:
        return f"{rule} could not be replayed: there are no items."
    last = looks[-1]
    state = "alpha is undefined"
    if last.alpha is not None:
        state = f"alpha is {Number.of(last, value=last.alpha, digits=2)}"
    if first is None:
        return f"{rule} would not have stopped the round: after all {last.items} items {state}."
    if holds:
        end = "and still holds at the end" if first < last.items else "the last"
    else:
        end = "but no longer holds at the end: it would have stopped too early"
    return f"{rule} would have stopped after {first} of {last.items} items, {end}; after all of them {state}."
