"""Folders and .zip archives of .txt files: one text a file, named by its path without the suffix."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from aloi.errors import AloiError
from corpora.readers import base
from corpora.readers.base import ReadText

MAX_FILES = 200_000  # entries of one archive
MAX_RATIO = 200  # unpacked to packed; prose packs 3 to 5 times, a bomb a thousand times
RATIO_FROM = 1_000_000  # bytes unpacked below which the ratio says nothing
CHUNK = 65_536


def read_folder(folder: Path) -> Iterator[ReadText]:
    """Yield the .txt files below a folder, sorted by name; hidden files are left out."""
    found = {
        path.relative_to(folder).as_posix(): path
        for path in folder.rglob("*")
        if path.suffix.lower() == ".txt" and path.is_file()
    }
    total = 0
    for name in _chosen(found, str(folder)):
        with found[name].open("rb") as stream:
            content = stream.read(base.MAX_TEXT + 1)
        total += len(content)
        if total > base.MAX_TOTAL:
            raise base.too_much(str(folder))
        yield _text(name, content, str(found[name]))


def read_file(path: Path) -> Iterator[ReadText]:
    """Yield the one text of a .txt file."""
    with path.open("rb") as stream:
        yield _text(path.name, stream.read(base.MAX_TEXT + 1), str(path))


def read_zip(path: Path) -> Iterator[ReadText]:
    """Yield the .txt files of an archive, sorted by name; nothing is unpacked to disk.

    Raises
    ------
    AloiError
        An entry that points outside the archive, is encrypted, damaged, or unpacks beyond the limits.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            _check_entries(entries, path)
            names = [entry.filename for entry in entries if _is_text(entry)]
            _check_twice(names, str(path))
            unpacked = 0
            for name in _chosen(names, str(path)):
                with archive.open(name) as stream:
                    content = _unpack(stream, f"{path}, {name}", unpacked, path)
                unpacked += len(content)
                yield _text(name, content, f"{path}, {name}")
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise AloiError(
            f"{path} cannot be unpacked: {error}.",
            "A whole .zip archive of .txt files was expected.",
            "Make the archive again, or import the folder itself.",
        ) from error


def _is_text(entry: zipfile.ZipInfo) -> bool:
    return not entry.is_dir() and PurePosixPath(entry.filename).suffix.lower() == ".txt"


def _chosen(names: Iterator[str] | dict[str, Path] | list[str], where: str) -> list[str]:
    """Return the names to read, sorted; what a system hides (`.x.txt`, `__MACOSX/`) is left out."""
    chosen = sorted(
        name
        for name in names
        if not any(part.startswith(".") or part == "__MACOSX" for part in PurePosixPath(name).parts)
    )
    if not chosen:
        raise AloiError(
            f"{where} holds no .txt file.",
            "At least one file whose name ends in .txt was expected.",
            "Check the folder, or give a table (.tsv, .csv, .jsonl, .parquet) instead.",
        )
    return chosen


def _check_entries(entries: list[zipfile.ZipInfo], path: Path) -> None:
    """Refuse an archive whose names point outside it, or whose entries cannot be read."""
    if len(entries) > MAX_FILES:
        raise AloiError(
            f"{path} has {len(entries):,} entries.",
            f"At most {MAX_FILES:,} were expected.",
            "Import it in several parts.",
        )
    for entry in entries:
        name = entry.orig_filename
        outside = ".." in re.split(r"[/\\]", name) or re.match(r"[/\\]|[A-Za-z]:", name)
        if outside:
            raise AloiError(
                f"{path}: the entry {name!r} points outside the archive.",
                "Names inside the archive, without `..` and not starting at the root, were expected.",
                "Do not trust this archive; make a new one from the texts alone.",
            )
        if entry.flag_bits & 0x1:
            raise AloiError(
                f"{path}: the entry {name!r} is encrypted.",
                "An archive without a password was expected.",
                "Unpack it yourself and import the folder.",
            )


def _check_twice(names: list[str], where: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise AloiError(
                f"{where}: the entry {name!r} stands in the archive twice.",
                "Each file was expected once.",
                "Make the archive again with one file a name.",
            )
        seen.add(name)


def _unpack(stream: IO[bytes], where: str, before: int, path: Path) -> bytes:
    """Return the content of one entry, checked while it is unpacked: headers may lie about sizes."""
    packed = max(path.stat().st_size, 1)
    content = bytearray()
    while chunk := stream.read(CHUNK):
        content += chunk
        unpacked = before + len(content)
        if unpacked > RATIO_FROM and unpacked > MAX_RATIO * packed:
            raise AloiError(
                f"{where}: the archive unpacks to more than {MAX_RATIO} times its own size.",
                "Text was expected, which packs 3 to 5 times.",
                "Do not trust this archive; make a new one from the texts alone.",
            )
        if len(content) > base.MAX_TEXT:
            raise base.too_long(where)
        if unpacked > base.MAX_TOTAL:
            raise base.too_much(str(path))
    return bytes(content)


def _text(name: str, content: bytes, where: str) -> ReadText:
    if len(content) > base.MAX_TEXT:
        raise base.too_long(where)
    skipped = len(base.BOM) if content.startswith(base.BOM) else 0
    text = base.decode(content[skipped:], where, skipped)
    if not text.strip():
        raise base.no_text(where)
    return ReadText(PurePosixPath(name).with_suffix("").as_posix(), text, place=name)
