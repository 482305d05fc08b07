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
from aloi.workbench.texts.restriction import allow_export, file_name, write_zip

STAND_OFF = "stand_off"  # the output without texts, instead of a format
_EXPORT_STEPS = 5  # the release, its rows, the files of the format, those beside it, the archive
_PIECES = 20_000  # of a long file, between two looks at whether a person stopped it


def export(
    store: Store,
    release: str,
    format_name: str,
    out: Path,
    *,
    reason: str = "",
    comments: bool = False,
    now: datetime,
    progress: Progress = silent,
) -> Export:
    """Return the files written from a release; the same release gives the same bytes.

    The files of the format are accompanied by manifest, statement, licence, citation and the ids of the
    sources. `comments`: the notes of annotators on their answers are included.

    Raises
    ------
    AloiError
        An unknown format, a folder with other files, or a restricted corpus without a stated reason (the
        reason is stored).
    """
    form = format_named(format_name)
    go_on(progress, 0, _EXPORT_STEPS, "")
    stored_release = store.gold.release(release)
    corpus = store.texts.corpus(store.campaigns.get(stored_release.campaign_id).corpus_id)
    allow_export(store, corpus, f"release {stored_release.version} as {form.name}", reason, now)
    exported = stored_release if comments else without_comments(stored_release)
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


def export_stand_off(store: Store, release: str, out: Path) -> Export:
    """Return the files of a release without its texts; no agreement keeps ids and offsets back.

    Raises
    ------
    AloiError
        An unknown release, or a folder with other files.
    """
    files = stand_off_files(store.gold.release(release))
    return Export(STAND_OFF, write_folder(out, files, (".jsonl",)), {})


def export_zip(
    store: Store,
    release: str,
    format_name: str,
    folder: Path,
    *,
    reason: str = "",
    comments: bool = False,
    now: datetime,
    progress: Progress = silent,
) -> tuple[str, Export]:
    """Return the name of a zip in `folder` with the files of `export`, and the result of `export`.

    Nothing but the zip stays. The format `stand_off` is what `export_stand_off` writes.
    """
    stored_release = store.gold.release(release)
    campaign = store.campaigns.get(stored_release.campaign_id)
    name = f"{file_name(campaign.name)}-{file_name(stored_release.version)}-{format_name}"
    folder.mkdir(parents=True, exist_ok=True)
    with unfinished(folder / name) as release_folder:
        if format_name == STAND_OFF:
            done = export_stand_off(store, release, release_folder)
        else:
            done = export(
                store,
                release,
                format_name,
                release_folder,
                reason=reason,
                comments=comments,
                now=now,
                progress=progress,
            )
        go_on(progress, 4, _EXPORT_STEPS, "")
        written = sorted(one for one in release_folder.rglob("*") if one.is_file())
        content = {one.relative_to(release_folder).as_posix(): one for one in written}
        return write_zip(folder / f"{name}.zip", content), done


def formats_of(campaign: Campaign) -> tuple[Format, ...]:
    """Return the formats that the releases of a campaign can be written in."""
    return formats_for(task(campaign.schema.task_type).row_kind)
