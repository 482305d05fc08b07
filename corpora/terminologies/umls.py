"""UMLS as its licence-holders get it: names of MRCONSO.RRF, semantic groups of MRSTY.RRF."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.readers.base import lines
from aloi.corpora.terminologies.concepts import ConceptName

CONSO = "MRCONSO.RRF"
TYPES = "MRSTY.RRF"
_LARGEST = 20_000_000_000  # bytes; the whole MRCONSO.RRF of 2024 has about 2,200,000,000
_FIELDS = 18  # of MRCONSO; each ends in `|`
# Fields of MRCONSO by their place.
_CUI, _LAT, _TS, _STT, _ISPREF, _SAB, _STR, _SUPPRESS = 0, 1, 2, 4, 6, 11, 14, 16
# The languages of UMLS as ISO 639-1 names them; others keep their three letters.
_LANGUAGES = {
    "BAQ": "eu", "CHI": "zh", "CZE": "cs", "DAN": "da", "DUT": "nl", "ENG": "en", "EST": "et", "FIN": "fi",
    "FRE": "fr", "GER": "de", "GRE": "el", "HEB": "he", "HUN": "hu", "ITA": "it", "JPN": "ja", "KOR": "ko",
    "LAV": "lv", "NOR": "no", "POL": "pl", "POR": "pt", "RUS": "ru", "SCR": "hr", "SPA": "es", "SWE": "sv",
    "TUR": "tr", "UKR": "uk",
}  # fmt: skip
# The semantic groups of McCray, Burgun and Bodenreider (2001), as the file SemGroups of UMLS lists them:
# the semantic types of each, without their T.
_GROUPS = {
    "ACTI": "051 052 053 054 055 056 057 064 066",
    "ANAT": "017 018 021 022 023 024 025 026 029 030 031",
    "CHEM": "103 104 109 110 111 114 115 116 118 119 120 121 122 123 124 125 126 127 129 130 131 192 195 196 "
    "197 200",
    "CONC": "077 078 079 080 081 082 089 102 169 170 171 185",
    "DEVI": "074 075 203",
    "DISO": "019 020 033 037 046 047 048 049 050 184 190 191",
    "GENE": "028 085 086 087 088",
    "GEOG": "083",
    "LIVB": "001 002 003 004 005 006 007 008 009 010 011 012 013 014 015 016 096 097 098 099 100 101 194 204",
    "OBJC": "071 072 073 167 168",
    "OCCU": "090 091",
    "ORGA": "092 093 094 095",
    "PHEN": "034 038 067 068 069 070",
    "PHYS": "032 039 040 041 042 043 044 045 201",
    "PROC": "058 059 060 061 062 063 065",
}
_GROUP_OF = {f"T{number}": group for group, numbers in _GROUPS.items() for number in numbers.split()}


def read_rrf(
    path: Path,
    languages: Collection[str] = (),
    groups: Collection[str] = (),
    vocabularies: Collection[str] = (),
) -> Iterator[ConceptName]:
    """Yield the names of UMLS, concept by concept, without suppressed and obsolete ones.

    A name that several vocabularies give a concept comes once in a language. It is preferred if UMLS calls it
    so for the language: TS is P, STT is PF and ISPREF is Y. A concept of several semantic groups has that of
    its first type in MRSTY.RRF.

    Parameters
    ----------
    path : Path
        MRCONSO.RRF, or its folder.
    languages : collection of str
        As `fr` or as UMLS writes them, `FRE`.
    groups : collection of str
        Semantic groups such as DISO; they need MRSTY.RRF next to MRCONSO.RRF.
    vocabularies : collection of str
        Source vocabularies, such as MSHFRE.

    Raises
    ------
    AloiError
        A line that is invalid in MRCONSO.RRF or MRSTY.RRF, or groups requested without MRSTY.RRF.
    """
    conso = path if path.is_file() else path / CONSO
    types = conso.with_name(TYPES)
    if not conso.is_file():
        raise AloiError("aloi.no-file", path=conso, expected=Term("file-of-umls", name=CONSO))
    if groups and not types.is_file():
        raise AloiError(
            "aloi.no-file",
            path=conso.with_name(TYPES),
            expected=Term("file-of-umls", name=TYPES),
            todo=Term("omit-groups"),
        )
    group_of = _groups(types) if types.is_file() else {}
    languages_read = {language_of(one) for one in languages}
    for concept, rows in groupby(_rows(conso, vocabularies), key=lambda fields: fields[_CUI]):
        group = group_of.get(concept, "")
        if groups and group not in groups:
            continue
        for (name, language), preferred in _preferred(rows, languages_read).items():
            yield ConceptName(concept, name, language, group, preferred)


def _preferred(rows: Iterable[Sequence[str]], languages: Collection[str]) -> dict[tuple[str, str], bool]:
    """Return the names of a concept with their languages, and whether UMLS prefers each."""
    names: dict[tuple[str, str], bool] = {}
    for fields in rows:
        language = language_of(fields[_LAT])
        if not languages or language in languages:
            mark = (fields[_STR].strip(), language)
            preferred = (fields[_TS], fields[_STT], fields[_ISPREF]) == ("P", "PF", "Y")
            names[mark] = names.get(mark, False) or preferred
    return names


def language_of(code: str) -> str:
    """Return a language of UMLS as ISO 639-1 names it; what is none of its codes in lower case."""
    return _LANGUAGES.get(code.strip().upper(), code.strip().lower())


def _rows(path: Path, vocabularies: Collection[str]) -> Iterator[list[str]]:
    """Yield the fields of the names in use."""
    with path.open("rb") as stream:
        for number, line in enumerate(lines(stream, path, _LARGEST), 1):
            fields = line.rstrip("\r\n").split("|")
            if len(fields) < _FIELDS or not fields[_CUI] or not fields[_STR].strip():
                raise _torn(path, number, line, _FIELDS)
            if fields[_SUPPRESS] == "N" and (not vocabularies or fields[_SAB] in vocabularies):
                yield fields


def _groups(path: Path) -> dict[str, str]:
    """Return the semantic group of each concept."""
    groups: dict[str, str] = {}
    with path.open("rb") as stream:
        for number, line in enumerate(lines(stream, path, _LARGEST), 1):
            concept, _, rest = line.partition("|")
            semantic_type = rest.partition("|")[0]
            if not concept or not semantic_type.startswith("T"):
                raise _torn(path, number, line, 6)
            if semantic_type in _GROUP_OF:
                groups.setdefault(concept, _GROUP_OF[semantic_type])
    return groups


def _torn(path: Path, number: int, line: str, fields: int) -> AloiError:
    return AloiError(
        "aloi.line", value=quoted(line.strip()), expected=Term("fields-of-umls", fields=fields)
    ).at(Term("at-line", path=path.name, number=number))
