"""Estimates from few human and many machine answers: prediction-powered inference."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aloi.agreement.drawing import Clusters, SumStatistic
from aloi.agreement.intervals.score import Shape, score_interval
from aloi.agreement.intervals.spreads import ONE_UNIT, ScoreSpread, cluster_spread
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

    def spread(self) -> ScoreSpread:
        """Return the variance of independent units, with Welch's degrees of freedom."""
        variances, freedoms = [], []
        value = 0.0
        for at, share in enumerate(self.shares):
            people = (self.members == at) & self.answered
            rest = (self.members == at) & ~self.answered
            corrected = self.human[people] - self.weights[at] * self.machine[people]
            value += share * float(corrected.mean())
            parts = [corrected]
            if self.weights[at] > 0:
                parts.append(self.weights[at] * self.machine[rest])
                value += share * float(parts[1].mean())
            for part in parts:
                variances.append(share**2 * float(part.var(ddof=1)) / len(part))
                freedoms.append(len(part) - 1.0)
        variance = float(sum(variances))
        squares = sum(each**2 / freedom for each, freedom in zip(variances, freedoms, strict=True))
        freedom = variance**2 / squares if squares > 0 else float(sum(freedoms))
        return ScoreSpread(
            value, value, variance, max(1.0, freedom), None, False, int(self.answered.sum()), 1.0
        )

    def clustered(self, clusters: Clusters | None) -> ScoreSpread | str:
        """Return the variance of units that may share documents, or the reason for none."""
        alone = self.spread()
        if clusters is None or clusters.members is None:
            return alone
        return cluster_spread(self.statistic(), alone.value, clusters, np.ones(clusters.size), alone.variance)


def corrected_mean(
    human: Floats,
    machine: Floats,
    *,
    strata: NDArray[np.intp] | None = None,
    clusters: NDArray[np.intp] | None = None,
    shares: Floats | None = None,
    weight: float | None = None,
    shape: Shape | None = None,
    name: str = "mean",
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
    shape : callable, optional
        How the variance depends on the value; for a share, `share_shape(0.0)`.
    name : str
        Name of the estimate, for the signature.

    Notes
    -----
    The mean of the machine on units without people, corrected by its mean error on units with people
    (angelopoulos2023prediction). The weight is that of angelopoulos2023efficient, of each stratum. People
    must have answered a random sample of the units, or of each stratum.
    """
    rows = ~np.isnan(machine)
    human, machine = human[rows], machine[rows]
    return _corrected(human, machine, rows, strata, clusters, shares, weight, shape, f"corrected_{name}")


def _corrected(
    human: Floats,
    machine: Floats,
    rows: NDArray[np.bool_],
    strata: NDArray[np.intp] | None,
    clusters: NDArray[np.intp] | None,
    shares: Floats | None,
    weight: float | None,
    shape: Shape | None,
    name: str,
) -> CorrectedEstimate:
    """Return the corrected mean of units that the machine answered, which are at `rows`."""
    answered = ~np.isnan(human)
    drawn = None if clusters is None else clusters[rows]
    members = np.zeros(len(human), dtype=np.intp)
    if strata is not None:
        members = np.unique(strata[rows], return_inverse=True)[1].astype(np.intp)
    count = int(members.max(initial=0)) + 1
    sizes = np.bincount(members, minlength=count)
    reason = _refusal(np.bincount(members[answered], minlength=count), sizes)
    entries: dict[str, object] = {
        "people": int(answered.sum()),
        "machine": int((~answered).sum()),
        "strata": count,
    }
    if reason is not None:
        signature = sign(name, entries, None, "none")
        return CorrectedEstimate(
            None, None, None, None, None, None, int(answered.sum()), int((~answered).sum()), reason, signature
        )
    shares = sizes / sizes.sum() if shares is None else shares
    weights = np.array(
        [
            _weight(human, machine, answered, members == at) if weight is None else weight
            for at in range(count)
        ]
    )
    both = _Strata(human, machine, answered, members, shares, weights)
    only = both.people()
    spreads = (
        both.clustered(None if drawn is None else Clusters.of(len(human), drawn)),
        only.clustered(None if drawn is None else Clusters.of(len(only.human), drawn[answered])),
    )
    mean_weight = float(sizes @ weights / sizes.sum())
    return _result((both, only), spreads, shape, mean_weight, name, entries)


def _result(
    strata: tuple[_Strata, _Strata],
    spreads: tuple[ScoreSpread | str, ScoreSpread | str],
    shape: Shape | None,
    weight: float,
    name: str,
    entries: dict[str, object],
) -> CorrectedEstimate:
    """Return the estimate with the machine and of people alone, from their variances or reasons for none."""
    values = [each.spread().value for each in strata]
    if shape is not None:
        values = [min(1.0, max(0.0, value)) for value in values]
    interval, alone_interval = (
        None if isinstance(each, str) else score_interval(each, shape) for each in spreads
    )
    corrected, alone = spreads
    people = int(strata[0].answered.sum())
    effective = None
    if not isinstance(corrected, str) and not isinstance(alone, str) and corrected.variance > 0:
        effective = people * alone.variance / corrected.variance
    method = "none" if interval is None else interval.method
    return CorrectedEstimate(
        estimate=values[0],
        interval=interval,
        alone=values[1],
        alone_interval=alone_interval,
        effective_people=effective,
        weight=weight,
        people=people,
        machine=len(strata[0].human) - people,
        reason=corrected if isinstance(corrected, str) else None,
        signature=sign(name, {**entries, "weight": f"{weight:.4g}"}, None, method),
    )


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
