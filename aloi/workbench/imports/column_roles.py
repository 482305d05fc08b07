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
    guesses = (RoleGuess(name, chosen[name], True, Reason.REMEMBERED) for name in head.columns)
    return TableGuess(tuple(guesses), head.guess.headless)


def remember_roles(store: Store, path: Path, entries: Sequence[str], now: datetime) -> None:
    """Remember the roles that people chose for the columns of a table, if they chose any."""
    if not entries:
        return
    roles = roles_of_table(store, path, entries)
    written: list[Json] = [*roles.written()]
    header = fingerprint(tuple(roles.by_column))
    result = StoredResult(COLUMN_ROLES, header, "", 0, written, None, now, 0.0)
    store.cached_results.save(result)
    store.cached_results.keep_latest(COLUMN_ROLES, _MOST)
