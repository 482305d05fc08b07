"""A model of scores: a unit has one hidden score, an annotator a severity (bias) and a spread (noise)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from aloi.agreement.ratings import Ratings
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.gold.making.models.em import NO_RATINGS, EmStep, back, check, climb, shared_facts
from aloi.gold.making.models.model import OrdinalResult

REFERENCE = "dempster1977maximum"
# Weak priors in shares of the scale's length, so that another unit of the scale only changes the unit.
SEVERITY_SD = 0.5  # of the normal prior on severities, mean 0
SPREAD = 0.1  # typical spread an annotator has beforehand, worth two ratings
DEVIATION = 0.25  # typical standard deviation of scores beforehand, worth two units
WORTH = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class _Scores:
    """Ratings as numbers (U, A), 0 if missing; which are given; the length of the scale."""

    values: Floats
    is_rated: Floats
    length: float

    @property
    def rated(self) -> NDArray[np.bool_]:
        """Return which units have a rating, (U,)."""
        rated: NDArray[np.bool_] = self.is_rated.sum(axis=1) > 0
        return rated


@dataclass(frozen=True, slots=True, eq=False)
class _OrdinalParameters:
    """Severity and noise variance (A,), mean and variance of the scores."""

    severity: Floats
    noise: Floats
    centre: float
    variance: float


def ordinal_model(ratings: Ratings, *, iterations: int = 5000, tolerance: float = 1e-10) -> OrdinalResult:
    """Return each unit's score with its uncertainty, and a severity and spread an annotator, by EM.

    A rating is a number on the scale: x = score + severity + noise. Scores are normal in the population of
    units, and each annotator's noise is normal with its own spread. Steps between degrees are therefore
    equal, and the ends of the scale are no limit: the model is not a cumulative probit. Weak priors identify
    it:

    - Severities are normal around 0, with half the scale's length as standard deviation. They are centred on
      0 over those who rated.
    - An annotator's variance is inverse gamma, worth two ratings with a tenth of the length.
    - The scores' variance is worth two units with a quarter of the length.

    The objective is the log-likelihood (scores integrated out) plus the log of those priors; it never falls.
    Nothing is random.

    A posterior mean is drawn towards the mean of all units, the more so the fewer and noisier its ratings.
    The probability of a degree is that of a score nearer to it than to its neighbours. The hard value is
    the posterior mean, clipped to the scale.

    Parameters
    ----------
    ratings : Ratings
        Any level, but the categories must be numbers. Missing cells are taken to be missing at random. The
        scale's length is the largest less the smallest category: declare those that could be given.
    iterations : int
        Most iterations, 1 or more.
    tolerance : float
        The climb ends when the objective rises by this or less, a rating.

    Raises
    ------
    AloiError
        No rating at all, or categories that are not numbers.

    Notes
    -----
    Reference: dempster1977maximum (the algorithm).
    """
    table = _numeric(ratings)
    scores = _read(table)
    end = climb(
        _start(scores),
        lambda parameters: _expect(scores, parameters),
        lambda posterior, before: _maximise(scores, posterior, before),
        iterations,
        tolerance * int(scores.is_rated.sum()),
    )
    mean, variance = end.posterior.T
    sd = np.sqrt(variance)
    places = np.argsort(np.array(table.categories, dtype=np.float64), kind="stable")
    degrees = np.array(table.categories, dtype=np.float64)[places]
    rows, columns = back(ratings, table)
    values, rated = np.clip(mean, degrees[0], degrees[-1]), scores.rated
    end_parameters = end.parameters
    settings = {"iterations": iterations, "tolerance": f"{tolerance:g}"}
    return OrdinalResult(
        **shared_facts("ordinal_model", ratings, table, end, settings),
        categories=tuple(table.categories[int(place)] for place in places),
        posterior=_degree_shares(mean, sd, degrees)[rows],
        values=tuple(float(values[row]) if rated[row] else None for row in rows),
        reasons=tuple(None if rated[row] else NO_RATINGS for row in rows),
        log_likelihood=end.log_likelihood,
        mean=mean[rows],
        sd=sd[rows],
        severity=end_parameters.severity[columns],
        spread=np.sqrt(end_parameters.noise)[columns],
        centre=end_parameters.centre,
        deviation=math.sqrt(end_parameters.variance),
    )


def _numeric(ratings: Ratings) -> Ratings:
    table = check(ratings)
    if not table.numeric:
        labels = ", ".join(map(str, table.categories[:5]))
        raise AloiError(
            "aloi.value",
            name=Term("list-of-categories"),
            value=labels,
            expected=Term("numbers"),
            todo=Term("measure-for-labels"),
        )
    return table


def _read(table: Ratings) -> _Scores:
    values = table.values()
    is_rated = np.isfinite(values)
    ends = np.array(table.categories, dtype=np.float64)
    # A scale of one degree has no length; any will do, for nothing varies.
    return _Scores(np.where(is_rated, values, 0.0), is_rated.astype(np.float64), float(np.ptp(ends)) or 1.0)


def _start(scores: _Scores) -> _OrdinalParameters:
    """Return the start: no severity, the spread and deviation expected beforehand, the mean rating."""
    annotators = scores.values.shape[1]
    return _OrdinalParameters(
        severity=np.zeros(annotators),
        noise=np.full(annotators, (SPREAD * scores.length) ** 2),
        centre=float(scores.values.sum() / scores.is_rated.sum()),
        variance=(DEVIATION * scores.length) ** 2,
    )


def _expect(scores: _Scores, parameters: _OrdinalParameters) -> EmStep:
    """Return the mean and variance of each unit's score, (U, 2), and the likelihood of the parameters."""
    weights = scores.is_rated / parameters.noise
    residuals = (scores.values - parameters.severity - parameters.centre) * scores.is_rated
    variance = 1.0 / (1.0 / parameters.variance + weights.sum(axis=1))
    pull = (weights * residuals).sum(axis=1)
    mean = parameters.centre + variance * pull
    # Of a normal vector with covariance variance * 1 1' + diag(noise), by the matrix determinant lemma and
    # the Sherman-Morrison identity.
    squares = (weights * residuals**2).sum() + (
        scores.is_rated * np.log(2 * math.pi * parameters.noise)
    ).sum()
    likelihood = float((np.log(variance / parameters.variance) + variance * pull**2).sum() / 2 - squares / 2)
    return EmStep(np.stack([mean, variance], axis=1), likelihood, likelihood + _penalty(scores, parameters))


def _penalty(scores: _Scores, parameters: _OrdinalParameters) -> float:
    """Return the log density of the priors, but for constants."""
    severity = -float((parameters.severity**2).sum()) / (2 * (SEVERITY_SD * scores.length) ** 2)
    noise = float(_log_inverse_gamma(parameters.noise, (SPREAD * scores.length) ** 2).sum())
    deviation = _log_inverse_gamma(np.array(parameters.variance), (DEVIATION * scores.length) ** 2)
    return severity + noise + float(deviation)


def _log_inverse_gamma(variance: Floats, typical: float) -> Floats:
    density: Floats = -(WORTH / 2 + 1) * np.log(variance) - WORTH * typical / (2 * variance)
    return density


def _maximise(scores: _Scores, posterior: Floats, before: _OrdinalParameters) -> _OrdinalParameters:
    """Return the parameters that maximise, one after the other, what the E-step expects (an ECM step)."""
    mean, doubt = posterior.T
    counts = scores.is_rated.sum(axis=0)
    apart = ((scores.values - mean[:, None]) * scores.is_rated).sum(axis=0)
    severity = apart / (counts + before.noise / (SEVERITY_SD * scores.length) ** 2)
    squares = scores.is_rated * ((scores.values - mean[:, None] - severity) ** 2 + doubt[:, None])
    typical = WORTH * (SPREAD * scores.length) ** 2
    noise = (squares.sum(axis=0) + typical) / (counts + WORTH + 2)
    rated = scores.rated
    centre = float(mean[rated].mean())
    spread = float(((mean[rated] - centre) ** 2 + doubt[rated]).sum())
    variance = (spread + WORTH * (DEVIATION * scores.length) ** 2) / (int(rated.sum()) + WORTH + 2)
    # Moving the mean severity into the centre changes no likelihood and only helps the prior.
    shift = float(severity[counts > 0].mean())
    return _OrdinalParameters(np.where(counts > 0, severity - shift, 0.0), noise, centre + shift, variance)


def _degree_shares(mean: Floats, sd: Floats, degrees: Floats) -> Floats:
    """Return the probability that the score is nearest to each degree, (U, C)."""
    edges = np.concatenate([[-math.inf], (degrees[1:] + degrees[:-1]) / 2, [math.inf]])
    below = scipy.special.ndtr((edges - mean[:, None]) / sd[:, None])
    shares: Floats = below[:, 1:] - below[:, :-1]
    return shares
