"""The labels of a schema as lines of text that people write, and the settings that such lines make."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from aloi.annotation.tasks.base import TaskType, label_entries
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json

_PARTS = ("name", "title", "gloss", "parent")


def label_lines(kind: TaskType, settings: Mapping[str, Json]) -> str:
    """Return a line `name; title; gloss` a label, with `; parent` where labels may have levels."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    for entry in label_entries(kind, settings):
        cells = [str(entry.get(part) or "") for part in _PARTS if part in entry]
        while cells and not cells[-1]:
            cells.pop()
        writer.writerow([cell if place == 0 else f" {cell}" for place, cell in enumerate(cells)])
    return text.getvalue()


def settings_of_lines(kind: TaskType, settings: Mapping[str, Json], lines: str) -> dict[str, Json]:
    """Return settings with the labels of such lines; other values of an entry of that name stay.

    Raises
    ------
    AloiError
        A line with more parts than a label has, no label at all, or labels the task refuses.
    """
    rows = csv.reader(io.StringIO(lines), delimiter=";", skipinitialspace=True)
    named: dict[str, Mapping[str, Json]] = {}
    for number, row in enumerate(rows, 1):
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        if len(cells) > len(_PARTS) or not cells[0] or cells[0] in named:
            raise AloiError(
                "aloi.line",
                value=Term("line-number-of-the-labels", number=number),
                expected=Term("one-line-name-title"),
                todo=Term("correct-that-line"),
            )
        named[cells[0]] = dict(zip(_PARTS[1:], cells[1:], strict=False))
    if not named:
        raise AloiError(
            "aloi.missing",
            name=Term("the-schema"),
            missing=Term("a-label"),
            expected=Term("one-line-name"),
            todo=Term("write-the-labels"),
        )
    return kind.check_settings(kind.with_labels(settings, _entries(kind, settings, named)))


def relisted(
    kind: TaskType,
    settings: Mapping[str, Json],
    removed: Sequence[str],
    new: Sequence[str],
) -> dict[str, Json]:
    """Return settings without some labels and with others, inserted at the first removed label."""
    entries = label_entries(kind, settings)
    names = [str(one["name"]) for one in entries]
    places = [names.index(one) for one in removed if one in names]
    remaining = [one for one in names if one not in removed]
    added = [one for one in dict.fromkeys(new) if one not in remaining]
    start = sum(one not in removed for one in names[: min(places)]) if places else len(remaining)
    listed = [*remaining[:start], *added, *remaining[start:]]
    new_settings = kind.with_labels(settings, _entries(kind, settings, {one: {} for one in listed}))
    return kind.check_settings(new_settings)


def _entries(
    kind: TaskType, settings: Mapping[str, Json], named: Mapping[str, Mapping[str, Json]]
) -> list[Mapping[str, Json]]:
    """Return the entry of each name: the existing one, or a new one, with the values of its line."""
    by_name = {str(one["name"]): one for one in label_entries(kind, settings)}
    entries: list[Mapping[str, Json]] = []
    extended = settings
    for name, columns in named.items():
        if name not in by_name:
            by_name[name] = kind.new_label(name, extended)
            extended = kind.with_labels(extended, [*by_name.values()])
        words = {part: value for part, value in columns.items() if value or part in by_name[name]}
        entries.append({**by_name[name], **words})
    return entries
