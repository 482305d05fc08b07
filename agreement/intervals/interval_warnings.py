"""When a 95 % interval deserves less than 95 % trust, said in a sentence, from simulations of such tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from aloi.agreement.intervals.coverage import ANNOTATORS, COVERAGES, SHARES, UNITS, VALUES
from aloi.agreement.intervals.spreads import ScoreSpread
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import Agreement, Interval
from aloi.agreement.table import RatedUnits
from aloi.base.terms import Phrase

FEW_CLUSTERS = 8  # fewer documents tell little about others, however many units they hold
FEW_CROSSED = 12  # documents of pairs: of fewer, equal agreements are not called different in 5 %
FEW_DISPUTED = 10  # units on which annotators differ: fewer give few values
FEW_CARRYING = 10.0  # degrees of freedom of units on a scale: fewer, and a few large disputes carry all
FEW_RARE = 10  # ratings of other labels than the commonest
ENOUGH = 93.0  # percent of simulated tables; below, the interval is too narrow to be called a 95 % interval
_TINY = 1e-12


@dataclass(frozen=True, slots=True)
class _Studied:
    """The simulated design nearest to a table, and the coverage of both intervals in it."""

    annotators: int
    share: float
    alpha: float
    units: int
    bootstrap: float
    analytic: float

    def sentence(self, way: str) -> str | None:
        """Return the warning about an interval made that way; None if it can be trusted."""
        coverage, other = (self.bootstrap, None) if way == "bootstrap" else (self.analytic, self.bootstrap)
        if coverage >= ENOUGH:
            return None
        is_better = other is not None and other >= ENOUGH
        advice = (
            " Use the bootstrap: {other}%." if is_better else " Rate more units before trusting its ends."
        )
        if other is not None and not is_better:
            advice = f" That of the bootstrap was {{other}}%.{advice}"
        return Phrase(
            "caution-coverage-bootstrap-better"
            if is_better
            else ("caution-coverage" if other is None else "caution-coverage-of-both"),
            "In simulated tables like this one ({annotators} annotators, one label on {share}% of the "
            "ratings, alpha {alpha}, {units} units), the coverage of {way} intervals was {coverage}%, not "
            "95%." + advice,
            annotators=self.annotators,
            share=f"{100 * self.share:.0f}",
            alpha=f"{self.alpha:g}",
            units=self.units,
            way=Phrase(f"interval-{way}", way),
            coverage=f"{coverage:.0f}",
            other="" if other is None else f"{other:.0f}",
        )


def caution(ratings: Ratings, result: Agreement) -> str | None:
    """Return the warning about an interval, in plain words; None if there is none.

    Parameters
    ----------
    ratings : Ratings
        The table, U units by A annotators.
    result : Agreement
        One of its coefficients, with the interval to judge.

    Notes
    -----
    Each coefficient has a warning if nobody disagrees: an interval without width looks certain and is not.
    Score intervals have their coverage if there are enough documents, ratings of rare labels and disputed
    units. If not, the warning gives their number. Of the other intervals only those of alpha have been
    simulated (`aloi.agreement.intervals.coverage`), with two labels, complete ratings and independent units.
    These results are used for the nominal level, and for two values at any level; they are those of the
    nearest simulated design. There is no warning about scales with more values, or about intervals over whole
    documents or over annotators: they were not studied.
    """
    interval = result.interval
    if result.value is None or interval is None:
        return None
    table = RatedUnits.of(ratings)
    counts = table.counts[table.totals >= 2]
    if len(counts) and (counts.max(axis=1) == counts.sum(axis=1)).all():
        return _unanimous(len(counts), ratings.clusters is not None, interval)
    if interval.method.startswith("score"):
        return _of_score(table, float(interval.method.split("-")[1].removeprefix("t")))
    way = _way(interval)
    used = int((counts.sum(axis=0) > 0).sum())
    if result.measure != "krippendorff_alpha" or way is None or not (ratings.level == "nominal" or used == 2):
        return None
    share = float(counts.sum(axis=0).max() / counts.sum())
    return _nearest(float(counts.sum(axis=1).mean()), share, result.value, len(counts)).sentence(way)


def caution_of_difference(tables: Sequence[RatedUnits], spreads: Sequence[ScoreSpread]) -> str | None:
    """Return the warning about p of the difference of two agreements, in plain words; None if there is none.

    Parameters
    ----------
    tables : sequence of RatedUnits
        Both.
    spreads : sequence of ScoreSpread
        Of the coefficient of each.

    Notes
    -----
    Equal agreements are called different in 5 %, within 1.5, if there are enough documents, disputes and
    ratings of rare labels (docs/adr/0006-intervals.md). If not, the warning says whether p is too small or
    too large.
    """
    counts = [one.clusters for one in spreads if one.clusters is not None]
    few = FEW_CROSSED if any(one.crossed for one in spreads) else FEW_CLUSTERS
    if counts and min(counts) < few:
        return Phrase(
            "caution-one-side-few-documents",
            "One side comes from only {documents} documents. With so few, 2 to 7% of equal agreements "
            "were called different in simulations, not 5%. Rate units of more documents.",
            documents=min(counts),
        )
    if any(_of_score(table, one.freedom) for table, one in zip(tables, spreads, strict=True)):
        return Phrase(
            "caution-few-disagreements-few",
            "Few disagreements, or few large ones, determine one of the two values. In simulations 1 to 4% "
            "of equal agreements of such tables were called different, not 5%: small differences are missed "
            "too often. Rate more units.",
        )
    return None


def _unanimous(units: int, clustered: bool, interval: Interval) -> str | None:
    if interval.high - interval.low > _TINY:
        return None
    if clustered:
        return Phrase(
            "caution-nobody-disagrees-any",
            "Nobody disagrees on any unit: the interval has no width and says nothing about further units.",
        )
    # The share of disputed units for which one sample of this size in 20 would contain none.
    bound = 100 * (1 - 0.05 ** (1 / units))
    return Phrase(
        "caution-nobody-disagrees",
        "Nobody disagrees on any of the {units} units, so the interval has no width; yet up to {share}% of "
        "further units may be disputed. Rate more units before calling the agreement perfect.",
        units=units,
        share=f"{bound:.1f}",
    )


def _of_score(table: RatedUnits, freedom: float) -> str | None:
    used = table.counts.sum(axis=0)
    rare = int(used.sum() - used.max())
    documents = table.clusters.count
    if table.groups is not None and documents < FEW_CLUSTERS:
        return Phrase(
            "caution-few-documents",
            "The units come from only {documents} documents. The interval is wide for this reason, and its "
            "width is still estimated from few documents. Rate units of more documents.",
            documents=documents,
        )
    if table.level == "nominal" and rare < FEW_RARE:
        return Phrase(
            "caution-few-rare",
            "Only {rare} ratings are not the commonest label: the agreement on rare labels is estimated "
            "from very few ratings. Rate more units that may contain them.",
            rare=rare,
        )
    disputed = int((table.counts.max(axis=1) < table.counts.sum(axis=1)).sum())
    if disputed < FEW_DISPUTED:
        return Phrase(
            "caution-few-disputed",
            "Annotators differ on {disputed} "
            + ("unit" if disputed == 1 else "units")
            + " only, so that the "
            "value changes in large steps. In simulations such intervals had a coverage of 92 to 98%, "
            "not 95%.",
            disputed=disputed,
        )
    if table.level != "nominal" and table.groups is None and freedom < FEW_CARRYING:
        return Phrase(
            "caution-large-disagreements-too",
            "Large disagreements are too few to estimate their frequency, and the interval allows for one "
            "more. If they are rare, such intervals had a coverage of 94 to 100% in simulations, not 95%. "
            "Discuss the largest ones, and rate more.",
        )
    return None


def _way(interval: Interval) -> str | None:
    """Return the method of the interval; None if such intervals were not simulated."""
    if interval.method == "analytic":
        return "analytic"
    if interval.method.startswith("bootstrap-bca") and "clusters" not in interval.method.split("-"):
        return "bootstrap"
    return None


def _nearest(annotators: float, share: float, value: float, units: int) -> _Studied:
    """Return the simulated design nearest to a table; of two equally near, the smaller."""
    nearest_annotators = int(_closest(ANNOTATORS, annotators))
    nearest_share, nearest_value = _closest(SHARES, share), _closest(VALUES, value)
    index = int(np.argmin([abs(math.log(one / units)) for one in UNITS]))
    bootstrap, analytic = COVERAGES[nearest_annotators, nearest_share, nearest_value][index]
    return _Studied(nearest_annotators, nearest_share, nearest_value, UNITS[index], bootstrap, analytic)


def _closest(levels: Iterable[float], value: float) -> float:
    return min(levels, key=lambda one: abs(one - value))
