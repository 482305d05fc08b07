"""Pairs that a kernel found, as arrays, the decision on them in whole numbers, and all pairs of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import overload

import numpy as np

from aloi.base.arrays import Floats
from aloi.corpora.language.similarity import reaches
from aloi.corpora.mining.base import MinedPair
from aloi.corpora.mining.lexical.text_arrays import Ints, Longs, PreparedTexts
from aloi.corpora.model import Sentence

# Floating-point errors are far smaller: scores this near to the threshold are decided on integers.
_MARGIN = 1e-9


@dataclass(frozen=True, slots=True)
class FoundPairs:
    """Pairs by places in the order of lengths, with edit distance and dot product."""

    row: Ints
    column: Ints
    distance: Ints
    dot: Longs

    @classmethod
    def room(cls, capacity: int) -> FoundPairs:
        """Return room for pairs."""
        row, column, distance = (np.empty(capacity, np.int32) for _ in range(3))
        return cls(row, column, distance, np.empty(capacity, np.int64))

    def part(self, stop: int) -> FoundPairs:
        """Return the first pairs, copied."""
        return FoundPairs(
            self.row[:stop].copy(),
            self.column[:stop].copy(),
            self.distance[:stop].copy(),
            self.dot[:stop].copy(),
        )


@dataclass(frozen=True, slots=True)
class Scored:
    """Pairs that reach the threshold, by places in the texts as given, the earlier one on the left."""

    left: Ints
    right: Ints
    levenshtein: Floats
    cosine: Floats

    @property
    def score(self) -> Floats:
        """The lexical score, computed as `aloi.corpora.language.similarity.lexical_score` does."""
        return (self.levenshtein + self.cosine) / 2

    def __len__(self) -> int:
        """Return how many pairs there are."""
        return len(self.left)

    def take(self, places: Longs) -> Scored:
        """Return the pairs at places."""
        return Scored(self.left[places], self.right[places], self.levenshtein[places], self.cosine[places])

    @classmethod
    def joined(cls, parts: list[Scored]) -> Scored:
        """Return the pairs of all parts."""
        none = np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0), np.empty(0)
        columns = zip(
            *((one.left, one.right, one.levenshtein, one.cosine) for one in [cls(*none), *parts]), strict=True
        )
        return cls(*map(np.concatenate, columns))


def decided(prepared: PreparedTexts, threshold: Fraction, pairs: FoundPairs) -> Scored:
    """Return the pairs that reach the threshold, equality included, with their scores."""
    row, column = pairs.row, pairs.column
    longest = np.maximum(prepared.length[row], prepared.length[column])
    levenshtein = 1 - pairs.distance / np.maximum(longest, 1)
    # Floats before they are multiplied: the product of long texts exceeds 64 bits.
    sizes = np.sqrt(prepared.square[row].astype(float) * prepared.square[column].astype(float))
    cosine = np.divide(pairs.dot, sizes, out=np.zeros(len(sizes)), where=sizes > 0)
    over = (levenshtein + cosine) / 2 - float(threshold)
    keep = over > _MARGIN
    for index in np.flatnonzero(np.abs(over) <= _MARGIN).tolist():
        a, b = int(row[index]), int(column[index])
        keep[index] = reaches(
            threshold, int(pairs.distance[index]), int(longest[index]), int(pairs.dot[index]),
            int(prepared.square[a]), int(prepared.square[b]),
        )  # fmt: skip
    places = prepared.order[np.stack([row[keep], column[keep]])].astype(np.int32)
    return Scored(places.min(axis=0), places.max(axis=0), levenshtein[keep], cosine[keep])


class MinedPairs(Sequence[MinedPair]):
    """Pairs by falling score then ids, each created on access.

    Parameters
    ----------
    chance : array
        The probability that each was kept; not a number if it has none.
    counts : array (20,)
        Pairs that reached the threshold by score bin, including those that were not kept.
    engine : str
        The kernel that computed them.
    """

    def __init__(
        self, sentences: Sequence[Sentence], pairs: Scored, chance: Floats, counts: Longs, engine: str
    ) -> None:
        rank = np.empty(len(sentences), np.int32)
        rank[sorted(range(len(sentences)), key=lambda place: sentences[place].id)] = np.arange(len(sentences))
        order = np.lexsort((rank[pairs.right], rank[pairs.left], -pairs.score))
        self._sentences, self._pairs, self._chance = sentences, pairs.take(order), chance[order]
        self.scores, self.counts, self.engine = self._pairs.score, counts, engine

    def __len__(self) -> int:
        """Return how many were kept."""
        return len(self._pairs)

    @overload
    def __getitem__(self, index: int) -> MinedPair: ...
    @overload
    def __getitem__(self, index: slice) -> list[MinedPair]: ...

    def __getitem__(self, index: int | slice) -> MinedPair | list[MinedPair]:
        """Return the pair at a place, or those of a slice."""
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        pairs, chance = self._pairs, float(self._chance[index])
        return MinedPair(
            self._sentences[pairs.left[index]],
            self._sentences[pairs.right[index]],
            float(pairs.levenshtein[index]),
            float(pairs.cosine[index]),
            float(self.scores[index]),
            None if np.isnan(chance) else chance,
        )

    def __eq__(self, other: object) -> bool:
        """Return whether another sequence has the same pairs in the same order."""
        if not isinstance(other, Sequence) or len(self) != len(other):
            return NotImplemented if not isinstance(other, Sequence) else False
        return all(one == its for one, its in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]
