"""A copy of the whole store in one file, and a store made from such a copy."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from aloi.errors import AloiError
from corpora.readers import whole_file
from storage.store import Store
from workbench.store.check import Check, check

_SQLITE = b"SQLite format 3\x00"


@dataclass(frozen=True, slots=True)
class Copied:
    """The file written, its size in bytes, and what the check of it found."""

    path: Path
    size: int
    found: Check


def backup(store: Store, path: Path) -> Copied:
    """Return the copy of a store written to `path`, checked; people may go on working meanwhile.

    Raises
    ------
    AloiError
        `path` is there already, the copy is not sound, or the store is no SQLite file.
    """
    _refuse_existing(path)
    with whole_file(path) as part:
        store.copy_to(part)
        found = _checked(part)
    return Copied(path, path.stat().st_size, found)


def restore(path: Path, target: Path) -> Copied:
    """Return the store made in the file `target` from a backup; nothing that is there is replaced.

    Raises
    ------
    AloiError
        `path` is no sound copy of a store, or `target` is there already.
    """
    if not path.is_file() or not path.read_bytes()[: len(_SQLITE)] == _SQLITE:
        raise AloiError("workbench.no-copy-store", path=path)
    _refuse_existing(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(target) as part:
        part.write_bytes(path.read_bytes())
        found = _checked(part)
    return Copied(target, target.stat().st_size, found)


def _checked(path: Path) -> Check:
    """Return the check of a copy, or raise AloiError naming its first problem."""
    store = Store.open(f"sqlite:///{path}")
    try:
        found = check(store)
    finally:
        store.close()
    for beside in ("-wal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)
    if found.problems:
        raise AloiError("workbench.copy-not-sound", problem=found.problems[0])
    return found


def _refuse_existing(path: Path) -> None:
    if path.exists():
        raise AloiError("workbench.already", path=path)
