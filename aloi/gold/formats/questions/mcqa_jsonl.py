"""Questions with options: one JSON line a question, one file a part."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from aloi.annotation.rows import MultipleChoice, Row
from aloi.base.errors import AloiError, quoted
from aloi.base.records import to_json
from aloi.base.terms import Phrase, Term
from aloi.gold.formats.base import DOCUMENT, Format, only, parse_json, read_text
from aloi.gold.formats.losses import Loss, answers
from aloi.gold.formats.source_ids import SOURCE_FIELD, release_source_ids
from aloi.gold.model import Release
from aloi.gold.releasing.provenance import item_documents

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class McqaJsonl(Format):
    """`<part>.jsonl`: id, question, options, correct (letters of the correct options), document, source_id.

    `source_id` is the id of the item in its source, if it is unique there.
    """

    name: ClassVar[str] = "mcqa_jsonl"
    title: ClassVar[str] = Phrase("format-questions-options-json", "questions with options (JSON lines)")
    extensions: ClassVar[tuple[str, ...]] = (".jsonl",)
    row_kinds: ClassVar[tuple[type, ...]] = (MultipleChoice,)
    lost_fields: ClassVar[tuple[str, ...]] = ()
    lost: ClassVar[tuple[Loss, ...]] = (
        answers(
            Phrase(
                "loss-annotations-support-spread-behind-each-answer",
                "annotations, support and spread behind each answer",
            )
        ),
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return one file a part, rows by id."""
        documents = item_documents(release.manifest)
        ids = release_source_ids(release)
        return {
            f"{part}.jsonl": "".join(
                _line(question, documents.get(question.id, ()), ids.of_item(question.id))
                for question in only(MultipleChoice, part_rows)
            )
            for part, part_rows in rows.items()
        }

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the scale is that of other rows."""
        del scale
        parts: dict[str, tuple[Row, ...]] = {
            path.stem: read_questions(path) for path in sorted(folder.glob("*.jsonl"))
        }
        if not parts:
            raise AloiError(
                "aloi.no-content",
                path=folder,
                content=Term("no-file-of", suffix=".jsonl"),
                expected=Term("one-per-split"),
                todo=Term("export-again"),
            )
        return parts


def read_questions(path: Path) -> tuple[MultipleChoice, ...]:
    """Return the questions of a file of JSON lines, or of one JSON list, in order.

    A question has `options` and `correct` (letters, or indices from 0). FrenchMedMCQA has `answer_a`,
    `answer_b` ... or `answers` by letter, and `correct_answers` (letters, or indices from 0). Without the
    correct ones, none is known. The id of a question without `id` is its number.

    Raises
    ------
    AloiError
        A file or a question that cannot be read, or a duplicate id.
    """
    text = read_text(path).removeprefix("\ufeff")
    try:
        listed = parse_json(text) if text.lstrip().startswith("[") else None
    except json.JSONDecodeError as error:
        raise AloiError(
            "aloi.not-json", path=path.name, error=error, expected=Term("question-line")
        ) from error
    rows: dict[str, MultipleChoice] = {}
    numbered_questions: Iterable[tuple[int, Any]]
    numbered_questions = enumerate(listed, start=1) if listed is not None else _lines(text, path.name)
    for number, question in numbered_questions:
        where = f"{path.name}, question {number}" if listed is not None else f"{path.name}, line {number}"
        row = _row(question, number, where)
        if row.id in rows:
            raise AloiError("aloi.repeated", name=Term("row-id"), value=quoted(row.id)).at(where)
        rows[row.id] = row
    if not rows:
        raise AloiError(
            "aloi.no-content", path=path.name, content=Term("no-question"), expected=Term("question-line")
        )
    return tuple(rows.values())


def letter(index: int) -> str:
    """Return the letter of an option by its place from 0."""
    return LETTERS[index]


def _line(question: MultipleChoice, documents: tuple[str, ...], its_source_id: str) -> str:
    document_field = {DOCUMENT: documents[0]} if documents else {}
    document_field |= {SOURCE_FIELD: its_source_id} if its_source_id else {}
    row = to_json(question, correct=[letter(place) for place in question.correct], **document_field)
    return json.dumps(row, ensure_ascii=False) + "\n"


def _lines(text: str, name: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield number, parse_json(line)
            except json.JSONDecodeError as error:
                raise AloiError(
                    "aloi.not-json",
                    path=Term("at-line", path=name, number=number),
                    error=error,
                    expected=Term("question-line"),
                ) from error


def _row(question_fields: Any, number: int, where: str) -> MultipleChoice:
    question = question_fields.get("question") if isinstance(question_fields, Mapping) else None
    options = _options(question_fields) if isinstance(question_fields, Mapping) else []
    named = {option.strip() for option in options}
    if not isinstance(question, str) or not question.strip() or not 2 <= len(options) <= len(LETTERS):
        raise AloiError(
            "aloi.line",
            value=json.dumps(question_fields, ensure_ascii=False)[:120],
            expected=Term("question-line"),
        ).at(where)
    if "" in named or len(named) < len(options):
        raise AloiError(
            "aloi.value",
            name=Term("the-options"),
            value=repr(options),
            expected=Term("options-non-empty"),
            todo=Term("correct-or-export"),
        ).at(where)
    correct = question_fields.get("correct", question_fields.get("correct_answers", []))
    places = {
        _option_index(each, len(options), where)
        for each in (correct if isinstance(correct, list) else [correct])
    }
    return MultipleChoice(
        str(question_fields.get("id") or number), question, tuple(options), tuple(sorted(places))
    )


def _options(question: Mapping[str, Any]) -> list[str]:
    """Return the options in their order, in either notation; empty if there are none."""
    if isinstance(question.get("options"), list):
        return [str(each) for each in question["options"]]
    answers = question.get("answers")
    if isinstance(answers, Mapping):
        return [str(answers[name]) for name in sorted(answers)]
    return [
        str(question[f"answer_{name}"])
        for name in LETTERS.lower()
        if question.get(f"answer_{name}") is not None
    ]


def _option_index(named: Any, options: int, where: str) -> int:
    """Return the place of an option named by its letter or its place."""
    index = (
        LETTERS.find(named.strip().upper()) if isinstance(named, str) and len(named.strip()) == 1 else named
    )
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < options:
        raise AloiError(
            "aloi.value",
            name=Term("correct-answer"),
            value=quoted(named),
            expected=Term("letter-or-index", letter=letter(options - 1), index=options - 1),
            todo=Term("correct-or-export"),
        ).at(where)
    return index
