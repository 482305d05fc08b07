"""Selection of the pairs that reach a threshold, in bounded memory: the same for any split of the work."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.corpora.mining.lexical.scored_pairs import Scored
from aloi.corpora.mining.lexical.text_arrays import Longs
from aloi.corpora.mining.sample import BINS, places_of
from aloi.corpora.model import Json

_MARGIN = 20  # with a cap per sentence, so many times more pairs are kept on the way than at the end
_MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))  # of splitmix64
_STEP = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Keep:
    """The pairs to keep; all of them without `reservoir` and `top`.

    Parameters
    ----------
    reservoir : int
        Pairs drawn of each score bin, each as likely as the others of its bin; 0 for none.
    top : int
        Pairs of the highest scores, in addition to those; 0 for none.
    cap : int
        Most pairs that contain a sentence; 0 for any number. The highest bins and scores have priority.
    seed : int
        Decides what is drawn.
    """

    reservoir: int = 0
    top: int = 0
    cap: int = 0
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse numbers that make no sense."""
        if min(self.reservoir, self.top, self.cap) < 0 or (self.cap and not self.bounded):
            raise AloiError(
                "aloi.value",
                name=Term("reservoir-top-cap"),
                value=(self.reservoir, self.top, self.cap),
                expected=Term("reservoir-top-cap-least"),
            )

    @property
    def bounded(self) -> bool:
        """Whether less than everything is kept."""
        return bool(self.reservoir or self.top)

    def most(self) -> int:
        """Return how many pairs are in memory at most during one run; 0 for any number."""
        return (self.reservoir * BINS + self.top) * (_MARGIN if self.cap else 1)

    def parameters(self) -> dict[str, Json]:
        """Return the parameters that an Origin records: none if everything is kept."""
        return {name: value for name, value in to_json(self).items() if value} if self.bounded else {}


@dataclass(frozen=True, slots=True)
class SievedPairs:
    """Pairs kept, and by score bin how many there were of them all.

    Parameters
    ----------
    counts : array (20,)
        Pairs that reached the threshold by score bin.
    pairs : Scored
        Those kept so far.
    """

    counts: Longs
    pairs: Scored


class Sieve:
    """Selects pairs that come in any order, in any number of parts."""

    def __init__(self, keep: Keep, ids: Sequence[str]) -> None:
        self.keep = keep
        hashes = (
            hashlib.blake2b(item_id.encode("utf-8", "surrogatepass"), digest_size=8).digest()
            for item_id in ids
        )
        self._keys = np.frombuffer(b"".join(hashes), np.uint64) if keep.bounded else np.empty(0, np.uint64)

    def empty(self) -> SievedPairs:
        """Return what is kept of nothing."""
        return SievedPairs(np.zeros(BINS, np.int64), Scored.joined([]))

    def add(self, sieved: SievedPairs, pairs: Scored) -> SievedPairs:
        """Return what is kept of pairs that came later, too."""
        counts = sieved.counts + np.bincount(places_of(pairs.score), minlength=BINS)
        return SievedPairs(counts, self._bounded([sieved.pairs, pairs]))

    def merge(self, parts: Sequence[SievedPairs]) -> SievedPairs:
        """Return what is kept of all parts together."""
        return SievedPairs(
            np.sum([self.empty().counts, *(one.counts for one in parts)], axis=0),
            self._bounded([one.pairs for one in parts]),
        )

    def final(self, sieved: SievedPairs) -> tuple[Scored, NDArray[np.float64]]:
        """Return the pairs to hand out and the probability of each; not a number if it has none.

        A pair drawn from its bin has a probability; it is 1 if the complete bin is kept. A pair kept for its
        score alone has none. With a cap per sentence, no pair has one.
        """
        keep, pairs = self.keep, sieved.pairs
        places, bins = np.arange(len(pairs)), places_of(pairs.score)
        if not keep.bounded:
            return pairs, np.ones(len(pairs))
        uses: dict[int, int] = {}
        drawn: list[int] = []
        by_priority = np.lexsort((self._priority(pairs), -bins))
        open_slots = np.full(BINS, keep.reservoir)
        for index in by_priority.tolist():
            if open_slots[bins[index]] and self._fits(uses, pairs, index):
                open_slots[bins[index]] -= 1
                drawn.append(index)
        drawn_mask = np.zeros(len(pairs), bool)
        drawn_mask[drawn] = True
        chance = np.full(len(pairs), np.nan)
        if not keep.cap:
            chance[drawn_mask] = np.minimum(1, keep.reservoir / sieved.counts[bins[drawn_mask]])
        left = keep.top
        for index in self._best(pairs).tolist():
            if not left:
                break
            left -= 1
            if not drawn_mask[index]:
                if self._fits(uses, pairs, index):
                    drawn_mask[index] = True
                else:
                    left += 1
        return pairs.take(places[drawn_mask]), chance[drawn_mask]

    def _fits(self, uses: dict[int, int], pairs: Scored, pair_index: int) -> bool:
        """Return whether a pair's sentences may be in one more pair, and count it."""
        ends = int(pairs.left[pair_index]), int(pairs.right[pair_index])
        if self.keep.cap and any(uses.get(sentence, 0) >= self.keep.cap for sentence in ends):
            return False
        for sentence in ends:
            uses[sentence] = uses.get(sentence, 0) + 1
        return True

    def _bounded(self, parts: Sequence[Scored]) -> Scored:
        pairs = Scored.joined(list(parts))
        keep, margin = self.keep, _MARGIN if self.keep.cap else 1
        if (
            not keep.bounded
            or len(pairs) <= min(keep.reservoir or len(pairs), keep.top or len(pairs)) * margin
        ):
            return pairs
        chosen = np.zeros(len(pairs), bool)
        if keep.reservoir:
            bins, priority = places_of(pairs.score), self._priority(pairs)
            order = np.lexsort((priority, bins))
            begins = np.searchsorted(bins[order], np.arange(BINS))
            chosen[order[np.arange(len(pairs)) - begins[bins[order]] < keep.reservoir * margin]] = True
        if keep.top:
            chosen[self._best(pairs)[: keep.top * margin]] = True
        return pairs.take(np.flatnonzero(chosen))

    def _best(self, pairs: Scored) -> Longs:
        """Return the places of pairs by falling score; of equal ones the ids alone say which go first."""
        return np.lexsort((self._priority(pairs), -pairs.score))

    def _priority(self, pairs: Scored) -> NDArray[np.uint64]:
        """Return a random number for each pair that depends on the seed and the two ids alone."""
        ends = self._keys[pairs.left], self._keys[pairs.right]
        seed = np.uint64(self.keep.seed % 2**64)
        return _mixed(_mixed(_mixed(seed + np.minimum(*ends)) + np.maximum(*ends)))


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return numbers spread over all bits (splitmix64)."""
    numbers = numbers + _STEP
    numbers = (numbers ^ (numbers >> np.uint64(30))) * _MIX[0]
    numbers = (numbers ^ (numbers >> np.uint64(27))) * _MIX[1]
    return numbers ^ (numbers >> np.uint64(31))
