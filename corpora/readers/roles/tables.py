"""The roles of the columns of a file: as entries name them, or else as guessed without a doubt."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from aloi.base.errors import AloiError, quoted
from aloi.corpora.readers.read_as import ReadAs
from aloi.corpora.readers.roles.guess import guess_roles
from aloi.corpora.readers.roles.model import (
    ROLES,
    ColumnRole,
    ColumnRoles,
    TableGuess,
    check_roles,
    read_roles,
)
from aloi.corpora.readers.tables import HEAD, look_into


@dataclass(frozen=True, slots=True)
class TableHead:
    """The header of a table, its first rows as texts, and the guessed roles of its columns."""

    path: Path
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    guess: TableGuess
    read_as: ReadAs


def table_head(path: Path) -> TableHead:
    """Return the beginning of a table with the guessed roles; pages call it in the process for uploads.

    Raises
    ------
    AloiError
        The file is no table.
    """
    columns, records, read_as = look_into(path)
    rows = tuple(tuple(row.text(name) for name in columns) for row in islice(records, HEAD))
    return TableHead(path, columns, rows, guess_roles(columns, rows), read_as)


def resolved_roles(
    head: TableHead,
    guess: TableGuess,
    entries: Sequence[str] = (),
    *,
    used: Collection[ColumnRole] = ROLES,
    required: Collection[ColumnRole] = (),
) -> ColumnRoles:
    """Return the roles that entries give to columns, or those of a guess.

    If entries name some of the columns only, the others keep a sure guess of a role that is not named, and
    are metadata otherwise.

    Parameters
    ----------
    entries : sequence of str
        `role=column`, as `--columns` has them.
    used : collection of ColumnRole
        The roles that the caller reads; doubts about others do not matter.
    required : collection of ColumnRole
        Those that it cannot do without.

    Raises
    ------
    AloiError
        A wrong entry, a doubtful guess, a required role without a column.
    """
    if entries:
        roles = _completed(read_roles(entries, head.columns, head.path), guess)
    else:
        roles = check_roles(head.path.name, guess, used)
    absent = [role for role in required if roles.column(role) is None]
    if absent:
        raise AloiError(
            "corpora.role-missing",
            name=head.path.name,
            roles=absent,
            columns=map(quoted, head.columns),
            example=f"{absent[0]}=COLUMN",
        )
    return roles


def _completed(chosen: ColumnRoles, guess: TableGuess) -> ColumnRoles:
    """Return chosen roles, and for the other columns the sure guesses that fit them."""
    named = {*chosen.by_column.values()}
    for texts, others in (
        ((ColumnRole.LEFT, ColumnRole.RIGHT), {ColumnRole.TEXT, ColumnRole.LEFT, ColumnRole.RIGHT}),
        ((ColumnRole.TEXT,), {ColumnRole.LEFT, ColumnRole.RIGHT}),
        ((ColumnRole.SCORE, ColumnRole.LABEL), {ColumnRole.SCORE, ColumnRole.LABEL}),
    ):
        if named.intersection(texts) and not others <= named:
            named |= others
    rest = {
        each.column: ColumnRole.METADATA if each.role in named or not each.sure else each.role
        for each in guess.columns
    }
    return ColumnRoles({**rest, **chosen.by_column})
