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

_BESIDE = ("", "-wal")  # what was written last may not yet be in the file itself


@dataclass(frozen=True, slots=True)
class Salvaged:
    """The file written, what came of each table, and what the check of it found."""

    path: Path
    tables: Sequence[SalvagedTable]
    report: Check


def salvage_store(path: Path, target: Path) -> Salvaged:
    """Return the store made in the file `target` of what can be read in `path`, which stays as it is.

    Rows that refer to what is lost are left out. What does not fit together after that is told by the check.

    Raises
    ------
    AloiError
        `path` is no SQLite file or its list of tables is lost, or `target` is there already, or files of
        another store beside it.
    """
    require_sqlite(path)
    refuse_existing_store(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(target, new=True) as part:
        copy = part.with_name(f"{part.name}.damaged")  # which vanishes with the part, by its name
        for end in _BESIDE:
            if (from_file := path.with_name(path.name + end)).exists():
                shutil.copyfile(from_file, copy.with_name(copy.name + end))
        tables = salvage(copy, part)
        url = f"sqlite:///{part}"
        with suppress(AloiError), closing(open_store(url)) as salvaged:
            # Events that are lost would be told at every check: what they led to is told here, once.
            salvaged.mend_log({"from": "salvage"})
        report = check_url(url)
        settle(part)
    return Salvaged(target, tables, report)
