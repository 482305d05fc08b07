"""MACE: an annotator either knows the true category or answers from habit; competence says how often."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aloi.agreement.ratings import Ratings
from aloi.base.arrays import Floats
from aloi.base.names import known_name
from aloi.base.terms import Phrase
from aloi.gold.making.models.em import (
    Climb,
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
)
from aloi.gold.making.models.model import MaceResult

REFERENCE = "hovy2013learning"
METHODS = ("vb", "em")
# Of the authors' program: Beta(.5, .5) on competence, Dirichlet(10) on habits, smoothing .01 / C for `em`.
KNOWING_PRIOR = 0.5
HABIT_PRIOR = 10.0
SMOOTHING = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class _MaceParameters:
    """Weights: `knowing` (A, 2) of habit and of knowledge, `habit` (A, C) of the categories.

    For `em` they are the probabilities, and the counts are those smoothed ones come from; for `vb` the
    exponentials of the expected logarithms of probabilities whose posterior counts are given.
    """

    knowing: Floats
    habit: Floats
    knowing_counts: Floats
    habit_counts: Floats


def mace(
    ratings: Ratings, *, method: str = "vb", iterations: int = 1000, tolerance: float = 1e-9
) -> MaceResult:
    """Return soft labels, hard values, and a competence and habit an annotator.

    `vb` is variational Bayes with Beta(.5, .5) priors on competence and Dirichlet(10) priors on habits, as
    Hovy et al. (2013) advise; its objective is the lower bound on the evidence. `em` adds .01 / C to every
    expected count; its objective is the log-likelihood with those priors. They are so weak that a table with
    little overlap may need more iterations than given. Neither objective ever falls. True categories have
    equal prior probabilities, as in the paper. Nothing is random: the only start is competence 1/2 and even
    habits, so the first step is the vote. The authors' program keeps the best of many random starts instead.
    Another start could end at another local maximum.

    Parameters
    ----------
    ratings : Ratings
        Any level; the categories are taken as labels without order, sets as whole labels. Missing cells
        are taken to be missing at random.
    method : str
        `vb` or `em`.
    iterations : int
        Most iterations, 1 or more.
    tolerance : float
        The climb ends when the objective rises by this or less, a rating.

    Raises
    ------
    AloiError
        No rating at all, or an unknown method.

    Notes
    -----
    Reference: hovy2013learning.
    """
    known_name(method, METHODS, Phrase("kind-method-of-mace", "method of MACE"))
    table = tabulate(ratings)
    end = _from_the_vote(table, method, iterations, tolerance * table.answers.nnz)
    _, columns = back(ratings, table.ratings)
    settings = {"method": method, "iterations": iterations, "tolerance": f"{tolerance:g}"}
    knowing, habit = end.parameters.knowing_counts, end.parameters.habit_counts
    return MaceResult(
        **shared_facts("mace", ratings, table.ratings, end, settings),
        **label_facts(ratings, table, end.posterior),
        log_likelihood=end.log_likelihood if method == "em" else None,
        competence=(knowing[:, 1] / knowing.sum(axis=1))[columns],
        spamming=(habit / habit.sum(axis=1, keepdims=True))[columns],
    )


def _from_the_vote(table: EmTable, method: str, iterations: int, least_rise: float) -> Climb[_MaceParameters]:
    """Return where EM ends that starts from competence 1/2 and even habits, so with the vote."""

    def expect(parameters: _MaceParameters) -> EmStep:
        return _expect(table, parameters, method)

    def maximise(posterior: Floats, before: _MaceParameters) -> _MaceParameters:
        return _maximise(table, posterior, before, method)

    _, annotators, categories = table.shape
    half, even = np.full((annotators, 2), 0.5), np.full((annotators, categories), 1.0 / categories)
    vote = _MaceParameters(half, even, half, even)
    return climb(maximise(expect(vote).posterior, vote), expect, maximise, iterations, least_rise)


def _expect(table: EmTable, parameters: _MaceParameters, method: str) -> EmStep:
    _, annotators, categories = table.shape
    habit = parameters.knowing[:, :1] * parameters.habit
    # [annotator, category given, true category]: by habit, plus by knowledge if both are the same.
    chance = habit[:, :, None] + parameters.knowing[:, 1][:, None, None] * np.eye(categories)
    joint = table.answers @ safe_log(chance).reshape(annotators * categories, categories) - np.log(categories)
    posterior, marginal = posterior_of(joint)
    likelihood = float(marginal[table.rated].sum())
    if method == "em":
        penalty = log_penalty(SMOOTHING / categories, parameters.knowing, parameters.habit)
    else:
        penalty = -_divergence(parameters.knowing_counts, KNOWING_PRIOR)
        penalty -= _divergence(parameters.habit_counts, HABIT_PRIOR)
    return EmStep(posterior, likelihood, likelihood + penalty)


def _maximise(table: EmTable, posterior: Floats, before: _MaceParameters, method: str) -> _MaceParameters:
    _, annotators, categories = table.shape
    answer_counts = np.asarray(table.answers.sum(axis=0)).reshape(annotators, categories)
    joint = (table.answers.T @ posterior).reshape(annotators, categories, categories)
    right = np.diagonal(joint, axis1=1, axis2=2)
    knowledge = before.knowing[:, 1:]
    by_chance = before.knowing[:, :1] * before.habit
    knowledge_share = right * knowledge / (knowledge + by_chance)
    habits = answer_counts - knowledge_share
    counts = np.stack([habits.sum(axis=1), knowledge_share.sum(axis=1)], axis=1)
    if method == "em":
        knowing, habit = smooth(counts, SMOOTHING / categories), smooth(habits, SMOOTHING / categories)
        return _MaceParameters(knowing, habit, knowing, habit)
    counts, habits = counts + KNOWING_PRIOR, habits + HABIT_PRIOR
    return _MaceParameters(_expected(counts), _expected(habits), counts, habits)


def _expected(counts: Floats) -> Floats:
    """Return exp(E[log p]) of Dirichlet distributions with these counts."""
    from scipy.special import digamma

    weights: Floats = np.exp(digamma(counts) - digamma(counts.sum(axis=-1, keepdims=True)))
    return weights


def _divergence(counts: Floats, prior: float) -> float:
    """Return the Kullback-Leibler divergence of Dirichlet(counts) from Dirichlet(prior), over all rows."""
    from scipy.special import digamma, gammaln

    width = counts.shape[-1]
    total = counts.sum(axis=-1)
    logs = digamma(counts) - digamma(total)[..., None]
    parts = gammaln(total) - gammaln(counts).sum(axis=-1) + ((counts - prior) * logs).sum(axis=-1)
    return float((parts - gammaln(width * prior) + width * gammaln(prior)).sum())
