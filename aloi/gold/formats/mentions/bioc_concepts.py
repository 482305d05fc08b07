"""The concepts that the infons of a BioC annotation name, and their databases."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from aloi.annotation.rows import NO_CONCEPT
from aloi.base.terms import Phrase
from aloi.gold.formats.source_files import excluded

VARIANT = excluded("identifiers", Phrase("why-variants-without-single", "of variants without a single id"))
_TYPES = ("type", "class", "category", "label")
_IDENTIFIERS = ("identifier", "identifiers", "conceptid", "concept", "normalizedid", "cui")
_DATABASE = ("database", "dbname", "db")
# Infons named after the database of their ids, as in the corpora of BioCreative.
_DATABASES = (
    "mesh", "meshid", "omim", "omimid", "umls", "umlscui", "ncbigene", "ncbigeneid", "ncbigeneidentifier",
    "entrezgene", "entrezgeneid", "geneid", "ncbitaxonomy", "ncbitaxonomyid", "taxonomy", "taxonomyid",
    "chebi", "hpo", "mondo", "snomed", "snomedct", "dbsnp", "rsid", "cellosaurus", "uniprot",
)  # fmt: skip
_BETWEEN = re.compile(r"[;,|+]")
_PREFIX = re.compile(r"([A-Za-z][\w.-]*):\S")
# tmVar writes what a variant is made of, and its number in dbSNP if there is one.
_VARIANT = re.compile(r"tmvar:|hgvs:|rs#:|(?:^|\|)(?:sub|del|ins|dup|indel|fs)\|", re.IGNORECASE)
_DBSNP = re.compile(r"\brs#?:?(\d+)", re.IGNORECASE)


def infons_of(element: Mapping[str, object]) -> dict[str, list[str]]:
    """Return the values of each infon by its key, as XML and both forms of JSON have them."""
    infons = element.get("infons")
    pairs: list[tuple[object, object]] = []
    if isinstance(infons, Mapping):
        pairs = [*infons.items()]
    elif isinstance(infons, list):
        pairs = [(each.get("key"), each.get("value")) for each in infons if isinstance(each, Mapping)]
    values: dict[str, list[str]] = {}
    for key, value in pairs:
        listed = value if isinstance(value, list) else [value]
        texts = [str(each).strip() for each in listed if isinstance(each, str | int | float)]
        values.setdefault(str(key or "").strip(), []).extend(each for each in texts if each)
    return values


def label_of(infons: Mapping[str, Sequence[str]]) -> tuple[str, str]:
    """Return the label in infons, and its key."""
    return next(
        (
            (values[0], key)
            for name in _TYPES
            for key, values in infons.items()
            if _plain(key) == name and values
        ),
        ("", ""),
    )


def concepts_of(infons: Mapping[str, Sequence[str]]) -> tuple[str, list[tuple[str, str]], set[str], bool]:
    """Return the concept field of a mention and what it comes from.

    Returns
    -------
    concept : str
        The ids with `|` between them; `-` if the source states that there is none; empty if unknown.
    databases : list of (id, database)
        The database of each id, as the source names it.
    keys : set of str
        The keys of the infons that were used.
    unreadable : bool
        Whether it identifies a variant by its parts alone.
    """
    plain = {key: _plain(key) for key in infons}
    databases = [key for key in infons if plain[key] in _DATABASE]
    keys = next(
        ([key] for name in _IDENTIFIERS for key in infons if plain[key] == name and infons[key]), None
    )
    by_database = keys is None
    if keys is None:
        keys = [key for key in infons if plain[key] in _DATABASES]
    named = next((infons[key][0] for key in databases if infons[key]), "")
    ids: list[tuple[str, str]] = []
    has_none = unreadable = False
    for key in keys:
        for value in infons[key]:
            parts = _parts(value)
            unreadable = unreadable or parts is None
            for part in parts or []:
                if part.upper() in NO_CONCEPT:
                    has_none = True
                    continue
                prefix = _PREFIX.match(part)
                database = key if by_database else named or (prefix[1] if prefix else "")
                ids.append((part, database))
    concept = "|".join(dict.fromkeys(part for part, _ in ids)) or ("-" if has_none else "")
    return concept, ids, {*keys, *databases}, unreadable


def _parts(value: str) -> list[str] | None:
    """Return the ids of a value; None for a variant that has none of its own."""
    if _VARIANT.search(value):
        number = _DBSNP.search(value)
        return [f"rs{number[1]}"] if number else None
    return [part.strip() for part in _BETWEEN.split(value) if part.strip()]


def _plain(key: str) -> str:
    return re.sub(r"[\W_]+", "", key).lower()
