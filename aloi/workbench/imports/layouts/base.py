"""What a layout of annotations made elsewhere answers: whether a path is of it, and what the path holds."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
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
from aloi.corpora.readers.tables import SUFFIXES, look_into
from aloi.corpora.source_ids import SourceIds
from aloi.gold.formats.labels.label_tables import Columns
from aloi.gold.formats.offsets import OffsetUnit as OffsetUnit  # the page of imports names them
from aloi.gold.formats.source_files import Note, Notebook, contents


class RowStatus(StrEnum):
    """What a source says of an item: an answer, a skip, a suggestion, or the item alone."""

    ANSWER = "answer"
    SKIP = "skip"
    PREDICTION = "prediction"
    ITEM = "item"


@dataclass(frozen=True, slots=True)
class SourceProvenance:
    """What stands beside a row, since no row carries it.

    Parameters
    ----------
    where : str
        The place in the source, as errors name it.
    annotator : str
        As the source names them; empty where it names nobody.
    comment : str
        The annotator's note; of a skip, its reason.
    created_at : datetime or None
        None where the source does not say when.
    origins : tuple of mappings
        Where the item came from, one for each place of the source that gives it.
    target : tuple of (start, end, lemma, part of speech), optional
        Of a judged substitute, see `aloi.annotation.tasks.base.RowPlace`.
    revision : int
        From 1: of several answers of one person to one item, the highest one counts.
    has_id : bool
        Whether the id of the row is that of the source; otherwise it is its place there.
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
    """Where a text of a row stands: from `start` to `end` of a named text; None for all but its ends."""

    text: str
    start: int | None = None
    end: int | None = None
    index: int = 0


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A row of a source, where its texts stand, and its answer where the row says less than it."""

    provenance: SourceProvenance
    row: Row
    stretches: tuple[Stretch, ...]
    value: Json = None


@dataclass(frozen=True, slots=True)
class StoredItem:
    """What a source says of an item that is stored already."""

    provenance: SourceProvenance
    item: Item
    value: Json


@dataclass(frozen=True, slots=True)
class Source:
    """What a layout read.

    Parameters
    ----------
    task : str
        The task that the rows are of.
    read_as : str
        What the source was taken for, in words.
    texts : tuple of ReadText
        The documents of the corpus that the source makes, none where it names stored items.
    sentences : mapping
        The sentences of each text by its name, as (start, end); empty where each is one whole text.
    people : str
        What is kept of annotators who are made for this source.
    counts : mapping
        What else there is to tell of the source.
    settings : mapping or None
        The schema that the source itself says, of a new campaign.
    guideline : str
        The instructions that the answers were given with; empty where the source has none.
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


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How a source is to be read, as far as its path does not say it.

    Parameters
    ----------
    task, settings : str, mapping
        Of the campaign that the answers go to; empty for a new one.
    items : mapping
        The stored items of the campaign, by id.
    source_ids : SourceIds
        What those items were called where they were imported from.
    people : tuple of str
        Names and pseudonyms known.
    annotators : tuple of str
        Columns of a table that hold answers, one annotator each.
    annotator : str
        Whose answers they are where the source does not say.
    normalise : tuple of str
        What labels and people may differ by and count as one: nfc, case, space, marks, accents.
    also : mapping
        Where further annotators worked on the same texts, by name.
    texts : Path or None
        Where the texts stand, if apart from the annotations.
    question : str
        Which question comes in, of a project of another tool that asks several.
    fields : tuple of str
        Which fields of its records are the text, where they have several.
    offsets : str
        In what it counts the offsets of spans, an `OffsetUnit`; empty to decide by the spans themselves.
    scheme : str
        Of tags, such as IOB2; empty: found from the tags.
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


class Layout(ABC):
    """A layout of annotations, one object in the list of `aloi.workbench.imports.layouts`.

    Attributes
    ----------
    also_called : tuple of str
        Other names that a person may give.
    tasks : tuple of str
        The tasks it can serve, that of a new campaign first; none where the campaign must be there.
    tells_task : bool
        Whether what is read says which of the tasks it is of; such a layout knows its own files by marks
        that no other has.
    """

    name: str
    title: str
    also_called: tuple[str, ...] = ()
    tasks: tuple[str, ...]
    tells_task: bool = False

    @abstractmethod
    def accepts(self, path: Path) -> bool:
        """Return whether a file or folder is of this layout, by what it holds."""

    @abstractmethod
    def read(self, path: Path, options: ReadOptions) -> Source:
        """Return what a path holds, or raise AloiError for what cannot be read."""

    def settings(self, sources: Sequence[Source]) -> Mapping[str, Json] | None:
        """Return the schema of a new campaign that holds what was read; None for the ready one."""
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
    """Return the columns of a table; none for what is no table."""
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
    """Return how many characters of white space stand before a text: where the text of an item begins."""
    return len(text) - len(text.lstrip())
