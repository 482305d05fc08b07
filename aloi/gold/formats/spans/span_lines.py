"""Texts with spans as JSON lines: `{"id", "text", "spans", "relations"}`, spans as answers have them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aloi.annotation.rows import TaggedTokens
from aloi.annotation.spans import tokens_and_tags
from aloi.annotation.tasks.spans.values import relations_of, spans_of
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.gold.formats.projects.records import records_of
from aloi.gold.formats.source_files import Notebook
from aloi.gold.formats.span_schema import merged
from aloi.gold.formats.spans.brat import SpanRows

_PART = "all"


def read_span_lines(path: Path) -> SpanRows:
    """Return the texts of a file of JSON lines with their spans and relations.

    A span is `{"label", "parts": [[start, end], ...], "attributes": {...}}`, or has `start` and `end` instead
    of parts. A relation is `{"type", "from", "to"}`: the ids of two spans. A line may name its
    `document` or `document_id`.

    Raises
    ------
    AloiError
        A line that is no JSON, a span outside its text, or a relation of an unknown span.
    """
    notebook = Notebook()
    rows = []
    for records in records_of(path).values():
        for number, record in enumerate(records, start=1):
            text = record.text("text")
            listed = [{**span.values, "parts": _parts(span.values)} for span in record.records("spans")]
            relations = [dict(each.values) for each in record.records("relations")]
            value: dict[str, Json] = {"spans": [*listed], "relations": [*relations]}
            spans, ends = spans_of(value), relations_of(value)
            sound = all(0 <= start < end <= len(text) for span in spans for start, end in span.parts)
            if len(spans) < len(listed) or len(ends) < len(relations) or not sound:
                raise AloiError(
                    "aloi.value",
                    name=Term("a-span"),
                    value=Term("offsets"),
                    expected=Term("parts-on-units", unit="characters", length=len(text)),
                    todo=Term("correct-or-export"),
                ).at(record.where)
            name = record.text("id", "") or f"{number}"
            document = record.text("document", "") or record.text("document_id", "") or name
            ordered, between = merged(spans, ends, notebook, record.where)
            rows.append(TaggedTokens(name, document, *tokens_and_tags(text, ordered), text, ordered, between))
    return SpanRows({_PART: tuple(rows)}, notebook.notes())


def _parts(span: Mapping[str, Any]) -> Any:
    return span["parts"] if "parts" in span else [[span.get("start"), span.get("end")]]
