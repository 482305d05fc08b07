"""STS-B style table: one tab-separated file with the parts in a column."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from aloi.annotation.rows import Row, ScoredPair
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.readers.cells import delimited_line
from aloi.gold.formats.base import PAIR_DOCUMENTS, Format, only, read_text, score_in
from aloi.gold.formats.losses import Loss, answers, rows_with
from aloi.gold.model import Release
from aloi.gold.releasing.provenance import item_documents

_FILE = "sts.tsv"
_COLUMNS = ("split", "id", "score", "sentence1", "sentence2")
_ALL = (*_COLUMNS, *PAIR_DOCUMENTS)


class StsTsv(Format):
    """`sts.tsv`: split, id, score, sentence1, sentence2, and the documents of both sides.

    A field with a tab, quote or line end is quoted. The two columns of documents may be absent.
    """

    name: ClassVar[str] = "sts_tsv"
    title: ClassVar[str] = Phrase("format-sts-b-style", "STS-B style table (TSV)")
    extensions: ClassVar[tuple[str, ...]] = (".tsv",)
    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair,)
    lost_fields: ClassVar[tuple[str, ...]] = ("left_id", "right_id", "low", "high")
    lost: ClassVar[tuple[Loss, ...]] = (
        Loss(Phrase("loss-ids-sentences", "the ids of the sentences"), rows_with("left_id", "right_id")),
        Loss(Phrase("loss-ends-scale", "the ends of the scale"), rows_with("low")),
        answers(
            Phrase(
                "loss-annotations-support-spread-behind", "annotations, support and spread behind each score"
            )
        ),
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return one file: parts in their order, rows by id, scores with every digit."""
        documents = item_documents(release.manifest)
        lines = [delimited_line(_ALL, "\t")]
        for part, part_rows in rows.items():
            for pair in only(ScoredPair, part_rows):
                named = documents.get(pair.id) or ("", "")
                lines.append(delimited_line((part, pair.id, pair.score, pair.left, pair.right, *named), "\t"))
        return {_FILE: "".join(lines)}

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part."""
        path = folder / _FILE
        reader = csv.reader(io.StringIO(read_text(path), newline=""), delimiter="\t", strict=True)
        parts: dict[str, list[Row]] = {}
        try:
            columns = next(reader, [])
            if tuple(columns) not in (_COLUMNS, _ALL):
                raise AloiError(
                    "aloi.value",
                    name=Term("columns-in", path=path),
                    value=columns,
                    expected=Term("columns-tabs", columns=_ALL),
                    todo=Term("correct-or-export"),
                )
            for line in reader:
                where = f"{path}, line {reader.line_num}"
                if len(line) != len(columns):
                    raise AloiError(
                        "aloi.value",
                        name=Term("number-of-fields"),
                        value=len(line),
                        expected=Term("columns-tabs", columns=columns),
                        todo=Term("correct-or-export"),
                    ).at(where)
                part, item_id, score, left, right = line[: len(_COLUMNS)]
                row = ScoredPair(item_id, "", "", left, right, score_in(score, scale, where), *scale)
                parts.setdefault(part, []).append(row)
        except csv.Error as error:
            raise AloiError(
                "aloi.unreadable",
                path=Term("at-line", path=path, number=reader.line_num),
                format="TSV",
                error=error,
                todo=Term("correct-or-export"),
            ) from error
        return {part: tuple(found) for part, found in parts.items()}
