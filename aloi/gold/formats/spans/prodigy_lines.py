"""Prodigy JSON lines: answered tasks with spans, tokens and relations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from aloi.annotation.rows import LabelledSpan, Row, TaggedTokens, plain_attributes
from aloi.annotation.spans import touched, words_between
from aloi.base.terms import Phrase
from aloi.gold.formats.base import Format, part_files
from aloi.gold.formats.losses import SPAN_ANSWERS, UNTEXTED_TOKENS, Loss
from aloi.gold.formats.projects.discontinuous import DOCUMENT_ID, line_files, rows_of_project, separate_parts
from aloi.gold.formats.projects.model import ProjectOptions
from aloi.gold.formats.projects.prodigy import SPANS, Prodigy
from aloi.gold.formats.source_ids import SOURCE_FIELD
from aloi.gold.model import Release

_COLOUR = "#d9fbad"


class ProdigyLines(Format):
    """`<part>.jsonl`: an accepted task a line, as `prodigy db-in` imports it.

    See prodi.gy/docs/api-interfaces. Tokens are cut where spans begin and end. Each part of a discontinuous
    span is a span; relations of the type `next-part-of-span` tie the parts. A span has its `attributes` and
    an `id`, which Prodigy keeps.
    """

    name: ClassVar[str] = "prodigy"
    title: ClassVar[str] = Phrase("format-prodigy-lines", "spans and relations for Prodigy (JSON lines)")
    extensions: ClassVar[tuple[str, ...]] = (".jsonl",)
    row_kinds: ClassVar[tuple[type, ...]] = (TaggedTokens,)
    lost_fields: ClassVar[tuple[str, ...]] = ()
    lost: ClassVar[tuple[Loss, ...]] = (UNTEXTED_TOKENS, SPAN_ANSWERS)

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return a file a part, rows by id.

        Raises
        ------
        AloiError
            A text of white space alone, or a relation of the type of ties.
        """
        return line_files(rows, release, _task)

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the scale is that of other rows."""
        del scale
        return {
            path.stem: rows_of_project(Prodigy().read(path, ProjectOptions()), SPANS)
            for path in part_files(folder, ".jsonl")
        }


def _task(row: TaggedTokens, its_source_id: str) -> dict[str, Any]:
    parts, relations = separate_parts(row)
    words = words_between(row.text, parts)
    tokens = [
        {"text": row.text[start:end], "start": start, "end": end, "id": at, "ws": space}
        for at, (start, end, space) in enumerate(words)
    ]
    places = [(start, end) for start, end, _ in words]
    spans = [_span(at, span, row.text, places) for at, span in enumerate(parts)]
    arcs = [
        {"head": spans[each.head]["token_start"], "child": spans[each.tail]["token_start"],
         "head_span": _end(spans[each.head]), "child_span": _end(spans[each.tail]),
         "label": each.type, "color": _COLOUR}
        for each in relations
    ]  # fmt: skip
    facts = {DOCUMENT_ID: row.document_id, SOURCE_FIELD: its_source_id}
    return {
        "id": row.id,
        "text": row.text,
        "tokens": tokens,
        SPANS: spans,
        "relations": arcs,
        "meta": {name: value for name, value in facts.items() if value},
        "_view_id": "relations" if relations else "spans_manual",
        "answer": "accept",
    }


def _span(number: int, span: LabelledSpan, text: str, places: Sequence[tuple[int, int]]) -> dict[str, Any]:
    [(start, end)] = span.parts
    tokens = touched(places, (start, end))
    attributes = {"attributes": plain_attributes(span.attributes)} if span.attributes else {}
    return {
        "id": number, "start": start, "end": end, "token_start": tokens[0], "token_end": tokens[-1],
        "label": span.label, "text": text[start:end], **attributes,
    }  # fmt: skip


def _end(span: Mapping[str, Any]) -> dict[str, Any]:
    return {name: span[name] for name in ("id", "start", "end", "token_start", "token_end", "label")}
