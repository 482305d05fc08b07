"""Words and dictionary forms from word lists light enough for the web: simplemma and pyspellchecker."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spellchecker import SpellChecker

_PARTS = re.compile("['’-]")


@lru_cache(maxsize=65536)
def lemma_of(text: str, language: str) -> str:
    """Return the dictionary form of each word of a text, in lower case, with single spaces.

    In a language without a word list that is the text itself, in lower case.
    """
    import simplemma

    parts = text.casefold().split()
    try:
        return " ".join(simplemma.lemmatize(one, lang=language).casefold() for one in parts)
    except ValueError:
        return " ".join(parts)


@lru_cache(maxsize=65536)
def is_known(word: str, language: str) -> bool:
    """Return whether a word list contains a word, or each part of it between apostrophes and hyphens.

    Neither list is complete: simplemma lacks invariable words, the other one rare ones. Together they contain
    1,037 of the 1,045 single substitutes of SemDis 2014. In a language without a list all words are known.
    """
    if not has_words(language):
        return True
    # A single letter is an elided pronoun or article, as in "s'appuyer".
    parts = [one for one in _PARTS.split(word.casefold()) if len(one) > 1]
    return _listed(word.casefold(), language) or all(_listed(one, language) for one in parts)


def suggestions(word: str, language: str, most: int = 5) -> tuple[str, ...]:
    """Return known words within two letters of a word, the most frequent first; none for a known word."""
    checker = _checker(language)
    if checker is None or is_known(word, language):
        return ()
    candidates = checker.candidates(word.casefold()) or set()
    ranked = sorted(candidates - {word.casefold()}, key=lambda one: (-checker[one], one))
    return tuple(ranked[:most])


@lru_cache(maxsize=16)
def has_words(language: str) -> bool:
    """Return whether there is a word list of a language (ISO 639-1)."""
    import simplemma

    try:
        simplemma.is_known("a", lang=language)
    except ValueError:
        return _checker(language) is not None
    return True


def _listed(word: str, language: str) -> bool:
    import simplemma

    try:
        if simplemma.is_known(word, lang=language):
            return True
    except ValueError:
        pass
    checker = _checker(language)
    return checker is not None and word in checker


@lru_cache(maxsize=4)
def _checker(language: str) -> SpellChecker | None:
    from spellchecker import SpellChecker

    return SpellChecker(language=language) if language in SpellChecker.languages() else None
