"""The same labels written otherwise in two tables: numbers, truth values, quotes, lists and separators."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aloi.corpora.label_sets import LabelSets, label_sets

BETWEEN = "|"
_WHOLE_NUMBER = re.compile(r"([+-]?)(0|[1-9][0-9]*)(?:\.0*)?")
_TRUTH = {"true": "1", "false": "0"}
_QUOTES = ("''", '""', "«»", "“”")


@dataclass(frozen=True, slots=True)
class CellReader:
    """How cells with several labels are read: at `|` if the column has it, else as `label_sets` finds."""

    sets: LabelSets
    has_bars: bool

    def labels(self, cell: str) -> list[str]:
        """Return the labels of a cell, none of them empty."""
        text = cell.strip()
        if self.has_bars and not self.sets.is_bracketed(text):
            return [label for part in text.split(BETWEEN) if (label := part.strip())]
        return sorted(self.sets.sets.get(text, ()))


def cell_readers(
    cells: Mapping[str, Sequence[str]],
) -> tuple[dict[str, CellReader], list[str]]:
    """Return how the cells of each table are read, and what a reader of the scores should know of it.

    Parameters
    ----------
    cells : mapping
        The cells of each table with several labels a row, by the path of the table.
    """
    sets = label_sets(
        dict.fromkeys(text for column in cells.values() for cell in column if (text := cell.strip()))
    )
    readers: dict[str, CellReader] = {}
    cautions = []
    for path, column in cells.items():
        name = Path(path).name
        texts = [cell.strip() for cell in column]
        bare = [text for text in texts if not sets.is_bracketed(text)]
        readers[path] = CellReader(sets, any(BETWEEN in text for text in bare))
        if readers[path].has_bars:
            continue
        for form, count in Counter(sets.forms[text] for text in bare if text in sets.forms).items():
            cautions.append(f"{name}: labels were parted at {form[1:-1]!r} in {_counted(count, 'cell')}.")
        unsplit = [text for text in bare if text in sets.unsplit]
        for sign in (sign for sign in ",/" if any(sign in text for text in unsplit)):
            count = sum(sign in text for text in unsplit)
            cautions.append(
                f"{name}: each cell with {sign!r} was read as one label ({_counted(count, 'cell')}); "
                f"write {BETWEEN} between several labels."
            )
    return readers, cautions


def spelling_of_gold(
    gold: Iterable[frozenset[str]], predicted: Iterable[frozenset[str]]
) -> tuple[dict[str, str], list[str]]:
    """Return a mapping of predicted labels to the spelling of the gold, and warnings about it.

    `1.0` becomes `1`, `True` becomes `true` or `1`, `"A"` becomes `A`. A label is mapped only if the gold has
    no other label with this meaning and the predictions do not contain both. All others stay different, and
    are counted.
    """
    in_gold = Counter(label for labels in gold for label in labels)
    used = Counter(label for labels in predicted for label in labels)
    truth = all(
        {_key(label, truth=True) for label in side} <= {"1", "0"} for side in (in_gold, used) if side
    ) and any(label.lower() in _TRUTH for label in (*in_gold, *used))
    senses: dict[str, list[str]] = {}
    for label in sorted({*in_gold, *used}):
        senses.setdefault(_key(label, truth=truth), []).append(label)
    becomes: dict[str, str] = {}
    cautions = []
    for labels in senses.values():
        if len(labels) == 1:
            continue
        of_gold, of_predicted = (
            [one for one in labels if one in in_gold],
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
            total = sum(in_gold[one] + used[one] for one in labels)
            cautions.append(f"{names} look like one label and count as different ones ({total} labels).")
    return becomes, cautions


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
