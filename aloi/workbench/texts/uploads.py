"""Data sets people upload to train or score models on: kept in the data folder, one folder an upload."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path, PurePosixPath

from aloi.base.errors import AloiError
from aloi.base.temporary_files import unfinished
from aloi.base.terms import Term
from aloi.corpora.readers import base
from aloi.corpora.readers.archive import archive_names, read_archive
from aloi.corpora.readers.tables import SUFFIXES

FOLDER = "datasets"
MAX_FILES = 1000
_TAGGED = (".conll", ".txt", ".ann")  # tokens with their tags, and texts with marked spans
_READ = (*SUFFIXES, *_TAGGED, ".json", ".md")  # files that readers of data sets use


def data_sets(data: Path) -> list[Path]:
    """Return the data sets kept in the data folder, by name."""
    folder = data / FOLDER
    paths = [one for place in folder.glob("[!.]*/") for one in place.iterdir()] if folder.is_dir() else []
    return sorted(paths, key=lambda one: (one.name, one.parent.name))


def keep(upload: Path, data: Path) -> Path:
    """Return the path of an uploaded table, or a .zip of a data set's folder; equal uploads share one path.

    Raises
    ------
    AloiError
        Another kind of file; an archive that is damaged, too large, encrypted, or whose names point
        outside it.
    """
    if upload.suffix.lower() not in (*SUFFIXES, ".conll", ".zip"):
        raise AloiError(
            "aloi.suffix",
            path=upload.name,
            suffix=repr(upload.suffix),
            suffixes=[*SUFFIXES, ".conll", ".zip"],
            todo=Term("save-it-as-one-of-these"),
        )
    with upload.open("rb") as stream:
        folder = data / FOLDER / hashlib.file_digest(stream, "sha256").hexdigest()[:12]
    target = folder / (upload.stem if upload.suffix.lower() == ".zip" else upload.name)
    if target.exists():
        return target
    (data / FOLDER).mkdir(parents=True, exist_ok=True)
    with unfinished(folder) as fresh:  # beside its place: it takes it in one step, or not at all
        if upload.suffix.lower() == ".zip":
            _unpack(upload, fresh / target.name)
        else:
            shutil.copyfile(upload, fresh / target.name)
        folder.mkdir(exist_ok=True)  # the same content may exist there under another name
        (fresh / target.name).replace(target)
    return target


def _unpack(path: Path, folder: Path) -> None:
    """Write the tables, cards and manifests of an archive below a folder, without a single top folder."""
    names = [PurePosixPath(one) for one in archive_names(path, _is_readable)]
    if all(one.suffix.lower() == ".txt" for one in names) or len(names) > MAX_FILES:
        raise AloiError(
            "aloi.value",
            name=Term("number-of-data", name=path.name),
            value=len(names),
            expected=Term("to-max-files", max_files=MAX_FILES, read=_READ),
            todo=Term("check-the-archive"),
        )
    nested = len({one.parts[0] for one in names}) == 1 and all(len(one.parts) > 1 for one in names)
    for name, chunks in read_archive(path, _is_readable, base.MAX_TOTAL):
        target = folder.joinpath(*PurePosixPath(name).parts[1 if nested else 0 :])
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as out:
            out.writelines(chunks)


def _is_readable(name: PurePosixPath) -> bool:
    return name.suffix.lower() in _READ
