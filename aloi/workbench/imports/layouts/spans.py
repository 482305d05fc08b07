"""Texts with labelled spans: CoNLL files, and what any reader of spans gives."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path, PurePosixPath
from typing import Any

from aloi.annotation.rows import LabelledRelation, LabelledSpan, TaggedTokens
from aloi.annotation.spans import CHARACTERS, TOKENS, overlap, snap, trimmed
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase
from aloi.corpora.model import Json
from aloi.corpora.readers import ReadText
from aloi.gold.formats.annotator_paths import asked_annotators
from aloi.gold.formats.offset_resolution import OTHER_WORDS
from aloi.gold.formats.source_files import Note, Notebook, excluded
from aloi.gold.formats.span_names import SpanNames
from aloi.gold.formats.span_schema import SpanSchema, merged, schema_settings
from aloi.gold.formats.spans.brat import OUTSIDE_TEXT, ZERO_WIDTH, SpanRows
from aloi.gold.formats.spans.conllu_files import SUFFIXES as CONLLU_SUFFIXES
from aloi.gold.formats.spans.conllu_files import is_conllu
from aloi.gold.formats.spans.span_files import read_spans
from aloi.workbench.imports.layouts.base import (
    Layout,
    ReadOptions,
    Source,
    SourceProvenance,
    SourceRow,
    Stretch,
    first_lines,
)

SPANS = "spans"
_OUTER = excluded("spans", Phrase("why-white-space-around", "in the white space around their text"))
_STRANGE = excluded("texts", Phrase("why-first-annotator-does", "the first annotator does not have"))
_TWICE = excluded("texts", Phrase("why-repeat-earlier-one", "that repeat an earlier one"))
_SPANS_TWICE = excluded("spans", Phrase("why-texts-repeat-earlier", "of texts that repeat an earlier one"))
_SAME_WORDS = excluded(
    "spans", Phrase("why-differ-from-another", "that differ from another in white space alone")
)
_SAME_ID = Phrase("import-texts-id-another", "texts with the id of another one, counted too")
_EMPTY = excluded("texts", Phrase("why-without-words", "without words"))
_LETTER = "[BIESLUMWbieslumw]"
_TAGGED = re.compile(rf"\S+([\t ].*)?[\t ](O|o|_|-|0|{_LETTER}|{_LETTER}[-_]\S+|\S+[-_]{_LETTER})")
_COLUMNED = re.compile(r"\S.*[\t ]\S+")
_MARKED = re.compile(rf".*[\t ](O|{_LETTER}[-_]\S+|\S+[-_]{_LETTER})")
_HASH = re.compile(r"#[\t ](O|[BI]-\S+)")
_CONLL = (".conll", ".bio", ".iob")


class ConllLayout(Layout):
    """A token and its tag a line, a blank line after each sentence; a file, or a folder of .conll files."""

    name = "conll"
    title = Phrase("format-tagged-tokens-conll", "tagged tokens (CoNLL)")
    tasks = (SPANS,)

    def accepts(self, path: Path) -> bool:
        """Return whether lines are a token and a tag, comments left aside.

        In files named CoNLL, tags may have any form.
        """
        lines = first_lines(path, (*_CONLL, ".txt", ".tsv") if path.is_file() else (".conll",), 50)
        # A token may be a `#` too.
        lines = [
            line
            for line in (line.removeprefix("\ufeff") for line in lines)
            if not line.startswith(("#", "-DOCSTART-")) or _HASH.fullmatch(line)
        ]
        if not lines or is_conllu(lines):
            return False
        if path.is_dir() or path.suffix.lower() in _CONLL:
            return all(_COLUMNED.fullmatch(line) for line in lines)
        return all(_TAGGED.fullmatch(line) for line in lines) and any(map(_MARKED.fullmatch, lines))

    def read(self, path: Path, options: ReadOptions) -> Source:
        """Return the sentences with their spans."""
        self.task(options)
        return span_source(path, self.name, options)

    def settings(self, sources: Sequence[Source]) -> Mapping[str, Json] | None:
        """Return the schema that holds the spans."""
        return schema_of(sources)


class ConllULayout(Layout):
    """CoNLL-U with tags of entities in MISC or a column of their own; a file, or a folder of such files."""

    name = "conllu"
    title = Phrase("format-tagged-tokens-conll-u", "tagged tokens (CoNLL-U)")
    tasks = (SPANS,)

    def accepts(self, path: Path) -> bool:
        """Return whether lines are numbered words in ten columns, comments left aside."""
        suffixes = (*CONLLU_SUFFIXES, *_CONLL, ".txt", ".tsv") if path.is_file() else CONLLU_SUFFIXES
        return is_conllu([line.removeprefix("\ufeff") for line in first_lines(path, suffixes, 50)])

    def read(self, path: Path, options: ReadOptions) -> Source:
        """Return the sentences with their spans."""
        self.task(options)
        return span_source(path, self.name, options)

    def settings(self, sources: Sequence[Source]) -> Mapping[str, Json] | None:
        """Return the schema that holds the spans."""
        return schema_of(sources)


class DocBinLayout(Layout):
    """DocBin files of spaCy, whose spans or entities are those of the texts; a file or a folder of them."""

    name = "docbin"
    title = Phrase("format-spans-docbin-files", "spans as DocBin files of spaCy")
    tasks = (SPANS,)

    def accepts(self, path: Path) -> bool:
        """Return whether files are called as spaCy calls them: they are packed, and say nothing unopened."""
        return path.suffix.lower() == ".spacy" or (path.is_dir() and any(path.glob("*.spacy")))

    def read(self, path: Path, options: ReadOptions) -> Source:
        """Return the texts with their spans."""
        self.task(options)
        return span_source(path, self.name, options)

    def settings(self, sources: Sequence[Source]) -> Mapping[str, Json] | None:
        """Return the schema that holds the spans."""
        return schema_of(sources)


def span_source(path: Path, reader: str | None, options: ReadOptions) -> Source:
    """Return the texts of a source with the spans of each annotator; unusual entries are counted.

    `asked.also` names the files of further annotators of the same texts; texts that are not in the first file
    are omitted.

    Raises
    ------
    AloiError
        A source that cannot be read, or without a span.
    """
    source = read_spans(path, reader, options.scheme)
    notebook = Notebook()
    others = {name: read_spans(other, reader, options.scheme) for name, other in options.also.items()}
    names = _names([source, *others.values()])
    annotated = [("", row, source.comments.get(row.document_id, "")) for row in source.rows]
    if reader == "brat" and not options.also:
        annotated = _by_path(source, options.annotator_from, path.name)
    texts = _texts(_documents([(annotator, row) for annotator, row, _ in annotated]), path, notebook)
    by_text = {text.text.strip(): text.name for text in reversed(texts)}  # the first of a text counts
    marked_rows = [
        _MarkedRow(annotator, path, names.row(row, notebook, row.id), comment)
        for annotator, row, comment in annotated
        if row.text.strip()
    ]
    marked_rows += [
        _MarkedRow(
            name, options.also[name], names.row(row, notebook, row.id), more.comments.get(row.document_id, "")
        )
        for name, more in others.items()
        for row in more.rows
    ]
    notes = [note for each in (source, *others.values()) for note in each.notes]
    rows = _marked(marked_rows, by_text, path, notebook)
    marked = [row for _, row in rows]
    if not any(row.spans for row in marked):
        raise _no_span(path, [text.text for text in texts], (*notes, *notebook.notes()))
    return Source(
        SPANS,
        _layout_title(reader, source.scheme),
        tuple(row for row, _ in rows),
        tuple(texts),
        notes=(*notes, *notebook.notes()),
        counts={"read": sum(len(each.row.spans) for each in marked_rows), **span_counts(marked)},
        schema=names.schema(),
    )


def _layout_title(reader: str | None, scheme: str | None) -> Phrase:
    in_scheme = ", tags in {scheme}" if scheme else ""
    return Phrase(
        "layout-spans-in-scheme" if scheme else "layout-spans",
        f"spans ({{format}}{in_scheme})",
        format=reader or Phrase("layout-by-name-of-file", "by the name of the file"),
        scheme=scheme or "",
    )


def _names(sources: Sequence[SpanRows]) -> SpanNames:
    """Return the names of attributes and relations in a campaign for all sources together."""
    schema = SpanSchema()
    for source in sources:
        schema = schema.joined(source.schema)
    return SpanNames([row for source in sources for row in source.rows], schema)


def span_counts(rows: Sequence[TaggedTokens]) -> dict[str, Mapping[str, Any]]:
    """Return how often each label, value of each attribute, and type of relations is used, if any is used."""
    labels = Counter(span.label for row in rows for span in row.spans)
    attributes: dict[str, Counter[str]] = defaultdict(Counter)
    for name, values in (each for row in rows for span in row.spans for each in span.attributes):
        attributes[name].update(values)
    relations = Counter(relation.type for row in rows for relation in row.relations)
    counts: dict[str, Mapping[str, Any]] = {
        "spans": dict(sorted(labels.items())),
        "attributes": {name: dict(sorted(values.items())) for name, values in sorted(attributes.items())},
        "relations": dict(sorted(relations.items())),
    }
    return {name: each for name, each in counts.items() if each}


def schema_of(sources: Sequence[Source]) -> dict[str, Json]:
    """Return settings for the spans of a source: their labels, the unit, nested and discontinuous spans."""
    rows = [one.row for source in sources for one in source.rows if isinstance(one, SourceRow)]
    marked = [row for row in rows if isinstance(row, TaggedTokens)]
    spans = [row.spans for row in marked]
    fits = all(snap(row.spans, row.text, TOKENS).widened == 0 for row in marked)
    schema = SpanSchema()
    for source in sources:
        schema = schema.joined(source.schema)
    schema = schema.joined(SpanSchema.of(marked))
    return {
        "labels": [{"name": label} for label in schema.labels],
        "unit": TOKENS if fits else CHARACTERS,
        "nested": any(overlap(a, b) for each in spans for a, b in combinations(each, 2)),
        "broken": any(len(span.parts) > 1 for each in spans for span in each),
        **schema_settings(schema, schema.labels),
    }


@dataclass(frozen=True, slots=True)
class _MarkedRow:
    """The row of an annotator, the file it is from, and the comment on it."""

    annotator: str
    path: Path
    row: TaggedTokens
    comment: str = ""


def _by_path(source: SpanRows, annotator_from: str, name: str) -> list[tuple[str, TaggedTokens, str]]:
    """Return the rows with annotators and comments, if directories or files name annotators."""
    rows = source.rows
    texts = {PurePosixPath(row.document_id): row.text for row in rows}
    names = asked_annotators(texts, annotator_from, name)
    annotated = []
    for row in rows:
        document, annotator = names.get(PurePosixPath(row.document_id), ((), ""))
        shared_row = row
        if annotator:
            shared_row = replace(row, document_id="/".join(document), id=document[-1] if document else row.id)
        annotated.append((annotator, shared_row, source.comments.get(row.document_id, "")))
    return annotated


def _documents(annotated: Sequence[tuple[str, TaggedTokens]]) -> list[TaggedTokens]:
    """Return one row a document: that of its first annotator, if annotators are named."""
    if not any(annotator for annotator, _ in annotated):
        return [row for _, row in annotated]
    documents: dict[tuple[str, str], TaggedTokens] = {}
    for _, row in annotated:
        documents.setdefault((row.document_id, row.id), row)
    return [*documents.values()]


def _no_span(path: Path, texts: Sequence[str], notes: Sequence[Note]) -> AloiError:
    """Return the error for a source without a span that fits, with the counts of those that do not."""
    counts = {note.description: note.count for note in notes}
    words, outside = counts.get(OTHER_WORDS, 0), counts.get(OUTSIDE_TEXT, 0)
    others = counts.get(ZERO_WIDTH, 0) + counts.get(_OUTER, 0)
    return AloiError(
        "workbench.holds-texts-no-span",
        name=path.name,
        texts=len(texts),
        spans=words + outside + others,
        words=words,
        outside=outside,
        others=others,
        crlf=sum("\r\n" in text for text in texts),
        astral=sum(max(text, default="") > "\uffff" for text in texts),
    )


def _texts(rows: Sequence[TaggedTokens], path: Path, notebook: Notebook) -> list[ReadText]:
    """Return the texts as documents, named by their ids, or by their documents if an id is repeated.

    Different texts with the same document and id are numbered. Otherwise the spans of one text would be
    assigned to another one of that name.
    """
    ids = Counter(row.id for row in rows)
    texts = []
    by_name: dict[str, str] = {}
    numbers: Counter[str] = Counter()
    for row in rows:
        if not row.text.strip():
            notebook.add(_EMPTY, row.id)
            continue
        name = row.id if ids[row.id] == 1 else f"{row.document_id}/{row.id}"
        if by_name.setdefault(name, row.text) != row.text:
            numbers[name] += 1
            name = f"{name}#{numbers[name] + 1}"
            by_name[name] = row.text
            notebook.add(_SAME_ID, f"{path.name}, {row.id}")
        texts.append(ReadText(name, row.text, {}, f"{path.name}, {name}"))
    return texts


def _marked(
    marked_rows: Sequence[_MarkedRow],
    names: Mapping[str, str],
    source: Path,
    notebook: Notebook,
) -> list[tuple[SourceRow, TaggedTokens]]:
    """Return the spans of each annotator in the texts, each text once per annotator."""
    rows: list[tuple[SourceRow, TaggedTokens]] = []
    seen: set[tuple[str, str]] = set()
    for each in marked_rows:
        row = each.row
        where = f"{each.path.name}, {row.id}"
        text = row.text.strip()
        if text not in names:
            notebook.add(_STRANGE, where)
        elif (each.annotator, text) in seen:
            notebook.add(_TWICE, where)
            if row.spans:
                notebook.add(_SPANS_TWICE, where, len(row.spans))
        else:
            seen.add((each.annotator, text))
            provenance = SourceProvenance(
                where, annotator=each.annotator, comment=each.comment, origins=({"file": source.name},)
            )
            spans, relations = within(row, notebook, where)
            stripped = replace(row, text=text, spans=spans, relations=relations)
            rows.append((SourceRow(provenance, stripped, (Stretch(names[text]),)), stripped))
    return rows


def within(
    row: TaggedTokens, notebook: Notebook, where: str
) -> tuple[tuple[LabelledSpan, ...], tuple[LabelledRelation, ...]]:
    """Return spans with places in the passage, which is the text without its outer white space.

    Relations stay between them.
    """
    shift, inner = len(row.text) - len(row.text.lstrip()), row.text.strip()
    placed: list[LabelledSpan | None] = []
    for span in row.spans:
        moved = [
            (max(start - shift, 0), min(end - shift, len(inner)))
            for start, end in span.parts
            if max(start - shift, 0) < min(end - shift, len(inner))
        ]
        parts = trimmed(moved, inner)
        if not parts:
            notebook.add(_OUTER, where)
        placed.append(replace(span, parts=parts) if parts else None)
    present = [span.bare() for span in placed if span is not None]
    if double := len(present) - len(set(present)):
        notebook.add(_SAME_WORDS, where, double)
    return merged(placed, row.relations, Notebook(), where)
