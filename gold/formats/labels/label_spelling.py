"""The same labels written otherwise in two tables: numbers, truth values, quotes, lists and separators."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

BETWEEN = "|"
_OTHER_SEPARATORS = (";", ",")
_WHOLE_NUMBER = re.compile(r"([+-]?)(0|[1-9][0-9]*)(?:\.0*)?")
_TRUTH = {"true": "1", "false": "0"}
_QUOTES = ("''", '""', "«»", "“”")


@dataclass(frozen=True, slots=True)
class CellReader:
    """How cells with several labels are read: lists, then at a separator."""

    separator: str = BETWEEN

    def labels(self, cell: str) -> list[str]:
        """Return the labels of a cell, none of them empty."""
        listed = labels_of_list(cell)
        parts = cell.split(self.separator) if listed is None else listed
        return [part for one in parts if (part := one.strip())]


def labels_of_list(cell: str) -> list[str] | None:
    """Return the labels of a cell that holds a list as JSON or Python writes it; None for other cells."""
    text = cell.strip()
    if not (text.startswith("[") and text.endswith("]")):
        return None
    try:
        listed = json.loads(text)
    except (ValueError, RecursionError):
        try:
            listed = ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return None
    if not isinstance(listed, list) or any(isinstance(one, (list, dict, tuple)) for one in listed):
        return None
    return [str(one) for one in listed]


def cell_readers(
    cells: Mapping[str, Sequence[str]],
) -> tuple[dict[str, CellReader], list[str]]:
    """Return how the cells of each table are read, and what a reader of the scores should know of it.

    Cells without `|` are parted at `;` or `,` if the pieces are labels elsewhere: alone in a cell, in
    another order, or between other separators.

    Parameters
    ----------
    cells : mapping
        The cells of each table with several labels a row, by the path of the table.
    """
    readers: dict[str, CellReader] = {}
    cautions = []
    for path, column in cells.items():
        name = Path(path).name
        others = [one for table, listed in cells.items() if table != path for one in listed]
        separator, unread = _separator(column, others)
        readers[path] = CellReader(separator)
        n_cells = sum(separator in cell for cell in column if labels_of_list(cell) is None)
        if separator != BETWEEN:
            cautions.append(f"{name}: labels were parted at {separator!r} in {_counted(n_cells, 'cell')}.")
        if unread:
            n_unread = sum(unread in cell for cell in column)
            cautions.append(
                f"{name}: each cell with {unread!r} was read as one label ({_counted(n_unread, 'cell')}); "
                f"several labels stand with {BETWEEN} between them."
            )
    return readers, cautions


def spelling_of_gold(
    gold: Iterable[frozenset[str]], predicted: Iterable[frozenset[str]]
) -> tuple[dict[str, str], list[str]]:
    """Return what predicted labels become to equal those of the gold, and cautions that say so.

    `1.0` becomes `1`, `True` becomes `true` or `1`, `"A"` becomes `A`, if the gold has that label alone in
    this sense and the predictions do not write both. Otherwise they stay different, and are counted.
    """
    wanted = Counter(label for labels in gold for label in labels)
    used = Counter(label for labels in predicted for label in labels)
    truth = all(
        {_key(label, truth=True) for label in side} <= {"1", "0"} for side in (wanted, used) if side
    ) and any(label.lower() in _TRUTH for label in (*wanted, *used))
    senses: dict[str, list[str]] = {}
    for label in sorted({*wanted, *used}):
        senses.setdefault(_key(label, truth=truth), []).append(label)
    becomes: dict[str, str] = {}
    cautions = []
    for labels in senses.values():
        if len(labels) == 1:
            continue
        of_gold, of_predicted = (
            [one for one in labels if one in wanted],
            [one for one in labels if one in used],
        )
        names = " and ".join(map(repr, labels[:5]))
        if len(of_gold) == 1 and len(of_predicted) == 1:
            becomes[of_predicted[0]] = of_gold[0]
            cautions.append(
                f"{of_predicted[0]!r} of the predictions was read as {of_gold[0]!r} of the gold "
                f"({_counted(used[of_predicted[0]], 'label')})."
            )
        else:
            total = sum(wanted[one] + used[one] for one in labels)
            cautions.append(f"{names} look like one label and count as different ones ({total} labels).")
    return becomes, cautions


def _separator(cells: Sequence[str], others: Sequence[str]) -> tuple[str, str]:
    """Return the separator of a column, and one that was not taken for such, if cells hold it."""
    plain = [cell for cell in cells if labels_of_list(cell) is None]
    if any(BETWEEN in cell for cell in plain):
        return BETWEEN, ""
    unread = ""
    for separator in _OTHER_SEPARATORS:
        holding = [cell for cell in plain if separator in cell]
        if not holding:
            continue
        whole = {cell.strip() for cell in (*plain, *others)}
        if _are_labels(holding, separator, whole, plain, others):
            return separator, ""
        unread = unread or separator
    return BETWEEN, unread


def _are_labels(
    holding: Sequence[str],
    separator: str,
    whole: set[str],
    cells: Sequence[str],
    others: Sequence[str],
) -> bool:
    """Return whether the pieces of cells are labels elsewhere."""
    elsewhere = {piece for cell in others for piece in _pieces(cell, BETWEEN)}
    elsewhere |= {one.strip() for cell in (*cells, *others) for one in labels_of_list(cell) or ()}
    pieces = set().union(*(_pieces(cell, separator) for cell in holding))
    if pieces & (whole | elsewhere):
        return True
    orders: dict[frozenset[str], set[tuple[str, ...]]] = {}
    for cell in (*holding, *(one for one in others if separator in one)):
        order = tuple(part.strip() for part in cell.split(separator))
        orders.setdefault(frozenset(order), set()).add(order)
    return any(len(found) > 1 for found in orders.values())


def _pieces(cell: str, separator: str) -> set[str]:
    return {part for one in cell.split(separator) if (part := one.strip())}


def _key(label: str, *, truth: bool) -> str:
    """Return what labels that are one share."""
    text = label.strip()
    if len(text) > 2 and text[0] + text[-1] in _QUOTES:
        text = text[1:-1].strip()
    if number := _WHOLE_NUMBER.fullmatch(text):
        return ("-" if number[1] == "-" and number[2] != "0" else "") + number[2]
    if text.lower() in _TRUTH:
        return _TRUTH[text.lower()] if truth else text
    return text


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
