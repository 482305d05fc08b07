"""Roles of the columns of a table: guessed from names and content, corrected by people.

1. `table_head(path)` returns the header, the first rows and the guess: a role for each column, whether it is
   sure, and the reason.
2. `resolved_roles(head, guess, entries)` returns the roles after corrections such as `left=sentence_A`. It
   raises an error if a person must look at a guess.
3. `ColumnRoles.column(role)` and `.columns(role)` name the columns to read.
"""

from __future__ import annotations

from aloi.corpora.readers.roles.guess import guess_roles
from aloi.corpora.readers.roles.model import (
    ROLES,
    ColumnRole,
    ColumnRoles,
    Reason,
    RoleGuess,
    TableGuess,
    check_roles,
    fingerprint,
    read_roles,
)
from aloi.corpora.readers.roles.tables import TableHead, resolved_roles, table_head

__all__ = [
    "ROLES",
    "ColumnRole",
    "ColumnRoles",
    "Reason",
    "RoleGuess",
    "TableGuess",
    "TableHead",
    "check_roles",
    "fingerprint",
    "guess_roles",
    "read_roles",
    "resolved_roles",
    "table_head",
]
