"""The content of a file of texts before a campaign on it is started: first items, count, language, labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from aloi.annotation.tasks import named_task
from aloi.annotation.tasks.base import RowPlace, TaskType
from aloi.base.errors import AloiError
from aloi.corpora.model import Item, Json, Passage, Sentence
from aloi.corpora.readers import read_table, read_texts
from aloi.corpora.readers.roles import ColumnRole, ColumnRoles, resolved_roles, table_head
from aloi.gold.formats.source_files import Note
from aloi.storage.store import Store
from aloi.workbench.imports.arrival import exclusions
from aloi.workbench.imports.layouts.base import RowStatus, Source, SourceRow, Stretch, trimmed
from aloi.workbench.imports.layouts.role_tables import label_separator
from aloi.workbench.starting import own_texts
from aloi.workbench.starting.annotations import (
    TEXT_ROLES,
    AnnotationReading,
    annotation_reading,
    count_labels,
    has_roles,
    is_table,
    missing_labels,
    roles_for,
    used_roles,
)
from aloi.workbench.starting.examples import example_rows
from aloi.workbench.starting.languages import detected_language
from aloi.workbench.starting.rows import TextRow, sample_items, takes_marks
from aloi.workbench.texts.corpora import whole_sentence

SAMPLE = 3  # items that the preview goes through
_MOST_LABELS = 100  # more different values are no list of labels
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
        Settings of a schema that its annotations need, such as labels; empty without annotations, and if a
        ready schema accepts them.
    answers : mapping
        The number of answers of each annotator; an annotator without a name is empty.
    answered : int
        The number of items with an answer.
    labels : mapping
        The number of answers with each label or degree.
    examples : tuple of (item, answer)
        An answer for each number of labels in an answer.
    left_out : tuple of Note
        Content that is not imported with the answers.
    problem : mapping or None
        Why the answers cannot be imported, as JSON of an `AloiError`; the texts can be.
    """

    count: int
    items: tuple[Item, ...]
    language: str
    settings: Mapping[str, Json] = field(default_factory=dict)
    answers: Mapping[str, int] = field(default_factory=dict)
    answered: int = 0
    labels: Mapping[str, int] = field(default_factory=dict)
    examples: tuple[tuple[Item, Json], ...] = ()
    left_out: tuple[Note, ...] = ()
    problem: Mapping[str, Json] | None = None


def texts_content(
    task_type: str, path: Path, columns: Sequence[str] = (), annotator_from: str = ""
) -> TextsContent:
    """Return what a file of texts contains for a task.

    Parameters
    ----------
    columns : sequence of str
        Roles of the columns of a table, such as `left=sentence_A`. By default guessed.
    annotator_from : str
        The part of a project that names annotators, as in `ReadOptions`.

    Raises
    ------
    AloiError
        A file that cannot be read so.
    """
    kind = named_task(task_type)
    roles = _roles(kind, path, columns) if has_roles(kind, path) else None
    reading = annotation_reading(kind, path, roles, annotator_from)
    if reading is None:
        return _of_texts(kind, path, roles)
    try:
        return _of_annotations(kind, reading, path)
    except AloiError as error:
        if roles is None:
            raise
        return replace(
            _of_texts(kind, path, roles), settings=_labels_of(path, roles), problem=error.to_json()
        )


def _roles(kind: TaskType, path: Path, columns: Sequence[str]) -> ColumnRoles:
    head, required = table_head(path), TEXT_ROLES[kind.item_kind][1]
    roles = resolved_roles(head, head.guess, columns, used=used_roles(kind), required=required)
    return roles_for(kind, roles)


def _labels_of(path: Path, roles: ColumnRoles) -> dict[str, Json]:
    """Return the labels of the columns of labels as settings, in the order of their names."""
    table, names = read_table(path), roles.columns(ColumnRole.LABEL)
    cells = [cell for row in table.rows for name in names if (cell := row.text(name).strip())]
    separator = label_separator(cells)
    each = [[part for one in cell.split(separator) if (part := one.strip())] for cell in cells]
    labels: list[Json] = [{"name": label} for label in sorted({label for row in each for label in row})]
    if not 1 < len(labels) <= _MOST_LABELS:
        return {}
    return {"labels": labels, "least": 1, "most": len(labels) if max(map(len, each)) > 1 else 1}


def _of_texts(kind: TaskType, path: Path, roles: ColumnRoles | None) -> TextsContent:
    """Return the content of a file without its annotations."""
    if roles is not None:
        table = read_table(path)
        names = [str(roles.column(role)) for role in TEXT_ROLES[kind.item_kind][1]]
        rows = [TextRow(tuple(row.text(name).strip() for name in names), (), "") for row in table.rows]
        return _of_rows(kind, [row for row in rows if all(row.texts)])
    if kind.item_kind == Passage.kind and not is_table(path):
        return _of_rows(kind, [TextRow((one.text,), (), one.location) for one in read_texts(path)])
    return _of_rows(kind, own_texts.rows_of(kind, read_table(own_texts.as_table(kind, path))))


def examples_content(task_type: str, language: str) -> TextsContent:
    """Return what the example texts of a task contain."""
    kind = named_task(task_type)
    items = sample_items(kind.item_kind, example_rows(task_type, language))
    return TextsContent(len(items), tuple(items[:SAMPLE]), language)


def corpus_content(store: Store, task_type: str, corpus: str) -> TextsContent:
    """Return what a stored corpus contains for a task: its items, else its documents for tasks on texts."""
    kind, stored = named_task(task_type), store.texts.corpus(corpus)
    items = [one for one in store.texts.corpus_items(stored.id) if one.kind == kind.item_kind]
    if not items and kind.item_kind == Passage.kind:
        documents = store.texts.documents(stored.id)
        sample = [Passage.of(stored.id, whole_sentence(one)) for one in documents[:SAMPLE]]
        return TextsContent(len(documents), tuple(sample), stored.language)
    return TextsContent(len(items), tuple(items[:SAMPLE]), stored.language)


def _of_rows(kind: TaskType, rows: Sequence[TextRow]) -> TextsContent:
    language = detected_language(text for row in rows[:_READ_FOR_LANGUAGE] for text in row.texts)
    if takes_marks(kind.item_kind):  # a text has an item for each mark
        items = sample_items(kind.item_kind, rows)
        return TextsContent(len(items), tuple(items[:SAMPLE]), language)
    items = sample_items(kind.item_kind, rows[:SAMPLE])
    return TextsContent(len({row.texts for row in rows}), tuple(items), language)


def _of_annotations(kind: TaskType, reading: AnnotationReading, path: Path) -> TextsContent:
    """Return the content of a file with annotations: its items, and the answers of each annotator."""
    source = reading.layout.read(path, reading.options)
    language = detected_language(text.text for text in source.texts[:_READ_FOR_LANGUAGE])
    source = replace(source, language=language)
    in_file = dict(reading.layout.settings([source]) or {})
    schema = kind.check_settings({**kind.default_settings(), **in_file})
    placing = _Placing(kind, source, schema)
    items: dict[str, Item] = {}
    answered: dict[str, None] = {}
    answers: Counter[str] = Counter()
    values: list[tuple[Item, Json]] = []
    problem = None
    for row in source.rows:
        if not isinstance(row, SourceRow):
            continue
        item, value = placing.item(row)
        items.setdefault(item.id, item)
        provenance = row.provenance
        if provenance.status is not RowStatus.ANSWER or provenance.revision > 1:
            continue
        try:
            values.append((item, kind.check(value, item, schema)))
        except AloiError as error:
            problem = problem or error.at(provenance.where).to_json()
        answers[provenance.annotator] += 1
        answered[item.id] = None
    labels = count_labels(kind, [value for _, value in values])
    examples = {len(kind.values_in(value)): (item, value) for item, value in values}
    ready = kind.default_settings()
    if not kind.label_path and kind.labels(ready) and not missing_labels(kind, labels, ready):
        in_file = {}  # the ready schema says what the degrees mean
    return TextsContent(
        len(items),
        tuple(items.values())[:SAMPLE],
        language,
        in_file,
        {} if problem else dict(sorted(answers.items())),
        len(answered),
        labels,
        tuple(examples.values()),
        tuple(exclusions(source.notes)),
        problem,
    )


class _Placing:
    """The items of the rows of a source that is not stored."""

    def __init__(self, kind: TaskType, source: Source, settings: Mapping[str, Json]) -> None:
        self._kind, self._settings = kind, settings
        self._texts = {text.name: text.text for text in source.texts}
        self._sentences: dict[Stretch, Sentence] = {}

    def item(self, row: SourceRow) -> tuple[Item, Json]:
        """Return the item of a row and its answer, unchecked."""
        at = RowPlace("", tuple(map(self._sentence, row.stretches)), row.provenance.target)
        item, value = self._kind.from_row(row.row, at, self._settings)
        return item, value if row.value is None else row.value

    def _sentence(self, stretch: Stretch) -> Sentence:
        if stretch not in self._sentences:
            text, (start, end) = self._texts[stretch.text], (stretch.start, stretch.end)
            start, end = (0, len(text)) if start is None or end is None else (start, end)
            start += trimmed(text[start:end])
            words = text[start:end].strip()
            sentence = Sentence(stretch.text, stretch.text, 0, start, start + len(words), words)
            self._sentences[stretch] = sentence
        return self._sentences[stretch]
