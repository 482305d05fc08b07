"""The predictions of another system, read from its file: an answer for each id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from aloi.annotation.rows import LabelledText, LinkedMention, MultipleChoice, ScoredPair, TaggedTokens
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.readers import Row, SourceTable, read_table
from aloi.corpora.readers.values import check_id, read_numbers
from aloi.evaluation.rows import Answer
from aloi.gold.formats.questions.mcqa_jsonl import LETTERS
from aloi.gold.formats.spans.conll import read_conll

CONLL = (".conll", ".iob", ".iob2", ".bio")
_ID = ("id", "item_id", "row_id")
_PREDICTION = ("prediction", "predicted", "pred")
# The columns of predictions, the likeliest first.
_COLUMNS: Mapping[type, tuple[str, ...]] = {
    ScoredPair: (*_PREDICTION, "score"),
    LabelledText: (*_PREDICTION, "labels", "label"),
    TaggedTokens: (*_PREDICTION, "tags", "tag"),
    MultipleChoice: (*_PREDICTION, "correct", "answer"),
    LinkedMention: (*_PREDICTION, "candidates", "concept_id", "concept"),
}


def read_answers(path: Path, kind: type) -> dict[str, Answer]:
    """Return id -> predicted answer.

    A table has a column `id` and a column `prediction` (or `score`, `labels`, `tags`, `correct`,
    `concept_id`). Several labels, correct options or candidates have `|` between them, or are lists. Tags
    are separated by spaces, or have a row each (`id`, `token`, `tag`); a CoNLL file has them in its last
    column.

    Raises
    ------
    AloiError
        A file that cannot be read, a column that is missing, an id given twice, or a value of another kind.
    """
    if path.suffix.lower() in CONLL:
        return _unique(
            (sentence.id or str(number), sentence.tags, f"{path.name}, line {sentence.lines[0]}")
            for number, sentence in enumerate(read_conll(path), start=1)
        )
    table = read_table(path)
    id_column, column = _column(table, _ID), _column(table, _COLUMNS[kind])
    if kind is TaggedTokens and "token" in table.columns:
        tags: dict[str, list[str]] = {}
        for row in table.rows:
            tags.setdefault(row.text(id_column).strip(), []).append(row.text(column).strip())
        return {name: tuple(several) for name, several in tags.items()}
    if kind is ScoredPair:
        numbers = read_numbers(table, column)
        scores = ((row, numbers[row.number]) for row in table.rows)
        return _unique((_id(table, row, id_column), _number(table, row, score), table.where(row))
                       for row, score in scores)  # fmt: skip
    return _unique(
        (_id(table, row, id_column), _answer(table, row, column, kind), table.where(row))
        for row in table.rows
    )


def _column(table: SourceTable, names: tuple[str, ...]) -> str:
    by_name = {column.strip().lower(): column for column in table.columns}
    column = next((by_name[name] for name in names if name in by_name), None)
    if column is None:
        raise AloiError(
            "aloi.no-column",
            table=table.path,
            missing=repr(names[0]),
            columns=map(quoted, table.columns),
            expected=Term("one-of", choices=names),
        )
    return column


def _id(table: SourceTable, row: Row, column: str) -> str:
    return check_id(row.text(column), table.where(row))


def _number(table: SourceTable, row: Row, score: float | None) -> float:
    if score is None:
        raise AloiError(
            "aloi.missing", name=Term("the-pair"), missing=Term("a-score"), todo=Term("complete-row")
        ).at(table.where(row))
    return score


def _answer(table: SourceTable, row: Row, column: str, kind: type) -> Answer:
    value = row.values.get(column)
    parts = [str(part) for part in value] if isinstance(value, list) else _parts(row.text(column), kind)
    if kind is LinkedMention:
        return (tuple(parts),)
    if kind is not MultipleChoice:
        return tuple(parts)
    indices = [int(part) if part.isdecimal() else LETTERS.find(part.upper() or "?") for part in parts]
    if any(not 0 <= index < len(LETTERS) for index in indices):
        raise AloiError(
            "aloi.cell",
            column=repr(column),
            value=quoted(row.text(column)),
            expected=Term("letter-or-index", letter=LETTERS[-1], index=len(LETTERS) - 1),
        ).at(table.where(row))
    return tuple(sorted(set(indices)))


def _parts(text: str, kind: type) -> list[str]:
    separator = None if kind is TaggedTokens else "|"
    return [part.strip() for part in text.split(separator) if part.strip()]


def _unique(rows: Iterable[tuple[str, Answer, str]]) -> dict[str, Answer]:
    answers: dict[str, Answer] = {}
    for name, value, where in rows:
        if name in answers:
            raise AloiError("aloi.repeated", name=Term("row-id"), value=quoted(name)).at(where)
        answers[name] = value
    return answers
