"""The records of a task from a corpus as distributed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from aloi.base.terms import Phrase
from aloi.gold.formats.source_files import Note, Notebook
from aloi.studies.drbenchmark.core.declarations import Task
from aloi.studies.drbenchmark.core.published import entities, texts
from aloi.studies.drbenchmark.core.published.files import CorpusSource, PublishedFiles
from aloi.studies.drbenchmark.core.published.texts import Parts
from aloi.studies.drbenchmark.core.reading import Record

_REPEATED = Phrase("import-records-id-earlier", "records with the id of an earlier one, numbered")
PUBLISHED_READERS: Mapping[str, Callable[[CorpusSource], Parts]] = {
    "token_lines": texts.token_lines,
    "quaero": entities.quaero,
    "e3c": entities.e3c,
    "e3c_tables": entities.e3c_tables,
    "mantra": entities.mantra,
    "mantra_brat": entities.mantra_brat,
    "deft2021_entities": entities.deft2021_entities,
    "deft2021_labels": texts.deft2021_labels,
    "pxcorpus": entities.pxcorpus,
    "morfitt": texts.morfitt,
    "diamed": texts.diamed,
    "frenchmedmcqa": texts.frenchmedmcqa,
    "clister": texts.clister,
    "deft2020_pairs": texts.deft2020_pairs,
    "deft2020_choices": texts.deft2020_choices,
}


@dataclass(frozen=True, slots=True)
class PublishedRecords:
    """The records of a task by part, in the columns of its loader, and what was excluded or changed."""

    parts: Parts
    notes: tuple[Note, ...]


def read_published(task: Task, files: PublishedFiles, *, released: bool = False) -> PublishedRecords:
    """Return the records of a corpus as distributed; `released` as in `CorpusSource`."""
    book = Notebook()
    parts = PUBLISHED_READERS[files.layout.reader](CorpusSource(task, files, book, released))
    column = task.column("id")
    parts = {part: _with_unique_ids(records, column, book) for part, records in parts.items()}
    return PublishedRecords(parts, book.notes())


def _with_unique_ids(records: Sequence[Record], column: str, book: Notebook) -> list[Record]:
    """Return records; the second one with an id has a number behind it, as some corpora repeat ids."""
    counts: Counter[str] = Counter()
    unique = []
    for record in records:
        name = str(record[column])
        counts[name] += 1
        if counts[name] > 1:
            book.add(_REPEATED, name)
            record = {**record, column: f"{name}#{counts[name]}"}
        unique.append(record)
    return unique
