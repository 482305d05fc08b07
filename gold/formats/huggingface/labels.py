"""Labelled texts as a Hugging Face dataset holds them: class labels as numbers, their names beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aloi.errors import AloiError
from aloi.records import from_json, to_json
from annotation.rows import LabelledText

if TYPE_CHECKING:
    import pyarrow as pa

ONE, SEVERAL = "label", "labels"
_SHARED = {
    "id": "the text",
    "text": "the text itself",
    "second": "a text read together with the first, empty for most tasks",
}
_LABELS = {
    ONE: "its label: a place in the list of labels, from 0",
    SEVERAL: "its labels: places in the list of labels, from 0",
}
_ORIGIN = {
    "status": "how the gold came about: aggregated, adjudicated, single or assumed",
    "miners": "the miners that proposed the text",
}


def column_of(rows: Sequence[LabelledText]) -> str:
    """Return the name of the column of labels: `label` where each text has one, else `labels`."""
    return ONE if all(len(one.labels) == 1 for one in rows) else SEVERAL


def columns(column: str) -> dict[str, str]:
    """Return the columns in order, each with what it holds."""
    return {**_SHARED, column: _LABELS[column], **_ORIGIN}


def schema(column: str) -> pa.Schema:
    """Return the types of the columns."""
    import pyarrow as pa

    kinds: dict[str, Any] = {
        ONE: pa.int64(),
        SEVERAL: pa.list_(pa.int64()),
        "miners": pa.list_(pa.string()),
    }
    return pa.schema([(name, kinds.get(name, pa.string())) for name in columns(column)])


def features(column: str, known: Sequence[str]) -> dict[str, object]:
    """Return what the datasets library reads of the columns: which numbers are which labels."""
    text = {"dtype": "string", "_type": "Value"}
    named = {"names": [*known], "_type": "ClassLabel"}
    told = {
        ONE: named,
        SEVERAL: {"feature": named, "_type": "Sequence"},
        "miners": {"feature": text, "_type": "Sequence"},
    }
    return {name: told.get(name, text) for name in columns(column)}


def values(one: LabelledText, column: str) -> dict[str, object]:
    """Return a text with its labels as the columns hold them; status and miners are added by the format."""
    places = [one.known.index(name) for name in one.labels]
    row: dict[str, object] = to_json(one, "labels", "known")
    return {**row, column: places[0] if column == ONE else places}


def labelled(found: Mapping[str, Any], where: str, known: Sequence[str]) -> LabelledText:
    """Return the text of one row, or raise AloiError for a number that is no label."""
    given = found[ONE] if ONE in found else found[SEVERAL]
    places = list(given) if isinstance(given, list | tuple) else [given]
    if any(not isinstance(place, int) or not 0 <= place < len(known) for place in places):
        raise AloiError("gold.labels", where=where, value=repr(given), known=len(known) - 1)
    names = tuple(known[place] for place in places)
    return from_json(LabelledText, found, labels=names, known=tuple(known))
