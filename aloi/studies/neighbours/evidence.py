"""Evidence for a neighbour: the contexts that two words share, and the sentences that contain them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from aloi.studies.neighbours.counting import Encoded
from aloi.studies.neighbours.space import Weighted


@dataclass(frozen=True, slots=True)
class SharedContext:
    """A context of two words: its PPMI and count with each, and its part of their cosine.

    `part` is in (0, 1]; the parts of all shared contexts add up to 1.
    """

    context: str
    ppmi: float
    neighbour_ppmi: float
    count: float
    neighbour_count: float
    part: float


@dataclass(frozen=True, slots=True)
class ContextPlace:
    """A word in a sentence: the number of the sentence, and the spans of the words looked for in it."""

    sentence: int
    spans: tuple[tuple[int, int], ...]


def shared_contexts(weighted: Weighted, word: str, neighbour: str, top: int) -> list[SharedContext]:
    """Return the contexts with PPMI above 0 for both words, those that make most of their cosine first."""
    pair = [weighted.numbers[word], weighted.numbers[neighbour]]
    first, second = weighted.ppmi[pair].toarray().astype(np.float64)
    counts = weighted.space.counts[pair].toarray()
    product = first * second
    total = product.sum()
    order = np.argsort(-product, kind="stable")[:top]
    names = weighted.space.context_names
    return [
        SharedContext(
            names[index],
            float(first[index]),
            float(second[index]),
            float(counts[0, index]),
            float(counts[1, index]),
            float(product[index] / total),
        )
        for index in order.tolist()
        if product[index] > 0
    ]


def places_of_both(encoded: Encoded, word: int, other: int, window: int, top: int) -> list[ContextPlace]:
    """Return the first positions of a word with another one in its window, one for each sentence."""
    positions, other_positions = np.flatnonzero(encoded.ids == word), np.flatnonzero(encoded.ids == other)
    if not len(other_positions):
        return []
    at = np.searchsorted(other_positions, positions)
    nearest, distance = positions, np.full(len(positions), window + 1)
    for shift in (-1, 0, 1):  # the last one before; itself or the next one; the next one after itself
        candidates = other_positions[np.clip(at + shift, 0, len(other_positions) - 1)]
        apart = np.abs(candidates - positions)
        closer = (
            (_sentences(encoded, candidates) == _sentences(encoded, positions))
            & (apart > 0)
            & (apart < distance)
        )
        nearest, distance = np.where(closer, candidates, nearest), np.where(closer, apart, distance)
    met = np.flatnonzero(distance <= window)
    sentences, first = np.unique(_sentences(encoded, positions[met]), return_index=True)
    return [
        ContextPlace(
            sentence, _spans(encoded, [int(positions[met[candidates]]), int(nearest[met[candidates]])])
        )
        for sentence, candidates in zip(sentences[:top].tolist(), first[:top].tolist(), strict=True)
    ]


def places_of(encoded: Encoded, word: int, top: int) -> list[ContextPlace]:
    """Return the first places of a word, one a sentence, spread evenly over the texts."""
    positions = np.flatnonzero(encoded.ids == word)
    sentences = _sentences(encoded, positions)
    _, first = np.unique(sentences, return_index=True)
    chosen = first[np.unique(np.linspace(0, len(first) - 1, min(top, len(first))).round().astype(int))]
    return [ContextPlace(int(sentences[at]), _spans(encoded, [int(positions[at])])) for at in chosen.tolist()]


def _sentences(encoded: Encoded, tokens: np.ndarray) -> np.ndarray:
    """Return the numbers of the sentences that contain tokens."""
    return np.asarray(np.searchsorted(encoded.bounds, tokens, side="right") - 1)


def _spans(encoded: Encoded, tokens: Iterable[int]) -> tuple[tuple[int, int], ...]:
    return tuple((int(start), int(end)) for start, end in (encoded.places[one] for one in sorted(tokens)))
