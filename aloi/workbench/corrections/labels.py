"""The labels of a schema as rows of a table that people edit, and the settings that such rows make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from aloi.annotation.tasks.base import TaskType, label_entries
from aloi.annotation.tasks.classification.label_list import read_label_table
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.model import Json

_PARTS = ("name", "title", "gloss", "key", "parent")


def label_rows(kind: TaskType, settings: Mapping[str, Json]) -> list[dict[str, str]]:
    """Return a row for each label, with those of name, title, gloss, key and parent that the task has.

    A title that repeats the name is empty.
    """
    rows = [
        {part: str(entry.get(part) or "") for part in _PARTS if part in entry}
        for entry in label_entries(kind, settings)
    ]
    return [
        row | ({"title": ""} if kind.label_name(row.get("title", "")) == row["name"] else {}) for row in rows
    ]


def rows_in_file(path: Path) -> list[dict[str, str]]:
    """Return the labels of a table, with those of name, title, gloss, key and parent that it has."""
    listed = [one for one in read_label_table(path) if isinstance(one, Mapping)]
    return [{part: str(one[part]) for part in _PARTS if part in one} for one in listed]


def settings_of_rows(
    kind: TaskType, settings: Mapping[str, Json], rows: Sequence[Mapping[str, object]]
) -> dict[str, Json]:
    """Return settings with the labels of rows, unchecked; other values of an entry of that name stay.

    Rows without a name are ignored.

    Raises
    ------
    AloiError
        Two rows with one name.
    """
    named: dict[str, Mapping[str, Json]] = {}
    for row in rows:
        cells = {part: str(row.get(part) or "").strip() for part in _PARTS if part in row}
        typed = cells.pop("name", "")
        name = kind.label_name(typed)
        if not name:
            continue
        if name in named:
            raise AloiError("aloi.repeated", name=Term("label-entry", part="name"), value=quoted(name))
        named[name] = {**cells, **({"title": cells["title"] or typed} if "title" in cells else {})}
    return kind.with_labels(settings, _entries(kind, settings, named))


def relisted(
    kind: TaskType,
    settings: Mapping[str, Json],
    becomes: Mapping[str, Sequence[str]],
    added_names: Sequence[str],
) -> dict[str, Json]:
    """Return settings in which names of a mapping are others, and further ones are added.

    New labels are inserted at the first removed label. Names that are no labels (values of attributes, types
    of relations) are left to the task.
    """
    names = [str(one["name"]) for one in label_entries(kind, settings)]
    places = [names.index(one) for one in becomes if one in names]
    remaining = [one for one in names if one not in becomes]
    new = dict.fromkeys([*(name for new_names in becomes.values() for name in new_names), *added_names])
    added = [one for one in new if one not in remaining and kind.mapped_kind(one) == "label"]
    start = sum(one not in becomes for one in names[: min(places)]) if places else len(remaining)
    listed = [*remaining[:start], *added, *remaining[start:]]
    followed = kind.with_mapped_names(settings, {**becomes, "": added_names})
    new_settings = kind.with_labels(followed, _entries(kind, settings, {one: {} for one in listed}))
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
