"""A copy of a store as one file that ends with its checksum, to prove that no byte has changed.

The checksum is after the last page, which SQLite ignores, so that a copy opens anywhere. The head of a copy
says that it has a checksum. A truncated copy is therefore not mistaken for a copy of an older version, which
has none.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.storage.driver.errors import plain_errors

_ALOI = b"Aloi"
_NOBODY = bytes(len(_ALOI))
_HEAD = slice(68, 72)  # position of the application id in an SQLite file
_MARK = b"\nAloi backup, SHA-256 of all before this line: "
_LENGTH = len(_MARK) + hashlib.sha256().digest_size * 2 + 1
_AT_ONCE = 1 << 20  # bytes


def settle(path: Path) -> None:
    """Write the content of its log into a closed SQLite file, which is then the complete store.

    SQLite does so when it closes a file, and says nothing where it could not, as on a full disk.

    Raises
    ------
    AloiError
        It cannot be done.
    """
    with plain_errors(str(path)), closing(sqlite3.connect(path)) as connection:
        busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    if busy:
        raise AloiError("storage.driver-locked", store=path)


def seal(path: Path) -> str:
    """Write the checksum of a settled SQLite file after its last page, and return it."""
    digest = hashlib.sha256()
    with path.open("r+b") as stream:
        stream.seek(_HEAD.start)
        stream.write(_ALOI)
        stream.seek(0)
        while part := stream.read(_AT_ONCE):
            digest.update(part)
        stream.write(_MARK + digest.hexdigest().encode() + b"\n")
        stream.flush()
        os.fsync(stream.fileno())
    return digest.hexdigest()


def unseal(path: Path, target: Path) -> str | None:
    """Write a copy without its checksum to `target`, and return that checksum; None if it has none.

    Raises
    ------
    AloiError
        A byte differs from what was written, or the end is missing.
    """
    left = path.stat().st_size
    with path.open("rb") as stream, target.open("wb") as out:
        head = stream.read(_HEAD.stop)
        stream.seek(max(0, left - _LENGTH))
        end = stream.read()
        if not end.startswith(_MARK) and head[_HEAD] != _ALOI:
            end = b""  # of a version that wrote none
        digest = hashlib.sha256()
        left -= len(end)
        stream.seek(0)
        while part := stream.read(min(left, _AT_ONCE)):
            digest.update(part)
            out.write(part)
            left -= len(part)
        if end and end != _MARK + digest.hexdigest().encode() + b"\n":
            raise AloiError(
                "aloi.unreadable",
                path=path,
                format=Term("the-copy-of-a-store"),
                error=Term("its-checksum-differs"),
                expected=Term("copy-with-every"),
                todo=Term("copy-it-once-more"),
            )
        if end:
            out.seek(_HEAD.start)
            out.write(_NOBODY)  # later changes have no checksum
        out.flush()
        os.fsync(out.fileno())
    return digest.hexdigest() if end else None
