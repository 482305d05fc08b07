"""CrowdTruth: the quality of units, annotators and labels, each weighted by the two others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from aloi.agreement.ratings import Ratings
from aloi.base.arrays import Floats

_LEAST = 1e-8
_CHANGE = 0.001
_MOST_ROUNDS = 1000


@dataclass(frozen=True, slots=True)
class CrowdTruth:
    """Qualities from 0 to 1, by id, and the number of iterations after which none moved by 0.001.

    `units` (UQS): how far the annotators of a unit agree on it. `annotators` (WQS): how far an annotator
    agrees with the others, unit by unit and pair by pair. `labels` (AQS): the probability that the others
    give a label that one annotator gave. Units rated once and labels nobody used are excluded.
    """

    units: Mapping[str, float]
    annotators: Mapping[str, float]
    labels: Mapping[str, float]
    rounds: int


def crowd_truth(ratings: Ratings) -> CrowdTruth:
    """Return the qualities of a table of labels or of sets of labels.

    Dumitrache, Inel, Aroyo, Timmermans and Welty (2018), CrowdTruth 2.0: quality metrics for crowdsourcing
    with disagreement, for closed tasks. Labels have no order here: two degrees of a scale are equal or not.

    >>> from aloi.agreement.measures.examples import krippendorff_2011
    >>> found = crowd_truth(krippendorff_2011())
    >>> round(found.units["u03"], 3), round(found.units["u06"], 3)
    (1.0, 0.0)
    """
    ratings = ratings.canonical()
    rows = np.flatnonzero((ratings.codes >= 0).sum(axis=1) >= 2)
    codes = ratings.codes[rows]
    names, holds = _labels(ratings.categories)
    vectors = np.where(codes[:, :, None] >= 0, holds[codes], 0.0)  # (U, A, C)
    used = np.asarray(vectors.any(axis=(0, 1)))
    vectors, names = (
        vectors[:, :, used],
        [name for name, kept in zip(names, used.tolist(), strict=True) if kept],
    )
    present = np.asarray(vectors.any(axis=2)).astype(np.float64)
    people = np.asarray(present.any(axis=0))
    vectors, present = vectors[:, people], present[:, people]
    units, annotators, labels = np.ones(len(rows)), np.ones(vectors.shape[1]), np.ones(len(names))
    unit_vectors = vectors.sum(axis=1)
    rounds = 0
    while rounds < _MOST_ROUNDS and len(rows):
        rounds += 1
        alike = _cosines(vectors, labels)
        now = (
            _unit_quality(alike, present, annotators),
            _pair_quality(alike, present, units, annotators)
            * _unit_agreement(vectors, present, unit_vectors, units, annotators, labels),
            _label_quality(vectors, present, units, annotators),
        )
        moved = max(
            float(np.abs(a - b).max(initial=0)) for a, b in zip(now, (units, annotators, labels), strict=True)
        )
        units, annotators, labels = now
        unit_vectors = np.einsum("uac,a->uc", vectors, annotators)
        if moved < _CHANGE:
            break
    people_names = [name for name, kept in zip(ratings.annotators, people.tolist(), strict=True) if kept]
    return CrowdTruth(
        units=dict(zip((ratings.units[row] for row in rows), map(float, units), strict=True)),
        annotators=dict(zip(people_names, map(float, annotators), strict=True)),
        labels=dict(zip(names, map(float, labels), strict=True)),
        rounds=rounds,
    )


def _labels(categories: tuple[object, ...]) -> tuple[list[str], Floats]:
    """Return the labels, and which of them each category holds, shape (categories, C)."""
    sets = [one if isinstance(one, frozenset) else frozenset([one]) for one in categories]
    labels = list(dict.fromkeys(label for one in sets for label in sorted(one, key=str)))
    return [str(one) for one in labels], np.array([[float(label in one) for label in labels] for one in sets])


def _cosines(vectors: Floats, labels: Floats) -> Floats:
    """Return the cosine of every two annotators on every unit (U, A, A), labels weighted."""
    weighted = vectors * np.sqrt(labels)
    size = np.sqrt((weighted**2).sum(axis=2))
    together = np.einsum("uac,ubc->uab", weighted, weighted, optimize=True)
    below = size[:, :, None] * size[:, None, :]
    return np.asarray(np.divide(together, below, out=np.zeros_like(together), where=below > 0))


def _ratio(above: Floats, below: Floats) -> Floats:
    return np.asarray(above / np.maximum(below, _LEAST))


def _unit_quality(alike: Floats, present: Floats, annotators: Floats) -> Floats:
    weight = present * annotators
    pairs = weight[:, :, None] * weight[:, None, :]
    at = np.arange(pairs.shape[1])
    pairs[:, at, at] = 0.0
    return _ratio((alike * pairs).sum(axis=(1, 2)) / 2, pairs.sum(axis=(1, 2)) / 2)


def _pair_quality(alike: Floats, present: Floats, units: Floats, annotators: Floats) -> Floats:
    pairs = present[:, :, None] * present[:, None, :] * units[:, None, None] * annotators[None, None, :]
    at = np.arange(pairs.shape[1])
    pairs[:, at, at] = 0.0
    return _ratio((alike * pairs).sum(axis=(0, 2)), pairs.sum(axis=(0, 2)))


def _unit_agreement(
    vectors: Floats, present: Floats, unit_vectors: Floats, units: Floats, annotators: Floats, labels: Floats
) -> Floats:
    weighted = vectors * annotators[None, :, None]
    rest = (unit_vectors[:, None, :] - weighted) * present[:, :, None]
    together = (labels * weighted * rest).sum(axis=2)
    size = np.sqrt((labels * weighted**2).sum(axis=2) * (labels * rest**2).sum(axis=2))
    cosine = np.where(size < _LEAST, _LEAST, together / np.maximum(size, _LEAST))
    weight = present * units[:, None]
    return _ratio((cosine * weight).sum(axis=0), weight.sum(axis=0))


def _label_quality(vectors: Floats, present: Floats, units: Floats, annotators: Floats) -> Floats:
    both = np.einsum("u,uac,ubc->abc", units, vectors, vectors, optimize=True)
    second = np.einsum("u,ua,ubc->abc", units, present, vectors, optimize=True)
    at = np.arange(both.shape[0])
    second[at, at] = 0.0
    weight = (annotators[:, None] * annotators[None, :])[:, :, None] * (second > 0)
    share = np.divide(both, second, out=np.zeros_like(both), where=second > 0)
    above, below = (weight * share).sum(axis=(0, 1)), weight.sum(axis=(0, 1))
    quality = np.divide(above, below, out=np.zeros_like(above), where=below > _LEAST)
    return np.asarray(np.maximum(quality, _LEAST))
