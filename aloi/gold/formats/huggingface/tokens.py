"""Tagged tokens in a Hugging Face dataset folder: tokens, tags, and the spans that tags cannot say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aloi.annotation.rows import Row, TaggedTokens
from aloi.annotation.spans import spans_of_tags
from aloi.annotation.tasks.base import row_as
from aloi.base.records import to_json
from aloi.gold.formats.huggingface.shapes import ENDS, RowShape

if TYPE_CHECKING:
    import pyarrow as pa


class TokenShape(RowShape):
    """Texts with labelled spans."""

    kind = TaggedTokens
    mark = "tags"
    category = "token-classification"

    def __init__(self) -> None:
        self.columns = {
            "id": "the text",
            "document_id": "the document it was taken from",
            "tokens": "its tokens",
            "tags": "the tag of each token (IOB2)",
            "text": "the text as it was annotated; empty where only tokens are known",
            "spans": f"its spans, also those that tags cannot say: a label, and parts in {ENDS}",
        }

    def types(self) -> dict[str, pa.DataType]:
        """Return tokens, tags and spans."""
        import pyarrow as pa

        texts = pa.list_(pa.string())
        spans = pa.list_(pa.struct(list(self.piece_types().items())))
        return {"tokens": texts, "tags": texts, "spans": spans}

    def piece_types(self) -> dict[str, pa.DataType]:
        """Return a span."""
        import pyarrow as pa

        return {"label": pa.string(), "parts": pa.list_(pa.list_(pa.int32()))}

    def pieces(self, row: Row) -> list[dict[str, object]]:
        """Return the spans, those of the tags where only tokens are known."""
        tagged = row_as(TaggedTokens, row)
        spans = tagged.spans if tagged.text else spans_of_tags(tagged.tokens, tagged.tags)[1]
        return [to_json(span) for span in spans]
