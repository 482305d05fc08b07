"""Benchmark scales: the band of a coefficient, and the probability that it is at least in this band."""

from __future__ import annotations

from dataclasses import dataclass

from scipy.special import ndtr, ndtri

from aloi.agreement.result import Agreement
from aloi.base.names import known_name
from aloi.base.terms import Phrase

SURE = 0.95  # the cumulative probability that Gwet asks of a band

# Bands from high to low: (lower bound, its name).
SCALES: dict[str, tuple[tuple[float, str], ...]] = {
    "landis_koch": (
        (0.8, "almost perfect"), (0.6, "substantial"), (0.4, "moderate"), (0.2, "fair"), (0.0, "slight"),
        (-1.0, "poor"),
    ),
    "altman": ((0.8, "very good"), (0.6, "good"), (0.4, "moderate"), (0.2, "fair"), (-1.0, "poor")),
    "fleiss": ((0.75, "excellent"), (0.4, "intermediate to good"), (-1.0, "poor")),
    "koo_li": ((0.9, "excellent"), (0.75, "good"), (0.5, "moderate"), (-1.0, "poor")),
    "krippendorff": ((0.8, "reliable"), (0.667, "tentative"), (-1.0, "discard")),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Band:
    """A band of a scale: its bounds, the probability of it, and that of it or a higher one (0 to 1)."""

    name: str
    low: float
    high: float
    probability: float
    cumulative: float


@dataclass(frozen=True, slots=True)
class Benchmark:
    """The band of a coefficient; `name` is the highest band that is certain at 95 %."""

    scale: str
    name: str
    bands: tuple[Band, ...]


def benchmark(value: float, error: float, scale: str = "landis_koch") -> Benchmark:
    """Return the band of a coefficient by Gwet's cumulative membership probabilities.

    Parameters
    ----------
    value, error : float
        A coefficient of at most 1 and its standard error.
    scale : {"landis_koch", "altman", "fleiss", "koo_li", "krippendorff"}
        `koo_li` is meant for intraclass correlations, `krippendorff` for alpha.

    Notes
    -----
    Gwet (2014), chapter 6: errors are normal, cut at -1 and 1. The band in which the value itself lies is
    often too high a name for what a small sample shows.

    >>> found = benchmark(0.67, 0.15, "altman")
    >>> found.name, [round(one.cumulative, 3) for one in found.bands]
    ('moderate', [0.182, 0.675, 0.964, 0.999, 1.0])
    """
    bounds = SCALES[known_name(scale, SCALES, Phrase("kind-benchmark-scale", "benchmark scale"))]
    ends = [1.0, *(low for low, _ in bounds)]
    if error > 0:
        above = [float(ndtr((value - end) / error)) for end in ends]
        room = float(ndtr((value + 1) / error)) - above[0]
        shares = [(one - above[0]) / room if room > 0 else 0.0 for one in above]
    else:
        shares = [float(place > 0 and value >= end) for place, end in enumerate(ends)]
    shares[-1] = 1.0
    bands = tuple(
        Band(name, low, ends[index], shares[index + 1] - shares[index], shares[index + 1])
        for index, (low, name) in enumerate(bounds)
    )
    return Benchmark(scale, next(one.name for one in bands if one.cumulative >= SURE), bands)


def benchmark_of(result: Agreement, scale: str | None = None) -> Benchmark | None:
    """Return the band of a result; None without a value, or without an interval to know its error from.

    Without a standard error the half width of the interval below the value stands for 1.96 errors: intervals
    of coefficients near 1 lean down. The scale is by default that of the measure: Krippendorff's for alpha,
    Koo and Li's for intraclass correlations, Landis and Koch's for others. Shares of equal answers, such as
    percent agreement, have none: the scales are for what is beyond chance.
    """
    if result.value is None or result.measure in _NO_SCALE:
        return None
    error = result.se
    if error is None and result.interval is not None:
        error = max(result.value - result.interval.low, 0.0) / float(ndtri(0.975))
    if error is None:
        return None
    return benchmark(min(result.value, 1.0), error, scale or _scale_of(result.measure))


_NO_SCALE = ("percent_agreement", "mean_pairwise_percent_agreement", "pairwise_agreement", "mode_agreement")


def _scale_of(measure: str) -> str:
    if "krippendorff_alpha" in measure:
        return "krippendorff"
    correlations = ("icc_", "gold_reliability")
    return "koo_li" if measure.removeprefix("mean_pairwise_").startswith(correlations) else "landis_koch"
