"""Two systems of lexical substitution to measure others against: a dictionary, alone and with an encoder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from aloi.corpora.language.dictionary import SynonymDictionary
from aloi.evaluation.metrics.lexsub import OOT_ANSWERS

Vectors = NDArray[np.float32]


def candidates(dictionary: SynonymDictionary, lemma: str, pos: str) -> tuple[str, ...]:
    """Return the single-word synonyms of a word, each once, in the order of the dictionary."""
    words = (one.word for one in dictionary.synonyms(lemma, pos))
    return tuple(dict.fromkeys(word for word in words if " " not in word and word != lemma))


def by_frequency(words: Sequence[str], frequency: Mapping[str, int]) -> tuple[str, ...]:
    """Return at most ten words by falling frequency, equally frequent ones in the order given.

    This is the baseline of SemDis 2014: it answers the same for every sentence of a target.
    """
    return tuple(sorted(words, key=lambda one: -frequency.get(one, 0))[:OOT_ANSWERS])


def by_context(
    sentences: Sequence[tuple[str, int, int]],
    words: Sequence[Sequence[str]],
    encode: Callable[[list[str]], Vectors],
) -> list[tuple[str, ...]]:
    """Return, for each sentence, the ten candidates that change its vector least in the place of the target.

    Parameters
    ----------
    sentences : sequence of (text, start, end)
        The target is `text[start:end]`.
    words : sequence of sequences of str
        The candidates of each sentence; equally near ones stay in the order given.
    encode : callable
        Texts to unit vectors (N, D), as `aloi.modeling.encoders.transformer.Encoder.encode`.
    """
    texts = [
        [text, *(f"{text[:start]}{word}{text[end:]}" for word in listed)]
        for (text, start, end), listed in zip(sentences, words, strict=True)
    ]
    vectors = encode([one for listed in texts for one in listed])
    ranked = []
    at = 0
    for listed, replaced in zip(words, texts, strict=True):
        mine = vectors[at : at + len(replaced)]
        at += len(replaced)
        nearest = np.argsort(-(mine[1:] @ mine[0]), kind="stable")[:OOT_ANSWERS]
        ranked.append(tuple(listed[place] for place in nearest))
    return ranked
