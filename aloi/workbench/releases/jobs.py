"""Gold and releases as jobs: they read every answer of a campaign, and no page does."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from aloi.base.records import to_json
from aloi.base.requests import from_data, info_of
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench.encoding import CACHE
from aloi.workbench.progress import Progress
from aloi.workbench.releases.exporting import export_zip
from aloi.workbench.releases.gate import identifiers_file
from aloi.workbench.releases.gold import freeze
from aloi.workbench.releases.pushing import HubAccount, push
from aloi.workbench.releases.releases import build
from aloi.workbench.requests.releases import ExportRequest, FreezeRequest, PushRequest, ReleaseRequest

_REQUESTS = (FreezeRequest, ReleaseRequest, ExportRequest, PushRequest)
FREEZE, BUILD, EXPORT, PUSH = (info_of(kind).job for kind in _REQUESTS)


def freeze_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return how many items of a frozen gold there are, and how many are undecided: {"items", "undecided"}.

    The arguments are a `FreezeRequest`.
    """
    del folder
    frozen = freeze(store, from_data(FreezeRequest, arguments), now=datetime.now(UTC), progress=progress)
    return {"items": len(frozen.gold.items), "undecided": len(frozen.undecided)}


def build_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the version and the checksum of a release: {"version", "checksum"}.

    The arguments are a `ReleaseRequest`.
    """
    request = from_data(ReleaseRequest, arguments)
    release = build(
        store,
        request,
        identifiers=identifiers_file(folder),
        cache=folder / CACHE,
        now=datetime.now(UTC),
        progress=progress,
    )
    return {"version": release.version, "checksum": release.checksum}


def export_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the zip of a release in a format, and the counts of lost information: {"file", "lost"}.

    The arguments are an `ExportRequest`; the zip is in `exports` of the folder.
    """
    request = from_data(ExportRequest, arguments)
    name, done = export_zip(store, request, folder / "exports", now=datetime.now(UTC), progress=progress)
    return {"file": name, "lost": [[what, count] for what, count in done.lost.items()]}


def push_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the location of a release on the Hub: {"address", "commit", "files"}.

    The arguments are a `PushRequest`. The token is that of the environment of the worker: arguments of jobs
    are stored.
    """
    del folder
    request, account = from_data(PushRequest, arguments), HubAccount.of(os.environ)
    return to_json(push(store, request, account, now=datetime.now(UTC), progress=progress))
