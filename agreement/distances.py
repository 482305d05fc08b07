"""Agreement weights between categories, distances between values, and distances between sets."""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np

from aloi.agreement.ratings import all_numbers, require_ratio
from aloi.base.arrays import Floats
from aloi.base.names import known_name
from aloi.base.terms import Phrase

WEIGHTS = ("unweighted", "linear", "quadratic", "ordinal", "radical", "ratio")
WEIGHTS_BY = ("value", "rank")
# The weights that fit an ordered level; labels without an order have none but equal or not.
WEIGHTS_OF_LEVEL = {"ordinal": "ordinal", "interval": "quadratic", "ratio": "ratio"}

Matrix = Floats


def positions(categories: Sequence[object], by: str = "value") -> Matrix:
    """Return the place of each category on the scale, shape (C,): its value, or its rank 1..C.

    Labels have no value, so that they always go by rank.
    """
    if by == "value" and all_numbers(categories):
        return np.array(categories, dtype=np.float64)
    return np.arange(1.0, len(categories) + 1.0)


def agreement_weights(name: str, categories: Sequence[object], by: str = "value") -> Matrix:
    """Return how far two categories agree, shape (C, C), from 0 to 1, with 1 on the diagonal.

    Parameters
    ----------
    name : {"unweighted", "linear", "quadratic", "ordinal", "radical", "ratio"}
        `ordinal` is Gwet's, always on ranks; it is not Krippendorff's ordinal distance.
    categories : sequence
        In the order of the scale.
    by : {"value", "rank"}
        Weigh by the numbers (irrCAC) or by their ranks (scikit-learn, R vcd). Labels go by rank.

    Raises
    ------
    AloiError
        An unknown name, or ratio weights on negative values.

    Notes
    -----
    Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition.

    >>> agreement_weights("quadratic", [1, 2, 5])[0].tolist()
    [1.0, 0.9375, 0.0]
    >>> agreement_weights("quadratic", [1, 2, 5], by="rank")[0].tolist()
    [1.0, 0.75, 0.0]
    """
    known_name(name, WEIGHTS, Phrase("kind-weights", "weights"))
    known_name(by, WEIGHTS_BY, Phrase("kind-way-to-weigh", "way to weigh"))
    points = positions(categories, "rank" if name == "ordinal" else by)
    gap = np.abs(points[:, None] - points[None, :])
    if name == "unweighted":
        distance = (gap > 0).astype(np.float64)
    elif name == "linear":
        distance = gap
    elif name == "quadratic":
        distance = gap**2
    elif name == "radical":
        distance = np.sqrt(gap)
    elif name == "ordinal":
        distance = (gap + 1) * gap / 2
    else:
        distance = ratio_distance(points)
    if name == "ratio":
        ends = np.array([points.min(), points.max()]) if len(points) else points
        largest = ratio_distance(ends).max(initial=0.0)
    else:
        largest = distance.max(initial=0.0)
    return 1.0 - distance / largest if largest > 0 else np.ones_like(distance)


def level_weights(level: str, categories: Sequence[object]) -> Matrix:
    """Return the agreement weights that make Krippendorff's alpha of a level: nominal, interval or ratio."""
    name = {"nominal": "unweighted", "interval": "quadratic", "ratio": "ratio"}[level]
    return agreement_weights(name, categories)


def ratio_distance(values: Matrix) -> Matrix:
    """Return ((k - l) / (k + l))^2, shape (C, C), 0 where both are 0; AloiError for negative values."""
    require_ratio(values.min(initial=0.0))
    total = values[:, None] + values[None, :]
    gap = values[:, None] - values[None, :]
    return (np.divide(gap, total, out=np.zeros_like(total), where=total > 0)) ** 2


def jaccard_distance(a: Set[object], b: Set[object]) -> float:
    """Return 1 - |a & b| / |a | b|, from 0 to 1; 0 for two empty sets.

    >>> jaccard_distance({"fin", "petit"}, {"fin"})
    0.5
    """
    union = len(a | b)
    return 1.0 - len(a & b) / union if union else 0.0


def masi_distance(a: Set[object], b: Set[object]) -> float:
    """Return 1 - Jaccard similarity times monotonicity (Passonneau 2006), from 0 to 1.

    Monotonicity is 1 for equal sets, 2/3 if one holds the other, 1/3 if they overlap, 0 if they do not.

    >>> round(masi_distance({"a", "b"}, {"a"}), 6)
    0.666667
    """
    if a == b:
        return 0.0
    if a <= b or b <= a:
        monotonicity = 2 / 3
    elif a & b:
        monotonicity = 1 / 3
    else:
        monotonicity = 0.0
    return 1.0 - (1.0 - jaccard_distance(a, b)) * monotonicity


def set_distances(name: str, categories: Sequence[object]) -> Matrix:
    """Return the distance of every two sets, shape (C, C), from 0 to 1; a label is a set of one.

    Parameters
    ----------
    name : {"jaccard", "masi"}
        As `jaccard_distance` and `masi_distance`, over all pairs at once.
    categories : sequence of frozenset or label
        C different sets.
    """
    sets = [value if isinstance(value, frozenset) else frozenset([value]) for value in categories]
    index = {element: number for number, element in enumerate(frozenset().union(*sets))}
    holds = np.zeros((len(sets), len(index)))
    for row, elements in enumerate(sets):
        holds[row, [index[element] for element in elements]] = 1.0
    sizes = holds.sum(axis=1)
    shared = holds @ holds.T
    union = sizes[:, None] + sizes[None, :] - shared
    likeness = np.divide(shared, union, out=np.ones_like(shared), where=union > 0)
    if name == "masi":
        nested = shared == np.minimum(sizes[:, None], sizes[None, :])
        likeness *= np.where(shared == union, 1.0, np.where(nested, 2 / 3, 1 / 3))
    return np.asarray(1.0 - likeness)
