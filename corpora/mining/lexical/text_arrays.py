"""Texts as arrays, in rising length: letters, letter counts, tokens and an inverted index of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aloi.corpora.language.tokens import WORD

CLASSES = 64  # of letters, for bounds: the most frequent, one for all others, one for what is behind a text
OTHERS, PADDING = 62, 63
_COLUMNS = 256  # tokens at most that have a column
_FREQUENT = 16  # a token has one if a sixteenth of the texts contain it
_SLACK = 1e-5  # more than single precision is off by in a cosine of few tokens
_SLACK_A_TOKEN = 2.0**-22  # each further token of a text rounds once more

Ints: TypeAlias = NDArray[np.int32]
Longs: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PreparedTexts:
    """The input of the kernels, texts by increasing length; `order` has the original index of each text.

    Parameters
    ----------
    length, start, letter : arrays
        Letters of a text, where they begin (a multiple of 8), and all of them as numbers.
    classes : array
        Their classes; behind each text `PADDING`.
    bag : array (N, 64)
        How often a text has each class, 255 for more.
    token_start, token, count : arrays
        The distinct tokens of each text, rising, and how often it has them.
    square, inverse : arrays
        The sum of squared counts, and one by its root (0 without tokens).
    posting_start, posting, times : arrays
        By token the texts that have it, rising, and how often; nothing for a token with a column.
    column, dense : arrays
        By token its column or -1; the columns (C, N).
    letters : int
        How many different letters there are.
    slack : float
        The largest rounding error of single precision in a sum of cosine and length ratio.
    """

    order: Longs
    length: Ints
    start: Longs
    letter: Ints
    classes: NDArray[np.uint8]
    bag: NDArray[np.uint8]
    token_start: Longs
    token: Ints
    count: Ints
    square: Longs
    inverse: NDArray[np.float32]
    posting_start: Longs
    posting: Ints
    times: Ints
    column: Ints
    dense: NDArray[np.uint8]
    letters: int
    slack: float

    def __len__(self) -> int:
        """Return how many texts there are."""
        return len(self.length)

    def first(self, threshold: float) -> Ints:
        """Return for each text, as the longer one, the first text that is long enough for the threshold."""
        longest = np.maximum(self.length, 1)
        shortest = np.ceil(longest * (2 * threshold - 1 - 1e-9)).clip(0)
        return np.searchsorted(longest, shortest).astype(np.int32)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return its arrays by name."""
        arrays = {name: getattr(self, name) for name in self.__slots__}
        return {name: one for name, one in arrays.items() if isinstance(one, np.ndarray)}


def prepare(texts: Sequence[str]) -> PreparedTexts:
    """Return texts as the kernels read them."""
    order = np.argsort(np.fromiter(map(len, texts), np.int64, len(texts)), kind="stable")
    ordered = [texts[place] for place in order.tolist()]
    length = np.fromiter(map(len, ordered), np.int32, len(ordered))
    start, letter, classes, bag, letters = _letters(ordered, length)
    token_start, token, count = _tokens(ordered)
    square = np.zeros(len(ordered), np.int64)
    owner = np.repeat(np.arange(len(ordered)), np.diff(token_start))
    np.add.at(square, owner, count.astype(np.int64) ** 2)
    inverse = np.divide(1, np.sqrt(square), out=np.zeros(len(square)), where=square > 0)
    index = _index(owner, token, count, len(ordered))
    most = int(np.diff(token_start).max(initial=0))
    return PreparedTexts(
        order, length, start, letter, classes, bag, token_start, token, count, square,
        inverse.astype(np.float32), *index, letters, _SLACK + most * _SLACK_A_TOKEN,
    )  # fmt: skip


def _letters(
    texts: Sequence[str], length: Ints
) -> tuple[Longs, Ints, NDArray[np.uint8], NDArray[np.uint8], int]:
    """Return where texts begin, their letters, classes and letter counts, and how many letters there are."""
    padded = (length.astype(np.int64) + 7) // 8 * 8
    start = np.concatenate([[0], np.cumsum(padded)])
    points = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    seen = np.bincount(points) if len(points) else np.zeros(1, np.int64)
    distinct = np.flatnonzero(seen)
    by_count = distinct[np.argsort(-seen[distinct], kind="stable")]
    number = np.zeros(len(seen), np.int32)
    number[by_count] = np.arange(len(by_count))
    positions = np.arange(len(points)) + np.repeat(start[:-1] - (np.cumsum(length) - length), length)
    letter = np.zeros(start[-1] + 8, np.int32)
    letter[positions] = number[points]
    classes = np.full(start[-1] + 8, PADDING, np.uint8)
    classes[positions] = np.minimum(letter[positions], OTHERS)
    bag = np.zeros((len(texts), CLASSES), np.uint8)
    for begin in range(0, len(texts), 4096):  # a part at a time: the counts are eight bytes each
        end = min(begin + 4096, len(texts))
        part = classes[start[begin] : start[end]].astype(np.int64)
        part += CLASSES * np.repeat(np.arange(end - begin), padded[begin:end])
        counts = np.bincount(part, minlength=CLASSES * (end - begin)).reshape(-1, CLASSES)
        counts[:, PADDING] = 0
        bag[begin:end] = counts.clip(max=255)
    return start, letter, classes, bag, len(by_count)


def _tokens(texts: Sequence[str]) -> tuple[Longs, Ints, Ints]:
    r"""Return the distinct tokens of each text and how often it has them: `\w+`, each lower-cased then."""
    words = [WORD.findall(text) for text in texts]
    forms: dict[str, int] = dict.fromkeys(chain.from_iterable(words), 0)
    lowered: dict[str, int] = {}
    for form in forms:
        forms[form] = lowered.setdefault(form.lower(), len(lowered))
    sizes = np.fromiter(map(len, words), np.int64, len(words))
    flat = np.fromiter(map(forms.__getitem__, chain.from_iterable(words)), np.int64, int(sizes.sum()))
    flat += np.repeat(np.arange(len(texts)), sizes) * max(1, len(lowered))
    cells, count = np.unique(flat, return_counts=True)
    owner, token = np.divmod(cells, max(1, len(lowered)))
    start = np.concatenate([[0], np.cumsum(np.bincount(owner, minlength=len(texts)))]).astype(np.int64)
    return start, token.astype(np.int32), count.astype(np.int32)


def _index(
    owner: Longs, token: Ints, count: Ints, texts: int
) -> tuple[Longs, Ints, Ints, Ints, NDArray[np.uint8]]:
    """Return the inverted index: postings of the rarer tokens, columns of the frequent ones."""
    size = int(token.max(initial=-1)) + 1
    frequency = np.bincount(token, minlength=size)
    highest = np.zeros(size, np.int32)
    np.maximum.at(highest, token, count)
    fit = np.flatnonzero((frequency * _FREQUENT >= texts) & (highest <= 255))
    chosen = fit[np.argsort(-frequency[fit], kind="stable")][:_COLUMNS]
    column = np.full(max(1, size), -1, np.int32)
    column[chosen] = np.arange(len(chosen))
    inside = column[token] >= 0
    dense = np.zeros((max(1, len(chosen)), texts), np.uint8)
    dense[column[token[inside]], owner[inside]] = count[inside]
    rare, rare_owner, rare_count = token[~inside], owner[~inside], count[~inside]
    by_token = np.argsort(rare, kind="stable")
    start = np.concatenate([[0], np.cumsum(np.bincount(rare, minlength=max(1, size)))]).astype(np.int64)
    return start, rare_owner[by_token].astype(np.int32), rare_count[by_token], column, dense
