"""The three tables of a release for each part: the gold, what annotators gave as shares, every answer."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from aloi.annotation.rows import LabelledText, Row, ScoredPair, Substitutes
from aloi.corpora.identity import canonical_json
from aloi.corpora.model import Json
from aloi.gold.formats.huggingface.labels import LabelShape
from aloi.gold.formats.huggingface.shapes import (
    MentionShape,
    OperationShape,
    PairShape,
    QuestionShape,
    RowShape,
    SubstituteShape,
)
from aloi.gold.formats.huggingface.tokens import TokenShape
from aloi.gold.releasing.answers import ReleasedAnswer
from aloi.gold.releasing.manifest import entries, listed, rows_of
from aloi.gold.releasing.provenance import ReleaseProvenance
from aloi.gold.releasing.sources import DocumentSource, RowSource, own_columns

if TYPE_CHECKING:
    import pyarrow as pa

KEY = b"aloi"  # the entry of a Parquet file's own metadata that tells name, part, kind, scale and labels
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
    "status": "how the gold came about: aggregated, adjudicated, single or assumed",
    "miners": "the miners that proposed the item",
    "source_ids": "the ids the item had where it came from",
    "documents": "the documents it stands in, as their source names them",
}
ANSWERS = {"answers": "the score of each annotator, by pseudonym"}
SOFT = {
    "votes": "how many annotators the gold stands on",
    "distribution": "what they gave: each piece of an answer, how many gave it, and their share",
    "probabilities": "where a model of annotators made the gold: each answer (JSON) and its probability",
}
RAW = {
    "annotator": "who answered, by pseudonym",
    "round": "the round, from 1",
    "guideline_version": "the version of the guideline it was given under; empty without any",
    "occasion": "1, or more for a hidden repeat",
    "counts": "whether the gold is made of it",
    "value": "the whole answer (JSON), also what the columns above cannot say",
    "flag": "whether the annotator wanted the item looked at",
    "comment": "what the annotator wrote beside it; empty where comments were left out",
    "seconds": "from showing to answering",
    "created_at": "when (ISO 8601); empty where it is not known",
    "texts": "the texts of the item as they were shown",
    "document_ids": "the documents of these texts, as `documents` names them",
}


@dataclass(frozen=True, slots=True)
class PartTable:
    """What a Parquet file of a part holds, and what it tells of itself; of answers, what was `asked`."""

    name: str
    part: str
    shape: RowShape
    columns: Mapping[str, str]
    rows: Sequence[Row]
    lines: Iterable[Mapping[str, object]]
    asked: Mapping[str, Json] | None = None

    def parquet(self) -> bytes:
        """Return the bytes of the file; its metadata tells what the columns cannot."""
        ends = {(one.low, one.high) for one in self.rows if isinstance(one, ScoredPair)}
        known = next((one.all_labels for one in self.rows if isinstance(one, LabelledText)), ())
        told: dict[str, object] = {
            "name": self.name,
            "part": self.part,
            "kind": self.shape.kind.__name__,
            "scale": list(ends.pop()) if len(ends) == 1 else None,
            **({"labels": [*known]} if isinstance(self.shape, LabelShape) else {}),
            **({} if self.asked is None else {"asked": self.asked}),
        }
        more = {}
        features = self.shape.features()
        if features:
            more[_FEATURES_KEY] = json.dumps({"info": {"features": features}}, ensure_ascii=False)
        about = {KEY: json.dumps(told, ensure_ascii=False), **more}
        return _bytes(self.lines, {name: _type(name, self.shape) for name in self.columns}, about)


def shape_of(rows: Sequence[Row]) -> RowShape:
    """Return the columns that hold all of these rows, which are of one kind."""
    texts = [one for one in rows if isinstance(one, LabelledText)]
    if texts:
        return LabelShape.of(texts)
    return next(one for one in SHAPES if isinstance(rows[0], one.kind))


def gold_columns(shape: RowShape, sources: Mapping[str, RowSource]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the columns of the gold with what each holds, and the names that columns of the source get."""
    columns = {**shape.columns, **ORIGIN, **(ANSWERS if isinstance(shape, PairShape) else {})}
    names = dict.fromkeys(name for one in sources.values() for name in one.columns)
    prefixed = own_columns((f"source_{name}" for name in names), tuple(columns))
    own = dict(zip(names, prefixed.values(), strict=True))
    return {**columns, **{given: f"the column {name!r} of its source" for name, given in own.items()}}, own


def gold_lines(
    rows: Sequence[Row],
    shape: RowShape,
    known: Mapping[str, ReleaseProvenance],
    answers: Mapping[str, Sequence[ReleasedAnswer]],
    sources: Mapping[str, RowSource],
    own: Mapping[str, str],
) -> Iterator[dict[str, object]]:
    """Yield the gold rows as the columns hold them; of pairs with the answers of the item's last round."""
    for one in rows:
        found, source = known.get(one.id, ReleaseProvenance("", (), {})), sources.get(one.id, RowSource())
        line = {
            **shape.values(one),
            "status": found.status,
            "miners": [*found.miners],
            "source_ids": [*source.ids],
            "documents": [*source.documents],
            **{given: source.columns.get(name) for name, given in own.items()},
        }
        if isinstance(one, ScoredPair):
            given = [each for each in answers.get(one.id, ()) if each.occasion == 1]
            line["answers"] = [
                {"annotator": each.annotator, "score": each.row.score}
                for each in given
                if each.round == given[-1].round
            ]
        yield line


def soft_lines(
    rows: Sequence[Row],
    shape: RowShape,
    answers: Mapping[str, Sequence[ReleasedAnswer]],
    learnt: Mapping[str, list[Json]],
) -> Iterator[dict[str, object]]:
    """Yield the gold rows with what annotators gave; substitutes as they were counted for the gold."""
    for one in rows:
        given = [each.row for each in answers.get(one.id, ()) if each.counts]
        votes = one.annotators if isinstance(one, Substitutes) else len(given)
        counted = _counted_substitutes(one) if isinstance(one, Substitutes) else _counted(given, shape)
        yield {
            **shape.values(one),
            "votes": votes,
            "distribution": [
                {**piece, "count": n, "share": n / votes if votes else None} for piece, n in counted
            ],
            "probabilities": learnt.get(one.id, []),
        }


def raw_lines(answers: Sequence[ReleasedAnswer], shape: RowShape) -> Iterator[dict[str, object]]:
    """Yield every answer, each with the item it was given to."""
    made = ("value", "texts", "document_ids")
    own = [name for name in RAW if name not in made]
    of = attrgetter(*own)
    for one in answers:
        line = shape.values(one.row)
        line.update(zip(own, of(one), strict=True))
        line.update(zip(made, (canonical_json(one.value), [*one.texts], [*one.document_ids]), strict=True))
        yield line


def learnt_probabilities(manifest: Mapping[str, Json]) -> dict[str, list[Json]]:
    """Return the soft labels of each item for which a model of annotators made some."""
    found: dict[str, list[Json]] = {}
    for one in rows_of(entries(manifest, "gold"), "items"):
        if one.get("soft"):
            pairs = [each for each in listed(one, "soft") if isinstance(each, list)]
            found[str(one["item_id"])] = [
                {"answer": canonical_json(value), "probability": share} for value, share in pairs
            ]
    return found


def documents_parquet(documents: Sequence[DocumentSource]) -> bytes:
    """Return the table of documents: our id, the name in the source, and its other columns."""
    more = own_columns((name for one in documents for name in one.metadata), ("document_id", "document"))
    lines = [
        {
            "document_id": one.id,
            "document": one.name,
            **{given: one.metadata.get(name) for name, given in more.items()},
        }
        for one in documents
    ]
    import pyarrow as pa

    return _bytes(lines, dict.fromkeys(("document_id", "document", *more.values()), pa.string()), {})


def _counted(given: Sequence[Row], shape: RowShape) -> list[tuple[dict[str, object], int]]:
    """Return each piece and how many gave it, the most frequent first."""
    pieces: dict[str, dict[str, object]] = {}
    counts: dict[str, int] = {}
    for row in given:
        for key, piece in {canonical_json(piece): piece for piece in shape.pieces(row)}.items():
            pieces[key] = piece
            counts[key] = counts.get(key, 0) + 1
    return [(pieces[key], counts[key]) for key in sorted(counts, key=lambda key: (-counts[key], key))]


def _counted_substitutes(one: Substitutes) -> list[tuple[dict[str, object], int]]:
    return [({"substitute": word}, count) for word, count in one.counts]


def _type(name: str, shape: RowShape) -> pa.DataType:
    """Return the type of a column: text, unless something else is known of it."""
    import pyarrow as pa

    text, whole = pa.string(), pa.int32()
    counted = pa.struct([*shape.piece_types().items(), ("count", whole), ("share", pa.float64())])
    types: dict[str, Any] = {
        **dict.fromkeys(("miners", "source_ids", "documents", "texts", "document_ids"), pa.list_(text)),
        "answers": pa.list_(pa.struct([("annotator", text), ("score", pa.float64())])),
        **dict.fromkeys(("votes", "round", "guideline_version", "occasion"), whole),
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
        for column, found in zip(chunks, batch.columns, strict=True):
            column.append(found)
    columns = []
    for column, one in zip(chunks, schema, strict=True):  # else all lines are held twice
        columns.append(pa.chunked_array(column, one.type).combine_chunks())
        column.clear()
    table = pa.Table.from_arrays(columns, schema=schema)
    target = io.BytesIO()
    pq.write_table(table.replace_schema_metadata({**about}), target)
    return target.getvalue()
