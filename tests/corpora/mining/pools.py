"""Invented sentences, and the rule of CLISTER in a plain double loop."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from aloi.corpora.language.tokens import words
from aloi.corpora.model import Sentence

WORDS = (
    *("le", "patient", "présentait", "une", "douleur", "fièvre", "à", "39", "38,5", "°C"),
    *("sans", "avec", "toux", "bilan", "normal", "gauche", "droite"),
)


def sentences(texts):
    return [Sentence(f"s{number:05}", "d", number, 0, len(text), text) for number, text in enumerate(texts)]


def invented(count, seed):
    chooser = random.Random(seed)
    return sentences(" ".join(chooser.choices(WORDS, k=chooser.randint(1, 9))) for _ in range(count))


def brute_force(pool, threshold):
    """The rule of CLISTER in a plain double loop; a pair at the threshold is decided by exact fractions.

    Several engines are asked for the same pairs one after the other: they are looked for once.
    """
    return _looked_through(tuple(pool), threshold)


@lru_cache(8)
def _looked_through(pool, threshold):
    counts = [Counter(words(one.text)) for one in pool]
    norms = [sum(n * n for n in one.values()) for one in counts]
    found = []
    for i, left in enumerate(pool):
        for j in range(i + 1, len(pool)):
            right = pool[j]
            dot = sum(n * counts[j][word] for word, n in counts[i].items())
            distance = Levenshtein.distance(left.text, right.text)
            longest = max(len(left.text), len(right.text), 1)
            cosine = dot / math.sqrt(norms[i] * norms[j]) if norms[i] and norms[j] else 0.0
            score = ((1 - distance / longest) + cosine) / 2
            if abs(score - threshold) > 1e-9:
                kept = score > threshold
            else:
                need = 2 * threshold - 1 + Fraction(distance, longest)
                kept = need <= 0 or (dot > 0 and Fraction(dot * dot, norms[i] * norms[j]) >= need * need)
            if kept:
                found.append((left.id, right.id, score))
    return sorted(found, key=lambda one: (-one[2], one[0], one[1]))


def told(candidates):
    return [(one.left.id, one.right.id, one.score) for one in candidates]
