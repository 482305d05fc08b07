"""Data sets people upload to train or score models on: kept in the data folder, one folder an upload."""

from __future__ import annotations

import hashlib
import re
import shutil
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from tempfile import mkdtemp

from aloi.errors import AloiError
from corpora.readers.tables import SUFFIXES

FOLDER = "datasets"
MAX_FILES = 1000
MAX_BYTES = 1_000_000_000  # unpacked
_TAGGED = (".conll", ".txt", ".ann")  # tokens with their tags, and texts with marked spans
_READ = (*SUFFIXES, *_TAGGED, ".json", ".md")  # what readers of data sets look at
_CHUNK = 1 << 20


def kept(data: Path) -> list[Path]:
    """Return the data sets kept in the data folder, by name."""
    folder = data / FOLDER
    found = [one for place in folder.glob("*/") for one in place.iterdir()] if folder.is_dir() else []
    return sorted(found, key=lambda one: (one.name, one.parent.name))


def keep(upload: Path, data: Path) -> Path:
    """Return where an uploaded table, or a .zip of a data set's folder, is kept; twice the same is one.

    Raises
    ------
    AloiError
        Another kind of file; an archive that is damaged, too large, encrypted, or whose names point
        outside it.
    """
    if upload.suffix.lower() not in (*SUFFIXES, ".conll", ".zip"):
        raise AloiError(
            f"{upload.name} is neither a table nor an archive.",
            f"A file ending in {', '.join(SUFFIXES)}, .conll or .zip was expected.",
            "Save it as one of these.",
        )
    with upload.open("rb") as stream:
        place = data / FOLDER / hashlib.file_digest(stream, "sha256").hexdigest()[:12]
    target = place / (upload.stem if upload.suffix.lower() == ".zip" else upload.name)
    if target.exists():
        return target
    (data / FOLDER).mkdir(parents=True, exist_ok=True)
    fresh = Path(mkdtemp(dir=data))  # beside its place: it takes it in one step, or not at all
    try:
        if upload.suffix.lower() == ".zip":
            _unpack(upload, fresh / target.name)
        else:
            shutil.copyfile(upload, fresh / target.name)
        fresh.replace(place)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return target


def _unpack(path: Path, folder: Path) -> None:
    """Write the tables, cards and manifests of an archive below a folder, a single top folder left out."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = [one for one in archive.infolist() if _wanted(one)]
            _check(archive.infolist(), entries, path)
            tops = {PurePosixPath(one.filename).parts[0] for one in entries}
            nested = len(tops) == 1 and all(len(PurePosixPath(one.filename).parts) > 1 for one in entries)
            room = MAX_BYTES
            for entry in entries:
                parts = PurePosixPath(entry.filename).parts[1 if nested else 0 :]
                room -= _write(archive, entry, folder.joinpath(*parts), room)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise AloiError(
            f"{path.name} cannot be unpacked: {error}.",
            "A whole .zip archive of a data set's folder was expected.",
            "Make the archive again.",
        ) from error


def _wanted(entry: zipfile.ZipInfo) -> bool:
    name = PurePosixPath(entry.filename)
    hidden = any(part.startswith(".") or part == "__MACOSX" for part in name.parts)
    return not entry.is_dir() and not hidden and name.suffix.lower() in _READ


def _check(entries: list[zipfile.ZipInfo], wanted: list[zipfile.ZipInfo], path: Path) -> None:
    for one in entries:
        name = one.orig_filename
        if ".." in re.split(r"[/\\]", name) or re.match(r"[/\\]|[A-Za-z]:", name) or one.flag_bits & 0x1:
            raise AloiError(
                f"{path.name}: the entry {name!r} points outside the archive or is encrypted.",
                "Names inside the archive and no password were expected.",
                "Make a new archive from the data set's folder.",
            )
    only_texts = all(PurePosixPath(one.filename).suffix.lower() == ".txt" for one in wanted)
    if only_texts or len(wanted) > MAX_FILES:
        raise AloiError(
            f"{path.name} holds {len(wanted)} files of a data set.",
            f"1 to {MAX_FILES} files ending in {', '.join(_READ)} were expected.",
            "Check the archive.",
        )


def _write(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path, room: int) -> int:
    """Return the bytes written; what an archive says of its own sizes is not believed."""
    target.parent.mkdir(parents=True, exist_ok=True)
    count = 0
    with archive.open(entry) as source, target.open("wb") as out:
        while chunk := source.read(_CHUNK):
            count += len(chunk)
            if count > room:
                raise AloiError(
                    f"The archive unpacks to more than {MAX_BYTES:,} bytes.",
                    "A smaller data set was expected.",
                    "Upload its parts one by one.",
                )
            out.write(chunk)
    return count
