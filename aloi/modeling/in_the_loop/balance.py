"""Draw the pairs to label next so that labels fill a scale evenly, each pair with a known probability."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.modeling.recipes.base import FEWEST

STRATA = 24
_TREES, _LEAF = 200, 3
_WIDTH = 0.05  # of the scale: how near a prediction out of bag counts as like that of a stratum
_ELSEWHERE = 0.1  # of the draws go where nothing wanted is expected
_PRIOR = 0.02  # of every label in every stratum, so that none is ever impossible


@dataclass(frozen=True, slots=True)
class DrawnPair:
    """A pair that was drawn: its row in the pool, its stratum, and the chance each pair of the stratum had.

    `expected_score` is the predictor's; None while there is too little gold to learn from. `shares` are those
    of each label expected in the stratum, of 1.
    """

    row: int
    stratum: str
    probability: float
    expected_score: float | None
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Balance:
    """The pairs drawn, with the labels obtained and expected.

    Parameters
    ----------
    levels : tuple of float, length L
        The labels to fill evenly.
    obtained : tuple of int, length L
        Labels so far.
    expected : tuple of float, length L
        Labels expected once all pairs drawn so far are labelled. Before the first labels the strata say
        nothing about them, and all labels are expected alike.
    """

    drawn: tuple[DrawnPair, ...]
    levels: tuple[float, ...]
    obtained: tuple[int, ...]
    expected: tuple[float, ...]


def levels_of(low: float, high: float) -> tuple[float, ...]:
    """Return the whole numbers from `low` to `high`, or six equidistant levels if the ends are not whole.

    >>> levels_of(0, 5)
    (0.0, 1.0, 2.0, 3.0, 4.0, 5.0)
    >>> levels_of(0, 1)
    (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
    """
    if low == int(low) and high == int(high) and 1 < high - low <= 10:
        return tuple(float(one) for one in range(int(low), int(high) + 1))
    return tuple(np.round(np.linspace(low, high, 6), 9).tolist())


def label_of(scores: Floats, levels: Sequence[float]) -> NDArray[np.intp]:
    """Return the index of the level nearest to each score, halves up; an end for scores outside."""
    middles = np.round((np.asarray(levels[1:]) + np.asarray(levels[:-1])) / 2, 9)
    return np.searchsorted(middles, np.round(np.asarray(scores, dtype=np.float64), 9), side="right")


def balance(
    features: Floats, baseline: Floats, scored: Mapping[int, float], levels: Sequence[float], count: int,
    seed: int, *, waiting: Collection[int] = (), shares_wanted: Sequence[float] | None = None,
) -> Balance:  # fmt: skip
    """Return `count` pairs of a pool to label next so that labels fill the levels evenly or as requested.

    A random forest is trained on the known scores. Strata of equal size divide the rest by predicted score.
    The expected labels of a stratum are those of known pairs with similar out-of-bag predictions. Draws go to
    the strata with most missing labels, a tenth to all others together. With fewer than ten known scores the
    strata are intervals of the baseline of equal width, drawn alike.

    Parameters
    ----------
    features : array (N, D)
        Of the pairs of the pool, in an order that does not depend on how the pool was written.
    baseline : array (N,)
        A similarity without any gold, such as a cosine.
    scored : mapping of int to float
        Row -> score so far.
    levels : sequence of float
    waiting : collection of int
        Rows drawn before that have no score yet: they are not drawn again, and count as expected.
    shares_wanted : sequence of float, length L, or None
        The share that each label should have, in any unit; None for equal shares.

    Raises
    ------
    AloiError
        Fewer pairs left than requested.
    """
    rows = np.array(list(scored), dtype=np.intp)
    waiting_rows = np.array(sorted(set(waiting) - set(scored)), dtype=np.intp)
    rest = np.setdiff1d(np.arange(len(features)), np.concatenate([rows, waiting_rows]))
    if not 1 <= count <= len(rest):
        raise AloiError(
            "aloi.value",
            name=Term("pairs-requested"),
            value=count,
            expected=Term("pairs-in-pool", left=len(rest), scored=len(scored)),
        )
    scores = np.array([scored[row] for row in rows.tolist()], dtype=np.float64)
    obtained = np.bincount(label_of(scores, levels), minlength=len(levels))
    if learns := len(rows) >= FEWEST and bool(np.ptp(scores) > 0):
        everywhere, unseen = _predict(features, rows, scores, np.concatenate([rest, waiting_rows]), seed)
        values = everywhere[: len(rest)]
        to_come = _shares(everywhere[len(rest) :].tolist(), unseen, scores, levels).sum(axis=0)
        quotas = _quotas(shares_wanted, len(levels))
        strata = _learnt_strata(values, unseen, scores, levels, obtained + to_come, count, quotas)
    else:
        values = np.asarray(baseline, dtype=np.float64)[rest]
        to_come = np.full(len(levels), len(waiting_rows) / len(levels))
        strata = _first_strata(values, len(levels), count)
    drawn = _draw(strata, rest, values if learns else None, seed)
    expected = obtained + to_come + sum((one.size * one.shares for one in strata), np.zeros(len(levels)))
    return Balance(drawn, tuple(levels), tuple(obtained.tolist()), tuple(np.round(expected, 2).tolist()))


def _learnt_strata(
    values: Floats,
    unseen: Floats,
    scores: Floats,
    levels: Sequence[float],
    have: Floats,
    count: int,
    quotas: Floats,
) -> list[_Stratum]:
    """Return strata of equal size by the score predicted, `have` labels being there or on their way."""
    parts = np.array_split(np.argsort(values, kind="stable"), min(STRATA, len(values)))
    shares = _shares([float(values[part].mean()) for part in parts], unseen, scores, levels)
    return _strata(values, parts, shares, _sizes(shares, have, parts, count, quotas), count)


def _first_strata(values: Floats, levels: int, count: int) -> list[_Stratum]:
    """Return intervals of the baseline of equal width, drawn alike, as no labels are known yet."""
    parts = _of_equal_width(values, levels)
    alike = np.ones(len(parts))
    sizes = _sizes(np.eye(len(parts)), np.zeros(len(parts)), parts, count, alike)
    return _strata(values, parts, np.full((len(parts), levels), 1 / levels), sizes, count)


def _quotas(shares: Sequence[float] | None, levels: int) -> Floats:
    """Return how many labels of each level are wanted for each one of a level that has its even share."""
    targets = np.ones(levels) if shares is None else np.asarray(shares, dtype=np.float64)
    return np.asarray(targets * levels / targets.sum())


@dataclass(frozen=True, slots=True)
class _Stratum:
    """Places in the rest of the pool, how many of them to draw, and the shares of labels among them."""

    name: str
    places: NDArray[np.intp]
    size: int
    shares: Floats


def _draw(
    strata: Sequence[_Stratum], rest: NDArray[np.intp], expected: Floats | None, seed: int
) -> tuple[DrawnPair, ...]:
    """Return the pairs drawn from each stratum, each as likely as the others of it."""
    generator = np.random.default_rng(seed)
    return tuple(
        DrawnPair(
            int(rest[at]),
            stratum.name,
            stratum.size / len(stratum.places),
            None if expected is None else float(expected[at]),
            tuple(np.round(stratum.shares, 6).tolist()),
        )
        for stratum in strata
        for at in sorted(generator.choice(stratum.places, stratum.size, replace=False).tolist())
    )


def _strata(
    values: Floats, parts: Sequence[NDArray[np.intp]], shares: Floats, sizes: Sequence[int], count: int
) -> list[_Stratum]:
    """Return the parts to draw from; those that bring nothing wanted are one stratum, drawn from a little.

    So every pair has a chance above 0, and what was drawn can be weighted back to the pool.
    """
    strata = [
        _Stratum(f"{values[part].min():.2f}-{values[part].max():.2f}", part, size, share)
        for part, size, share in zip(parts, sizes, shares, strict=True)
        if size
    ]
    left = count - sum(sizes)
    if left:
        aside = [place for place, size in enumerate(sizes) if not size]
        places = np.concatenate([parts[place] for place in aside])
        mean = np.average(shares[aside], axis=0, weights=[len(parts[place]) for place in aside])
        strata.append(_Stratum("elsewhere", places, left, mean))
    return strata


def _sizes(
    wants: Floats, have: Floats, parts: Sequence[NDArray[np.intp]], count: int, quotas: Floats
) -> list[int]:
    """Return how many to draw from each part; a few are kept back where a part is not drawn from."""
    available = [len(one) for one in parts]
    sizes = _most_missing(wants, have, available, count, quotas)
    if 0 in sizes and count > 1:
        idle = sum(size for size, taken in zip(available, sizes, strict=True) if not taken)
        kept_back = min(max(1, int(count * _ELSEWHERE)), idle)
        sizes = _most_missing(wants, have, available, count - kept_back, quotas)
    return sizes


def _predict(
    features: Floats, rows: NDArray[np.intp], scores: Floats, rest: NDArray[np.intp], seed: int
) -> tuple[Floats, Floats]:
    """Return the predictions of the rest, and those of the known rows by trees that did not see them."""
    from sklearn.ensemble import RandomForestRegressor

    trees = RandomForestRegressor(
        _TREES, min_samples_leaf=_LEAF, max_features=1 / 3, oob_score=True, random_state=seed, n_jobs=1
    ).fit(features[rows], scores)
    return np.asarray(trees.predict(features[rest])), np.asarray(trees.oob_prediction_)


def _shares(centres: Sequence[float], unseen: Floats, scores: Floats, levels: Sequence[float]) -> Floats:
    """Return the shares of labels expected in each stratum, (S, L), from known pairs predicted alike."""
    width = _WIDTH * (levels[-1] - levels[0])
    near = np.exp(-0.5 * ((np.asarray(centres)[:, None] - unseen[None, :]) / width) ** 2) + 1e-9
    shares = near @ np.eye(len(levels))[label_of(scores, levels)] + _PRIOR
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _most_missing(
    shares: Floats, have: Floats, available: Sequence[int], count: int, quotas: Floats
) -> list[int]:
    """Return how many to draw from each stratum: each draw raises the sum of q log(labels + q) most."""
    expected = have.copy()
    sizes = np.zeros(len(available), dtype=np.intp)
    for _ in range(count):
        gain = np.where(sizes < available, shares @ (quotas / np.maximum(expected + quotas, _PRIOR)), -1.0)
        best = int(np.argmax(gain))
        sizes[best] += 1
        expected += shares[best]
    return [int(one) for one in sizes]


def _of_equal_width(values: Floats, count: int) -> list[NDArray[np.intp]]:
    """Return the positions of values in intervals of equal width, without empty intervals."""
    edges = np.linspace(values.min(), values.max(), count + 1)[1:-1]
    parts = np.searchsorted(edges, values, side="right")
    return [np.flatnonzero(parts == part) for part in range(count) if (parts == part).any()]
