"""Uploaded files: stored in the data folder under their original names, for a week."""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import streamlit as st

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers import whole_file
from aloi.corpora.readers.spreadsheets import SUFFIXES as WORKBOOKS
from aloi.corpora.readers.spreadsheets import sheet_names
from aloi.corpora.readers.tables import SUFFIXES, reading_of
from aloi.corpora.readers.words import NORMALISATIONS
from aloi.corpora.readers.workbooks.sheet_choice import note_sheet
from aloi.ui import session
from aloi.ui.shared.tables import no_markup, problems_told, show_read_as
from aloi.ui.texts import t
from aloi.workbench.isolation import Isolation
from aloi.workbench.store.private import PASTED

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

_OWNER_ALONE = 0o700
_ISOLATION = Isolation()
atexit.register(_ISOLATION.close)
P = ParamSpec("P")
R = TypeVar("R")


def isolated(function: Callable[P, R], *arguments: P.args, **options: P.kwargs) -> R:
    """Return the result of a function that reads an uploaded file, in a process with limits.

    Pages read no uploaded file in any other way: a file that aborts its reader would end the server.
    """
    return _ISOLATION.call(function, *arguments, **options)


def start_isolation() -> None:
    """Prepare the process that reads uploads, so that the first upload does not wait for it."""
    _ISOLATION.start()


def saved_upload(upload: UploadedFile) -> Path:
    """Return the path of an uploaded file written to disk once; the name is cleaned of folders.

    Of a workbook for which somebody chose a sheet it is a copy that is read by that sheet, also by jobs.
    """
    state = session.page_state("uploads")
    paths: dict[tuple[str, str | None], Path] = state.setdefault("paths", {})
    sheet = state.setdefault("sheets", {}).get(upload.file_id)
    if (upload.file_id, sheet) in paths and paths[upload.file_id, sheet].exists():
        return paths[upload.file_id, sheet]  # its checksum is that of the whole file: not at every click
    path = _written(upload)
    if sheet is not None:
        named = hashlib.sha256(f"{path}\n{sheet}".encode()).hexdigest()[: session.CHECKSUM]
        copy = _created_folder(named) / path.name
        with whole_file(copy) as part:
            shutil.copyfile(path, part)
            isolated(note_sheet, part, sheet)
        path = copy
    paths[upload.file_id, sheet] = path
    return path


def _written(upload: UploadedFile) -> Path:
    content = upload.getvalue()
    folder = _created_folder(hashlib.sha256(content).hexdigest()[: session.CHECKSUM])
    path = folder / (re.sub(r"[^\w.\- ]", "_", Path(upload.name).name) or "upload")
    os.utime(folder)  # a week from now on
    if not _is_whole(path, len(content)):
        with whole_file(path) as part:
            part.write_bytes(content)
    return path


def show_upload(*uploads: UploadedFile | None) -> None:
    """Ask for the sheet of each uploaded workbook, and say how each uploaded table is read.

    Both come before anything is done with it, and outside forms, which show nothing before they end.
    """
    for upload in uploads:
        if upload is not None and Path(upload.name).suffix.lower() in SUFFIXES:
            with problems_told():
                ask_sheet(upload)
                show_read_as(isolated(reading_of, saved_upload(upload)))


def ask_sheet(upload: UploadedFile) -> None:
    """Draw the choice of a sheet if an uploaded workbook has several; `saved_upload` then uses it."""
    if Path(upload.name).suffix.lower() not in WORKBOOKS:
        return
    state = session.page_state("uploads")
    names: dict[str, dict[str, bool]] = state.setdefault("names", {})
    if upload.file_id not in names:
        names[upload.file_id] = isolated(sheet_names, _written(upload))
    sheets = names[upload.file_id]
    if len(sheets) < 2:
        return
    key = f"sheet:{upload.file_id}"

    def choose() -> None:
        state.setdefault("sheets", {})[upload.file_id] = st.session_state[key]

    st.selectbox(
        t("tables.which_sheet", name=no_markup(upload.name), count=len(sheets)),
        list(sheets),
        format_func=lambda name: name if sheets[name] else t("tables.hidden_sheet", name=name),
        help=t("tables.which_sheet_help"),
        key=key,
        on_change=choose,
    )


def ask_normalise(key: str) -> tuple[str, ...]:
    """Return the differences in spelling to ignore between duplicate labels or names; none by default."""
    chosen = st.multiselect(
        t("tables.normalise"),
        NORMALISATIONS,
        format_func=lambda name: t(f"tables.differ_{name}"),
        placeholder=t("tables.normalise_none"),
        help=t("tables.normalise_help"),
        key=f"{key}:normalise",
    )
    return tuple(chosen)


def saved_each(uploads: Sequence[UploadedFile]) -> list[Path]:
    """Return the paths of uploaded files that are read together.

    Raises
    ------
    AloiError
        Two of them have one name: in one folder the later would replace the earlier.
    """
    paths = [saved_upload(upload) for upload in uploads]
    counts = Counter(path.name for path in paths)
    twice = sorted(name for name, count in counts.items() if count > 1)
    if twice:
        raise AloiError(
            "aloi.repeated",
            name=Term("name-of-an-uploaded"),
            value=", ".join([repr(name) for name in twice]),
            expected=Term("files-with-unique-names"),
            todo=Term("rename-one-of-them"),
        )
    return paths


def saved_uploads(uploads: Sequence[UploadedFile]) -> Path:
    """Return the path of one uploaded file, or of a folder that holds several."""
    paths = saved_each(uploads)
    if len(paths) == 1:
        return paths[0]
    joined = hashlib.sha256("\n".join(sorted(map(str, paths))).encode()).hexdigest()[: session.CHECKSUM]
    folder = _created_folder(joined) / paths[0].stem.split(".")[0]
    folder.mkdir(exist_ok=True)
    os.utime(folder.parent)
    for source in paths:
        if not _is_whole(folder / source.name, source.stat().st_size):  # a job may be reading it
            with whole_file(folder / source.name) as part:
                shutil.copyfile(source, part)
    return folder


def paste_folder() -> Path:
    """Return the folder of the tables made of pasted text."""
    return _created_folder(PASTED)


def _is_whole(path: Path, size: int) -> bool:
    """Return whether a file exists and is complete: a power failure may leave a truncated one."""
    return path.exists() and path.stat().st_size == size


def _created_folder(name: str) -> Path:
    """Return a folder of uploads, created without access for other accounts of the machine."""
    root = session.uploads()
    for folder in (root, root / name):
        folder.mkdir(mode=_OWNER_ALONE, parents=True, exist_ok=True)
    return root / name
