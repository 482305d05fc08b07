"""Coefficients of a table: values or reasons, intervals and signatures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aloi.agreement.distances import (
    WEIGHTS,
    WEIGHTS_BY,
    WEIGHTS_OF_LEVEL,
    agreement_weights,
    level_weights,
    set_distances,
)
from aloi.agreement.drawing import Clusters, standing_for
from aloi.agreement.intervals.bootstrap import (
    alike_interval,
    analytic_interval,
    bootstrap_interval,
    jackknife_interval,
)
from aloi.agreement.intervals.score import UNANIMOUS, score_interval, tail_method, unanimous_low
from aloi.agreement.intervals.spreads import TAIL, Varied, spread
from aloi.agreement.measures import all_measures, find_measure
from aloi.agreement.measures.base import Measure, Statistic
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import NO_PAIRABLE, ORDINAL_DISTANCE, Agreement, Interval, sign
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term

CI_METHODS = ("score", "analytic", "bootstrap", "jackknife", "none")
DEFAULT_CI = "score"
_TINY = 1e-9


@dataclass(frozen=True, slots=True)
class Options:
    """How coefficients are computed; checked once. `weights` are None where none are asked for."""

    weights: str | None
    weights_by: str
    ci: str
    replicates: int
    seed: int
    context: Mapping[str, str] | None
    tail: float = TAIL

    def __post_init__(self) -> None:
        for kind, choice, choices in (
            ("weights", self.weights, WEIGHTS),
            ("weights_by", self.weights_by, WEIGHTS_BY),
            ("interval", self.ci, CI_METHODS),
        ):
            if choice is not None and choice not in choices:
                raise AloiError(
                    "aloi.value",
                    name=Term(f"choice-{kind}"),
                    value=repr(choice),
                    expected=Term("one-of", choices=choices),
                )
        if self.replicates < 1 or self.seed < 0:
            raise AloiError("agreement.replicates-seed-asked", replicates=self.replicates, seed=self.seed)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A coefficient of one table, before intervals."""

    value: float | None
    reason: str | None
    table: RatedUnits
    weights: Floats
    statistic: Statistic | None


def compute(
    ratings: Ratings,
    measures: Sequence[str] | None = None,
    *,
    weights: str | None = None,
    weights_by: str = "value",
    ci: str = DEFAULT_CI,
    replicates: int = 1000,
    seed: int = 0,
    context: Mapping[str, str] | None = None,
    tail: float = TAIL,
) -> list[Agreement]:
    """Return the coefficients of a table, each with a value or a reason, its interval and signature.

    Parameters
    ----------
    ratings : Ratings
        U units by A annotators.
    measures : sequence of str, optional
        Names from `aloi.agreement.measures`; None for all that apply to the table.
    weights, weights_by : str
        Agreement weights of the measures that take them, by value or by rank. None: the weights of the level
        for AC2, which has no value with "unweighted". Alpha takes the level instead; AC1 takes none.
    ci : {"score", "analytic", "bootstrap", "jackknife", "none"}
        95 % interval:

        - "score": the values that the ratings do not contradict; units of a cluster depend on each other
          (`aloi.agreement.intervals.score`);
        - "analytic": the formula of irrCAC or another one, a bootstrap if none is known;
        - "bootstrap": units or clusters are resampled;
        - "jackknife": annotators are excluded in turn;
        - "none": no interval.

        If nobody disagrees, the exact bound replaces the score and the bootstrap.
    replicates, seed : int
        Of the bootstrap.
    context : mapping, optional
        Entries to add to the signatures, e.g. {"round": "2", "guideline": "3"}.
    tail : float
        Tail of a score interval on each side; less than 0.025 if the data are examined more than once.

    Raises
    ------
    AloiError
        An unknown name. Degenerate tables raise nothing: their value is None, with a reason.

    >>> from aloi.agreement.measures.examples import krippendorff_2011
    >>> [alpha] = compute(krippendorff_2011("ordinal"), ["krippendorff_alpha"], ci="none")
    >>> round(alpha.value, 6), alpha.units, alpha.missing
    (0.815388, 11, 7)
    """
    options = Options(weights, weights_by, ci, replicates, seed, context, tail)
    fitting = [one.name for one in applicable(ratings, weights or "unweighted")]
    chosen = [find_measure(name) for name in (fitting if measures is None else measures)]
    return [_agreement(ratings, measure, options) for measure in chosen]


def applicable(ratings: Ratings, weights: str = "unweighted") -> list[Measure]:
    """Return the measures that fit the table: its level, annotators, kind of values and the weights."""
    return [
        measure
        for measure in all_measures()
        if measure.by_default
        and ratings.level in measure.levels
        and measure.for_sets == ratings.set_valued
        and len(ratings.annotators) <= (measure.max_annotators or len(ratings.annotators))
        and not (measure.name == "gwet_ac2" and weights == "unweighted")
    ]


def _agreement(ratings: Ratings, measure: Measure, options: Options) -> Agreement:
    estimate = estimate_of(ratings, measure, options)
    error, interval, ci_reason = interval_of(ratings, measure, estimate, options)
    units = measure.used(estimate.table)
    return Agreement(
        measure=measure.name,
        level=ratings.level,
        weights=weights_name(measure, ratings.level, options),
        value=estimate.value,
        reason=estimate.reason,
        se=error,
        interval=interval,
        **counts_of(ratings, units),
        view=None,
        ci_reason=ci_reason,
        signature=signature_of(measure, ratings, units, options, interval),
    )


def estimate_of(ratings: Ratings, measure: Measure, options: Options) -> Estimate:
    """Return the value of a measure, or the reason why it has none."""
    full = RatedUnits.of(ratings)
    nothing = np.empty((0, 0))
    reason = _refusal(ratings, measure, full, options)
    if reason is not None:
        return Estimate(None, reason, full, nothing, None)
    table = measure.select(full)
    if table.size == 0:
        return Estimate(None, measure.undefined, table, nothing, None)
    matrix = _matrix(measure, table, options)
    small, times = table.alike() if table.groups is None else (table, np.ones(table.size))
    statistic = measure.statistic(small, matrix)
    value = float(statistic(times[None, :])[0])
    if 1 < value < 1 + _TINY:  # no coefficient is above 1 but by rounding
        value = 1.0
    if not np.isfinite(value):
        return Estimate(None, measure.undefined, table, matrix, None)
    return Estimate(value, None, table, matrix, statistic)


def _refusal(ratings: Ratings, measure: Measure, table: RatedUnits, options: Options) -> str | None:
    """Return why a measure cannot be computed on a table, None if it can."""
    if ratings.level not in measure.levels and not ratings.set_valued:
        return Phrase("reason-not-for-level", "not for the {level} level", level=ratings.level)
    if measure.max_annotators is not None and len(ratings.annotators) > measure.max_annotators:
        return Phrase("reason-for-annotators", "for {most} annotators only", most=measure.max_annotators)
    if not (table.totals >= 2).any():
        return NO_PAIRABLE
    if measure.weighted and weights_name(measure, ratings.level, options) is None:
        return Phrase("reason-ac2-weights", "AC2 needs weights (unweighted it is AC1)")
    return None


def weights_name(measure: Measure, level: str, options: Options) -> str | None:
    """Return the weights that a measure uses; None where it takes none or none fit."""
    if measure.name == "gwet_ac2":
        weights = options.weights or WEIGHTS_OF_LEVEL.get(level)
        return None if weights == "unweighted" else weights
    if measure.weighted:
        return options.weights or "unweighted"
    return "unweighted" if measure.name == "gwet_ac1" else None


def _matrix(measure: Measure, table: RatedUnits, options: Options) -> Floats:
    """Return the agreement weights of a measure, shape (C, C)."""
    if measure.distance is not None:
        return 1.0 - set_distances(measure.distance, table.categories)
    if measure.for_sets:
        return np.empty((0, 0))
    name = weights_name(measure, table.level, options)
    if name is not None:
        return agreement_weights(name, table.categories, options.weights_by)
    if table.level == "ordinal":
        return np.empty((0, 0))
    return level_weights(table.level, table.categories)


def interval_of(
    ratings: Ratings, measure: Measure, estimate: Estimate, options: Options
) -> tuple[float | None, Interval | None, str | None]:
    """Return the standard error and interval asked for, each None where it cannot be had, and why.

    The interval contains the value: where a formula or resamples put both ends on one side of it, it is
    widened, and its method says so.
    """
    if estimate.value is None or estimate.statistic is None or options.ci == "none":
        return None, None, None
    if options.ci == "jackknife":
        return *_jackknife(ratings, measure, estimate.value, options), None
    from_formula = formula_interval(measure, estimate) if options.ci == "analytic" else None
    if from_formula is not None:
        return *from_formula, None
    table, weights = estimate.table, estimate.weights
    return drawn_interval(
        lambda part: measure.statistic(part, weights), estimate.value, table, measure, options
    )


def drawn_interval(
    statistic_of: Callable[[RatedUnits], Statistic],
    value: float,
    table: RatedUnits,
    measure: Measure,
    options: Options,
) -> tuple[float | None, Interval | None, str | None]:
    """Return the interval that knows of clusters: by score or by bootstrap, exact where nobody disagrees.

    `statistic_of` gives the statistic of some of the units of `table`. The standard error comes first.
    """
    if value >= 1 - _TINY:
        room = min(1.0, max(_TINY, measure.room(table)))
        low = unanimous_low(independent_units(table), room, options.tail)
        return None, Interval(low, 1.0, tail_method(UNANIMOUS, options.tail)), None
    if options.ci != "score":
        return None, _bootstrapped(statistic_of, value, table, options), None
    score_spread = spread(statistic_of, value, table, varied(measure, table))
    if isinstance(score_spread, str):
        return None, None, score_spread
    return score_spread.error, score_interval(score_spread, measure.shape(table), options.tail), None


def varied(measure: Measure, table: RatedUnits) -> Varied:
    """Return what is available on how much units differ in their disagreement."""
    if table.level != "nominal":
        return Varied.DEGREES
    return Varied.LABELS if measure.chance_follows else Varied.SHARES


def _bootstrapped(
    statistic_of: Callable[[RatedUnits], Statistic], value: float, table: RatedUnits, options: Options
) -> Interval | None:
    if table.groups is None:
        small, times = table.alike()
        if small.size < table.size:
            return alike_interval(statistic_of(small), value, times, options.replicates, options.seed)
    small, stands_for = table.collapsed()
    statistic = standing_for(statistic_of(small), stands_for)
    return bootstrap_interval(statistic, value, small.clusters, options.replicates, options.seed)


def independent_units(table: RatedUnits) -> int:
    """Return how many units rated twice say something of their own: their clusters, half of crossed ones."""
    pairable = table.select(table.totals >= 2)
    clusters = Clusters.of(pairable.size, pairable.groups)
    return max(1, clusters.count // 2 if clusters.crossed else clusters.count)


def formula_interval(measure: Measure, estimate: Estimate) -> tuple[float | None, Interval | None] | None:
    """Return the standard error and interval of a formula, None where no formula is known.

    The formulas suppose more than small tables hold, and their ends can lie beside the value: that of the F
    distribution for ICC(2,1) below zero does. The interval is then widened to contain it.
    """
    if estimate.value is None:
        return None
    interval = measure.interval(estimate.table, estimate.weights, estimate.value)
    if interval is not None:
        return None, interval.around(estimate.value)
    influence = measure.influence(estimate.table, estimate.weights, estimate.value)
    if influence is None:
        return None
    return analytic_interval(estimate.value, influence) or (None, None)


def _jackknife(
    ratings: Ratings, measure: Measure, value: float, options: Options
) -> tuple[float | None, Interval | None]:
    names = sorted(ratings.annotators)
    left_out = []
    for name in names:
        part = ratings.subset_annotators([other for other in names if other != name])
        left_out.append(estimate_of(part, measure, options).value)
    values = [one for one in left_out if one is not None]
    result = jackknife_interval(value, values) if len(values) == len(names) else None
    return (None, None) if result is None else result


def _distance_name(measure: Measure, level: str) -> str | None:
    """Return the distance of alpha, None where the level says it all."""
    if measure.name == "krippendorff_alpha" and level == "ordinal":
        return ORDINAL_DISTANCE
    return measure.distance


def counts_of(ratings: Ratings, units: int) -> dict[str, int]:
    """Return the counts reported with a coefficient; `units` of them contribute to it."""
    rated = int((ratings.codes >= 0).sum())
    return {
        "units": units,
        "annotators": len(ratings.annotators),
        "ratings": rated,
        "missing": ratings.codes.size - rated,
    }


def signature_of(
    measure: Measure, ratings: Ratings, units: int, options: Options, interval: Interval | None
) -> str:
    """Return what says of a coefficient everything needed to know what it is."""
    name = weights_name(measure, ratings.level, options)
    by = None
    if name not in (None, "unweighted"):
        ranked = name == "ordinal" or not ratings.numeric
        by = "rank" if ranked else options.weights_by
    counts = counts_of(ratings, units)
    entries: dict[str, object] = {
        "level": ratings.level,
        # Gwet's ordinal weights are not Krippendorff's ordinal distance: say which it is.
        "weights": "ordinal-gwet" if name == "ordinal" else name,
        "distance": _distance_name(measure, ratings.level),
        "by": by,
        "units": counts["units"],
        "annotators": counts["annotators"],
        "ratings": counts["ratings"],
        "missing": counts["missing"],
    }
    return sign(measure.name, entries, options.context, interval.method if interval else "none")
