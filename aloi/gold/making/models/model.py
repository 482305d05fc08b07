"""The result of an annotator model: soft labels, and hard values with a reason for each missing one."""

from __future__ import annotations

from dataclasses import dataclass

from aloi.base.arrays import Floats


@dataclass(frozen=True, slots=True, eq=False)
class ModelResult:
    """The result of an annotator model for U units, A annotators and C categories.

    Parameters
    ----------
    model : str
        `dawid_skene`, `mace` or `ordinal_model`.
    units, annotators : tuple of str
        U and A names, in the order of the table.
    categories : tuple
        C values; the numbers of a numeric scale in increasing order for `ordinal_model`.
    posterior : ndarray, shape (U, C)
        Soft labels: probability of each category, each row summing to 1. A unit without ratings has the
        probabilities of the whole population of units.
    values : tuple
        U hard values; None for a missing one.
    reasons : tuple of str or None
        The reason for a missing hard value: `no ratings`, or `tie between ...`; None otherwise.
    objective : tuple of float
        The maximised objective after each iteration; it never falls. The log-likelihood with the log of
        the weak priors (smoothing) added, or for MACE's `vb` the lower bound on the evidence.
    log_likelihood : tuple of float or None
        Log-likelihood of the ratings alone, once an iteration; it may fall if the priors outweigh it.
        Constants included. None if the algorithm has no such number (`vb`).
    iterations : int
        Iterations made; the last one gave `posterior`.
    converged : bool
        Whether the objective stopped rising before the limit of iterations.
    notes : tuple of str
        Facts to know before trusting the numbers, in complete sentences.
    signature : str
        Everything needed to know what the result is.
    """

    model: str
    units: tuple[str, ...]
    annotators: tuple[str, ...]
    categories: tuple[object, ...]
    posterior: Floats
    values: tuple[object, ...]
    reasons: tuple[str | None, ...]
    objective: tuple[float, ...]
    log_likelihood: tuple[float, ...] | None
    iterations: int
    converged: bool
    notes: tuple[str, ...]
    signature: str

    def soft_label(self, row: int) -> tuple[tuple[object, float], ...]:
        """Return (category, probability) of the unit in that row, in the order of the categories."""
        return tuple(zip(self.categories, self.posterior[row].tolist(), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class DawidSkeneResult(ModelResult):
    """The result of `dawid_skene`.

    Parameters
    ----------
    prior : ndarray, shape (C,)
        Share of each category among the units.
    confusion : ndarray, shape (A, C, C)
        [annotator, true category, category given]: probabilities, each row summing to 1.
    """

    prior: Floats
    confusion: Floats


@dataclass(frozen=True, slots=True, eq=False)
class MaceResult(ModelResult):
    """The result of `mace`.

    Parameters
    ----------
    competence : ndarray, shape (A,)
        Probability that the annotator gives the true category on purpose (0 to 1).
    spamming : ndarray, shape (A, C)
        The annotator's other answers: probabilities, each row summing to 1.
    """

    competence: Floats
    spamming: Floats


@dataclass(frozen=True, slots=True, eq=False)
class OrdinalResult(ModelResult):
    """The result of `ordinal_model`; every number but the probabilities is in units of the scale.

    Parameters
    ----------
    mean, sd : ndarray, shape (U,)
        Posterior mean and standard deviation of each unit's score (given the other parameters).
    severity : ndarray, shape (A,)
        The annotator's offset to a score; mean 0 over those who rated. Positive: scores too high.
    spread : ndarray, shape (A,)
        Standard deviation of the annotator's noise.
    centre, deviation : float
        Mean and standard deviation of the scores in the population of units.
    """

    mean: Floats
    sd: Floats
    severity: Floats
    spread: Floats
    centre: float
    deviation: float
