"""The content of a file of texts before a campaign on it is started: first items, count, language, labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import RowPlace, TaskType
from aloi.annotation.tasks.classification.task import Classification
from aloi.corpora.model import Item, Json, Passage, Sentence
from aloi.corpora.readers import SourceTable, read_table, read_texts
from aloi.corpora.readers.roles import ColumnRole, ColumnRoles, resolved_roles, table_head
from aloi.storage.store import Store
from aloi.workbench.imports.layouts.base import Layout, ReadOptions, RowStatus, Source, SourceRow
from aloi.workbench.starting import own_texts
from aloi.workbench.starting.examples import example_rows
from aloi.workbench.starting.languages import detected_language
from aloi.workbench.starting.rows import TextRow, sample_items, takes_marks
from aloi.workbench.texts.corpora import whole_sentence

SAMPLE = 3  # items that the preview goes through
_MOST_LABELS = 100  # more different values are no list of labels
_SEPARATORS = "|;,"
_READ_FOR_LANGUAGE = 50


@dataclass(frozen=True, slots=True)
class TextsContent:
    """Content of a file of texts.

    Parameters
    ----------
    count : int
        The number of its items.
    items : tuple of Item
        The first ones.
    language : str
        Of its texts, empty if it cannot be said.
    settings : mapping
        Settings of a schema that its annotations need, such as labels; empty without annotations.
    answers : mapping
        The number of answers of each annotator.
    """

    count: int
    items: tuple[Item, ...]
    language: str
    settings: Mapping[str, Json] = field(default_factory=dict)
    answers: Mapping[str, int] = field(default_factory=dict)


def texts_content(task_type: str, path: Path, columns: Sequence[str] = ()) -> TextsContent:
    """Return what a file of texts contains for a task.

    Parameters
    ----------
    columns : sequence of str
        Roles of the columns of a table, such as `left=sentence_A`. By default guessed.

    Raises
    ------
    AloiError
        A file that cannot be read so.
    """
    kind = task(task_type)
    layout = own_texts.layout_of(kind, path)
    if layout is not None:
        return _of_layout(kind, layout, path)
    if kind.item_kind == Passage.kind and not own_texts.is_table(path):
        rows = [TextRow((one.text,), (), one.location) for one in read_texts(path)]
        return _of_rows(kind, rows, {})
    if kind.item_kind not in own_texts.TEXT_ROLES:
        table = read_table(own_texts.as_table(kind, path))
        return _of_rows(kind, own_texts.rows_of(kind, table), {})
    used, required = own_texts.TEXT_ROLES[kind.item_kind]
    head = table_head(path)
    roles = resolved_roles(head, head.guess, columns, used=used, required=required)
    table = read_table(path)
    names = [str(roles.column(role)) for role in required]
    rows = [TextRow(tuple(row.text(name).strip() for name in names), (), "") for row in table.rows]
    return _of_rows(kind, [row for row in rows if all(row.texts)], _labels_of(kind, table, roles))


def examples_content(task_type: str, language: str) -> TextsContent:
    """Return what the example texts of a task contain."""
    kind = task(task_type)
    items = sample_items(kind.item_kind, example_rows(task_type, language))
    return TextsContent(len(items), tuple(items[:SAMPLE]), language)


def corpus_content(store: Store, task_type: str, corpus: str) -> TextsContent:
    """Return what a stored corpus contains for a task: its items, else its documents for tasks on texts."""
    kind, stored = task(task_type), store.texts.corpus(corpus)
    items = [one for one in store.texts.corpus_items(stored.id) if one.kind == kind.item_kind]
    if not items and kind.item_kind == Passage.kind:
        documents = store.texts.documents(stored.id)
        sample = [Passage.of(stored.id, whole_sentence(one)) for one in documents[:SAMPLE]]
        return TextsContent(len(documents), tuple(sample), stored.language)
    return TextsContent(len(items), tuple(items[:SAMPLE]), stored.language)


def _of_rows(kind: TaskType, rows: Sequence[TextRow], settings: Mapping[str, Json]) -> TextsContent:
    language = detected_language(text for row in rows[:_READ_FOR_LANGUAGE] for text in row.texts)
    if takes_marks(kind.item_kind):  # a text has an item for each mark
        items = sample_items(kind.item_kind, rows)
        return TextsContent(len(items), tuple(items[:SAMPLE]), language, settings)
    items = sample_items(kind.item_kind, rows[:SAMPLE])
    return TextsContent(len({row.texts for row in rows}), tuple(items), language, settings)


def _labels_of(kind: TaskType, table: SourceTable, roles: ColumnRoles) -> dict[str, Json]:
    """Return the labels of a column of labels as settings, in the order of their names."""
    name = roles.column(ColumnRole.LABEL)
    if name is None or kind.name != Classification.name:
        return {}
    cells = [cell for row in table.rows if (cell := row.text(name).strip())]
    separator = next(
        (one for one in _SEPARATORS if sum(one in cell for cell in cells) > len(cells) / 50), "|"
    )
    each = [[part for one in cell.split(separator) if (part := one.strip())] for cell in cells]
    labels = sorted({label for row in each for label in row})
    if not 1 < len(labels) <= _MOST_LABELS:
        return {}
    several = max(map(len, each)) > 1
    listed: list[Json] = [{"name": label} for label in labels]
    return {"labels": listed, "least": 1, "most": len(labels) if several else 1}


def _of_layout(kind: TaskType, layout: Layout, path: Path) -> TextsContent:
    source = layout.read(path, ReadOptions(task=kind.name))
    rows = [row for row in source.rows if isinstance(row, SourceRow)]
    texts = [text.text for text in source.texts[:_READ_FOR_LANGUAGE]]
    settings = dict(layout.settings([source]) or {})
    answers: dict[str, int] = {}
    for row in source.rows:
        if row.provenance.status is RowStatus.ANSWER:
            name = row.provenance.annotator
            answers[name] = answers.get(name, 0) + 1
    ready = {**kind.default_settings(), **settings}
    items: dict[str, Item] = {}
    for row in rows:
        if len(items) == SAMPLE:
            break
        item = _item(kind, source, row, ready)
        items[item.id] = item
    count = len({row.stretches for row in rows})
    return TextsContent(count, tuple(items.values()), detected_language(texts), settings, answers)


def _item(kind: TaskType, source: Source, row: SourceRow, settings: Mapping[str, Json]) -> Item:
    """Return the item of a row of a source that is not stored."""
    texts = {text.name: text.text for text in source.texts}
    sentences = []
    for stretch in row.stretches:
        text = texts[stretch.text]
        start, end = (0, len(text)) if stretch.start is None or stretch.end is None else (
            stretch.start, stretch.end
        )  # fmt: skip
        start += len(text[start:end]) - len(text[start:end].lstrip())
        words = text[start:end].strip()
        sentences.append(Sentence(stretch.text, stretch.text, 0, start, start + len(words), words))
    at = RowPlace("", tuple(sentences), row.provenance.target)
    return kind.from_row(row.row, at, kind.check_settings(settings))[0]
