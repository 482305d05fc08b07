"""How many units and people the alternative annotator test needs, by simulation from a pilot."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from aloi.agreement.machine.alignment import Alignments, alignments
from aloi.agreement.machine.alternative import LEAST_UNITS, PASSING, RATE, adjusted_ps, lead_p
from aloi.agreement.ratings import Ratings
from aloi.agreement.table import number_groups
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Phrase, Term

REPLICATES = 400
_SUBSETS = 20  # subsets of people at most
_REFINED = 4  # halvings of the step between two sizes
_ROUGH = 50  # with fewer units the pilot says little about a machine


@dataclass(frozen=True, slots=True)
class MachinePlanRow:
    """The units that a test with a number of people needs.

    Parameters
    ----------
    people : int
        People of the planned study.
    units : int or None
        The smallest number of units with the wanted power; None if `most` units do not give it.
    answers : int or None
        Units times people, times the share of answers that the pilot's people gave.
    power : float
        Share of simulated studies of this size, or of `most` units, that the machine passes: of second,
        independent draws.
    error : float
        Standard error of this share by simulation.
    source : str
        `pilot`, `subsets` (of its people) or `resampled` (more people, drawn from those of the pilot).
    """

    people: int
    units: int | None
    answers: int | None
    power: float
    error: float
    source: str


@dataclass(frozen=True, slots=True)
class MachinePlan:
    """The size of a study for a power of the alternative annotator test, by number of people."""

    machine: str
    epsilon: float
    power: float
    most: int
    rows: tuple[MachinePlanRow, ...]
    cautions: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """Return the plan as `aloi agreement --machine --power --json` prints it."""
        return to_json(self, "cautions", warnings=list(self.cautions))


@dataclass(frozen=True, slots=True)
class MachinePilot:
    """The people of a pilot, and the function that gives how well the machine agrees with a team of them."""

    people: tuple[str, ...]
    of_team: Callable[[Sequence[str]], Alignments]

    @classmethod
    def of_ratings(cls, ratings: Ratings, machine: str, alignment: str | None = None) -> MachinePilot:
        """Return the pilot of a table with a machine among its annotators."""

        def of_team(team: Sequence[str]) -> Alignments:
            return alignments(ratings.subset_annotators([*team, machine]), machine, alignment)

        return cls(tuple(name for name in ratings.annotators if name != machine), of_team)


def plan_machine_test(
    pilot: MachinePilot,
    epsilon: float = 0.2,
    power: float = 0.8,
    *,
    people: Sequence[int] | None = None,
    most: int = 5000,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> MachinePlan:
    """Return the smallest number of units with which a machine passes the test with a power.

    Parameters
    ----------
    pilot : MachinePilot
        Answers of people and the machine to the same units.
    epsilon : float
        Of the test.
    power : float
        Wanted share of studies that the machine passes, above 0 and below 1.
    people : sequence of int, optional
        Numbers of people, 2 or more; the pilot's own by default.
    most : int
        Units at most, 30 or more.
    replicates : int
        Simulated studies of each size.
    seed : int
        The same seed gives the same plan.

    Raises
    ------
    AloiError
        Numbers out of range, or a pilot without 30 units that the machine and two people answered.

    Notes
    -----
    A study draws the units of the pilot with replacement, or its documents if units depend on each other. It
    decides as the test does: t-tests of the leads, adjusted p-values, winning rate of 0.5 or more. A study
    of fewer people takes a subset of them (20 subsets at most), whose answers are compared among themselves.
    A study of more people draws people of the pilot again: they are assumed to be like those of the pilot.
    Sizes double from 30 to `most`; the interval in which the power is reached is halved four times. Units in
    two documents are drawn by one document alone, so that such plans are too small (a warning says so).
    """
    _check(power, most, people, replicates)
    everybody = pilot.of_team(pilot.people)
    if everybody.units < LEAST_UNITS:
        raise AloiError(
            "aloi.too-few",
            name=Term("units-of-machine-and-people"),
            count=everybody.units,
            least=LEAST_UNITS,
        )
    rows = tuple(
        _row(*_teams(pilot, everybody, size), size, epsilon, power, most, replicates, seed)
        for size in sorted({*([len(pilot.people)] if people is None else people)})
    )
    return MachinePlan(everybody.machine, epsilon, power, most, rows, _cautions(everybody, rows))


def _check(power: float, most: int, people: Sequence[int] | None, replicates: int) -> None:
    if not 0 < power < 1:
        raise AloiError(
            "aloi.value",
            name=Term("power"),
            value=f"{power:g}",
            expected=Term("number-between", low=0, high=1),
        )
    numbers = {"planned-most_items": (most, LEAST_UNITS), "planned-annotators": (min(people or [2]), 2)}
    for name, (number, least) in numbers.items():
        if number < least or replicates < 1:
            raise AloiError(
                "aloi.value", name=Term(name), value=number, expected=Term("at-least", least=least)
            )


def _teams(pilot: MachinePilot, everybody: Alignments, size: int) -> tuple[list[Alignments], str]:
    """Return the alignments of teams of a size, and where they come from."""
    if size >= len(pilot.people):
        return [everybody], "pilot" if size == len(pilot.people) else "resampled"
    teams = list(combinations(pilot.people, size))
    if len(teams) > _SUBSETS:
        chosen = np.random.default_rng(size).choice(len(teams), _SUBSETS, replace=False)
        teams = [teams[at] for at in sorted(chosen)]
    return [pilot.of_team(team) for team in teams], "subsets"


def _row(
    tables: list[Alignments],
    source: str,
    people: int,
    epsilon: float,
    power: float,
    most: int,
    replicates: int,
    seed: int,
) -> MachinePlanRow:
    studies = [_Studies.of(table) for table in tables]

    def reached(units: int, seed: int) -> float:
        generator = np.random.default_rng([seed, units, people])
        passed = sum(
            studies[at % len(studies)].passes(units, people, epsilon, generator) for at in range(replicates)
        )
        return passed / replicates

    units = _smallest(lambda size: reached(size, seed) >= power, most)
    share = reached(most if units is None else units, seed + 1)
    filled = float(np.mean([study.filled for study in studies]))
    answers = None if units is None else math.ceil(units * people * filled)
    error = math.sqrt(share * (1 - share) / replicates)
    return MachinePlanRow(people, units, answers, share, error, source)


def _smallest(is_enough: Callable[[int], bool], most: int) -> int | None:
    """Return the smallest number of units that is enough, to a sixteenth of a doubling; None without any."""
    below, size = LEAST_UNITS - 1, LEAST_UNITS
    while not is_enough(size):
        if size >= most:
            return None
        below, size = size, min(most, 2 * size)
    for _ in range(_REFINED if below >= LEAST_UNITS else 0):
        middle = (below + size) // 2
        if middle in (below, size):
            break
        below, size = (below, middle) if is_enough(middle) else (middle, size)
    return size


@dataclass(frozen=True, slots=True, eq=False)
class _Studies:
    """A pilot to draw studies from: leads of people, (U, A), NaN without answer, and documents."""

    leads: Floats
    documents: tuple[NDArray[np.intp], ...] | None

    @classmethod
    def of(cls, table: Alignments) -> _Studies:
        leads = table.person_wins - table.machine_wins
        groups = None if table.clusters is None else number_groups(table.clusters)
        if groups is None:
            return cls(leads, None)
        first = groups if groups.ndim == 1 else groups[:, 0]
        order = np.argsort(first, kind="stable")
        edges = np.flatnonzero(np.diff(first[order])) + 1
        return cls(leads, tuple(np.split(order, edges)))

    @property
    def filled(self) -> float:
        """The share of units that a person answered."""
        return float(np.mean(~np.isnan(self.leads)))

    def passes(self, units: int, people: int, epsilon: float, generator: np.random.Generator) -> bool:
        """Return whether the machine passes in a study that is drawn."""
        rows, clusters = self._drawn(units, generator)
        columns = np.arange(self.leads.shape[1])
        if people > len(columns):
            columns = generator.integers(len(columns), size=people)
        ps: list[float | None] = []
        for column in columns:
            lead = self.leads[rows, column]
            answered = ~np.isnan(lead)
            if answered.sum() < LEAST_UNITS:
                continue
            members = None if clusters is None else clusters[answered]
            try_ = lead_p(lead[answered], epsilon, members)
            if not isinstance(try_, str):
                ps.append(try_)
        wins = [p is not None and p <= RATE for p in adjusted_ps(ps)]
        return bool(wins) and sum(wins) / len(wins) >= PASSING

    def _drawn(
        self, units: int, generator: np.random.Generator
    ) -> tuple[NDArray[np.intp], NDArray[np.intp] | None]:
        """Return the rows of a study, and the document of each."""
        if self.documents is None:
            return generator.integers(len(self.leads), size=units), None
        rows: list[NDArray[np.intp]] = []
        count = 0
        while count < units:
            rows.append(self.documents[generator.integers(len(self.documents))])
            count += len(rows[-1])
        sizes = [len(part) for part in rows]
        return np.concatenate(rows)[:units], np.repeat(np.arange(len(rows)), sizes)[:units]


def _cautions(table: Alignments, rows: Sequence[MachinePlanRow]) -> tuple[str, ...]:
    """Return what to know before relying on a plan."""
    cautions = []
    if table.units < _ROUGH:
        text = "The pilot has only {units} units: take the plan as a rough guide."
        cautions.append(Phrase("machine-plan-small-pilot", text, units=table.units))
    if any(row.source == "resampled" for row in rows):
        text = "More people than in the pilot are assumed to be like those of the pilot."
        cautions.append(Phrase("machine-plan-more-people", text))
    if table.clusters is not None and any(
        isinstance(cluster, tuple) and len(set(cluster)) > 1 for cluster in table.clusters
    ):
        text = "Units of two documents are drawn by the first one: more units may be needed."
        cautions.append(Phrase("machine-plan-two-documents", text))
    if any(row.units is None for row in rows):
        text = "If even most units give little power, the machine's true lead is near epsilon or above it."
        cautions.append(Phrase("machine-plan-no-power", text))
    return tuple(cautions)
