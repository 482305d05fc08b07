"""A release read from files, without the store it was made in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from aloi.annotation.rows import Row
from aloi.corpora.model import Json
from aloi.gold.releasing.manifest import entries, rows_by_split
from aloi.gold.releasing.release_files import frozen_manifest
from aloi.modeling.data.reading import read


@dataclass(frozen=True, slots=True)
class ReleaseFiles:
    """The gold rows of a release, by part.

    Parameters
    ----------
    name : str
        Of the campaign and its version, or of the folder.
    checksum : str
        The content checksum of the release; of files without a manifest, that of their rows.
    manifest : mapping or None
        Everything that was frozen, both of its checksums computed again; None if the files have none.
    splits : mapping
        Part -> its rows; a part that a leak filter made repeats rows of another one.
    """

    name: str
    checksum: str
    manifest: Mapping[str, Json] | None
    splits: Mapping[str, tuple[Row, ...]]

    @property
    def rows(self) -> tuple[Row, ...]:
        """All gold rows, each once."""
        return tuple(dict.fromkeys(row for rows in self.splits.values() for row in rows))

    @property
    def verified(self) -> bool:
        """Whether the files carry a manifest, whose checksums then hold."""
        return self.manifest is not None


def read_release(path: Path, *, scale: tuple[float, float] | None = None) -> ReleaseFiles:
    """Return a release that was exported; one with its manifest is verified.

    Parameters
    ----------
    path : Path
        The zip of the page Releases, a `manifest.json` or a folder that holds one; else files of a format,
        which carry no checksum.
    scale : (float, float) or None
        The ends of the scale of scored pairs, for files that do not contain them.

    Raises
    ------
    AloiError
        Nothing there, a manifest that is not what was frozen, or files that no reader takes.
    """
    manifest = frozen_manifest(path)
    if manifest is None:
        table = read(path, scale=scale)
        return ReleaseFiles(table.name, table.checksum, None, table.parts)
    name = f"{entries(manifest, 'campaign')['name']} {manifest['version']}"
    return ReleaseFiles(name, str(manifest["checksum"]), manifest, rows_by_split(manifest))
