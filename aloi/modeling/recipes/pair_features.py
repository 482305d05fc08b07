"""Features of a pair of texts: how far their words, characters, numbers and lengths agree; all symmetric."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from rapidfuzz.distance import Indel, JaroWinkler, LCSseq, Levenshtein

from aloi.base.arrays import Floats
from aloi.corpora.language.similarity import levenshtein_similarity, token_cosine
from aloi.corpora.language.tokens import words

T = TypeVar("T", bound=Hashable)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_NGRAMS = (1, 2, 3, 4)
_STEM = 5  # letters of a word kept, so that its endings count for nothing
_OVERLAPS = ("jaccard", "containment", "dice")
NAMES = (
    *(f"{kind} {n}-grams, {how}" for kind in ("character", "word") for n in _NGRAMS for how in _OVERLAPS),
    *(f"stems, {how}" for how in _OVERLAPS),
    "levenshtein",
    "levenshtein of words",
    "levenshtein of sorted words",
    "common subsequence of characters",
    "common subsequence of words",
    "jaro-winkler",
    "token cosine",
    "numbers, jaccard",
    "pairs of numbers that differ",
    "lengths in characters, ratio",
    "lengths in words, ratio",
    "lengths in words, difference",
    "length of the shorter in words",
    "shared words by rarity",
    "rarest word of one side only",
    "second rarest word of one side only",
    "words of one side only",
    "tf-idf of words",
    "tf-idf of characters",
)


@dataclass(frozen=True, slots=True)
class PairFeatures:
    """Features of pairs, with the rarity of words estimated from texts.

    Parameters
    ----------
    documents : int
        Texts that the rarity was estimated from.
    frequencies : Counter
        Word -> number of texts that contain it.
    word_cosine, character_cosine : callable
        tf-idf cosines of N pairs, shape (N,).
    """

    documents: int
    frequencies: Counter[str]
    word_cosine: Callable[[Sequence[tuple[str, str]]], Floats]
    character_cosine: Callable[[Sequence[tuple[str, str]]], Floats]

    @classmethod
    def learn(cls, texts: Sequence[str]) -> PairFeatures:
        """Return the features with the rarity of words in `texts`, each distinct one counted once."""
        distinct = sorted(set(texts))
        return cls(
            len(distinct),
            Counter(word for text in distinct for word in set(words(text))),
            tfidf_cosine(distinct, analyzer="word", token_pattern=r"\w+"),
            tfidf_cosine(distinct, analyzer="char_wb", ngram_range=(2, 5)),
        )

    def matrix(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        """Return the features of N pairs, shape (N, D) with D as `NAMES`; (a, b) has those of (b, a)."""
        if not pairs:
            return np.empty((0, len(NAMES)))
        rows = np.array([[*_overlaps(a, b), *_strings(a, b), *self._rarity(a, b)] for a, b in pairs])
        return np.column_stack([rows, self.word_cosine(pairs), self.character_cosine(pairs)])

    def _rarity(self, a: str, b: str) -> list[float]:
        """Return features of the rarest words; rarity is the idf, smoothed for unseen words."""
        left, right = set(words(a)), set(words(b))
        shared = math.fsum(map(self._idf, left & right))
        alone = sorted(map(self._idf, left ^ right), reverse=True)
        total = shared + math.fsum(alone)
        return [
            shared / total if total else 1.0,
            alone[0] if alone else 0.0,
            alone[1] if len(alone) > 1 else 0.0,
            float(len(alone)),
        ]

    def _idf(self, word: str) -> float:
        return math.log((1 + self.documents) / (1 + self.frequencies[word])) + 1


def _overlaps(a: str, b: str) -> list[float]:
    """Return the overlaps of n-grams of characters and words, and of stems."""
    overlaps: list[float] = []
    left, right = words(a), words(b)
    spaced = (f" {' '.join(left)} ", f" {' '.join(right)} ")
    for first, second in (spaced, (left, right)):
        for n in _NGRAMS:
            overlaps += _overlap(_ngrams(first, n), _ngrams(second, n))
    stems = [Counter(word[:_STEM] for word in side) for side in (left, right)]
    return [*overlaps, *_overlap(stems[0], stems[1])]


def _ngrams(sequence: Sequence[str], n: int) -> Counter[Hashable]:
    """Return the n-grams of a text or of a list of words, with their counts."""
    if isinstance(sequence, str):
        return Counter(sequence[at : at + n] for at in range(len(sequence) - n + 1))
    return Counter(zip(*(sequence[start:] for start in range(n)), strict=False))


def _overlap(left: Counter[T], right: Counter[T]) -> tuple[float, float, float]:
    """Return Jaccard and containment of the sets, and Dice of the counts (1 - Bray-Curtis); 0 for none."""
    shared = len(left.keys() & right.keys())
    union, smaller = len(left) + len(right) - shared, min(len(left), len(right))
    common, total = (left & right).total(), left.total() + right.total()
    return (
        shared / union if union else 0.0,
        shared / smaller if smaller else 0.0,
        2 * common / total if total else 0.0,
    )


def _strings(a: str, b: str) -> list[float]:
    """Return similarities of the sequences, of the numbers in them and of their lengths."""
    left, right = words(a), words(b)
    numbers = [set(_NUMBER.findall(text)) for text in (a, b)]
    return [
        levenshtein_similarity(a, b),
        Levenshtein.normalized_similarity(left, right),
        Indel.normalized_similarity(" ".join(sorted(left)), " ".join(sorted(right))),
        LCSseq.normalized_similarity(a.lower(), b.lower()),
        LCSseq.normalized_similarity(left, right),
        (JaroWinkler.similarity(a, b) + JaroWinkler.similarity(b, a)) / 2,
        token_cosine(a, b),
        _jaccard(*numbers),
        float(len(numbers[0] ^ numbers[1])),
        _ratio(len(a), len(b)),
        _ratio(len(left), len(right)),
        float(abs(len(left) - len(right))),
        float(min(len(left), len(right))),
    ]


def _jaccard(left: AbstractSet[str], right: AbstractSet[str]) -> float:
    """Return the Jaccard overlap; 1 for two empty sets, which do not differ."""
    return len(left & right) / len(left | right) if left | right else 1.0


def _ratio(first: int, second: int) -> float:
    return min(first, second) / max(first, second) if max(first, second) else 1.0


def texts_of(pairs: Iterable[tuple[str, str]]) -> list[str]:
    """Return the texts of pairs, left and right in turn."""
    return [text for pair in pairs for text in pair]


_COLUMNS = 2**20  # n-grams are hashed: two share a column now and then, and one never seen has one too


def tfidf_cosine(learnt: Sequence[str], **options: Any) -> Callable[[Sequence[tuple[str, str]]], Floats]:
    """Return the cosine of tf-idf weights of N pairs, in [0, 1]; 0 if a text has no n-gram.

    An unseen n-gram has the highest possible weight. With few training texts most n-grams of other texts are
    unseen, and ignoring them would make pairs equal that differ only in them.

    Parameters
    ----------
    learnt : sequence of str
        The texts whose document frequencies are used; empty for those of the texts to be scored.
    **options
        Of scikit-learn's `HashingVectorizer`.
    """
    from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer

    counts = HashingVectorizer(n_features=_COLUMNS, alternate_sign=False, norm=None, **options)
    fitted = TfidfTransformer().fit(counts.transform(learnt)) if learnt else None

    def similarities(pairs: Sequence[tuple[str, str]]) -> Floats:
        left, right = (counts.transform([pair[side] for pair in pairs]) for side in (0, 1))
        weights = fitted or TfidfTransformer().fit(_stacked(left, right))
        product = weights.transform(left).multiply(weights.transform(right)).sum(axis=1)
        return np.clip(np.asarray(product, dtype=np.float64).reshape(-1), 0, 1)

    return similarities


def _stacked(left: Any, right: Any) -> Any:
    from scipy.sparse import vstack

    return vstack([left, right])
