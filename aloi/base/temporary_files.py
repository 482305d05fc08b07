"""Files that are being made: beside where they will stand, and gone where making them broke off."""

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
    """Give an empty folder beside `target` to make it in; it goes in the end, with all that was left in it.

    What processes that are no more left there goes too: whoever is killed cannot clear up behind themselves.
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
