"""Which texts can be near each other at all, by the short pieces that two near texts must share.

An edit touches at most q of a text's pieces of q characters. So two texts whose longer one has m characters,
and which are k edits apart, share at least t = m - q + 1 - k * q of them. Rare pieces are the most
informative: sort the n pieces of a text from the rarest. Its first n - t + s pieces contain at least s of
those that it shares. This is the prefix filter of Chaudhuri et al. (2006) and of Wang et al. (2012). Texts
that share fewer are not measured, and no near one is missed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aloi.base.arrays import Floats

Ints: TypeAlias = NDArray[np.int64]

_LONGEST_PIECE = 3
_MOST_LOST = 0.75  # of the pieces that near texts may differ in: beyond, pieces say little
_KINDS = 22  # bits of the number of a piece: two that have the same are taken for one, which misses nothing
_AT_ONCE = 2_000_000  # characters whose pieces are numbered together
_BLOCK = 4096  # references that are set against some texts at once
_TEXTS = 512  # that they are set against
_PART = 4  # s is one in so many of the pieces that must be shared
_ROUND = 1e-9


def piece_size(limit: float) -> int:
    """Return the length of pieces in characters; 0 if they are useless for such a limit."""
    return next((size for size in range(_LONGEST_PIECE, 0, -1) if size * limit <= _MOST_LOST), 0)


def shared_at_least(lengths: Ints, limits: Floats | float, size: int) -> Ints:
    """Return how many pieces texts share with any text as near as their limit: the longer, the more."""
    shared = lengths * (1 - size * np.asarray(limits)) - size + 1
    return np.asarray(np.ceil(shared - _ROUND), dtype=np.int64)


class PieceIndex:
    """Texts and references by their rarest pieces.

    Parameters
    ----------
    texts, references : sequence of str
        By rising length.
    limits : array
        How near a reference has to be to each text, (N,), in edits by the longer length.
    limit : float
        The greatest limit there can be.
    """

    def __init__(self, texts: Sequence[str], references: Sequence[str], limits: Floats, limit: float) -> None:
        from scipy.sparse import csr_array

        size = piece_size(limit)
        all_texts = [*texts, *references]
        lengths = np.array([len(one) for one in all_texts], dtype=np.int64)
        least = shared_at_least(lengths, np.concatenate([limits, np.full(len(references), limit)]), size)
        n_required = 1 + np.maximum(least - 1, 0) // _PART
        rows, ranks, kinds = _rarest(all_texts, size, np.maximum(lengths - size + 1, 0) - least + n_required)
        ends = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=len(all_texts)))])
        table = csr_array((np.ones(len(ranks), np.int32), ranks, ends), shape=(len(all_texts), max(kinds, 1)))
        self._limits = limits
        self._lengths = (lengths[: len(texts)], lengths[len(texts) :])
        self._wanted = (n_required[: len(texts)], n_required[len(texts) :])
        self._texts, reference_table = table[: len(texts)], table[len(texts) :]
        starts = range(0, len(references), _BLOCK)
        self._blocks = [(start, reference_table[start : start + _BLOCK].T.tocsr()) for start in starts]

    def candidates(self) -> Iterator[list[Ints]]:
        """Yield, for some texts at a time, the places of the references that may be near each of them."""
        for start in range(0, len(self._limits), _TEXTS):
            some = np.arange(start, min(start + _TEXTS, len(self._limits)))
            blocks = [self._in_block(some, first, block) for first, block in self._blocks]
            rows, columns = (np.concatenate([each[side] for each in blocks]) for side in (0, 1))
            columns = columns[np.lexsort((columns, rows))]
            ends = np.cumsum(np.bincount(rows - start, minlength=len(some)))
            yield np.split(columns, ends[:-1])

    def _in_block(self, rows: Ints, first: int, block: Any) -> tuple[Ints, Ints]:
        """Return places of texts and of references of a block that may be near each other."""
        text_lengths, reference_lengths = self._lengths[0][rows], self._lengths[1][first : first + _BLOCK]
        widest = 1 - float(self._limits[rows].max()) - _ROUND  # the shorter of two near texts by the longer
        if (
            text_lengths[-1] < reference_lengths[0] * widest
            or reference_lengths[-1] < text_lengths[0] * widest
        ):
            return np.empty(0, np.int64), np.empty(0, np.int64)
        shared = (self._texts[rows] @ block).tocoo()
        row, column = shared.coords
        candidates = shared.data >= np.minimum(self._wanted[0][rows][row], self._wanted[1][first:][column])
        row, column = row[candidates], column[candidates]
        apart = np.abs(text_lengths[row] - reference_lengths[column])
        near = (
            apart
            <= self._limits[rows][row] * np.maximum(text_lengths[row], reference_lengths[column]) + _ROUND
        )
        return rows[row[near]], column[near].astype(np.int64) + first


def _rarest(texts: Sequence[str], size: int, n_kept: Ints) -> tuple[Ints, NDArray[np.int32], int]:
    """Return the numbers of the rarest pieces of each text, and how many kinds there are.

    The same piece twice in a text is two kinds: its first, and its second.
    """
    pieces, counts = np.empty(0, np.int64), np.empty(0, np.int64)
    for _, keys in _pieces(texts, size):
        fresh, times = np.unique(keys, return_counts=True)
        pieces, where = np.unique(np.concatenate([pieces, fresh]), return_inverse=True)
        counts = np.bincount(where, np.concatenate([counts, times]), len(pieces)).astype(np.int64)
    rank = np.empty(len(pieces), np.int64)
    rank[np.argsort(counts, kind="stable")] = np.arange(len(pieces))
    rows, ranks = [np.empty(0, np.int64)], [np.empty(0, np.int32)]
    for owners, keys in _pieces(texts, size):
        placed = np.sort(owners << 32 | rank[np.searchsorted(pieces, keys)])
        owners = placed >> 32
        rare = _before(owners) < n_kept[owners]
        rows.append(owners[rare])
        ranks.append((placed[rare] & 0xFFFFFFFF).astype(np.int32))
    return np.concatenate(rows), np.concatenate(ranks), len(pieces)


def _pieces(texts: Sequence[str], size: int) -> Iterator[tuple[Ints, Ints]]:
    """Yield, some texts at a time, the place of its text and the key of each piece."""
    start = 0
    while start < len(texts):
        end, characters = start, 0
        while end < len(texts) and (end == start or characters + len(texts[end]) <= _AT_ONCE):
            characters += len(texts[end])
            end += 1
        some = texts[start:end]
        codes = np.frombuffer("".join(some).encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.uint64)
        lengths = np.array([len(one) for one in some], dtype=np.int64)
        owners = np.repeat(np.arange(start, end), lengths)
        left = np.repeat(np.cumsum(lengths), lengths) - np.arange(len(codes))  # characters to the text's end
        mixed = np.zeros(len(codes), np.uint64)
        for at in range(size):
            mixed = (mixed + np.roll(codes, -at)) * np.uint64(0x9E3779B97F4A7C15)
        complete = left >= size
        kind = (mixed[complete] >> np.uint64(64 - _KINDS)).astype(np.int64)
        placed = np.sort(owners[complete] << _KINDS | kind)
        yield placed >> _KINDS, (placed & (1 << _KINDS) - 1) << 32 | _before(placed)
        start = end


def _before(rising: Ints) -> Ints:
    """Return how many equal numbers come before each number of a sorted sequence."""
    places = np.arange(len(rising))
    is_first = np.concatenate([[True], rising[1:] != rising[:-1]]) if len(rising) else np.empty(0, bool)
    return places - np.maximum.accumulate(np.where(is_first, places, 0)) if len(rising) else places
