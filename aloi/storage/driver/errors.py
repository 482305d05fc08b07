"""Translation of all errors of the database driver, in three lines without any text of the store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, StatementError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from aloi.base.errors import AloiError

# SQLite's result codes, the extended one before the primary one, and the first characters of PostgreSQL's
# SQLSTATE: the longest that fits.
_SQLITE = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "none",
    sqlite3.SQLITE_READONLY: "closed",
    sqlite3.SQLITE_PERM: "closed",
    sqlite3.SQLITE_CANTOPEN: "closed",
    sqlite3.SQLITE_IOERR_SHMSIZE: "full",  # no room for the index of its log, without which nothing is read
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


class StoreDamaged(AloiError):
    """A database that cannot be read completely; `tables` names the unreadable tables, if known."""

    tables: Sequence[str] = ()


@contextmanager
def plain_errors(store: str) -> Iterator[None]:
    """Turn errors of the driver into AloiErrors; `store` is the name of the database for users.

    The message of the driver and its error as the cause are excluded: both may quote the data to be stored.
    Other errors pass through, except for half of a surrogate pair.
    """
    try:
        yield
    except UnicodeEncodeError as error:
        character = f"U+{ord(error.object[error.start]):04X}"
        raise AloiError("storage.character-not-kept", character=character) from None
    except (DBAPIError, PoolTimeoutError, sqlite3.Error) as error:
        raise _plain(error, store) from None
    except StatementError as error:  # a value was refused on its way to the driver
        if isinstance(error.orig, AloiError):
            raise error.orig from None
        raise


@contextmanager
def tables_listed() -> Iterator[None]:
    """Treat an unreadable error as damage: SQLite quotes the bytes of a broken list of tables."""
    try:
        yield
    except UnicodeDecodeError:
        raise sqlite3.OperationalError("the list of tables is damaged") from None


def refuse_nul(values: Iterable[object]) -> None:
    """Raise for a text with NUL, which a server cannot store, so that all stores accept the same texts."""
    for value in values:
        if isinstance(value, str) and "\0" in value:
            raise AloiError("storage.character-not-kept", character="U+0000")


def is_locked(error: sqlite3.Error) -> bool:
    """Return whether another program has locked the data to be written."""
    return _kind(error)[0] == "locked"


def _plain(error: DBAPIError | PoolTimeoutError | sqlite3.Error, store: str) -> AloiError:
    kind, code = _kind(error)
    if kind in {"damaged", "none"}:
        return StoreDamaged(f"storage.driver-{kind}", store=store, code=code)
    return AloiError(f"storage.driver-{kind}", store=store, code=code)


def _kind(error: DBAPIError | PoolTimeoutError | sqlite3.Error) -> tuple[str, str]:
    """Return the key of the message, and the code of the error."""
    if isinstance(error, PoolTimeoutError):
        return "busy", "no connection free"
    cause = error.orig if isinstance(error, DBAPIError) else error
    name = type(cause).__name__
    if isinstance(cause, sqlite3.Error):
        if not hasattr(cause, "sqlite_errorcode"):  # Python's own: mostly bytes that are no UTF-8
            return ("damaged" if isinstance(cause, sqlite3.OperationalError) else "other"), name
        code = cause.sqlite_errorcode
        return _SQLITE.get(code) or _SQLITE.get(code & 0xFF, "other"), cause.sqlite_errorname
    state = getattr(cause, "sqlstate", None)
    if state:
        fits = (kind for length in (5, 3, 2) if (kind := _SQLSTATE.get(state[:length])))
        return next(fits, "other"), state
    if isinstance(error, DBAPIError) and (
        error.connection_invalidated or (isinstance(error, OperationalError) and error.statement is None)
    ):
        return "away", name
    return ("conflict" if isinstance(error, IntegrityError) else "other"), name
