"""Terminologies: concepts with their names, in any language; how names are compared and searched."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.identity import content_id

MAX_ID = 200  # characters of the id of a concept, a language or a group
MAX_NAME = 10_000  # characters of a name; the longest of UMLS are about 3,000
_KEY = 500  # characters of a key: words after them are not searched
# Letters that no decomposition of Unicode takes apart, and what people type for them.
_APART = {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"}


@dataclass(frozen=True, slots=True)
class ConceptName:
    """A name of a concept; language and semantic group are empty if the source gives none."""

    concept_id: str
    name: str
    language: str = ""
    group: str = ""
    preferred: bool = False


@dataclass(frozen=True, slots=True)
class Terminology:
    """Concepts and their names under one name; the counts and the checksum are those of its content.

    `languages` and `groups` are in alphabetical order; the checksum is that of the names in their order.
    """

    id: str
    name: str
    licence: str = ""
    source: str = ""
    languages: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    concepts: int = 0
    names: int = 0
    checksum: str = ""

    @classmethod
    def of(cls, name: str, licence: str = "", source: str = "") -> Terminology:
        """Return an empty terminology.

        Raises
        ------
        AloiError
            An empty name, or one longer than 200 characters.
        """
        name = " ".join(name.split())
        if not name or len(name) > MAX_ID:
            raise AloiError(
                "aloi.value",
                name=Term("terminology-name"),
                value=quoted(name),
                expected=Term("text-up-to", most=MAX_ID),
            )
        return cls(content_id("terminology", name), name, licence.strip(), source.strip())


@dataclass(frozen=True, slots=True)
class ConceptMatch:
    """A concept found, with the name that fits best.

    `rank` is 0 if the name is the query, 1 if it begins with it, 2 if it contains the words.
    """

    concept_id: str
    name: str
    language: str
    group: str
    preferred: bool
    rank: int


@dataclass(frozen=True, slots=True)
class Concept:
    """A concept with all its names: preferred ones first, then by language and name."""

    id: str
    names: tuple[ConceptName, ...]

    @property
    def name(self) -> str:
        """The name to call it by: a preferred one if there is one."""
        return self.names[0].name

    @property
    def groups(self) -> tuple[str, ...]:
        """The semantic groups its names give it, in alphabetical order."""
        return tuple(sorted({one.group for one in self.names if one.group}))


class _Folding(dict[int, str]):
    """The replacement of each character in a search key, computed when it first occurs."""

    def __missing__(self, code: int) -> str:
        apart = unicodedata.normalize("NFKD", chr(code)).casefold()
        letters = "".join(_APART.get(char, char) for char in apart if not unicodedata.combining(char))
        self[code] = "".join(char if char.isalnum() else " " for char in letters)
        return self[code]


class _Digest(Protocol):
    def update(self, data: bytes, /) -> None: ...


_FOLDED = _Folding()


def search_key(text: str) -> str:
    """Return what two texts share that a person takes for the same name: words without case and accents.

    Everything but letters and digits parts words; `Fièvre (œdème)` gives `fievre oedeme`. A text without
    letter or digit keeps its signs. At most 500 characters.
    """
    return (" ".join(text.translate(_FOLDED).split()) or " ".join(text.split()))[:_KEY].rstrip()


def checked_names(names: Iterable[ConceptName]) -> Iterator[ConceptName]:
    """Yield the names, each once for a concept.

    Repeated names are found among consecutive names of a concept, as in files.

    Raises
    ------
    AloiError
        A name without text or concept, or one too long.
    """
    concept, seen = "", set[tuple[str, str]]()
    for name in names:
        if name.concept_id != concept:
            concept, seen = name.concept_id, set()
        mark = (name.name, name.language)
        if mark in seen:
            continue
        seen.add(mark)
        if not _fits(name):
            raise AloiError(
                "corpora.concept-name-language-group",
                concept_id=quoted(name.concept_id),
                name=quoted(name.name),
                language=quoted(name.language),
                group=quoted(name.group),
                max_name=MAX_NAME,
                max_id=MAX_ID,
            )
        yield name


def _fits(name: ConceptName) -> bool:
    return (
        0 < len(name.name) <= MAX_NAME
        and 0 < len(name.concept_id) <= MAX_ID
        and len(name.language) <= MAX_ID
        and len(name.group) <= MAX_ID
        and not name.name.isspace()
        and not name.concept_id.isspace()
    )


def add_to_checksum(digest: _Digest, names: Iterable[ConceptName]) -> None:
    """Add names to the checksum of a terminology, which is that of its names in order."""
    lines = (
        f"{name.concept_id}\x1f{name.name}\x1f{name.language}\x1f{name.group}\x1f{int(name.preferred)}\x1e"
        for name in names
    )
    digest.update("".join(lines).encode())


def names_checksum(names: Iterable[ConceptName]) -> str:
    """Return the SHA-256 (64 hexadecimal digits) of names in their order."""
    digest = hashlib.sha256()
    for name in names:
        add_to_checksum(digest, (name,))
    return digest.hexdigest()
