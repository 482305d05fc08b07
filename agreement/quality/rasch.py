"""A many-facet Rasch model: how strict each annotator is, with standard errors and fit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from aloi.agreement.ratings import Ratings
from aloi.agreement.table import RatedUnits
from aloi.base.arrays import Floats
from aloi.base.terms import Phrase

_STEP = 1e-4
_FLAT = 1e-4  # information below which the likelihood does not say where an estimate is
_FAR = 12.0  # logits beyond which an estimate is on its way to infinity


_NO_ORDER_CATEGORIES = Phrase("reason-no-order-categories", "no order of categories at the nominal level")
_ANNOTATORS_WHOSE_ITEMS = Phrase(
    "reason-annotators-whose-items", "annotators whose items do not overlap cannot be compared"
)
_ANNOTATOR_DEGREE_ALWAYS = Phrase(
    "reason-annotator-degree-always", "an annotator or a degree is always on one side of the others"
)
_ONE_CATEGORY = Phrase("reason-one-category", "one category")
_NO_PAIRABLE_RATINGS = Phrase("reason-no-pairable-ratings", "no pairable ratings")


@dataclass(frozen=True, slots=True)
class Severity:
    """One annotator: severity in logits (above 0 is stricter than the mean), its error, and two fits.

    `infit` and `outfit` are mean squares around 1: above, an annotator is less predictable than the model
    says; below, more. Outfit feels single surprising answers. None where no item says anything of it.
    """

    annotator: str
    severity: float
    se: float
    infit: float | None
    outfit: float | None
    ratings: int


@dataclass(frozen=True, slots=True)
class Facets:
    """The fitted model: annotators by name, thresholds between degrees, or the reason for none."""

    annotators: tuple[Severity, ...]
    thresholds: tuple[float, ...]
    items: int
    reason: str | None


def facets(ratings: Ratings) -> Facets:
    """Return the severity of each annotator, by conditional maximum likelihood.

    The model is Linacre's (1989) with items and annotators as facets and Andrich's rating scale. The log odds
    of degree k against k - 1 are the item's level minus the annotator's severity minus the threshold of k.
    The level of an item drops out when one conditions on the sum of its ratings (Andersen 1970). Severities
    therefore avoid the bias of joint estimation, which grows with fewer annotators. Infit and outfit then
    take each item's maximum likelihood level (Wright and Masters 1982); items with the lowest or the highest
    sum have none and add nothing to severity. Degrees are ranks of those that were used. Severities and
    thresholds sum to 0. There is no fit at the nominal level, with fewer than two annotators whose items
    overlap, or if an estimate diverges to infinity.

    >>> from aloi.agreement.measures.examples import shrout_fleiss
    >>> found = facets(shrout_fleiss())
    >>> [one.annotator for one in sorted(found.annotators, key=lambda one: one.severity)]
    ['A', 'D', 'C', 'B']
    """
    if ratings.level == "nominal" or ratings.set_valued:
        return Facets((), (), 0, _NO_ORDER_CATEGORIES)
    table = RatedUnits.of(ratings)
    table = table.select(table.totals >= 2)
    names = _present(ratings)
    used = np.flatnonzero(table.counts.sum(axis=0) > 0)
    if table.size == 0 or len(used) < 2:
        return Facets((), (), 0, _ONE_CATEGORY if table.size else _NO_PAIRABLE_RATINGS)
    rank = np.full(len(ratings.categories), -1)
    rank[used] = np.arange(len(used))
    codes = np.where(table.codes >= 0, rank[table.codes], -1)
    if not _linked(codes):
        return Facets((), (), 0, _ANNOTATORS_WHOSE_ITEMS)
    model = _Conditional(codes, len(used))
    start = np.zeros(model.size)
    fit = scipy.optimize.minimize(
        model.loss, start, jac=True, method="BFGS", options={"gtol": 1e-8, "maxiter": 500}
    )
    information = _information(model, fit.x)
    if np.abs(fit.x).max(initial=0) > _FAR or np.linalg.eigvalsh(information).min() < _FLAT:
        return Facets((), (), 0, _ANNOTATOR_DEGREE_ALWAYS)
    severity, thresholds = model.unpack(fit.x)
    spread = model.people @ np.linalg.inv(information)[: model.free, : model.free] @ model.people.T
    errors = np.sqrt(np.diag(spread))
    infit, outfit, items = _fit(codes, severity, thresholds)
    severities = tuple(
        Severity(name, float(severity[at]), float(errors[at]), infit[at], outfit[at], int(count))
        for at, (name, count) in enumerate(zip(names, (codes >= 0).sum(axis=0), strict=True))
    )
    return Facets(severities, tuple(map(float, thresholds)), items, None)


def _present(ratings: Ratings) -> list[str]:
    """Return the annotators with a rating, in the order of the working table."""
    ordered = ratings.canonical()
    present = np.asarray((ordered.codes >= 0).any(axis=0))
    return [name for name, kept in zip(ordered.annotators, present.tolist(), strict=True) if kept]


def _linked(codes: NDArray[np.int_]) -> bool:
    """Return whether shared items lead from every annotator to every other."""
    rated = codes >= 0
    reached = np.zeros(rated.shape[1], dtype=bool)
    reached[0] = True
    while True:
        more = rated[rated[:, reached].any(axis=1)].any(axis=0) | reached
        if (more == reached).all():
            return bool(reached.all())
        reached = more


class _Conditional:
    """Minus the conditional log likelihood of ratings given the sum of each item, and its gradient."""

    def __init__(self, codes: NDArray[np.int_], degrees: int) -> None:
        self.degrees = degrees
        raters = codes.shape[1]
        self.free = raters - 1
        self.size = self.free + degrees - 2
        # The last of each is minus the sum of the others.
        self.people = np.vstack([np.eye(raters - 1), -np.ones(raters - 1)])
        self.steps = np.vstack([np.eye(degrees - 2), -np.ones(degrees - 2)])
        rated = codes >= 0
        self.given = np.where(rated, codes, 0).sum(axis=0).astype(np.float64)
        self.passed = np.array([(codes >= k).sum() for k in range(1, degrees)], dtype=np.float64)
        sums = np.where(rated, codes, 0).sum(axis=1)
        patterns, which = np.unique(rated, axis=0, return_inverse=True)
        self.groups = [
            (
                np.flatnonzero(pattern),
                np.bincount(sums[which.reshape(-1) == at], minlength=pattern.sum() * (degrees - 1) + 1),
            )
            for at, pattern in enumerate(patterns)
        ]

    def unpack(self, x: Floats) -> tuple[Floats, Floats]:
        """Return severities (A,) and thresholds (degrees - 1,), each of sum 0."""
        return self.people @ x[: self.free], self.steps @ x[self.free :]

    def loss(self, x: Floats) -> tuple[float, Floats]:
        """Return minus the log likelihood and its gradient."""
        severity, thresholds = self.unpack(x)
        ranks = np.arange(self.degrees)
        weights = np.exp(-np.outer(severity, ranks) - np.append(0.0, np.cumsum(thresholds)))
        value = float(self.given @ severity + self.passed @ thresholds)
        by_person, by_step = self.given.copy(), self.passed.copy()
        for raters, counts in self.groups:
            product, without = _products(weights[raters])
            seen = counts > 0
            value += float(counts[seen] @ np.log(product[seen]))
            share = np.divide(counts, product, out=np.zeros(len(counts)), where=seen)
            for rater, rest in zip(raters, without, strict=True):
                # How often the annotator is expected to give each degree, over the items of this group.
                expected = weights[rater] * np.correlate(share, rest, mode="valid")
                by_person[rater] -= expected @ ranks
                by_step -= np.cumsum(expected[::-1])[::-1][1:]
        return value, np.concatenate([by_person @ self.people, by_step @ self.steps])


def _products(weights: Floats) -> tuple[Floats, list[Floats]]:
    """Return the product of polynomials, one a row, and the products without each of them in turn."""
    before, after = [np.ones(1)], [np.ones(1)]
    for row in weights:
        before.append(np.convolve(before[-1], row))
    for row in weights[::-1]:
        after.append(np.convolve(after[-1], row))
    size = len(weights)
    return before[-1], [np.convolve(before[at], after[size - 1 - at]) for at in range(size)]


def _information(model: _Conditional, x: Floats) -> Floats:
    """Return the observed information, by differences of the gradient."""
    rows = []
    for at in range(len(x)):
        shift = np.zeros(len(x))
        shift[at] = _STEP
        rows.append((model.loss(x + shift)[1] - model.loss(x - shift)[1]) / (2 * _STEP))
    hessian = np.array(rows).reshape(len(x), len(x))
    return np.asarray((hessian + hessian.T) / 2)


def _fit(
    codes: NDArray[np.int_], severity: Floats, thresholds: Floats
) -> tuple[list[float | None], list[float | None], int]:
    """Return infit and outfit of each annotator, and the items they rest on."""
    ranks = np.arange(len(thresholds) + 1)
    steps = np.append(0.0, np.cumsum(thresholds))
    apart, room, surprise, seen = (np.zeros(len(severity)) for _ in range(4))
    items = 0
    for row in codes:
        raters = np.flatnonzero(row >= 0)
        total = row[raters].sum()
        if not 0 < total < len(raters) * ranks[-1]:
            continue
        items += 1
        level = scipy.optimize.brentq(_short_of, -60, 60, args=(float(total), severity[raters], ranks, steps))
        mean, variance = _moments(level, severity[raters], ranks, steps)
        squared = (row[raters] - mean) ** 2
        apart[raters] += squared
        room[raters] += variance
        surprise[raters] += squared / np.maximum(variance, 1e-12)
        seen[raters] += 1
    infit = [float(a / b) if b > 0 else None for a, b in zip(apart, room, strict=True)]
    outfit = [float(a / b) if b > 0 else None for a, b in zip(surprise, seen, strict=True)]
    return infit, outfit, items


def _short_of(level: float, total: float, severity: Floats, ranks: NDArray[np.int_], steps: Floats) -> float:
    """Return how far the expected sum of an item lies above its sum."""
    return float(_moments(level, severity, ranks, steps)[0].sum()) - total


def _moments(level: float, severity: Floats, ranks: NDArray[np.int_], steps: Floats) -> tuple[Floats, Floats]:
    """Return the expected degree and its variance of each annotator on an item."""
    logits = np.outer(level - severity, ranks) - steps
    chance = np.exp(logits - logits.max(axis=1, keepdims=True))
    chance /= chance.sum(axis=1, keepdims=True)
    mean = chance @ ranks
    return mean, chance @ ranks**2 - mean**2
