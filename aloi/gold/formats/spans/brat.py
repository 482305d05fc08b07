"""Brat folders of spans: a text and its `.ann` file a row, discontinuous and nested spans kept."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import ClassVar
from urllib.parse import quote, unquote

from aloi.annotation.rows import LabelledSpan, Row, TaggedTokens
from aloi.annotation.spans import LINE_ENDS, in_order, merge_parts, spans_of_tags, tokens_and_tags
from aloi.annotation.tag_schemes import Scheme
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.gold.formats.base import Format, only
from aloi.gold.formats.brat_files import NO_ANN, BratFile, read_brat_files
from aloi.gold.formats.losses import UNTEXTED_TOKENS, Loss, answers, rows_with
from aloi.gold.formats.mention_offsets import are_inside, has_words
from aloi.gold.formats.mentions.files import group_and_concept
from aloi.gold.formats.offset_resolution import OTHER_WORDS
from aloi.gold.formats.source_files import Note, Notebook, Spans
from aloi.gold.model import Release

OUTSIDE_TEXT = "spans outside their text, excluded"
ZERO_WIDTH = "spans of no character (zero width), excluded"
DOUBLE = "spans given twice (one place, several concepts), kept once"
NOTES = "notes of annotators on spans, excluded"
CONCEPTS = "concepts of spans (normalisations), excluded"
_ALL = "all"  # the split of files in no folder
_CONF = "annotation.conf"
_LINE = re.compile(f"[^{LINE_ENDS}]+")
_LABEL = re.compile(r"[^\s;|]+")


@dataclass(frozen=True, slots=True)
class SpanRows:
    """Rows of each part of a source, what a person should know about them, and the scheme of their tags."""

    parts: dict[str, tuple[TaggedTokens, ...]]
    notes: tuple[Note, ...]
    scheme: Scheme | None = None

    @property
    def rows(self) -> tuple[TaggedTokens, ...]:
        """The rows of all parts."""
        return tuple(row for rows in self.parts.values() for row in rows)


class Brat(Format):
    """`<part>/<id>.txt` with its `.ann`, places in code points, and `annotation.conf`."""

    name: ClassVar[str] = "brat"
    title: ClassVar[str] = "spans as brat standoff files"
    extensions: ClassVar[tuple[str, ...]] = (".ann",)
    row_kinds: ClassVar[tuple[type, ...]] = (TaggedTokens,)
    lost_fields: ClassVar[tuple[str, ...]] = ("document_id",)
    lost: ClassVar[tuple[Loss, ...]] = (
        Loss("the document each text was taken from", rows_with("document_id")),
        UNTEXTED_TOKENS,
        answers("annotations, support and spread behind each span"),
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return the two files of each row by `<part>/<id>`, and the configuration.

        Raises
        ------
        AloiError
            A label that a line cannot carry: with white space, `;` or `|`.
        """
        del release  # the rows say it all
        files: dict[str, str] = {}
        labels: set[str] = set()
        for part, part_rows in rows.items():
            for row in only(TaggedTokens, part_rows):
                text, spans = (row.text, row.spans) if row.text else spans_of_tags(row.tokens, row.tags)
                labels |= {span.label for span in spans}
                stem = f"{part}/{_file_name(row.id)}"
                files[f"{stem}.txt"] = text
                files[f"{stem}.ann"] = "".join(
                    _line(number, span, text) for number, span in enumerate(in_order(spans), start=1)
                )
        wrong = next((label for label in sorted(labels) if not _LABEL.fullmatch(label)), None)
        if wrong is not None:
            raise AloiError(
                "aloi.value",
                name=Term("label-of-a-span"),
                value=repr(wrong),
                expected=Term("label-without-space"),
                todo=Term("other-format"),
            )
        return {**files, _CONF: _configuration(labels)}

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the scale is that of other rows.

        Raises
        ------
        AloiError
            No `.ann` file, a line that cannot be read, a span outside its text or with other words.
        """
        del scale
        source = read_brat_rows(folder)
        odd = [one for one in source.notes if one.description not in (NOTES, CONCEPTS, NO_ANN)]
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
    parts: dict[str, list[TaggedTokens]] = {}
    for file in read_brat_files(path, notebook):
        if file.text is not None:
            document_path = PurePosixPath(file.document)
            parts.setdefault(document_path.parts[0] if len(document_path.parts) > 1 else _ALL, []).append(
                _row(file, file.text, notebook)
            )
    return SpanRows({part: tuple(rows) for part, rows in parts.items()}, notebook.notes())


def label_name(written: str) -> str:
    """Return a label as files and schemas can carry it: `_` for what is no letter, digit or -."""
    return re.sub(r"[^\w-]+", "_", written.strip())


def misfit(text: str, spans: Spans, words: str) -> str:
    """Return why spans cannot be those of words in a text, as notes say it; empty if they can.

    Spans without annotated words need only be inside the text.
    """
    if any(start == end for start, end in spans):
        return ZERO_WIDTH
    if not are_inside(text, spans):
        return OUTSIDE_TEXT
    return OTHER_WORDS if words.strip() and not has_words(text, spans, words) else ""


def _row(brat_file: BratFile, text: str, notebook: Notebook) -> TaggedTokens:
    spans = []
    for name, (kind, places, mention) in brat_file.types.items():
        # If the type is a concept (Mantra GSC), the semantic group is the label.
        label = label_name(group_and_concept(brat_file, name)[0] or kind)
        where = f"{brat_file.document}, {name}"
        if reason := misfit(text, places, mention):
            notebook.add(reason, where)
        else:
            spans.append(LabelledSpan(label, merge_parts(places, text, lines=True)))
    if brat_file.remarks:
        notebook.add(NOTES, brat_file.document, len(brat_file.remarks))
    if brat_file.references:
        notebook.add(CONCEPTS, brat_file.document, sum(map(len, brat_file.references.values())))
    ordered = in_order(spans)
    if double := len(spans) - len(ordered):
        notebook.add(DOUBLE, brat_file.document, double)
    name = unquote(PurePosixPath(brat_file.document).name)
    return TaggedTokens(name, brat_file.document, *tokens_and_tags(text, ordered), text, ordered)


def _file_name(row_id: str) -> str:
    """Return the id of a row as the name of a file, which no system hides: `unquote` gives it back."""
    name = quote(row_id, safe=" ")
    return f"%2E{name[1:]}" if name.startswith(".") else name


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


def _configuration(labels: set[str]) -> str:
    """Return the file without which brat shows no labels; its one relation lets spans overlap."""
    listed = "".join(f"{label}\n" for label in sorted(labels))
    overlap = "<OVERLAP>\tArg1:<ENTITY>, Arg2:<ENTITY>, <OVL-TYPE>:<ANY>\n"
    return f"[entities]\n{listed}\n[relations]\n{overlap}\n[events]\n\n[attributes]\n"
