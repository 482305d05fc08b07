"""The CLISTER rule, exactly: the mean of Levenshtein similarity and token cosine reaches a threshold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist
from scipy import sparse

from aloi.errors import AloiError
from corpora.language.similarity import cosine_ratio, levenshtein_ratio, reaches
from corpora.language.tokens import words
from corpora.mining.base import Cancelled, MinedPair, MiningProgress, go_on
from corpora.model import Sentence

BLOCK = 256
# Floating point is off by far less than this: what lies within it of the threshold is decided on integers.
_MARGIN = 1e-9


def mine_lexical(
    sentences: Sequence[Sentence],
    threshold: str | Fraction,
    *,
    block: int = BLOCK,
    progress: MiningProgress = go_on,
) -> list[MinedPair]:
    """Return every pair whose lexical score is at least the threshold, by falling score then ids.

    All pairs are compared, a block of rows at a time: memory grows with `block` times the number of
    sentences, and the result does not depend on `block`. Equality counts, decided in whole numbers.

    Parameters
    ----------
    sentences : sequence of Sentence
        N sentences; of each pair the one that stands first is the left one.
    threshold : str or Fraction
        In (0, 1]; a decimal such as "0.45" is taken exactly.
    progress : callable
        Called after each block with (pairs compared, pairs in all).

    Raises
    ------
    AloiError
        A threshold that is no number in (0, 1].
    Cancelled
        `progress` returned False.
    """
    bound = _bound(threshold)
    texts = [one.text for one in sentences]
    lengths = np.array([len(text) for text in texts], dtype=np.int64)
    counts = _counts(texts)
    norms = np.asarray(counts.multiply(counts).sum(axis=1)).ravel().astype(np.int64)
    total = len(texts) * (len(texts) - 1) // 2
    done = 0
    found: list[MinedPair] = []
    for start in range(0, len(texts), block):
        stop = min(start + block, len(texts))
        for left, right, distance, dot in _near(texts, lengths, counts, norms, start, stop, float(bound)):
            longest = int(max(lengths[left], lengths[right]))
            sizes = int(norms[left]), int(norms[right])
            if reaches(bound, distance, longest, dot, *sizes):
                levenshtein, cosine = levenshtein_ratio(distance, longest), cosine_ratio(dot, *sizes)
                score = (levenshtein + cosine) / 2
                found.append(MinedPair(sentences[left], sentences[right], levenshtein, cosine, score))
        done += sum(len(texts) - 1 - row for row in range(start, stop))
        if not progress(done, total):
            raise Cancelled
    return sorted(found, key=lambda one: (-(one.score or 0.0), one.left.id, one.right.id))


def _near(
    texts: Sequence[str],
    lengths: NDArray[np.int64],
    counts: sparse.csr_matrix,
    norms: NDArray[np.int64],
    start: int,
    stop: int,
    threshold: float,
) -> Iterator[tuple[int, int, int, int]]:
    """Yield (left, right, edit distance, dot product) of the pairs of a block that may reach it."""
    dots = (counts[start:stop] @ counts[start:].T).toarray()
    distances = cdist(texts[start:stop], texts[start:], scorer=Levenshtein.distance, dtype=np.int32)
    longest = np.maximum(np.maximum(lengths[start:stop, None], lengths[None, start:]), 1)
    sizes = np.sqrt(norms[start:stop, None].astype(float) * norms[None, start:])
    cosines = np.divide(dots, sizes, out=np.zeros(sizes.shape), where=sizes > 0)
    scores = (1 - distances / longest + cosines) / 2
    rows, columns = np.nonzero(scores >= threshold - _MARGIN)
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        if column > row:
            yield start + row, start + column, int(distances[row, column]), int(dots[row, column])


def _counts(texts: Sequence[str]) -> sparse.csr_matrix:
    """Return the token counts (N, V) of texts."""
    vocabulary: dict[str, int] = {}
    rows, columns, values = [], [], []
    for row, text in enumerate(texts):
        for word, count in Counter(words(text)).items():
            rows.append(row)
            columns.append(vocabulary.setdefault(word, len(vocabulary)))
            values.append(count)
    shape = (len(texts), max(1, len(vocabulary)))
    return sparse.csr_matrix((values, (rows, columns)), shape=shape, dtype=np.int64)


def _bound(threshold: str | Fraction) -> Fraction:
    try:
        bound = Fraction(threshold)
    except (ValueError, ZeroDivisionError):
        bound = Fraction(0)
    if not 0 < bound <= 1:
        raise AloiError("corpora.threshold", threshold=repr(threshold))
    return bound
