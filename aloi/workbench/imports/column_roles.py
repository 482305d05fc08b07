"""The roles of the columns of a table in a store: chosen, remembered by the header, or guessed.

Each import of a table asks `roles_of_table`. Pages show `table_head` with `remembered_guess`, and call
`remember_roles` once people have chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from pathlib import Path

from aloi.corpora.model import Json
from aloi.corpora.readers.roles import (
    ROLES,
    ColumnRole,
    ColumnRoles,
    Reason,
    RoleGuess,
    TableGuess,
    TableHead,
    fingerprint,
    read_roles,
    resolved_roles,
    table_head,
)
from aloi.storage.cached_results import COLUMN_ROLES
from aloi.storage.model import StoredResult
from aloi.storage.store import Store

_MOST = 500  # headers whose roles are remembered


def roles_of_table(
    store: Store,
    path: Path,
    entries: Sequence[str] = (),
    *,
    used: Collection[ColumnRole] = ROLES,
    required: Collection[ColumnRole] = (),
) -> ColumnRoles:
    """Return the roles of the columns of a table: as entries say, as remembered, or as guessed.

    Raises
    ------
    AloiError
        As `resolved_roles`: a doubtful guess, for example.
    """
    head = table_head(path)
    return resolved_roles(head, remembered_guess(store, head), entries, used=used, required=required)


def remembered_guess(store: Store, head: TableHead) -> TableGuess:
    """Return the guess of a table, or the roles that people chose for the same header before."""
    key = (COLUMN_ROLES, fingerprint(head.columns))
    result = store.cached_results.get([key]).get(key)
    if result is None or not isinstance(result.value, list):
        return head.guess
    chosen = read_roles([*map(str, result.value)], head.columns, head.path).by_column
    guesses = (
        RoleGuess(guess.column, chosen[guess.column], True, Reason.REMEMBERED)
        if guess.column in chosen
        else guess
        for guess in head.guess.columns
    )
    return TableGuess(tuple(guesses), head.guess.headless)


def remember_roles(
    store: Store,
    path: Path,
    entries: Sequence[str],
    now: datetime,
    used: Collection[ColumnRole] = ROLES,
) -> None:
    """Remember the roles that people chose for the columns of a table, if they chose any.

    `used` are the roles to choose from. A column that is metadata because its role is none of them keeps
    what was remembered or guessed. Scores, for example, are metadata of a corpus of pairs only.
    """
    if not entries:
        return
    head = table_head(path)
    guess = remembered_guess(store, head)
    roles = dict(resolved_roles(head, guess, entries).by_column)
    for column in guess.columns:
        if roles[column.column] is ColumnRole.METADATA and column.role not in (*used, ColumnRole.METADATA):
            if column.reason is Reason.REMEMBERED:
                roles[column.column] = column.role
            else:
                del roles[column.column]
    written: list[Json] = [*ColumnRoles(roles).written()]
    header = fingerprint(head.columns)
    result = StoredResult(COLUMN_ROLES, header, "", 0, written, None, now, 0.0)
    store.cached_results.save(result)
    store.cached_results.keep_latest(COLUMN_ROLES, _MOST)
