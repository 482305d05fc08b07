"""A disk that is really full: each long command says so in three lines, and leaves nothing half-written.

It takes a file system of its own, which only root may mount; elsewhere the test is skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.demo.similarity import Demo
from aloi.workbench.jobs import run_one, start
from tests.conftest import NOT_RUN
from tests.terminal.overriding import overriding
from tests.workbench.scene import NOW

pytestmark = [pytest.mark.slow, pytest.mark.sqlite, pytest.mark.usefixtures("migrating")]
SECRET = "La patiente de la chambre secrète tousse."
_ROOM = 60 * 1024  # what is left of the disk: a store can be opened, and no more
_BALLAST = "ballast"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Return a file system of 24 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    command = [mount or "mount", "-t", "tmpfs", "-o", "size=24m,mode=700", "tmpfs", str(place)]
    if mount is None or os.geteuid() or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip(f"{NOT_RUN}a disk that is full: only root may mount one here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.fixture
def url(disk: Path, demo: Demo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the store of the demo on that disk, where its data folder is too."""
    assert demo.campaign
    shutil.copyfile(tmp_path / "aloi.db", disk / "aloi.db")
    (disk / "data").mkdir()
    (disk / "texts").mkdir()
    for number in range(20):
        (disk / "texts" / f"t{number}.txt").write_text(f"{SECRET} {number}. " * 500, encoding="utf-8")
    monkeypatch.setenv("ALOI_DATA", str(disk / "data"))
    monkeypatch.chdir(disk)
    return f"sqlite:///{disk / 'aloi.db'}"


def fill_up(disk: Path) -> None:
    """Leave so much room that a store can be opened, and no more."""
    free = shutil.disk_usage(disk).free
    (disk / _BALLAST).write_bytes(b"x" * (free - _ROOM))


def files(disk: Path) -> set[str]:
    """Return all that stands on the disk, but for what the store keeps beside its file."""
    found = {one.relative_to(disk).as_posix() for one in disk.rglob("*")}
    return {one for one in found if not one.startswith("aloi.db")}


def commands(demo: Demo, disk: Path, store: Any) -> dict[str, list[object]]:
    """Return the commands that write much, by what they are."""
    campaign = ("--campaign", demo.campaign.name)
    about = ("--name", "ward", "--language", "fr", "--licence", "agreement", "--restricted")
    why = overriding("agreement", "crossing", "licence", "identifiers")
    sizes = ("--sizes", "train=0.5,test=rest", "--version", "2.0")
    return {
        "import": ["corpus", "import", disk / "texts", *about, *store],
        "backup": ["backup", disk / "copy.db", *store],
        "release": ["release", "build", *campaign, *sizes, *why, *store],
        "export": ["release", "export", "1.0", "--format", "huggingface", "--out", disk / "out", *store],
        "train": ["train", "mean", "--data", "1.0", "--test", "1.0", "--seeds", "0", *store],
        "report": ["round", "agreement", *campaign, "--round", "3", "--html", disk / "r.html", *store],
        "archive": ["campaign", "archive", demo.campaign.name, "--out", disk / "a.aloi", *store],
    }


def test_where_not_a_byte_is_left_reading_says_that_the_disk_is_full(
    disk: Path, url: str, invoke: Callable[..., Any]
) -> None:
    with suppress(OSError), (disk / _BALLAST).open("wb", buffering=0) as ballast:
        while True:
            ballast.write(b"x" * 4096)
    refused = invoke("corpus", "list", "--store", url)
    assert (refused.exit_code, len(refused.stderr.splitlines())) == (2, 3)
    assert "is full" in refused.stderr
    (disk / _BALLAST).unlink()
    assert invoke("corpus", "list", "--store", url).exit_code == 0


def test_a_full_disk_is_told_and_leaves_nothing_half_written(
    disk: Path, url: str, demo: Demo, invoke: Callable[..., Any]
) -> None:
    asked = commands(demo, disk, ("--store", url))
    opened = _leased(url, demo)
    fill_up(disk)
    before = files(disk)
    for name, command in asked.items():
        result = invoke(*command)
        assert result.exit_code in (1, 2), (name, result.stdout)
        lines = result.stderr.strip().splitlines()
        assert len([one for one in lines if one.strip()]) <= 4, (name, result.stderr)
        assert "full" in result.stderr or "No space" in result.stderr, (name, result.stderr)
        assert "secrète" not in result.stdout + result.stderr
        assert {one for one in files(disk) - before if not one.startswith("data")} == set(), name
    os.truncate(disk / _BALLAST, (disk / _BALLAST).stat().st_size - 4 * _ROOM)
    with closing(Store.open(url)) as store:
        kept = _answer_until_full(store, opened)
    assert kept
    _start_and_fail(url, disk)

    (disk / _BALLAST).unlink()
    with closing(Store.open(url)) as store:
        assert store.check() == store.find_changes() == []
        there = {one.event_id for one in store.answers.revisions(opened)}
        assert there >= set(kept)
    for name, command in asked.items():
        result = invoke(*command)
        assert result.exit_code == 0, (name, result.stderr)
    assert not [one for one in files(disk) if one.endswith(".part") or "/." in f"/{one}"]
    assert invoke("check", "--store", url).exit_code == 0


def _start_and_fail(url: str, disk: Path) -> None:
    """Let a worker meet the full disk: it tells so in the store, or cannot; nothing else breaks."""
    with closing(Store.open(url)) as store, suppress(AloiError):
        start(store, "backup", {}, "M1", NOW)
        job = run_one(store, disk / "data")
        assert job is not None
        assert (job.status, len(str(job.error).splitlines())) == ("failed", 3)


def _leased(url: str, demo: Demo) -> str:
    """Return an open round of which the first annotator has an item before them."""
    with closing(Store.open(url)) as store:
        last = store.campaigns.rounds(demo.campaign.id)[-1]
        assert store.answers.lease_next(last.id, last.annotators[0], NOW, 600) is not None
    return last.id


def _answer_until_full(store: Store, round_id: str) -> list[str]:
    """Answer until the disk takes no more; return the events that were acknowledged."""
    person = store.campaigns.round(round_id).annotators[0]
    left = next(one for one in store.answers.assignments(round_id) if one.key.annotator_id == person)
    kept: list[str] = []

    def answer_on() -> None:
        for number in range(5000):
            store.answers.submit(
                left.key, f"full-{number}", {"score": number % 6}, seconds=1.0, flag=False,
                comment=SECRET * 20, shown={}, guideline_version=None, now=NOW,
            )  # fmt: skip
            kept.append(f"full-{number}")

    with pytest.raises(AloiError) as told:
        answer_on()
    assert told.value.code in ("storage.driver-full", "storage.driver-disk")
    assert "secrète" not in str(told.value)
    return kept
