"""Rows to predict: read from texts, tables and files in which no answer is expected."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from aloi.annotation.rows import LabelledText, LinkedMention, MultipleChoice, ScoredPair, TaggedTokens
from aloi.annotation.spans import tokens_and_tags
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.readers import ReadText, read_table, read_texts
from aloi.corpora.readers.roles import ColumnRole, ColumnRoles, resolved_roles, table_head
from aloi.corpora.readers.tables import SUFFIXES
from aloi.corpora.readers.values import check_id, require_text
from aloi.evaluation.rows import LearntRow
from aloi.gold.formats.mentions.tables import read_mention_table
from aloi.gold.formats.questions.mcqa_jsonl import read_questions
from aloi.gold.formats.spans.conll import read_conll
from aloi.modeling.data.answers import CONLL

_PAIR = (ColumnRole.LEFT, ColumnRole.RIGHT)


def read_unlabelled(
    path: Path, kind: type, scale: tuple[float, float], columns: Sequence[str] = ()
) -> tuple[LearntRow, ...]:
    """Return the rows of a file or folder, in order; answers that it may have are not read.

    Parameters
    ----------
    kind : type
        The kind of rows that the model predicts. Pairs: a table with two columns of texts. Texts: a folder or
        .zip of .txt files, or a table; with two columns of texts, the second is read with the first.
        Tagged tokens: texts, or CoNLL files. Questions: JSON lines. Mentions: a table.
    scale : tuple of float
        The ends of the scale of scored pairs.
    columns : sequence of str
        The roles of the columns of a table of texts or pairs, as `--columns` has them; guessed without any.

    Raises
    ------
    AloiError
        A file that cannot be read as this, a doubtful column, or an id given twice.
    """
    readers: Mapping[type, Callable[[], Sequence[LearntRow]]] = {
        ScoredPair: lambda: [
            ScoredPair(name, f"{name}/1", f"{name}/2", left, right, scale[0], *scale)
            for name, left, right in _pairs(path, _roles(path, columns, _PAIR))
        ],
        LabelledText: lambda: _texts(path, columns),
        TaggedTokens: lambda: _tokens(path, columns),
        MultipleChoice: lambda: read_questions(path),
        LinkedMention: lambda: read_mention_table(path, linked=False).mentions,
    }
    return tuple(readers[kind]())


def _is_table(path: Path) -> bool:
    return path.is_file() and path.suffix.lower() in SUFFIXES


def _roles(path: Path, columns: Sequence[str], required: Sequence[ColumnRole]) -> ColumnRoles:
    head = table_head(path)
    return resolved_roles(head, head.guess, columns, used=(ColumnRole.ID, *required), required=required)


def _pairs(path: Path, roles: ColumnRoles) -> list[tuple[str, str, str]]:
    """Return id, left and right text of each row of a table; rows without an id are numbered."""
    table = read_table(path)
    its_id = roles.column(ColumnRole.ID)
    sides = [column for role in _PAIR for column in roles.columns(role)]
    width = len(str(len(table.rows)))
    rows: dict[str, tuple[str, str, str]] = {}
    for number, row in enumerate(table.rows, start=1):
        where = table.where(row)
        for column in sides:
            require_text(row, column, where)
        name = (check_id(row.text(its_id), where) if its_id else "") or f"{number:0{width}d}"
        if name in rows:
            raise AloiError("aloi.repeated", name=Term("row-id"), value=quoted(name)).at(where)
        rows[name] = (name, row.text(sides[0]), row.text(sides[1]))
    return list(rows.values())


def _texts(path: Path, columns: Sequence[str]) -> list[LabelledText]:
    if _is_table(path):
        head = table_head(path)
        used = (ColumnRole.ID, ColumnRole.TEXT, *_PAIR)
        roles = resolved_roles(head, head.guess, columns, used=used)
        if all(roles.column(role) for role in _PAIR):
            return [LabelledText(name, left, right, (), ()) for name, left, right in _pairs(path, roles)]
    return [LabelledText(text.name, text.text, "", (), ()) for text in _read(path, columns)]


def _read(path: Path, columns: Sequence[str]) -> list[ReadText]:
    if not _is_table(path):
        return read_texts(path)
    roles = _roles(path, columns, (ColumnRole.TEXT,))
    return read_texts(
        path, text_column=roles.column(ColumnRole.TEXT), id_column=roles.column(ColumnRole.ID) or ""
    )


def _tokens(path: Path, columns: Sequence[str]) -> list[TaggedTokens]:
    if path.suffix.lower() in CONLL:
        return [
            TaggedTokens(
                sentence.id or str(number), sentence.document, sentence.tokens, ("O",) * len(sentence.tokens)
            )
            for number, sentence in enumerate(read_conll(path), start=1)
        ]
    rows = []
    for text in _read(path, columns):
        tokens, tags = tokens_and_tags(text.text, ())
        rows.append(TaggedTokens(text.name, text.name, tokens, tags, text.text))
    return rows
