"""Functions that annotator models share: the indicator table, the EM iterations, choice of a hard value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
import scipy
from numpy.typing import NDArray

from aloi.agreement.ratings import Ratings
from aloi.agreement.result import sign
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Term

TIE = 1e-9  # probabilities closer than this are equal: rounding alone must not decide
MOST_CELLS = 20_000_000
NO_RATINGS = "no ratings"

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Climb(Generic[P]):
    """The end of a climb: the parameters and posterior of the last iteration, and the traces."""

    parameters: P
    posterior: Floats
    objective: tuple[float, ...]
    log_likelihood: tuple[float, ...]
    converged: bool


@dataclass(frozen=True, slots=True)
class EmStep:
    """The result of an E-step: the posterior, the log-likelihood and the objective of its parameters."""

    posterior: Floats
    log_likelihood: float
    objective: float


@dataclass(frozen=True, slots=True, eq=False)
class EmTable:
    """A table of ratings in the form EM multiplies, units and annotators sorted by name.

    Parameters
    ----------
    ratings : Ratings
        The canonical form, so that the order of the input changes nothing.
    answers : csr_array, shape (U, A * C)
        1 in column `a * C + c` where annotator a gave the unit category c.
    rated : ndarray of bool, shape (U,)
        Which units have a rating.
    """

    ratings: Ratings
    answers: scipy.sparse.csr_array
    rated: NDArray[np.bool_]

    @property
    def shape(self) -> tuple[int, int, int]:
        """Return U, A, C."""
        return len(self.ratings.units), len(self.ratings.annotators), len(self.ratings.categories)


def tabulate(ratings: Ratings) -> EmTable:
    """Return the table in canonical form, or raise AloiError if it has no rating."""
    table = check(ratings)
    _, annotators, categories = len(table.units), len(table.annotators), len(table.categories)
    if annotators * categories**2 > MOST_CELLS:
        raise AloiError(
            "aloi.too-many",
            name=Term("confusion-cells", annotators=annotators, categories=categories),
            count=f"{annotators * categories**2:,}",
            most=f"{MOST_CELLS:,}",
            todo=Term("ordinal-model"),
        )
    rows, columns = np.nonzero(table.codes >= 0)
    places = columns * categories + table.codes[rows, columns]
    answers = scipy.sparse.csr_array(
        (np.ones(len(rows)), (rows, places)), shape=(len(table.units), annotators * categories)
    )
    return EmTable(table, answers, (table.codes >= 0).sum(axis=1) > 0)


def check(ratings: Ratings) -> Ratings:
    """Return the ratings in canonical form, or raise AloiError if there are none."""
    if not (ratings.codes >= 0).any():
        raise AloiError(
            "aloi.too-few",
            name=Term("ratings-of-table", units=len(ratings.units), annotators=len(ratings.annotators)),
            count=0,
            least=1,
            todo=Term("wait-for-answers"),
        )
    return ratings.canonical()


def vote_shares(table: EmTable) -> Floats:
    """Return the share of each category among a unit's ratings, (U, C); uniform if it has none."""
    categories = table.shape[2]
    counts = table.ratings.counts().astype(np.float64)
    counts[~table.rated] = 1.0 / categories
    shares: Floats = counts / counts.sum(axis=1, keepdims=True)
    return shares


def posterior_of(log_joint: Floats) -> tuple[Floats, Floats]:
    """Return the posterior (U, C) and the log of the marginal (U,) of a table of log joint probabilities."""
    marginal = scipy.special.logsumexp(log_joint, axis=1, keepdims=True)
    posterior = np.exp(log_joint - marginal)
    return posterior / posterior.sum(axis=1, keepdims=True), marginal[:, 0]


def log_penalty(smoothing: float, *shares: Floats) -> float:
    """Return the log density of symmetric Dirichlet(1 + smoothing) priors at the shares (no constant)."""
    return smoothing * sum(float(np.log(share).sum()) for share in shares) if smoothing > 0 else 0.0


def safe_log(shares: Floats) -> Floats:
    """Return the logarithms, -inf at 0."""
    with np.errstate(divide="ignore"):
        logs: Floats = np.log(shares)
    return logs


def smooth(counts: Floats, smoothing: float) -> Floats:
    """Return counts with the smoothing added, as shares of the last axis; uniform if all are 0."""
    raised = counts + smoothing
    total = raised.sum(axis=-1, keepdims=True)
    uniform = np.full_like(raised, 1.0 / raised.shape[-1])
    # Without smoothing, an annotator who never saw a category has a row of zeros; nothing depends on it.
    shares: Floats = np.divide(raised, total, out=uniform, where=total > 0)
    return shares


def climb(
    start: P,
    expect: Callable[[P], EmStep],
    maximise: Callable[[Floats, P], P],
    iterations: int,
    least_rise: float,
) -> Climb[P]:
    """Return where EM ends from `start`: after `iterations`, or when the objective rises too little.

    The parameters returned are those the posterior was computed from.
    """
    if iterations < 1:
        raise ValueError(f"iterations is {iterations}, and must be at least 1")
    objective: list[float] = []
    likelihood: list[float] = []
    parameters = start
    while True:
        step = expect(parameters)
        objective.append(step.objective)
        likelihood.append(step.log_likelihood)
        converged = len(objective) > 1 and objective[-1] - objective[-2] <= least_rise
        if converged or len(objective) == iterations:
            return Climb(parameters, step.posterior, tuple(objective), tuple(likelihood), converged)
        parameters = maximise(step.posterior, parameters)


def choose(
    posterior: Floats, rated: NDArray[np.bool_], categories: Sequence[object]
) -> tuple[tuple[object, ...], tuple[str | None, ...]]:
    """Return the most probable category of each unit, or the reason for a missing one."""
    best = posterior >= posterior.max(axis=1, keepdims=True) - TIE
    values: list[object] = []
    reasons: list[str | None] = []
    for row, has in zip(best, rated, strict=True):
        winners = [categories[int(place)] for place in np.flatnonzero(row)]
        if not has:
            reason: str | None = NO_RATINGS
        elif len(winners) > 1:
            reason = f"tie between {' and '.join(map(str, winners))}"
        else:
            reason = None
        values.append(winners[0] if reason is None else None)
        reasons.append(reason)
    return tuple(values), tuple(reasons)


def notes_on(ratings: Ratings) -> tuple[str, ...]:
    """Return the facts about the table that a reader needs before trusting the estimates of annotators."""
    rated = ratings.codes >= 0
    notes = []
    speaking = rated.sum(axis=0) > 0
    silent = [name for name, has in zip(ratings.annotators, speaking, strict=True) if not has]
    if silent:
        notes.append(f"No rating by {', '.join(silent)}: the results for them are the prior alone.")
    if speaking.sum() == 1:
        notes.append("One annotator only: the ratings cannot distinguish errors from correct answers.")
    else:
        from scipy.sparse.csgraph import connected_components

        shared = scipy.sparse.csr_array(rated[:, speaking].astype(np.int64))
        groups = int(connected_components(shared.T @ shared, directed=False)[0])
        if groups > 1:
            notes.append(
                f"The annotators form {groups} groups that share no unit: annotators of different groups are "
                "compared only through the assumption that their units are alike."
            )
    return tuple(notes)


def back(ratings: Ratings, table: Ratings) -> tuple[list[int], list[int]]:
    """Return the rows and columns of the canonical table in the order of the ratings as given."""
    rows = {name: place for place, name in enumerate(table.units)}
    columns = {name: place for place, name in enumerate(table.annotators)}
    return [rows[name] for name in ratings.units], [columns[name] for name in ratings.annotators]


def shared_facts(
    model: str, ratings: Ratings, table: Ratings, end: Climb[Any], settings: Mapping[str, object]
) -> dict[str, Any]:
    """Return what the result of every model states: of which ratings, how EM ended, and its signature.

    Parameters
    ----------
    ratings, table : Ratings
        As given, and in canonical form.
    """
    return {
        "model": model,
        "units": ratings.units,
        "annotators": ratings.annotators,
        "objective": end.objective,
        "iterations": len(end.objective),
        "converged": end.converged,
        "notes": notes_on(table),
        "signature": sign_model(model, table, settings),
    }


def label_facts(ratings: Ratings, table: EmTable, posterior: Floats) -> dict[str, Any]:
    """Return what the result of a model of labels states of the units, in the order of the ratings given."""
    values, reasons = choose(posterior, table.rated, table.ratings.categories)
    rows, _ = back(ratings, table.ratings)
    return {
        "categories": table.ratings.categories,
        "posterior": posterior[rows],
        "values": tuple(values[row] for row in rows),
        "reasons": tuple(reasons[row] for row in rows),
    }


def sign_model(model: str, table: Ratings, settings: Mapping[str, object]) -> str:
    """Return the signature of a model's result: the table, then the settings."""
    n_ratings = int((table.codes >= 0).sum())
    entries: dict[str, object] = {
        "level": table.level,
        "units": len(table.units),
        "annotators": len(table.annotators),
        "categories": len(table.categories),
        "ratings": n_ratings,
        "missing": table.codes.size - n_ratings,
        **settings,
    }
    return sign(model, entries, None, "none")
