"""Pairs drawn at random, each as likely as any other: for the low end of a scale."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.mining.base import MinedPair
from aloi.corpora.model import Sentence

_TRIES = 50  # draws allowed for each requested pair, before the corpus counts as too small


def mine_random(
    sentences: Sequence[Sentence],
    count: int,
    seed: int,
    *,
    exclude: Collection[frozenset[str]] = (),
) -> list[MinedPair]:
    """Return `count` distinct pairs in the order drawn; the same seed gives the same pairs.

    Parameters
    ----------
    exclude : collection of frozenset of str
        Pairs of texts not to draw; two equal texts are never drawn.

    Raises
    ------
    AloiError
        Fewer pairs than requested.
    """
    generator = np.random.default_rng(seed)
    left_out = set(exclude)
    drawn: dict[tuple[int, int], MinedPair] = {}
    size = len(sentences)
    for _ in range(count * _TRIES if size > 1 else 0):
        if len(drawn) == count:
            break
        first, second = sorted(generator.choice(size, 2, replace=False).tolist())
        left, right = sentences[first], sentences[second]
        if left.text != right.text and frozenset((left.text, right.text)) not in left_out:
            drawn.setdefault((first, second), MinedPair(left, right, None, None, None))
    if len(drawn) < count:
        raise AloiError("aloi.too-few", name=Term("random-pairs", size=size), count=len(drawn), least=count)
    return list(drawn.values())
