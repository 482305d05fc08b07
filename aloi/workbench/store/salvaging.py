"""A store made of what a damaged one, or a damaged copy, still holds."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.corpora.readers import whole_file
from aloi.storage.integrity.salvage import SalvagedTable, salvage
from aloi.storage.integrity.seal import settle
from aloi.workbench.store.backup import refuse_existing_store, require_sqlite
from aloi.workbench.store.check import Check, check_url
from aloi.workbench.store.opening import open_store

_SUFFIXES = ("", "-wal")  # the last writes may not yet be in the file itself


@dataclass(frozen=True, slots=True)
class Salvaged:
    """The file written, what came of each table, and what the check of it found."""

    path: Path
    tables: Sequence[SalvagedTable]
    report: Check


def salvage_store(path: Path, target: Path) -> Salvaged:
    """Return the store made in the file `target` of the readable parts of `path`, which is unchanged.

    Rows that refer to lost rows are omitted. The integrity check reports remaining inconsistencies.

    Raises
    ------
    AloiError
        `path` is no SQLite file or its list of tables is lost, or `target` exists already, or has files of
        another store next to it.
    """
    require_sqlite(path)
    refuse_existing_store(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(target, new=True) as part:
        copy = part.with_name(f"{part.name}.damaged")  # which vanishes with the part, by its name
        for end in _SUFFIXES:
            if (from_file := path.with_name(path.name + end)).exists():
                shutil.copyfile(from_file, copy.with_name(copy.name + end))
        tables = salvage(copy, part)
        url = f"sqlite:///{part}"
        with suppress(AloiError), closing(open_store(url)) as salvaged:
            # Every check would report lost events: their results are recorded once.
            salvaged.mend_log({"from": "salvage"})
        report = check_url(url)
        settle(part)
    return Salvaged(target, tables, report)
