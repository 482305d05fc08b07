"""The ceiling: what a system that knows the truth reaches on this gold, which is a noisy reading of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import scipy

from aloi.agreement.reliability import reliability_of_means
from aloi.agreement.result import Interval, sign
from aloi.annotation.rows import ScoredPair
from aloi.base.arrays import Floats
from aloi.base.terms import Phrase
from aloi.evaluation.metrics import metric
from aloi.evaluation.metrics.correlation import Correlation
from aloi.evaluation.rows import EvaluationSet
from aloi.evaluation.scores import set_facts

REFERENCES = ("spearman1910correlation", "brown1910some", "shrout1979intraclass")
_UNKNOWN = Phrase(
    "reason-reliability-ceiling-available",
    "a reliability ceiling is available for correlations of scores only",
)


_GOLD_NOT_RELIABLE = Phrase("reason-gold-not-reliable", "the gold is not reliable at all")
_NO_ITEM_HAS = Phrase("reason-no-item-has", "no item has the answers of two annotators")


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The highest value that a system can be expected to reach on a gold of means of ratings.

    Parameters
    ----------
    value : float or None
        The root of the reliability of the gold; None with a reason.
    interval : Interval or None
        95 %: the roots of the ends of the reliability's.
    reliability : float or None
        Of the means of the ratings, as `agreement` gives it under the name `measure`.
    answers : float
        Ratings behind a mean (harmonic mean over items).
    items : int
        Items with at least two answers, which tell the reliability.
    """

    metric: str
    value: float | None
    reason: str | None
    interval: Interval | None
    measure: str
    reliability: float | None
    answers: float
    items: int
    signature: str


def attainable(gold: EvaluationSet, *, metric_name: str) -> Ceiling:
    """Return the reliability ceiling of a metric on a gold, from the answers of its annotators.

    Parameters
    ----------
    gold : EvaluationSet
        Of scored pairs, with the answers in its provenance; items with fewer than two are ignored.

    Notes
    -----
    If ratings are truth and independent noise, the correlation of a perfect system with their means is the
    root of the reliability of the means (attenuation: Spearman 1910). Two annotators who correlate at .588
    give means of reliability .74, and a perfect system .86: far above the agreement of the two. If the same
    annotators answered all items, a constant difference between them does not lower a correlation, and the
    reliability is ICC(3,k). Otherwise it is that of any annotators, ICC(1) raised to the number of ratings
    (Spearman and Brown). For Spearman's correlation ratings are replaced by their ranks. For the interval,
    items of a document are excluded together. The ceiling is no strict limit: on one sample a system can
    exceed it by chance. If annotators share a mistake, a system trained on the mistake exceeds it too.
    """
    answered = [(at, one.answers) for at, one in enumerate(gold.provenance) if len(one.answers) > 1]
    scored = metric(metric_name)
    people = sorted({who for _, answers in answered for who in answers})
    if gold.kind != ScoredPair.__name__ or not isinstance(scored, Correlation) or not answered:
        why = _UNKNOWN if answered else _NO_ITEM_HAS
        return Ceiling(
            metric_name, None, why, None, "none", None, 0.0, len(answered), _signed(gold, metric_name)
        )
    table = np.array([[float(one.get(who, math.nan)) for who in people] for _, one in answered])  # type: ignore[arg-type]
    complete = not np.isnan(table).any()
    units = gold.part([at for at, _ in answered]).units
    reliability = reliability_of_means(_ranks(table, complete) if scored.ranked else table, units.clusters)
    answers = float(len(table) / (1 / (~np.isnan(table)).sum(axis=1)).sum())
    reason = reliability.reason if reliability.value is None else None
    if reason is None and (reliability.value or 0.0) <= 0:
        reason = _GOLD_NOT_RELIABLE
    root = _root(reliability.interval) if reason is None else None
    return Ceiling(
        metric_name,
        math.sqrt(reliability.value) if reason is None and reliability.value is not None else None,
        reason,
        root,
        reliability.measure,
        reliability.value,
        answers,
        len(answered),
        _signed(gold, metric_name, reliability.measure, len(people), len(answered), root),
    )


def _root(ends: Interval | None) -> Interval | None:
    """Return the interval of the root of a reliability, which has none below 0."""
    if ends is None:
        return None
    low, high = (math.sqrt(max(0.0, end)) for end in (ends.low, ends.high))
    return Interval(low, high, f"root-of-{ends.method}", ends.design_effect)


def _ranks(table: Floats, complete: bool) -> Floats:
    """Return ratings (N, A) by their ranks: among each annotator's own where all answered, else among all."""
    if complete:
        return np.asarray(scipy.stats.rankdata(table, axis=0))
    return np.asarray(scipy.stats.rankdata(table, axis=None, nan_policy="omit")).reshape(table.shape)


def _signed(
    gold: EvaluationSet,
    metric_name: str,
    measure: str | None = None,
    annotators: int | None = None,
    items: int = 0,
    ends: Interval | None = None,
) -> str:
    facts = {**set_facts(gold), "items": items, "annotators": annotators, "root-of": measure}
    return sign(f"ceiling-{metric_name}", facts, None, ends.method if ends else "none")
