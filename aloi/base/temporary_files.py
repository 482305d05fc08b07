"""Files under construction: in a folder beside their target, removed if the work is interrupted."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_MARK = ".unfinished-"


@contextmanager
def unfinished(target: Path) -> Iterator[Path]:
    """Yield an empty folder beside `target` for building it; it is removed at the end, with its content.

    Leftovers of processes that no longer run are removed too: a killed process cannot clean up.
    """
    _clear(target)
    prefix = f".{target.name}{_MARK}{os.getpid()}-"
    with tempfile.TemporaryDirectory(prefix=prefix, dir=target.parent) as folder:
        partial_folder = Path(folder) / "whole"
        partial_folder.mkdir()
        yield partial_folder


def _clear(target: Path) -> None:
    for left in target.parent.glob(f".{_escaped(target.name)}{_MARK}*"):
        maker = left.name.rpartition(_MARK)[2].partition("-")[0]
        if maker.isdigit() and not _runs(int(maker)):
            shutil.rmtree(left, ignore_errors=True)


def _escaped(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OSError):
        return True
    return True
