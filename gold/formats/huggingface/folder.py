"""A Hugging Face dataset folder: a Parquet file a part and a card, opened by `datasets.load_dataset`."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from aloi.errors import AloiError
from aloi.records import from_json, to_json
from annotation.rows import LabelledText, Row, ScoredPair, TaggedPair, TaggedTokens
from corpora.model import Json
from corpora.readers import read_table
from gold.formats.base import Format, score_in
from gold.formats.huggingface import labels as huggingface_labels
from gold.formats.huggingface import tokens as huggingface_tokens
from gold.model import Release
from gold.releasing.manifest import entries
from gold.releasing.provenance import ReleaseProvenance, provenance

if TYPE_CHECKING:
    import pyarrow as pa

_CARD_FILE = "README.md"
_KEY = b"aloi"  # the entry of a Parquet file's own metadata that tells name, part, scale and labels
_FEATURES_KEY = b"huggingface"  # and the one that the datasets library reads
# The licences that the hub knows by these names; any other is `other` with its name beside.
_LICENCES = frozenset(
    (
        "apache-2.0",
        "mit",
        "cc0-1.0",
        "cc-by-3.0",
        "cc-by-4.0",
        "cc-by-nd-4.0",
        "cc-by-sa-3.0",
        "cc-by-sa-4.0",
        "cc-by-nc-4.0",
        "cc-by-nc-nd-4.0",
        "cc-by-nc-sa-4.0",
        "etalab-2.0",
        "gpl-3.0",
        "odbl",
    )
)
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_PAIR_COLUMNS = {
    "id": "the pair",
    "sentence1": "the first text",
    "sentence2": "the second text",
    "score": "the gold score",
    "left_id": "the first sentence in its corpus",
    "right_id": "the second sentence in its corpus",
    "status": "how the gold came about: aggregated, adjudicated, single or assumed",
    "miners": "the miners that proposed the pair",
    "answers": "the score of each annotator, by pseudonym",
}
_TAGGED_COLUMNS = {
    "id": "the pair",
    "source": "the tokens of the first text",
    "target": "the tokens of the second text",
    "groups": "the operations: places of tokens on both sides, from 0, and a label",
    "broken": "whether the pair as a whole is marked as faulty",
    "left_id": "the first sentence in its corpus",
    "right_id": "the second sentence in its corpus",
    "status": "how the gold came about: aggregated, adjudicated, single or assumed",
    "miners": "the miners that proposed the pair",
}


_LABEL_COLUMNS = (huggingface_labels.ONE, huggingface_labels.SEVERAL)


@dataclass(frozen=True, slots=True)
class _Layout:
    """The columns of a release's files; `column` and `known` are those of labels, where rows have some."""

    columns: Mapping[str, str]
    column: str | None
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """What a Parquet file of a release tells of itself; None for what it does not."""

    name: str | None = None
    part: str | None = None
    scale: tuple[float, float] | None = None
    labels: tuple[str, ...] | None = None


class HuggingFace(Format):
    """`<part>.parquet` and `README.md`: rows with their status, their miners and each annotator's score."""

    name: ClassVar[str] = "huggingface"
    title: ClassVar[str] = "Hugging Face dataset folder (Parquet and a card)"
    extensions: ClassVar[tuple[str, ...]] = (".parquet",)
    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair, TaggedPair, LabelledText, TaggedTokens)
    lost_fields: ClassVar[tuple[str, ...]] = ()
    lost: ClassVar[tuple[str, ...]] = (
        "the documents of the sentences",
        "texts of the guidelines, comments and earlier revisions of answers",
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str | bytes]:
        """Return a Parquet file a part, rows by id, and the card."""
        known = provenance(release.manifest)
        ordered = {part: sorted(found, key=lambda one: one.id) for part, found in rows.items()}
        layout = _layout([one for found in ordered.values() for one in found])
        files: dict[str, str | bytes] = {_CARD_FILE: _card(ordered, release, layout)}
        for part, found in ordered.items():
            files[f"{part}.parquet"] = _parquet(found, part, _title(release), known, layout)
        return files

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; `scale` counts only for files that do not tell their own."""
        parts: dict[str, tuple[Row, ...]] = {}
        for path in sorted(folder.glob("*.parquet")):
            card = card_of(path)
            ends = card.scale or scale
            table = read_table(path)
            if card.labels is not None:
                column = next((one for one in _LABEL_COLUMNS if one in table.columns), _LABEL_COLUMNS[0])
                table.require(*huggingface_labels.columns(column))
                parts[card.part or path.stem] = tuple(
                    huggingface_labels.labelled(row.values, f"{path}, row {row.number}", card.labels)
                    for row in table.rows
                )
                continue
            if huggingface_tokens.TAGS in table.columns:
                table.require(*huggingface_tokens.COLUMNS)
                parts[card.part or path.stem] = tuple(
                    huggingface_tokens.tagged_tokens(row.values) for row in table.rows
                )
                continue
            tagged = "groups" in table.columns
            table.require(*(_TAGGED_COLUMNS if tagged else _PAIR_COLUMNS))
            read = _tagged if tagged else _scored
            parts[card.part or path.stem] = tuple(
                read(row.values, f"{path}, row {row.number}", ends) for row in table.rows
            )
        if not parts:
            raise AloiError(
                f"{folder} holds no .parquet file.", "One a part was expected.", "Export the release again."
            )
        return parts


def card_of(path: Path) -> Card:
    """Return what a Parquet file tells of itself; an empty card for files that tell nothing."""
    if path.suffix.lower() != ".parquet":
        return Card()
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        told = (pq.read_schema(path).metadata or {}).get(_KEY)
        found = json.loads(told) if told else {}
        ends = found.get("scale")
        scale = (float(ends[0]), float(ends[1])) if ends else None
        labels = found.get("labels")
        return Card(found.get("name"), found.get("part"), scale, None if labels is None else tuple(labels))
    except (pa.ArrowException, OSError, ValueError, AttributeError) as error:
        raise AloiError(
            f"{path} cannot be read as Parquet: {error}.",
            "A whole .parquet file was expected.",
            "Write the file again.",
        ) from error


def _layout(rows: Sequence[Row]) -> _Layout:
    """Return the columns that hold all rows of a release, which are of one kind."""
    texts = [one for one in rows if isinstance(one, LabelledText)]
    if texts:
        column = huggingface_labels.column_of(texts)
        return _Layout(huggingface_labels.columns(column), column, texts[0].known)
    if any(isinstance(one, TaggedTokens) for one in rows):
        return _Layout(huggingface_tokens.COLUMNS, None, ())
    scored = any(isinstance(one, ScoredPair) for one in rows)
    return _Layout(_PAIR_COLUMNS if scored else _TAGGED_COLUMNS, None, ())


def _parquet(
    rows: Sequence[Row], part: str, name: str, known: Mapping[str, ReleaseProvenance], layout: _Layout
) -> bytes:
    """Return the bytes of a Parquet file; its metadata tells what the columns cannot."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    ends = {(one.low, one.high) for one in rows if isinstance(one, ScoredPair)}
    told: dict[str, object] = {
        "name": name,
        "part": part,
        "scale": list(ends.pop()) if len(ends) == 1 else None,
    }
    more = {}
    if layout.column is not None:
        told["labels"] = [*layout.known]
        features = huggingface_labels.features(layout.column, layout.known)
        more[_FEATURES_KEY] = json.dumps({"info": {"features": features}}, ensure_ascii=False)
    table = pa.Table.from_pylist(
        [_values(one, known.get(one.id), layout) for one in rows], schema=_schema(layout)
    )
    target = io.BytesIO()
    pq.write_table(
        table.replace_schema_metadata({_KEY: json.dumps(told, ensure_ascii=False), **more}), target
    )
    return target.getvalue()


def _schema(layout: _Layout) -> pa.Schema:
    import pyarrow as pa

    if layout.column is not None:
        return huggingface_labels.schema(layout.column)
    if layout.columns is huggingface_tokens.COLUMNS:
        return huggingface_tokens.schema()
    text, places = pa.string(), pa.list_(pa.int32())
    kinds: dict[str, Any] = {
        "score": pa.float64(),
        "source": pa.list_(text),
        "target": pa.list_(text),
        "groups": pa.list_(pa.struct([("source", places), ("target", places), ("label", text)])),
        "broken": pa.bool_(),
        "miners": pa.list_(text),
        "answers": pa.list_(pa.struct([("annotator", text), ("score", pa.float64())])),
    }
    return pa.schema([(name, kinds.get(name, text)) for name in layout.columns])


def _values(one: Row, known: ReleaseProvenance | None, layout: _Layout) -> dict[str, object]:
    """Return a row as the columns hold it."""
    found = known or ReleaseProvenance("", (), {})
    origin: dict[str, object] = {"status": found.status, "miners": list(found.miners)}
    if isinstance(one, LabelledText) and layout.column is not None:
        return {**huggingface_labels.values(one, layout.column), **origin}
    if isinstance(one, TaggedTokens):
        return {**huggingface_tokens.values(one), **origin}
    if not isinstance(one, ScoredPair | TaggedPair):
        raise TypeError(f"a row of the kind {type(one).__name__} has no columns here")
    shared = {"id": one.id, "left_id": one.left_id, "right_id": one.right_id, **origin}
    if isinstance(one, ScoredPair):
        answers = [{"annotator": name, "score": row.score} for name, row in found.answers.items()]
        return {
            **shared,
            "sentence1": one.left,
            "sentence2": one.right,
            "score": float(one.score),
            "answers": answers,
        }
    return {**to_json(one), **origin}


def _scored(values: Mapping[str, Any], where: str, scale: tuple[float, float]) -> Row:
    ids = (str(values["id"]), str(values["left_id"]), str(values["right_id"]))
    score = score_in(values["score"], scale, where)
    return ScoredPair(*ids, str(values["sentence1"]), str(values["sentence2"]), score, *scale)


def _tagged(values: Mapping[str, Any], where: str, scale: tuple[float, float]) -> Row:
    del where, scale  # nothing in it is a score
    return from_json(TaggedPair, values)


def _title(release: Release) -> str:
    return f"{entries(release.manifest, 'campaign')['name']} {release.version}"


def _card(rows: Mapping[str, Sequence[Row]], release: Release, layout: _Layout) -> str:
    """Return the card: what the hub reads, counts, columns, and the data statement of the release."""
    first = next(one for found in rows.values() for one in found)
    title = _title(release)
    categories = {
        ScoredPair: "sentence-similarity",
        LabelledText: "text-classification",
        TaggedTokens: "token-classification",
    }
    category = categories.get(type(first))
    head = _front_matter(title, rows, entries(release.manifest, "corpus"), category)
    scale = [f"Scores run from {first.low:g} to {first.high:g}.", ""] if isinstance(first, ScoredPair) else []
    if layout.column is not None:
        scale = [f"Labels, from 0: {', '.join(layout.known)}.", ""]
    lines = [
        "---",
        *head,
        "---",
        "",
        f"# {title}",
        "",
        f"Content checksum: `{release.checksum}`",
        "",
        *scale,
        "| part | items |",
        "|---|---|",
        *(f"| {part} | {len(found)} |" for part, found in rows.items()),
        "",
        "| column | what it holds |",
        "|---|---|",
        *(f"| `{name}` | {told} |" for name, told in layout.columns.items()),
        "",
    ]
    return "\n".join(lines) + "\n" + str(release.manifest["statement"])


def _front_matter(
    title: str, rows: Mapping[str, Sequence[Row]], corpus: Mapping[str, Json], category: str | None
) -> list[str]:
    """Return the YAML lines; texts are quoted as JSON, which YAML reads."""
    language, licence = str(corpus["language"]), str(corpus["licence"])
    code = licence.strip().lower().replace(" ", "-")
    total = sum(len(found) for found in rows.values())
    size = next((name for limit, name in _SIZES if total < limit), "n>1M")
    return [
        f"pretty_name: {_quoted(title)}",
        *(["language:", f"- {language}"] if re.fullmatch("[a-z]{2,3}", language) else []),
        *(
            [f"license: {code}"]
            if code in _LICENCES
            else ["license: other", f"license_name: {_quoted(licence or 'not told')}"]
        ),
        *(["task_categories:", f"- {category}"] if category else []),
        "size_categories:",
        f"- {size}",
        "configs:",
        "- config_name: default",
        "  data_files:",
        *(
            line
            for part in rows
            # The hub knows letters, digits and _ in names of splits.
            for line in (f"  - split: {_quoted(part.replace('-', '_'))}", f"    path: {part}.parquet")
        ),
    ]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
