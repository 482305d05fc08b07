"""Tagged tokens in a Hugging Face dataset folder: tokens, tags, and the spans that tags cannot say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from aloi.records import from_json, to_json
from annotation.rows import TaggedTokens

if TYPE_CHECKING:
    import pyarrow as pa

TAGS = "tags"  # the column that only tagged tokens have
COLUMNS = {
    "id": "the text",
    "document_id": "the document it was taken from",
    "tokens": "its tokens",
    TAGS: "the tag of each token (IOB2)",
    "text": "the text as it was annotated; empty where only tokens are known",
    "spans": "its spans, also those that tags cannot say: a label, and parts in code points, half open",
    "status": "how the gold came about: aggregated, adjudicated, single or assumed",
    "miners": "the miners that proposed the text",
}


def schema() -> pa.Schema:
    """Return the columns with their types."""
    import pyarrow as pa

    text = pa.string()
    texts, parts = pa.list_(text), pa.list_(pa.list_(pa.int32()))
    kinds = {"tokens": texts, TAGS: texts, "miners": texts}
    kinds["spans"] = pa.list_(pa.struct([("label", text), ("parts", parts)]))
    return pa.schema([(name, kinds.get(name, text)) for name in COLUMNS])


def values(one: TaggedTokens) -> dict[str, object]:
    """Return a row as the columns hold it, but for where its gold comes from."""
    row: dict[str, object] = to_json(one, "tags")
    return {**row, TAGS: list(one.tags)}


def tagged_tokens(found: Mapping[str, Any]) -> TaggedTokens:
    """Return the row that a line of the file holds."""
    return from_json(TaggedTokens, found, tags=found[TAGS])
