"""The one door for errors of the database's driver: told in three lines that hold no text of the store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from aloi.errors import AloiError

# SQLite's primary result codes, and the first characters of PostgreSQL's SQLSTATE: the longest that fits.
_SQLITE = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "none",
    sqlite3.SQLITE_READONLY: "closed",
    sqlite3.SQLITE_PERM: "closed",
    sqlite3.SQLITE_CANTOPEN: "closed",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_CONSTRAINT: "conflict",
}
_SQLSTATE = {
    "53100": "full",
    "53": "busy",
    "55P03": "locked",
    "40": "locked",
    "XX001": "damaged",
    "XX002": "damaged",
    "25006": "closed",
    "42501": "closed",
    "58": "disk",
    "23": "conflict",
    "08": "away",
    "57P": "away",
    "28": "away",
    "3D": "away",
}
_TOLD = {
    "full": (
        "The store {store} cannot be written: its disk, or the limit set for it, is full.",
        "Room for what is to be stored was expected.",
        "Free some room or move the store to a larger disk, then do the last step again.",
    ),
    "locked": (
        "The store {store} is held by another program.",
        "A store that is free within ten seconds was expected.",
        "Wait until the other program is done, or end it, then do the last step again.",
    ),
    "closed": (
        "The store {store} cannot be opened or written ({code}).",
        "A database that Aloi may read and write was expected, in a folder where it may make files.",
        "Check the path and its permissions, or name another store.",
    ),
    "disk": (
        "The disk of the store {store} failed to read or write ({code}).",
        "A working disk with room left was expected.",
        "Check the disk, run `aloi check`, then do the last step again.",
    ),
    "busy": (
        "The server of the store {store} has no memory or connection left ({code}).",
        "A server that takes another connection was expected.",
        "Try again later, or ask who runs the server.",
    ),
    "away": (
        "The server of the store {store} cannot be reached, or the connection was lost ({code}).",
        "A running server that takes this name and password was expected.",
        "Check that it runs and that the address is right, then do the last step again.",
    ),
    "conflict": (
        "The store {store} refused a row that contradicts those it holds ({code}).",
        "Nothing that somebody else stored meanwhile was expected.",
        "Look again at what is there, then do the last step again.",
    ),
    "other": (
        "The database of the store {store} refused a step ({code}).",
        "A database that works as this version of Aloi expects was expected.",
        "Do the last step again; if it is refused again, run `aloi check` and report this code.",
    ),
}


class StoreDamaged(AloiError):
    """A database that cannot be read through; `tables` names what cannot be read, where it is known."""

    def __init__(self, found: str, tables: Sequence[str] = ()) -> None:
        super().__init__(
            found,
            "A database as Aloi left it was expected.",
            "Keep it as it is and make a store from a backup: `aloi restore FILE --store URL`.",
        )
        self.tables = tuple(tables)


@contextmanager
def plain_errors(store: str) -> Iterator[None]:
    """Turn what the driver raises into an AloiError; `store` is how people know the database.

    The driver's own words are left out, and so is its error as the cause: both may quote what was to be
    stored. What is no driver error, such as a value that cannot be stored at all, passes through.
    """
    try:
        yield
    except (DBAPIError, PoolTimeoutError, sqlite3.Error) as error:
        raise _plain(error, store) from None


def _plain(error: DBAPIError | PoolTimeoutError | sqlite3.Error, store: str) -> AloiError:
    kind, code = _kind(error)
    if kind == "damaged":
        return StoreDamaged(f"The store {store} is damaged: a part of it cannot be read ({code}).")
    if kind == "none":
        return StoreDamaged(
            f"The store {store} cannot be opened: it is no database, or its start is damaged."
        )
    found, expected, todo = _TOLD[kind]
    return AloiError(found.format(store=store, code=code), expected, todo)


def _kind(error: DBAPIError | PoolTimeoutError | sqlite3.Error) -> tuple[str, str]:
    """Return the key of what to tell, and the code of the error."""
    if isinstance(error, PoolTimeoutError):
        return "busy", "no connection free"
    cause = error.orig if isinstance(error, DBAPIError) else error
    name = type(cause).__name__
    if isinstance(cause, sqlite3.Error):
        if not hasattr(cause, "sqlite_errorcode"):  # Python's own: mostly bytes that are no UTF-8
            return ("damaged" if isinstance(cause, sqlite3.OperationalError) else "other"), name
        return _SQLITE.get(cause.sqlite_errorcode & 0xFF, "other"), cause.sqlite_errorname
    state = getattr(cause, "sqlstate", None)
    if state:
        fits = (kind for length in (5, 3, 2) if (kind := _SQLSTATE.get(state[:length])))
        return next(fits, "other"), state
    if isinstance(error, DBAPIError) and (
        error.connection_invalidated or (isinstance(error, OperationalError) and error.statement is None)
    ):
        return "away", name
    return ("conflict" if isinstance(error, IntegrityError) else "other"), name
