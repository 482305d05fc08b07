"""The chain of bounds of kernel.c in Python that numba compiles: for machines without a C compiler.

It runs the same steps in the same order, with the same results; kernel.c says why they are exact. `engines`
imports this file only if needed: numba takes seconds to load and compile.
"""

# mypy: disable-error-code="assignment, return-value"
# numba infers the types; those of single numbers are annotated for readers alone.
from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from aloi.corpora.mining.lexical.scored_pairs import FoundPairs
from aloi.corpora.mining.lexical.text_arrays import CLASSES, Ints, Longs, PreparedTexts

_TILE = 4096  # columns whose dot products fit into the first cache
_BITS = 64
_Bytes = NDArray[np.uint8]
_Words = NDArray[np.uint64]
_F = TypeVar("_F", bound=Callable[..., Any])


def _compiled(function: _F) -> _F:
    return cast("_F", numba.njit(cache=True, nogil=True, error_model="numpy")(function))


class CompiledKernel:
    """The kernel of numba, on prepared texts; its calls run in parallel threads."""

    name = "compiled"

    def __init__(self, prepared: PreparedTexts, threshold: float) -> None:
        texts = prepared
        self._lengths = (texts.length, texts.start, texts.letter, texts.classes, texts.bag)
        self._tokens = (texts.token_start, texts.token, texts.count, texts.square, texts.inverse)
        self._index = (texts.posting_start, texts.posting, texts.times, texts.column, texts.dense)
        self._first = prepared.first(threshold)
        self._numbers = (prepared.letters, threshold, prepared.slack)

    def mine(self, rows: Ints, room: FoundPairs) -> tuple[int, int]:
        """Write the pairs of rows into `room`; return how many rows were done and how many pairs written."""
        out = (room.row, room.column, room.distance, room.dot)
        done, n_pairs = _mine(
            rows, self._lengths, self._tokens, self._index, self._first, *self._numbers, out
        )
        return int(done), int(n_pairs)


@_compiled
def _by_letters(
    row: int, length: Ints, bag: _Bytes, dot: Any, begin: int, longest: Any, need: Any,
    columns: Ints, allowed: Ints, left: int, stop: int,
) -> int:  # fmt: skip
    """Return how many columns from `left` to `stop` remain after a comparison of their letter counts."""
    mine = bag[row]
    for k in range(left, stop):
        column = columns[k]
        other = bag[column]
        total = np.int32(0)
        for b in range(CLASSES):
            total += abs(np.int32(mine[b]) - np.int32(other[b]))
        edits = np.int32(np.floor(longest * (dot[column - begin] - need + np.float32(1))))
        columns[left] = column
        allowed[left] = edits
        left += total + length[row] - length[column] <= 2 * edits
    return left


@_compiled
def _near_columns(
    row: int, lengths: Any, tokens: Any, index: Any, first: int, threshold: float, slack: float,
    columns: Ints, allowed: Ints, cursor: Longs,
) -> int:  # fmt: skip
    """Return how many columns are left of a row by lengths, cosine and letter counts."""
    length, _, _, _, bag = lengths
    token_start, token, count, _, inverse = tokens
    posting_start, posting, times, column_of, dense = index
    begin_token, end_token = token_start[row], token_start[row + 1]
    for k in range(begin_token, end_token):
        cursor[k - begin_token] = posting_start[token[k]]
    longest = np.float32(max(length[row], 1))
    need = np.float32(2 * threshold - slack)
    per = np.float32(1) / longest
    dot = np.empty(_TILE, np.float32)
    left = 0
    for begin in range(first, row, _TILE):
        end = min(begin + _TILE, row)
        dot[: end - begin] = 0
        for k in range(begin_token, end_token):
            times_here = np.float32(count[k])
            column = column_of[token[k]]
            if column >= 0:
                part = dense[column, begin:end]
                for x in range(len(part)):
                    dot[x] += times_here * np.float32(part[x])
                continue
            last = posting_start[token[k] + 1]
            p = cursor[k - begin_token]
            while p < last and posting[p] < begin:
                p += 1
            while p < last and posting[p] < end:
                dot[posting[p] - begin] += times_here * np.float32(times[p])
                p += 1
            cursor[k - begin_token] = p
        stop = left
        for x in range(end - begin):
            dot[x] *= inverse[row] * inverse[begin + x]
            columns[stop] = begin + x
            stop += dot[x] + per * np.float32(max(length[begin + x], 1)) >= need
        left = _by_letters(row, length, bag, dot, begin, longest, need, columns, allowed, left, stop)
    return left


@_compiled
def _ones(word: np.uint64) -> np.int64:
    """Return how many bits are set."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@_compiled
def _subsequence(
    m: int, n: int, text: _Bytes, mask: _Words, edits: int, state: _Words, carry: _Words
) -> bool:
    """Return whether the longest common subsequence in the band leaves no more than `edits` letters over."""
    needed = m - edits
    if needed <= 0:
        return True
    inserted, deleted = max(0, edits - (m - n)) // 2, (edits + (m - n)) // 2
    state[: (m + _BITS - 1) // _BITS] = ~np.uint64(0)
    top = np.uint64(63)
    for begin in range(0, n, 8):  # padding matches nothing, so the last eight may be fewer
        low, high = max(0, begin - inserted) // _BITS, min(m - 1, begin + 7 + deleted) // _BITS
        carry[:] = 0
        for w in range(low, high + 1):
            v = state[w]
            for b in range(8):
                occurs = mask[w, text[begin + b]]
                matched = v & occurs
                total = v + matched + carry[b]
                carry[b] = (matched | (v & ~total)) >> top  # the bit carried out: `matched` lies within v
                v = total | (v & ~occurs)
            state[w] = v
        if 2 * begin < n and begin + 8 < n:
            continue
        length = 0
        for w in range(high + 1):
            length += _ones(~state[w])
        if length + max(0, n - begin - 8) < needed:
            return False
    return True


@_compiled
def _edit_distance(
    m: int, n: int, text: Ints, slot: Ints, exact: _Words, edits: int, plus: _Words, minus: _Words
) -> int:
    """Return the edit distance if it is at most `edits`, else more than that."""
    if n == 0:
        return m
    words = (m + _BITS - 1) // _BITS
    inserted, deleted = (edits - (m - n)) // 2, (edits + (m - n)) // 2
    high, distance = -1, 0  # the distance in the last letter of word `high`
    bit = np.uint64(1)
    for h in range(n):
        low, reach = max(0, h - inserted) // _BITS, min(m - 1, h + deleted) // _BITS
        while high < reach:
            high += 1
            plus[high] = ~np.uint64(0)
            minus[high] = 0
            distance += _BITS if high < words - 1 else m - _BITS * (words - 1)
        letter_index = slot[text[h]]
        up, down = bit, np.uint64(0)  # the step to the right above the word: plus one, minus one
        for w in range(low, high + 1):
            last = np.uint64((m - 1) % _BITS if w == words - 1 else _BITS - 1)
            p, q = plus[w], minus[w]
            e = exact[letter_index, w] | down
            zero = (((e & p) + p) ^ p) | e | q
            rise, fall = q | ~(zero | p), p & zero
            risen, fallen = (rise << bit) | up, (fall << bit) | down
            plus[w] = fallen | ~(zero | risen)
            minus[w] = risen & zero
            up, down = (rise >> last) & bit, (fall >> last) & bit
        distance += np.int64(up) - np.int64(down)
    return distance


@_compiled
def _dot(a: int, end_a: int, b: int, end_b: int, token: Ints, count: Ints) -> int:
    """Return the dot product of the tokens of two texts."""
    total = np.int64(0)
    while a < end_a and b < end_b:
        if token[a] == token[b]:
            total += np.int64(count[a]) * np.int64(count[b])
            a += 1
            b += 1
        elif token[a] < token[b]:
            a += 1
        else:
            b += 1
    return total


@_compiled
def _allowed(
    row: int,
    column: int,
    m: int,
    token_start: Longs,
    token: Ints,
    count: Ints,
    square: Longs,
    threshold: float,
) -> tuple[int, int]:
    """Return the dot product of two texts, and how many edits they may have.

    The decision in whole numbers comes later, so a few edits too many.
    """
    dot = _dot(
        token_start[row], token_start[row + 1], token_start[column], token_start[column + 1], token, count
    )
    size = np.sqrt(np.float64(square[row]) * np.float64(square[column]))
    cosine = dot / size if size > 0 else 0.0
    edits = np.floor(max(m, 1) * (1 - 2 * threshold + cosine + 1e-9))
    return dot, min(np.int64(edits), m)


@_compiled
def _set_row(m: int, letter: Ints, classes: _Bytes, mask: _Words, slot: Ints, exact: _Words) -> None:
    """Write the positions of each class and each letter in the row."""
    words = (m + _BITS - 1) // _BITS
    mask[:words] = 0
    exact[0, :words] = 0
    slots = 1
    for x in range(m):
        bit = np.uint64(1) << np.uint64(x % _BITS)
        mask[x // _BITS, classes[x]] |= bit
        if slot[letter[x]] == 0:
            slot[letter[x]] = slots
            exact[slots, :words] = 0
            slots += 1
        exact[slot[letter[x]], x // _BITS] |= bit


@_compiled
def _mine(
    rows: Ints, lengths: Any, tokens: Any, index: Any, firsts: Ints, letters: int, threshold: float,
    slack: float, out: Any,
) -> tuple[int, int]:  # fmt: skip
    """Write the pairs of rows, as long as there is room for a whole row; return rows done, pairs written."""
    length, start, letter, classes, _ = lengths
    token_start, token, count, square, _ = tokens
    out_row, out_column, out_distance, out_dot = out
    longest = length.max()
    words = (longest + _BITS - 1) // _BITS + 1
    columns, allowed = np.empty(len(length) + 1, np.int32), np.empty(len(length) + 1, np.int32)
    cursor = np.empty(longest + 1, np.int64)
    mask = np.zeros((words, CLASSES), np.uint64)
    state, plus, minus = np.empty(words, np.uint64), np.empty(words, np.uint64), np.empty(words, np.uint64)
    slot, exact = np.zeros(letters + 1, np.int32), np.empty((min(letters, longest) + 1, words), np.uint64)
    carry = np.zeros(8, np.uint64)
    done, n_pairs = 0, 0
    for row in rows:
        if len(out_row) - n_pairs < row:
            break
        done += 1
        left = _near_columns(
            row, lengths, tokens, index, firsts[row], threshold, slack, columns, allowed, cursor
        )
        if left == 0:
            continue
        m = length[row]
        own_letters = letter[start[row] : start[row] + m]
        _set_row(m, own_letters, classes[start[row] : start[row] + m], mask, slot, exact)
        for k in range(left):
            column = columns[k]
            n, at = length[column], start[column]
            if not _subsequence(m, n, classes[at : at + n + 8], mask, allowed[k], state, carry):
                continue
            dot, edits = _allowed(row, column, m, token_start, token, count, square, threshold)
            if edits < m - n:
                continue
            distance = _edit_distance(m, n, letter[at : at + n], slot, exact, edits, plus, minus)
            if distance <= edits:
                out_row[n_pairs], out_column[n_pairs] = row, column
                out_distance[n_pairs], out_dot[n_pairs] = distance, dot
                n_pairs += 1
        for x in range(m):
            slot[own_letters[x]] = 0
    return done, n_pairs
