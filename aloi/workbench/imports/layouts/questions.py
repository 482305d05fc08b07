"""Questions with options as JSON lines, or one JSON list."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from aloi.base.terms import Phrase
from aloi.corpora.readers import ReadText
from aloi.gold.formats.questions.mcqa_jsonl import read_questions
from aloi.gold.formats.source_ids import own_id, source_ids_in
from aloi.workbench.imports.layouts.base import (
    Layout,
    ReadOptions,
    RowStatus,
    Source,
    SourceProvenance,
    SourceRow,
    Stretch,
    files_of,
    first_object,
)


class Questions(Layout):
    """The correct options, if the file has them, are answers."""

    name = "mcqa_jsonl"
    title = Phrase("layout-questions-options-json", "questions with options (JSON lines, FrenchMedMCQA)")
    tasks = ("multiple_choice",)

    def accepts(self, path: Path) -> bool:
        """Return whether the first object has a question and options."""
        files = _files(path)
        first = first_object(files[0]) if files else {}
        return "question" in first and any(one in first for one in ("options", "answers", "answer_a"))

    def read(self, path: Path, options: ReadOptions) -> Source:
        """Return the questions, each a document; a question whose file has no answer is an item alone."""
        files = _files(path) or [path]
        rows = []
        texts = []
        for file in files:
            ids = source_ids_in(file) if file.suffix.lower() == ".jsonl" else {}
            for row in read_questions(file):
                name = f"{file.stem}/{row.id}" if len(files) > 1 else row.id
                where = f"{file.name}, {row.id}"
                status = RowStatus.ANSWER if row.correct else RowStatus.ITEM
                texts.append(ReadText(name, row.question, {}, where))
                rows.append(
                    SourceRow(
                        SourceProvenance(
                            where, status, origins=({"file": file.name, **own_id(ids, row.id)},)
                        ),
                        replace(row, question=row.question.strip()),
                        (Stretch(name),),
                    )
                )
        return Source(
            self.task(options),
            Phrase("layout-questions-options", "questions with options"),
            tuple(rows),
            tuple(texts),
        )


def _files(path: Path) -> list[Path]:
    return files_of(path, ".jsonl") or files_of(path, ".json")
