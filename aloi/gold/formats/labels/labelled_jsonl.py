"""Labelled texts: one JSON line a text, one file a part, and the labels there are."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from aloi.annotation.rows import LabelledText, Row
from aloi.base.errors import AloiError, quoted
from aloi.base.records import to_json
from aloi.base.terms import Phrase, Term
from aloi.gold.formats.base import DOCUMENT, Format, json_row, only, parse_json, read_text
from aloi.gold.formats.losses import Loss, answers, rows_with
from aloi.gold.formats.source_ids import SOURCE_FIELD, release_source_ids
from aloi.gold.model import Release
from aloi.gold.releasing.provenance import item_documents

LABELS_FILE = "labels.json"
COLUMNS = ("id", "text", "second", "labels")


class LabelledJsonl(Format):
    """`<part>.jsonl`: id, text, second, labels, document, source_id; `labels.json`: every label in its order.

    `source_id` is the id of the item in its source, if it is unique there.
    """

    name: ClassVar[str] = "labelled_jsonl"
    title: ClassVar[str] = Phrase("format-labelled-texts-json", "labelled texts (JSON lines)")
    extensions: ClassVar[tuple[str, ...]] = (".jsonl", ".json")
    row_kinds: ClassVar[tuple[type, ...]] = (LabelledText,)
    lost_fields: ClassVar[tuple[str, ...]] = ()
    lost: ClassVar[tuple[Loss, ...]] = (
        Loss(Phrase("loss-ids-sentences", "the ids of the sentences"), rows_with("id")),
        answers(
            Phrase(
                "loss-annotations-support-spread-behind-each-label",
                "annotations, support and spread behind each label",
            )
        ),
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return one file a part, rows by id, and the list of labels."""
        documents = item_documents(release.manifest)
        texts = {part: only(LabelledText, part_texts) for part, part_texts in rows.items()}
        label_names = next((text.all_labels for part_texts in texts.values() for text in part_texts), ())
        ids = release_source_ids(release)
        texts_by_file = {
            f"{part}.jsonl": "".join(
                _line(text, documents.get(text.id, ()), ids.of_item(text.id)) for text in part_texts
            )
            for part, part_texts in texts.items()
        }
        return {**texts_by_file, LABELS_FILE: json.dumps(list(label_names), ensure_ascii=False) + "\n"}

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the scale is that of other rows."""
        del scale
        label_names = _label_list(folder / LABELS_FILE)
        parts: dict[str, tuple[Row, ...]] = {}
        for path in sorted(folder.glob("*.jsonl")):
            lines = enumerate(read_text(path).split("\n"), start=1)
            parts[path.stem] = tuple(
                _row(line, f"{path}, line {n}", label_names) for n, line in lines if line
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


def _line(text: LabelledText, documents: tuple[str, ...], its_source_id: str) -> str:
    document_field = {DOCUMENT: documents[0]} if documents else {}
    document_field |= {SOURCE_FIELD: its_source_id} if its_source_id else {}
    return json.dumps(to_json(text, "known", **document_field), ensure_ascii=False) + "\n"


def _label_list(path: Path) -> tuple[str, ...]:
    try:
        names = parse_json(read_text(path))
    except json.JSONDecodeError as error:
        raise AloiError("aloi.not-json", path=path, error=error, expected=Term("list-of-labels")) from error
    if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
        raise AloiError("aloi.not-json", path=path, error=Term("not-a-list"), expected=Term("list-of-labels"))
    return tuple(names)


def _row(line: str, where: str, label_names: Sequence[str]) -> LabelledText:
    """Return the row of one line."""
    fields = json_row(line, where, COLUMNS)
    labels = fields["labels"]
    if not isinstance(labels, list) or not all(one in label_names for one in labels):
        raise AloiError(
            "aloi.value",
            name=Term("list-of-row-labels"),
            value=quoted(labels),
            expected=Term("labels-of-file", path=LABELS_FILE, labels=label_names),
            todo=Term("correct-or-export"),
        ).at(where)
    item_id, text, second = (str(fields[name]) for name in COLUMNS[:3])
    return LabelledText(item_id, text, second, tuple(map(str, labels)), tuple(label_names))
