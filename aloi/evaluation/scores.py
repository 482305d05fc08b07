"""All metrics of a kind of row on an evaluation set, with the interval that all interfaces show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aloi.agreement.population import weighted, weighted_correlation
from aloi.agreement.result import sign
from aloi.base.arrays import Floats
from aloi.evaluation.metrics import metric, metrics_of
from aloi.evaluation.metrics.base import Metric, Score, Sums
from aloi.evaluation.metrics.correlation import Correlation
from aloi.evaluation.resampling import (
    REPLICATES,
    SEED,
    Measured,
    Units,
    interval,
    mean_over,
    measured,
    no_interval,
    percentile_method,
)
from aloi.evaluation.rows import Answer, EvaluationSet


@dataclass(frozen=True, slots=True)
class TestScore:
    """A metric on a test: the mean over seeds, its interval, and the value of each seed.

    `low` and `high` are the ends of the 95 % interval over units, and over seeds if there are several;
    `ci_reason` is the reason for none. `design_effect` is the variance over clusters of rows in relation to
    that of independent rows; None for single rows.
    """

    __test__ = False

    test: str
    metric: str
    value: float | None
    reason: str | None
    low: float | None
    high: float | None
    by_seed: tuple[float | None, ...]
    n: int
    signature: str
    design_effect: float | None = None
    ci_reason: str | None = None


def score_set(
    gold: EvaluationSet,
    predicted: Sequence[Sequence[Answer]],
    seeds: Sequence[int],
    replicates: int = REPLICATES,
    metrics: Sequence[Metric] | None = None,
) -> list[TestScore]:
    """Return each metric of the kind of row on one evaluation set: the mean over seeds and its interval.

    Parameters
    ----------
    predicted : sequence by seed of sequences
        An answer for each row, in the order of `gold.ids`.
    metrics : sequence of Metric or None
        The metrics; None for all of the kind of row.
    """
    facts = {**set_facts(gold), "seeds": ",".join(map(str, seeds))}
    return [
        score_sums(
            metric,
            metric.sums(gold.gold, predicted, gold.low, gold.high),
            gold.units,
            gold.label,
            facts,
            replicates,
        )
        for metric in (metrics_of(gold.kind) if metrics is None else metrics)
    ]


def score_sums(
    scored: Metric,
    seeds: Sequence[Sums],
    units: Units,
    test: str,
    facts: Mapping[str, object],
    replicates: int = REPLICATES,
) -> TestScore:
    """Return a metric with its interval and signature, from what it made of each seed of a system."""
    result = measured(seeds, units, replicates, SEED)
    ends = interval(scored, result, units, SEED)
    return TestScore(
        test=test,
        metric=scored.name,
        value=result.value,
        reason=result.reason,
        low=ends.low if ends else None,
        high=ends.high if ends else None,
        by_seed=result.by_seed,
        n=len(seeds[0].parts),
        signature=sign(scored.name, {**facts, **scored.facts}, None, ends.method if ends else "none"),
        design_effect=ends.design_effect if ends else None,
        ci_reason=None if ends else no_interval(result, units),
    )


def score(
    scored: Metric,
    sums: Sums,
    units: Units,
    facts: Mapping[str, object],
    replicates: int = REPLICATES,
    seed: int = SEED,
    *,
    name: str | None = None,
    p: float | None = None,
) -> Score:
    """Return a metric of one list of answers with its interval and signature, as reports show it.

    Parameters
    ----------
    name : str or None
        The name in the report; None for the metric's own name.
    p : float or None
        The p-value of a test of the value itself, if there is one.
    """
    result = measured([sums], units, replicates, seed)
    ends = interval(scored, result, units, seed) if replicates else None
    named = name or scored.name
    method = ends.method if ends else percentile_method(replicates, seed, units.drawn)
    signature = sign(named, {**facts, **scored.facts}, None, method)
    why = None if ends else no_interval(result, units)
    return Score(named, result.value, result.reason, p, len(sums.parts), ends, signature, why)


def weighted_score(
    scored: Metric,
    seeds: Sequence[Sums],
    weights: Floats,
    facts: Mapping[str, object],
    replicates: int = REPLICATES,
    seed: int = SEED,
) -> Score:
    """Return a metric weighted to the pool that rows were drawn from, with an interval for the weights.

    Parameters
    ----------
    seeds : sequence of Sums
        The sums of the metric for each seed of the system. The result is the mean over them, and says nothing
        about other seeds.
    weights : array (N,)
        How many rows of the pool each row represents.
    """
    signed_facts = {**facts, **scored.facts, "population": "weighted"}
    reason = next((one.reason for one in seeds if one.observed is None), None)
    if any(one.observed is None for one in seeds):
        return Score(
            scored.name, None, reason, None, len(weights), None, sign(scored.name, signed_facts, None, "none")
        )
    if isinstance(scored, Correlation):
        pool_figure = weighted_correlation(mean_over(seeds), weights)
    else:
        units = Units("items", len(weights))
        method = percentile_method(replicates, seed, units.drawn)
        pool_figure = weighted(mean_over(seeds), weights, units.draws(replicates, seed), method)
    return Score(
        scored.name,
        pool_figure.value,
        pool_figure.reason if pool_figure.value is None else None,
        None,
        len(weights),
        pool_figure.interval,
        sign(
            scored.name, signed_facts, None, pool_figure.interval.method if pool_figure.interval else "none"
        ),
        pool_figure.reason if pool_figure.value is not None else None,
    )


def measure_set(
    name: str,
    gold: EvaluationSet,
    predicted: Sequence[Sequence[Answer]],
    replicates: int = REPLICATES,
    seed: int = SEED,
) -> Measured:
    """Return a metric of a system on an evaluation set and on resamples, the same for every system.

    Parameters
    ----------
    predicted : sequence by seed of sequences
        An answer for each row, in the order of `gold.ids`.
    """
    sums = metric(name).sums(gold.gold, predicted, gold.low, gold.high)
    return measured(sums, gold.units, replicates, seed)


def set_facts(gold: EvaluationSet) -> dict[str, object]:
    """Return what signatures say of an evaluation set."""
    facts: dict[str, object] = {"test": gold.label, "items": len(gold.ids)}
    if gold.kind == "ScoredPair":
        facts |= {"scale": f"{gold.low:g}..{gold.high:g}", "clipped": "no"}
    return facts
