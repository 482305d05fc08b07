"""How well an answer agrees with those of the other people who answered the same unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aloi.agreement.distances import positions, set_distances
from aloi.agreement.ratings import NUMERIC_LEVELS, Cluster, Ratings, count_codes
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term

LEAST_PEOPLE = 2  # who answered a unit: each person is compared on the answers of the others
ALIGNMENTS = ("accuracy", "neg_rmse", "jaccard", "masi")
_TINY = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Alignments:
    """The alignment of a machine and of each person with the other people, by unit.

    Parameters
    ----------
    machine : str
        Name of the machine.
    name : str
        How alignment was measured: one of `ALIGNMENTS`, or the name of another similarity.
    annotators : tuple of str
        A people.
    units : int
        Units that the machine and at least two people answered.
    of_machine, of_person : ndarray, shape (U, A)
        The alignment with the people other than each one; NaN for units that this person did not answer.
    clusters : tuple or None
        The document of each unit, or the two that it belongs to.
    part : str
        Name of the part of the table, empty for all of it.
    """

    machine: str
    name: str
    annotators: tuple[str, ...]
    of_machine: Floats
    of_person: Floats
    clusters: tuple[Cluster, ...] | None = None
    part: str = ""

    @property
    def units(self) -> int:
        """Return the number of units that the machine and at least two people answered."""
        return len(self.of_machine)

    @property
    def machine_wins(self) -> Floats:
        """Return where the machine is aligned at least as well, NaN without an answer, (U, A)."""
        return _where(self.of_machine >= self.of_person - _TINY, self.of_person)

    @property
    def person_wins(self) -> Floats:
        """Return where the person is aligned at least as well, NaN without an answer, (U, A)."""
        return _where(self.of_person >= self.of_machine - _TINY, self.of_person)


def alignments(ratings: Ratings, machine: str, name: str | None = None, part: str = "") -> Alignments:
    """Return the alignments of a machine, which is one of the annotators of a table, and of the people.

    Parameters
    ----------
    ratings : Ratings
        U units by people and machine. Units without the machine, or with fewer than two people, are excluded.
    machine : str
        The annotator that is the machine.
    name : str, optional
        One of `ALIGNMENTS`. By default the negative root mean squared error of numbers, the Jaccard
        similarity of sets, and the share of equal answers of other labels and degrees.
    part : str
        Name of the part of the table.

    Raises
    ------
    AloiError
        A machine that is not in the table, or an alignment that its values do not have.
    """
    known_name(machine, ratings.annotators, Phrase("kind-annotator-of-the-table", "annotator of the table"))
    name = _fitting(ratings) if name is None else name
    column = ratings.annotators.index(machine)
    people = np.delete(ratings.codes, column, axis=1)
    rows = (ratings.codes[:, column] >= 0) & ((people >= 0).sum(axis=1) >= LEAST_PEOPLE)
    people, answers = people[rows], ratings.codes[rows, column]
    matrix = _similarities(ratings, name)
    counts = count_codes(people, len(ratings.categories)).astype(np.float64)
    totals = counts.sum(axis=1)[:, None]
    summed = counts @ matrix.T  # of each category, with all people of a unit
    present = people >= 0
    at = np.arange(len(people))[:, None]
    of_person = summed[at, people] - matrix[people, people]
    of_machine = summed[at, answers[:, None]] - matrix[answers[:, None], people]
    with np.errstate(invalid="ignore", divide="ignore"):
        pair = [np.where(present, total / (totals - 1), np.nan) for total in (of_machine, of_person)]
    if name == "neg_rmse":  # rounded, as a root makes errors of 1e-17 ones of 1e-9, and ties count for both
        pair = [-np.sqrt(np.maximum(np.round(mean, 12), 0.0)) for mean in pair]
    clusters = None
    if ratings.clusters is not None:
        clusters = tuple(ratings.clusters[row] for row in np.flatnonzero(rows))
    names = tuple(name for name in ratings.annotators if name != machine)
    return Alignments(machine, name, names, pair[0], pair[1], clusters, part)


def alignments_of(
    answers: Mapping[str, Mapping[str, Any]],
    machine: str,
    similarity: Callable[[Any, Any], float],
    name: str,
    clusters: Mapping[str, Cluster] | None = None,
    part: str = "",
) -> Alignments:
    """Return the alignments of answers of any kind: spans, operations, substitutes, concepts.

    Parameters
    ----------
    answers : mapping from unit to annotator to answer
        Of people and machine.
    machine : str
        The annotator that is the machine.
    similarity : callable
        Of two answers, more is closer. The alignment of an answer is its mean over the other people.
    name : str
        Name of the similarity.
    clusters : mapping from unit to its document or documents, optional
        Must name every unit.
    part : str
        Name of the part of the answers.
    """
    people = sorted({annotator for of_unit in answers.values() for annotator in of_unit} - {machine})
    units = [unit for unit, of_unit in answers.items() if machine in of_unit and len(of_unit) > LEAST_PEOPLE]
    of_machine = np.full((len(units), len(people)), np.nan)
    of_person = np.full((len(units), len(people)), np.nan)
    for row, unit in enumerate(units):
        of_unit = answers[unit]
        present = [(column, of_unit[name_]) for column, name_ in enumerate(people) if name_ in of_unit]
        near = {column: similarity(of_unit[machine], answer) for column, answer in present}
        between = _between([answer for _, answer in present], similarity)
        for at, (column, _) in enumerate(present):
            others = [other for other, _ in present if other != column]
            of_machine[row, column] = np.mean([near[other] for other in others])
            of_person[row, column] = np.delete(between[at], at).mean()
    documents = None if clusters is None else tuple(clusters[unit] for unit in units)
    return Alignments(machine, name, tuple(people), of_machine, of_person, documents, part)


def _between(answers: Sequence[Any], similarity: Callable[[Any, Any], float]) -> Floats:
    return np.array(
        [[similarity(first, second) for second in answers] for first in answers], dtype=np.float64
    )


def _fitting(ratings: Ratings) -> str:
    if ratings.set_valued:
        return "jaccard"
    return "neg_rmse" if ratings.level in NUMERIC_LEVELS else "accuracy"


def _similarities(ratings: Ratings, name: str) -> Floats:
    """Return what is averaged over the other people, for every two categories, (C, C)."""
    sets = name in ("jaccard", "masi")
    if name not in ALIGNMENTS or sets != ratings.set_valued or (name == "neg_rmse" and not ratings.numeric):
        fitting = (
            ("jaccard", "masi")
            if ratings.set_valued
            else ("accuracy", "neg_rmse")
            if ratings.numeric
            else ("accuracy",)
        )
        raise AloiError(
            "aloi.value", name=Term("alignment"), value=repr(name), expected=Term("one-of", choices=fitting)
        )
    if sets:
        return 1.0 - set_distances(name, ratings.categories)
    if name == "accuracy":
        return np.eye(len(ratings.categories))
    points = positions(ratings.categories)
    return np.asarray((points[:, None] - points[None, :]) ** 2)


def _where(wins: np.ndarray, answered: Floats) -> Floats:
    return np.where(np.isnan(answered), np.nan, wins.astype(np.float64))
