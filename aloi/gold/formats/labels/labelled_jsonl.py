"""Labelled texts: one JSON line a text, one file a part, and the labels there are."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from aloi.annotation.rows import LabelledText, Row
from aloi.base.errors import AloiError, quoted
from aloi.base.records import to_json
from aloi.gold.formats.base import DOCUMENT, Format, json_row, only, parse_json, read_text
from aloi.gold.formats.losses import Loss, answers, rows_with
from aloi.gold.formats.own_ids import SOURCE_FIELD, release_source_ids
from aloi.gold.model import Release
from aloi.gold.releasing.provenance import item_documents

LABELS_FILE = "labels.json"
COLUMNS = ("id", "text", "second", "labels")


class LabelledJsonl(Format):
    """`<part>.jsonl`: id, text, second, labels, document, source_id; `labels.json`: every label in its order.

    `source_id` is the id that the item had where it was imported from, where no other item had it.
    """

    name: ClassVar[str] = "labelled_jsonl"
    title: ClassVar[str] = "labelled texts (JSON lines)"
    extensions: ClassVar[tuple[str, ...]] = (".jsonl", ".json")
    row_kinds: ClassVar[tuple[type, ...]] = (LabelledText,)
    lost_fields: ClassVar[tuple[str, ...]] = ()
    lost: ClassVar[tuple[Loss, ...]] = (
        Loss("the ids of the sentences", rows_with("id")),
        answers("annotations, support and spread behind each label"),
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return one file a part, rows by id, and the list of labels."""
        documents = item_documents(release.manifest)
        texts = {part: only(LabelledText, found) for part, found in rows.items()}
        known = next((one.all_labels for found in texts.values() for one in found), ())
        ids = release_source_ids(release)
        made = {
            f"{part}.jsonl": "".join(
                _line(one, documents.get(one.id, ()), ids.of_item(one.id)) for one in found
            )
            for part, found in texts.items()
        }
        return {**made, LABELS_FILE: json.dumps(list(known), ensure_ascii=False) + "\n"}

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the scale is that of other rows."""
        del scale
        known = _known(folder / LABELS_FILE)
        parts: dict[str, tuple[Row, ...]] = {}
        for path in sorted(folder.glob("*.jsonl")):
            lines = enumerate(read_text(path).split("\n"), start=1)
            parts[path.stem] = tuple(_row(line, f"{path}, line {n}", known) for n, line in lines if line)
        if not parts:
            raise AloiError("gold.labelled-jsonl-holds-no-jsonl-file", folder=folder)
        return parts


def _line(one: LabelledText, documents: tuple[str, ...], its_source_id: str) -> str:
    beside = {DOCUMENT: documents[0]} if documents else {}
    beside |= {SOURCE_FIELD: its_source_id} if its_source_id else {}
    return json.dumps(to_json(one, "known", **beside), ensure_ascii=False) + "\n"


def _known(path: Path) -> tuple[str, ...]:
    try:
        found = parse_json(read_text(path))
    except json.JSONDecodeError as error:
        raise AloiError("gold.labelled-jsonl-not-json", path=path, error=error) from error
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise AloiError("gold.labelled-jsonl-holds", path=path, value=quoted(found))
    return tuple(found)


def _row(line: str, where: str, known: Sequence[str]) -> LabelledText:
    """Return the row of one line."""
    found = json_row(line, where, COLUMNS)
    labels = found["labels"]
    if not isinstance(labels, list) or not all(one in known for one in labels):
        raise AloiError(
            "gold.labelled-jsonl-labels",
            where=where,
            labels=quoted(labels),
            labels_file=LABELS_FILE,
            known=known,
        )
    item_id, text, second = (str(found[name]) for name in COLUMNS[:3])
    return LabelledText(item_id, text, second, tuple(map(str, labels)), tuple(known))
