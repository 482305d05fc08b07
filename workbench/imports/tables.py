"""Answers from a table into a round, and out of it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from aloi.errors import AloiError
from annotation.model import Annotation, Round
from corpora.model import Candidate, Item, Json
from corpora.readers import Row, Table, read_table, write_table
from corpora.readers.tables import parse_value
from storage.store import Store
from workbench.imports.answers import Cell, ImportedAnnotations, check_cells, keep_cells
from workbench.rounds.rounds import find_round
from workbench.texts.corpora import LEFT_COLUMNS, RIGHT_COLUMNS, row_texts
from workbench.texts.restriction import allow_export

_LONG = ("annotator", "value")
EXPORT_COLUMNS = (
    "round", "item_id", "left", "right", "annotator", "occasion", "value", "flag", "comment",
    "seconds", "guideline_version", "submitted_at",
)  # fmt: skip


def import_annotations(
    store: Store,
    path: Path,
    campaign: str,
    number: int,
    now: datetime,
    *,
    annotators: tuple[str, ...] = (),
    add_annotators: bool = False,
) -> ImportedAnnotations:
    """Return what came of a table of answers.

    It is long (`item_id, annotator, value`) or wide (one column a person). Items are named by `item_id`,
    or by their two texts. A round of that number is opened over the items of the table if it is the next
    one. Importing the same table twice changes nothing.

    Parameters
    ----------
    annotators : tuple of str
        The columns of a wide table that hold answers; every column that names a known person by default.
    add_annotators : bool
        Make people for pseudonyms not known yet; otherwise an unknown annotator is an error.

    Raises
    ------
    AloiError
        One message for the first bad row, in which case nothing at all is stored.
    """
    found = store.campaigns.get(campaign)
    table = read_table(path)
    items = {item.id: item for item in store.texts.corpus_items(found.corpus_id)}
    cells = _cells(store, path, table, items, annotators, now)
    if not cells:
        raise AloiError(
            f"{path.name} holds no answers.", "At least one was expected.", "Check that it is the right file."
        )
    checked = check_cells(store, found, number, cells)
    return keep_cells(store, found, number, checked, now, add_annotators=add_annotators)


def export_annotations(
    store: Store, campaign: str, out: Path, number: int | None = None, *, reason: str = "", now: datetime
) -> int:
    """Return how many answers were written as a long table: those of `answer_rows`."""
    rows = answer_rows(store, campaign, number, reason=reason, now=now)
    write_table(out, EXPORT_COLUMNS, rows)
    return len(rows)


def answer_rows(
    store: Store, campaign: str, number: int | None = None, *, reason: str = "", now: datetime
) -> list[dict[str, object]]:
    """Return the answers of a campaign, or of one round, as `EXPORT_COLUMNS`: the last revision of each.

    Annotators stand under their pseudonyms. A restricted corpus needs a reason, since the rows carry its
    texts.
    """
    found = store.campaigns.get(campaign)
    # Looked up first: the reason is kept only for an export that can be made.
    rounds = store.campaigns.rounds(found.id) if number is None else [find_round(store, campaign, number)]
    allow_export(store, store.texts.corpus(found.corpus_id), f"annotations of {found.name}", reason, now)
    names = {person.id: person.pseudonym for person in store.people.list()}
    rows: list[dict[str, object]] = []
    for one in rounds:
        annotations = store.answers.latest(one.id)
        items = {item.id: item for item in store.texts.items(list(one.item_ids))}
        rows.extend(_row(one, annotation, items[annotation.key.item_id], names) for annotation in annotations)
    return rows


def plain_value(value: Json) -> Json:
    """Return the number of a one-scale value, other values as they are: what a table cell holds.

    An empty list keeps its name: alone it could not be told from an answer that is missing.
    """
    if isinstance(value, dict) and len(value) == 1 and [*value.values()] != [[]]:
        return next(iter(value.values()))
    return value


def _row(one: Round, annotation: Annotation, item: Item, names: Mapping[str, str]) -> dict[str, object]:
    value = plain_value(annotation.value)
    second = item.replaced if isinstance(item, Candidate) else ""
    left, right = (*item.texts, second)[:2]
    return {
        "round": one.number,
        "item_id": item.id,
        "left": left,
        "right": right,
        "annotator": names[annotation.key.annotator_id],
        "occasion": annotation.key.occasion,
        "value": json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value,
        "flag": int(annotation.flag),
        "comment": annotation.comment,
        "seconds": "" if annotation.seconds is None else annotation.seconds,
        "guideline_version": annotation.guideline_version or "",
        "submitted_at": annotation.created_at.isoformat(),
    }


def _cells(
    store: Store,
    path: Path,
    table: Table,
    items: Mapping[str, Item],
    annotators: tuple[str, ...],
    now: datetime,
) -> list[Cell]:
    """Return the answers of a table, each with the row it stands in."""
    by_texts = {item.texts: item for item in items.values()}
    is_long = all(column in table.columns for column in _LONG)
    columns = () if is_long else _answer_columns(store, path, table, annotators)
    cells: list[Cell] = []
    for row in table.rows:
        where = table.where(row)
        item = _item(row, table.columns, items, by_texts, where)
        given = row.values
        answers = (
            [(row.text("annotator").strip(), given["value"])] if is_long else [(c, given[c]) for c in columns]
        )
        for annotator, raw in answers:
            if raw is None or str(raw).strip() in ("", "NA"):
                continue  # a missing answer is not an answer
            cells.append(
                Cell(
                    where,
                    item,
                    annotator,
                    _occasion(row.text("occasion"), where),
                    parse_value(raw),
                    row.text("comment"),
                    _seconds(row.text("seconds"), where),
                    _time(row.text("submitted_at"), now, where),
                )
            )
    return cells


def _answer_columns(store: Store, path: Path, table: Table, asked: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns of a wide table that hold answers."""
    missing = [column for column in asked if column not in table.columns]
    known = {person.pseudonym for person in store.people.list()}
    columns = asked or tuple(column for column in table.columns if column in known)
    if missing or not columns:
        raise AloiError(
            f"{path.name} has the columns {', '.join(table.columns)}"
            + (f", not {', '.join(missing)}." if missing else "."),
            "Columns `annotator` and `value`, or one column for each annotator, were expected.",
            "Name the columns that hold answers, or add these people first.",
        )
    return columns


def _item(
    row: Row,
    columns: tuple[str, ...],
    items: Mapping[str, Item],
    by_texts: Mapping[tuple[str, ...], Item],
    where: str,
) -> Item:
    """Return the item a row speaks of."""
    if "item_id" in columns:
        found = items.get(row.text("item_id").strip())
        if found is None:
            raise AloiError(
                f"{where}: no item of this campaign's corpus has the id {row.text('item_id')!r}.",
                "The id of a stored item was expected.",
                "Draw or import the items first; `aloi annotations export` shows their ids.",
            )
        return found
    texts = row_texts(row, columns)
    if texts is None:
        raise AloiError(
            f"{where}: the table has the columns {', '.join(columns)}.",
            f"A column item_id was expected, or two texts: {' or '.join(LEFT_COLUMNS)}, "
            f"and {' or '.join(RIGHT_COLUMNS)}.",
            "Rename the columns that name the items.",
        )
    by_text = by_texts.get(texts)
    if by_text is None:
        raise AloiError(
            f"{where}: no item of the corpus has the texts {texts[0][:50]!r} and {texts[1][:50]!r}.",
            "A stored pair was expected.",
            "Import the pairs first: `aloi corpus import TABLE --pairs`.",
        )
    return by_text


def _occasion(raw: str, where: str) -> int:
    """Return 1 unless the row says that the item was put before the annotator again."""
    if not raw.strip():
        return 1
    if not raw.strip().isdecimal() or int(raw) < 1:
        raise AloiError(
            f"{where}: occasion is {raw!r}.",
            "A number from 1 up was expected: 2 is a hidden repeat.",
            "Correct the cell.",
        )
    return int(raw)


def _seconds(raw: str, where: str) -> float | None:
    if not raw.strip():
        return None
    try:
        seconds = float(raw)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise AloiError(
            f"{where}: seconds is {raw!r}.", "A number from 0 up was expected.", "Correct the cell."
        )
    return seconds


def _time(raw: str, now: datetime, where: str) -> datetime:
    if not raw.strip():
        return now
    try:
        read = datetime.fromisoformat(raw)
    except ValueError as error:
        raise AloiError(
            f"{where}: submitted_at is {raw!r}.",
            "A time such as 2026-05-04T10:30:00+00:00 was expected.",
            "Correct the cell.",
        ) from error
    # A time without a zone is taken as UTC, on every machine.
    return (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone(now.tzinfo)
