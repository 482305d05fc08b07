"""The data of a task in a local folder: whether it is present, and its rows by split."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any

from aloi.annotation.rows import LabelledText, TaggedTokens
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Phrase, Term
from aloi.corpora.identity import checksum
from aloi.corpora.readers import read_table
from aloi.gold.formats.source_files import Note
from aloi.gold.splitting.drbenchmark import drbenchmark_parts
from aloi.studies.drbenchmark.core.declarations import PARTS, Task
from aloi.studies.drbenchmark.core.published.files import PublishedFiles, published_files
from aloi.studies.drbenchmark.core.published.reading import read_published
from aloi.studies.drbenchmark.core.reading import WORDS, Record, SuiteRow, rows_of, with_known

SUFFIXES = (".jsonl", ".parquet", ".tsv", ".csv")
LABELS = "labels.json"


@dataclass(frozen=True, slots=True)
class TaskData:
    """The rows of a task.

    Parameters
    ----------
    all_labels : tuple of str
        All labels of a classification, in their order; empty for other tasks.
    checksum : str
        Of all rows and their parts.
    notes : tuple of Note
        Exclusions and changes of the reader.
    """

    task: Task
    train: tuple[SuiteRow, ...]
    validation: tuple[SuiteRow, ...]
    test: tuple[SuiteRow, ...]
    all_labels: tuple[str, ...]
    checksum: str
    notes: tuple[Note, ...] = ()

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Rows of train, validation and test."""
        return len(self.train), len(self.validation), len(self.test)


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether the data of a task is in a folder.

    Parameters
    ----------
    published : PublishedFiles or None
        The files of the corpus as its authors distribute it, perhaps not all; None if own tables are read.
    files : tuple of str
        Names of the files found.
    required : str
        A description of the required files.
    todo : str
        The action needed if data are absent; empty otherwise.
    """

    task: Task
    present: bool
    published: PublishedFiles | None
    files: tuple[str, ...]
    required: str
    todo: str


def _either(first: str, second: str) -> str:
    return Phrase("list-or", "{first} or {second}", first=first, second=second)


def presence(task: Task, folder: Path) -> Presence:
    """Return whether the files of a task lie in a folder, as distributed or as tables; they are not read."""
    published = published_files(task, folder)
    files = _files(task, folder)
    shipped = _layout(task, files)
    ways = " or ".join(", ".join(f"{part}.jsonl" for part in way) for way in _ways(task))
    required = Phrase(
        "suite-files",
        "{files} with {columns}",
        files=reduce(_either, (", ".join(f"{part}.jsonl" for part in way) for way in _ways(task))),
        columns=", ".join(_read_columns(task)),
    )
    if published and not (published.missing and shipped):
        names = tuple(name for own in published.names.values() for name in own)
        missing = ", ".join(published.missing.values())
        todo = f"{published.root} lacks {missing}. {task.obtain}" if missing else ""
        return Presence(task, not missing, published, names, required, todo)
    file_names = tuple(path.name for path in files.values())
    if shipped:
        return Presence(task, True, None, file_names, required, "")
    todo = (
        f"{task.obtain} Unpack it into {folder / task.folders[0]}. Or put {ways} with the columns "
        f"{', '.join(_read_columns(task))} into {folder / task.name} (.tsv, .csv and .parquet are read too), "
        f"or say aloi suite fetch {task.name} where the hub can be reached."
    )
    return Presence(task, False, None, file_names, required, todo)


def load(task: Task, folder: Path, *, released: bool = False) -> TaskData:
    """Return the rows of a task by split; splits that are not shipped are made by the rule of the task.

    Parameters
    ----------
    released : bool
        Whether words and separators are those of the released loaders and recipes.

    Raises
    ------
    AloiError
        Files that are missing or broken, ids that occur twice in a split, a split without rows.
    """
    data = presence(task, folder)
    if not data.present:
        raise AloiError(
            "modeling.task-data-absent", task=task.name, folder=folder / task.name, todo=data.todo
        )
    parts, all_labels, notes = _read(task, folder, data, released=released)
    return replace(task_data(task, parts, all_labels), notes=notes)


def incomplete_sizes(task: Task, folder: Path) -> tuple[int, int, int] | None:
    """Return the rows of each split of an incomplete corpus, 0 for a missing one; None if it cannot be read.

    Raises
    ------
    AloiError
        Files that are broken.
    """
    data = presence(task, folder)
    if data.published is None or not set(data.published.missing) <= set(PARTS):
        return None
    parts, _, _ = _read(task, folder, data, released=False)
    train, validation, test = (len(parts.get(part, ())) for part in PARTS)
    return train, validation, test


def _read(
    task: Task, folder: Path, data: Presence, *, released: bool
) -> tuple[Mapping[str, Sequence[SuiteRow]], tuple[str, ...], tuple[Note, ...]]:
    """Return the rows by split, all labels of a classification, and the notes of reading."""
    notes: tuple[Note, ...] = ()
    names: tuple[str, ...] = ()
    if data.published is not None:
        source = read_published(task, data.published, released=released)
        where, notes = data.published.root, source.notes
        parts = {
            part: rows_of(task, records, (), f"{where}, {part}", released=released)
            for part, records in source.parts.items()
        }
    else:
        files = _files(task, folder)
        names = _label_names(folder / task.name / LABELS)
        parts = {part: _rows(task, files[part], names, released) for part in _layout(task, files)}
    _check_ids(parts, folder / task.name)
    all_labels: tuple[str, ...] = ()
    if any(isinstance(row, LabelledText) for rows in parts.values() for row in rows):
        used = {label for rows in parts.values() for row in rows for label in _labels(row)}
        all_labels = task.labels or tuple(name for name in names if name in used) or tuple(sorted(used))
        parts = {part: with_known(rows, all_labels) for part, rows in parts.items()}
    return _cut(task, parts), all_labels, notes


def task_data(task: Task, parts: Mapping[str, Sequence[SuiteRow]], all_labels: Sequence[str]) -> TaskData:
    """Return the rows of train, validation and test as the data of a task, with their checksum."""
    for name, rows in parts.items():
        if not rows:
            raise AloiError(
                "aloi.no-content",
                path=Term("split-of-task", split=name, task=task.name),
                content=Term("no-rows"),
            )
    described = {name: [to_json(row) for row in parts[name]] for name in PARTS}
    train, validation, test = (tuple(parts[name]) for name in PARTS)
    return TaskData(task, train, validation, test, tuple(all_labels), checksum(described))


def _ways(task: Task) -> tuple[tuple[str, ...], ...]:
    """Return the parts that files may come in: as shipped, or all three."""
    return tuple(dict.fromkeys((task.shipped, PARTS)))


def _layout(task: Task, files: Mapping[str, Path]) -> tuple[str, ...]:
    """Return the splits to read; none if files are missing. Three shipped splits are used unchanged."""
    return next((way for way in (PARTS, task.shipped) if set(way) <= set(files)), ())


def _files(task: Task, folder: Path) -> dict[str, Path]:
    paths: dict[str, Path] = {}
    for part in (*PARTS, "all"):
        for suffix in SUFFIXES:
            path = folder / task.name / f"{part}{suffix}"
            if path.is_file():
                paths.setdefault(part, path)
    return paths


def _read_columns(task: Task) -> tuple[str, ...]:
    """Return the columns that must be there."""
    roles = (role for role in task.columns if role != WORDS)
    return tuple(dict.fromkeys(column for role in roles for column in task.several_columns(role)))


def _rows(task: Task, path: Path, names: Sequence[str], released: bool) -> tuple[SuiteRow, ...]:
    table = read_table(path)
    table.require(*_read_columns(task))
    texts = path.suffix in (".tsv", ".csv")
    records: list[Record] = [_typed(task, row.values) if texts else row.values for row in table.rows]
    return rows_of(task, records, names, str(path), released=released)


def _typed(task: Task, values: Mapping[str, object]) -> dict[str, Any]:
    """Return the cells of a text table; a list is written as JSON, or with `|` between its parts."""
    typed: dict[str, Any] = {}
    for column, value in values.items():
        if not task.fields.get(column, "str").startswith("["):
            typed[column] = value
            continue
        text = str(value)
        try:
            parsed = json.loads(text)
        except (json.JSONDecodeError, RecursionError):
            parsed = [part for part in text.split("|") if part]
        typed[column] = parsed if isinstance(parsed, list) else [text]
    return typed


def _label_names(path: Path) -> tuple[str, ...]:
    if not path.is_file():
        return ()
    try:
        names = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise AloiError("aloi.not-json", path=path, error=error, expected=Term("list-of-labels")) from error
    if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
        raise AloiError("aloi.not-json", path=path, error=Term("not-a-list"), expected=Term("list-of-labels"))
    return tuple(names)


def _check_ids(parts: Mapping[str, Sequence[SuiteRow]], folder: Path) -> None:
    for part, rows in parts.items():
        seen: set[str] = set()
        for row in rows:
            if row.id in seen:
                raise AloiError("aloi.repeated", name=Term("row-id"), value=repr(row.id)).at(
                    f"{folder}, {part}"
                )
            seen.add(row.id)


def _labels(row: SuiteRow) -> tuple[str, ...]:
    return row.labels if isinstance(row, LabelledText) else ()


def _cut(task: Task, parts: Mapping[str, Sequence[SuiteRow]]) -> Mapping[str, Sequence[SuiteRow]]:
    """Return train, validation and test; missing ones are excluded."""
    rows = parts.get("all", parts.get("train", ()))
    if "validation" in parts or not task.cuts or not rows:
        return parts
    ids = tuple(dict.fromkeys(_unit(task, row) for row in rows))
    places = {one: name for name, kept in drbenchmark_parts(ids, task.cuts).items() for one in kept}
    cut = {name: [row for row in rows if places[_unit(task, row)] == name] for name in PARTS}
    if "all" in parts:
        return cut
    return {**cut, "test": parts["test"]} if "test" in parts else cut


def _unit(task: Task, row: SuiteRow) -> str:
    """Return the unit of shuffling of a row: its id or its document's."""
    return row.document_id if task.cut_by == "document" and isinstance(row, TaggedTokens) else row.id


# Data sets that come with a loading script are kept by the hub as plain tables there too.
_TABLES = "refs/convert/parquet"


def fetch(task: Task, folder: Path) -> tuple[int, int, int]:
    """Return the rows of train, validation and test that were written into `folder/<task>`.

    Raises
    ------
    AloiError
        The package `datasets` is missing, the hub cannot be reached or does not have the data, or what it
        has does not fit the declaration.
    """
    parts = _loaded(task)
    columns = tuple(dict.fromkeys(name for role in task.columns for name in task.several_columns(role)))
    lacking = [part for part in PARTS if part not in parts]
    if lacking:
        raise AloiError(
            "aloi.value",
            name=Term("hub-splits", hub=task.hub),
            value=parts,
            expected=PARTS,
            todo=Term("obtain", text=task.obtain),
        )
    task_folder = folder / task.name
    task_folder.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        rows = ({name: row[name] for name in columns if name in row} for row in parts[part])
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (task_folder / f"{part}.jsonl").write_text("".join(lines), encoding="utf-8", newline="\n")
    names = _names(task, parts["train"])
    if names:
        text = json.dumps(names, ensure_ascii=False) + "\n"
        (task_folder / LABELS).write_text(text, encoding="utf-8", newline="\n")
    return load(task, folder).sizes


def _loaded(task: Task) -> Mapping[str, Any]:
    try:
        from datasets import load_dataset  # type: ignore[import-untyped]
    except ImportError as error:
        raise AloiError(
            "aloi.package-missing",
            package="datasets",
            purpose=Term("fetch-from-hub", name=task.name),
            command='pip install "aloi[models]"',
            todo=Term("data-by-hand", obtain=task.obtain),
        ) from error
    try:
        parts: Mapping[str, Any] = load_dataset(task.hub, task.config or None, revision=_TABLES)
    # The library and those below it raise errors of many kinds; all of them mean the same here.
    except (OSError, ValueError, RuntimeError, KeyError) as error:
        why = (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
        raise AloiError("modeling.could-not-fetched", hub=task.hub, why=why, obtain=task.obtain) from error
    return parts


def _names(task: Task, part: Any) -> list[str]:
    """Return the names of labels that are given by index; none if they are given by name."""
    column = task.column("tags") or task.column("labels")
    feature = getattr(part, "features", {}).get(column)
    while feature is not None and not hasattr(feature, "names") and hasattr(feature, "feature"):
        feature = feature.feature
    return list(getattr(feature, "names", None) or [])
