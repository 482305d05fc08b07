"""Dictionaries of concepts: a name a line with the concept it names, `CUI||name` or a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.readers.tables import SUFFIXES, open_table
from aloi.corpora.terminologies.concepts import ConceptName
from aloi.corpora.terminologies.files import CONCEPT, NAME, column
from aloi.gold.formats.mentions.biosyn import read_names
from aloi.gold.formats.source_files import Note, squeezed


@dataclass(frozen=True, slots=True)
class ConceptDictionary:
    """Names in order, `concepts[i]` being what `names[i]` names: several concepts with `|` between them."""

    names: tuple[str, ...]
    concepts: tuple[str, ...]
    notes: tuple[Note, ...] = ()


def read_dictionary(path: Path) -> ConceptDictionary:
    """Return a dictionary: a table with `concept_id` (`concept`, `cui`, `code`) and `name`, or BioSyn's form.

    Raises
    ------
    AloiError
        Not such a file, or no name in it.
    """
    if path.suffix.lower() not in SUFFIXES:
        pairs, bad = read_names(path)
    else:
        pairs, bad = _table(path)
    if not pairs:
        raise AloiError(
            "aloi.no-content", path=path, content=Term("no-concept-name"), expected=Term("dictionary-forms")
        )
    notes = (
        [Note(Phrase("import-lines-without-concept", "lines without a concept or a name"), len(bad), bad[0])]
        if bad
        else []
    )
    if repeated := len(pairs) - len(set(pairs)):
        notes.append(
            Note(
                Phrase(
                    "import-lines-concept-name",
                    "lines with the concept and the name of an earlier line, ranked too",
                ),
                repeated,
                "",
            )
        )
    return ConceptDictionary(tuple(name for _, name in pairs), tuple(one for one, _ in pairs), tuple(notes))


def dictionary_of(mentions: Iterable[LinkedMention]) -> ConceptDictionary:
    """Return the dictionary of the linked mentions: names lower-cased, once each, homonyms merged.

    Names are in the order of their first mention; the concepts of a name are sorted.
    """
    concepts_by_name: dict[str, set[str]] = {}
    for mention in mentions:
        name = squeezed(mention.mention.lower())
        if name and mention.concepts:
            concepts_by_name.setdefault(name, set()).update(mention.concepts)
    return ConceptDictionary(
        tuple(concepts_by_name), tuple("|".join(sorted(each)) for each in concepts_by_name.values())
    )


def _table(path: Path) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    columns, rows, _ = open_table(path)
    concept, name = column(path, columns, CONCEPT), column(path, columns, NAME)
    pairs, bad = [], []
    for row in rows:
        pair = (row.text(concept).strip(), row.text(name).strip())
        if all(pair):
            pairs.append(pair)
        else:
            bad.append(f"line {row.number}")
    return tuple(pairs), tuple(bad)


def concept_names(mentions: Iterable[LinkedMention], language: str = "") -> tuple[ConceptName, ...]:
    """Return the names that linked mentions give concepts: a terminology of what annotators linked.

    A concept has each name once, in its most frequent spelling. Its preferred name is the most frequent one;
    among equals, the first in alphabetical order. Concepts are sorted, and so are the names of each. A
    composite mention names none of its concepts and is excluded. The group of a concept is its most frequent
    one.
    """
    forms: dict[str, dict[str, Counter[str]]] = {}
    groups: dict[str, Counter[str]] = {}
    for mention in mentions:
        name = squeezed(mention.mention)
        if name and len(mention.concepts) == 1:
            [concept] = mention.concepts
            forms.setdefault(concept, {}).setdefault(name.casefold(), Counter())[name] += 1
            groups.setdefault(concept, Counter())[mention.group] += 1
    names = []
    for concept in sorted(forms):
        counted = {_most(each): each.total() for each in forms[concept].values()}
        best = min(counted, key=lambda name: (-counted[name], name))
        group = _most(groups[concept])
        names += [ConceptName(concept, name, language, group, name == best) for name in sorted(counted)]
    return tuple(names)


def _most(counts: Counter[str]) -> str:
    return min(counts, key=lambda one: (-counts[one], one))
