"""The agreement of people with an annotator of all units, from few human and many machine answers.

A coefficient is a smooth function of how often each two answers occur together. The contribution of a unit is
its value plus the derivatives of the occurrences of the unit (delta method). The mean of contributions is the
coefficient, and their variance that of its large-sample standard error. So the mean is corrected as any other
(angelopoulos2023prediction, for asymptotically linear estimators). If several people answered a unit, each of
their pairs with the annotator is a part of the unit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aloi.agreement.compute import DEFAULT_CI, Estimate, Options, estimate_of, varied
from aloi.agreement.machine.corrected import EstimateScale, UnitTerms
from aloi.agreement.measures import find_measure
from aloi.agreement.measures.base import Statistic
from aloi.agreement.ratings import Ratings
from aloi.base.arrays import Floats

_STEP = 1e-6  # of all units, for derivatives
_CELLS = 2_000_000  # cells of one chunk of derivatives: bounds the memory


@dataclass(frozen=True, slots=True, eq=False)
class _Occurrences:
    """Answers beside those of an annotator: of which unit, which two, and which part of it."""

    unit: NDArray[np.intp]
    pair: NDArray[np.intp]
    part: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _AnswerPairs:
    """Answers beside those of an annotator.

    `units` (U,) are those of annotator and machine, `answered` (U,) those of people too. `pairs` (P, 2) are
    the different two codes, `human` (R, 2) those of each answer of people.
    """

    units: NDArray[np.bool_]
    answered: NDArray[np.bool_]
    pairs: NDArray[np.int32]
    human: NDArray[np.int32]
    of_people: _Occurrences
    of_machine: _Occurrences

    def without_terms(self, reason: str) -> UnitTerms:
        """Return the terms of a coefficient that has a reason instead of a value."""
        human, machine = (np.where(rows, 0.0, np.nan) for rows in (self.answered, self.units))
        return UnitTerms(human, machine, None, reason)


def agreement_terms(
    ratings: Ratings,
    annotator: str,
    machine: str,
    measure: str,
    *,
    weights: str | None = None,
    strata: NDArray[np.intp] | None = None,
) -> UnitTerms:
    """Return a coefficient of two annotators as a mean over units, for `corrected_mean`.

    Parameters
    ----------
    ratings : Ratings
        U units. All annotators except the annotator and the machine are people.
    annotator : str
        Of all units: a person or a system, whose agreement with people is estimated.
    machine : str
        The machine that stands for people.
    measure, weights : str
        The coefficient and its agreement weights, as `aloi.agreement.compute.compute` takes them.
    strata : ndarray of int, shape (U,), optional
        The stratum of each unit, of which people answered different shares.
    """
    answers = _answer_pairs(ratings, annotator, machine)
    coefficient = find_measure(measure)
    estimate, of_people = (
        _estimate(ratings, codes, measure, weights) for codes in (answers.pairs, answers.human)
    )
    reason = estimate.reason or of_people.reason
    if reason is not None:
        return answers.without_terms(reason)
    statistic = coefficient.statistic(estimate.table, estimate.weights)
    sampled = _sampling_weights(answers.answered, answers.units, strata)
    human, by_machine = (
        _contributions(statistic, estimate.table.rows, occurrences, times)
        for occurrences, times in (
            (answers.of_people, sampled),
            (answers.of_machine, answers.units.astype(np.float64)),
        )
    )
    if human is None or by_machine is None:
        return answers.without_terms(coefficient.undefined)
    table = of_people.table
    scale = EstimateScale(coefficient.shape(table), -1.0, varied(coefficient, table))
    return UnitTerms(human, by_machine, scale)


def _answer_pairs(ratings: Ratings, annotator: str, machine: str) -> _AnswerPairs:
    """Return the answers of people and of a machine beside those of an annotator."""
    columns = {name: at for at, name in enumerate(ratings.annotators)}
    first, stand_in = ratings.codes[:, columns[annotator]], ratings.codes[:, columns[machine]]
    others = [at for name, at in columns.items() if name not in (annotator, machine)]
    units = (first >= 0) & (stand_in >= 0)
    people = np.where(units[:, None], ratings.codes[:, others], -1)
    unit, column = np.nonzero(people >= 0)
    parts = (people >= 0).sum(axis=1)
    human = np.column_stack([first[unit], people[unit, column]])
    by_machine = np.column_stack([first[units], stand_in[units]])
    pairs, pair = np.unique(np.concatenate([human, by_machine]), axis=0, return_inverse=True)
    pair = pair.reshape(-1)
    of_people = _Occurrences(unit, pair[: len(unit)], 1 / parts[unit])
    of_machine = _Occurrences(np.flatnonzero(units), pair[len(unit) :], np.ones(len(by_machine)))
    return _AnswerPairs(units, parts > 0, pairs, human, of_people, of_machine)


def _estimate(ratings: Ratings, codes: NDArray[np.int32], measure: str, weights: str | None) -> Estimate:
    """Return a coefficient of rows of two codes of a table."""
    units = tuple(f"{row:09d}" for row in range(len(codes)))
    table = Ratings(units, ("1", "2"), codes, ratings.categories, ratings.level)
    return estimate_of(table, find_measure(measure), Options(weights, "value", DEFAULT_CI, 1, 0, None))


def _sampling_weights(
    answered: NDArray[np.bool_], units: NDArray[np.bool_], strata: NDArray[np.intp] | None
) -> Floats:
    """Return how many units, relative to others, each unit that people answered stands for, (U,)."""
    if strata is None:
        return answered.astype(np.float64)
    sizes = np.bincount(strata[units], minlength=strata.max() + 1)
    drawn = np.bincount(strata[answered], minlength=strata.max() + 1)
    shares = np.divide(sizes, drawn, out=np.zeros(len(sizes)), where=drawn > 0)
    return np.where(answered, shares[strata] * answered.sum() / units.sum(), 0.0)


def _contributions(
    statistic: Statistic, used: NDArray[np.intp], answers: _Occurrences, times: Floats
) -> Floats | None:
    """Return what each unit contributes, (U,), NaN where it counts 0 times; None for an undefined value."""
    size = float(times.sum())
    pairs = 1 + int(max(used.max(initial=0), answers.pair.max(initial=0)))
    occurrences = _summed(answers.pair, answers.part * times[answers.unit], pairs)[used]
    value = float(statistic(occurrences[None, :])[0])
    derivatives = np.zeros(pairs)
    chunk = max(1, _CELLS // len(used))
    for start in range(0, len(used), chunk):
        rows = np.arange(start, min(start + chunk, len(used)))
        more = np.tile(occurrences, (len(rows), 1))
        more[np.arange(len(rows)), rows] += _STEP * size
        derivatives[used[rows]] = (statistic(more) - value) / _STEP
    influences = _summed(answers.unit, answers.part * derivatives[answers.pair], len(times))
    terms = value + influences - float(times @ influences) / size
    terms[times == 0] = np.nan
    return None if np.isnan(terms[times > 0]).any() else terms


def _summed(places: NDArray[np.intp], values: Floats, length: int) -> Floats:
    return np.asarray(np.bincount(places, values, minlength=length), dtype=np.float64)
