"""The readers of linked mentions, one file each; this is the whole list."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from aloi.annotation.rows import NO_CONCEPT, LinkedMention
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.readers import read_lines
from aloi.corpora.readers.bioc.documents import is_bioc
from aloi.corpora.readers.tables import SUFFIXES
from aloi.gold.formats.brat_files import BratFile, read_brat_files
from aloi.gold.formats.mention_offsets import resolve_mentions
from aloi.gold.formats.mentions.bigbio import read_bigbio
from aloi.gold.formats.mentions.bioc import read_bioc
from aloi.gold.formats.mentions.biosyn import read_concept
from aloi.gold.formats.mentions.tables import read_mention_table
from aloi.gold.formats.source_files import (
    MentionLink,
    Mentions,
    Note,
    Notebook,
    contents,
    excluded,
    spans_of,
    texts_of,
)

_TEXT = re.compile(r"(?P<document>[^|\t]+)\|(?P<part>[ta])\|(?P<text>.*)")
_WITHOUT_CONCEPT = 5
_UNREADABLE = Phrase("import-lines-cannot-read", "lines that cannot be read")
_NO_OFFSETS = Phrase("import-offsets-cannot-read", "offsets that cannot be read")
_NO_TEXT = Phrase("import-no-text-this", "no text of this document")


def read_pubtator(path: Path, texts: Path | None = None) -> Mentions:
    """Return the mentions of PubTator files: a file, a folder or a .zip.

    The text of a document is its title, one character between, and its abstract, which is what the places
    count in. Relations are counted in the notes.

    Raises
    ------
    AloiError
        No mention in this form.
    """
    del texts  # they are in the file
    notebook = Notebook()
    rows: list[LinkedMention] = []
    places: list[str] = []
    relations: list[tuple[str, str, str, str]] = []
    for name, content in contents(path, (".txt", ".pubtator"), notebook=notebook).items():
        parts: dict[str, dict[str, str]] = {}
        lines = [line.rstrip("\r") for line in content.split("\n")]
        for line in lines:
            if match := _TEXT.fullmatch(line):
                parts.setdefault(match["document"], {})[match["part"]] = match["text"]
        text_by_document = {one: f"{has.get('t', '')}\n{has.get('a', '')}" for one, has in parts.items()}
        for number, line in enumerate(lines, 1):
            if line.strip() and not _TEXT.fullmatch(line):
                where = f"{name}, line {number}"
                fields = line.split("\t")
                if len(fields) == 4 and not fields[1].isdigit():
                    relations.append((fields[0], fields[1], fields[2], fields[3].strip()))
                if row := _row(line, where, text_by_document, notebook, len(rows)):
                    rows.append(row)
                    places.append(where)
    if not rows:
        raise AloiError(
            "aloi.no-content",
            path=path,
            content=Term("no-mention-of", form="PubTator"),
            expected=Term("pubtator-columns"),
            todo=Term("check-or-other-format"),
        )
    return Mentions(resolve_mentions(rows, places, notebook), notebook.notes(), links=_links(rows, relations))


def _links(
    rows: Sequence[LinkedMention], relations: Sequence[tuple[str, str, str, str]]
) -> tuple[MentionLink, ...]:
    """Return the relations between concepts as those between the only mentions of these in a document."""
    by_concept: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        by_concept.setdefault((row.document_id, row.concept), []).append(row.id)
    links = []
    for document, type_, *concepts in relations:
        listed = [by_concept.get((document, concept), []) for concept in concepts]
        links.append(MentionLink(type_, *(ids[0] if len(ids) == 1 else "" for ids in listed)))
    return tuple(links)


def _row(
    line: str, where: str, texts: dict[str, str], notebook: Notebook, number: int
) -> LinkedMention | None:
    fields = line.split("\t")
    if len(fields) < _WITHOUT_CONCEPT or not (fields[1].isdigit() and fields[2].isdigit()):
        relation = len(fields) > 1 and not fields[1].isdigit()
        notebook.add(LINES_OF_RELATIONS if relation else _UNREADABLE, where)
        return None
    document, start, end, mention, group, *rest = fields
    text = texts.get(document, "")
    if not text:
        notebook.add(_NO_TEXT, where)
    spans = ((int(start), int(end)),)
    return LinkedMention(
        f"{document}:{number + 1}", document, text, spans, mention, group, rest[0].strip() if rest else ""
    )


LINES_OF_RELATIONS = Phrase("import-lines-without-mention", "lines without a mention (relations)")
DIAGNOSIS, PROCEDURE = "DIAGNOSTICO", "PROCEDIMIENTO"
_COLUMNS = 5


def read_codiesp(path: Path, texts: Path | None = None, *, kind: str = "") -> Mentions:
    """Return the mentions of a CodiEsp file.

    Parameters
    ----------
    texts : Path, optional
        A folder or .zip with the texts, `<document>.txt`; by default `<part>_text_files.zip` next to the
        file, if it exists. Offsets are checked against them.
    kind : str
        `DIAGNOSTICO` or `PROCEDIMIENTO`; empty for both. Excluded lines are counted in the notes.

    Raises
    ------
    AloiError
        A file without any line of five columns.
    """
    notebook = Notebook()
    texts_path = path.with_name(f"{path.stem.removesuffix('X')}_text_files.zip")
    texts = texts or (texts_path if texts_path.is_file() else None)
    texts_by_document = texts_of(texts, notebook) if texts else {}
    rows: list[LinkedMention] = []
    lines: list[str] = []
    for number, line in enumerate(read_lines(path), 1):
        where = f"line {number}"
        fields = line.rstrip("\r").split("\t")
        if len(fields) != _COLUMNS:
            notebook.add(_UNREADABLE, where)
            continue
        document, group, concept, mention, places = fields
        if kind and group != kind:
            notebook.add(excluded("lines", Phrase("why-of-group", "of {group}", group=group)), where)
            continue
        spans = spans_of(places)
        if spans is None:
            notebook.add(_NO_OFFSETS, where)
        text = texts_by_document.get(document, "")
        if texts_by_document and not text:
            notebook.add(_NO_TEXT, where)
        row = LinkedMention(f"{document}:{number}", document, text, spans or (), mention, group, concept)
        rows.append(row)
        lines.append(where)
    if not rows:
        raise AloiError(
            "aloi.no-content",
            path=path,
            content=Term("no-mention-of", form="CodiEsp"),
            expected=Term("codiesp-columns", columns=_COLUMNS, diagnosis=DIAGNOSIS, procedure=PROCEDURE),
            todo=Term("check-or-other-format"),
        )
    return Mentions(resolve_mentions(rows, lines, notebook), notebook.notes(), len(texts_by_document) or None)


read_codiesp_diagnoses = partial(read_codiesp, kind=DIAGNOSIS)
read_codiesp_procedures = partial(read_codiesp, kind=PROCEDURE)


_CUI = re.compile(r"C[0-9]{7}([|+]C[0-9]{7})*")
_CODE = re.compile(r"(?=.*[0-9])[\w.:/+|-]+")


def read_brat(path: Path, texts: Path | None = None) -> Mentions:
    """Return the mentions of brat files: a folder, a .zip or one `.ann` file.

    Parameters
    ----------
    texts : Path, optional
        The directory of the `.txt` files, if it is not that of the `.ann` files.
    """
    notebook = Notebook()
    files = read_brat_files(path, notebook, texts)
    for file in files:
        file.note_rest(notebook)
    rows = [row for one in files for row in _mentions(one, notebook)]
    where = [f"{row.document_id}, {row.id.removeprefix(f'{row.document_id}:')}" for row in rows]
    return Mentions(resolve_mentions(rows, where, notebook), notebook.notes(), len(files))


def _mentions(brat_file: BratFile, notebook: Notebook) -> list[LinkedMention]:
    document, text = brat_file.document, brat_file.text or ""
    rows = []
    for name, (_, spans, mention) in brat_file.types.items():
        where = f"{document}, {name}"
        group, concept = group_and_concept(brat_file, name)
        if not concept and name in brat_file.remarks:
            notebook.add(Phrase("import-notes-without-concept", "notes without a concept"), where)
        row = LinkedMention(f"{document}:{name}", document, text, spans, mention, group, concept)
        rows.append(row)
    return rows


def group_and_concept(brat_file: BratFile, name: str) -> tuple[str, str]:
    """Return the type or semantic group of a mention, and its concept; either may be empty."""
    kind, remark = brat_file.types[name][0], _cells(brat_file.remarks.get(name, ""))
    if name in brat_file.references:
        return kind, "|".join(brat_file.references[name])
    if _CUI.fullmatch(kind) or kind.upper() in NO_CONCEPT:
        return (remark[-1] if len(remark) > 1 else ""), kind
    coded = remark and (_CODE.fullmatch(remark[0]) or remark[0].upper() in NO_CONCEPT)
    return kind, remark[0] if coded else ""


def _cells(remark: str) -> list[str]:
    """Return the values of a note such as `"C0027651", "Neoplasms" ,"DISO"`, or the note alone."""
    cells = next(csv.reader([remark], skipinitialspace=True), [])
    return [cell.strip() for cell in cells]


READERS: Mapping[str, Callable[[Path, Path | None], Mentions]] = {
    "table": read_mention_table,
    "mantra": read_mention_table,
    "e3c": read_mention_table,
    "brat": read_brat,
    "cantemist": read_brat,
    "codiesp": read_codiesp_diagnoses,
    "codiesp-p": read_codiesp_procedures,
    "codiesp-x": read_codiesp,
    "concept": read_concept,
    "bigbio": read_bigbio,
    "bioc": read_bioc,
    "pubtator": read_pubtator,
}
REPEATED_IDS = Phrase("import-mentions-id-earlier", "mentions with the id of an earlier mention, counted too")
_BY_SUFFIX = {
    **dict.fromkeys(SUFFIXES, "table"),
    ".ann": "brat",
    ".zip": "brat",
    ".concept": "concept",
    ".json": "bigbio",
    ".pubtator": "pubtator",
    ".txt": "pubtator",
}


def read_mentions(path: Path, reader: str | None = None, texts: Path | None = None) -> Mentions:
    """Return the linked mentions of a source, and notes on irregular and excluded entries.

    Irregularities are not fatal. The notes count offsets that do not match their mention, lines that cannot
    be read, and the like. A duplicate id gets a number.

    Parameters
    ----------
    reader : str, optional
        One of `READERS`. By default BioC if the files are BioC, otherwise by the suffix of the path; brat
        for a folder.
    texts : Path, optional
        The location of the texts, if they are neither in the file nor next to it.

    Raises
    ------
    AloiError
        No such reader, nothing at the path, or no content in the reader's format.
    """
    chosen = reader or ("bioc" if is_bioc(path) else "")
    chosen = chosen or ("brat" if path.is_dir() else _BY_SUFFIX.get(path.suffix.lower(), ""))
    if chosen not in READERS:
        raise AloiError(
            "gold.no-reader-mentions-called",
            has_chosen=bool(chosen),
            chosen=repr(chosen) if chosen else "",
            path=path,
            readers=READERS,
        )
    if not path.exists():
        raise AloiError("aloi.no-file", path=path)
    source = READERS[chosen](path, texts)
    seen: Counter[str] = Counter()
    rows = []
    databases = {}
    for mention in source.mentions:
        seen[mention.id] += 1
        rows.append(
            replace(mention, id=f"{mention.id}#{seen[mention.id]}") if seen[mention.id] > 1 else mention
        )
        if mention in source.databases:
            databases[rows[-1]] = source.databases[mention]
    notes = source.notes
    if repeated := seen.total() - len(seen):
        first = next(id_ for id_, count in seen.items() if count > 1)
        notes = (*notes, Note(REPEATED_IDS, repeated, first))
    return Mentions(tuple(rows), notes, source.documents, databases, source.links)


def mentions_of(
    path: Path, reader: str | None = None, group: str | None = None, texts: Path | None = None
) -> Mentions:
    """Return the mentions of a source, those of one semantic group if it is named.

    `texts` is the path of the texts, if they are neither in the file nor next to it.

    Raises
    ------
    AloiError
        As `read_mentions`; no mention of that group.
    """
    mentions = read_mentions(path, reader, texts)
    if group is None:
        return mentions
    of_group = tuple(one for one in mentions.mentions if one.group == group)
    if not of_group:
        groups = sorted({one.group for one in mentions.mentions})
        raise AloiError("gold.no-mention-group", path=path, group=repr(group), groups=map(repr, groups[:20]))
    left_out = Note(
        excluded("mentions", Phrase("why-of-other-groups", "of other groups")),
        len(mentions.mentions) - len(of_group),
        "",
    )
    return replace(mentions, mentions=of_group, notes=(*mentions.notes, left_out))
