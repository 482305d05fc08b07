"""The backup and the check of a store as jobs: both read all of it, while people continue to work."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from aloi.base.records import to_json
from aloi.base.requests import from_data
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench.progress import Progress
from aloi.workbench.requests.store import BackupRequest
from aloi.workbench.store.backup import backup
from aloi.workbench.store.check import check


def backup_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the path of the copy of the store, its size in bytes and its counts."""
    del progress
    done = backup(store, from_data(BackupRequest, arguments), folder)
    return {
        "path": str(done.path.resolve()),
        "bytes": done.size,
        **to_json(done.report, "problems", "damage"),
    }


def check_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the counts of the store, and the problems found by the integrity check."""
    del arguments, folder, progress
    report = check(store)
    return {**to_json(report), "sound": report.sound}
