"""Archives of campaigns with content that Aloi never writes."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from aloi.storage.archive import file as archive_file

Change = Callable[[dict[str, Any]], dict[str, Any]]


def with_entry(path: Path, target: Path, name: str, content: bytes) -> Path:
    """Write an archive again with other content of one entry, and the checksum of the file that fits."""
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


def rewritten(path: Path, target: Path, part: str, change: Change) -> bool:
    """Write an archive again with the rows of a part changed, and checksums that fit; whether any was."""
    with archive_file.ArchiveFile(path) as old, archive_file.ArchiveWriter(target) as new:
        for name in old.head.parts:
            rows = list(old.rows(name))
            new.add(name, map(change, rows) if name == part else rows)
        new.close_with(replace(old.head, parts=dict(new.parts), checksum=new.checksum()))
        return bool(old.head.parts[part] != new.parts[part])
