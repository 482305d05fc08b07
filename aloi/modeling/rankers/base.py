"""The interface of a ranker, which orders the names of a dictionary for each mention."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aloi.base.arrays import Floats

Places = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Ranking:
    """The nearest names of N mentions, best first, names of equal score in the order of the dictionary.

    Parameters
    ----------
    places : array (N, K)
        Indices in the dictionary, from 0; K is the number requested, or the length of the dictionary.
    scores : array (N, K)
        Higher is better: a cosine, a dot product, or a squared distance with its sign turned.
    """

    places: Places
    scores: Floats


class Ranker(ABC):
    """A way to rank names; `signature` says everything needed to compare its scores with others'."""

    @property
    @abstractmethod
    def signature(self) -> str:
        """The ranker, its settings and versions."""

    @abstractmethod
    def rank(self, names: Sequence[str], mentions: Sequence[str], top: int) -> Ranking:
        """Return the `top` nearest of at least one name for each mention."""


def distinct(texts: Sequence[str]) -> tuple[list[str], Places]:
    """Return each different text once, in order, and the index of every text among them."""
    index = {text: place for place, text in enumerate(dict.fromkeys(texts))}
    return list(index), np.array([index[text] for text in texts], dtype=np.int64)
