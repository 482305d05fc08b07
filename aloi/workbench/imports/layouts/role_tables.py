"""Tables whose columns have roles: scored pairs, and texts with labels, of one or several annotators."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Phrase, Term
from aloi.corpora.readers import Row, SourceTable, read_table
from aloi.corpora.readers.roles import ColumnRole as Role
from aloi.corpora.readers.roles import ColumnRoles, resolved_roles, table_head
from aloi.corpora.readers.values import check_id, check_label, read_numbers, require_text, settle
from aloi.gold.formats.projects.model import ProjectAnswer, ProjectDocument, ProjectOptions, QuestionForm
from aloi.gold.formats.projects.project_documents import Gathering
from aloi.gold.formats.source_files import excluded
from aloi.workbench.imports.layouts.base import (
    COLUMN,
    DIRECTORY,
    FILE,
    Layout,
    ReadOptions,
    Source,
    SourceRow,
    Stretch,
)
from aloi.workbench.imports.layouts.projects import ProjectReading
from aloi.workbench.imports.layouts.table_files import annotators_of_tables, opened_tables
from aloi.workbench.texts.pairs import PairColumns, PairText, placed_texts

ROLE_TABLE = "role_table"
PAIR_ANSWERS = (Role.LEFT, Role.RIGHT, Role.SCORE)
_TITLE = Phrase(
    "layout-table-role-each", "a table with a role for each column: scored pairs, or labelled texts"
)
_QUESTIONS = {QuestionForm.RATING: "score", QuestionForm.LABELS: "label"}
_REPEATED = Phrase("layout-rows-repeat-item", "rows that repeat an item and its answer, counted once")
_AGAIN = excluded(
    "answers", Phrase("why-contradict-earlier-row", "that contradict an earlier row of the same annotator")
)
_FEW = 0.01  # of the rows; more repeats without annotators are the answers of several
_DIGITS = 9  # numbers of spreadsheets are not exact beyond
_SEPARATORS = "|;,"
_SEVERAL = 0.02  # of the cells, with a sign that separates labels


class RoleTable(Layout):
    """One row per item, or per item and annotator; or a directory or .zip of such tables.

    The roles of the columns come from `ReadOptions.roles`. Several columns of scores or labels belong to one
    annotator each. Without annotators, the answers are those of the named one. Columns of documents keep the
    texts of one document together.
    """

    name = ROLE_TABLE
    title = _TITLE
    also_called = ("pairs", "scored_pairs")
    tasks = ("similarity", "classification")
    tells_task = True

    annotators_from = (DIRECTORY, FILE, COLUMN)

    def accepts(self, path: Path) -> bool:
        """Return whether the columns of a table look like items and their answers."""
        try:
            with opened_tables(path) as tables:
                first = next(iter(tables.values()), None)
                roles = set() if first is None else {*table_head(first).guess.roles().by_column.values()}
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
            A role that is not certain or absent, a cell that cannot be read; tables that may be of an
            annotator each.
        """
        with opened_tables(path) as tables:
            read = {name: read_table(table) for name, table in tables.items()}
            columns = {
                name: AnswerColumns.of(
                    (options.roles or _guessed)(table.path), table.path, options.annotator_from
                )
                for name, table in read.items()
            }
            people = dict.fromkeys(read, "")
            unnamed = {name: its.items(read[name]) for name, its in columns.items() if not its.name_people}
            if options.annotator_from in (DIRECTORY, FILE) or len(read) > 1:
                people |= annotators_of_tables(unnamed, options.annotator_from, path.name)
            reading = _Reading(options)
            for name, table in read.items():
                part = people[name] or (str(name.with_suffix("")) if len(read) > 1 else "")
                reading.add(table, columns[name], people[name], part)
            return reading.source()

    def settings(self, sources: Sequence[Source]) -> Mapping[str, object] | None:  # type: ignore[override]
        """Return the schema that the answers need."""
        return sources[0].settings


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
class AnswerColumns:
    """The columns of items and answers of a table.

    Parameters
    ----------
    roles : ColumnRoles
        Of all columns.
    texts : tuple of str
        The column of texts, or the two of pairs.
    answers : tuple of str
        The columns of answers; several belong to an annotator each.
    annotator : str or None
        The column that names annotators.
    """

    roles: ColumnRoles
    texts: tuple[str, ...]
    answers: tuple[str, ...]
    annotator: str | None

    @classmethod
    def of(cls, roles: ColumnRoles, path: Path, annotator_from: str) -> AnswerColumns:
        """Return the columns with these roles, or raise AloiError for an absent one."""
        is_pair = roles.column(Role.LEFT) is not None
        texts = roles.columns(Role.LEFT) + roles.columns(Role.RIGHT) if is_pair else roles.columns(Role.TEXT)
        answers = roles.columns(Role.SCORE) or (() if is_pair else roles.columns(Role.LABEL))
        required = PAIR_ANSWERS if is_pair else (Role.TEXT, Role.LABEL)
        absent = [role for role in required if roles.column(role) is None]
        if annotator_from == COLUMN and roles.column(Role.ANNOTATOR) is None:
            absent = [*absent, Role.ANNOTATOR]
        if len(texts) != len(required) - 1 or not answers or Role.ANNOTATOR in absent:
            raise AloiError(
                "corpora.role-missing",
                name=path.name,
                roles=absent,
                columns=map(repr, roles.by_column),
                example=f"{absent[0]}=COLUMN",
            )
        if annotator_from and len(answers) > 1:
            raise AloiError("corpora.role-of-several", role=_role(roles).value, columns=map(quoted, answers))
        several = len(answers) > 1 or annotator_from in (DIRECTORY, FILE)
        return cls(roles, texts, answers, None if several else roles.column(Role.ANNOTATOR))

    @property
    def name_people(self) -> bool:
        """Whether a column, or the names of the columns, say who the annotators are."""
        return self.annotator is not None or len(self.answers) > 1

    @property
    def metadata(self) -> tuple[str, ...]:
        """The columns stored with the items."""
        stored = (Role.METADATA, Role.SPLIT, Role.DOCUMENT, *((Role.LABEL,) if len(self.texts) == 2 else ()))
        return tuple(column for column, role in self.roles.by_column.items() if role in stored)

    def items(self, table: SourceTable) -> set[tuple[str, ...]]:
        """Return the texts of the items of a table."""
        return {tuple(row.text(column).strip() for column in self.texts) for row in table.rows}


def _role(roles: ColumnRoles) -> Role:
    return Role.SCORE if roles.columns(Role.SCORE) else Role.LABEL


class _Reading:
    """The rows of tables, gathered as a project."""

    def __init__(self, options: ReadOptions) -> None:
        self._options = options
        self._gathering = Gathering()
        self._sides: dict[str, tuple[PairText, ...]] = {}
        self._seen: dict[tuple[str, str], object] = {}
        self._rows = self._again = 0
        self._form = QuestionForm.LABELS

    def add(self, table: SourceTable, columns: AnswerColumns, person: str, part: str) -> None:
        """Take the rows of a table.

        Parameters
        ----------
        person : str
            The annotator of all of them, if a file or directory has one.
        part : str
            Start of the ids of rows that have none.
        """
        roles = columns.roles
        is_pair, self._rows = len(columns.texts) == 2, self._rows + len(table.rows)
        scored = bool(roles.columns(Role.SCORE))
        self._form = QuestionForm.RATING if scored else QuestionForm.LABELS
        self._gathering.ask(_QUESTIONS[self._form], self._form)
        values: Mapping[str, Mapping[int, object]] = {}
        if not self._options.texts_only:
            values = self._scores(table, columns) if scored else self._labels(table, columns)
        pair_columns = PairColumns.of(roles) if is_pair else None
        for number, row in enumerate(table.rows, start=1):
            document = self._document(table, row, columns, f"{part}-{number}" if part else str(number))
            if pair_columns is not None and document not in self._sides:
                self._sides[document] = PairText.of_row(row, document, pair_columns, table.where(row))
            for column in columns.answers if values else ():
                name = column if len(columns.answers) > 1 else person
                its_annotator = row.text(columns.annotator).strip() if columns.annotator else name
                self._answer(document, its_annotator, values[column].get(row.number), table.where(row))

    def _document(self, table: SourceTable, row: Row, columns: AnswerColumns, number: str) -> str:
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
        key = columns.roles.column(Role.ID)
        its_id = (check_id(row.text(key), where) if key else "") or number
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

    def _scores(self, table: SourceTable, columns: AnswerColumns) -> dict[str, dict[int, float | None]]:
        scores = {column: read_numbers(table, column) for column in columns.answers}
        return {
            column: {row: None if value is None else round(value, _DIGITS) for row, value in its.items()}
            for column, its in scores.items()
        }

    def _labels(self, table: SourceTable, columns: AnswerColumns) -> dict[str, dict[int, tuple[str, ...]]]:
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
