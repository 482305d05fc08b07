"""The SQLite file of an open store: check that it is still the same file, with its own log.

SQLite keeps a file and its log (`-wal`) open. If the file is renamed, deleted or replaced, SQLite continues
to write into the old file. The next program would apply the log of the old file to the new one. Therefore the
inodes of both are checked before and after each transaction.

A small file (`-open`) stores the inodes; every program that has the store open locks it. After all have ended
or were killed, the next program can tell whether the log belongs to the file.
"""

from __future__ import annotations

import fcntl
import logging
import os
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from aloi.base.errors import AloiError

_LOG = logging.getLogger("aloi.store")
_RETRY_SECONDS = 1.0  # for programs that are closing the store: their log goes a moment before their lock
_PAUSE_SECONDS = 0.02
_CHANGED = "%s is not the file that was opened: nothing of the store is read or written until it is back."
_BACK = "%s is the file that was opened again: the store is read and written again."
_SET_ASIDE = (
    "The store %s was replaced by another file. The last changes to the old file are not in the new one; "
    "their log is in %s."
)


class _Inodes(NamedTuple):
    """The inodes of the store's file and of its log; None for one that is not there."""

    store: int | None
    log: int | None


class StoreFile:
    """Checks that an SQLite file and its log are those that this process has opened.

    Parameters
    ----------
    path : Path
        The file of the store.
    name : str
        How people know the store.
    """

    def __init__(self, path: Path, name: str) -> None:
        self._name = name
        self._path = path
        self._log = path.with_name(f"{path.name}-wal")
        self._note = path.with_name(f"{path.name}-open")
        self._opened: _Inodes | None = None
        self._is_refusing = False
        self._lock: int | None = None
        self._close_lock: Callable[[], object] = lambda: None

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Lock the note while the block creates the file, if needed, and connects to it.

        Raises
        ------
        AloiError
            Other programs have a previous file open.
        """
        inodes = self._take_lock()
        try:
            if inodes is not None:
                self._set_foreign_log_aside(inodes)
            yield
            self._opened = self._inodes()
            self._write_note(self._opened)
        except BaseException:
            self._close_lock()
            self._lock = None
            raise

    def check(self) -> None:
        """Raise AloiError if the file or its log is not the one that was opened.

        It takes some 4 µs. The log says when that begins and when it ends.
        """
        if self._opened is None:
            return
        inodes = self._inodes()
        if inodes.store == self._opened.store and self._opened.log in (None, inodes.log):
            if self._is_refusing:
                self._is_refusing = False
                _LOG.warning(_BACK, self._path)
            return
        is_log = inodes.store == self._opened.store
        path, inode = (self._log, inodes.log) if is_log else (self._path, inodes.store)
        if not self._is_refusing:
            self._is_refusing = True
            _LOG.error(_CHANGED, path)
        if inode is None:
            raise AloiError("storage.file-missing", store=self._name, path=path)
        raise AloiError("storage.file-replaced", store=self._name, path=path)

    def close(self, close_connections: Callable[[], object]) -> None:
        """Release the lock and close the connections; the note is deleted with the log."""
        self._opened = None
        if self._lock is None:
            close_connections()
            return
        # Before the log is removed: a program that opens the store meanwhile must not miss it.
        fcntl.flock(self._lock, fcntl.LOCK_UN)
        close_connections()
        with suppress(OSError):
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _inode(self._log) is None and self._note_stands(self._lock):
                self._note.unlink()
        self._close_lock()
        self._lock = None

    def _inodes(self) -> _Inodes:
        return _Inodes(_inode(self._path), _inode(self._log))

    def _take_lock(self) -> _Inodes | None:
        """Lock the note; return its inodes if nobody else has the store open, otherwise None."""
        until = time.monotonic() + _RETRY_SECONDS
        while True:
            try:
                lock = os.open(self._note, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            except OSError:  # a folder where nothing may be written: SQLite says so if it matters
                return None
            is_alone = _locked_alone(lock)
            if is_alone is None:
                os.close(lock)
                return None
            if self._note_stands(lock):
                inodes = _read_note(lock)
                if is_alone or inodes is None or inodes == self._inodes():
                    self._lock, self._close_lock = lock, weakref.finalize(self, os.close, lock)
                    return inodes if is_alone else None
            os.close(lock)
            if time.monotonic() > until:
                raise AloiError("storage.file-open-elsewhere", store=self._name)
            time.sleep(_PAUSE_SECONDS)

    def _note_stands(self, lock: int) -> bool:
        return _inode(self._note) == os.fstat(lock).st_ino

    def _set_foreign_log_aside(self, inodes: _Inodes) -> None:
        """Rename the log that was left beside another file than the one it belongs to.

        A folder copied as a whole has other inodes throughout; its log belongs to its file.
        """
        store, log = self._inodes()
        if log is None or log != inodes.log or store is None or store == inodes.store:
            return
        if self._log.stat().st_size:
            stamp = f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
            aside = self._log.rename(f"{self._log}-of-replaced-store-{stamp}")
            _LOG.error(_SET_ASIDE, self._name, aside)

    def _write_note(self, inodes: _Inodes) -> None:
        """Write down the inodes, the note's own one among them, and let other programs open the store."""
        if self._lock is None:
            return
        note_inode = os.fstat(self._lock).st_ino
        with suppress(OSError):  # no room: the note says nothing
            os.ftruncate(self._lock, 0)
            os.pwrite(self._lock, f"{inodes.store} {inodes.log or 0} {note_inode}\n".encode(), 0)
        fcntl.flock(self._lock, fcntl.LOCK_SH)


def _inode(path: Path) -> int | None:
    try:
        return path.stat().st_ino
    except OSError:
        return None


def _locked_alone(lock: int) -> bool | None:
    """Lock a note; return whether nobody else has it locked, None if files cannot be locked."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except BlockingIOError:
        pass
    except OSError:
        return None
    fcntl.flock(lock, fcntl.LOCK_SH)
    return False


def _read_note(lock: int) -> _Inodes | None:
    """Return the inodes that a note holds; None for one that is empty, or a copy."""
    try:
        store, log, note_inode = map(int, os.pread(lock, 100, 0).split())
    except ValueError:
        return None
    return _Inodes(store, log or None) if note_inode == os.fstat(lock).st_ino else None
