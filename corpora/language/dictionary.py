"""Word lists that a user gives: synonym dictionaries, and lexicons of lemmas and parts of speech."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.readers import read_lines, read_table
from aloi.corpora.readers.tables import open_table, require

_LINE = re.compile(r"^(?P<lemma>.+)\.(?P<pos>[^.\s]+)(?:\s+\S+)?\s*:{2,3}(?P<rest>.*)$")


@dataclass(frozen=True, slots=True)
class Synonym:
    """A synonym and its sense, empty if the dictionary has none."""

    word: str
    sense: str


@dataclass(frozen=True, slots=True)
class SynonymDictionary:
    """Synonyms by (lemma, part of speech), in the order of the file, each once a sense.

    `name` is that of the file. A part of speech is named as in Universal Dependencies; it is empty if
    the dictionary has none.
    """

    name: str
    entries: Mapping[tuple[str, str], tuple[Synonym, ...]]

    def synonyms(self, lemma: str, pos: str) -> tuple[Synonym, ...]:
        """Return the synonyms of a word; entries without part of speech apply to every one."""
        return (*self.entries.get((lemma, pos), ()), *(self.entries.get((lemma, ""), ()) if pos else ()))


def read_dictionary(path: Path) -> SynonymDictionary:
    """Return the dictionary of a file.

    A table (.tsv, .csv, .jsonl, .parquet) has columns lemma and synonym and, if known, pos and
    sense. A .txt file has lines `lemma.pos :: a ; b`, as answers of lexical substitution; an id after the
    part of speech is passed over.

    Raises
    ------
    AloiError
        Columns that are missing, a broken line, an empty cell, no entry.
    """
    synonyms: dict[tuple[str, str], dict[Synonym, None]] = {}
    for lemma, pos, synonym in _of_lines(path) if path.suffix.lower() == ".txt" else _of_table(path):
        synonyms.setdefault((lemma, pos), {}).setdefault(synonym)
    if not synonyms:
        raise AloiError("aloi.no-content", path=path.name, content=Term("no-synonym"))
    return SynonymDictionary(path.stem, {key: tuple(words) for key, words in synonyms.items()})


def _of_table(path: Path) -> Iterator[tuple[str, str, Synonym]]:
    table = read_table(path)
    table.require("lemma", "synonym")
    for row in table.rows:
        lemma, word = row.text("lemma").strip(), row.text("synonym").strip()
        if not lemma or not word:
            raise AloiError(
                "aloi.missing",
                name=Term("the-row"),
                missing=Term("lemma-or-synonym"),
                expected=Term("lemma-and-synonym"),
                todo=Term("complete-row"),
            ).at(table.where(row))
        pos = row.text("pos").strip() if "pos" in table.columns else ""
        sense = row.text("sense").strip() if "sense" in table.columns else ""
        yield lemma, named(pos), Synonym(word, sense)


def _of_lines(path: Path) -> Iterator[tuple[str, str, Synonym]]:
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip():
            continue
        parts = _LINE.match(line)
        if parts is None:
            raise AloiError(
                "aloi.line", value=quoted(line.strip()), expected="`lemma.pos :: synonym ; synonym`"
            ).at(Term("at-line", path=path.name, number=number))
        pos = named(parts["pos"])
        for word in filter(None, (one.strip() for one in parts["rest"].split(";"))):
            yield parts["lemma"].strip(), pos, Synonym(word, "")


# Letter -> name in Universal Dependencies.
POS_LETTERS = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV"}


def named(written: str) -> str:
    """Return the name of a part of speech written as a letter or as a name, whatever its case."""
    return POS_LETTERS.get(written.casefold(), written.upper())


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
