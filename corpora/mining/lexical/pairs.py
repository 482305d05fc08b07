"""The pairs that a run hands out: millions of them in little memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

import numpy as np

from aloi.base.arrays import Floats
from aloi.corpora.mining.base import MinedPair
from aloi.corpora.mining.lexical.scored_pairs import Scored
from aloi.corpora.mining.lexical.text_arrays import Longs
from aloi.corpora.model import Sentence


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
