"""Tables of scored pairs, one pair a row, whatever their columns are called."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.readers import Row, SourceTable, read_headless, read_table
from aloi.corpora.readers.tables import SUFFIXES, first_record, look_into
from aloi.corpora.readers.values import check_id, read_numbers, require_text
from aloi.corpora.readers.words import computed_name, has_decimal_comma, is_number, missing_words
from aloi.evaluation.rows import Provenance
from aloi.gold.formats.base import DOCUMENT, PAIR_DOCUMENTS, document_of, score_in

# Usual names of columns, the likeliest first; they are compared in lower case.
_LEFT = ("sentence1", "text_1", "text1", "sentence_1", "left", "s1", "premise", "sentence_a")
_RIGHT = ("sentence2", "text_2", "text2", "sentence_2", "right", "s2", "hypothesis", "sentence_b")
_SCORE = ("score", "similarity_score", "label", "similarity", "sim", "gold", "relatedness_score")
_PART = ("split", "part", "partition")
_ID = ("id", "pair_id", "item_id", "idx")
_SENTENCE_IDS = ("left_id", "right_id")
_DOCUMENTS = (PAIR_DOCUMENTS, (DOCUMENT,), ("document",))
_SENTENCES = (
    "document_1_id",
    "document_2_id",
)  # as DrBenchmark calls sentences, named by document and number
_HEADER = {*_LEFT, *_RIGHT, *_SCORE, *_PART, *_ID}
# Names of files that say which part they hold.
_PARTS = ("train", "training", "dev", "development", "valid", "validation", "val", "test")
_FILTERED = re.compile(
    r"_filtered(?:_(?:cosine_)?[0-9.]+)?$"
)  # as aloi/gold/splitting/leaks.py calls filtered parts
_SHARD = re.compile(r"-\d+-of-\d+$")
ALL = "all"


@dataclass(frozen=True, slots=True)
class ScoreColumns:
    """The names of a table's columns; the usual names are tried for columns that are not named.

    `answers` are the columns of annotators. If no column has the score, their mean is the score.
    """

    left: str | None = None
    right: str | None = None
    score: str | None = None
    part: str | None = None
    id: str | None = None
    answers: tuple[str, ...] = ()


def tables_of(folder: Path) -> list[Path]:
    """Return the tables in a folder and in its folder `data`, by name."""
    places = [folder, folder / "data"]
    paths = [one for place in places if place.is_dir() for one in place.iterdir()]
    return sorted(one for one in paths if one.is_file() and one.suffix.lower() in SUFFIXES)


def part_of(path: Path, alone: bool) -> str:
    """Return the split a file has by its name: `train` for `x-train.csv`.

    The rows that a leakage filter retains are a split of their own: `test_filtered_0.2`.

    Any other name is itself the name of the split, or the split is `all` if it is the only file.
    """
    stem = _SHARD.sub("", path.stem)
    filtered = _FILTERED.search(stem)
    words = [one for one in re.split(r"[-_. ]", stem.lower()) if one in _PARTS]
    if filtered and words:
        return words[-1] + filtered.group()
    return words[-1] if words else ALL if alone else stem


def shard(path: Path) -> bool:
    """Return whether a file is one of several that hold a part, such as `train-00000-of-00002.parquet`."""
    return _SHARD.search(path.stem) is not None


def read_pairs(
    path: Path, scale: tuple[float, float], columns: ScoreColumns, part: str
) -> dict[str, list[tuple[ScoredPair, Provenance]]]:
    """Return the pairs of a table by split, in the order of its rows; `part` if no column names it.

    A .csv or .tsv may lack the header if its rows are two texts and a number. Rows without an id are
    called `<part>-<number>`.

    Raises
    ------
    AloiError
        Columns that are not there or not recognised, an empty text, a score that is none of the scale.
    """
    table = _headless(path) if columns == ScoreColumns() else None
    table = table or read_table(path)
    columns = _recognised(table, columns)
    parts: dict[str, list[tuple[ScoredPair, Provenance]]] = {}
    width = len(str(len(table.rows)))
    scored = [one for one in (columns.score, *columns.answers) if one]
    numbers = {one: read_numbers(table, one) for one in scored}
    for number, row in enumerate(table.rows, start=1):
        part_name = row.text(columns.part).strip() if columns.part else part
        if not part_name:
            raise AloiError(
                "aloi.cell", column=repr(columns.part), value="''", expected=Term("name-of-split")
            ).at(table.where(row))
        name = (
            check_id(row.text(columns.id), table.where(row)) if columns.id else ""
        ) or f"{part_name}-{number:0{width}d}"
        parts.setdefault(part_name, []).append(_pair(table, row, columns, scale, name, numbers))
    return parts


def holds_pairs(path: Path) -> bool:
    """Return whether a table has two texts a row by the usual names of columns, or has no header."""
    if _headless(path):
        return True
    names = {one.strip().lower() for one in look_into(path).columns}
    return bool(names & set(_LEFT) and names & set(_RIGHT))


def _headless(path: Path) -> SourceTable | None:
    """Return a table whose first row is two texts and a number, not names; None for any other."""
    if path.suffix.lower() not in (".csv", ".tsv") or not path.is_file() or not path.stat().st_size:
        return None
    names = (_LEFT[0], _RIGHT[0], _SCORE[0])
    if not _is_headless(first_record(path)):
        return None
    table = read_headless(path, names)
    short = next((row for row in table.rows if not row.text(names[2]).strip()), None)
    if short is not None:
        raise AloiError(
            "aloi.missing", name=Term("the-pair"), missing=Term("a-score"), todo=Term("complete-row")
        ).at(table.where(short))
    return table


def _is_headless(values: Sequence[str]) -> bool:
    return (
        len(values) == 3 and not {one.strip().lower() for one in values} & _HEADER and _is_number(values[2])
    )


def _recognised(table: SourceTable, columns: ScoreColumns) -> ScoreColumns:
    """Return the columns with the names that were not declared filled in."""
    declared = (columns.left, columns.right, columns.score, columns.part, columns.id)
    table.require(*(one for one in (*declared, *columns.answers) if one))
    left = columns.left or _usual(table, _LEFT)
    right = columns.right or _usual(table, _RIGHT)
    score = columns.score or _usual(table, _SCORE)
    part, item_id = columns.part or _usual(table, _PART), columns.id or _usual(table, _ID)
    answers = columns.answers
    if not answers and score is None:
        side_columns = {*_SENTENCE_IDS, *_SENTENCES, *(name for names in _DOCUMENTS for name in names)}
        used = {left, right, part, item_id, *side_columns}
        answers = tuple(one for one in table.columns if one not in used and _is_numeric(table, one))
        computed = next((one for one in answers if computed_name(one)), None)
        if computed is not None:
            raise AloiError(
                "modeling.answers-are-computed",
                path=table.path,
                column=repr(computed),
                kind=computed_name(computed),
            )
    if left is None or right is None or (score is None and not answers):
        raise AloiError(
            "modeling.no-column-known-as-first",
            path=table.path,
            left_is=left is None,
            right_is=right is None,
            columns=map(quoted, table.columns),
            left=_LEFT[0],
            right=_RIGHT[0],
            score=_SCORE[0],
        )
    return ScoreColumns(left, right, score, part, item_id, answers)


def _usual(table: SourceTable, names: Sequence[str]) -> str | None:
    """Return the column that has the likeliest of some usual names."""
    by_name = {one.strip().lower(): one for one in table.columns}
    return next((by_name[name] for name in names if name in by_name), None)


def _pair(
    table: SourceTable,
    row: Row,
    columns: ScoreColumns,
    scale: tuple[float, float],
    name: str,
    numbers: Mapping[str, Mapping[int, float | None]],
) -> tuple[ScoredPair, Provenance]:
    where = table.where(row)
    cells = {one: numbers[one][row.number] for one in columns.answers}
    answers = _listed_answers(row) or {
        column: score_in(_written(row, column), scale, f"{where}, column {column}")
        for column, value in cells.items()
        if value is not None
    }
    if columns.score is not None:
        if numbers[columns.score][row.number] is None:
            raise AloiError(
                "aloi.missing", name=Term("the-pair"), missing=Term("a-score"), todo=Term("complete-row")
            ).at(where)
        score = score_in(_written(row, columns.score), scale, where)
    elif answers:
        score = sum(answers.values()) / len(answers)
    else:
        raise AloiError(
            "aloi.missing", name=Term("the-pair"), missing=Term("a-score"), todo=Term("complete-row")
        ).at(where)
    sides = [str(one) for one in (columns.left, columns.right)]
    texts = [row.text(one) for one in sides]
    if not all(one.strip() for one in texts):
        raise AloiError(
            "aloi.missing", name=Term("the-pair"), missing=Term("a-text"), todo=Term("complete-row")
        ).at(where)
    for column in sides:
        require_text(row, column, where)
    miners = row.values.get("miners")
    left_id, right_id = (row.text(one) or f"{name}/{at}" for at, one in enumerate(_SENTENCE_IDS, start=1))
    provenance = Provenance(
        tuple(sorted(map(str, miners))) if isinstance(miners, list) else (),
        row.text("status") or None,
        answers,
        _documents(row),
    )
    return ScoredPair(name, left_id, right_id, texts[0], texts[1], score, *scale), provenance


def _written(row: Row, column: str) -> str:
    """Return the number as written in a cell, with a decimal point."""
    return row.text(column).strip().replace(",", ".")


def _documents(row: Row) -> dict[str, tuple[str, ...]]:
    """Return the documents of a pair from the usual columns; none without such a column."""
    columns = (tuple(row.text(name).strip() for name in names) for names in _DOCUMENTS)
    sentences = tuple(document_of(row.text(name).strip()) for name in _SENTENCES)
    named = next((one for one in (*columns, sentences) if all(one)), ())
    listed = row.values.get("documents")  # as a release's Parquet file has them: each once, in order
    if not named and isinstance(listed, list) and 1 <= len(listed) <= 2 and all(listed):
        named = (str(listed[0]), str(listed[-1]))
    return {"document": named} if named else {}


def _listed_answers(row: Row) -> dict[str, float]:
    """Return the answers as a Parquet file of a release lists them; none in other tables."""
    listed = row.values.get("answers")
    entries = [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    return {str(one["annotator"]): float(str(one["score"])) for one in entries}


def _is_numeric(table: SourceTable, column: str) -> bool:
    """Return whether a column holds a number at least, and nothing else but words for missing."""
    cells = {text for row in table.rows if (text := row.text(column).strip())}
    cells -= {*missing_words(list(cells), (), ())}
    return bool(cells) and all(map(_is_number, cells))


def _is_number(text: str) -> bool:
    return is_number(text) or has_decimal_comma(text)
