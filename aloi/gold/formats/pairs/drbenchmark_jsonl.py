"""The columns DrBenchmark's loader gives CLISTER, one JSON object a line, one file a part."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from aloi.annotation.rows import Row, ScoredPair
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.gold.formats.base import (
    Format,
    json_row,
    only,
    read_text,
    score_in,
    sentence_names,
)
from aloi.gold.formats.losses import Loss, answers, rows_with
from aloi.gold.model import Release

_COLUMNS = ("id", "document_1_id", "document_2_id", "text_1", "text_2", "label")


class DrBenchmarkJsonl(Format):
    """`<part>.jsonl`: id, document_1_id, document_2_id, text_1, text_2, label.

    The document ids name the sentences, as in the `clister` format.
    """

    name: ClassVar[str] = "drbenchmark_jsonl"
    title: ClassVar[str] = Phrase("format-drbenchmark-columns-jsonl", "DrBenchmark columns (JSONL)")
    extensions: ClassVar[tuple[str, ...]] = (".jsonl",)
    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair,)
    lost_fields: ClassVar[tuple[str, ...]] = ("left_id", "right_id", "low", "high")
    lost: ClassVar[tuple[Loss, ...]] = (
        Loss(Phrase("loss-ends-scale", "the ends of the scale"), rows_with("low")),
        answers(
            Phrase(
                "loss-annotations-support-spread-behind", "annotations, support and spread behind each score"
            )
        ),
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return a file a part, its rows by id."""
        names = sentence_names(release.manifest)
        return {
            f"{part}.jsonl": "".join(_line(one, names) + "\n" for one in only(ScoredPair, part_rows))
            for part, part_rows in rows.items()
        }

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part, parts by name; sentence ids are those of the files."""
        parts: dict[str, tuple[Row, ...]] = {}
        for path in sorted(folder.glob("*.jsonl")):
            # A text may contain U+2028 and the like, at which splitlines would cut.
            lines = read_text(path).removesuffix("\n").split("\n")
            parts[path.stem] = tuple(
                _row(line, f"{path}, line {number}", scale) for number, line in enumerate(lines, start=1)
            )
        if not parts:
            raise AloiError(
                "aloi.no-content",
                path=folder,
                content=Term("no-file-of", suffix=".jsonl"),
                expected=Term("one-per-split"),
                todo=Term("export-again"),
            )
        return parts


def _line(pair: ScoredPair, names: Mapping[str, str]) -> str:
    values = (pair.id, names[pair.left_id], names[pair.right_id], pair.left, pair.right, pair.score)
    return json.dumps(dict(zip(_COLUMNS, values, strict=True)), ensure_ascii=False)


def _row(line: str, where: str, scale: tuple[float, float]) -> ScoredPair:
    """Return the row of one line."""
    fields = json_row(line, where, _COLUMNS)
    item_id, left_id, right_id, left, right = (str(fields[name]) for name in _COLUMNS[:-1])
    score = score_in(fields["label"], scale, where)
    return ScoredPair(item_id, left_id, right_id, left, right, score, *scale)
