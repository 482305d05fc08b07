"""Nobody of the store is named in a release: annotators were promised a pseudonym."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

from aloi.annotation.model import Annotator
from aloi.base.errors import AloiError
from aloi.corpora.marks import without_marks
from aloi.gold.releasing.gate.base import GateFinding, GateInputs, GateRule
from aloi.gold.releasing.gate.texts import find

NAME = "names"
_SHORTEST = 3  # letters of a first or last name that is looked for by itself
_BETWEEN = re.compile(r"[\s,.-]+")
_TITLES = {"docteur", "doctor", "dr", "pr", "prof", "mme", "mlle", "mr", "mrs", "ms"}


class _Names:
    """The names of people: whole, in both orders, whatever their case; first and last ones capitalised.

    A first or last name that is a word of the language too (rose, petit) counts in the whole name alone.
    """

    def __init__(self, people: Sequence[Annotator], language: str) -> None:
        self.language = language
        whole: dict[str, str] = {}
        parts: dict[str, str] = {}
        for one in people:
            words = [] if one.is_source or one.name == one.pseudonym else _words(one.name)
            for order in (words, words[::-1]):
                whole.setdefault(" ".join(order), one.pseudonym)
            if len(words) > 1:
                for word in words:
                    if len(word) >= _SHORTEST and not any(map(str.isdigit, word)):
                        parts.setdefault(word, one.pseudonym)
        whole.pop("", None)
        self.by_name = {**parts, **whole}
        self.parts = frozenset(parts) - set(whole)
        longest_first = sorted(self.by_name, key=len, reverse=True)
        joined = "|".join(_BETWEEN.pattern.join(map(re.escape, one.split(" "))) for one in longest_first)
        self.pattern = re.compile(rf"(?<!\w)(?:{joined})(?!\w)") if joined else None

    def of(self, text: str) -> Iterator[str]:
        """Yield the pseudonyms of people whose names stand in a text."""
        if self.pattern is None or not text:
            return
        plain = _folded(text)
        same_length = len(plain) == len(text)
        for found in self.pattern.finditer(plain):
            name = _BETWEEN.sub(" ", found[0])
            first = text[found.start()] if same_length else found[0][:1].upper()
            if " " not in name and not first.isupper():
                continue
            if name in self.parts and is_word(name, self.language):
                continue
            yield self.by_name[name]


@cache
def is_word(form: str, language: str) -> bool:
    """Return whether the word list of a language holds a form; of a language without one, none is."""
    import simplemma

    try:
        return bool(simplemma.is_known(form, lang=language))
    except ValueError:
        return False


def look(given: GateInputs) -> GateFinding | None:
    """Return whose names stand in what would leave, by pseudonym."""
    names = _Names(given.people, given.inputs.corpus.language)
    found = find(given, lambda text: dict.fromkeys(names.of(text)))
    if not found.kinds:
        return None
    error = AloiError(
        "gold.gate-names", people=list(found.kinds), places=len(found.ids), first=min(found.ids)
    )
    return GateFinding.of(NAME, error, found.places, found.ids)


def _words(name: str) -> list[str]:
    """Return the words of a name, folded, without titles."""
    return [word for word in _BETWEEN.split(_folded(name)) if word and word not in _TITLES]


def _folded(text: str) -> str:
    """Return a text in small letters without accents, of the same length wherever letters are composed."""
    return without_marks(unicodedata.normalize("NFD", text.lower()))


RULE = GateRule(NAME, look)
