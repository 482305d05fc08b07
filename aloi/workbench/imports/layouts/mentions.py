"""Linked mentions, by any of the readers of mentions; also read as spans, their groups as labels."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase
from aloi.corpora.language.segment import segment
from aloi.corpora.model import Document, Json, Sentence
from aloi.corpora.readers import ReadText
from aloi.corpora.readers.bioc.documents import is_bioc
from aloi.gold.formats.annotator_paths import asked_annotators
from aloi.gold.formats.mention_offsets import has_words
from aloi.gold.formats.mentions.bioc import DATABASES
from aloi.gold.formats.mentions.files import mentions_of
from aloi.gold.formats.mentions.tables import CONCEPT_COLUMNS, MENTION_COLUMNS
from aloi.gold.formats.source_files import Notebook, Spans, contents, excluded
from aloi.workbench.imports.layouts.base import (
    DIRECTORY,
    FILE,
    Layout,
    ReadOptions,
    RowStatus,
    Source,
    SourceProvenance,
    SourceRow,
    Stretch,
    columns_of,
    first_lines,
    first_object,
)
from aloi.workbench.imports.layouts.spans import schema_of, span_source
from aloi.workbench.texts.corpora import whole_sentence

SHORT = 500  # characters of a text that is shown whole
SOURCE_CONCEPTS = "the concepts as the source gives them, not a person"
NO_TEXT = excluded("mentions", Phrase("why-without-text", "without a text"))
NO_OFFSETS = excluded("mentions", Phrase("why-without-offsets", "without offsets"))
OUTSIDE = excluded("mentions", Phrase("why-offsets-outside", "with offsets outside the text"))
OVERLAPPING = excluded("mentions", Phrase("why-offsets-overlap", "with offsets that overlap"))
OTHER_WORDS = excluded("mentions", Phrase("why-offsets-other-words", "with offsets of other words"))
UNPLACED = (NO_TEXT, NO_OFFSETS, OUTSIDE, OVERLAPPING, OTHER_WORDS)
JOINED = Phrase("import-place-another-mention", "mentions at the offsets of another one, one item for both")
_EMPTY = excluded("documents", Phrase("why-without-mention", "without a mention"))
_SEVERAL = excluded(
    "answers", Phrase("why-several-concepts-where", "of several concepts where the campaign takes one")
)
_CODIESP = re.compile(r"[^\t]+\t[^\t]+\t[^\t]+\t[^\t]*\t\d+ \d+(;\d+ \d+)*")
_PUBTATOR = re.compile(r"[^|\t]+\|t\|.*")
_CONCEPT = re.compile(r"[^|]+\|\|\d+(\|\|?\d+)+\|\|.*\|\|.*")


@dataclass(frozen=True)
class MentionLayout(Layout):
    """The files of one reader of mentions.

    A mention is shown in its text. If the text is longer than `SHORT` characters, it is shown in the
    sentences that contain it, with `around` sentences before and after. Mentions are omitted and counted if
    their offsets are missing or do not match them. The concepts of the source are answers; mentions without
    one are items alone.
    """

    name: str
    title: str
    reader: str
    sniff: Callable[[Path], bool] = lambda path: False
    also_called: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ("linking", "spans")
    annotators_from: tuple[str, ...] = ()

    def accepts(self, path: Path) -> bool:
        """Return whether the content of the path looks like these files."""
        return self.sniff(path)

    def read(self, path: Path, options: ReadOptions) -> Source:
        """Return the mentions, or the documents with their spans."""
        if self.task(options) == "spans":
            return span_source(path, self.reader, options)
        return mention_source(path, self.reader, options)

    def settings(self, sources: Sequence[Source]) -> Mapping[str, Json] | None:
        """Return the schema that holds the spans; the ready one for mentions."""
        return schema_of(sources) if sources[0].task == "spans" else None


def is_mention_table(path: Path) -> bool:
    """Return whether a table has a column of mentions and one of concepts."""
    columns = columns_of(path)
    return not columns.isdisjoint(MENTION_COLUMNS) and not columns.isdisjoint(CONCEPT_COLUMNS)


def holds_ann(path: Path) -> bool:
    """Return whether there is an `.ann` file: the file itself, or in a folder or .zip."""
    try:
        return bool(
            (path.is_dir() or path.suffix.lower() in (".ann", ".zip"))
            and contents(path, (".ann",), notebook=Notebook())
        )
    except AloiError:
        return False


def is_bigbio(path: Path) -> bool:
    """Return whether the first document has entities and passages."""
    files = sorted(path.glob("*.json*")) if path.is_dir() else [path]
    return bool(files) and {"entities", "passages"} <= first_object(files[0]).keys()


def lines_like(form: re.Pattern[str], *suffixes: str) -> Callable[[Path], bool]:
    """Return a test whether the first line of the files with these suffixes is of a form."""
    return lambda path: any(form.fullmatch(line) for line in first_lines(path, suffixes, 1))


MENTION_LAYOUTS: tuple[MentionLayout, ...] = (
    MentionLayout(
        "brat",
        Phrase("layout-brat-standoff-files", "brat standoff files"),
        "brat",
        holds_ann,
        ("cantemist",),
        tasks=("spans", "linking"),
        annotators_from=(DIRECTORY, FILE),
    ),
    MentionLayout(
        "mantra",
        Phrase("layout-mentions-table-mantra", "mentions in a table (Mantra GSC, E3C and the like)"),
        "mantra",
        is_mention_table,
        ("e3c", "mention_table"),
    ),
    MentionLayout(
        "codiesp",
        Phrase("layout-codiesp-diagnoses", "CodiEsp, diagnoses"),
        "codiesp",
        lines_like(_CODIESP, ".tsv"),
    ),
    MentionLayout("codiesp-p", Phrase("layout-codiesp-procedures", "CodiEsp, procedures"), "codiesp-p"),
    MentionLayout(
        "codiesp-x",
        Phrase("layout-codiesp-diagnoses-procedures", "CodiEsp, diagnoses and procedures"),
        "codiesp-x",
    ),
    MentionLayout(
        "concept",
        Phrase("layout-mentions-biosyn-has", "mentions as BioSyn has them"),
        "concept",
        lines_like(_CONCEPT, ".concept"),
    ),
    MentionLayout(
        "bigbio", Phrase("layout-bigbio-json-schema", "BigBio JSON (schema kb)"), "bigbio", is_bigbio
    ),
    MentionLayout("bioc", "BioC (XML, JSON)", "bioc", is_bioc),
    MentionLayout("pubtator", "PubTator", "pubtator", lines_like(_PUBTATOR, ".txt", ".pubtator")),
)


def mention_source(path: Path, reader: str | None, options: ReadOptions) -> Source:
    """Return the mentions of a source that match their offsets, each in its context.

    Raises
    ------
    AloiError
        A source that cannot be read, or without one mention that matches its offsets in a text.
    """
    source = mentions_of(path, reader, options.group, options.texts)
    notebook = Notebook()
    placed = [mention for mention in source.mentions if _has_place(mention, notebook)]
    if not placed:
        reasons = "; ".join(f"{note.description}: {note.count}" for note in notebook.notes())
        raise AloiError(
            "workbench.mentions-none-at-place-text",
            name=path.name,
            mentions=len(source.mentions),
            value=reasons,
        )
    placed, annotators = _by_path(placed, options, path) if reader == "brat" else (placed, {})
    names = _document_names(placed)
    texts = [ReadText(name, text, {}, f"{path.name}, {name}") for (_, text), name in names.items()]
    documents = {text.name: Document(text.name, "", text.name, text.text) for text in texts}
    split = {name: segment(mention, options.language) for name, mention in documents.items()}
    at: dict[tuple[object, ...], list[LinkedMention]] = defaultdict(list)
    for mention in placed:
        name = names[mention.document_id, mention.text]
        context = _context(documents[name], tuple(sorted(mention.spans)), split[name], max(0, options.around))
        context_key = (context.start, context.end, context.index, tuple(sorted(mention.spans)))
        key = (name, *context_key, mention.group, annotators.get(mention.id, ""))
        if key in at:
            notebook.add(JOINED, mention.id)
        at[key].append(mention)
    composite = options.settings is None or bool(options.settings.get("composite"))
    rows = [
        _row(key, ones, documents, path, composite, notebook, source.databases) for key, ones in at.items()
    ]
    read = source.counts()
    if missing := read["documents"] - read["documents_with_mentions"]:
        notebook.add(_EMPTY, "", missing)
    return Source(
        "linking",
        Phrase("layout-mentions", "mentions ({format})", format=reader),
        tuple(rows),
        tuple(texts),
        {name: tuple((sentence.start, sentence.end) for sentence in each) for name, each in split.items()},
        notes=(*source.notes, *notebook.notes()),
        people="" if any(annotators.values()) else SOURCE_CONCEPTS,
        counts=read,
    )


def _by_path(
    mentions: Sequence[LinkedMention], options: ReadOptions, path: Path
) -> tuple[list[LinkedMention], dict[str, str]]:
    """Return mentions in the documents they share, and their annotators by id, if paths name them."""
    texts = {PurePosixPath(mention.document_id): mention.text for mention in mentions}
    names = asked_annotators(texts, options.annotator_from, path.name)
    shared, annotators = [], {}
    for mention in mentions:
        document, annotator = names.get(PurePosixPath(mention.document_id), ((), ""))
        annotators[mention.id] = annotator
        shared.append(replace(mention, document_id="/".join(document)) if annotator else mention)
    return shared, annotators


def concepts_given(fields: Sequence[str]) -> str:
    """Return the concepts of a source for one position as one field; empty if there are none."""
    parts = (part.strip() for field in fields for part in re.split(r"[|+]", field))
    return "|".join(dict.fromkeys(part for part in parts if part))


def _row(
    key: tuple[object, ...],
    ones: Sequence[LinkedMention],
    documents: dict[str, Document],
    path: Path,
    composite: bool,
    notebook: Notebook,
    databases: Mapping[LinkedMention, Mapping[str, str]],
) -> SourceRow:
    """Return the row of the mentions at one place, its places counted in its context."""
    name, start, end, index = str(key[0]), int(str(key[1])), int(str(key[2])), int(str(key[3]))
    first = ones[0]
    spans = tuple((low - start, high - start) for low, high in sorted(first.spans))
    row = replace(
        first,
        text=documents[name].text[start:end],
        spans=spans,
        concept=concepts_given([mention.concept for mention in ones]),
    )
    status = RowStatus.ANSWER if row.concept else RowStatus.ITEM
    if len(row.concepts) > 1 and not composite:
        notebook.add(_SEVERAL, first.id)
        status = RowStatus.ITEM
    origins: list[dict[str, Json]] = [
        {
            "file": path.name,
            "id": mention.id,
            "concept": mention.concept,
            **({DATABASES: dict(databases[mention])} if databases.get(mention) else {}),
        }
        for mention in ones
    ]
    provenance = SourceProvenance(
        f"{path.name}, {first.id}", status, annotator=str(key[-1]), origins=tuple(origins)
    )
    return SourceRow(provenance, row, (Stretch(name, start, end, index),))


def _has_place(mention: LinkedMention, notebook: Notebook) -> bool:
    """Return whether a mention matches its offsets in a text; note why it does not."""
    spans = sorted(mention.spans)
    ends = [0, *(end for _, end in spans)]
    if not mention.text.strip():
        reason = NO_TEXT
    elif not spans:
        reason = NO_OFFSETS
    elif any(not 0 <= start < end <= len(mention.text) for start, end in spans):
        reason = OUTSIDE
    elif any(start < before for before, (start, _) in zip(ends, spans, strict=False)):
        reason = OVERLAPPING
    elif not has_words(mention.text, mention.spans, mention.mention):
        reason = OTHER_WORDS
    else:
        return True
    notebook.add(reason, mention.id)
    return False


def _document_names(mentions: Sequence[LinkedMention]) -> dict[tuple[str, str], str]:
    """Return a name for each different text; a number is added where one name has several texts."""
    names: dict[tuple[str, str], str] = {}
    used: set[str] = set()
    for mention in mentions:
        key = (mention.document_id, mention.text)
        if key in names:
            continue
        base_name = name = mention.document_id.strip() or "text"
        number = 1
        while name in used:
            number += 1
            name = f"{base_name}#{number}"
        names[key] = name
        used.add(name)
    return names


def _context(document: Document, spans: Spans, sentences: list[Sentence], around: int) -> Sentence:
    """Return the stretch of a document that is shown with a mention; it holds all its parts."""
    first, last = spans[0][0], spans[-1][1]
    start, end, index = first, last, 0
    if len(document.text) <= SHORT:
        full_text = whole_sentence(document)
        start, end = min(full_text.start, first), max(full_text.end, last)
    else:
        touched = [at for at, each in enumerate(sentences) if each.start < last and each.end > first]
        if touched:
            index = max(0, touched[0] - around)
            stop = min(len(sentences) - 1, touched[-1] + around)
            start, end = min(sentences[index].start, first), max(sentences[stop].end, last)
    return Sentence("", document.id, index, start, end, document.text[start:end])
