"""Dawid and Skene's model: each annotator has a confusion matrix, each unit one hidden true category."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aloi.agreement.ratings import Ratings
from aloi.base.arrays import Floats
from aloi.gold.making.models.em import (
    EmStep,
    EmTable,
    back,
    climb,
    label_facts,
    log_penalty,
    posterior_of,
    safe_log,
    shared_facts,
    smooth,
    tabulate,
    vote_shares,
)
from aloi.gold.making.models.model import DawidSkeneResult

REFERENCE = "dawid1979maximum"
# A right answer is smoothed a hundred times as much as a wrong one: by default, each annotator starts with
# one right answer a category. With as much on both, a table whose likelihood is flat (one annotator, few
# shared units) drifts to annotators who answer by chance, and the votes are forgotten.
RIGHT = 100.0


@dataclass(frozen=True, slots=True, eq=False)
class _DawidSkeneParameters:
    """Shares of the categories (C,) and confusion (A, C, C): annotator, true category, category given."""

    prior: Floats
    confusion: Floats


def dawid_skene(
    ratings: Ratings, *, smoothing: float = 0.01, iterations: int = 1000, tolerance: float = 1e-9
) -> DawidSkeneResult:
    """Return soft labels, hard values and a confusion matrix an annotator, by EM from the vote shares.

    The objective is the log-likelihood plus `smoothing` times the logarithm of every probability, a hundred
    times as much for that of a right answer. These are Dirichlet priors: the default equals one right answer
    for each category. The objective never falls. With `smoothing` 0 it is the likelihood of Dawid and Skene
    (1979). Nothing is random: the start is each unit's shares of votes, so a table always gives the same
    result. Another start could end at another local maximum.

    Parameters
    ----------
    ratings : Ratings
        Any level; the categories are taken as labels without order, sets as whole labels. Missing cells
        are taken to be missing at random. An annotator may rate any number of units.
    smoothing : float
        Count of 0 or more added to every category and to every cell of the confusion matrices, a hundred
        times as much for right answers.
    iterations : int
        Most iterations, 1 or more.
    tolerance : float
        The climb ends when the objective rises by this or less, a rating.

    Raises
    ------
    AloiError
        No rating at all, or a setting out of range.

    Notes
    -----
    Reference: dawid1979maximum.
    """
    _check_smoothing(smoothing)
    table = tabulate(ratings)
    end = climb(
        _maximise(table, vote_shares(table), smoothing),
        lambda parameters: _expect(table, parameters, smoothing),
        lambda posterior, _: _maximise(table, posterior, smoothing),
        iterations,
        tolerance * table.answers.nnz,
    )
    settings = {"smoothing": f"{smoothing:g}", "iterations": iterations, "tolerance": f"{tolerance:g}"}
    return DawidSkeneResult(
        **shared_facts("dawid_skene", ratings, table.ratings, end, settings),
        **label_facts(ratings, table, end.posterior),
        log_likelihood=end.log_likelihood,
        prior=end.parameters.prior,
        confusion=end.parameters.confusion[back(ratings, table.ratings)[1]],
    )


def _check_smoothing(smoothing: float) -> None:
    if smoothing < 0:
        raise ValueError(f"smoothing is {smoothing:g}, and must be at least 0")


def _expect(table: EmTable, parameters: _DawidSkeneParameters, smoothing: float) -> EmStep:
    _, annotators, categories = table.shape
    # Rows of the product: annotator and category given; columns: true category.
    log_confusion = (
        safe_log(parameters.confusion).transpose(0, 2, 1).reshape(annotators * categories, categories)
    )
    joint = table.answers @ log_confusion + safe_log(parameters.prior)
    posterior, marginal = posterior_of(joint)
    likelihood = float(marginal[table.rated].sum())
    right = np.diagonal(parameters.confusion, axis1=1, axis2=2)
    penalty = log_penalty(smoothing, parameters.prior, parameters.confusion)
    penalty += log_penalty(smoothing * (RIGHT - 1), right)
    return EmStep(posterior, likelihood, likelihood + penalty)


def _maximise(table: EmTable, posterior: Floats, smoothing: float) -> _DawidSkeneParameters:
    _, annotators, categories = table.shape
    counts = (table.answers.T @ posterior).reshape(annotators, categories, categories).transpose(0, 2, 1)
    # A unit without ratings says nothing of the shares of the categories.
    prior = smooth(posterior[table.rated].sum(axis=0), smoothing)
    counts += smoothing * (RIGHT - 1) * np.eye(categories)
    return _DawidSkeneParameters(prior, smooth(counts, smoothing))
