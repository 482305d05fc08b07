"""Word tokens of a text, lower-cased, with their place in the text as stored."""

from __future__ import annotations

import re
from dataclasses import dataclass

import regex

WORD = re.compile(r"\w+")
# Scripts that put no spaces between words.
_UNSPACED = "".join(
    rf"\p{{Script={name}}}" for name in ("Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar")
)
_UNIT = regex.compile(rf"(?P<unspaced>(?=[{_UNSPACED}])\X)|(?:(?![{_UNSPACED}])\w)+")


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


def words_or_characters(text: str) -> list[str]:
    """Return the lower-cased words of a text; of scripts without spaces, its characters.

    Examples
    --------
    >>> words_or_characters("Une toux, 咳 3日")
    ['une', 'toux', '咳', '3', '日']
    """
    return [match.group().lower() for match in _UNIT.finditer(text)]
