"""Files of terminologies, read name by name: tables, BioSyn, the RRF files of UMLS; tables of mappings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.readers.base import lines
from aloi.corpora.readers.roles import ColumnRole, read_roles
from aloi.corpora.readers.tables import SUFFIXES, Row, open_table, read_table
from aloi.corpora.terminologies.concepts import ConceptName
from aloi.corpora.terminologies.umls import CONSO, read_rrf

# The names of columns, the one of Aloi first.
CONCEPT = ("concept_id", "concept", "cui", "code")
NAME = ("name", "term", "string", "str", "preferred_name", "nom", "terme", "libellé")
_LANGUAGE = ("language", "lang", "lat", "langue")
_GROUP = ("group", "semantic_group", "semgroup", "groupe")
_PREFERRED = ("preferred", "is_preferred", "ispref")
_BOOLEANS = {
    **dict.fromkeys(("1", "true", "yes", "y", "p", "oui", "x"), True),
    **dict.fromkeys(("", "0", "false", "no", "n", "non"), False),
}


@dataclass(frozen=True, slots=True)
class Selection:
    """The names to read from a file; an empty collection means all.

    `language` is that of a file that names none. `vocabularies` are source vocabularies of UMLS, such as
    MSHFRE. `columns` are roles of the columns of a table: `id` for concepts, `text` for names, `label` for
    groups.
    """

    language: str = ""
    languages: Collection[str] = ()
    groups: Collection[str] = ()
    vocabularies: Collection[str] = ()
    columns: Sequence[str] = ()


def read_terminology(path: Path, selection: Selection | None = None) -> Iterator[ConceptName]:
    """Yield the names of a terminology in the order of the file, once for each of their concepts.

    The format depends on the path:

    - A folder with MRCONSO.RRF, or that file, is UMLS, with the groups of a MRSTY.RRF next to it.
    - A .tsv, .csv, .jsonl or .parquet is a table.
    - Any other file is a BioSyn dictionary, with lines `CUI||name`.

    Raises
    ------
    AloiError
        Not such a file, with the line; vocabularies requested from a file that is not UMLS.
    """
    requested = selection or Selection()
    if is_umls(path):
        yield from read_rrf(path, requested.languages, requested.groups, requested.vocabularies)
        return
    if requested.vocabularies:
        raise AloiError("corpora.names-no-source-vocabularies", name=path.name, conso=CONSO)
    names = _table(path, requested) if path.suffix.lower() in SUFFIXES else _biosyn(path, requested)
    for name in names:
        if (not requested.languages or name.language in requested.languages) and (
            not requested.groups or name.group in requested.groups
        ):
            yield name


def is_umls(path: Path) -> bool:
    """Return whether a path is read as files of UMLS."""
    return path.suffix.lower() == ".rrf" or (path / CONSO).is_file()


def has_usual_columns(columns: tuple[str, ...]) -> bool:
    """Return whether a table has columns of concepts and of names under known names."""
    return _optional(columns, CONCEPT) is not None and _optional(columns, NAME) is not None


def column(path: Path, columns: tuple[str, ...], aliases: tuple[str, ...]) -> str:
    """Return the column that has one of the known names, in any case, or raise AloiError."""
    name = _optional(columns, aliases)
    if name is None:
        raise AloiError(
            "aloi.no-column",
            table=path,
            missing=repr(aliases[0]),
            columns=map(quoted, columns),
            expected=Term("aliases", aliases=aliases),
        )
    return name


def biosyn_line(line: str) -> tuple[str, str] | None:
    """Return the concept field and the name of a line `CUI||name`, None for another line."""
    concept, gap, name = line.strip().partition("||")
    concept, name = concept.strip(), name.strip()
    return (concept, name) if gap and concept and name else None


def _optional(columns: tuple[str, ...], aliases: tuple[str, ...]) -> str | None:
    lower = {one.strip().lower(): one for one in columns}
    return next((lower[one] for one in aliases if one in lower), None)


def _concepts(field: str, path: Path, number: int) -> Sequence[str]:
    """Return the concepts of a field; several have `|` between them."""
    if field and "|" not in field:
        return (field,)
    concepts = [one.strip() for one in field.split("|")]
    if not all(concepts):
        raise AloiError(
            "aloi.value",
            name=Term("the-concept"),
            value=quoted(field),
            expected=Term("concept-ids"),
            todo=Term("complete-row"),
        ).at(Term("at-line", path=path.name, number=number))
    return concepts


def _table(path: Path, selection: Selection) -> Iterator[ConceptName]:
    columns, rows, _ = open_table(path)
    roles = read_roles(selection.columns, columns, path)
    concept = roles.column(ColumnRole.ID) or column(path, columns, CONCEPT)
    name = roles.column(ColumnRole.TEXT) or column(path, columns, NAME)
    language, group, preferred = (_optional(columns, known) for known in (_LANGUAGE, _GROUP, _PREFERRED))
    group = roles.column(ColumnRole.LABEL) or group
    for row in rows:
        text = row.text(name).strip()
        if not text:
            raise AloiError(
                "aloi.missing", name=Term("the-row"), missing=Term("a-name"), todo=Term("complete-row")
            ).at(Term("at-line", path=path.name, number=row.number))
        its_language = row.text(language).strip() if language else ""
        its_group = row.text(group).strip() if group else ""
        best = _is_preferred(row, preferred, path) if preferred else False
        for concept_id in _concepts(row.text(concept).strip(), path, row.number):
            yield ConceptName(concept_id, text, its_language or selection.language, its_group, best)


def _is_preferred(row: Row, preferred: str, path: Path) -> bool:
    value = _BOOLEANS.get(row.text(preferred).strip().lower())
    if value is None:
        raise AloiError(
            "aloi.cell",
            column=repr(preferred),
            value=quoted(row.text(preferred)),
            expected=Term("true-or-false"),
        ).at(Term("at-line", path=path.name, number=row.number))
    return value


def _biosyn(path: Path, selection: Selection) -> Iterator[ConceptName]:
    if not path.is_file():
        raise AloiError("aloi.no-file", path=path, expected=Term("terminology-files", conso=CONSO))
    with path.open("rb") as stream:
        for number, line in enumerate(lines(stream, path), 1):
            if not line.strip():
                continue
            fields = biosyn_line(line)
            if fields is None:
                raise AloiError(
                    "aloi.line", value=quoted(line.strip()), expected=Term("cui-line", suffixes=SUFFIXES)
                ).at(Term("at-line", path=path.name, number=number))
            for concept_id in _concepts(fields[0], path, number):
                yield ConceptName(concept_id, fields[1], selection.language)


# The names of columns, the one of Aloi first; then those of SSSOM, the standard of such tables.
OLD = ("old", "subject_id", "from", "source")
NEW = ("new", "object_id", "to", "target")
_BETWEEN = "|"


def read_mapping(path: Path) -> Mapping[str, tuple[str, ...]]:
    """Return for each concept of a table its distinct concepts in the other terminology, none if blank.

    Several are on separate lines, or have `|` between them.

    Raises
    ------
    AloiError
        Not a table, or one without these columns, or with a line that names no concept.
    """
    table = read_table(path)
    old, new = (column(path, table.columns, known) for known in (OLD, NEW))
    mapping: dict[str, dict[str, None]] = {}
    for row in table.rows:
        concept = row.text(old).strip()
        if not concept:
            raise AloiError("aloi.cell", column=repr(old), value="''", expected=Term("old-concept")).at(
                table.where(row)
            )
        parts = (one.strip() for one in row.text(new).split(_BETWEEN))
        mapping.setdefault(concept, {}).update(dict.fromkeys(filter(None, parts)))
    return {one: tuple(found) for one, found in mapping.items()}
