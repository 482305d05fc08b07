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
        names: dict[str, str] = {}
        parts: dict[str, str] = {}
        for person in people:
            words = [] if person.is_source or person.name == person.pseudonym else _words(person.name)
            for order in (words, words[::-1]):
                names.setdefault(" ".join(order), person.pseudonym)
            if len(words) > 1:
                for word in words:
                    if len(word) >= _SHORTEST and not any(map(str.isdigit, word)):
                        parts.setdefault(word, person.pseudonym)
        names.pop("", None)
        self.by_name = {**parts, **names}
        self.parts = frozenset(parts) - set(names)
        longest_first = sorted(self.by_name, key=len, reverse=True)
        joined = "|".join(_BETWEEN.pattern.join(map(re.escape, name.split(" "))) for name in longest_first)
        self.pattern = re.compile(rf"(?<!\w)(?:{joined})(?!\w)") if joined else None

    def of(self, text: str) -> Iterator[str]:
        """Yield the pseudonyms of people whose names are in a text."""
        if self.pattern is None or not text:
            return
        plain = _folded(text)
        same_length = len(plain) == len(text)
        for match in self.pattern.finditer(plain):
            name = _BETWEEN.sub(" ", match[0])
            first = text[match.start()] if same_length else match[0][:1].upper()
            if " " not in name and not first.isupper():
                continue
            if name in self.parts and is_word(name, self.language):
                continue
            yield self.by_name[name]


@cache
def is_word(form: str, language: str) -> bool:
    """Return whether the word list of a language contains a form; False for a language without one."""
    import simplemma

    try:
        return bool(simplemma.is_known(form, lang=language))
    except ValueError:
        return False


def check(gate_inputs: GateInputs) -> GateFinding | None:
    """Return the people whose names would be released, by pseudonym."""
    names = _Names(gate_inputs.people, gate_inputs.inputs.corpus.language)
    occurrences = find(gate_inputs, lambda text: dict.fromkeys(names.of(text)))
    if not occurrences.kinds:
        return None
    error = AloiError(
        "gold.gate-names",
        people=list(occurrences.kinds),
        places=len(occurrences.ids),
        first=min(occurrences.ids),
    )
    return GateFinding.of(NAME, error, occurrences.places, occurrences.ids)


def _words(name: str) -> list[str]:
    """Return the words of a name, folded, without titles."""
    return [word for word in _BETWEEN.split(_folded(name)) if word and word not in _TITLES]


def _folded(text: str) -> str:
    """Return a text in small letters without accents, of the same length wherever letters are composed."""
    return without_marks(unicodedata.normalize("NFD", text.lower()))


RULE = GateRule(NAME, check)
