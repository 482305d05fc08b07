"""Tables of labelled texts as others publish them: labels in one column, or a column a label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.readers import Row, SourceTable, read_table
from aloi.corpora.readers.values import check_id, check_label, require_text, settle

TEXT_COLUMNS = ("text", "texte", "abstract", "sentence", "phrase", "content")
LABEL_COLUMNS = ("labels", "label", "classes", "class", "specialities", "category", "categories",
                 "étiquette", "étiquettes", "classe", "catégorie")  # fmt: skip
_IDS = ("id", "identifier", "identifiant", "doc_id", "document_id")
_YES, _NO = (
    frozenset({"1", "1.0", "true", "yes", "oui", "x"}),
    frozenset({"0", "0.0", "false", "no", "non", ""}),
)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table of labels. A column without a name is searched for among the usual names.

    Parameters
    ----------
    text, label, id : str or None
        Columns of the texts, of their labels and of their ids; rows without ids are numbered.
    separator : str
        The separator of several labels in a cell; a cell of a .jsonl or .parquet may be a list. Empty: that
        of the content, where a reader detects it.
    one_hot : tuple of str
        Columns with one label each (1 or 0, yes or no), instead of `label`.
    normalise : tuple of str
        Normalisations: labels that differ only by these are merged. Other similar labels are reported, and
        are not merged.
    """

    text: str | None = None
    label: str | None = None
    id: str | None = None
    separator: str = "|"
    one_hot: tuple[str, ...] = ()
    normalise: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelledLine:
    """A text of a table with its distinct labels; `where` is the file and line for error messages.

    `silent`: a word for missing, such as `N/A`, is in the label column, so nobody labelled the text.
    `numbered`: the table has no ids, and the row number is the id of the text.
    """

    name: str
    text: str
    labels: tuple[str, ...]
    where: str
    silent: bool = False
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class ClassRow:
    """How many texts of each part have a label, and its share of all texts, 0 to 1."""

    label: str
    counts: Mapping[str, int]
    share: float


@dataclass(frozen=True, slots=True)
class ClassTable:
    """The labels of a corpus by falling count, and by part: texts, labels given, texts with several."""

    rows: tuple[ClassRow, ...]
    texts: Mapping[str, int]
    labels: Mapping[str, int]
    several: Mapping[str, int]


def read_labelled(path: Path, columns: Columns) -> tuple[LabelledLine, ...]:
    """Return the texts of a table with their labels, rows in order.

    Raises
    ------
    AloiError
        A missing column, an empty text or a word for a missing one, or a duplicate id. A label that a
        spreadsheet converted to a date, or a cell of a label column that is neither yes nor no.
    """
    table = read_table(path)
    text = _column(table, columns.text, TEXT_COLUMNS, "text")
    key = columns.id or next((name for name in _IDS if name in table.columns), None)
    required = [text, *([key] if key else []), *columns.one_hot]
    label = None if columns.one_hot else _column(table, columns.label, LABEL_COLUMNS, "labels")
    table.require(*required)
    texts = [name for row in table.rows for name in _named(row, label, columns.separator)] if label else []
    settled = settle([table], "labels", texts, normalise=columns.normalise)
    lines: dict[str, LabelledLine] = {}
    for number, row in enumerate(table.rows, start=1):
        where = table.where(row)
        name = check_id(row.text(key), where) if key else str(number)
        if not name or name in lines or not row.text(text).strip():
            raise AloiError("gold.text-or-id-empty-or", where=where, name=quoted(name))
        require_text(row, text, where)
        written = _named(row, label, columns.separator) if label else _ticked(row, columns.one_hot, where)
        for written_label in written:
            check_label(written_label, row.values.get(label) if label else None, where)
        labels = tuple(dict.fromkeys(filter(None, map(settled, written)))) if label else written
        silent = bool(written) and not labels
        lines[name] = LabelledLine(name, row.text(text), labels, where, silent, numbered=key is None)
    if not lines:
        raise AloiError("aloi.no-content", path=path, content=Term("no-rows"))
    return tuple(lines.values())


def class_table(parts: Mapping[str, Sequence[LabelledLine]]) -> ClassTable:
    """Return how many texts of each part have each label, the most frequent label first."""
    counts = {part: Counter(name for one in lines for name in one.labels) for part, lines in parts.items()}
    total = sum((found for found in counts.values()), Counter[str]())
    size = sum(map(len, parts.values()))
    return ClassTable(
        rows=tuple(
            ClassRow(name, {part: found[name] for part, found in counts.items()}, count / size)
            for name, count in sorted(total.items(), key=lambda one: (-one[1], one[0]))
        ),
        texts={part: len(lines) for part, lines in parts.items()},
        labels={part: found.total() for part, found in counts.items()},
        several={part: sum(len(one.labels) > 1 for one in lines) for part, lines in parts.items()},
    )


def _column(table: SourceTable, chosen: str | None, usual: Sequence[str], content: str) -> str:
    """Return the requested column, or the first usual name the table has."""
    if chosen is not None:
        table.require(chosen)
        return chosen
    name = next((one for one in usual if one in table.columns), None)
    if name is None:
        raise AloiError(
            "aloi.no-column",
            table=table.path.name,
            missing=content,
            columns=map(quoted, table.columns),
            expected=Term("column-for", content=content, usual=usual),
        )
    return name


def _named(row: Row, column: str, separator: str) -> tuple[str, ...]:
    """Return the distinct labels of a cell; those of a list unchanged."""
    value = row.values.get(column)
    listed = value if isinstance(value, list | tuple) else row.text(column).split(separator)
    return tuple(dict.fromkeys(name for one in listed if (name := str(one).strip())))


def _ticked(row: Row, columns: Sequence[str], where: str) -> tuple[str, ...]:
    """Return the columns that say yes."""
    ticked = []
    for name in columns:
        mark = row.text(name).strip().lower()
        if mark not in _YES | _NO:
            raise AloiError("aloi.cell", column=repr(name), value=quoted(mark), expected=Term("marks")).at(
                where
            )
        if mark in _YES:
            ticked.append(name)
    return tuple(ticked)
