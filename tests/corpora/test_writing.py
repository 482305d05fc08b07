"""Files that are written whole or not at all, whatever ends the process that writes them."""

from __future__ import annotations

import errno
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.readers import whole_file, write_table
from tests.processes import CONTEXT


def _write_for_ever(path: Path, begun: Connection) -> None:
    with whole_file(path) as part:
        part.write_text("half")
        part.with_name(part.name + "-wal").write_text("of the half")
        begun.send(part.name)
        time.sleep(60)


def test_what_a_killed_process_left_goes_with_the_next_file_and_what_others_write_stays(
    tmp_path: Path,
) -> None:
    heard, begun = CONTEXT.Pipe(duplex=False)
    names, processes = [], []
    for name in ("copy.db", "other.tsv"):
        processes.append(CONTEXT.Process(target=_write_for_ever, args=(tmp_path / name, begun), daemon=True))
        processes[-1].start()
        names.append(heard.recv())
    write_table(tmp_path / "table.tsv", ["a"], [{"a": 1}])
    assert {*names, "table.tsv"} < {one.name for one in tmp_path.iterdir()}  # both are at work
    processes[0].kill()
    processes[0].join()
    write_table(tmp_path / "table.tsv", ["a"], [{"a": 2}])
    assert {one.name for one in tmp_path.iterdir()} == {names[1], names[1] + "-wal", "table.tsv"}
    processes[1].kill()


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_takes_no_place_of_one_that_came_meanwhile(
    tmp_path: Path, links: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(path: Path, target: Path) -> None:
        raise OSError(errno.EPERM, "no links here")

    if not links:
        monkeypatch.setattr(Path, "hardlink_to", none)
    path = tmp_path / "copy.db"
    with whole_file(path, new=True) as part:
        part.write_text("whole")
    assert path.read_text() == "whole"
    with pytest.raises(AloiError, match="File exists"), whole_file(path, new=True) as part:
        part.write_text("another")
    assert [one.read_text() for one in tmp_path.iterdir()] == ["whole"]
