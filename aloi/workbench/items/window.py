"""A part of the table of a campaign's items: filtered, sorted, and read from the file of its index."""

from __future__ import annotations

import json
import sqlite3
import sys
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from aloi.storage.columns import folded
from aloi.workbench.items.index import EQUALS, MARK, NEEDED, NO_ROUND, ItemsIndex
from aloi.workbench.requests.items import ItemsRequest
from aloi.workbench.store.private import ITEMS

_MOST_ORDERS = 32  # filtered orders in memory, of at most some 400 kB each
# Missing values come last: no gap, no gold.
_ORDERS = {
    "order": ("place", False),
    "gap": ("gap", True),
    "text": ("head", False),
    "answers": ("answers", True),
    "score": ("score", True),
    "gold": ("nullif(gold, '')", False),
    "split": ("nullif(split, '')", False),
}
# Conditions that an index counts; all but the last are filters.
_COUNTED = {
    "flagged": "flagged > 0",
    "skipped": "skipped > 0",
    "noted": "noted > 0",
    "disputed": "gap > 0",
    "needed": f"decision = '{NEEDED}'",
    "unused": f"round = {NO_ROUND}",
}
_FLAGS = tuple(_COUNTED)[:-1]


@dataclass(frozen=True, slots=True)
class ItemsWindow:
    """Some rows of the table of items, as they are shown, and how many the filters leave.

    `file` is that of the index: another one has other rows.
    """

    file: str
    total: int
    rows: tuple[Mapping[str, Any], ...]


def read_window(
    request: ItemsRequest, index: ItemsIndex, folder: Path, hidden: frozenset[str] = frozenset()
) -> ItemsWindow:
    """Return the rows that a request asks for, from the data folder; FileNotFoundError without its file.

    There are no rows of `hidden` items.
    """
    path = folder / ITEMS / index.file
    order = _order(path, request, hidden)
    places = order[request.offset : request.offset + request.limit]
    return ItemsWindow(index.file, len(order), tuple(_cells(path, places)))


def read_ids(
    request: ItemsRequest, index: ItemsIndex, folder: Path, hidden: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """Return the ids of all items that the filters of a request leave, in their order."""
    path = folder / ITEMS / index.file
    with closing(_opened(path)) as connection:
        ids = dict(connection.execute("SELECT place, item FROM facets"))
    return tuple(dict.fromkeys(ids[place] for place in _order(path, request, hidden)))


def without_items(index: ItemsIndex, folder: Path, hidden: frozenset[str]) -> ItemsIndex:
    """Return an index that counts no hidden items, and names nobody and no label that only they have."""
    if not hidden:
        return index
    sums = ", ".join(f"coalesce(sum({condition}), 0)" for condition in _COUNTED.values())
    shown, values = _shown(hidden)
    with closing(_opened(folder / ITEMS / index.file)) as connection:
        totals = connection.execute(
            f"SELECT count(*), {sums} FROM facets WHERE latest = 1 AND {shown}", values
        ).fetchone()
        marks = connection.execute(f"SELECT marks, latest FROM facets WHERE {shown}", values).fetchall()
    people: set[str] = set()
    labels: Counter[str] = Counter()
    for text, is_latest in marks:
        pairs = [mark.split(EQUALS) for mark in text.split(MARK) if mark]
        people.update(name for name, _ in pairs)
        labels.update({label for _, label in pairs if is_latest})
    return replace(
        index,
        items=totals[0],
        annotators=tuple(name for name in index.annotators if name in people),
        labels=tuple(replace(one, items=labels[one.name]) for one in index.labels if labels[one.name]),
        counts=dict(zip(_COUNTED, totals[1:], strict=True)),
    )


def _shown(hidden: frozenset[str]) -> tuple[str, tuple[str, ...]]:
    """Return the condition for rows that are not hidden, and its value: one text, whose copies are shared."""
    ids = sys.intern(json.dumps(sorted(hidden)))
    return "item NOT IN (SELECT value FROM json_each(?))", (ids,)


def _order(path: Path, request: ItemsRequest, hidden: frozenset[str]) -> array[int]:
    """Return the places of the rows that the filters leave, in the order of the request."""
    conditions, values = _conditions(request)
    if hidden:
        shown, ids = _shown(hidden)
        conditions, values = f"{conditions} AND {shown}", (*values, *ids)
    column, falls = _ORDERS[request.sort]
    direction = "DESC" if falls != request.reverse else "ASC"
    source = "facets JOIN found USING (place)" if request.text.strip() else "facets"
    by = f"{column} {direction}" + ("" if column == "place" else " NULLS LAST, place")
    return _ordered(path, f"SELECT place FROM {source} WHERE {conditions} ORDER BY {by}", values)


@lru_cache(maxsize=_MOST_ORDERS)
def _ordered(path: Path, query: str, values: tuple[str | float, ...]) -> array[int]:
    with closing(_opened(path)) as connection:
        return array("l", (place for (place,) in connection.execute(query, values)))


def _conditions(request: ItemsRequest) -> tuple[str, tuple[str | float, ...]]:
    """Return the condition of a query for the filters of a request, and its values."""
    parts: list[tuple[str, tuple[str | float, ...]]] = [
        ("latest = 1", ()) if request.round is None else ("round = ?", (request.round,))
    ]
    mark = _mark(request.annotator, request.label)
    if mark:
        parts.append(("instr(marks, ?) > 0", (mark,)))
    if request.gap is not None:
        parts.append(("gap >= ?", (request.gap,)))
    if request.split:
        parts.append(("split = ?", (request.split,)))
    parts += [(_COUNTED[name], ()) for name in _FLAGS if getattr(request, name)]
    parts += [("instr(text, ?) > 0", (word,)) for word in folded(request.text).split()]
    return " AND ".join(part for part, _ in parts), tuple(value for _, each in parts for value in each)


def _mark(annotator: str, label: str) -> str:
    """Return what the marks of a row contain if an annotator gave a label; "" without either."""
    if not annotator and not label:
        return ""
    return (f"{MARK}{annotator}" if annotator else "") + EQUALS + (f"{label}{MARK}" if label else "")


def _cells(path: Path, places: Sequence[int]) -> list[Mapping[str, Any]]:
    marks = ", ".join("?" * len(places))
    with closing(_opened(path)) as connection:
        query = f"SELECT place, cell FROM cells WHERE place IN ({marks})"
        cells = dict(connection.execute(query, [*places]))
    return [json.loads(cells[place]) for place in places]


def _opened(path: Path) -> sqlite3.Connection:
    """Return a connection that reads the file; FileNotFoundError without one."""
    if not path.is_file():
        raise FileNotFoundError(path)
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
