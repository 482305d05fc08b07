"""Estimates from few human and many machine answers: prediction-powered inference.

The mean of the machine on units without people is corrected by its mean error on units with people
(angelopoulos2023prediction). The weight of the machine is that of angelopoulos2023efficient, of each stratum.
People must have answered a random sample of the units, or of each stratum.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from aloi.agreement.drawing import Clusters, SumStatistic
from aloi.agreement.intervals.score import Shape, score_interval
from aloi.agreement.intervals.spreads import (
    ONE_UNIT,
    ScoreSpread,
    Varied,
    cluster_spread,
    spread_of_units,
)
from aloi.agreement.measures.shapes import share_shape
from aloi.agreement.result import Interval, sign
from aloi.base.arrays import Floats
from aloi.base.records import to_json
from aloi.base.terms import Phrase

REFERENCES = ("angelopoulos2023prediction", "angelopoulos2023efficient")
LEAST_HUMAN = 20  # units that people answered: the normal approximation needs some
NO_MACHINE = Phrase("reason-machine-answered-no", "the machine answered no unit beyond those of people")


@dataclass(frozen=True, slots=True)
class CorrectedEstimate:
    """A mean or share from few human and many machine answers, beside people alone.

    Parameters
    ----------
    estimate : float or None
        None with a reason.
    interval : Interval or None
        Its 95 % interval.
    alone : float or None
        The estimate of the human answers alone.
    alone_interval : Interval or None
        Its 95 % interval.
    effective_people : float or None
        How many human answers alone would have as small a variance.
    weight : float or None
        How much the machine counts, from 0 to 1 (power tuning); the mean over strata.
    people, machine : int
        Units with human answers, and units with the machine alone.
    reason : str or None
        The reason for a missing estimate or interval.
    signature : str
        Everything needed to reproduce the numbers.
    """

    estimate: float | None
    interval: Interval | None
    alone: float | None
    alone_interval: Interval | None
    effective_people: float | None
    weight: float | None
    people: int
    machine: int
    reason: str | None
    signature: str

    @property
    def worth(self) -> float | None:
        """Return how many human answers those of the machine are worth."""
        return None if self.effective_people is None else self.effective_people - self.people

    def to_json(self) -> dict[str, object]:
        """Return the estimate as `aloi agreement estimate --json` prints it."""
        further = {
            "ci": _ends(self.interval),
            "people_alone": {"estimate": self.alone, "ci": _ends(self.alone_interval)},
            "machine_worth": self.worth,
            "units": {"people": self.people, "machine": self.machine},
            "method": None if self.interval is None else self.interval.method,
        }
        return to_json(self, "interval", "alone", "alone_interval", "people", "machine", **further)


def _ends(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]


@dataclass(frozen=True, slots=True)
class EstimateScale:
    """The scale of an estimate that has ends.

    `shape` is how the variance depends on the value, `low` the least possible value (the greatest is 1), and
    `varied` how well units determine the variance.
    """

    shape: Shape
    low: float = 0.0
    varied: Varied = Varied.LABELS

    def clip(self, value: float) -> float:
        """Return the possible value that is nearest."""
        return min(1.0, max(self.low, value))


SHARE = EstimateScale(share_shape(0.0))


@dataclass(frozen=True, slots=True, eq=False)
class UnitTerms:
    """The values of units whose mean is estimated: of people and of the machine, NaN without an answer.

    `scale` is that of the mean; None for numbers. `reason` is that of a missing mean.
    """

    human: Floats
    machine: Floats
    scale: EstimateScale | None
    reason: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Strata:
    """Answers by unit: where people answered, of which stratum, and how much each stratum counts."""

    human: Floats
    machine: Floats
    answered: NDArray[np.bool_]
    members: NDArray[np.intp]
    shares: Floats
    weights: Floats

    def people(self) -> _Strata:
        """Return the units that people answered, without the machine."""
        rows = self.answered
        nothing = np.zeros(len(self.shares))
        return _Strata(
            self.human[rows], self.machine[rows], rows[rows], self.members[rows], self.shares, nothing
        )

    def statistic(self) -> SumStatistic:
        """Return the corrected mean as a function of how often each unit counts."""
        count = len(self.shares)
        inside = self.members[:, None] == np.arange(count)
        people, rest = inside & self.answered[:, None], inside & ~self.answered[:, None]
        corrected = np.where(self.answered, self.human - self.weights[self.members] * self.machine, 0.0)
        predicted = self.weights[self.members] * self.machine
        terms = np.hstack([people * corrected[:, None], people, rest * predicted[:, None], rest])

        def value(sums: Floats) -> Floats:
            of_people, many, of_rest, more = np.split(sums, 4, axis=1)
            with np.errstate(invalid="ignore", divide="ignore"):
                rest_mean = np.where(self.weights > 0, of_rest / more, 0.0)
                return np.asarray((of_people / many + rest_mean) @ self.shares)

        return SumStatistic(terms.astype(np.float64), value)

    def spread(self, varied: Varied = Varied.LABELS) -> ScoreSpread:
        """Return the variance of independent units, with Welch's degrees of freedom."""
        parts = []
        for at, share in enumerate(self.shares.tolist()):
            people = (self.members == at) & self.answered
            rest = (self.members == at) & ~self.answered
            parts.append((share, self.human[people] - self.weights[at] * self.machine[people], varied))
            if self.weights[at] > 0:
                parts.append((share, self.weights[at] * self.machine[rest], Varied.LABELS))
        value = center = variance = squares = freedoms = 0.0
        for share, values, kind in parts:
            mean, size = float(values.mean()), len(values)
            part = spread_of_units(mean, (mean - values) / (size - 1), np.ones(size), size, kind)
            if isinstance(part, str):  # a weight without a machine
                raise ValueError(part)
            value += share * mean
            center += share * part.center
            variance += share**2 * part.variance
            squares += (share**2 * part.variance) ** 2 / part.freedom
            freedoms += part.freedom
        freedom = variance**2 / squares if squares > 0 else freedoms
        return ScoreSpread(
            value, center, variance, max(1.0, freedom), None, False, int(self.answered.sum()), 1.0
        )

    def clustered(self, clusters: Clusters | None, varied: Varied) -> ScoreSpread | str:
        """Return the variance of units that may share documents, or the reason for none."""
        if clusters is None or clusters.members is None:
            return self.spread(varied)
        alone = self.spread()  # beside documents its variance alone counts
        return cluster_spread(self.statistic(), alone.value, clusters, np.ones(clusters.size), alone.variance)


def corrected_mean(
    human: Floats,
    machine: Floats,
    *,
    strata: NDArray[np.intp] | None = None,
    clusters: NDArray[np.intp] | None = None,
    shares: Floats | None = None,
    weight: float | None = None,
    scale: EstimateScale | None = None,
    name: str = "mean",
    reason: str | None = None,
) -> CorrectedEstimate:
    """Return the mean that people would give, from their answers to some units and a machine's to all.

    Parameters
    ----------
    human : ndarray, shape (N,)
        The answer of people to each unit, NaN without one. For the share of a label 1 or 0.
    machine : ndarray, shape (N,)
        The answer of the machine to each unit, NaN without one: such units are excluded.
    strata : ndarray of int, shape (N,), optional
        The stratum of each unit, of which people answered different shares.
    clusters : ndarray of int, shape (N, K), optional
        The documents of each unit: units that share one depend on each other.
    shares : ndarray, shape (S,), optional
        Weights of the means of strata, by default their shares of the units; -1 and 1 for a difference.
    weight : float, optional
        How much the machine counts. By default the weight of the smallest variance (PPI++), from 0 to 1.
    scale : EstimateScale, optional
        Of a share (`SHARE`) or of a coefficient.
    name : str
        Name of the estimate, for the signature.
    reason : str, optional
        The reason for a missing mean, if it is known before.
    """
    rows = ~np.isnan(machine)
    human, machine = human[rows], machine[rows]
    answered = ~np.isnan(human)
    numbers = np.zeros(len(rows), dtype=np.intp) if strata is None else strata
    members = np.unique(numbers[rows], return_inverse=True)[1].astype(np.intp)
    count = int(members.max(initial=0)) + 1
    sizes = np.bincount(members, minlength=count)
    reason = _refusal(np.bincount(members[answered], minlength=count), sizes) or reason
    if reason is not None:
        return _refused(int(answered.sum()), int((~answered).sum()), count, name, reason)
    shares = sizes / sizes.sum() if shares is None else shares
    tuned = [_weight(human, machine, answered, members == at) for at in range(count)]
    weights = np.array(tuned) if weight is None else np.full(count, weight)
    both = _Strata(human, machine, answered, members, shares, weights)
    return _result(both, None if clusters is None else clusters[rows], scale, name)


def _refused(people: int, machine: int, strata: int, name: str, reason: str) -> CorrectedEstimate:
    signature = sign(f"corrected_{name}", _entries(people, machine, strata), None, "none")
    return CorrectedEstimate(None, None, None, None, None, None, people, machine, reason, signature)


def _entries(people: int, machine: int, strata: int) -> dict[str, object]:
    return {"people": people, "machine": machine, "strata": strata}


def _result(
    both: _Strata, groups: NDArray[np.intp] | None, scale: EstimateScale | None, name: str
) -> CorrectedEstimate:
    """Return the estimate with the machine and of people alone, of units with documents (N, K) or none."""
    only = both.people()
    clusters = (None, None) if groups is None else (groups, groups[both.answered])
    varied = Varied.LABELS if scale is None else scale.varied
    strata = (both, only)
    spreads = tuple(
        each.clustered(None if of is None else Clusters.of(len(of), of), varied)
        for each, of in zip(strata, clusters, strict=True)
    )
    values = [each.spread().value for each in strata]
    observed = values[1]
    if scale is not None:
        values = [scale.clip(value) for value in values]
    interval, alone_interval = (
        None if isinstance(each, str) else _interval(each, scale, observed) for each in spreads
    )
    corrected, alone = spreads
    people = int(both.answered.sum())
    machine = len(both.human) - people
    effective = None
    if not isinstance(corrected, str) and not isinstance(alone, str) and corrected.variance > 0:
        effective = people * alone.variance / corrected.variance
    method = "none" if interval is None else interval.method
    entries = _entries(people, machine, len(both.shares))
    weight = float(both.weights[both.members].mean())
    return CorrectedEstimate(
        estimate=values[0],
        interval=interval,
        alone=values[1],
        alone_interval=alone_interval,
        effective_people=effective,
        weight=weight,
        people=people,
        machine=machine,
        reason=corrected if isinstance(corrected, str) else None,
        signature=sign(f"corrected_{name}", {**entries, "weight": f"{weight:.4g}"}, None, method),
    )


def _interval(spread: ScoreSpread, scale: EstimateScale | None, observed: float) -> Interval:
    """Return the interval of an estimate whose variance was observed at the value of people alone.

    A corrected value may be nearer an end of the scale than theirs, at which nothing would vary.
    """
    if scale is None:
        return score_interval(spread, None)
    clipped = replace(spread, value=scale.clip(spread.value), center=scale.clip(spread.center))
    return score_interval(clipped, scale.shape, observed=scale.clip(observed))


def _refusal(people: NDArray[np.intp], sizes: NDArray[np.intp]) -> str | None:
    if people.sum() < LEAST_HUMAN:
        few = "people answered {count} units of the machine, {least} needed"
        return Phrase("reason-few-human", few, count=int(people.sum()), least=LEAST_HUMAN)
    if people.sum() == sizes.sum():
        return NO_MACHINE
    return ONE_UNIT if people.min() < 2 else None


def _weight(human: Floats, machine: Floats, answered: NDArray[np.bool_], inside: NDArray[np.bool_]) -> float:
    """Return the weight of the machine with the smallest variance, of one stratum (PPI++)."""
    people, rest = inside & answered, inside & ~answered
    if rest.sum() < 2:
        return 0.0
    spread = float(machine[inside].var(ddof=1))
    if spread <= 0:
        return 0.0
    shared = float(
        np.mean((human[people] - human[people].mean()) * (machine[people] - machine[people].mean()))
    )
    return float(np.clip(shared / ((1 + people.sum() / rest.sum()) * spread), 0.0, 1.0))
