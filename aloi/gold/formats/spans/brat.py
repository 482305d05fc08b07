"""Brat folders of spans: a text and its `.ann` file a row, discontinuous and nested spans kept."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import ClassVar
from urllib.parse import quote, unquote

from aloi.annotation.fields import SpanAttribute
from aloi.annotation.rows import LabelledRelation, LabelledSpan, Row, TaggedTokens
from aloi.annotation.spans import LINE_ENDS, merge_parts, tokens_and_tags, with_text
from aloi.annotation.tag_schemes import Scheme
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.gold.formats.base import Format, only
from aloi.gold.formats.brat_files import NO_ANN, BratFile, read_brat_files
from aloi.gold.formats.losses import LOST_DOCUMENTS, SPAN_ANSWERS, UNTEXTED_TOKENS, Loss
from aloi.gold.formats.mention_offsets import are_inside, has_words
from aloi.gold.formats.mentions.files import group_and_concept
from aloi.gold.formats.offset_resolution import OTHER_WORDS
from aloi.gold.formats.source_files import Note, Notebook, Spans, excluded
from aloi.gold.formats.span_names import label_name
from aloi.gold.formats.span_schema import (
    ENDLESS,
    FALSE,
    TRUE,
    SpanSchema,
    attribute,
    merged,
    several,
    with_flags,
)
from aloi.gold.formats.spans.brat_configuration import CONFIGURATION, configuration, read_configuration
from aloi.gold.model import Release

OUTSIDE_TEXT = excluded("spans", Phrase("why-outside-their-text", "outside their text"))
ZERO_WIDTH = excluded("spans", Phrase("why-no-character-zero", "of no character (zero width)"))
NOTES = Phrase("import-notes-of-annotators", "notes of annotators on spans, read as comments on their texts")
CODES = excluded("notes", Phrase("why-name-concepts", "that name concepts of spans"))
OTHER_ATTRIBUTES = excluded("attributes", Phrase("why-of-other-ends", "of relations and of excluded spans"))
OTHER_TYPE = Phrase(
    "import-events-other-type", "events of another type than their trigger, read as their trigger"
)
AMBIGUOUS = excluded(
    "relations",
    Phrase("why-shared-trigger", "and roles of events that share their trigger with another event"),
)
CONCEPTS = excluded("concepts", Phrase("why-spans-normalisations", "of spans (normalisations)"))
_ALL = "all"  # the split of files in no folder
_LINE = re.compile(f"[^{LINE_ENDS}]+")
_LABEL = re.compile(r"[^\s;|]+")
_VALUE = re.compile(r"[^\s|,]+")


@dataclass(frozen=True, slots=True)
class SpanRows:
    """Rows of each part of a source, what a person should know about them, and the scheme of their tags.

    `schema` is what the source lists, and `comments` are those of annotators by the document of the row.
    """

    parts: dict[str, tuple[TaggedTokens, ...]]
    notes: tuple[Note, ...]
    scheme: Scheme | None = None
    schema: SpanSchema = field(default_factory=SpanSchema)
    comments: Mapping[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> tuple[TaggedTokens, ...]:
        """The rows of all parts."""
        return tuple(row for rows in self.parts.values() for row in rows)


class Brat(Format):
    """`<part>/<id>.txt` with its `.ann`, places in code points, and `annotation.conf`.

    An attribute of several values has a line for each. Relations are `R` lines.
    """

    name: ClassVar[str] = "brat"
    title: ClassVar[str] = Phrase("format-spans-brat-standoff", "spans as brat standoff files")
    extensions: ClassVar[tuple[str, ...]] = (".ann",)
    row_kinds: ClassVar[tuple[type, ...]] = (TaggedTokens,)
    lost_fields: ClassVar[tuple[str, ...]] = ("document_id",)
    lost: ClassVar[tuple[Loss, ...]] = (
        LOST_DOCUMENTS,
        UNTEXTED_TOKENS,
        SPAN_ANSWERS,
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return the two files of each row by `<part>/<id>`, and the configuration.

        Raises
        ------
        AloiError
            A label that a line cannot carry: with white space, `;` or `|`.
        """
        texts = {
            part: [with_text(row) for row in only(TaggedTokens, part_rows)]
            for part, part_rows in rows.items()
        }
        files: dict[str, str] = {}
        for part, part_rows in texts.items():
            for row in part_rows:
                stem = f"{part}/{file_name(row.id)}"
                files[f"{stem}.txt"] = row.text
                files[f"{stem}.ann"] = "".join(_lines(row))
        schema = SpanSchema.of_release(release, texts)
        _check_names(schema)
        return {**files, CONFIGURATION: configuration(schema)}

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the scale is that of other rows.

        Raises
        ------
        AloiError
            No `.ann` file, a line that cannot be read, a span outside its text or with other words.
        """
        del scale
        source = read_brat_rows(folder)
        odd = [one for one in source.notes if one.description not in (NOTES, CODES, CONCEPTS, NO_ANN)]
        if odd:
            note = odd[0]
            raise AloiError(
                "gold.brat-first", folder=folder, note=note.description, count=note.count, first=note.first
            )
        return {part: tuple(rows) for part, rows in source.parts.items()}


def read_brat_rows(path: Path) -> SpanRows:
    """Return the rows of brat files: a folder, a .zip or one `.ann` file; what is odd is counted, not fatal.

    Files in a subfolder are a split with its name, others the split `all`. The name of a row is that of its
    file; its document is the path of the file. Spans outside the text are excluded.
    """
    notebook = Notebook()
    declared = read_configuration(path)
    parts: dict[str, list[TaggedTokens]] = {}
    comments: dict[str, str] = {}
    files = [file for file in read_brat_files(path, notebook) if file.text is not None]
    flags = _flags(files, declared)
    for file in files:
        document_path = PurePosixPath(file.document)
        row = _row(file, file.text or "", notebook)
        parts.setdefault(document_path.parts[0] if len(document_path.parts) > 1 else _ALL, []).append(
            with_flags(row, flags, notebook, file.document) if flags else row
        )
        if comment := _comment(file, notebook):
            comments[file.document] = comment
    read = {part: tuple(rows) for part, rows in parts.items()}
    schema = declared.joined(SpanSchema(attributes=tuple(flags)))
    return SpanRows(read, notebook.notes(), None, schema, comments)


def misfit(text: str, spans: Spans, words: str) -> Phrase | None:
    """Return why spans cannot be those of words in a text, as notes say it; None if they can.

    Spans without annotated words need only be inside the text.
    """
    if any(start == end for start, end in spans):
        return ZERO_WIDTH
    if not are_inside(text, spans):
        return OUTSIDE_TEXT
    return OTHER_WORDS if words.strip() and not has_words(text, spans, words) else None


def _row(brat_file: BratFile, text: str, notebook: Notebook) -> TaggedTokens:
    document = brat_file.document
    attributes: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for target, name, value in brat_file.attributes:
        span = brat_file.events[target].trigger if target in brat_file.events else target
        if span in brat_file.types:
            attributes[span].append((label_name(name), value or TRUE))
        else:
            notebook.add(OTHER_ATTRIBUTES, document)
    spans: list[LabelledSpan | None] = []
    for name, (kind, places, mention) in brat_file.types.items():
        # If the type is a concept (Mantra GSC), the semantic group is the label.
        label = label_name(group_and_concept(brat_file, name)[0] or kind)
        reason = misfit(text, places, mention)
        if reason:
            notebook.add(reason, f"{document}, {name}")
        parts = merge_parts(places, text, lines=True)
        spans.append(None if reason else LabelledSpan(label, parts, several(attributes[name])))
    if brat_file.references:
        notebook.add(CONCEPTS, document, sum(map(len, brat_file.references.values())))
    ordered, relations = merged(spans, _relations(brat_file, notebook), notebook, document)
    name = unquote(PurePosixPath(document).name)
    return TaggedTokens(name, document, *tokens_and_tags(text, ordered), text, ordered, relations)


def _relations(brat_file: BratFile, notebook: Notebook) -> list[LabelledRelation]:
    """Return relations, and events as relations from their trigger to their arguments.

    An event is its trigger, unless several events have the same one: then its roles and relations are
    counted, as the trigger does not say whose they are.
    """
    triggers = Counter(event.trigger for event in brat_file.events.values())
    index = {name: at for at, name in enumerate(brat_file.types)}
    links = [(link.type, link.head, link.tail) for link in brat_file.links]
    links += [
        (role, id_, target) for id_, event in brat_file.events.items() for role, target in event.arguments
    ]
    for event in brat_file.events.values():
        if brat_file.types.get(event.trigger, (event.type,))[0] != event.type:
            notebook.add(OTHER_TYPE, brat_file.document)
    relations = []
    for type_, *ends in links:
        events = [brat_file.events[end] for end in ends if end in brat_file.events]
        spans = [brat_file.events[end].trigger if end in brat_file.events else end for end in ends]
        if any(triggers[event.trigger] > 1 for event in events):
            notebook.add(AMBIGUOUS, brat_file.document)
        elif not {*spans} <= index.keys():
            notebook.add(ENDLESS, brat_file.document)
        else:
            relations.append(LabelledRelation(label_name(type_), *(index[span] for span in spans)))
    return relations


def _flags(files: Sequence[BratFile], declared: SpanSchema) -> list[SpanAttribute]:
    """Return the attributes without values; one that is not listed is of the labels that have it."""
    valued = {name for file in files for _, name, value in file.attributes if value}
    labels: dict[str, set[str]] = defaultdict(set)
    for file in files:
        for target, name, _ in file.attributes:
            span = file.events[target].trigger if target in file.events else target
            if span in file.types:
                labels[name].add(label_name(group_and_concept(file, span)[0] or file.types[span][0]))
    listed = {each.name: each for each in declared.attributes if each.default == FALSE}
    unlisted = {
        name: listed.get(name) or attribute(name, (TRUE, FALSE), sorted(its_labels), default=FALSE)
        for name, its_labels in labels.items()
        if name not in valued
    }
    return [replace(each, name=label_name(each.name)) for each in {**listed, **unlisted}.values()]


def _comment(brat_file: BratFile, notebook: Notebook) -> str:
    """Return the notes on spans, each with the words of its span; notes that name a concept are counted."""
    comments = []
    for name, remark in brat_file.remarks.items():
        coded = (
            name not in brat_file.references
            and name in brat_file.types
            and group_and_concept(brat_file, name)[1]
        )
        if name not in brat_file.types or coded:
            notebook.add(CODES, brat_file.document)
        else:
            notebook.add(NOTES, brat_file.document)
            comments.append(f"{brat_file.types[name][2]}: {remark}")
    return "\n".join(comments)


def _check_names(schema: SpanSchema) -> None:
    """Raise AloiError for a name that brat's lines cannot carry."""
    labels = [*schema.labels, *(each.name for each in schema.attributes)]
    labels += [each.name for each in schema.relations]
    wrong = next((label for label in sorted(labels) if not _LABEL.fullmatch(label)), None)
    values = [value.name for each in schema.attributes for value in each.values]
    wrong_value = next((value for value in values if not _VALUE.fullmatch(value)), None)
    if wrong is not None or wrong_value is not None:
        raise AloiError(
            "aloi.value",
            name=Term("label-of-a-span" if wrong is not None else "value-of-attribute"),
            value=repr(wrong if wrong is not None else wrong_value),
            expected=Term("label-without-space"),
            todo=Term("other-format"),
        )


def file_name(row_id: str) -> str:
    """Return the id of a row as the name of a file, which no system hides: `unquote` gives it back."""
    name = quote(row_id, safe=" ")
    return f"%2E{name[1:]}" if name.startswith(".") else name


def _lines(row: TaggedTokens) -> Iterator[str]:
    """Yield the spans, their attributes, and the relations of a row."""
    for number, span in enumerate(row.spans, start=1):
        yield _line(number, span, row.text)
    pairs = [
        (number, name, value)
        for number, span in enumerate(row.spans, start=1)
        for name, values in span.attributes
        for value in values
    ]
    for at, (number, name, value) in enumerate(pairs, start=1):
        yield f"A{at}\t{name} T{number} {value}\n"
    for at, relation in enumerate(row.relations, start=1):
        yield f"R{at}\t{relation.type} Arg1:T{relation.head + 1} Arg2:T{relation.tail + 1}\n"


def _line(number: int, span: LabelledSpan, text: str) -> str:
    # Brat shows a line at a time: a span across the end of a line is written in fragments.
    lines = [
        (start + line.start(), start + line.end())
        for start, end in span.parts
        for line in _LINE.finditer(text[start:end])
    ]
    places = ";".join(f"{start} {end}" for start, end in lines)
    # Brat drops a line whose words are not the very characters of the text, no-break spaces included.
    words = " ".join(text[start:end] for start, end in lines)
    return f"T{number}\t{span.label} {places}\t{words}\n"
