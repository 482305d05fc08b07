"""The annotations in a file of texts: the layout that reads them, and how it is to read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from aloi.annotation.tasks.base import TaskType
from aloi.annotation.tasks.classification.task import Classification
from aloi.annotation.tasks.similarity.task import Similarity
from aloi.corpora.model import Json, Pair, Passage
from aloi.corpora.readers.roles import ColumnRole, ColumnRoles
from aloi.corpora.readers.tables import SUFFIXES
from aloi.gold.formats.labels.label_tables import Columns
from aloi.workbench.imports.layouts import LAYOUTS, layout_named
from aloi.workbench.imports.layouts.base import Layout, ReadOptions
from aloi.workbench.imports.layouts.role_tables import ROLE_TABLE
from aloi.workbench.texts.pairs import PAIR, PAIR_ROLES

# The roles of columns that items of a kind are made of, and those that they cannot do without.
TEXT_ROLES = {
    Pair.kind: (PAIR_ROLES, PAIR),
    Passage.kind: ((ColumnRole.ID, ColumnRole.TEXT), (ColumnRole.TEXT,)),
}
_ANSWERS = (ColumnRole.SCORE, ColumnRole.LABEL)
# The roles of columns of answers, by task.
ANSWER_ROLES: Mapping[str, tuple[ColumnRole, ...]] = {
    Similarity.name: (ColumnRole.SCORE, ColumnRole.ANNOTATOR),
    Classification.name: (ColumnRole.LABEL, ColumnRole.ANNOTATOR),
}


@dataclass(frozen=True, slots=True)
class AnnotationReading:
    """The layout of the annotations in a file, the options to read them, and the roles of its columns."""

    layout: Layout
    options: ReadOptions
    columns: tuple[str, ...] = ()


def annotation_reading(
    kind: TaskType,
    path: Path,
    roles: ColumnRoles | None,
    annotator_from: str = "",
    *,
    texts_only: bool = False,
) -> AnnotationReading | None:
    """Return how the annotations of a file are read; None for a file without any.

    Parameters
    ----------
    roles : ColumnRoles or None
        Of a table whose columns have roles, see `has_roles`.
    annotator_from : str
        The part of a project that names annotators, as in `ReadOptions`.
    texts_only : bool
        Whether cells of answers are not read.
    """
    options = ReadOptions(task=kind.name, annotator_from=annotator_from)
    layout = layout_of(kind, path)
    if layout is not None:
        separator = "" if layout.name == ROLE_TABLE else Columns().separator
        return AnnotationReading(layout, replace(options, columns=Columns(separator=separator)))
    if roles is None or not any(roles.columns(role) for role in _ANSWERS):
        return None
    options = ReadOptions(
        task=kind.name,
        annotator_from=annotator_from,
        columns=Columns(separator=""),
        roles=lambda _: roles,
        has_named_roles=True,
        texts_only=texts_only,
    )
    return AnnotationReading(layout_named(ROLE_TABLE), options, roles.written())


def layout_of(kind: TaskType, path: Path) -> Layout | None:
    """Return the layout of annotations made elsewhere that a file has; None for plain texts and tables."""
    # The roles of the columns of a table say how it is read, unless another tool has written it.
    any_table = kind.item_kind in TEXT_ROLES and is_table(path)
    fitting = [each for each in LAYOUTS if kind.name in each.tasks]
    if any_table:
        fitting = [each for each in fitting if each.tells_task and each.name != ROLE_TABLE]
    return next((each for each in fitting if each.accepts(path)), None)


def has_roles(kind: TaskType, path: Path) -> bool:
    """Return whether the roles of the columns of a file say how it is read for a task."""
    return kind.item_kind in TEXT_ROLES and is_table(path) and layout_of(kind, path) is None


def used_roles(kind: TaskType) -> tuple[ColumnRole, ...]:
    """Return the roles of columns that are read for a task: of its texts, and of answers."""
    return (*TEXT_ROLES[kind.item_kind][0], *ANSWER_ROLES.get(kind.name, ()))


def roles_for(kind: TaskType, roles: ColumnRoles) -> ColumnRoles:
    """Return roles without those of answers that the task does not read: these columns are metadata."""
    dropped = {*_ANSWERS, ColumnRole.ANNOTATOR}.difference(ANSWER_ROLES.get(kind.name, ()))
    return ColumnRoles(
        {name: ColumnRole.METADATA if role in dropped else role for name, role in roles.by_column.items()}
    )


def is_table(path: Path) -> bool:
    """Return whether a file is a table, by its name."""
    return path.suffix.lower() in SUFFIXES


def settings_with(
    kind: TaskType, language: str, in_file: Mapping[str, Json], ready: Mapping[str, Json]
) -> dict[str, Json]:
    """Return settings of a file, their words in a language from the shipped ones.

    A file has labels and scales, and often no question.

    Parameters
    ----------
    ready : mapping
        Settings for all that the file does not say, if the task has none to fill in.
    """
    first = kind.empty_settings(language) or ready
    scales, shipped = in_file.get("scales"), first.get("scales")
    if not isinstance(scales, list) or not isinstance(shipped, list):
        return {**first, **{name: value for name, value in in_file.items() if value != ""}}
    words = {each["name"]: each for each in shipped if isinstance(each, Mapping)}
    merged: list[Json] = []
    for scale in scales:
        if isinstance(scale, Mapping):
            named = {key: value for key, value in scale.items() if key != "title" or value != scale["name"]}
            merged.append({**words.get(scale["name"], {}), "degrees": [], **named})
    return {"scales": merged}


def missing_labels(kind: TaskType, used: Mapping[str, int], settings: Mapping[str, Json]) -> dict[str, int]:
    """Return the labels or degrees of answers that a schema lacks, with the number of these answers."""
    accepted = {*kind.labels(settings)}
    return {name: count for name, count in used.items() if name not in accepted} if accepted else {}


def count_labels(kind: TaskType, values: Sequence[Json]) -> dict[str, int]:
    """Return the labels or degrees of answers, with the number of these answers."""
    return dict(Counter(label for value in values for label in set(kind.labels_in(value))))
