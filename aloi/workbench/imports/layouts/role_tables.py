"""Tables whose columns have roles: scored pairs, and texts with labels, of one or several annotators."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers import Row, SourceTable, read_table
from aloi.corpora.readers.roles import ColumnRole as Role
from aloi.corpora.readers.roles import ColumnRoles, resolved_roles, table_head
from aloi.corpora.readers.tables import SUFFIXES
from aloi.corpora.readers.values import check_id, check_label, read_numbers, require_text, settle
from aloi.gold.formats.projects.model import ProjectAnswer, ProjectDocument, ProjectOptions, QuestionForm
from aloi.gold.formats.projects.project_documents import Gathering
from aloi.workbench.imports.layouts.base import Layout, ReadOptions, Source, SourceRow, Stretch
from aloi.workbench.imports.layouts.projects import ProjectReading
from aloi.workbench.texts.pairs import PairColumns, PairText, placed_texts

ROLE_TABLE = "role_table"
PAIR_ANSWERS = (Role.LEFT, Role.RIGHT, Role.SCORE)
_TITLE = "a table with a role for each column: scored pairs, or labelled texts"
_QUESTIONS = {QuestionForm.RATING: "score", QuestionForm.LABELS: "label"}
_REPEATED = "rows that repeat an item and its answer, counted once"
_AGAIN = "answers that contradict an earlier row of the same annotator, excluded"
_FEW = 0.01  # of the rows; more repeats without annotators are the answers of several
_DIGITS = 9  # numbers of spreadsheets are not exact beyond
_SEPARATORS = "|;,"
_SEVERAL = 0.02  # of the cells, with a sign that separates labels


class RoleTable(Layout):
    """One row per item, or per item and annotator; or a directory of such tables, one per annotator.

    The roles of the columns come from `ReadOptions.roles`. Several columns of scores or labels belong to one
    annotator each. Without annotators, the answers are those of the named one. Columns of documents keep the
    texts of one document together.
    """

    name = ROLE_TABLE
    title = _TITLE
    also_called = ("pairs", "scored_pairs")
    tasks = ("similarity", "classification")
    tells_task = True

    def accepts(self, path: Path) -> bool:
        """Return whether the columns of a table look like items and their answers."""
        try:
            tables = _tables(path)
            roles = {*table_head(tables[0]).guess.roles().by_column.values()} if tables else set()
        except AloiError:
            return False
        return roles.issuperset(PAIR_ANSWERS) or (
            Role.TEXT in roles and bool(roles.intersection((Role.SCORE, Role.LABEL)))
        )

    def read(self, path: Path, options: ReadOptions) -> Source:
        """Return the items with their answers.

        Raises
        ------
        AloiError
            A role that is not certain or absent, a cell that cannot be read.
        """
        reading = _Reading(options)
        tables = _tables(path)
        if path.is_dir() and options.annotator_from != "file":
            names = [table.stem for table in tables]
            raise AloiError("workbench.annotators-of-paths", name=path.name, by="file", names=names)
        for table in tables:
            reading.add(read_table(table), table.stem if path.is_dir() else "")
        return reading.source()

    def settings(self, sources: Sequence[Source]) -> Mapping[str, object] | None:  # type: ignore[override]
        """Return the schema that the answers need."""
        return sources[0].settings


def _tables(path: Path) -> list[Path]:
    """Return the table at a path, or the tables that are all a directory contains."""
    if path.is_dir():
        files = sorted(one for one in path.iterdir() if not one.name.startswith("."))
        return files if all(one.suffix.lower() in SUFFIXES for one in files) else []
    return [path] if path.suffix.lower() in SUFFIXES and path.is_file() else []


def label_separator(cells: Sequence[str]) -> str:
    """Return the sign between several labels in cells; a vertical bar if none is frequent.

    A comma may be part of a name: it separates labels only if most parts are labels of other cells too.
    """
    for sign in _SEPARATORS:
        several = [cell for cell in cells if sign in cell]
        if len(several) > len(cells) * _SEVERAL and (sign != "," or _repeats(cells, sign)):
            return sign
    return _SEPARATORS[0]


def _repeats(cells: Sequence[str], sign: str) -> bool:
    """Return whether cells have fewer different labels if a sign separates these."""
    return len({part.strip() for cell in cells for part in cell.split(sign)}) < len(set(cells))


def _guessed(path: Path) -> ColumnRoles:
    """Return the guessed roles of a table, or raise AloiError for a doubtful one."""
    head = table_head(path)
    return resolved_roles(head, head.guess)


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of answers, each with its annotator; empty if another column or nobody names one."""

    texts: tuple[str, ...]
    answers: Mapping[str, str]
    annotator: str | None
    id: str | None
    metadata: tuple[str, ...]

    @classmethod
    def of(cls, roles: ColumnRoles, path: Path, person: str) -> _Columns:
        """Return the columns with these roles, or raise AloiError for an absent one."""
        is_pair = roles.column(Role.LEFT) is not None
        texts = roles.columns(Role.LEFT) + roles.columns(Role.RIGHT) if is_pair else roles.columns(Role.TEXT)
        answers = roles.columns(Role.SCORE) or (() if is_pair else roles.columns(Role.LABEL))
        required = PAIR_ANSWERS if is_pair else (Role.TEXT, Role.LABEL)
        if len(texts) != len(required) - 1 or not answers:
            absent = [role for role in required if roles.column(role) is None]
            raise AloiError(
                "corpora.role-missing",
                name=path.name,
                roles=absent,
                columns=map(repr, roles.by_column),
                example=f"{absent[0]}=COLUMN",
            )
        several = len(answers) > 1
        names = {column: column if several else person for column in answers}
        annotator = None if several or person else roles.column(Role.ANNOTATOR)
        to_keep = (Role.METADATA, Role.SPLIT, Role.DOCUMENT, *(() if not is_pair else (Role.LABEL,)))
        metadata = tuple(column for column, role in roles.by_column.items() if role in to_keep)
        return cls(texts, names, annotator, roles.column(Role.ID), metadata)


class _Reading:
    """The rows of tables, gathered as a project."""

    def __init__(self, options: ReadOptions) -> None:
        self._options = options
        self._gathering = Gathering()
        self._sides: dict[str, tuple[PairText, ...]] = {}
        self._seen: dict[tuple[str, str], object] = {}
        self._rows = self._again = 0
        self._form = QuestionForm.LABELS

    def add(self, table: SourceTable, person: str) -> None:
        """Take the rows of a table; `person` is the annotator of all of them, if a file has one."""
        roles = (self._options.roles or _guessed)(table.path)
        columns = _Columns.of(roles, table.path, person)
        is_pair, self._rows = len(columns.texts) == 2, self._rows + len(table.rows)
        scored = bool(roles.columns(Role.SCORE))
        self._form = QuestionForm.RATING if scored else QuestionForm.LABELS
        self._gathering.ask(_QUESTIONS[self._form], self._form)
        values: Mapping[str, Mapping[int, object]] = {}
        if not self._options.texts_only:
            values = self._scores(table, columns) if scored else self._labels(table, columns)
        pair_columns = PairColumns.of(roles) if is_pair else None
        for number, row in enumerate(table.rows, start=1):
            document = self._document(table, row, columns, f"{person}{'-' * bool(person)}{number}")
            if pair_columns is not None and document not in self._sides:
                self._sides[document] = PairText.of_row(row, document, pair_columns, table.where(row))
            for column, name in columns.answers.items() if values else ():
                its_annotator = row.text(columns.annotator).strip() if columns.annotator else name
                self._answer(document, its_annotator, values[column].get(row.number), table.where(row))

    def _document(self, table: SourceTable, row: Row, columns: _Columns, number: str) -> str:
        """Return the id of the item of a row: that of an earlier row with the same texts, if there is one."""
        where = table.where(row)
        for column in columns.texts:
            if not row.text(column).strip():
                raise AloiError(
                    "aloi.missing",
                    name=where,
                    missing=Term("text-in-the-column", column=repr(column)),
                    expected=Term("two-texts"),
                    todo=Term("remove-the-row"),
                )
            require_text(row, column, where)
        texts = tuple(row.text(column).strip() for column in columns.texts)
        its_id = (check_id(row.text(columns.id), where) if columns.id else "") or number
        document = self._gathering.by_text.get(texts, its_id)
        metadata = {name: row.text(name) for name in columns.metadata if row.text(name).strip()}
        self._gathering.document(ProjectDocument(document, texts, where, metadata))
        return document

    def _answer(self, document: str, annotator: str, value: object, where: str) -> None:
        if value is None or value == ():
            return
        key = (document, annotator)
        if key in self._seen:
            differs = self._seen[key] != value
            self._again += differs
            self._gathering.notebook.add(_AGAIN if differs else _REPEATED, where)
            return
        self._seen[key] = value
        answer = {_QUESTIONS[self._form]: value}
        self._gathering.answers.append(ProjectAnswer(document, where, annotator, values=answer))  # type: ignore[arg-type]

    def _scores(self, table: SourceTable, columns: _Columns) -> dict[str, dict[int, float | None]]:
        scores = {column: read_numbers(table, column) for column in columns.answers}
        return {
            column: {row: None if value is None else round(value, _DIGITS) for row, value in its.items()}
            for column, its in scores.items()
        }

    def _labels(self, table: SourceTable, columns: _Columns) -> dict[str, dict[int, tuple[str, ...]]]:
        separator = self._options.columns.separator or label_separator(
            [cell for row in table.rows for column in columns.answers if (cell := row.text(column).strip())]
        )

        def written(row: Row, column: str) -> list[str]:
            value = row.values.get(column)
            listed = value if isinstance(value, list) else row.text(column).split(separator)
            return [word for each in listed if (word := str(each).strip())]

        words = [word for row in table.rows for column in columns.answers for word in written(row, column)]
        settled = settle([table], "labels", words, normalise=self._options.normalise)
        labels: dict[str, dict[int, tuple[str, ...]]] = {column: {} for column in columns.answers}
        for row in table.rows:
            for column in columns.answers:
                for word in written(row, column):
                    check_label(word, row.values.get(column), table.where(row))
                chosen = tuple(dict.fromkeys(filter(None, map(settled, written(row, column)))))
                labels[column][row.number] = chosen
        return labels

    def source(self) -> Source:
        """Return the items and answers of all tables.

        Raises
        ------
        AloiError
            No answer, or rows that repeat items with other answers although nobody names annotators.
        """
        options = self._options
        if self._again > _FEW * self._rows:
            if any(annotator for _, annotator in self._seen):
                raise AloiError("workbench.rows-answer-again", count=self._again, rows=self._rows)
            raise AloiError("gold.project-nobody-named", several=self._again)
        project = self._gathering.project(ProjectOptions(options.annotator))
        low, high = self._ends()
        question = replace(project.questions[0], low=low, high=high)
        project = replace(project, questions=(question,))
        source = ProjectReading(project, (question,), options).source(_TITLE)
        return self._with_documents(source) if self._sides else source

    def _ends(self) -> tuple[float | None, float | None]:
        """Return the ends of the scale: whole numbers around the scores."""
        scores = [value for value in self._seen.values() if isinstance(value, float)]
        return (math.floor(min(scores)), math.ceil(max(scores))) if scores else (None, None)

    def _with_documents(self, source: Source) -> Source:
        """Return pairs with the texts of one document together, and equal texts once."""
        texts, places = placed_texts([side for sides in self._sides.values() for side in sides])
        stretches = {
            document: tuple(Stretch(*places[side.document, side.text]) for side in sides)
            for document, sides in self._sides.items()
        }
        rows = tuple(
            replace(row, stretches=stretches[row.row.id]) if isinstance(row, SourceRow) else row
            for row in source.rows
        )
        cuts: dict[str, list[tuple[int, int]]] = {}
        for name, start, end, _ in places.values():
            cuts.setdefault(name, []).append((start, end))
        several = any(len(each) > 1 for each in cuts.values())
        return replace(source, rows=rows, texts=tuple(texts), sentences=cuts if several else {})
