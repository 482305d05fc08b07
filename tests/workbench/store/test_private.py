"""The data folder, and what lies in it for a while, is read by one account."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.store import private

_WEEKS = 14 * 24 * 3600


@pytest.fixture(autouse=True)
def _mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_temporary_files_lie_in_the_data_folder_and_old_ones_are_swept(tmp_path: Path) -> None:
    data = tmp_path / "data"
    private.keep_private(data)
    left, new = Path(tempfile.mkdtemp()), Path(tempfile.mkdtemp())
    (left / "texts").write_text("left by a process that was killed")
    stray = left.parent / "stray"
    stray.write_text("too")
    for one in (left, stray):
        os.utime(one, (one.stat().st_mtime - _WEEKS,) * 2)
    private.keep_private(data)
    assert set(data.rglob("*")) == {left.parent, new}
    assert {one.stat().st_mode & 0o777 for one in (data, left.parent, new)} == {0o700}


def test_two_that_start_at_once_sweep_the_same_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "data"
    private.keep_private(data)
    left = Path(tempfile.mkdtemp())
    os.utime(left, (left.stat().st_mtime - _WEEKS,) * 2)
    really = private._delete

    def twice(path: Path) -> None:
        really(path)
        really(path)

    monkeypatch.setattr(private, "_delete", twice)
    private.keep_private(data)
    assert not left.exists()
