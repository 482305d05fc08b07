"""A release read from files, without the store it was made in."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from aloi.errors import AloiError
from annotation.rows import Row
from corpora.model import Json
from gold.releasing.manifest import FORMAT, entries, rows_by_split
from gold.releasing.release import verify as verify_manifest
from modeling.data.reading import read

_MANIFEST = "manifest.json"


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
        Everything that was frozen, both of its checksums computed again; None where the files have none.
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
        The ends of the scale of scored pairs, for files that do not tell them.

    Raises
    ------
    AloiError
        Nothing there, a manifest that is not what was frozen, or files that no reader takes.
    """
    manifest = _manifest(path)
    if manifest is None:
        found = read(path, scale=scale)
        return ReleaseFiles(found.name, found.checksum, None, found.parts)
    problems = verify_manifest(manifest)
    if problems:
        raise AloiError("workbench.not-release-frozen", path=path, problem=problems[0])
    name = f"{entries(manifest, 'campaign')['name']} {manifest['version']}"
    return ReleaseFiles(name, str(manifest["checksum"]), manifest, rows_by_split(manifest))


def _manifest(path: Path) -> Mapping[str, Json] | None:
    """Return the manifest in a zip, in a folder or in a file; None where there is none."""
    try:
        if path.is_file() and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                text = archive.read(_MANIFEST).decode("utf-8") if _MANIFEST in archive.namelist() else None
        else:
            file = path / _MANIFEST if path.is_dir() else path
            named = file.name == _MANIFEST or file.suffix.lower() == ".json"
            text = file.read_text(encoding="utf-8") if named and file.is_file() else None
        found = None if text is None else json.loads(text)
    except (ValueError, zipfile.BadZipFile, OSError) as error:
        raise AloiError("workbench.manifest-cannot-read", path=path, error=error) from error
    # Other programs write files of this name too.
    return found if isinstance(found, dict) and found.get("format") == FORMAT else None
