"""Word tokens of a text, lower-cased, with their place in the text as stored."""

from __future__ import annotations

import re
from dataclasses import dataclass

WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Token:
    """A word: `source[start:end]` in code points, half open; `text` is that stretch lower-cased."""

    start: int
    end: int
    text: str


def tokens(text: str) -> list[Token]:
    """Return the words of a text in order: each longest run of letters, digits and underscores.

    Examples
    --------
    >>> [token.text for token in tokens("Fièvre à 38,5 °C")]
    ['fièvre', 'à', '38', '5', 'c']
    """
    return [Token(match.start(), match.end(), match.group().lower()) for match in WORD.finditer(text)]


def words(text: str) -> list[str]:
    """Return the lower-cased words of a text in order, without their places."""
    return [word.lower() for word in WORD.findall(text)]
