"""Tables of labels that people keep themselves: a text a row, and a column of labels for each annotator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.terms import Phrase
from aloi.corpora.readers import Row, read_table
from aloi.corpora.readers.columns import ColumnTable, TableColumn
from aloi.corpora.readers.spreadsheets import SUFFIXES as WORKBOOKS
from aloi.corpora.readers.tables import HEAD, SUFFIXES, SourceTable, look_into
from aloi.corpora.readers.values import check_id, check_label, settle
from aloi.corpora.readers.words import computed_name
from aloi.gold.formats.labels.label_tables import LABEL_COLUMNS, TEXT_COLUMNS
from aloi.gold.formats.projects.model import (
    AnswerStatus,
    Project,
    ProjectAnswer,
    ProjectDocument,
    ProjectOptions,
    QuestionForm,
    Tool,
)
from aloi.gold.formats.projects.project_documents import Gathering
from aloi.gold.formats.source_files import excluded
from aloi.workbench.agreement.reading.derived_columns import without_computed
from aloi.workbench.agreement.reading.grid import Grid
from aloi.workbench.agreement.reading.layouts import ANNOTATORS
from aloi.workbench.texts.pairs import LEFT_COLUMNS, RIGHT_COLUMNS

_QUESTION = "label"
_IDS = ("id", "identifier", "identifiant", "doc_id", "document_id")
_FACTS = frozenset(
    ("document", "document_id", "url", "source", "date", "split", "comment", "comments", "commentaire",
     "commentaires", "remark", "remarks", "remarque", "remarques", "notes")
)  # fmt: skip
# Columns of other layouts: such a table is read by another reader, or by none.
_OTHERS = frozenset(
    (*ANNOTATORS, *LABEL_COLUMNS, *LEFT_COLUMNS, *RIGHT_COLUMNS, "item_id", "value", "answer", "réponse",
     "question", "start", "end", "mention", "target", "lemma", "token", "tag", "score", "substitutes")
)  # fmt: skip
_MOST_LABELS = 50
_LONGEST_LABEL = 60
_WORDS_OF_A_TEXT = 3
_NO_LABEL = excluded("cells", Phrase("why-without-label", "without a label"))
_COMPUTED = excluded("columns", Phrase("why-computed-from-others", "computed from the others"))
_SUSPECTED = Phrase(
    "import-columns-may-computed", "columns that may be computed from the others, read as annotators"
)


class LabelColumns(Tool):
    """One text per row: columns of the text, perhaps of its id, and of the labels of each annotator.

    Several labels in a cell are separated by |; an empty cell is no answer. Columns that are computed from
    the others are excluded. Columns of documents, addresses, dates and remarks become metadata.
    """

    name = "label_columns"
    title = Phrase(
        "layout-table-texts-column",
        "a table of texts and a column of labels for each annotator (Excel, TSV, CSV)",
    )

    def accepts(self, path: Path) -> bool:
        """Return whether a table has a column of texts and at least two of labels.

        A workbook of texts with columns of something else is accepted too: `read` says what is wrong.
        """
        if not path.is_file() or path.suffix.lower() not in SUFFIXES:
            return False
        try:
            opened = look_into(path)
            rows = list(islice(opened.rows, HEAD))
        except AloiError:
            return False
        columns = opened.columns
        if _OTHERS.intersection(name.strip().casefold() for name in columns) or not rows:
            return False
        candidates = _candidates(columns, rows)
        if len(candidates) < 2 or not _text_column(columns, rows):
            return False
        return path.suffix.lower() in WORKBOOKS or not _without_labels(candidates, rows)

    def read(self, path: Path, options: ProjectOptions) -> Project:
        """Return the answers, one for each cell with a label.

        Raises
        ------
        AloiError
            No column of texts, fewer than two of labels, or a column that holds something else.
        """
        table = read_table(path)
        text = _text_column(table.columns, table.rows)
        candidates = _candidates(table.columns, table.rows)
        wrong = _without_labels(candidates, table.rows)
        if not text or len(candidates) < 2 or wrong:
            raise AloiError(
                "workbench.label-columns-wrong",
                path=path.name,
                columns=[*map(repr, wrong or candidates)] or "-",
            )
        gathering = Gathering()
        gathering.ask(_QUESTION, QuestionForm.LABELS)
        annotators = _annotators(table, candidates, gathering)
        labels = settle(
            [table],
            "labels",
            [word for row in table.rows for name in annotators for word in _labels(row, name)],
        )
        key = _id_column(table.columns)
        facts = [name for name in table.columns if name not in (text, key, *candidates)]
        for number, row in enumerate(table.rows, start=1):
            where = table.where(row)
            document = check_id(row.text(key), where) if key else str(number)
            metadata = {name: row.text(name) for name in facts if row.text(name).strip()}
            if not gathering.document(ProjectDocument(document, (row.text(text),), where, metadata)):
                continue
            for name in annotators:
                for word in _labels(row, name):
                    check_label(word, row.values.get(name), where)
                chosen = tuple(filter(None, map(labels, _labels(row, name))))
                if not chosen:
                    gathering.leave(_NO_LABEL, where)
                    continue
                gathering.answers.append(
                    ProjectAnswer(document, where, name.strip(), AnswerStatus.ANSWER, {_QUESTION: chosen})
                )
        return gathering.project(options)


def _id_column(columns: Sequence[str]) -> str:
    return next((name for name in columns if name.strip().casefold() in _IDS), "")


def _text_column(columns: Sequence[str], rows: Sequence[Row]) -> str:
    """Return the column named as texts are, else the first one beside the id if it holds mostly texts."""
    plain = {name.strip().casefold(): name for name in columns}
    named = next((plain[name] for name in TEXT_COLUMNS if name in plain), "")
    if named:
        return named
    key = _id_column(columns)
    first = next((name for name in columns if name != key), "")
    cells = [row.text(first) for row in rows if row.text(first).strip()]
    texts = sum(len(cell.split()) >= _WORDS_OF_A_TEXT for cell in cells)
    return first if cells and 2 * texts > len(cells) else ""


def _candidates(columns: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """Return the columns that may hold the labels of annotators."""
    apart = (_text_column(columns, rows), _id_column(columns))
    return [name for name in columns if name not in apart and name.strip().casefold() not in _FACTS]


def _without_labels(candidates: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """Return the columns without labels: with long words, or words most of which no other column has."""
    candidates = [name for name in candidates if computed_name(name) is None]
    words = {name: {word for row in rows for word in _labels(row, name)} for name in candidates}
    columns_of = Counter(word for each in words.values() for word in each)
    cells = sum(bool(row.text(name).strip()) for row in rows for name in candidates)
    if len(columns_of) > _MOST_LABELS or len(columns_of) >= max(cells, 2):
        return list(candidates)
    return [
        name
        for name, each in words.items()
        if any(len(word) > _LONGEST_LABEL for word in each)
        or 2 * sum(columns_of[word] > 1 for word in each) < len(each)
    ]


def _annotators(table: SourceTable, candidates: Sequence[str], gathering: Gathering) -> list[str]:
    """Return the columns of annotators; those computed from the others are excluded and counted."""
    named = [name for name in candidates if computed_name(name) is not None]
    for name in named:
        gathering.leave(_COMPUTED, f"{table.path.name}, {name!r}")
    candidates = [name for name in candidates if name not in named]
    columns = {name: TableColumn.of(row.values.get(name) for row in table.rows) for name in candidates}
    numbers = [row.number for row in table.rows]
    grid = Grid.of(ColumnTable(table.path, columns, numbers, table.read_as), candidates)
    grid, dropped, suspected = without_computed(grid, table.path.name)
    for column in dropped:
        gathering.leave(_COMPUTED, f"{table.path.name}, {column.name!r}")
    for column in suspected:
        gathering.notebook.add(_SUSPECTED, f"{table.path.name}, {column.name!r}")
    if len(grid.names) < 2:
        raise AloiError(
            "workbench.label-columns-wrong", path=table.path.name, columns=[*map(repr, candidates)]
        )
    return list(grid.names)


def _labels(row: Row, column: str) -> list[str]:
    return [word.strip() for word in row.text(column).split("|") if word.strip()]
