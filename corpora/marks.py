"""Letters without their diacritics."""

from __future__ import annotations

import re
import unicodedata

_BEYOND = re.compile("[\u0300-\U0010ffff]+")  # below, nothing is a mark: most letters are passed over at once


def without_marks(text: str) -> str:
    """Return a text without its combining marks; letters that remain composed are unchanged.

    >>> without_marks("e\u0301te\u0301"), without_marks("été")
    ('ete', 'été')
    """
    return _BEYOND.sub(_plain, text)


def _plain(match: re.Match[str]) -> str:
    return "".join(char for char in match[0] if not unicodedata.combining(char))
