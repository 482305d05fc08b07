"""Own texts of a new campaign: a file or pasted lines, read by the readers of all imports."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError, quoted
from aloi.corpora.model import Candidate, Pair, Passage, Question
from aloi.corpora.readers import ReadAs, Row, SourceTable, TableReading, read_table, write_table
from aloi.corpora.readers.encodings import read_whole
from aloi.corpora.readers.read_as import tell
from aloi.corpora.readers.roles import ColumnRole, ColumnRoles
from aloi.corpora.readers.values import check_label, require_text
from aloi.storage.store import Store
from aloi.workbench.candidates.passages import make_passages
from aloi.workbench.imports.column_roles import roles_of_table
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.requests.candidates import PassagesRequest
from aloi.workbench.starting.annotations import (
    TEXT_ROLES,
    annotation_reading,
    has_roles,
    roles_for,
    used_roles,
)
from aloi.workbench.starting.rows import TextRow, corpus_of_rows
from aloi.workbench.texts.corpora import About, Imported, import_corpus
from aloi.workbench.texts.pairs import PairColumns, import_pairs

_BETWEEN = re.compile(r"\t|\s{0,50}\|\s*")  # bounded: a paste of blanks takes no more than linear time
_TEXT_COLUMNS = ("text", "texte", "sentence", "phrase", "question")
_OPTION = re.compile(r"(?:option|answer|réponse|reponse|proposition)[ _]?\w*", re.IGNORECASE)
_SUBSTITUTE = "substitute"


def columns(kind: TaskType) -> tuple[str, ...]:
    """Return the columns of a table of one's own texts, the last one perhaps several times."""
    if kind.item_kind == Pair.kind:
        return ("left", "right")
    if kind.item_kind == Candidate.kind:
        return ("text", _SUBSTITUTE)
    return ("question", "option") if kind.item_kind == Question.kind else ("text",)


def pasted(kind: TaskType, text: str, folder: Path) -> Path:
    """Return the table made of pasted lines, one row a line, its parts between tabs or `|`.

    Raises
    ------
    AloiError
        No line, or one with too few or too many parts.
    """
    head, *more = columns(kind)
    several = kind.item_kind == Question.kind
    lines = [(number, one.strip()) for number, one in enumerate(text.splitlines(), 1) if one.strip()]
    split = [(number, _BETWEEN.split(one) if more else [one]) for number, one in lines]
    for number, parts in split:
        fits = (
            len(parts) > 2
            if several
            else len(parts) >= 2
            if _is_judged(kind)
            else len(parts) == 1 + len(more)
        )
        if not fits or not all(parts):
            raise AloiError(
                "workbench.starting-pasted-parts",
                number=number,
                parts=len(parts),
                columns=" | ".join((head, *more)),
            )
    if not split:
        raise AloiError("workbench.starting-pasted-nothing")
    names = ("id", *_names(kind, max(len(parts) for _, parts in split)))
    path = folder / f"pasted-{hashlib.sha256(text.encode()).hexdigest()[:12]}.tsv"
    folder.mkdir(parents=True, exist_ok=True)
    rows = [_padded([str(number), *parts], names) for number, parts in split]
    write_table(path, names, [dict(zip(names, row, strict=True)) for row in rows])
    return path


def from_file(
    store: Store,
    kind: TaskType,
    path: Path,
    about: About,
    now: datetime,
    columns: Sequence[str] = (),
    annotator_from: str = "",
) -> str:
    """Return the id of a corpus made of one file, with its items.

    Pairs are read from a table, and documents as they are. Annotations made elsewhere are read by the import
    layout that fits the task, here without their answers. Other tables of target words, mentions, substitutes
    and questions have these in square brackets.

    Parameters
    ----------
    columns : sequence of str
        Roles of the columns of a table, such as `left=sentence_A`. By default guessed.
    annotator_from : str
        The part of a project that names annotators, as in `ReadOptions`.

    Raises
    ------
    AloiError
        A file that cannot be read so; nothing is stored then.
    """
    roles = text_roles(store, kind, path, columns, texts_only=True) if has_roles(kind, path) else None
    reading = annotation_reading(kind, path, roles, annotator_from, texts_only=True)
    if reading is not None:
        settings = None if roles is None else kind.default_settings()
        options, name = ImportOptions(None, about, settings=settings), reading.layout.name
        return import_path(
            store, [path], options, now, format_name=name, reading=reading.options, columns=reading.columns
        ).corpus.id
    if roles is not None:
        if kind.item_kind == Pair.kind:
            return import_pairs(store, path, about, now, PairColumns.of(roles)).corpus.id
        text, ids = roles.column(ColumnRole.TEXT), roles.column(ColumnRole.ID) or ""
        return _passages(
            store, import_corpus(store, path, about, text_column=text, id_column=ids, now=now), now
        )
    if kind.item_kind == Passage.kind:
        return _passages(store, import_corpus(store, path, about, now=now), now)
    table = read_table(as_table(kind, path))
    return corpus_of_rows(store, kind.item_kind, rows_of(kind, table), about, now)


def text_roles(
    store: Store, kind: TaskType, path: Path, columns: Sequence[str] = (), *, texts_only: bool = False
) -> ColumnRoles:
    """Return the roles of the columns of a table: as named, as chosen before for this header, or as guessed.

    Raises
    ------
    AloiError
        A role that a person must look at, or a missing column of texts.
    """
    texts, required = TEXT_ROLES[kind.item_kind]
    used = texts if texts_only else used_roles(kind)
    roles = roles_of_table(store, path, columns, used=used, required=required)
    return roles_for(kind, roles)


def _passages(store: Store, imported: Imported, now: datetime) -> str:
    """Return the id of a corpus whose documents were made its items."""
    make_passages(store, PassagesRequest(imported.corpus.id, "document"), now)
    return imported.corpus.id


def as_table(kind: TaskType, path: Path) -> Path:
    """Return the table made of a .txt file, one item per line; any other file as it is."""
    if path.suffix.lower() != ".txt":
        return path
    text, encoding = read_whole(path)
    tell(path, TableReading(ReadAs(encoding, plain=encoding == "utf-8")))
    return pasted(kind, text, path.parent)


def rows_of(kind: TaskType, table: SourceTable) -> list[TextRow]:
    """Return the rows of a table of marked texts or of questions."""
    return [_row(table, row, kind) for row in table.rows]


def _is_judged(kind: TaskType) -> bool:
    return kind.item_kind == Candidate.kind


def _names(kind: TaskType, parts: int) -> list[str]:
    """Return the columns of a pasted table."""
    first, *more = columns(kind)
    if kind.item_kind in (Question.kind, Candidate.kind):
        return [first, *(f"{more[0]}_{number}" for number in range(1, parts))]
    return [first, *more]


def _padded(parts: Sequence[str], names: Sequence[str]) -> list[str]:
    return [*parts, *[""] * (len(names) - len(parts))]


def _row(table: SourceTable, row: Row, kind: TaskType) -> TextRow:
    """Return a row of a table: its text, and its options or substitutes in the order of the columns."""
    name = next((one for one in _TEXT_COLUMNS if one in table.columns), None)
    form = _OPTION if kind.item_kind == Question.kind else re.compile(f"{_SUBSTITUTE}\\w*", re.IGNORECASE)
    further = [one for one in table.columns if form.fullmatch(one)]
    if name is None or (len(columns(kind)) > 1 and not further):
        raise AloiError(
            "workbench.starting-columns",
            name=table.path.name,
            columns=map(quoted, table.columns),
            wanted=columns(kind),
        )
    where, text = table.where(row), row.text(name).strip()
    require_text(row, name, where)
    for column in further:
        check_label(row.text(column), row.values.get(column), where)
    parts = tuple(cell for one in further if (cell := row.text(one).strip()))
    return TextRow((text,), parts, where)
