"""Roles of columns, their written form, and what a guess says."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from aloi.base.errors import AloiError, quoted
from aloi.corpora.readers.tables import require


class ColumnRole(StrEnum):
    """The content of a column of a table.

    Several columns may have the role `score` or `label`: each then holds the answers of one annotator, who is
    called like the column. Two columns may have the role `document`: those of the left and the right text.
    """

    ID = "id"
    LEFT = "left"
    RIGHT = "right"
    TEXT = "text"
    ANNOTATOR = "annotator"
    SCORE = "score"
    LABEL = "label"
    DOCUMENT = "document"
    SPLIT = "split"
    METADATA = "metadata"
    IGNORE = "ignore"


ROLES = tuple(ColumnRole)
ONCE = frozenset(
    (
        ColumnRole.ID,
        ColumnRole.LEFT,
        ColumnRole.RIGHT,
        ColumnRole.TEXT,
        ColumnRole.ANNOTATOR,
        ColumnRole.SPLIT,
    )
)


class Reason(StrEnum):
    """Why a column was given its role."""

    NAME = "name"
    CONTENT = "content"
    SEVERAL = "several"  # another column fits the role as well
    REST = "rest"  # nothing else fits: the column becomes metadata
    REMEMBERED = "remembered"


@dataclass(frozen=True, slots=True)
class RoleGuess:
    """The role of a column; a person must look at it unless it is `sure`."""

    column: str
    role: ColumnRole
    sure: bool
    reason: Reason


@dataclass(frozen=True, slots=True)
class TableGuess:
    """The roles of all columns of a table.

    `headless`: the first row looks like data, so the table may have no header.
    """

    columns: tuple[RoleGuess, ...]
    headless: bool = False

    @property
    def unsure(self) -> tuple[RoleGuess, ...]:
        """The columns that a person must look at."""
        return tuple(guess for guess in self.columns if not guess.sure)

    def roles(self) -> ColumnRoles:
        """Return the roles without their reasons."""
        return ColumnRoles({guess.column: guess.role for guess in self.columns})


@dataclass(frozen=True, slots=True)
class ColumnRoles:
    """The role of each column of a table, in the order of the table."""

    by_column: Mapping[str, ColumnRole]

    def columns(self, role: ColumnRole) -> tuple[str, ...]:
        """Return the columns with a role."""
        return tuple(column for column, its_role in self.by_column.items() if its_role is role)

    def column(self, role: ColumnRole) -> str | None:
        """Return the first column with a role, None if there is none."""
        return next(iter(self.columns(role)), None)

    def written(self) -> tuple[str, ...]:
        """Return `role=column` for each column, as `--columns` and requests take it."""
        return tuple(f"{role}={column}" for column, role in self.by_column.items())


def read_roles(entries: Sequence[str], columns: Sequence[str], path: Path) -> ColumnRoles:
    """Return the roles that entries such as `left=sentence_A` give to the columns of a table.

    Columns that are not named are absent from the result. `path` is the table, for errors.

    Raises
    ------
    AloiError
        An unknown role, a column that the table lacks or that has two roles, a role that only one column
        may have and two have.
    """
    roles: dict[str, ColumnRole] = {}
    for entry in entries:
        name, mark, column = (part.strip() for part in entry.partition("="))
        if not mark or name not in ROLES:
            raise AloiError("corpora.column-role", entry=repr(entry), roles=ROLES)
        require(path, tuple(columns), column)
        if column in roles:
            raise AloiError("corpora.column-of-two-roles", entry=repr(entry), role=roles[column].value)
        roles[column] = ColumnRole(name)
    check_once(roles)
    return ColumnRoles({column: roles[column] for column in columns if column in roles})


def check_once(roles: Mapping[str, ColumnRole]) -> None:
    """Raise AloiError if several columns have a role that only one may have."""
    for role in ROLES:
        its_columns = [column for column, its_role in roles.items() if its_role is role]
        if len(its_columns) > (1 if role in ONCE else 2 if role is ColumnRole.DOCUMENT else len(roles)):
            raise AloiError("corpora.role-of-several", role=role.value, columns=map(quoted, its_columns))


def check_roles(name: str, guess: TableGuess, used: Collection[ColumnRole] = ROLES) -> ColumnRoles:
    """Return the roles of a guess, or raise AloiError if a person must look at one of those used.

    The error names the doubtful columns and contains a complete `--columns` option to correct.

    Parameters
    ----------
    name : str
        The file, for the error.
    used : collection of ColumnRole
        The roles that the caller uses. Doubts about others do not matter.
    """
    if guess.headless:
        raise AloiError("corpora.no-header", name=name)
    doubts = [one for one in guess.unsure if one.role in used]
    if doubts:
        proposed = [
            each for each in guess.columns if each.role in used and each.role is not ColumnRole.METADATA
        ]
        raise AloiError(
            "corpora.columns-unsure",
            name=name,
            doubts=[f"{quoted(each.column)} ({each.role})" for each in doubts],
            proposed=",".join(f"{each.role}={_short(each.column)}" for each in proposed),
        )
    check_once(guess.roles().by_column)
    return guess.roles()


def _short(name: str) -> str:
    """Return the name of a column, or a placeholder: the first row of a table without header has texts."""
    return name if quoted(name) == repr(name) else "COLUMN"


def fingerprint(columns: Sequence[str]) -> str:
    """Return the checksum of a header, by which its roles are remembered."""
    return hashlib.sha256("\x1f".join(columns).encode()).hexdigest()[:32]
