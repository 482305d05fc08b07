"""The learning curve: what more training rows brought, and what 100 more would bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aloi.agreement.number import Number
from aloi.agreement.result import Interval, sign
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.evaluation.metrics import metric, short_title
from aloi.evaluation.metrics.base import Metric
from aloi.evaluation.resampling import SEED, Measured, Units
from aloi.evaluation.rows import Answer, EvaluationSet
from aloi.evaluation.scores import measure_set, set_facts

# Exponents tried for a + b * n^-c; 0 stands for a + b * log n, the limit of slow decay.
EXPONENTS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0)
MIN_SIZES = 3
REFERENCES = ("figueroa2012predicting",)
_BAND_POINTS = 40


_MOST_RESAMPLES_TEST = Phrase("reason-most-resamples-test", "most resamples of the test items have no value")


@dataclass(frozen=True, slots=True)
class CurveRun:
    """A run at one size: the answers of each seed, for one draw (`subset`) of the training rows."""

    items: int
    subset: int
    answers: Sequence[Sequence[Answer]]


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One size: the mean over its fits (draws x seeds), with a 95 % interval over test items and fits."""

    items: int
    value: float | None
    reason: str | None
    interval: Interval | None
    fits: int


@dataclass(frozen=True, slots=True)
class BandPoint:
    """The fitted curve at one size, with the 95 % band of the curves refitted on resamples."""

    items: float
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain of `extra` more pairs than the largest size, in units of the metric."""

    extra: int
    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Return half the width of the interval."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Curve:
    """A learning curve on one test.

    Parameters
    ----------
    points : tuple of CurvePoint
        By size; size 0 is the untuned model, which is excluded from the fit.
    band : tuple of BandPoint
        From the smallest size to the largest and `extra` more; empty without a fit.
    gain : Gain or None
        None with a reason.
    sentence : str
        The gain, or the reason for none, in words.
    """

    metric: str
    points: tuple[CurvePoint, ...]
    band: tuple[BandPoint, ...]
    gain: Gain | None
    reason: str | None
    sentence: str
    signature: str


def learning_curve(
    gold: EvaluationSet,
    runs: Sequence[CurveRun],
    *,
    metric_name: str,
    extra: int = 100,
    replicates: int = 500,
    seed: int = SEED,
) -> Curve:
    """Return the mean at each size with its band, and the gain of more rows.

    Parameters
    ----------
    runs : sequence of CurveRun
        All scored on `gold`; several draws of a size and several seeds of a draw are fits of that size.
    replicates : int
        At least 100.

    Raises
    ------
    AloiError
        No run, answers to other rows, few replicates, fewer than 1 extra rows.

    Notes
    -----
    The inverse power law a + b * n^-c (figueroa2012predicting) is fitted to the means by least squares. The
    values a and b are in closed form and c is the best of `EXPONENTS`, so that each fit ends. Each replicate
    draws the test items anew: the same for all sizes, those of a document or another cluster together. At
    each size it draws one fit less than there are (at least one), which corrects for their small number. Then
    it fits anew, c included. The interval contains the middle 95 % of the gains of the replicates. It covers
    the noise, not the validity of the law at larger sizes: use it for 100 more pairs, not for a thousand.
    """
    _check(gold, runs, extra, replicates)
    fits: dict[int, list[Measured]] = {}
    for run in runs:
        fits.setdefault(run.items, []).extend(
            measure_set(metric_name, gold, [row], replicates, seed) for row in run.answers
        )
    unit = "pairs" if gold.kind == "ScoredPair" else "rows"
    return curve_of_fits(
        metric_name,
        fits,
        set_facts(gold),
        extra=extra,
        replicates=replicates,
        seed=seed,
        unit=unit,
        units=gold.units,
    )


def _undefined_gain(extra: int, unit: str, reason: str) -> Phrase:
    return Phrase(
        "curve-gain-undefined",
        "The gain of {extra} more {unit} is undefined: {reason}.",
        extra=extra,
        unit=Phrase(f"noun-{unit}", unit),
        reason=reason,
    )


def curve_of_fits(
    metric_name: str,
    fits: Mapping[int, Sequence[Measured]],
    facts: Mapping[str, object],
    *,
    extra: int = 100,
    replicates: int = 500,
    seed: int = 0,
    unit: str = "pairs",
    units: Units | None = None,
) -> Curve:
    """Return the curve of fits that were already measured, as `learning_curve` returns it.

    Parameters
    ----------
    fits : mapping
        Size -> the measurement of each of its fits, all on the same resamples; size 0 for the untuned model.
    facts : mapping
        Further facts for the signature.
    replicates : int
        Of the fits.
    unit : str
        The name of a training row, in the plural, for the sentence.
    units : Units or None
        The units that the fits were measured on, for the signature.
    """
    sizes = sorted(fits)
    generator = np.random.default_rng([seed, 1])
    drawn_by = (
        f"{units.drawn if units is not None and units.clustered else 'items'}-fits-{replicates}-seed{seed}"
    )
    drawn = {size: _draws(fits[size], generator) for size in sizes}
    points = tuple(_point(metric_name, size, fits[size], drawn[size], drawn_by) for size in sizes)
    signed_facts = {**facts, "sizes": ",".join(map(str, sizes)), "law": "a+b*n^-c"}
    signature = sign(f"curve-{metric_name}", signed_facts, None, f"bootstrap-{drawn_by}")
    used = [one for one in points if one.items > 0]
    reason = _no_fit(used)
    table = np.array([drawn[one.items] for one in used]).T if reason is None else np.empty((0, 0))
    table = table[~np.isnan(table).any(axis=1)]
    if reason is None and len(table) * 2 <= replicates:
        reason = _MOST_RESAMPLES_TEST
    if reason is not None:
        return Curve(metric_name, points, (), None, reason, _undefined_gain(extra, unit, reason), signature)
    fitted_sizes = np.array([one.items for one in used], dtype=np.float64)
    means = np.array([[one.value for one in used]], dtype=np.float64)
    band, gain = _extrapolated(metric(metric_name), fitted_sizes, means, table, extra)
    sentence = _sentence(metric_name, gain, int(fitted_sizes[-1]), unit)
    return Curve(metric_name, points, band, gain, None, sentence, signature)


def _extrapolated(
    scored: Metric, sizes: Floats, means: Floats, resamples: Floats, extra: int
) -> tuple[tuple[BandPoint, ...], Gain]:
    """Return the law fitted to the means (1, S), its band from resamples (R, S), and the gain of more rows.

    If the law of nearly all resamples lies on one side of it, the band is widened to contain the law.
    """
    last = sizes[-1]
    at = np.unique(np.concatenate([np.linspace(sizes[0], last + extra, _BAND_POINTS), sizes, [last + extra]]))
    # No law knows that a metric ends: no number of rows brings an F1 above 1.
    middle, around = (
        np.clip(_fitted(sizes, values, at), scored.low, scored.high) for values in (means, resamples)
    )
    middle = middle[0]
    ends = np.quantile(around, [0.025, 0.975], axis=0)
    ends = np.stack([np.minimum(ends[0], middle), np.maximum(ends[1], middle)])
    band = tuple(BandPoint(*map(float, row)) for row in zip(at, middle, ends[0], ends[1], strict=True))
    last_index = int(np.flatnonzero(at == last)[0])
    low_gain, high_gain = np.quantile(around[:, -1] - around[:, last_index], [0.025, 0.975])
    gain = float(middle[-1] - middle[last_index])
    return band, Gain(extra, gain, min(float(low_gain), gain), max(float(high_gain), gain))


def _draws(fits: Sequence[Measured], generator: np.random.Generator) -> Floats:
    """Return the mean over drawn fits of each replicate, (R,); empty where a fit has no value."""
    if any(one.value is None for one in fits):
        return np.empty(0)
    table = np.array([one.replicates for one in fits])
    count = max(1, len(fits) - 1)
    times = generator.multinomial(count, np.full(len(fits), 1 / len(fits)), size=table.shape[1])
    return np.asarray((table.T * times).sum(axis=1) / count)


def _point(metric_name: str, size: int, fits: Sequence[Measured], drawn: Floats, drawn_by: str) -> CurvePoint:
    reason = next((one.reason for one in fits if one.value is None), None)
    if reason is not None:
        return CurvePoint(size, None, reason, None, len(fits))
    mean = float(np.mean([one.value for one in fits]))
    defined = drawn[~np.isnan(drawn)]
    interval = None
    if len(defined) * 2 > len(drawn):
        ends = metric(metric_name)
        low, high = np.quantile(defined, [0.025, 0.975])
        method = f"bootstrap-percentile-{drawn_by}"
        interval = Interval(max(float(low), ends.low), min(float(high), ends.high), method).around(mean)
    return CurvePoint(size, mean, None, interval, len(fits))


def _no_fit(points: Sequence[CurvePoint]) -> str | None:
    """Return why no curve can be fitted, or None."""
    if not points:
        return Phrase("curve-no-training", "no training row is used, so more of them change nothing")
    if len(points) < MIN_SIZES:
        sizes, few = len(points), "{sizes} training size(s) were run, {needed} are needed"
        return Phrase("curve-few-sizes", few, sizes=sizes, needed=MIN_SIZES)
    odd = next((one for one in points if one.value is None), None)
    if odd is None:
        return None
    text = "a run with {items} pairs has no value ({reason})"
    return Phrase("curve-no-value", text, items=odd.items, reason=odd.reason)


def _fitted(sizes: Floats, values: Floats, at: Floats) -> Floats:
    """Return the fitted curve of each row of values (R, K) at some sizes, (R, M)."""
    best = np.full(len(values), np.inf)
    result = np.empty((len(values), len(at)))
    for exponent in EXPONENTS:
        basis, target_basis = (_basis(one / sizes[-1], exponent) for one in (sizes, at))
        coefficients = values @ np.linalg.pinv(basis).T
        apart = ((coefficients @ basis.T - values) ** 2).sum(axis=1)
        # Another exponent must fit clearly better: among equals the first, slowest decay stays.
        better = apart < best - 1e-12
        best[better] = apart[better]
        result[better] = coefficients[better] @ target_basis.T
    return result


def _basis(sizes: Floats, exponent: float) -> Floats:
    law = np.log(sizes) if exponent == 0 else sizes**-exponent
    return np.column_stack([np.ones(len(sizes)), law])


def _sentence(metric_name: str, gain: Gain, last: int, unit: str) -> str:
    is_sure = gain.low > 0 or gain.high < 0
    more = Number.of(gain, digits=4, signed=True)
    return Phrase(
        "curve-gain" if is_sure else "curve-gain-unsure",
        "{extra} more {unit} than {last} would bring {more} ± {half} ({title}; 95% interval {interval}"
        + (")." if is_sure else "; it may as well bring nothing)."),
        extra=gain.extra,
        unit=Phrase(f"noun-{unit}", unit),
        last=last,
        more=more.value_text,
        half=f"{gain.half_width:.4f}",
        title=short_title(metric_name),
        interval=more.interval_text,
    )


def _check(gold: EvaluationSet, runs: Sequence[CurveRun], extra: int, replicates: int) -> None:
    if not runs:
        raise AloiError("evaluation.no-runs-draw-curve-from")
    if extra < 1 or replicates < 100:
        raise AloiError(
            "aloi.value",
            name=Term("rows-and-replicates"),
            value=(extra, replicates),
            expected=Term("least-rows-replicates"),
        )
    for run in runs:
        if run.items < 0 or not run.answers or any(len(row) != len(gold.ids) for row in run.answers):
            raise AloiError(
                "evaluation.run-training-rows-other-answers",
                items=run.items,
                label=gold.label,
                ids=len(gold.ids),
            )
