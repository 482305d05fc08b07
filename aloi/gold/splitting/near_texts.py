"""How near texts are to those of a reference: edits by the length of the longer, no near one missed."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.marks import without_marks
from aloi.corpora.mining.base import Cancelled, go_on
from aloi.gold.splitting.shared_pieces import Ints, PieceIndex, piece_size, shared_at_least

DEFAULT_THRESHOLD = 0.2
_AT_ONCE = 1_000_000  # pairs of texts measured together: what bounds memory
_FAR = 2.0  # of a pair that is given up: more than any share
_LONG = 400  # characters: two longer texts share so many pieces that these say little
_NEIGHBOURS = 3  # in the alphabet, on each side
_WATCHED = 256  # texts between two looks at whether a person stopped it
_ROUND = 1e-9
_SPACE = re.compile(r"\s+")

EDITS = "levenshtein/longer"
T = TypeVar("T")
_Vectors: TypeAlias = NDArray[np.floating[Any]]

# (texts compared, texts in all) -> True to continue, False to stop.
Watch: TypeAlias = Callable[[int, int], bool]


class Mode(StrEnum):
    """How near references are searched.

    `exact` finds all. `compatible` does as the released script of alekseev2022medical, which stops at
    int(t * length) + 2 edits and so misses some references of texts of 40 characters and more.
    """

    EXACT = "exact"
    COMPATIBLE = "compatible"


@dataclass(frozen=True, slots=True)
class Nearest:
    """The distance of each text to the nearest of the references, (N,), and the index of that reference.

    If none is as near as the limit, the distance is 1 and the index -1. `signature` names the measure.
    """

    distances: Floats
    places: NDArray[np.int64]
    signature: str = EDITS


@dataclass(frozen=True, slots=True)
class LeakFree(Generic[T]):
    """Three test sets to compare (alekseev2022medical).

    `full` has all items, `filtered` those equal to nothing in training, `near` those of it not too near
    to something there either (the set called `filtered_0.2`).
    """

    full: tuple[T, ...]
    filtered: tuple[T, ...]
    near: tuple[T, ...]

    @classmethod
    def of(cls, full: Sequence[T], equal: Sequence[bool], near: Sequence[bool]) -> LeakFree[T]:
        """Return the three sets of what is equal to, or too near to, something in training."""
        filtered = tuple(one for one, removed in zip(full, equal, strict=True) if not removed)
        removed = [is_equal or is_near for is_equal, is_near in zip(equal, near, strict=True)]
        return cls(
            tuple(full), filtered, tuple(one for one, left in zip(full, removed, strict=True) if not left)
        )


def cleaned(text: str) -> str:
    """Return a text as alekseev2022medical compares it: lower-cased, stripped; punctuation stays."""
    return text.lower().strip()


def normalised(text: str) -> str:
    """Return what a text shares with those that differ from it in case, form, space or accents alone.

    Unicode form KC, case folded, without combining marks, runs of space one; punctuation stays.

    >>> normalised(" \u00c9t\u00e9\u00a0 ﬁn"), normalised("Œuf, ßà")
    ('ete fin', 'œuf, ssa')
    """
    if text.isascii():
        return _SPACE.sub(" ", text.lower()).strip()
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", without_marks(apart))).strip()


def check_threshold(threshold: float) -> None:
    """Raise AloiError for a threshold outside [0, 1]."""
    if not 0 <= threshold <= 1:
        raise AloiError(
            "aloi.value",
            name=Term("threshold"),
            value=f"{threshold:g}",
            expected=Term("number-from", low=0, high=1),
        )


def nearest_texts(
    texts: Sequence[str],
    references: Sequence[str],
    limit: float,
    mode: Mode = Mode.EXACT,
    watch: Watch = go_on,
) -> Nearest:
    """Return how near each text is to the nearest reference, in edits by the longer length.

    Parameters
    ----------
    limit : float
        From 0 to 1; references farther away are not looked for.
    watch : callable
        Called with the number of compared texts; Cancelled is raised if it returns that the search stops.

    Notes
    -----
    The search misses no reference that is near enough. Three steps save comparisons:

    - A reference next to the text in the alphabet, read from either end, is often near already. Then only
      nearer ones are searched for.
    - References that share too few rare pieces with a text are not measured (`shared_pieces`).
    - Very short texts share few pieces, and long ones many with any other. These are compared with all
      references whose length is near enough.

    Memory does not grow with the number of pairs.
    """
    check_threshold(limit)
    rising = sorted(range(len(references)), key=lambda at: (len(references[at]), references[at]))
    ordered = [references[at] for at in rising]
    order, by_length = (
        np.array(rising, dtype=np.int64),
        sorted(range(len(texts)), key=lambda at: len(texts[at])),
    )
    distances, places = np.ones(len(texts)), np.full(len(texts), -1, dtype=np.int64)
    rows = _exact if mode is Mode.EXACT else _compatible
    for done, (row, index, distance) in enumerate(rows([texts[at] for at in by_length], ordered, limit), 1):
        if index >= 0:
            distances[by_length[row]], places[by_length[row]] = distance, order[index]
        if (done % _WATCHED == 0 or done == len(texts)) and not watch(done, len(texts)):
            raise Cancelled
    return Nearest(np.minimum(distances, 1.0), places)


def nearest_vectors(
    texts: _Vectors, references: _Vectors, limit: float, signature: str, watch: Watch = go_on
) -> Nearest:
    """Return how near each unit vector is to the nearest reference: 1 minus the cosine.

    Parameters
    ----------
    texts, references : array
        (N, D) and (M, D), of length 1.
    signature : str
        The name of their encoder.
    """
    check_threshold(limit)
    distances, places = np.ones(len(texts)), np.full(len(texts), -1, dtype=np.int64)
    rows = max(1, 8 * _AT_ONCE // max(1, len(references)))
    for start in range(0, len(texts) if len(references) else 0, rows):
        cosines = texts[start : start + rows] @ references.T
        best = cosines.argmax(axis=1)
        far = np.clip(1 - cosines[np.arange(len(best)), best].astype(np.float64), 0, 1)
        near = far <= limit
        distances[start : start + rows] = np.where(near, far, 1.0)
        places[start : start + rows] = np.where(near, best, -1)
        if not watch(start + len(best), len(texts)):
            raise Cancelled
    return Nearest(distances, places, f"1-cosine;encoder:{signature}")


def _exact(texts: Sequence[str], references: Sequence[str], limit: float) -> Iterator[tuple[int, int, float]]:
    """Yield each text, the place of the nearest reference and its distance; -1 for none; by rising length."""
    if not references:
        yield from ((row, -1, _FAR) for row in range(len(texts)))
        return
    limits = _alphabetic_limits(texts, references, limit)
    text_lengths, lengths = (
        np.array([len(one) for one in side], dtype=np.int64) for side in (texts, references)
    )
    size = piece_size(limit)
    by_pieces = (
        (shared_at_least(text_lengths, limits, size) > 0) & (text_lengths <= _LONG)
        if size
        else np.zeros(len(texts), bool)
    )
    for row in np.flatnonzero(~by_pieces).tolist():
        first, last = _span(lengths, len(texts[row]), limits[row])
        yield row, *_nearest_of(texts[row], references[first:last], range(first, last), limits[row])
    some: list[int] = np.flatnonzero(by_pieces).tolist()
    if not some:
        return
    rows = iter(some)
    for candidates in PieceIndex([texts[row] for row in some], references, limits[some], limit).candidates():
        for columns in candidates:
            row, at = next(rows), columns.tolist()
            yield row, *_nearest_of(texts[row], [references[one] for one in at], at, limits[row])


def _nearest_of(text: str, some: Sequence[str], places: Sequence[int], limit: float) -> tuple[int, float]:
    """Return the index of the first of the nearest references and its distance; -1 if none is near."""
    if not some:
        return -1, _FAR
    longest = np.maximum([len(one) for one in some], max(len(text), 1))
    most = int(longest.max() * limit + _ROUND)
    edits = process.cdist([text], some, scorer=Levenshtein.distance, score_cutoff=most, dtype=np.int32)
    far = np.where(edits[0] <= most, edits[0] / longest, _FAR)
    best = int(far.argmin())
    return (places[best], float(far[best])) if far[best] <= limit + _ROUND else (-1, _FAR)


def _alphabetic_limits(texts: Sequence[str], references: Sequence[str], limit: float) -> Floats:
    """Return how near each text is to its neighbours in the alphabet, read from either end, or the limit."""
    limits = np.full(len(texts), limit)
    for turn in (slice(None), slice(None, None, -1)):
        ordered = sorted(one[turn] for one in references)
        for row, text in enumerate(texts):
            at = bisect_left(ordered, text[turn])
            some = ordered[max(0, at - _NEIGHBOURS) : at + _NEIGHBOURS]
            limits[row] = min(limits[row], _nearest_of(text[turn], some, range(len(some)), limits[row])[1])
    return limits


def _compatible(
    texts: Sequence[str], references: Sequence[str], limit: float
) -> Iterator[tuple[int, int, float]]:
    """Yield what `_exact` yields, of the references that the released script finds."""
    lengths = np.array([len(one) for one in references], dtype=np.int64)
    for length, alike in _by_length(texts).items():
        first, last = _span(lengths, length, limit)
        at_once = max(1, _AT_ONCE // max(1, last - first))
        for start in range(0, len(alike), at_once):
            rows = alike[start : start + at_once]
            if first == last:
                yield from ((row, -1, _FAR) for row in rows)
                continue
            far = _shares([texts[row] for row in rows], references[first:last], length, limit)
            best = far.argmin(axis=1)
            for row, column, distance in zip(rows, best, far[np.arange(len(rows)), best], strict=True):
                yield row, int(first + column) if distance < _FAR else -1, float(distance)


def _shares(texts: Sequence[str], references: Sequence[str], length: int, limit: float) -> Floats:
    """Return the edits between texts of one length and references by rising length, by the longer, (N, M)."""
    longest = np.maximum([max(len(one), length) for one in references], 1)
    most = np.minimum((limit * longest).astype(np.int64), int(limit * length) + 2)
    edits = process.cdist(
        texts, references, scorer=Levenshtein.distance, score_cutoff=int(most[-1]), dtype=np.int32
    )
    return np.asarray(np.where(edits <= most, edits / longest, _FAR))


def _span(lengths: Ints, length: int, limit: float) -> tuple[int, int]:
    """Return where references begin and end whose length could be near enough, in rising lengths."""
    reach = limit + _ROUND
    if reach >= 1:
        return 0, len(lengths)
    first = np.searchsorted(lengths, length * (1 - reach), side="left")
    last = np.searchsorted(lengths, length / (1 - reach), side="right")
    return int(first), int(last)


def _by_length(texts: Iterable[str]) -> Mapping[int, list[int]]:
    """Return the places of the texts by length."""
    rows_by_length: dict[int, list[int]] = defaultdict(list)
    for row, text in enumerate(texts):
        rows_by_length[len(text)].append(row)
    return rows_by_length
