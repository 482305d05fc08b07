"""A copy of the complete store in one file, and a store made from such a copy."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers import passing_file, whole_file
from aloi.storage.integrity.seal import seal, settle, unseal
from aloi.storage.moving import MovedTable
from aloi.storage.store import Store
from aloi.workbench.requests.store import BackupRequest
from aloi.workbench.store.check import Check, check
from aloi.workbench.store.opening import open_store

FOLDER = "backups"  # inside the data folder
_SQLITE = b"SQLite format 3\x00"
_SIDE_FILES = ("-wal", "-shm", "-journal")  # of a store that was there


@dataclass(frozen=True, slots=True)
class Copied:
    """The file written, its size in bytes, what the check of it found, and what a copy is known by.

    `checksum` is the SHA-256 of the copy; None for one that an older version wrote, which has none.
    """

    path: Path
    size: int
    report: Check
    checksum: str | None


def backup(store: Store, request: BackupRequest, data: Path) -> Copied:
    """Return the copy of a store, checked and sealed; people may work meanwhile.

    Without a path it is a new file in the folder `backups` of the data folder.

    Raises
    ------
    AloiError
        The file exists already, or has files of another store next to it, or the copy fails the integrity
        check.
    """
    path = request.path
    if path is None:
        path = data / FOLDER / f"aloi-{datetime.now(UTC):%Y%m%d-%H%M%S}.db"
        path.parent.mkdir(parents=True, exist_ok=True)
    refuse_existing_store(path)
    with whole_file(path, new=True) as part:
        store.copy_to(part)
        report = _checked(part)
        checksum = seal(part)
    return Copied(path, path.stat().st_size, report, checksum)


def restore(path: Path, target: Path) -> Copied:
    """Return the store made in the file `target` from a backup; nothing that is there is replaced.

    Raises
    ------
    AloiError
        `path` is no intact copy of a store, or was changed after it was written. Also `target` exists
        already, or has files of another store next to it.
    """
    require_sqlite(path)
    refuse_existing_store(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(target, new=True) as part:
        checksum = unseal(path, part)
        report = _checked(part)
    return Copied(target, target.stat().st_size, report, checksum)


def restore_on_server(path: Path, url: str) -> Copied:
    """Return the store made in an empty database of a server from a backup.

    Raises
    ------
    AloiError
        As `restore`, or a database that is not empty.
    """
    require_sqlite(path)
    with passing_file(Path(tempfile.gettempdir()) / path.name) as part:  # the copy's folder may be read-only
        checksum = unseal(path, part)
        _checked(part)
        size = part.stat().st_size
        with closing(Store.open(f"sqlite:///{part}")) as source:
            _, report = move_store(source, url)
    if report.problems:
        raise AloiError("workbench.copy-not-sound", problem=report.problems[0])
    return Copied(path, size, report, checksum)


def _checked(path: Path) -> Check:
    """Return the check of a copy, or raise AloiError naming its first problem."""
    store = Store.open(f"sqlite:///{path}")
    try:
        report = check(store)
    finally:
        store.close()
    settle(path)
    if report.problems:
        raise AloiError("workbench.copy-not-sound", problem=report.problems[0])
    return report


def require_sqlite(path: Path) -> None:
    """Raise AloiError if a file does not begin like an SQLite file."""
    if path.is_file():
        with path.open("rb") as stream:
            if stream.read(len(_SQLITE)) == _SQLITE:
                return
    raise AloiError(
        "aloi.unreadable",
        path=path,
        format=Term("a-copy-of-a-store"),
        error=Term("other-content"),
        expected=Term("a-copy-made"),
    )


def refuse_existing(path: Path) -> None:
    """Raise AloiError if a file exists already."""
    if path.exists():
        raise AloiError(
            "aloi.exists", name=path, expected=Term("path-of-a-new"), todo=Term("name-another-file")
        )


def refuse_existing_store(path: Path) -> None:
    """Raise AloiError if a file exists already, or one next to it that SQLite would use as its own."""
    refuse_existing(path)
    for end in _SIDE_FILES:
        neighbour = path.with_name(path.name + end)
        if neighbour.exists():
            raise AloiError(
                "aloi.exists",
                name=f"{path} ({neighbour.name})",
                expected=Term("a-path-without"),
                todo=Term("name-another-or-move"),
            )


def move_store(store: Store, url: str) -> tuple[Sequence[MovedTable], Check]:
    """Put all that a store holds into the empty one at a URL; return both sides of each table, and the check.

    Raises
    ------
    AloiError
        The store at `url` holds something, or does not give back what it was given.
    """
    with closing(open_store(url)) as target:
        return store.move_to(target), check(target)
