"""The interface of a layout of external annotations: detection and reading of a path."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Any

from aloi.annotation.rows import Row
from aloi.base.errors import AloiError
from aloi.corpora.model import Item, Json
from aloi.corpora.readers import ReadText
from aloi.corpora.readers.archive import read_unpacked
from aloi.corpora.readers.roles import ColumnRoles
from aloi.corpora.readers.tables import SUFFIXES, look_into
from aloi.corpora.source_ids import SourceIds
from aloi.gold.formats.labels.label_tables import Columns
from aloi.gold.formats.offsets import OffsetUnit as OffsetUnit  # the page of imports names them
from aloi.gold.formats.source_files import Note, Notebook, contents
from aloi.gold.formats.span_schema import SpanSchema


class RowStatus(StrEnum):
    """The kind of a row of a source: an answer, a skip, a suggestion, or an item without an answer."""

    ANSWER = "answer"
    SKIP = "skip"
    PREDICTION = "prediction"
    ITEM = "item"


@dataclass(frozen=True, slots=True)
class SourceProvenance:
    """Metadata of a row that are not part of the row itself.

    Parameters
    ----------
    where : str
        The position in the source, as errors name it.
    annotator : str
        As the source names them; empty if it names nobody.
    comment : str
        The annotator's note; for a skip, its reason.
    created_at : datetime or None
        None if the source has no date.
    origins : tuple of mappings
        The origins of the item, one for each position in the source.
    target : tuple of (start, end, lemma, part of speech), optional
        Of a judged substitute, see `aloi.annotation.tasks.base.RowPlace`.
    revision : int
        From 1: of several answers of one person to one item, the highest one counts.
    has_id : bool
        Whether the id of the row comes from the source; otherwise it is the row's position.
    """

    where: str
    status: RowStatus = RowStatus.ANSWER
    annotator: str = ""
    occasion: int = 1
    comment: str = ""
    flag: bool = False
    seconds: float | None = None
    created_at: datetime | None = None
    origins: tuple[Mapping[str, Json], ...] = ()
    target: tuple[int, int, str, str] | None = None
    revision: int = 1
    has_id: bool = True


@dataclass(frozen=True, slots=True)
class Stretch:
    """The offsets of a text of a row: from `start` to `end` of a named text; None for all but its ends."""

    text: str
    start: int | None = None
    end: int | None = None
    index: int = 0


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A row of a source, the offsets of its texts, and its answer if the row contains only part of it."""

    provenance: SourceProvenance
    row: Row
    stretches: tuple[Stretch, ...]
    value: Json = None


@dataclass(frozen=True, slots=True)
class StoredItem:
    """The annotation that a source has of an item that is already stored."""

    provenance: SourceProvenance
    item: Item
    value: Json


@dataclass(frozen=True, slots=True)
class Source:
    """The result of reading a source with a layout.

    Parameters
    ----------
    task : str
        The task of the rows.
    read_as : str
        The detected format of the source, in words.
    texts : tuple of ReadText
        The documents of the corpus that the source creates, none if it names stored items.
    sentences : mapping
        The sentences of each text by its name, as (start, end); empty if each text is a single unit.
    people : str
        The note stored with annotators who are created for this source.
    counts : mapping
        Further counts to report about the source.
    settings : mapping or None
        The schema in the source itself, for a new campaign.
    guideline : str
        The guideline that the answers were given with; empty if the source has none.
    language : str
        Of the texts, for the words of a new schema; empty if it is not known.
    schema : SpanSchema
        Labels, attributes and relations of spans that the source lists, whether used or not.
    """

    task: str
    read_as: str
    rows: tuple[SourceRow | StoredItem, ...]
    texts: tuple[ReadText, ...] = ()
    sentences: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    people: str = ""
    counts: Mapping[str, Any] = field(default_factory=dict)
    part: str = ""
    settings: Mapping[str, Json] | None = None
    guideline: str = ""
    language: str = ""
    schema: SpanSchema = field(default_factory=SpanSchema)


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How a source is to be read, as far as its path does not determine it.

    Parameters
    ----------
    task, settings : str, mapping
        Of the campaign that the answers go to; empty for a new one.
    items : mapping
        The stored items of the campaign, by id.
    source_ids : SourceIds
        The ids of those items in the source they were imported from.
    people : tuple of str
        Known names and pseudonyms.
    annotators : tuple of str
        Columns of a table that contain answers, one annotator each.
    annotator : str
        The annotator of the answers, if the source names none.
    normalise : tuple of str
        Differences to ignore when labels and people are compared: nfc, case, space, marks, accents.
    also : mapping
        Files of further annotators of the same texts, by annotator name.
    texts : Path or None
        The file of the texts, if separate from the annotations.
    question : str
        The question to import, for a project of another tool that has several.
    fields : tuple of str
        The fields of its records that are the text, if they have several.
    offsets : str
        The unit of the offsets of spans, an `OffsetUnit`; empty to decide by the spans themselves.
    scheme : str
        Of tags, such as IOB2; empty: detected from the tags.
    annotator_from : str
        The part of a project that names annotators: directory, file or column. Empty: asked if in doubt.
    roles : callable or None
        Returns the roles of the columns of a table by its path; None for layouts that have none.
    has_named_roles : bool
        Whether people named these roles.
    texts_only : bool
        Whether the cells of answers are not read; only tables with roles can be read so.
    """

    language: str = ""
    task: str = ""
    settings: Mapping[str, Json] | None = None
    items: Mapping[str, Item] = field(default_factory=dict)
    source_ids: SourceIds = field(default_factory=SourceIds)
    people: tuple[str, ...] = ()
    annotators: tuple[str, ...] = ()
    annotator: str = ""
    normalise: tuple[str, ...] = ()
    also: Mapping[str, Path] = field(default_factory=dict)
    columns: Columns = field(default_factory=Columns)
    group: str | None = None
    texts: Path | None = None
    around: int = 1
    part: str = ""
    several_parts: bool = False
    question: str = ""
    fields: tuple[str, ...] = ()
    offsets: str = ""
    scheme: str = ""
    annotator_from: str = ""
    roles: Callable[[Path], ColumnRoles] | None = None
    has_named_roles: bool = False
    texts_only: bool = False


DIRECTORY, FILE, COLUMN = "directory", "file", "column"  # parts of a source that may name annotators


class Layout(ABC):
    """A layout of annotations, one object in the list of `aloi.workbench.imports.layouts`.

    Attributes
    ----------
    also_called : tuple of str
        Other names that a person may give.
    tasks : tuple of str
        The tasks it can serve, that of a new campaign first; none if the campaign must be there.
    annotators_from : tuple of str
        Parts of the source that may name annotators, of `directory`, `file` and `column`.
    tells_task : bool
        Whether what is read says which of the tasks it is of; such a layout knows its own files by marks
        that no other has.
    """

    name: str
    title: str
    also_called: tuple[str, ...] = ()
    tasks: tuple[str, ...]
    annotators_from: tuple[str, ...] = ()
    tells_task: bool = False

    @abstractmethod
    def accepts(self, path: Path) -> bool:
        """Return whether a file or folder has this layout, by its content."""

    @abstractmethod
    def read(self, path: Path, options: ReadOptions) -> Source:
        """Return the content of a path, or raise AloiError if it cannot be read."""

    def settings(self, sources: Sequence[Source]) -> Mapping[str, Json] | None:
        """Return the schema of a new campaign for the content; None for the default one."""
        del sources
        return None

    def task(self, options: ReadOptions) -> str:
        """Return the task the rows are wanted for: that of the campaign, or the first one."""
        if options.task and options.task not in self.tasks:
            raise AloiError(
                "workbench.answers-wanted-task-format",
                task=options.task,
                name=self.name,
                tasks=" or ".join(self.tasks),
            )
        return options.task or self.tasks[0]


def columns_of(path: Path) -> frozenset[str]:
    """Return the columns of a table; none if the file is no table."""
    if not path.is_file() or path.suffix.lower() not in SUFFIXES:
        return frozenset()
    try:
        return frozenset(look_into(path).columns)
    except AloiError:
        return frozenset()


def first_object(path: Path) -> Mapping[str, Any]:
    """Return the object a file of JSON is, or the first one of its list or lines; empty for anything else."""
    try:
        text = read_unpacked(path).decode("utf-8-sig") if path.is_file() else ""
        parsed = json.loads(text.split("\n", 1)[0] if path.suffix.lower() == ".jsonl" else text)
    except (AloiError, OSError, ValueError, RecursionError):
        return {}
    first = parsed[0] if isinstance(parsed, list) and parsed else parsed
    return first if isinstance(first, dict) else {}


def first_lines(path: Path, suffixes: Sequence[str], count: int = 5) -> list[str]:
    """Return the first lines that are not blank of a file, or of the first such file of a folder or .zip."""
    if path.is_file() and path.suffix.lower() not in (*suffixes, ".zip"):
        return []
    try:
        text = next(iter(contents(path, suffixes, notebook=Notebook()).values()))
    except AloiError:
        return []
    return list(islice((line.rstrip("\r") for line in text.split("\n") if line.strip()), count))


def files_of(path: Path, suffix: str) -> list[Path]:
    """Return the file itself, or the files of a folder with a suffix, in order of their names."""
    if path.is_dir():
        return sorted(one for one in path.iterdir() if one.suffix.lower() == suffix)
    return [path] if path.suffix.lower() == suffix else []


def trimmed(text: str) -> int:
    """Return the number of leading white-space characters of a text: the offset of its item."""
    return len(text) - len(text.lstrip())
