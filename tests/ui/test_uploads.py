"""An uploaded file stands in the data folder whole, or not at all."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec

from aloi.base.errors import AloiError
from aloi.ui import session
from aloi.ui.shared import uploads

CONTENT = b"text\nLe patient dort.\n"


@pytest.fixture(autouse=True)
def _tab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a data folder of its own, in a tab that remembers nothing of what it did before."""
    monkeypatch.setenv("ALOI_DATA", str(tmp_path))
    monkeypatch.setattr(session, "page_state", lambda _: {})


def uploaded(name: str = "notes.csv", content: bytes = CONTENT) -> UploadedFile:
    return UploadedFile(UploadedFileRec(name, name, "text/csv", content), FileURLs())


def test_a_file_that_was_cut_is_not_taken_for_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    really = Path.write_bytes

    def cut(path: Path, content: bytes) -> int:
        really(path, content[:7])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", cut)
    with pytest.raises(AloiError, match="No space left on device"):
        uploads.saved_upload(uploaded())
    assert [one for one in session.uploads().rglob("*") if one.is_file()] == []
    monkeypatch.setattr(Path, "write_bytes", really)
    assert uploads.saved_upload(uploaded()).read_bytes() == CONTENT


def test_one_that_an_earlier_version_cut_is_written_anew() -> None:
    path = uploads.saved_upload(uploaded())
    path.write_bytes(CONTENT[:7])
    assert uploads.saved_upload(uploaded()) == path
    assert path.read_bytes() == CONTENT


def test_one_given_again_is_kept_for_a_week_from_then_on() -> None:
    path = uploads.saved_upload(uploaded())
    os.utime(path.parent, (0, 0))
    before = path.stat()
    uploads.saved_upload(uploaded())
    assert path.parent.stat().st_mtime > 0
    assert path.stat().st_ino == before.st_ino


def test_several_that_were_cut_are_copied_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    two = [uploaded(), uploaded("more.csv", CONTENT * 2)]
    really = shutil.copyfile

    def cut(source: Path, target: Path) -> Path:
        really(source, target)
        if source.name == "more.csv":
            os.truncate(target, 7)
            raise OSError(errno.ENOSPC, "No space left on device")
        return target

    monkeypatch.setattr(shutil, "copyfile", cut)
    with pytest.raises(AloiError, match="No space left on device"):
        uploads.saved_uploads(two)
    monkeypatch.setattr(shutil, "copyfile", really)
    folder = uploads.saved_uploads(two)
    assert {one.name: one.read_bytes() for one in folder.iterdir()} == {
        "notes.csv": CONTENT,
        "more.csv": CONTENT * 2,
    }
    places = {one.name: one.stat().st_ino for one in folder.iterdir()}
    assert uploads.saved_uploads(two) == folder
    assert places == {one.name: one.stat().st_ino for one in folder.iterdir()}  # a job may be reading them


def test_two_files_of_one_name_are_refused() -> None:
    two = [uploaded(), uploaded("notes.csv", CONTENT * 2)]
    for read in (uploads.saved_uploads, uploads.saved_each):
        with pytest.raises(AloiError, match=r"uploaded file 'notes\.csv'"):
            read(two)
    assert [one.name for one in uploads.saved_each([uploaded(), uploaded("n.csv")])] == ["notes.csv", "n.csv"]
