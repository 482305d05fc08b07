"""The alternative annotator test: whether a machine may replace a person of a group of annotators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from aloi.agreement.drawing import Clusters, SumStatistic
from aloi.agreement.intervals.score import UNANIMOUS, score_interval, unanimous_low
from aloi.agreement.intervals.spreads import (
    ONE_UNIT,
    TAIL,
    ScoreSpread,
    Varied,
    cluster_spread,
    unit_spread,
)
from aloi.agreement.machine.alignment import LEAST_PEOPLE, Alignments
from aloi.agreement.measures.shapes import share_shape
from aloi.agreement.result import Interval, sign
from aloi.agreement.table import number_groups
from aloi.base.arrays import Floats
from aloi.base.records import to_json
from aloi.base.terms import Phrase

REFERENCES = ("calderon2025alternative", "benjamini2001control")
EPSILONS = {"experts": 0.2, "skilled": 0.15, "crowd": 0.1}
RATE = 0.05  # of false discoveries
PASSING = 0.5  # the winning rate from which a machine passes
LEAST_UNITS = 30  # of a person: the published test asks for as many
FEW_PEOPLE = 3
_TINY = 1e-12


@dataclass(frozen=True, slots=True)
class PersonComparison:
    """A machine and one person, each compared with the other people of the same units.

    Parameters
    ----------
    annotator : str
        The person.
    units : int
        Units of the comparison.
    advantage : float or None
        Share of units on which the machine is at least as well aligned as the person.
    interval : Interval or None
        Its 95 % interval.
    lead : float or None
        How much more often the person wins: the mean of the person's wins minus the machine's. The machine
        may replace the person where it is below epsilon.
    p : float or None
        Of the hypothesis that `lead` is at least epsilon.
    adjusted : float or None
        The same p-value for all people together (Benjamini and Yekutieli).
    wins : bool
        Whether the machine wins against the person.
    reason : str or None
        Why there was no comparison.
    """

    annotator: str
    units: int
    advantage: float | None = None
    interval: Interval | None = None
    lead: float | None = None
    p: float | None = None
    adjusted: float | None = None
    wins: bool = False
    reason: str | None = None

    def to_json(self) -> dict[str, object]:
        """Return the comparison as `aloi agreement --machine --json` prints it."""
        return to_json(
            self, "interval", "adjusted", "wins", advantage_ci=_ends(self.interval), adjusted_p=self.adjusted,
            won=self.wins,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class AlternativeTest:
    """Whether a machine may replace a person, with intervals.

    Parameters
    ----------
    machine, alignment : str
        Name of the machine, and how alignment was measured.
    epsilon : float
        How much more often a person may win, as the machine saves time and money.
    units : int
        Units that the machine and at least two people answered.
    people : tuple of PersonComparison
        One per person.
    winning_rate : float or None
        Share of the compared people against whom the machine wins.
    winning_interval : Interval or None
        Of the share of people whose true lead is below epsilon, 95 % or more: it takes few values.
    advantage : float or None
        Mean over people of the share of units on which the machine is at least as well aligned.
    advantage_interval : Interval or None
        Its 95 % interval.
    passes : bool or None
        Whether the winning rate is 0.5 or more; None if nobody could be compared.
    reason : str or None
        Why nobody could be compared.
    cautions : tuple of str
        Warnings about the result.
    signature : str
        Everything needed to reproduce the numbers.
    part : str
        Name of the part of the table, empty for all of it.
    """

    machine: str
    alignment: str
    epsilon: float
    units: int
    people: tuple[PersonComparison, ...]
    winning_rate: float | None
    winning_interval: Interval | None
    advantage: float | None
    advantage_interval: Interval | None
    passes: bool | None
    reason: str | None
    cautions: tuple[str, ...]
    signature: str
    part: str = ""

    @property
    def compared(self) -> tuple[PersonComparison, ...]:
        """Return the people with whom the machine could be compared."""
        return tuple(person for person in self.people if person.reason is None)

    def to_json(self) -> dict[str, object]:
        """Return the test as `aloi agreement --machine --json` prints it."""
        further = {
            "part": self.part or None,
            "winning_rate_ci": _ends(self.winning_interval),
            "advantage_probability": self.advantage,
            "advantage_ci": _ends(self.advantage_interval),
            "annotators": [person.to_json() for person in self.people],
            "warnings": list(self.cautions),
        }
        renamed = ("part", "winning_interval", "advantage", "advantage_interval", "people", "cautions")
        return to_json(self, *renamed, **further)


def _ends(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]


def alternative_test(
    table: Alignments, epsilon: float = EPSILONS["experts"], *, rate: float = RATE, least: int = LEAST_UNITS
) -> AlternativeTest:
    """Return whether a machine may replace a person of a group.

    Parameters
    ----------
    table : Alignments
        Of a machine and at least two people per unit.
    epsilon : float
        From 0 to 1: 0.2 where experts are replaced, 0.15 for skilled people, 0.1 for a crowd.
    rate : float
        Of false discoveries among the people against whom the machine wins.
    least : int
        Units that a person must share with the machine.

    Notes
    -----
    For each person, the wins of machine and person are compared unit by unit. A one-sided t-test has the
    hypothesis that the person wins more often by epsilon or more (calderon2025alternative). Units that share
    a document depend on each other: the variance and the degrees of freedom are then those of the intervals
    of agreement (`aloi.agreement.intervals.spreads`). The p-values of the people are adjusted together
    (Benjamini and Yekutieli 2001). A tie counts as a win of both.

    The interval of the winning rate is about these people. It contains each number of people with a lead
    below epsilon that the p-values do not contradict at 5 %, and the rate itself. People may depend on each
    other.
    """
    return alternative_tests([table], epsilon, rate=rate, least=least)[0]


def alternative_tests(
    tables: Sequence[Alignments],
    epsilon: float = EPSILONS["experts"],
    *,
    rate: float = RATE,
    least: int = LEAST_UNITS,
) -> tuple[AlternativeTest, ...]:
    """Return the tests of several machines or parts of a table; p-values are adjusted over all of them."""
    if not 0 <= epsilon < 1:
        raise ValueError(f"epsilon is {epsilon:g}: expected a number from 0 to below 1")
    groups = [None if table.clusters is None else number_groups(table.clusters) for table in tables]
    by_table = [
        [_compared(table, column, members, epsilon, least) for column in range(len(table.annotators))]
        for table, members in zip(tables, groups, strict=True)
    ]
    compared = [person for people in by_table for person in people if person.reason is None]
    adjusted = adjusted_ps([person.p for person in compared])
    ps = iter(adjusted)
    tests = []
    for table, members, people in zip(tables, groups, by_table, strict=True):
        judged = tuple(
            _judged(person, next(ps), rate) if person.reason is None else person for person in people
        )
        tests.append(_result(table, members, judged, epsilon, rate, least, len(adjusted)))
    return tuple(tests)


def _judged(person: PersonComparison, adjusted: float | None, rate: float) -> PersonComparison:
    return replace(person, adjusted=adjusted, wins=adjusted is not None and adjusted <= rate)


def _result(
    table: Alignments,
    groups: NDArray[np.intp] | None,
    people: tuple[PersonComparison, ...],
    epsilon: float,
    rate: float,
    least: int,
    family: int,
) -> AlternativeTest:
    """Return the result of a table; `family` is the number of p-values that were adjusted together."""
    columns = [column for column, person in enumerate(people) if person.reason is None]
    compared = [people[column] for column in columns]
    winning = sum(person.wins for person in compared) / len(compared) if compared else None
    advantage, interval = None, None
    if compared:
        advantage = float(np.mean([person.advantage for person in compared]))
        interval = _advantage_interval(table.machine_wins[:, columns], advantage, groups)
    entries = {
        "machine": table.machine,
        "part": table.part or None,
        "alignment": table.name,
        "epsilon": f"{epsilon:g}",
        "q": f"{rate:g}",
        "least": least,
        "units": table.units,
        "annotators": len(compared),
        "tests": None if family == len(compared) else family,
    }
    return AlternativeTest(
        machine=table.machine,
        alignment=table.name,
        epsilon=epsilon,
        units=table.units,
        people=people,
        winning_rate=winning,
        winning_interval=None if winning is None else _winning_interval(compared, winning),
        advantage=advantage,
        advantage_interval=interval,
        passes=None if winning is None else winning >= PASSING,
        reason=None if compared else _nobody(table, least),
        cautions=_cautions(compared),
        signature=sign("alternative_test", entries, None, interval.method if interval else "none"),
        part=table.part,
    )


def adjusted_ps(ps: Sequence[float | None]) -> tuple[float | None, ...]:
    """Return the adjusted p-value of each test (Benjamini and Yekutieli), whatever their dependence.

    A test without a p-value keeps none and counts as one with a p of 1.

    >>> [round(p, 4) for p in adjusted_ps([0.01, 0.04, 0.03]) if p is not None]
    [0.055, 0.0733, 0.0733]
    """
    many = len(ps)
    factor = many * sum(1 / rank for rank in range(1, many + 1))
    ordered = sorted(range(many), key=lambda at: 1.0 if ps[at] is None else float(ps[at] or 0.0))
    result: list[float | None] = [None] * many
    lowest = 1.0
    for rank in range(many, 0, -1):
        p = ps[ordered[rank - 1]]
        if p is not None:
            lowest = min(lowest, factor * p / rank)
            result[ordered[rank - 1]] = lowest
    return tuple(result)


def _compared(
    table: Alignments, column: int, groups: NDArray[np.intp] | None, epsilon: float, least: int
) -> PersonComparison:
    """Return the comparison of a machine with one person, before the p-values are adjusted."""
    name = table.annotators[column]
    wins, person_wins = table.machine_wins[:, column], table.person_wins[:, column]
    rows = ~np.isnan(wins)
    units = int(rows.sum())
    if units < least:
        few = "{units} units with the machine and others, {least} needed"
        reason = Phrase("reason-few-units-of-person", few, units=units, least=least)
        return PersonComparison(name, units, reason=reason)
    lead = person_wins[rows] - wins[rows]
    clusters = None if groups is None else Clusters.of(units, groups[rows])
    lead_spread = mean_spread(lead, clusters)
    if isinstance(lead_spread, str):
        return PersonComparison(
            name, units, float(wins[rows].mean()), lead=float(lead.mean()), reason=lead_spread
        )
    share = float(wins[rows].mean())
    return PersonComparison(
        name,
        units,
        share,
        _share_interval(mean_spread(wins[rows], clusters), share, clusters or Clusters(units)),
        lead_spread.value,
        _p_below(lead_spread, epsilon),
    )


def lead_p(lead: Floats, epsilon: float, groups: NDArray[np.intp] | None = None) -> float | str | None:
    """Return the p-value of a true mean lead of epsilon or more, or the reason for none.

    None: all units are equal and exactly at epsilon. `groups` are the documents of the units.
    """
    spread = mean_spread(lead, None if groups is None else Clusters.of(len(lead), groups))
    return spread if isinstance(spread, str) else _p_below(spread, epsilon)


def mean_spread(values: Floats, clusters: Clusters | None) -> ScoreSpread | str:
    """Return the variance of a mean of units that may share documents, or the reason for none."""
    statistic = SumStatistic(np.column_stack([values, np.ones(len(values))]), _ratio)
    mean, ones = float(values.mean()), np.ones(len(values))
    alone = float(values.var(ddof=1)) / len(values) if len(values) > 1 else 0.0
    if clusters is None or clusters.members is None:
        if len(values) < 2:
            return ONE_UNIT
        return ScoreSpread(mean, mean, alone, len(values) - 1.0, None, False, len(values), 1.0)
    return cluster_spread(statistic, mean, clusters, ones, alone)


def _ratio(sums: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums[:, 0] / sums[:, 1])


def _p_below(lead: ScoreSpread, epsilon: float) -> float | None:
    """Return the p-value of a true mean of epsilon or more; None if all units are equal and exactly there."""
    gap = lead.value - epsilon
    if lead.error > _TINY:
        return float(stdtr(lead.freedom, gap / lead.error))
    return None if abs(gap) <= _TINY else float(gap > 0)


def _advantage_interval(wins: Floats, advantage: float, groups: NDArray[np.intp] | None) -> Interval | None:
    """Return the interval of the mean over people of their shares of wins, (U, A), NaN without an answer."""
    answered = ~np.isnan(wins)
    terms = np.hstack([np.nan_to_num(wins), answered.astype(np.float64)])
    people = wins.shape[1]

    def mean_share(sums: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray((sums[:, :people] / sums[:, people:]).mean(axis=1))

    statistic, ones = SumStatistic(terms, mean_share), np.ones(len(wins))
    alone = unit_spread(statistic, advantage, ones, Varied.LABELS)
    clusters, spread = Clusters(len(wins)), alone
    if groups is not None:
        variance = 0.0 if isinstance(alone, str) else alone.variance
        clusters = Clusters.of(len(wins), groups)
        spread = cluster_spread(statistic, advantage, clusters, ones, variance)
    return _share_interval(spread, advantage, clusters)


def _share_interval(spread: ScoreSpread | str, share: float, clusters: Clusters) -> Interval | None:
    """Return the interval of a share of wins: exact where the machine always wins."""
    if isinstance(spread, str):
        return None
    if share >= 1 - _TINY:
        pieces = max(1, clusters.count // 2 if clusters.crossed else clusters.count)
        return Interval(unanimous_low(pieces, 1.0), 1.0, UNANIMOUS)
    return score_interval(spread, share_shape(0.0))


def _winning_interval(people: Sequence[PersonComparison], rate: float) -> Interval:
    """Return the interval of the share of people whose true lead is below epsilon."""
    ps = np.array([0.5 if person.p is None else person.p for person in people])
    possible = [below for below in range(len(ps) + 1) if not _contradicted(ps, below)]
    low, high = min(possible) / len(ps), max(possible) / len(ps)
    return Interval(low, high, "counted").around(rate)


def _contradicted(ps: Floats, below: int) -> bool:
    """Return whether the p-values contradict, at 5 %, that the true lead of so many people is below epsilon.

    They do if more people than `below` are shown to be below it, or more than the others to be above it. Only
    some of these people are, so that the correction is for the rest (Bonferroni). If all people are on one
    side, one error is possible instead of two.
    """
    others = len(ps) - below
    tail = TAIL if below and others else 2 * TAIL
    too_many = others > 0 and int((ps <= tail / others).sum()) > below
    return too_many or (below > 0 and int((1 - ps <= tail / below).sum()) > others)


def _nobody(table: Alignments, least: int) -> str:
    if not table.units:
        none = "no unit was answered by the machine and {least} people"
        return Phrase("reason-no-unit-of-machine", none, least=LEAST_PEOPLE)
    few = "nobody shares {least} units with the machine and another person"
    return Phrase("reason-nobody-shares-units", few, least=least)


def _cautions(people: Sequence[PersonComparison]) -> tuple[str, ...]:
    """Return what to know before trusting the result."""
    if not 0 < len(people) < FEW_PEOPLE:
        return ()
    few = (
        "The machine was compared with {count} people. With fewer than {least}, each person is compared on "
        "the answers of one other person. The test then depends on this one person's errors."
    )
    return (Phrase("caution-few-people", few, count=len(people), least=FEW_PEOPLE),)
