"""Tables of answers that people keep themselves: a text, a person and a label a row."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Phrase
from aloi.corpora.readers import Row, SourceTable, read_table
from aloi.corpora.readers.tables import SUFFIXES, look_into
from aloi.corpora.readers.values import check_id, check_label, settle
from aloi.corpora.readers.words import computed_name
from aloi.gold.formats.labels.label_tables import LABEL_COLUMNS, TEXT_COLUMNS
from aloi.gold.formats.projects.json_min import is_json_min
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
from aloi.gold.formats.projects.records import Record
from aloi.gold.formats.source_files import excluded

_PEOPLE = ("annotator", "annotateur", "annotatrice", "annotator_id", "coder", "rater", "user")
_LABELS = (*LABEL_COLUMNS, "value", "answer", "réponse")
_IDS = ("id", "identifier", "identifiant", "doc_id", "document_id")
_COMMENTS = ("comment", "commentaire", "note", "remarque")
_ANSWER_COLUMNS = frozenset({"seconds", "submitted_at", "skip", *_COMMENTS})


class AnswerSheet(Tool):
    """One row for each answer: columns of the text, of the annotator, and of the labels with | between them.

    Optional columns: `comment`, `seconds`, `submitted_at`, `skip` (the reason), an id and further columns. A
    row without a label and without a reason is no answer.
    """

    name = "answer_sheet"
    title = Phrase("layout-table-texts-people", "a table of texts, people and labels (Excel, TSV, CSV)")
    annotators_from = ("column",)

    def accepts(self, path: Path) -> bool:
        """Return whether a table has columns of texts, people and labels, and names no items of a store."""
        if not path.is_file() or path.suffix.lower() not in SUFFIXES:
            return False
        try:
            columns = look_into(path).columns
        except AloiError:
            return False
        # The tables of Label Studio contain more than labels: their own reader takes them.
        return (
            not is_json_min(dict.fromkeys(columns))
            and "item_id" not in columns
            and all(_of(columns, usual) for usual in (TEXT_COLUMNS, _PEOPLE, _LABELS))
        )

    def read(self, path: Path, options: ProjectOptions) -> Project:
        """Return the answers; a person that is computed, such as `mean`, is refused."""
        table = read_table(path)
        text, people_column, label = (_of(table.columns, usual) for usual in (TEXT_COLUMNS, _PEOPLE, _LABELS))
        table.require(
            *filter(None, (text or TEXT_COLUMNS[0], people_column or _PEOPLE[0], label or LABEL_COLUMNS[0]))
        )
        labels = settle([table], "labels", [name for row in table.rows for name in _named(row, label)])
        people = settle([table], "annotators", [row.text(people_column) for row in table.rows], missing=False)
        gathering = Gathering()
        gathering.ask(label, QuestionForm.LABELS)
        for row in table.rows:
            where = table.where(row)
            for name in _named(row, label):
                check_label(name, row.values.get(label), where)
            person = people(row.text(people_column))
            kind = computed_name(person)
            if kind is not None:
                raise AloiError(
                    "gold.project-person-is-computed", where=where, person=quoted(person), kind=kind
                )
            document = _document(row, table, text, {people_column, label}, gathering)
            chosen = tuple(filter(None, map(labels, _named(row, label))))
            if document:
                _take(row, where, document, person, chosen, label, gathering)
        return gathering.project(options)


def _of(columns: Sequence[str], usual: Sequence[str]) -> str:
    """Return the first usual name that a table has, in whatever case; empty if it has none."""
    plain = {one.strip().lower(): one for one in columns}
    return next((plain[one] for one in usual if one in plain), "")


def _named(row: Row, column: str) -> list[str]:
    return [one.strip() for one in row.text(column).split("|") if one.strip()]


def _document(row: Row, table: SourceTable, text: str, apart: set[str], gathering: Gathering) -> str:
    """Return the id of a row's document: its own, or the number of the first row with this text."""
    where, key = table.where(row), _of(table.columns, _IDS)
    shown = row.text(text)
    document_id = gathering.by_text.get((shown,), str(len(gathering.documents) + 1))
    name = check_id(row.text(key), where) if key else document_id
    excluded = {text, key, *apart}
    rest = [
        column for column in table.columns if column not in excluded and column.lower() not in _ANSWER_COLUMNS
    ]
    facts = {one: row.text(one) for one in rest if row.text(one).strip()}
    return name if gathering.document(ProjectDocument(name, (shown,), where, facts)) else ""


def _take(
    row: Row,
    where: str,
    document: str,
    person: str,
    chosen: tuple[str, ...],
    label: str,
    gathering: Gathering,
) -> None:
    """Take the answer of a row, or its skip."""
    record = Record(where, {name: row.text(name).strip() or None for name in row.values})
    why = record.text("skip", "")
    comment = next((record.text(one, "") for one in _COMMENTS if record.has(one)), "")
    if not chosen and not why:
        gathering.leave(
            excluded("rows", Phrase("why-without-label-without", "without a label and without a reason")),
            where,
        )
        return
    if chosen and why:
        gathering.leave(
            excluded("reasons", Phrase("why-skip-beside-label", "for a skip beside a label")), where
        )
    seconds = record.text("seconds", "").replace(",", ".")
    if seconds and not seconds.replace(".", "", 1).isdecimal():
        record.refuse("seconds", "number")
    gathering.answers.append(
        ProjectAnswer(
            document,
            where,
            person,
            AnswerStatus.ANSWER if chosen else AnswerStatus.SKIP,
            {label: chosen} if chosen else {},
            comment if chosen else ": ".join(filter(None, (why, comment))),
            seconds=float(seconds) if seconds else None,
            created_at=record.moment("submitted_at"),
        )
    )
