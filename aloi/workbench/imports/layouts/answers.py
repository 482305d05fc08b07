"""A table of answers to items of the store: `item_id, annotator, value`, or one column an annotator."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Item
from aloi.corpora.readers import Row, SourceTable, TableReading, read_table
from aloi.corpora.readers.read_as import tell
from aloi.corpora.readers.roles import ColumnRole as Role
from aloi.corpora.readers.values import Settled, check_id, settle
from aloi.corpora.readers.words import computed_name, has_decimal_comma
from aloi.workbench.imports.layouts.base import (
    COLUMN,
    Layout,
    ReadOptions,
    RowStatus,
    Source,
    SourceProvenance,
    StoredItem,
    columns_of,
)
from aloi.workbench.rounds.answer_cells import AnswerCells
from aloi.workbench.rounds.exported_texts import SOURCE_COLUMN, texts_as_answered
from aloi.workbench.texts.pairs import LEFT_COLUMNS, RIGHT_COLUMNS, has_pair, row_texts

_LONG = ("annotator", "value")
_NAMES = {
    Role.ID: "item_id",
    Role.LEFT: "left",
    Role.RIGHT: "right",
    Role.TEXT: "text",
    Role.ANNOTATOR: "annotator",
}
_T = TypeVar("_T")


class AnswerTable(Layout):
    """Items are named by `item_id`, by `source_id`, or by their two texts; `skip` is the reason for a skip.

    `item_id` may contain the id that an item had in the source it was imported from, as `source_id` does. The
    reason is a code (broken, context, expertise, other) or free text; `skip_note` adds text to a code.
    """

    name = "table"
    title = Phrase("layout-table-answers-items", "a table of answers to items of a campaign")
    tasks: tuple[str, ...] = ()
    annotators_from = (COLUMN,)

    def accepts(self, path: Path) -> bool:
        """Return whether a table names items, or holds annotators and their values."""
        columns = columns_of(path)
        return "item_id" in columns or columns.issuperset(_LONG) or has_pair(columns)

    def task(self, options: ReadOptions) -> str:
        """Return the task of the campaign, which must be there."""
        return options.task

    def read(self, path: Path, options: ReadOptions) -> Source:
        """Return the answers of a table; a missing campaign is an error."""
        if options.settings is None:
            raise AloiError("workbench.holds-answers-items-campaign-not", name=path.name)
        table = _with_usual_names(texts_as_answered(read_table(path)), options)
        by_texts = {item.texts: item for item in options.items.values()}
        is_long = set(_LONG) <= set(table.columns)
        if options.annotator_from and not is_long:
            raise AloiError("workbench.no-annotators-of-paths", name=path.name, by=COLUMN)
        columns = () if is_long else _answer_columns(path, table, options)
        cells = AnswerCells.of(
            table, columns or _LONG[1:], options.task, options.settings or {}, options.normalise
        )
        names = _people(table, columns, options)
        rows = []
        for row in table.rows:
            where = table.where(row)
            item = _item(row, table, options, by_texts)
            cells_of_row = (
                [(names(row.text("annotator")), "value")]
                if is_long
                else [(names(one), one) for one in columns]
            )
            for annotator, column in cells_of_row:
                missing = cells.is_missing(row.values.get(column))
                skipped = _skip(row) if is_long else ""
                if missing and not skipped:
                    continue  # a missing answer is not an answer
                rows.append(
                    StoredItem(
                        _provenance(row, annotator, where, skipped if missing else ""),
                        item,
                        None if missing else cells.value(row, column),
                    )
                )
        if not rows:
            raise AloiError("aloi.no-content", path=path.name, content=Term("no-answers"))
        read_as = (
            Phrase("layout-long-table", "long table")
            if is_long
            else Phrase("layout-wide-table", "wide table")
        )
        tell(path, TableReading(layout="long" if is_long else "wide"))
        if not table.read_as.plain:
            how = table.read_as.describe()
            read_as = Phrase("layout-with-details", "{layout} ({read})", layout=read_as, read=how)
        return Source(options.task, read_as, tuple(rows))


def _with_usual_names(table: SourceTable, options: ReadOptions) -> SourceTable:
    """Return a table with the names of columns that are read here, if its columns have roles.

    The roles are those that people named; without them, those of a table that lacks the usual names.
    """
    usual = "item_id" in table.columns or SOURCE_COLUMN in table.columns or has_pair(table.columns)
    if options.roles is None or (usual and not options.has_named_roles):
        return table
    roles = options.roles(table.path)
    answers = roles.columns(Role.SCORE) or roles.columns(Role.LABEL)
    names = {column: column for column in table.columns}
    for role, name in _NAMES.items():
        names |= dict.fromkeys(roles.columns(role), name)
    if len(answers) == 1 and roles.column(Role.ANNOTATOR):
        names[answers[0]] = "value"
    ignored = roles.columns(Role.IGNORE)
    columns = [column for column in table.columns if column not in ignored]
    rows = [
        replace(row, values={names[column]: row.values.get(column) for column in columns})
        for row in table.rows
    ]
    return replace(table, columns=tuple(names[column] for column in columns), rows=tuple(rows))


def _people(table: SourceTable, columns: Sequence[str], options: ReadOptions) -> Settled:
    """Return the resolved names of annotators; duplicates are reported, and a computed column is an error.

    Raises
    ------
    AloiError
        A name that is no person's and indicates a computed column, such as `mean` or `total`.
    """
    texts = columns or [row.text("annotator") for row in table.rows]
    settled = settle(
        [table], "annotators", texts, existing=options.people, normalise=options.normalise, missing=False
    )
    for name in dict.fromkeys(settled(one) for one in texts):
        kind = computed_name(name)
        if kind is not None and name not in options.people:
            raise AloiError("workbench.person-is-computed", name=table.name, person=quoted(name), kind=kind)
    return settled


def _provenance(row: Row, annotator: str, where: str, skipped: str) -> SourceProvenance:
    if not annotator:
        raise AloiError("aloi.missing", name=where, missing=Term("name-of-annotator"))
    return SourceProvenance(
        where,
        RowStatus.SKIP if skipped else RowStatus.ANSWER,
        annotator,
        _read(row, "occasion", where, _occasion, "A number from 1 up (2 is a hidden repeat)") or 1,
        skipped or row.text("comment"),
        row.text("flag").strip().lower() in ("1", "true"),
        _read(row, "seconds", where, _seconds, "A number from 0 up"),
        _read(row, "submitted_at", where, _time, "A time such as 2026-05-04T10:30:00+00:00"),
    )


def _skip(row: Row) -> str:
    """Return why a row skipped its item: the reason, and after a colon the note."""
    return ": ".join(filter(None, (row.text("skip").strip(), row.text("skip_note").strip())))


def _answer_columns(path: Path, table: SourceTable, options: ReadOptions) -> tuple[str, ...]:
    """Return the columns of a wide table that hold answers."""
    missing = [column for column in options.annotators if column not in table.columns]
    columns = options.annotators or tuple(column for column in table.columns if column in options.people)
    if not columns and options.has_named_roles and options.roles is not None:
        roles = options.roles(path)
        columns = roles.columns(Role.SCORE) or roles.columns(Role.LABEL)
    if missing or not columns:
        raise AloiError(
            "workbench.columns-not",
            name=path.name,
            columns=map(quoted, table.columns),
            has_missing=bool(missing),
            missing=missing,
        )
    return columns


def _item(
    row: Row, table: SourceTable, options: ReadOptions, by_texts: Mapping[tuple[str, ...], Item]
) -> Item:
    """Return the item a row speaks of."""
    columns, where = table.columns, table.where(row)
    texts: tuple[str, ...] | None = row_texts(row, columns)
    if texts is None and "text" in columns:
        texts = (row.text("text").strip(),)
    # A column source_id may be of something else where texts name the items.
    by_text = by_texts.get(texts) if texts is not None else None
    named = [column for column in ("item_id", SOURCE_COLUMN) if column in columns]
    column = next((each for each in named if row.text(each).strip()), "")
    if "item_id" in named or (column and by_text is None):
        if column == SOURCE_COLUMN and by_text is not None:
            return by_text
        return _named_item(row, column or "item_id", table, options)
    if texts is None:
        raise AloiError(
            "workbench.table-columns",
            where=where,
            columns=map(quoted, columns),
            left_columns=" or ".join(LEFT_COLUMNS),
            right_columns=" or ".join(RIGHT_COLUMNS),
        )
    if by_text is None:
        raise AloiError("workbench.no-item-corpus-these-two", where=where)
    return by_text


def _named_item(row: Row, column: str, table: SourceTable, options: ReadOptions) -> Item:
    """Return the item that an id names, ours or that of its source, or raise AloiError."""
    name = check_id(row.text(column), table.where(row))
    stored = options.items.get(name) if column == "item_id" else None
    if stored is not None:
        return stored
    named = options.source_ids.items.get(name, ())
    if len(named) == 1:
        return options.items[named[0]]
    if named:
        raise AloiError(
            "workbench.source-id-several-items",
            where=table.where(row),
            column=column,
            count=len(named),
        )
    unknown = sum(not _is_named(each, column, options) for each in table.rows)
    raise AloiError(
        "workbench.no-item-campaign-corpus-id",
        where=table.where(row),
        text=quoted(row.text(column)),
        column=column,
        count=unknown,
    )


def _is_named(row: Row, column: str, options: ReadOptions) -> bool:
    """Return whether an id names an item, or the row has none."""
    name = row.text(column).strip()
    return not name or name in options.source_ids.items or (column == "item_id" and name in options.items)


def _read(row: Row, name: str, where: str, parse: Callable[[str], _T], expected: str) -> _T | None:
    """Return the cell of a row that may be empty, or raise AloiError for one that is not as expected."""
    raw = row.text(name).strip()
    if not raw:
        return None
    try:
        return parse(raw)
    except ValueError as error:
        raise AloiError(
            "workbench.expected", where=where, name=name, raw=quoted(raw), expected=expected
        ) from error


def _occasion(raw: str) -> int:
    if not raw.isdecimal() or int(raw) < 1:
        raise ValueError
    return int(raw)


def _seconds(raw: str) -> float:
    read = float(raw.replace(",", ".") if has_decimal_comma(raw) else raw)
    if not 0 <= read < math.inf:
        raise ValueError
    return read


def _time(raw: str) -> datetime:
    read = datetime.fromisoformat(raw)
    # A time without a zone is taken as UTC, on every machine.
    return read if read.tzinfo else read.replace(tzinfo=UTC)
