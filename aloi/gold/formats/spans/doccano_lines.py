"""doccano JSON lines of a project of sequence labelling with relations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from aloi.annotation.rows import Row, TaggedTokens
from aloi.annotation.spans import utf16_offsets
from aloi.base.terms import Phrase
from aloi.gold.formats.base import Format, R, part_files
from aloi.gold.formats.losses import LOST_ATTRIBUTES, SPAN_ANSWERS, UNTEXTED_TOKENS, Loss
from aloi.gold.formats.projects.discontinuous import DOCUMENT_ID, line_files, rows_of_project, separate_parts
from aloi.gold.formats.projects.doccano import SPANS, Doccano
from aloi.gold.formats.projects.model import ProjectOptions
from aloi.gold.formats.source_ids import SOURCE_FIELD
from aloi.gold.model import Release


class DoccanoLines(Format):
    """`<part>.jsonl`: a text a line with `entities` and `relations`, as version 1.5 and later import them.

    Offsets count UTF-16 units, as browsers do. Each part of a discontinuous span is an entity; relations of
    the type `next-part-of-span` tie the parts. `text` of an entity has its words, which doccano ignores.
    """

    name: ClassVar[str] = "doccano"
    title: ClassVar[str] = Phrase("format-doccano-lines", "spans and relations for doccano (JSON lines)")
    extensions: ClassVar[tuple[str, ...]] = (".jsonl",)
    row_kinds: ClassVar[tuple[type, ...]] = (TaggedTokens,)
    lost_fields: ClassVar[tuple[str, ...]] = ("spans.attributes",)
    lost: ClassVar[tuple[Loss, ...]] = (LOST_ATTRIBUTES, UNTEXTED_TOKENS, SPAN_ANSWERS)

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return a file a part, rows by id.

        Raises
        ------
        AloiError
            A text of white space alone, or a relation of the type of ties.
        """
        return line_files(rows, release, _line)

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the scale is that of other rows."""
        del scale
        return {
            path.stem: rows_of_project(Doccano().read(path, ProjectOptions()), SPANS)
            for path in part_files(folder, ".jsonl")
        }

    def restored(self, row: R) -> R:
        """Return a row whose spans have no attributes."""
        if isinstance(row, TaggedTokens):
            return replace(row, spans=tuple(span.bare() for span in row.spans))
        return row


def _line(row: TaggedTokens, its_source_id: str) -> dict[str, Any]:
    parts, relations = separate_parts(row)
    units = utf16_offsets(row.text)
    entities = [
        {"id": at, "label": span.label, "start_offset": units[start], "end_offset": units[end],
         "text": row.text[start:end]}
        for at, span in enumerate(parts)
        for start, end in span.parts
    ]  # fmt: skip
    ends = [
        {"id": at, "from_id": each.head, "to_id": each.tail, "type": each.type}
        for at, each in enumerate(relations)
    ]
    facts = {DOCUMENT_ID: row.document_id, SOURCE_FIELD: its_source_id}
    return {
        "id": row.id,
        "text": row.text,
        SPANS: entities,
        "relations": ends,
        "Comments": [],
        **{name: value for name, value in facts.items() if value},
    }
