"""Texts that people typed, in the Markdown documents of a release."""

from __future__ import annotations

import re

# The beginnings of an image, a link, an element of HTML, code, emphasis, a cell or a character reference.
# Within a word `_` begins nothing.
_MARKUP = re.compile(r"[\\`*\[\]<>|]|&(?=#?\w+;)|(?<![^\W_])_|_(?![^\W_])")


def typed(text: object) -> str:
    r"""Return a text on one line, as Markdown that shows it as it was typed.

    >>> print(typed("Notes [2024] <b>"))
    Notes \[2024\] \<b\>
    """
    return _MARKUP.sub(r"\\\g<0>", " ".join(str(text).split()))


def code(text: str) -> str:
    """Return a text as code, or as typed if a mark or a line in it would end the code."""
    return typed(text) if "`" in text or len(text.splitlines()) > 1 else f"`{text}`"
