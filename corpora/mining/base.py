"""The result of a miner: candidate pairs with their scores."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from aloi.corpora.model import Sentence

# (pairs compared, pairs in all) -> True to continue, False to stop.
MiningProgress: TypeAlias = Callable[[int, int], bool]


class Cancelled(Exception):
    """The caller stopped a miner."""


@dataclass(frozen=True, slots=True)
class MinedPair:
    """Two sentences proposed as a pair, the first one in order on the left; None if not measured.

    `probability` is the chance that it was kept of the pairs of its score bin: 1 if all were kept, None if it
    has none.
    """

    left: Sentence
    right: Sentence
    levenshtein: float | None
    cosine: float | None
    score: float | None
    probability: float | None = 1.0


def go_on(done: int, total: int) -> bool:
    """Return True: nobody watches, nobody stops."""
    del done, total
    return True


def has_text(text: str) -> bool:
    r"""Return whether a text contains a visible character: neither space nor a format character.

    >>> has_text("a"), has_text(" \u00a0"), has_text("\u200b")
    (True, False, False)
    """
    return bool(text.strip()) and any(
        not sign.isspace() and unicodedata.category(sign) not in ("Cc", "Cf") for sign in text
    )
