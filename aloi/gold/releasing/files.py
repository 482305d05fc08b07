"""The manifest of a release where it lies: in the zip of a release, in a folder, or as a file."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.gold.releasing.manifest import FORMAT
from aloi.gold.releasing.release import verify

_MANIFEST = "manifest.json"
_LONGEST = 256 << 20  # bytes


def frozen_manifest(path: Path) -> Mapping[str, Json] | None:
    """Return the manifest in a zip, in a folder or in a file, verified; None where there is none.

    Raises
    ------
    AloiError
        A manifest that cannot be read, or that is not what was frozen.
    """
    try:
        if path.is_file() and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                text = _manifest_in(archive) if _MANIFEST in archive.namelist() else None
        else:
            file = path / _MANIFEST if path.is_dir() else path
            named = file.name == _MANIFEST or file.suffix.lower() == ".json"
            text = file.read_text(encoding="utf-8") if named and file.is_file() else None
        document = None if text is None else json.loads(text)
    except (ValueError, RecursionError, zipfile.BadZipFile, OSError) as error:
        raise AloiError("gold.manifest-cannot-read", path=path, error=error) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return None  # other programs write files of this name too
    problems = verify(document)
    if problems:
        raise AloiError("gold.not-release-frozen", path=path, problem=problems[0])
    return document


def _manifest_in(archive: zipfile.ZipFile) -> str:
    with archive.open(_MANIFEST) as stream:
        content = stream.read(_LONGEST + 1)
    if len(content) > _LONGEST:
        raise ValueError(f"{_MANIFEST} is longer than {_LONGEST >> 20} MB")
    return content.decode("utf-8")
