"""Labelled texts in a Hugging Face dataset: class labels as numbers, with their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aloi.annotation.rows import LabelledText, Row
from aloi.annotation.tasks.base import row_as
from aloi.base.errors import AloiError, quoted
from aloi.base.records import from_json, to_json
from aloi.base.terms import Term
from aloi.gold.formats.huggingface.shapes import RowShape
from aloi.gold.releasing.documents.markdown import typed

if TYPE_CHECKING:
    import pyarrow as pa

SINGLE, SEVERAL = "label", "labels"
_LABELS = {
    SINGLE: "its label: an index in the list of labels, from 0",
    SEVERAL: "its labels: indices in the list of labels, from 0",
}


class LabelShape(RowShape):
    """Labelled texts, with the list of labels their numbers are places in.

    `column` is `label` where each text has one, else `labels`.
    """

    kind = LabelledText
    category = "text-classification"

    def __init__(self, column: str, label_names: Sequence[str]) -> None:
        self._column, self._known = column, tuple(label_names)
        self.columns = {
            "id": "the text",
            "text": "the text itself",
            "second": "a text read together with the first, empty for most tasks",
            column: _LABELS[column],
        }

    @classmethod
    def of(cls, rows: Sequence[LabelledText]) -> LabelShape:
        """Return the shape that contains all of these rows."""
        alone = all(len(one.labels) == 1 for one in rows)
        return cls(SINGLE if alone else SEVERAL, rows[0].all_labels)

    @classmethod
    def at(cls, columns: Sequence[str], label_names: Sequence[str]) -> LabelShape:
        """Return the shape of a file with these columns."""
        return cls(SEVERAL if SEVERAL in columns and SINGLE not in columns else SINGLE, label_names)

    def types(self) -> dict[str, pa.DataType]:
        """Return the type of labels."""
        import pyarrow as pa

        return {self._column: pa.int64() if self._column == SINGLE else pa.list_(pa.int64())}

    def features(self) -> dict[str, object]:
        """Return which numbers are which labels."""
        named = {"names": [*self._known], "_type": "ClassLabel"}
        return {self._column: named if self._column == SINGLE else {"feature": named, "_type": "Sequence"}}

    def piece_types(self) -> dict[str, pa.DataType]:
        """Return the name of a label."""
        import pyarrow as pa

        return {"label": pa.string()}

    def pieces(self, row: Row) -> list[dict[str, object]]:
        """Return the labels by name."""
        return [{"label": name} for name in row_as(LabelledText, row).labels]

    def values(self, row: Row) -> dict[str, object]:
        """Return a text with its labels as numbers."""
        text = row_as(LabelledText, row)
        places = [self._known.index(name) for name in text.labels]
        return {
            **to_json(text, "labels", "known"),
            self._column: places[0] if self._column == SINGLE else places,
        }

    def row(self, values: Mapping[str, Any], where: str, scale: tuple[float, float]) -> Row:
        """Return the text of a line, or raise AloiError for a number that is no label."""
        del scale
        labels = values[self._column]
        places = list(labels) if isinstance(labels, list | tuple) else [labels]
        if any(not isinstance(place, int) or not 0 <= place < len(self._known) for place in places):
            raise AloiError(
                "aloi.value",
                name=Term("list-of-row-labels"),
                value=quoted(labels),
                expected=Term("label-indices", most=len(self._known) - 1),
                todo=Term("export-again"),
            ).at(where)
        names = tuple(self._known[place] for place in places)
        texts = {name: values[name] for name in ("id", "text", "second")}
        return from_json(LabelledText, texts, labels=names, known=self._known)

    def about(self, rows: Sequence[Row]) -> tuple[str, ...]:
        """Return the names of the labels."""
        del rows
        return (f"Labels, from 0: {', '.join(map(typed, self._known))}.",)
