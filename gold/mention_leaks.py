"""Test mentions that were seen: equal to a mention of training or a name of a dictionary, or almost so.

Three test sets stand beside each other (alekseev2022medical): `full`, every mention; `filtered`, without
those equal to a reference; `filtered_0.2`, also without those nearer to one than 0.2, in edits by the length
of the longer of the two. Mentions are filtered one by one, so what stands twice counts twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from annotation.rows import LinkedMention
from errors import AloiError

DEFAULT_THRESHOLD = 0.2
Floats = NDArray[np.float64]


class Mode(StrEnum):
    """How near references are searched.

    `exact` finds all. `compatible` does as the released script, which stops at int(t * length) + 2 edits and
    so misses some references of mentions of 40 characters and more.
    """

    EXACT = "exact"
    COMPATIBLE = "compatible"


@dataclass(frozen=True, slots=True)
class Filtered:
    """The mentions that each filter keeps, in their order; `near` is `filtered` without those too near."""

    full: tuple[LinkedMention, ...]
    filtered: tuple[LinkedMention, ...]
    near: tuple[LinkedMention, ...]


@dataclass(frozen=True, slots=True)
class Size:
    """How many mentions a set has, and how many distinct concept fields; a composite one counts as one."""

    mentions: int
    concepts: int

    @classmethod
    def of(cls, mentions: Sequence[LinkedMention]) -> Size:
        """Return the size of a set of mentions."""
        return cls(len(mentions), len({one.concept for one in mentions if one.concepts}))


@dataclass(frozen=True, slots=True)
class Description:
    """A corpus as the first table of alekseev2022medical describes it.

    `mean_length` counts the characters of a mention, `numerals` is the share of mentions with a digit.
    """

    all: Size
    train: Size
    test: Size
    mean_length: float
    numerals: float


def describe(train: Sequence[LinkedMention], test: Sequence[LinkedMention]) -> Description:
    """Return the sizes of a corpus, the mean length of its mentions and the share with numerals."""
    both = [*train, *test]
    count = max(len(both), 1)
    return Description(
        Size.of(both),
        Size.of(train),
        Size.of(test),
        sum(len(one.mention) for one in both) / count,
        sum(any(char.isdigit() for char in one.mention) for one in both) / count,
    )


def cleaned(text: str) -> str:
    """Return a mention as it is compared: lower-cased, stripped; punctuation stays."""
    return text.lower().strip()


def filter_mentions(
    test: Sequence[LinkedMention],
    references: Iterable[str],
    *,
    threshold: float = DEFAULT_THRESHOLD,
    mode: Mode = Mode.EXACT,
) -> Filtered:
    """Return what each filter keeps of the test mentions.

    Parameters
    ----------
    references : iterable of str
        Mentions of the training set, or names of a dictionary; compared lower-cased and stripped.
    threshold : float
        From 0 (none is too near) to 1; a mention nearer than it, strictly, is left out.

    Raises
    ------
    AloiError
        A threshold outside [0, 1].
    """
    known = {cleaned(one) for one in references}
    filtered = tuple(one for one in test if cleaned(one.mention) not in known)
    texts = sorted({cleaned(one.mention) for one in filtered})
    near = dict(zip(texts, nearest_distances(texts, known, threshold, mode) < threshold, strict=True))
    kept = tuple(one for one in filtered if not near[cleaned(one.mention)])
    return Filtered(tuple(test), filtered, kept)


def curve(
    test: Sequence[LinkedMention],
    references: Iterable[str],
    thresholds: Sequence[float],
    mode: Mode = Mode.EXACT,
) -> tuple[tuple[float, Size], ...]:
    """Return what is left at each threshold, in rising order; each mention is searched for once.

    In the mode `compatible` the search itself depends on the threshold, so each is searched apart.
    """
    known = {cleaned(one) for one in references}
    rising = sorted(set(thresholds))
    if mode is Mode.COMPATIBLE or not rising:
        return tuple(
            (at, Size.of(filter_mentions(test, known, threshold=at, mode=mode).near)) for at in rising
        )
    check_threshold(rising[0])
    filtered = [one for one in test if cleaned(one.mention) not in known]
    texts = sorted({cleaned(one.mention) for one in filtered})
    nearest = dict(zip(texts, nearest_distances(texts, known, rising[-1], mode), strict=True))
    return tuple(
        (at, Size.of([one for one in filtered if nearest[cleaned(one.mention)] >= at])) for at in rising
    )


def check_threshold(threshold: float) -> None:
    """Raise AloiError for a threshold outside [0, 1]."""
    if not 0 <= threshold <= 1:
        raise AloiError(
            f"The threshold is {threshold:g}.",
            "A share of the longer length, from 0 to 1, was expected.",
            "Write it as in --threshold 0.2.",
        )


def nearest_distances(
    texts: Sequence[str], references: Iterable[str], limit: float, mode: Mode = Mode.EXACT
) -> Floats:
    """Return each text's least edit distance by the longer length, (N,); 1 where none is under the limit.

    Notes
    -----
    Two texts nearer than t have lengths that differ by less than t times the longer: texts of one length
    are compared with references of such lengths only, in one call of compiled code for two lengths, which
    gives a pair up as soon as it passes the limit. No reference that could be near enough is left out.
    """
    check_threshold(limit)
    nearest = np.ones(len(texts))
    lengths = _by_length(set(references))
    for length, mine in _by_length(texts).items():
        places = np.array([place for place, _ in mine])
        for other, theirs in lengths.items():
            longest = max(length, other, 1)
            most = int(limit * longest)
            if mode is Mode.COMPATIBLE:
                most = min(most, int(limit * length) + 2)
            if abs(length - other) > most:
                continue
            edits = process.cdist(
                [text for _, text in mine],
                [text for _, text in theirs],
                scorer=Levenshtein.distance,
                score_cutoff=most,
                dtype=np.int32,
            ).min(axis=1)
            found = np.where(edits <= most, edits / longest, 1.0)
            nearest[places] = np.minimum(nearest[places], found)
    return nearest


def _by_length(texts: Iterable[str]) -> dict[int, list[tuple[int, str]]]:
    """Return the texts with their places, by length."""
    found: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for place, text in enumerate(texts):
        found[len(text)].append((place, text))
    return found
