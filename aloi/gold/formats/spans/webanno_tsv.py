"""WebAnno TSV 3.3 of INCEpTION: a file a text, a token a line; see the appendix of its guide."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import ClassVar
from urllib.parse import unquote

from aloi.annotation.rows import LabelledRelation, Row, TaggedTokens
from aloi.annotation.spans import touched, utf16_offsets, with_text, words_between
from aloi.base.terms import Phrase
from aloi.gold.formats.base import Format, R, only
from aloi.gold.formats.losses import LOST_DOCUMENTS, SPAN_ANSWERS, UNTEXTED_TOKENS, Loss, of_spans
from aloi.gold.formats.projects.discontinuous import separate_parts
from aloi.gold.formats.projects.inception.feature_names import (
    LABEL,
    LAYER,
    RELATION_LAYER,
    encoded_name,
)
from aloi.gold.formats.projects.inception.layer_file import LAYERS, layer_file
from aloi.gold.formats.projects.inception.project import read_row
from aloi.gold.formats.projects.inception.uima_cas import MarkedFile
from aloi.gold.formats.projects.inception.webanno_tsv import TSV_HEAD, TsvFile
from aloi.gold.formats.source_files import contents
from aloi.gold.formats.span_schema import SpanSchema
from aloi.gold.formats.spans.brat import file_name
from aloi.gold.model import Release

SUFFIX = ".tsv"
_RESERVED = re.compile(r"->|[\\\[\]|_;*]")  # of values; a backslash stands before them
_LINE_SIGNS = {"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"}
_SIGNS = re.compile(r"[\\\t\n\r]")
_LINE = re.compile(r"[^\n]+")


class WebAnnoTsvFiles(Format):
    """`<part>/<id>.tsv` and `layers.json`: layers `webanno.custom.Span` and `webanno.custom.Relation`.

    The feature `label` is the label of a span; each attribute is a feature. Names that are no identifiers are
    encoded as in XML names (`n-1`: `n_x002D_1`). Each part of a discontinuous span is a span; relations of
    the type `next-part-of-span` tie the parts. Offsets count UTF-16 units, and lines are sentences.
    """

    name: ClassVar[str] = "webanno_tsv"
    title: ClassVar[str] = Phrase("format-webanno-tsv", "spans and relations for INCEpTION (WebAnno TSV 3.3)")
    extensions: ClassVar[tuple[str, ...]] = (SUFFIX,)
    row_kinds: ClassVar[tuple[type, ...]] = (TaggedTokens,)
    lost_fields: ClassVar[tuple[str, ...]] = ("document_id", "spans.attributes")
    lost: ClassVar[tuple[Loss, ...]] = (
        Loss(
            Phrase("loss-further-values", "values of an attribute of a span after the first"),
            of_spans(
                lambda row: sum(len(values) - 1 for span in row.spans for _, values in span.attributes)
            ),
        ),
        LOST_DOCUMENTS,
        UNTEXTED_TOKENS,
        SPAN_ANSWERS,
    )  # fmt: skip

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return a file a row, all with the same layers, and the file of these layers.

        Raises
        ------
        AloiError
            A text of white space alone, or a relation of the type of ties.
        """
        texts = {part: [*map(with_text, only(TaggedTokens, each))] for part, each in rows.items()}
        schema = SpanSchema.of_release(release, texts)
        names = [each.name for each in schema.attributes]
        features = "|".join((LABEL, *map(encoded_name, names)))
        head = (
            f"{TSV_HEAD}.3\n#T_SP={LAYER}|{features}\n#T_RL={RELATION_LAYER}|{LABEL}|BT_{LAYER}\n\n"
        )  # fmt: skip
        files = {
            f"{part}/{file_name(row.id)}{SUFFIX}": head + "".join(_Tokens(row, names).lines())
            for part, part_rows in texts.items()
            for row in part_rows
        }
        return {**files, LAYERS: layer_file(schema, lists=False)}

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the scale is that of other rows."""
        del scale
        files = contents(folder, (SUFFIX,))
        return rows_by_folder([TsvFile(name, text).read() for name, text in files.items()])

    def restored(self, row: R) -> R:
        """Return a row without document, with the first value of each attribute."""
        blank = super().restored(row)
        if not isinstance(blank, TaggedTokens):
            return blank
        spans = [
            replace(span, attributes=tuple((name, values[:1]) for name, values in span.attributes))
            for span in blank.spans
        ]
        return replace(blank, spans=tuple(spans))


def rows_by_folder(files: Sequence[MarkedFile]) -> dict[str, tuple[Row, ...]]:
    """Return the rows of files of ours, by id, of each folder."""
    rows: dict[str, list[TaggedTokens]] = defaultdict(list)
    for file in files:
        path = PurePosixPath(file.name)
        rows[path.parent.name].append(read_row(file, unquote(path.stem)))
    return {part: tuple(sorted(listed, key=lambda row: row.id)) for part, listed in rows.items()}


class _Tokens:
    """The tokens of a text with the spans and relations at each, on their way to lines."""

    def __init__(self, row: TaggedTokens, attributes: Sequence[str]) -> None:
        self._text, self._attributes = row.text, attributes
        self._spans, self._relations = separate_parts(row)
        words = words_between(row.text, self._spans)
        edges = {*(span.parts[0][0] for span in self._spans)}, {*(span.parts[0][1] for span in self._spans)}
        # White space makes tokens only if a span begins or ends with it.
        self._has_blank = any(
            (start in edges[0] or end in edges[1]) and not row.text[start:end].strip()
            for start, end, _ in words
        )
        self._places = [
            (start, end) for start, end, _ in words if self._has_blank or row.text[start:end].strip()
        ]
        self._tokens = [touched(self._places, span.parts[0]) for span in self._spans]
        self._at: dict[int, list[int]] = defaultdict(list)
        for number, tokens in enumerate(self._tokens):
            for token in tokens:
                self._at[token].append(number)
        self._to: dict[int, list[LabelledRelation]] = defaultdict(list)
        for relation in self._relations:
            self._to[self._tokens[relation.tail][0]].append(relation)

    def lines(self) -> Iterator[str]:
        """Yield the lines of each sentence."""
        units = utf16_offsets(self._text)
        sentences = self._sentences()
        ends = [end for _, end in sentences]
        counts: Counter[int] = Counter()
        names = []
        for start, _ in self._places:
            sentence = bisect_right(ends, start)
            counts[sentence] += 1
            names.append(f"{sentence + 1}-{counts[sentence]}")
        for token, (start, end) in enumerate(self._places):
            if names[token].endswith("-1"):
                yield f"\n#Text={_escaped(self._text[slice(*sentences[bisect_right(ends, start)])])}\n"
            offsets = f"{units[start]}-{units[end]}"
            cells = (*self._features(token), *self._ends(token, names))
            yield "\t".join((names[token], offsets, _escaped(self._text[start:end]), *cells)) + "\t\n"

    def _sentences(self) -> list[tuple[int, int]]:
        """Return the lines with words, each with the blank ones after it; the first one begins the text.

        Between two of them are line feeds alone, which no file has.
        """
        starts = [line.start() for line in _LINE.finditer(self._text) if line[0].strip()]
        if self._has_blank:
            starts = starts[:1]
        ends = [len(self._text[:start].rstrip("\n")) for start in starts[1:]]
        return [*zip([0, *starts[1:]], [*ends, len(self._text)], strict=True)]

    def _features(self, token: int) -> Iterator[str]:
        """Yield the cell of each feature of spans."""
        for name in (None, *self._attributes):
            values = []
            for number in self._at[token]:
                span = self._spans[number]
                value = span.label if name is None else next(iter(dict(span.attributes).get(name, ())), "")
                values.append(
                    (_value(value) or "*") + (f"[{number + 1}]" if self._is_numbered(number) else "")
                )
            yield "|".join(values) or "_"

    def _ends(self, token: int, names: Sequence[str]) -> Iterator[str]:
        """Yield the types of the relations that end at a token, and where they begin."""
        yield "|".join(_value(each.type) for each in self._to[token]) or "_"
        ends = []
        for each in self._to[token]:
            numbers = [at + 1 if self._is_numbered(at) else 0 for at in (each.head, each.tail)]
            number = f"[{numbers[0]}_{numbers[1]}]" if any(numbers) else ""
            ends.append(names[self._tokens[each.head][0]] + number)
        yield "|".join(ends) or "_"

    def _is_numbered(self, number: int) -> bool:
        """Return whether a span needs a number: it has several tokens, or shares one."""
        tokens = self._tokens[number]
        return len(tokens) > 1 or len(self._at[tokens[0]]) > 1


def _escaped(text: str) -> str:
    return _SIGNS.sub(lambda match: _LINE_SIGNS[match[0]], text)


def _value(value: str) -> str:
    escaped = _RESERVED.sub(lambda match: f"\\{match[0]}", value)
    return re.sub(r"[\t\n\r]", lambda match: _LINE_SIGNS[match[0]], escaped)
