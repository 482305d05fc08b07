"""Export of a release in a benchmark format, with the documents that accompany its files."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from aloi.annotation.model import Campaign
from aloi.annotation.tasks import task
from aloi.base.temporary_files import unfinished
from aloi.gold.formats import format_named, formats_for
from aloi.gold.formats.base import Content, Format, write_folder
from aloi.gold.model import Export, Release
from aloi.gold.releasing.changelog import changelogs
from aloi.gold.releasing.companions import companion_files
from aloi.gold.releasing.manifest import (
    rows_by_split,
)
from aloi.gold.releasing.release import without_comments
from aloi.gold.releasing.release_files import opened
from aloi.gold.releasing.stand_off import stand_off_files
from aloi.storage.store import Store
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.releases import ExportRequest
from aloi.workbench.texts.restriction import allow_export, file_name, write_zip

STAND_OFF = "stand_off"  # the output without texts, instead of a format
_EXPORT_STEPS = 5  # the release, its rows, the files of the format, those beside it, the archive
_PIECES = 20_000  # of a long file, between two looks at whether a person stopped it


def export(
    store: Store, request: ExportRequest, out: Path, *, now: datetime, progress: Progress = silent
) -> Export:
    """Return the files written from a release; the same release gives the same bytes.

    The files of the format are accompanied by manifest, statement, licence, citation and source ids.

    Raises
    ------
    AloiError
        An unknown format, a folder with other files, or a restricted corpus without a stated reason (the
        reason is stored).
    """
    if request.format is None:  # no agreement keeps ids and offsets back
        files = stand_off_files(store.gold.release(request.release))
        return Export(STAND_OFF, write_folder(out, files, (".jsonl",)), {})
    form = format_named(request.format)
    go_on(progress, 0, _EXPORT_STEPS, "")
    stored_release = store.gold.release(request.release)
    corpus = store.texts.corpus(store.campaigns.get(stored_release.campaign_id).corpus_id)
    allow_export(store, corpus, f"release {stored_release.version} as {form.name}", request.reason, now)
    exported = stored_release if request.comments else without_comments(stored_release)
    go_on(progress, 1, _EXPORT_STEPS, "")
    rows = rows_by_split(exported.manifest, shown=opened(exported).items)
    go_on(progress, 2, _EXPORT_STEPS, "")
    more = {**companion_files(exported), **_changes(store, stored_release)}
    contents = {name: _watched(content, progress) for name, content in more.items()}
    return form.write(rows, out, exported, contents)


def _changes(store: Store, release: Release) -> dict[str, str]:
    """Return the pages on the changes since the previous release; none for the first."""
    earlier: str | None = None
    for head in store.gold.release_heads(release.campaign_id):
        if head.id == release.id:
            break
        earlier = head.id
    return {} if earlier is None else changelogs(store.gold.release(earlier), release)


def _watched(content: Content, progress: Progress) -> Content:
    """Return what is written into a file; between its pieces a person may stop it."""
    if isinstance(content, str | bytes):
        return content

    def pieces() -> Iterator[bytes]:
        for number, piece in enumerate(content):
            if number % _PIECES == 0:
                go_on(progress, 3, _EXPORT_STEPS, "")
            yield piece

    return pieces()


def export_zip(
    store: Store, request: ExportRequest, folder: Path, *, now: datetime, progress: Progress = silent
) -> tuple[str, Export]:
    """Return the name of a zip in `folder` with the files of `export`, and the result of `export`.

    Nothing but the zip stays.
    """
    stored_release = store.gold.release(request.release)
    campaign = store.campaigns.get(stored_release.campaign_id)
    version, form = file_name(stored_release.version), request.format or STAND_OFF
    name = f"{file_name(campaign.name)}-{version}-{form}"
    folder.mkdir(parents=True, exist_ok=True)
    with unfinished(folder / name) as release_folder:
        done = export(store, request, release_folder, now=now, progress=progress)
        go_on(progress, 4, _EXPORT_STEPS, "")
        written = sorted(one for one in release_folder.rglob("*") if one.is_file())
        content = {one.relative_to(release_folder).as_posix(): one for one in written}
        return write_zip(folder / f"{name}.zip", content), done


def formats_of(campaign: Campaign) -> tuple[Format, ...]:
    """Return the formats that the releases of a campaign can be written in."""
    return formats_for(task(campaign.schema.task_type).row_kind)
