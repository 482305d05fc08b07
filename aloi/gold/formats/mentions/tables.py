"""Tables of mentions: a mention a row, with the columns that corpora and the command line use."""

from __future__ import annotations

import json
from pathlib import Path

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Phrase, Term
from aloi.corpora.readers import read_table
from aloi.corpora.readers.tables import Row, SourceTable
from aloi.corpora.readers.values import check_words
from aloi.gold.formats.mention_offsets import resolve_mentions
from aloi.gold.formats.source_files import Mentions, Notebook, Spans, spans_of

# The first of these a table has is the one that is read.
MENTION_COLUMNS = ("mention", "mention_text", "span_text")
CONCEPT_COLUMNS = ("concept_id", "concept", "cui", "code")
_GROUP = ("semantic_group", "group", "type", "semantic_type")
_DOCUMENT = ("document_id", "document", "doc", "doc_id", "filename")
_ID = ("id", "ann_id", "mention_id")
_SPAN = ("span", "spans", "offsets")


def read_mention_table(path: Path, texts: Path | None = None, *, linked: bool = True) -> Mentions:
    """Return the mentions of a table.

    It has a column `mention` and a column `concept_id`, `concept`, `cui` or `code`. Optional columns: `id`,
    `document_id`, offsets (`span` as `3 8;12 20`, or `start` and `end`), the semantic group, and `corpus`,
    which is then the beginning of the document's name.

    Parameters
    ----------
    texts : Path, optional
        A table with the columns `doc` (and `corpus`) and `text`. By default the table of texts next to the
        file, named as in Mantra GSC (`french.texts.tsv`) or in E3C (`layer1_text_json.tsv`, with JSON
        strings in its cells).
    linked : bool
        Whether a column of concepts is required.

    Raises
    ------
    AloiError
        Not a table, or no column of mentions or of concepts.
    """
    notebook = Notebook()
    table = read_table(path)
    mention, concept = _named(table, MENTION_COLUMNS), _named(table, CONCEPT_COLUMNS)
    if mention is None or (linked and concept is None):
        raise AloiError(
            "aloi.no-column",
            table=path,
            missing=repr(MENTION_COLUMNS[0]),
            columns=map(quoted, table.columns),
            expected=Term(
                "mention-columns", mention=repr(MENTION_COLUMNS[0]), concepts=map(repr, CONCEPT_COLUMNS)
            ),
            todo=Term("reader-of-form"),
        )
    texts_by_document = _texts(texts or _text_table(path))
    optional = [_named(table, names) for names in (_ID, _GROUP)]
    rows: list[LinkedMention] = []
    lines: list[str] = []
    for number, row in enumerate(table.rows, 1):
        document = _document(table, row)
        where = f"line {row.number}"
        check_words(row, mention, table.where(row))
        name, group = (row.text(column) if column else "" for column in optional)
        spans = _spans(table, row)
        if spans is None:
            notebook.add(Phrase("import-offsets-cannot-read", "offsets that cannot be read"), where)
        if texts_by_document and document not in texts_by_document:
            notebook.add(Phrase("import-no-text-this", "no text of this document"), where)
        full_id = f"{document}:{name or number}" if document else name or str(number)
        words, text = row.text(mention), texts_by_document.get(document, "")
        concept_id = row.text(concept).strip() if concept else ""
        rows.append(LinkedMention(full_id, document, text, spans or (), words, group, concept_id))
        lines.append(where)
    return Mentions(resolve_mentions(rows, lines, notebook), notebook.notes(), len(texts_by_document) or None)


def _named(table: SourceTable, names: tuple[str, ...]) -> str | None:
    return next((name for name in names if name in table.columns), None)


def _document(table: SourceTable, row: Row) -> str:
    column = _named(table, _DOCUMENT)
    return "/".join(row.text(one) for one in ("corpus", column) if one and one in table.columns)


def _spans(table: SourceTable, row: Row) -> Spans | None:
    """Return the places of a row, none for a table without, or None if they cannot be read."""
    column = _named(table, _SPAN)
    if column:
        return spans_of(row.text(column))
    if {"start", "end"} <= set(table.columns):
        return spans_of(f"{row.text('start')} {row.text('end')}")
    return ()


def _text_table(path: Path) -> Path | None:
    """Return the table of texts next to a table of mentions, if it exists."""
    stem, suffix = path.name.removesuffix(path.suffix), path.suffix
    names = [f"{stem.removesuffix('.annotations')}.texts{suffix}", f"{stem.split('_')[0]}_text_json{suffix}"]
    return next((path.with_name(one) for one in names if path.with_name(one).is_file()), None)


def _texts(path: Path | None) -> dict[str, str]:
    if path is None:
        return {}
    table = read_table(path)
    table.require("text")
    in_json = path.stem.endswith("_json")
    texts = {}
    for row in table.rows:
        text = row.text("text")
        try:
            texts[_document(table, row)] = str(json.loads(text)) if in_json else text
        except (ValueError, RecursionError) as error:
            raise AloiError("gold.text-not-json-string", where=table.where(row), error=error) from None
    return texts
