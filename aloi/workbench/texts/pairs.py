"""Import ready pairs of texts as a corpus: their documents, and repeated pairs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.language.segment import has_outer_spaces
from aloi.corpora.model import Json, Origin, Pair, Sentence
from aloi.corpora.readers import ReadText, Row, SourceTable, read_table
from aloi.corpora.readers.roles import ColumnRole, ColumnRoles, resolved_roles, table_head
from aloi.corpora.readers.values import check_id, require_text
from aloi.workbench.texts.corpora import WHOLE_TEXTS, About, Imported, add_corpus, make_corpus

if TYPE_CHECKING:  # as in `corpora.py`
    from aloi.storage.store import Store

LEFT_COLUMNS = ("left", "sentence1", "text_1", "source", "texte1", "phrase1")
RIGHT_COLUMNS = ("right", "sentence2", "text_2", "cible", "texte2", "phrase2")
PAIR = (ColumnRole.LEFT, ColumnRole.RIGHT)
PAIR_ROLES = (*PAIR, ColumnRole.ID, ColumnRole.DOCUMENT)


@dataclass(frozen=True, slots=True)
class PairColumns:
    """The columns of a table by their content.

    Without a column of ids, rows are counted. Without one of documents, equal texts share a document.
    """

    left: str
    right: str
    id: str | None = None
    left_document: str | None = None
    right_document: str | None = None
    ignored: tuple[str, ...] = ()

    @property
    def ours(self) -> tuple[str | None, ...]:
        """The columns that are read, None for those that the table lacks."""
        return (self.left, self.right, self.id, self.left_document, self.right_document)

    @classmethod
    def of(cls, roles: ColumnRoles) -> PairColumns:
        """Return the columns with these roles; a single column of documents is that of both texts."""
        left, right = (str(roles.column(role)) for role in PAIR)
        documents = roles.columns(ColumnRole.DOCUMENT)
        first, last = (documents[0], documents[-1]) if documents else (None, None)
        return cls(left, right, roles.column(ColumnRole.ID), first, last, roles.columns(ColumnRole.IGNORE))


@dataclass(frozen=True, slots=True)
class PairText:
    """One text of a row: the document it comes from, as (whether it was named, its name or its text)."""

    name: str
    text: str
    document: tuple[bool, str]
    location: str
    outer_spaces: bool

    @classmethod
    def of_row(cls, row: Row, name: str, columns: PairColumns, where: str) -> tuple[PairText, ...]:
        """Return the two texts of a row called `name`, or raise AloiError for an empty one."""
        parts = (
            ("left", columns.left, columns.left_document),
            ("right", columns.right, columns.right_document),
        )
        sides = []
        for side, column, document_column in parts:
            cell = row.text(column)
            text = cell.strip()
            if not text:
                raise AloiError(
                    "aloi.missing",
                    name=where,
                    missing=Term("text-in-the-column", column=repr(column)),
                    expected=Term("two-texts"),
                    todo=Term("remove-the-row"),
                )
            require_text(row, column, where)
            document = row.text(document_column).strip() if document_column else ""
            key = (True, document) if document else (False, text)
            sides.append(cls(f"{name}-{side}", text, key, where, has_outer_spaces(cell)))
        return tuple(sides)


def import_pairs(
    store: Store, path: Path, about: About, now: datetime, columns: PairColumns | None = None
) -> Imported:
    """Return the corpus made of a table of ready pairs, with one Pair item for each different pair.

    Texts of one document are its sentences, one a line, in the order of the table. A text without a named
    document is a document of its own, called `<row id>-left` or `<row id>-right` after its first row. Equal
    texts share it. Thus no document is in two splits of a release, and intervals resample rows that depend on
    each other together.

    The id of a row and its other columns stay with its pair.

    Raises
    ------
    AloiError
        A column the table lacks or whose role is not certain, an empty text, or a repeated id.
    """
    table = read_table(path)
    columns = columns or guessed_columns(path)
    table.require(*filter(None, columns.ours), *columns.ignored)
    sides = _sides(table, columns)
    if not sides:
        raise AloiError(
            "aloi.no-content", path=path.name, content=Term("no-rows"), expected=Term("at-least-one-pair")
        )
    texts, places = placed_texts(sides)
    corpus, documents = make_corpus(texts, about)
    by_name = {document.name: document for document in documents}
    sentences = {}
    for (key, text), (name, start, end, number) in places.items():
        its_id = Sentence.make_id(by_name[name].id, start, end, text)
        sentences[key, text] = Sentence(its_id, by_name[name].id, number, start, end, text)
    of_sides = [sentences[side.document, side.text] for side in sides]
    rows = [
        Pair.of(corpus.id, left, right) for left, right in zip(of_sides[::2], of_sides[1::2], strict=True)
    ]
    new = add_corpus(store, corpus, documents, now)
    store.texts.save_sentences(corpus.id, list(sentences.values()), WHOLE_TEXTS)
    facts = [{"file": path.name, **_own_facts(row, table, columns)} for row in table.rows]
    store.texts.add_items(
        [
            (pair, Origin(pair.id, "import", row_facts, None, None, None, None, now))
            for pair, row_facts in zip(rows, facts, strict=True)
        ]
    )
    count, outer_spaces = len({pair.id for pair in rows}), sum(side.outer_spaces for side in sides)
    return Imported(corpus, len(documents), count, new, len(rows) - count, outer_spaces)


def guessed_columns(path: Path) -> PairColumns:
    """Return the columns of a table by their roles, or raise AloiError for a doubt."""
    head = table_head(path)
    return PairColumns.of(resolved_roles(head, head.guess, used=PAIR_ROLES, required=PAIR))


def has_pair(columns: Collection[str]) -> bool:
    """Return whether a table has two texts under usual names."""
    return any(name in columns for name in LEFT_COLUMNS) and any(name in columns for name in RIGHT_COLUMNS)


def row_texts(row: Row, columns: tuple[str, ...]) -> tuple[str, str] | None:
    """Return the two texts of a row under any of their usual column names; None when it has none."""
    left = next((name for name in LEFT_COLUMNS if name in columns), None)
    right = next((name for name in RIGHT_COLUMNS if name in columns), None)
    return (row.text(left).strip(), row.text(right).strip()) if left and right else None


def _own_facts(row: Row, table: SourceTable, columns: PairColumns) -> dict[str, Json]:
    """Return the id of a row, and the columns that contain neither texts nor documents."""
    ours = {*columns.ours, *columns.ignored}
    others: dict[str, Json] = {name: row.text(name) for name in table.columns if name not in ours}
    own_id = row.text(columns.id).strip() if columns.id else ""
    return {**({"id": own_id} if own_id else {}), **({"columns": others} if others else {})}


def _sides(table: SourceTable, columns: PairColumns) -> list[PairText]:
    """Return the two texts of each row, the left one first."""
    sides: list[PairText] = []
    names: set[str] = set()
    for number, row in enumerate(table.rows, start=1):
        where = table.where(row)
        name = check_id(row.text(columns.id), where) if columns.id else str(number)
        if name in names:
            raise AloiError(
                "aloi.repeated",
                name=Term("row-id"),
                value=quoted(name),
                todo=Term("correct-the-table-or-choose"),
            ).at(where)
        names.add(name)
        sides += PairText.of_row(row, name, columns, where)
    return sides


def placed_texts(
    sides: Sequence[PairText],
) -> tuple[list[ReadText], dict[tuple[tuple[bool, str], str], tuple[str, int, int, int]]]:
    """Return the documents of texts, and the place of each (document, text): name, start, end, number.

    The different texts of a document are its lines, in the order of the table.
    """
    lines: dict[tuple[bool, str], dict[str, None]] = {}
    first: dict[tuple[bool, str], PairText] = {}
    for side in sides:
        lines.setdefault(side.document, {})[side.text] = None
        first.setdefault(side.document, side)
    texts, places = [], {}
    for key, its_lines in lines.items():
        name, start = key[1] if key[0] else first[key].name, 0
        texts.append(ReadText(name, "\n".join(its_lines), {}, first[key].location))
        for number, text in enumerate(its_lines):
            places[key, text] = (name, start, start + len(text), number)
            start += len(text) + 1
    return texts, places
