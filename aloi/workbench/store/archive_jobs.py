"""Archives of campaigns as jobs: they read or write every row of a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from aloi.base.records import to_json
from aloi.base.requests import from_data, info_of
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench.imports.jobs import summary
from aloi.workbench.progress import Progress, go_on
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.requests.releases import ArchiveRequest
from aloi.workbench.store.archiving import archive_campaign, import_archive, look_at_archive
from aloi.workbench.texts.restriction import file_name

WRITE, INSPECT, IMPORT = info_of(ArchiveRequest).job, "look_at_archive", "import_archive"


def write_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the archive in `exports` of an `ArchiveRequest`: {"file", "bytes", "checksum"}."""
    request = from_data(ArchiveRequest, arguments)
    now = datetime.now(UTC)
    name = f"{file_name(store.campaigns.get(request.campaign).name)}-{now:%Y%m%d-%H%M%S}.zip"
    (folder / "exports").mkdir(parents=True, exist_ok=True)
    archived = archive_campaign(store, request, folder / "exports" / name, now=now, progress=progress)
    return {"file": name, "bytes": archived.size, "checksum": archived.head.checksum}


def look_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the content of the archive of an `ImportRequest`, and the open decisions: an `ArchiveLook`."""
    del folder, progress
    archive_look = look_at_archive(store, from_data(ImportRequest, arguments).path)
    return {**to_json(archive_look, "head"), **to_json(archive_look.head, "parts")}


def import_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Import the archive of an `ImportRequest`, and return the result in the form of any import."""
    del folder
    # Reported before the first write: during it, nobody else can write, not even the progress.
    go_on(progress, 0, 1, "")
    return summary(import_archive(store, from_data(ImportRequest, arguments), datetime.now(UTC)))
