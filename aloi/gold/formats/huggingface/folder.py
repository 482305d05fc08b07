"""A Hugging Face dataset folder: Parquet files a part and a card, opened by `datasets.load_dataset`.

Its configs: `gold`, a row for each item; `soft`, the same with the answers as shares; `raw`, a row for each
answer; `documents`, the sources of the texts.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from aloi.annotation.rows import ROW_KINDS, Row, TaggedTokens
from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.base.terms import Phrase, Term
from aloi.corpora.readers import SourceTable, read_table
from aloi.gold.formats.base import Format
from aloi.gold.formats.huggingface.card import card, title_of
from aloi.gold.formats.huggingface.labels import LabelShape
from aloi.gold.formats.huggingface.shapes import RowShape
from aloi.gold.formats.huggingface.tables import (
    KEY,
    RAW,
    SHAPES,
    SOFT,
    PartTable,
    TokenShape,
    documents_parquet,
    gold_columns,
    gold_lines,
    learnt_probabilities,
    raw_lines,
    shape_of,
    soft_lines,
)
from aloi.gold.formats.losses import Loss
from aloi.gold.model import Release
from aloi.gold.releasing.answers import (
    AskedInRounds,
    ReleasedAnswer,
    asked_in,
)
from aloi.gold.releasing.manifest import rows_of
from aloi.gold.releasing.provenance import provenance
from aloi.gold.releasing.release_files import opened

_CARD_FILE = "README.md"
_DOCUMENTS = "documents/documents.parquet"
_REST = "no_part"  # the split of answers to items that are in no split


@dataclass(frozen=True, slots=True)
class Card:
    """The metadata in a Parquet file of a release; None for missing entries."""

    name: str | None = None
    part: str | None = None
    scale: tuple[float, float] | None = None
    labels: tuple[str, ...] | None = None
    kind: str | None = None
    questions: AskedInRounds | None = None


def _earlier_revisions(rows: Mapping[str, Sequence[Row]], release: Release) -> int:
    return len(rows_of(release.manifest, "annotations")) - len(opened(release).answers)


class HuggingFace(Format):
    """The gold, `<part>.parquet`; `soft/`, `raw/` and `documents/`; and the card `README.md`."""

    name: ClassVar[str] = "huggingface"
    title: ClassVar[str] = Phrase(
        "format-hugging-face-dataset", "Hugging Face dataset folder (Parquet and a card)"
    )
    extensions: ClassVar[tuple[str, ...]] = (".parquet",)
    row_kinds: ClassVar[tuple[type, ...]] = ROW_KINDS
    lost_fields: ClassVar[tuple[str, ...]] = ()
    lost: ClassVar[tuple[Loss, ...]] = (
        Loss(
            Phrase("loss-texts-guidelines", "texts of the guidelines"),
            lambda rows, release: len(rows_of(release.manifest, "guidelines")),
        ),
        Loss(
            Phrase("loss-earlier-revisions-answers", "earlier revisions of answers, and reverted ones"),
            _earlier_revisions,
        ),
    )
    keeps_soft_labels: ClassVar[bool] = True

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str | bytes]:
        """Return the Parquet files of each part, rows by id, and the card."""
        ordered = {part: sorted(found, key=lambda one: one.id) for part, found in rows.items()}
        gold = [one for found in ordered.values() for one in found]
        of_kind = [one.row for one in opened(release).answers if isinstance(one.row, TaggedTokens)]
        shape, columns = shape_of([*gold, *of_kind] if isinstance(gold[0], TaggedTokens) else gold), {}
        files: dict[str, str | bytes] = {}
        paths: dict[str, dict[str, str]] = {}
        for config, parts in _tables(ordered, release, shape):
            paths[config] = {
                part: f"{part}.parquet" if config == "gold" else f"{config}/{part}.parquet" for part in parts
            }
            files |= {paths[config][part]: table.parquet() for part, table in parts.items()}
            columns[config] = next(iter(parts.values())).columns
        documents = opened(release).documents
        if documents:
            paths["documents"] = {"documents": _DOCUMENTS}
            files[_DOCUMENTS] = documents_parquet(documents)
        files[_CARD_FILE] = card(ordered, release, shape, paths, columns)
        return files

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the gold rows of each part; `scale` is used only for files without their own."""
        parts: dict[str, tuple[Row, ...]] = {}
        for path in sorted(folder.glob("*.parquet")):
            card = card_of(path)
            table = read_table(path)
            shape = _shape_at(card, table)
            table.require(*shape.columns)
            parts[card.part or path.stem] = tuple(
                shape.row(row.values, f"{path}, row {row.number}", card.scale or scale) for row in table.rows
            )
        if not parts:
            raise AloiError(
                "aloi.no-content",
                path=folder,
                content=Term("no-file-of", suffix=".parquet"),
                expected=Term("one-per-split"),
                todo=Term("export-again"),
            )
        return parts


def card_of(path: Path) -> Card:
    """Return the metadata in a Parquet file; an empty card for a file without any."""
    if path.suffix.lower() != ".parquet":
        return Card()
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        metadata = (pq.read_schema(path).metadata or {}).get(KEY)
        fields = json.loads(metadata) if metadata else {}
        ends = fields.get("scale")
        scale = (float(ends[0]), float(ends[1])) if ends else None
        labels = fields.get("labels")
        label_names = None if labels is None else tuple(labels)
        questions = None if fields.get("asked") is None else from_json(AskedInRounds, fields["asked"])
        return Card(fields.get("name"), fields.get("part"), scale, label_names, fields.get("kind"), questions)
    except (
        pa.ArrowException,
        OSError,
        ValueError,
        AttributeError,
        TypeError,
        KeyError,
        RecursionError,
    ) as error:
        raise AloiError("aloi.unreadable", path=path, format="Parquet", error=error) from error


def _shape_at(card: Card, table: SourceTable) -> RowShape:
    """Return the columns of a file: those of the kind it names, else of the one that its columns show."""
    if card.labels is not None:
        return LabelShape.at(table.columns, card.labels)
    named = next((one for one in SHAPES if one.kind.__name__ == card.kind), None)
    shown = next((one for one in SHAPES if one.mark and one.mark in table.columns), None)
    shape = named or shown or SHAPES[0]
    return TokenShape(marked="relations" in table.columns) if isinstance(shape, TokenShape) else shape


def _tables(
    rows: Mapping[str, Sequence[Row]], release: Release, shape: RowShape
) -> Iterator[tuple[str, dict[str, PartTable]]]:
    """Yield the tables of each config, those of the gold first."""
    answers = opened(release).answers
    by_item: dict[str, list[ReleasedAnswer]] = defaultdict(list)
    for answer in answers:
        by_item[answer.item_id].append(answer)
    yield "gold", _gold(rows, release, shape, by_item)
    yield from _of_annotators(rows, release, shape, answers, by_item)


def _gold(
    rows: Mapping[str, Sequence[Row]],
    release: Release,
    shape: RowShape,
    by_item: Mapping[str, Sequence[ReleasedAnswer]],
) -> dict[str, PartTable]:
    provenance_by_item = provenance(release.manifest, with_answers=False)
    sources = opened(release).sources
    columns, source_columns = gold_columns(shape, sources)
    return {
        part: PartTable(
            title_of(release),
            part,
            shape,
            columns,
            part_rows,
            gold_lines(part_rows, shape, provenance_by_item, by_item, sources, source_columns),
        )
        for part, part_rows in rows.items()
    }


def _of_annotators(
    rows: Mapping[str, Sequence[Row]],
    release: Release,
    shape: RowShape,
    answers: Sequence[ReleasedAnswer],
    by_item: Mapping[str, Sequence[ReleasedAnswer]],
) -> Iterator[tuple[str, dict[str, PartTable]]]:
    """Yield the shares and the answers of each split; answers to items of no split come separately."""
    title, learnt = title_of(release), learnt_probabilities(release.manifest)
    questions = to_json(asked_in(release.manifest))
    columns = {**shape.columns, **SOFT}
    soft = {
        part: PartTable(title, part, shape, columns, part_rows, soft_lines(part_rows, shape, by_item, learnt))
        for part, part_rows in rows.items()
    }
    yield "soft", soft
    answers_by_part = {
        part: [each for one in part_rows for each in by_item.get(one.id, ())]
        for part, part_rows in rows.items()
    }
    placed = {one.id for part_rows in rows.values() for one in part_rows}
    rest = [one for one in answers if one.item_id not in placed]
    if rest:
        answers_by_part[_REST] = rest
    answer_rows = [one.row for one in answers]
    raw_shape = shape_of(answer_rows) if answer_rows else shape
    raw_columns = {**raw_shape.columns, **RAW}
    raw = {
        part: PartTable(
            title,
            part,
            raw_shape,
            raw_columns,
            [one.row for one in part_rows],
            raw_lines(part_rows, raw_shape),
            questions,
        )
        for part, part_rows in answers_by_part.items()
    }
    yield "raw", raw
