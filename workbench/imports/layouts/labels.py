"""Texts with labels: tables, and the JSON lines of a release."""

from __future__ import annotations

import json
from pathlib import Path

from aloi.errors import AloiError
from annotation.rows import LabelledText
from corpora.model import Json
from corpora.readers import ReadText
from gold.formats.base import read_text
from gold.formats.labels.label_tables import LABEL_COLUMNS, TEXT_COLUMNS, LabelledLine, read_labelled
from gold.formats.labels.labelled_jsonl import COLUMNS, LABELS_FILE
from workbench.imports.layouts.base import (
    Layout,
    Provenance,
    Reading,
    Source,
    SourceRow,
    Stretch,
    columns_of,
    files_of,
)

_TOLD = "the labels as they were published, not a person"


class LabelTable(Layout):
    """A text a row; its labels in one column, or a column a label."""

    name = "labelled_table"
    title = "a table of labelled texts"
    also_called = ("labels",)
    tasks = ("classification",)

    def accepts(self, path: Path) -> bool:
        """Return whether a table has a column of texts and one of labels."""
        columns = columns_of(path)
        text, label = columns.intersection(TEXT_COLUMNS), columns.intersection(LABEL_COLUMNS)
        return bool(text and label) and not columns.issuperset(COLUMNS)

    def read(self, path: Path, asked: Reading) -> Source:
        """Return the texts of a table with their labels; a campaign made of it has those that are there."""
        lines = read_labelled(path, asked.columns)
        return _source(self.task(asked), lines, (), asked)


class LabelledLines(Layout):
    """`<part>.jsonl` with id, text, second and labels, and `labels.json` beside it."""

    name = "labelled_jsonl"
    title = "labelled texts as JSON lines"
    tasks = ("classification", "judging")

    def accepts(self, path: Path) -> bool:
        """Return whether the lines have the columns of a release of labelled texts."""
        files = files_of(path, ".jsonl")
        return bool(files) and all(columns_of(one).issuperset(COLUMNS) for one in files)

    def read(self, path: Path, asked: Reading) -> Source:
        """Return the texts with their labels, those of a second text as judged substitutes."""
        files = files_of(path, ".jsonl")
        asked_columns = asked.columns.__class__("text", "labels", "id")
        lines: list[LabelledLine] = []
        seconds: dict[str, str] = {}
        for file in files:
            prefix = f"{file.stem}/" if len(files) > 1 else ""
            for one in read_labelled(file, asked_columns):
                lines.append(LabelledLine(prefix + one.name, one.text, one.labels, one.where))
            for line in filter(str.strip, read_text(file).split("\n")):
                row = json.loads(line)
                seconds[f"{prefix}{row['id']}"] = str(row.get("second") or "")
        beside = files[0].with_name(LABELS_FILE)
        known = tuple(map(str, json.loads(read_text(beside)))) if beside.is_file() else ()
        judged = any(seconds.values())
        if judged and asked.task in ("", "judging"):
            return _judged(lines, seconds, known, asked)
        return _source(self.task(asked), lines, known, asked)


def settings_of(lines: list[LabelledLine], names: tuple[str, ...], question: str) -> dict[str, Json]:
    """Return the schema of labels: in the order given, or that of the alphabet; as many as texts have."""
    names = names or tuple(sorted({name for one in lines for name in one.labels}))
    counts = {len(one.labels) for one in lines}
    labels: list[Json] = [{"name": name} for name in names]
    most = 1 if max(counts) <= 1 else len(names)
    return {
        "question": question,
        "labels": labels,
        "least": min(1, min(counts)),
        "most": most,
        "inner": False,
    }


def _source(task: str, lines: tuple[LabelledLine, ...] | list[LabelledLine], known: tuple[str, ...],
            asked: Reading) -> Source:  # fmt: skip
    prefix = f"{asked.part}/" if asked.several_parts else ""
    facts = {"by": "document", "part": asked.part}
    names = known or asked.columns.one_hot
    return Source(
        task,
        "labelled texts",
        tuple(
            SourceRow(
                Provenance(one.where, origins=(facts,)),
                LabelledText(one.name, one.text.strip(), "", one.labels, names),
                (Stretch(prefix + one.name),),
            )
            for one in lines
        ),
        tuple(ReadText(prefix + one.name, one.text, {"part": asked.part}, one.where) for one in lines),
        settings=settings_of([*lines], names, asked.question),
        people=_TOLD,
    )


def _judged(
    lines: list[LabelledLine], seconds: dict[str, str], known: tuple[str, ...], asked: Reading
) -> Source:
    """Return judged substitutes: a text for each sentence, a candidate for each second text."""
    texts: dict[str, ReadText] = {}
    rows = []
    for one in lines:
        text = texts.setdefault(one.text, ReadText(one.name, one.text, {}, one.where))
        row = LabelledText(one.name, one.text, seconds[one.name], one.labels, known)
        if one.text != one.text.strip():
            raise AloiError(
                f"{one.where}: the text has white space at its ends.",
                "Sentences as they were released were expected.",
                "Export them again.",
            )
        rows.append(SourceRow(Provenance(one.where), row, (Stretch(text.name),)))
    labels: list[Json] = [{"name": name} for name in known]
    settings: dict[str, Json] = {"question": asked.question, "labels": labels}
    return Source(
        "judging", "judged substitutes", tuple(rows), tuple(texts.values()), settings=settings, people=_TOLD
    )
