"""Texts with labels: tables, and the JSON lines of a release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from aloi.annotation.rows import LabelledText
from aloi.base.terms import Phrase
from aloi.corpora.model import Json
from aloi.corpora.readers import ReadText
from aloi.gold.formats.labels.label_tables import LABEL_COLUMNS, TEXT_COLUMNS, read_labelled
from aloi.gold.formats.labels.labelled_jsonl import COLUMNS, LABELS_FILE, LabelledJsonl
from aloi.gold.formats.source_ids import own_id, source_ids_in
from aloi.workbench.imports.layouts.base import (
    Layout,
    ReadOptions,
    RowStatus,
    Source,
    SourceProvenance,
    SourceRow,
    Stretch,
    columns_of,
)

_PEOPLE = "the labels as they were published, not a person"


class LabelTable(Layout):
    """A text a row; its labels in one column, or a column a label."""

    name = "labelled_table"
    title = Phrase("layout-table-labelled-texts", "a table of labelled texts")
    also_called: tuple[str, ...] = ("labels",)
    tasks: tuple[str, ...] = ("classification",)

    def accepts(self, path: Path) -> bool:
        """Return whether a table has a column of texts and one of labels."""
        columns = columns_of(path)
        text, label = columns.intersection(TEXT_COLUMNS), columns.intersection(LABEL_COLUMNS)
        return bool(text and label) and not columns.issuperset(COLUMNS)

    def read(self, path: Path, options: ReadOptions) -> Source:
        """Return the texts of a table with their labels."""
        prefix = f"{options.part}/" if options.several_parts else ""
        facts = {"by": "document", "part": options.part}
        rows, texts = [], []
        columns = replace(options.columns, normalise=options.normalise)
        for line in read_labelled(path, columns):
            name = prefix + line.name
            texts.append(ReadText(name, line.text, {"part": options.part}, line.where))
            row = LabelledText(line.name, line.text.strip(), "", line.labels, options.columns.one_hot)
            status = RowStatus.ITEM if line.silent else RowStatus.ANSWER
            provenance = SourceProvenance(line.where, status, origins=(facts,), has_id=not line.numbered)
            rows.append(SourceRow(provenance, row, (Stretch(name),)))
        return Source(
            self.task(options),
            Phrase("layout-labelled-texts", "labelled texts"),
            tuple(rows),
            tuple(texts),
            people=_PEOPLE,
        )

    def settings(self, sources: Sequence[Source]) -> Mapping[str, Json] | None:
        """Return the labels, in the order of the source or sorted, and how many of them a text may have."""
        answered = [
            source_row
            for source in sources
            for source_row in source.rows
            if isinstance(source_row, SourceRow) and source_row.provenance.status is RowStatus.ANSWER
        ]
        texts = [source_row.row for source_row in answered if isinstance(source_row.row, LabelledText)]
        names = texts[0].all_labels or tuple(sorted({name for row in texts for name in row.labels}))
        counts = {len(row.labels) for row in texts}
        labels: list[Json] = [{"name": name} for name in names]
        if sources[0].task == "judging":
            return {"labels": labels}
        most = 1 if max(counts) <= 1 else len(names)
        return {"labels": labels, "least": min(1, min(counts)), "most": most}


class LabelledLines(LabelTable):
    """A folder of `<part>.jsonl` with id, text, second and labels, and `labels.json`."""

    name = "labelled_jsonl"
    title = Phrase("layout-labelled-texts-release", "labelled texts of a release (JSON lines)")
    also_called = ()
    tasks = ("classification", "judging")

    def accepts(self, path: Path) -> bool:
        """Return whether a folder holds a release of labelled texts."""
        folder = path if path.is_dir() else path.parent
        lines = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        return (folder / LABELS_FILE).is_file() and any(columns_of(one).issuperset(COLUMNS) for one in lines)

    def read(self, path: Path, options: ReadOptions) -> Source:
        """Return the texts with their labels, those with a second text as judged substitutes."""
        parts = LabelledJsonl().read(path if path.is_dir() else path.parent, (0, 0))
        part_rows = [
            (part, row)
            for part, rows in parts.items()
            for row in rows
            if isinstance(row, LabelledText) and (path.is_dir() or part == path.stem)
        ]
        judged = any(row.second for _, row in part_rows)
        texts: dict[str, ReadText] = {}
        rows = []
        folder = path if path.is_dir() else path.parent
        ids = {part: source_ids_in(folder / f"{part}.jsonl") for part in {part for part, _ in part_rows}}
        for part, row in part_rows:
            name, where = f"{part}/{row.id}", f"{part}.jsonl, {row.id}"
            # A sentence is judged with many substitutes, a labelled text stands for itself.
            text = texts.setdefault(
                row.text if judged else name, ReadText(name, row.text, {"part": part}, where)
            )
            provenance = SourceProvenance(where, origins=({"part": part, **own_id(ids[part], row.id)},))
            rows.append(SourceRow(provenance, row, (Stretch(text.name),)))
        task = options.task or ("judging" if judged else "classification")
        return Source(
            task,
            Phrase("layout-labelled-texts-release-2", "labelled texts of a release"),
            tuple(rows),
            tuple(texts.values()),
            people=_PEOPLE,
        )
