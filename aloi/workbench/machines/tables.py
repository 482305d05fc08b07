"""Tables of predictions, kept in the data folder: a machine answers from the table that was added."""

from __future__ import annotations

from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.temporary_files import unfinished
from aloi.base.terms import Term
from aloi.corpora.identity import file_checksum
from aloi.corpora.readers import SourceTable, read_table
from aloi.machines.model import MachineIdentity

FOLDER = "predictions"


def keep_table(table: Path, data: Path) -> str:
    """Return the checksum of a table whose copy is kept in the data folder."""
    content = table.read_bytes()
    checksum = file_checksum(content)
    target = _place_of(data, checksum, table.name)
    if not target.exists():
        target.parent.parent.mkdir(parents=True, exist_ok=True)
        with unfinished(target.parent) as folder:  # in its place in one step, or not at all
            (folder / table.name).write_bytes(content)
            target.parent.mkdir(exist_ok=True)
            (folder / table.name).replace(target)
    return checksum


def kept_table(identity: MachineIdentity, data: Path) -> SourceTable:
    """Return the table of a machine.

    Raises
    ------
    AloiError
        The table is missing, or was changed since the machine was added.
    """
    path = _place_of(data, identity.source, identity.model)
    if not path.exists() or file_checksum(path.read_bytes()) != identity.source:
        raise AloiError(
            "aloi.value",
            name=Term("the-table-of-predictions"),
            value=Term("changed-since-added"),
            expected=Term("the-same-table"),
            todo=Term("add-the-machine-again"),
        )
    return read_table(path)


def _place_of(data: Path, checksum: str, name: str) -> Path:
    """Return the place of a table; earlier versions stored its absolute path as the name."""
    return Path(name) if Path(name).is_absolute() else data / FOLDER / checksum[:12] / name
