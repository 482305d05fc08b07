"""Parts of speech: the letters that files of lexical substitution use, and their names."""

from __future__ import annotations

# Letter -> name in Universal Dependencies.
POS_LETTERS = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV"}


def named(written: str) -> str:
    """Return the name of a part of speech written as a letter or as a name, whatever its case."""
    return POS_LETTERS.get(written.casefold(), written.upper())
