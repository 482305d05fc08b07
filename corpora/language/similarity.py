"""How alike two texts are on the surface: Levenshtein similarity, token cosine and their mean.

The mean is the mining rule of CLISTER (Hiebel et al., LREC 2022). All functions are pure and symmetric.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

from rapidfuzz.distance import Levenshtein

from aloi.corpora.language.tokens import words


def levenshtein_similarity(a: str, b: str) -> float:
    """Return 1 - d / longest length, in [0, 1]: d is the edit distance with unit costs over code points.

    The texts are compared as stored, capitals included. Two empty texts: 1.

    Examples
    --------
    >>> levenshtein_similarity("droite", "droit")
    0.8333333333333334
    """
    return levenshtein_ratio(Levenshtein.distance(a, b), max(len(a), len(b)))


def token_cosine(a: str, b: str, split: Callable[[str], list[str]] = words) -> float:
    r"""Return the cosine of the counts of lower-cased `\w+` tokens, in [0, 1]; 0 if either text has none.

    Examples
    --------
    >>> token_cosine("Bilan normal", "bilan hépatique")
    0.5
    """
    left, right = Counter(split(a)), Counter(split(b))
    return cosine_ratio(_dot(left, right), _dot(left, left), _dot(right, right))


def lexical_score(a: str, b: str) -> float:
    """Return the mean of the Levenshtein similarity and the token cosine, in [0, 1]."""
    return (levenshtein_similarity(a, b) + token_cosine(a, b)) / 2


def levenshtein_ratio(distance: int, longest: int) -> float:
    """Return the Levenshtein similarity of two texts from their distance and the longer one's length."""
    return 1 - distance / longest if longest else 1.0


def cosine_ratio(dot: int, left: int, right: int) -> float:
    """Return the cosine from a dot product and two squared norms; 0 if either norm is 0."""
    return dot / math.sqrt(left * right) if left and right else 0.0


def reaches(threshold: Fraction, distance: int, longest: int, dot: int, left: int, right: int) -> bool:
    """Return whether the lexical score is at least the threshold, decided in whole numbers.

    Two pairs in a thousand are exactly on a threshold such as 0.45, and floating point loses some of them.
    Let d be the distance, L the longest length, p the dot product and A, B the squared norms. The condition
    p / sqrt(AB) >= 2t - 1 + d / L is tested on squares, with regard to the sign of the right side.
    """
    longest = max(longest, 1)
    needed = 2 * threshold - 1 + Fraction(distance, longest)
    if needed <= 0:
        return True
    return (dot * needed.denominator) ** 2 >= needed.numerator**2 * left * right and dot > 0


def _dot(left: Counter[str], right: Counter[str]) -> int:
    return sum(count * right[word] for word, count in left.items())
