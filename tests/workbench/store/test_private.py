"""The data folder, and what lies in it for a while, is read by one account."""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from aloi.workbench.store import private

_WEEKS = 14 * 24 * 3600
_PASSING = (
    "uploads/7b0bbc3e2a07/notes.csv",
    "uploads/pasted/pasted-1.tsv",
    "tokenising-uploads/job/texts.txt",  # of a job that was cancelled before it ran
    "terminology-uploads/job/MRCONSO.RRF",
    "temporary/tmp1/gold.txt",
    "temporary/stray",
    "datasets/.8f.unfinished-1-a/whole/train.tsv",
    "neighbours/.making-a/lemmas.npz",
    "sari_study/.a.part/asset.orig.txt",
)
_STAYING = ("aloi.db", "datasets/8f/train.tsv", "exports/a.zip", "neighbours/a/lemmas.npz", "tmp/mine")


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
    _make_old(left)
    private.sweep(data)
    assert set(data.rglob("*")) == {left.parent, new}
    assert {one.stat().st_mode & 0o777 for one in (data, left.parent, new)} == {0o700}


def test_two_that_start_at_once_sweep_the_same_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "data"
    private.keep_private(data)
    left = Path(tempfile.mkdtemp())
    _make_old(left)
    really = private._delete

    def twice(path: Path) -> None:
        really(path)
        really(path)

    monkeypatch.setattr(private, "_delete", twice)
    private.sweep(data)
    assert not left.exists()


def test_what_lies_there_for_a_while_is_swept_after_a_week_and_nothing_else(tmp_path: Path) -> None:
    for name in (*_PASSING, *_STAYING):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("a text")
    private.sweep(tmp_path)
    assert _files(tmp_path) == {*_PASSING, *_STAYING}
    for one in tmp_path.rglob("*"):
        _make_old(one)
    newer = tmp_path / "uploads/pasted/pasted-2.tsv"
    newer.write_text("of today")
    _make_old(newer.parent)
    private.sweep(tmp_path)
    assert _files(tmp_path) == {*_STAYING, newer.relative_to(tmp_path).as_posix()}


def test_it_is_swept_once_an_hour_whatever_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    swept: list[str] = []
    twice = threading.Event()

    def refuse(path: Path) -> None:
        swept.append(path.name)
        if swept.count("b") > 1:
            twice.set()
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(private, "_SWEPT_SECONDS", 0.01)
    monkeypatch.setattr(private, "_delete", refuse)
    for name in "ab":
        (tmp_path / "uploads" / name).mkdir(parents=True)
        _make_old(tmp_path / "uploads" / name)
    ended = private.sweep_hourly(tmp_path)
    assert twice.wait(30)
    ended.set()
    assert set(swept) == {"a", "b"}
    assert "uploads/a cannot be swept: Operation not permitted" in caplog.text


def _files(folder: Path) -> set[str]:
    return {one.relative_to(folder).as_posix() for one in folder.rglob("*") if one.is_file()}


def _make_old(path: Path) -> None:
    os.utime(path, (path.stat().st_mtime - _WEEKS,) * 2)
