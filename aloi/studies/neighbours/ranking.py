"""Lists of neighbours against each other, and against what a resource says."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def overlap(first: Sequence[str], second: Sequence[str], k: int) -> float:
    """Return the words common to the first k of two lists, over k, in [0, 1].

    Examples
    --------
    >>> overlap(["a", "b", "c"], ["b", "a", "d"], 2)
    1.0
    """
    _positive(k)
    return len({*first[:k]} & {*second[:k]}) / k


def jaccard(first: Collection[str], second: Collection[str]) -> float | None:
    """Return the words in both lists over those in either, in [0, 1]; None for two empty lists."""
    either = {*first} | {*second}
    return len({*first} & {*second}) / len(either) if either else None


def rank_biased_overlap(first: Sequence[str], second: Sequence[str], p: float = 0.9) -> float | None:
    """Return the extrapolated rank-biased overlap of two lists without repeats, in [0, 1].

    The formula for lists of unequal lengths of Webber et al. (`webber2010similarity`, equation 32);
    p in (0, 1) is the persistence of a reader down the list. None when a list is empty.

    Examples
    --------
    >>> rank_biased_overlap(["a", "b"], ["a", "b"])
    1.0
    """
    if not 0 < p < 1:
        raise ValueError(f"p is {p:g}, and must be between 0 and 1")
    short, long = sorted((first, second), key=len)
    s, deep = len(short), len(long)
    if not s:
        return None
    agree = [0] * (deep + 1)
    seen: tuple[set[str], set[str]] = (set(), set())
    for depth in range(1, deep + 1):
        seen[1].add(long[depth - 1])
        if depth <= s:
            seen[0].add(short[depth - 1])
        agree[depth] = len(seen[0] & seen[1])
    total = sum(agree[d] / d * p**d for d in range(1, deep + 1))
    total += sum(agree[s] * (d - s) / (s * d) * p**d for d in range(s + 1, deep + 1))
    tail = ((agree[deep] - agree[s]) / deep + agree[s] / s) * p**deep
    return min(1.0, (1 - p) / p * total + tail)


def precision_at(ranked: Sequence[str], right: Collection[str], k: int) -> float:
    """Return how many of the first k are right, over k, in [0, 1]; a shorter list loses by it.

    Examples
    --------
    >>> precision_at(["a", "b", "c"], {"a", "c"}, 2)
    0.5
    """
    _positive(k)
    return sum(word in right for word in ranked[:k]) / k


def average_precision(ranked: Sequence[str], right: Collection[str]) -> float:
    """Return the mean over the right words of the precision at their ranks, in [0, 1].

    A right word that is not ranked counts 0. Manning et al. (`manning2008introduction`, section 8.4).

    Examples
    --------
    >>> average_precision(["a", "b", "c"], {"a", "c"})
    0.8333333333333333
    """
    if not right:
        raise ValueError("no word is relevant")
    hits, total = 0, 0.0
    for rank, word in enumerate(ranked, start=1):
        if word in right:
            hits += 1
            total += hits / rank
    return total / len({*right})


def _positive(k: int) -> None:
    if k < 1:
        raise ValueError(f"k is {k}, and must be at least 1")
