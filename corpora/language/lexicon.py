"""A lexicon the user gives: the lemmas and parts of speech of each form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.language.dictionary import named
from aloi.corpora.readers.tables import open_table, require

COLUMNS = ("form", "lemma", "pos")


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a form: its lemma, and its part of speech as Universal Dependencies names it."""

    lemma: str
    pos: str


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Forms in lower case with their readings; lemmas are forms too."""

    by_form: Mapping[str, frozenset[Reading]]

    @classmethod
    def of(cls, entries: Iterable[tuple[str, str, str]]) -> Lexicon:
        """Return the lexicon of (form, lemma, part of speech) entries."""
        readings_by_form: dict[str, set[Reading]] = {}
        for form, lemma, pos in entries:
            for key in (form, lemma):
                readings_by_form.setdefault(key.casefold(), set()).add(Reading(lemma, pos))
        return cls({form: frozenset(readings) for form, readings in readings_by_form.items()})

    def readings(self, form: str) -> tuple[Reading, ...]:
        """Return the readings of a form, by lemma and part of speech; none for an unknown form."""
        return tuple(sorted(self.by_form.get(form.casefold(), ()), key=lambda one: (one.lemma, one.pos)))


def read_lexicon(path: Path) -> Lexicon:
    """Return the lexicon of a table with the columns form, lemma and pos.

    A part of speech is a name of Universal Dependencies or one of the letters n, v, a, r.

    Raises
    ------
    AloiError
        Not a table, a column that is missing, or an empty cell, with its line.
    """
    columns, rows, _ = open_table(path)
    require(path, columns, *COLUMNS)
    entries = []
    for row in rows:
        form, lemma, pos = (row.text(name).strip() for name in COLUMNS)
        if not (form and lemma and pos):
            raise AloiError(
                "aloi.missing",
                name=Term("the-row"),
                missing=Term("form-lemma-pos"),
                expected=Term("form-lemma-and-pos"),
                todo=Term("complete-row"),
            ).at(Term("at-line", path=path.name, number=row.number))
        entries.append((form, lemma, named(pos)))
    return Lexicon.of(entries)
