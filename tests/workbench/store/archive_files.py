"""Archives of campaigns with content that Aloi never writes."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

from aloi.storage.archive import file as archive_file


def with_entry(path: Path, target: Path, name: str, content: bytes) -> Path:
    """Write an archive anew with other content of one entry, and the checksum of the file that fits."""
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as changed:
        for entry in source.infolist():
            written = content if entry.filename == name else source.read(entry)
            changed.writestr(
                entry.filename, written, zipfile.ZIP_DEFLATED if written is content else zipfile.ZIP_STORED
            )
        changed.comment = archive_file._comment(hashlib.sha256())
    digest = archive_file._digest(target, archive_file._LENGTH)
    with target.open("r+b") as stream:
        stream.seek(-archive_file._LENGTH, 2)
        stream.write(archive_file._comment(digest))
    return target
