"""An estimate of the peak memory of a mining run, shown before it starts."""

from __future__ import annotations

import math
from dataclasses import dataclass

from aloi.corpora.mining.lexical.sieve import Keep

# Fitted to the most memory of processes that mined 10,000 to 100,000 French sentences on one machine.
_PROGRAM = 100.0  # MB of a process that has loaded what it needs
_A_LETTER = 28e-6  # MB: texts, letters, their classes, tokens and the index of them
_A_PAIR = 150e-6  # MB of a pair that is kept, as it is merged and sorted
_A_VECTOR = 12e-3  # MB of a sentence encoded: its vector, and the blocks it is compared in
_ENCODER = 700.0  # MB of a sentence encoder
_SHARES = (5e-4, 5e-3)  # of all pairs that reach .45: clinical cases, leaflets


@dataclass(frozen=True, slots=True)
class MemoryNeeded:
    """MB at least and at most: without bounds nobody knows before how many pairs will be kept."""

    low: float
    high: float

    def __str__(self) -> str:
        """Return it in words, in tens of MB."""
        low, high = (f"{math.ceil(one / 10) * 10:,} MB" for one in (self.low, self.high))
        return low if low == high else f"{low} to {high}"


def memory_needed(sentences: int, letters: int, miner: str, keep: Keep) -> MemoryNeeded:
    """Return about how much memory a run holds at most, by the number of sentences and of their letters.

    >>> str(memory_needed(10_000, 1_700_000, "lexical", Keep(500)))
    '150 MB'
    >>> str(memory_needed(100_000, 17_000_000, "lexical", Keep()))
    '960 MB to 4,330 MB'
    """
    base = _PROGRAM + _A_LETTER * letters
    pairs = sentences * (sentences - 1) / 2
    if miner != "lexical":
        extra = _ENCODER + _A_VECTOR * sentences if miner == "nearest" else 0.0
        return MemoryNeeded(base + extra, base + extra)
    if keep.bounded:
        most = base + _A_PAIR * min(pairs, keep.most())
        return MemoryNeeded(most, most)
    low, high = (base + _A_PAIR * share * pairs for share in _SHARES)
    return MemoryNeeded(low, high)
