"""The three tables of a release for each part: the gold, what annotators gave as shares, every answer."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from aloi.annotation.rows import LabelledSpan, LabelledText, Row, ScoredPair, Substitutes, TaggedTokens
from aloi.annotation.spans import spans_of_tags
from aloi.annotation.tasks.base import row_as
from aloi.base.records import to_json
from aloi.corpora.identity import canonical_json
from aloi.corpora.model import Json
from aloi.gold.formats.huggingface.labels import LabelShape
from aloi.gold.formats.huggingface.shapes import (
    ENDS,
    MentionShape,
    OperationShape,
    PairShape,
    QuestionShape,
    RowShape,
    SubstituteShape,
)
from aloi.gold.releasing.answers import ReleasedAnswer
from aloi.gold.releasing.manifest import entries, listed, rows_of
from aloi.gold.releasing.provenance import ReleaseProvenance
from aloi.gold.releasing.sources import DocumentSource, RowSource, own_columns

if TYPE_CHECKING:
    import pyarrow as pa


class TokenShape(RowShape):
    """Texts with labelled spans; with attributes of spans and relations, if some row has them.

    Parameters
    ----------
    marked : bool
        Whether some row has attributes or relations: files without them have the columns of before.
    """

    kind = TaggedTokens
    mark = "tags"
    category = "token-classification"

    def __init__(self, *, marked: bool = False) -> None:
        self._marked = marked
        self.columns = {
            "id": "the text",
            "document_id": "the document it was taken from",
            "tokens": "its tokens",
            "tags": "the tag of each token (IOB2)",
            "text": "the text as annotated; empty if only tokens are known",
            "spans": f"its spans, also those that tags cannot express: a label, and parts in {ENDS}",
        }
        if marked:
            self.columns["spans"] += "; attributes, each a name and values"
            self.columns["relations"] = (
                "relations: a type, and the indices of two spans from 0, head and tail"
            )

    @classmethod
    def of(cls, rows: Sequence[Row]) -> TokenShape:
        """Return the columns that contain all of these rows."""
        tagged = [row_as(TaggedTokens, row) for row in rows]
        return cls(marked=any(row.relations or any(span.attributes for span in row.spans) for row in tagged))

    def types(self) -> dict[str, pa.DataType]:
        """Return tokens, tags, spans and relations."""
        import pyarrow as pa

        texts = pa.list_(pa.string())
        spans = pa.list_(pa.struct(list(self.piece_types().items())))
        relation = pa.struct([("type", pa.string()), ("head", pa.int32()), ("tail", pa.int32())])
        relations = {"relations": pa.list_(relation)} if self._marked else {}
        return {"tokens": texts, "tags": texts, "spans": spans, **relations}

    def piece_types(self) -> dict[str, pa.DataType]:
        """Return a span."""
        import pyarrow as pa

        values = pa.struct([("name", pa.string()), ("values", pa.list_(pa.string()))])
        attributes = {"attributes": pa.list_(values)} if self._marked else {}
        return {"label": pa.string(), "parts": pa.list_(pa.list_(pa.int32())), **attributes}

    def pieces(self, row: Row) -> list[dict[str, object]]:
        """Return the spans, those of the tags if only tokens are known."""
        tagged = row_as(TaggedTokens, row)
        spans = tagged.spans if tagged.text else spans_of_tags(tagged.tokens, tagged.tags)[1]
        return [self._piece(span) for span in spans]

    def values(self, row: Row) -> dict[str, object]:
        """Return the cells of a row by column."""
        tagged = row_as(TaggedTokens, row)
        relations = {"relations": [to_json(each) for each in tagged.relations]} if self._marked else {}
        spans = [self._piece(span) for span in tagged.spans]
        return {**to_json(tagged, "spans"), "spans": spans, **relations}

    def row(self, values: Mapping[str, Any], where: str, scale: tuple[float, float]) -> Row:
        """Return the row of a line, or raise AloiError."""
        if not self._marked:
            return super().row(values, where, scale)
        spans = [
            {**span, "attributes": {each["name"]: each["values"] for each in span["attributes"]}}
            for span in values["spans"]
        ]
        return super().row({**values, "spans": spans}, where, scale)

    def _piece(self, span: LabelledSpan) -> dict[str, object]:
        attributes = [{"name": name, "values": [*values]} for name, values in span.attributes]
        return {**to_json(span.bare()), **({"attributes": attributes} if self._marked else {})}


KEY = b"aloi"  # the entry of a Parquet file's metadata with name, split, kind, scale and labels
_AT_ONCE = 10_000  # lines made at once
_FEATURES_KEY = b"huggingface"  # and the one that the datasets library reads
SHAPES: tuple[RowShape, ...] = (
    PairShape(),
    OperationShape(),
    TokenShape(),
    MentionShape(),
    SubstituteShape(),
    QuestionShape(),
)
ORIGIN = {
    "status": "status of the gold: aggregated, adjudicated, single or assumed",
    "miners": "the miners that proposed the item",
    "source_ids": "the ids of the item in its source",
    "documents": "the documents that contain it, as their source names them",
}
ANSWERS = {"answers": "the score of each annotator, by pseudonym"}
SOFT = {
    "votes": "number of annotators whose answers the gold is made of",
    "distribution": "the answers: each part of an answer, its count, and its share",
    "probabilities": "soft labels of a model of annotators: each answer (JSON) and its probability",
}
RAW = {
    "annotator": "the annotator, by pseudonym",
    "round": "the round, from 1",
    "guideline_version": "the version of the guideline for it; empty without one",
    "occasion": "1, or more for a hidden repeat",
    "counts": "whether the gold is made of it",
    "value": "the complete answer (JSON), with details that the columns above cannot express",
    "flag": "whether the annotator flagged the item for review",
    "comment": "the annotator's comment; empty if comments are excluded",
    "seconds": "from showing to answering",
    "created_at": "time (ISO 8601); empty if unknown",
    "texts": "the texts of the item as they were shown",
    "document_ids": "the documents of these texts, as `documents` names them",
}


@dataclass(frozen=True, slots=True)
class PartTable:
    """The rows and the metadata of a Parquet file of a split; `questions` are those of its answers."""

    name: str
    part: str
    shape: RowShape
    columns: Mapping[str, str]
    rows: Sequence[Row]
    lines: Iterable[Mapping[str, object]]
    questions: Mapping[str, Json] | None = None

    def parquet(self) -> bytes:
        """Return the bytes of the file; its metadata has what the columns cannot express."""
        ends = {(one.low, one.high) for one in self.rows if isinstance(one, ScoredPair)}
        label_names = next((one.all_labels for one in self.rows if isinstance(one, LabelledText)), ())
        metadata: dict[str, object] = {
            "name": self.name,
            "part": self.part,
            "kind": self.shape.kind.__name__,
            "scale": list(ends.pop()) if len(ends) == 1 else None,
            **({"labels": [*label_names]} if isinstance(self.shape, LabelShape) else {}),
            **({} if self.questions is None else {"asked": self.questions}),
        }
        more = {}
        features = self.shape.features()
        if features:
            more[_FEATURES_KEY] = json.dumps({"info": {"features": features}}, ensure_ascii=False)
        about = {KEY: json.dumps(metadata, ensure_ascii=False), **more}
        return _bytes(self.lines, {name: _type(name, self.shape) for name in self.columns}, about)


def shape_of(rows: Sequence[Row]) -> RowShape:
    """Return the columns that contain all of these rows, which are of one kind."""
    texts = [one for one in rows if isinstance(one, LabelledText)]
    if texts:
        return LabelShape.of(texts)
    if isinstance(rows[0], TaggedTokens):
        return TokenShape.of(rows)
    return next(one for one in SHAPES if isinstance(rows[0], one.kind))


def gold_columns(shape: RowShape, sources: Mapping[str, RowSource]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the columns of the gold with their content, and the names of columns of the source."""
    columns = {**shape.columns, **ORIGIN, **(ANSWERS if isinstance(shape, PairShape) else {})}
    names = dict.fromkeys(name for one in sources.values() for name in one.columns)
    prefixed = own_columns((f"source_{name}" for name in names), tuple(columns))
    column_names = dict(zip(names, prefixed.values(), strict=True))
    return {
        **columns,
        **{given: f"the column {name!r} of its source" for name, given in column_names.items()},
    }, column_names


def gold_lines(
    rows: Sequence[Row],
    shape: RowShape,
    provenance_by_item: Mapping[str, ReleaseProvenance],
    answers: Mapping[str, Sequence[ReleasedAnswer]],
    sources: Mapping[str, RowSource],
    source_columns: Mapping[str, str],
) -> Iterator[dict[str, object]]:
    """Yield the cells of the gold rows by column; of pairs with the answers of the item's last round."""
    for row in rows:
        provenance, source = (
            provenance_by_item.get(row.id, ReleaseProvenance("", (), {})),
            sources.get(row.id, RowSource()),
        )
        line = {
            **shape.values(row),
            "status": provenance.status,
            "miners": [*provenance.miners],
            "source_ids": [*source.ids],
            "documents": [*source.documents],
            **{first_answers: source.columns.get(name) for name, first_answers in source_columns.items()},
        }
        if isinstance(row, ScoredPair):
            first_answers = [each for each in answers.get(row.id, ()) if each.occasion == 1]
            line["answers"] = [
                {"annotator": each.annotator, "score": each.row.score}
                for each in first_answers
                if each.round == first_answers[-1].round
            ]
        yield line


def soft_lines(
    rows: Sequence[Row],
    shape: RowShape,
    answers: Mapping[str, Sequence[ReleasedAnswer]],
    learnt: Mapping[str, list[Json]],
) -> Iterator[dict[str, object]]:
    """Yield the gold rows with what annotators gave; substitutes as they were counted for the gold."""
    for row in rows:
        answer_rows = [each.row for each in answers.get(row.id, ()) if each.counts]
        votes = row.annotators if isinstance(row, Substitutes) else len(answer_rows)
        counted = _counted_substitutes(row) if isinstance(row, Substitutes) else _counted(answer_rows, shape)
        yield {
            **shape.values(row),
            "votes": votes,
            "distribution": [
                {**piece, "count": n, "share": n / votes if votes else None} for piece, n in counted
            ],
            "probabilities": learnt.get(row.id, []),
        }


def raw_lines(answers: Sequence[ReleasedAnswer], shape: RowShape) -> Iterator[dict[str, object]]:
    """Yield every answer, each with the item it was given to."""
    derived = ("value", "texts", "document_ids")
    copied = [name for name in RAW if name not in derived]
    of = attrgetter(*copied)
    for answer in answers:
        line = shape.values(answer.row)
        line.update(zip(copied, of(answer), strict=True))
        line.update(
            zip(derived, (canonical_json(answer.value), [*answer.texts], [*answer.document_ids]), strict=True)
        )
        yield line


def learnt_probabilities(manifest: Mapping[str, Json]) -> dict[str, list[Json]]:
    """Return the soft labels of each item for which a model of annotators made some."""
    probabilities: dict[str, list[Json]] = {}
    for gold_item in rows_of(entries(manifest, "gold"), "items"):
        if gold_item.get("soft"):
            pairs = [each for each in listed(gold_item, "soft") if isinstance(each, list)]
            probabilities[str(gold_item["item_id"])] = [
                {"answer": canonical_json(value), "probability": share} for value, share in pairs
            ]
    return probabilities


def documents_parquet(documents: Sequence[DocumentSource]) -> bytes:
    """Return the table of documents: our id, the name in the source, and its other columns."""
    more = own_columns(
        (name for document in documents for name in document.metadata), ("document_id", "document")
    )
    lines = [
        {
            "document_id": document.id,
            "document": document.name,
            **{given: document.metadata.get(name) for name, given in more.items()},
        }
        for document in documents
    ]
    import pyarrow as pa

    return _bytes(lines, dict.fromkeys(("document_id", "document", *more.values()), pa.string()), {})


def _counted(answer_rows: Sequence[Row], shape: RowShape) -> list[tuple[dict[str, object], int]]:
    """Return each piece and how many gave it, the most frequent first."""
    pieces: dict[str, dict[str, object]] = {}
    counts: dict[str, int] = {}
    for row in answer_rows:
        for key, piece in {canonical_json(piece): piece for piece in shape.pieces(row)}.items():
            pieces[key] = piece
            counts[key] = counts.get(key, 0) + 1
    return [(pieces[key], counts[key]) for key in sorted(counts, key=lambda key: (-counts[key], key))]


def _counted_substitutes(substitutes: Substitutes) -> list[tuple[dict[str, object], int]]:
    return [({"substitute": word}, count) for word, count in substitutes.counts]


def _type(name: str, shape: RowShape) -> pa.DataType:
    """Return the type of a column; text by default."""
    import pyarrow as pa

    text, integer = pa.string(), pa.int32()
    counted = pa.struct([*shape.piece_types().items(), ("count", integer), ("share", pa.float64())])
    types: dict[str, Any] = {
        **dict.fromkeys(("miners", "source_ids", "documents", "texts", "document_ids"), pa.list_(text)),
        "answers": pa.list_(pa.struct([("annotator", text), ("score", pa.float64())])),
        **dict.fromkeys(("votes", "round", "guideline_version", "occasion"), integer),
        "distribution": pa.list_(counted),
        "probabilities": pa.list_(pa.struct([("answer", text), ("probability", pa.float64())])),
        **dict.fromkeys(("counts", "flag"), pa.bool_()),
        "seconds": pa.float64(),
        **shape.types(),
    }
    return types.get(name, text)


def _bytes(
    lines: Iterable[Mapping[str, object]], types: Mapping[str, pa.DataType], about: Mapping[bytes, str]
) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema, waiting = pa.schema([*types.items()]), iter(lines)
    chunks: list[list[pa.Array]] = [[] for _ in schema]
    while some := [*islice(waiting, _AT_ONCE)]:
        batch = pa.RecordBatch.from_pylist(some, schema=schema)
        for column, batch_column in zip(chunks, batch.columns, strict=True):
            column.append(batch_column)
    columns = []
    for column, field in zip(chunks, schema, strict=True):  # else all lines are in memory twice
        columns.append(pa.chunked_array(column, field.type).combine_chunks())
        column.clear()
    table = pa.Table.from_arrays(columns, schema=schema)
    target = io.BytesIO()
    pq.write_table(table.replace_schema_metadata({**about}), target)
    return target.getvalue()
