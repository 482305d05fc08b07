"""Access to the data folder, for the account that runs Aloi only, and its temporary files."""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
import threading
import time
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.terms import Term

UPLOADS = "uploads"  # files uploaded to pages, each in a folder named by its checksum
ITEMS = "cache/items"  # tables of the items of campaigns, which hold texts
PASTED = "pasted"  # of those, the folder of what they typed
_TEMPORARY = "temporary"
_OWNER_ALONE = 0o700
# Results of uploads are stored elsewhere, and no job runs or waits for a week.
_KEPT_SECONDS = 7 * 24 * 3600.0
_SWEPT_SECONDS = 3600.0
_LOG = logging.getLogger("aloi.data")


def keep_private(data: Path) -> None:
    """Close the data folder to other accounts, and every file that this process writes from now on.

    Raises
    ------
    AloiError
        The folder cannot be made, or belongs to another account.
    """
    os.umask(0o777 - _OWNER_ALONE)
    try:
        data.mkdir(mode=_OWNER_ALONE, parents=True, exist_ok=True)
        data.chmod(_OWNER_ALONE)
        keep_temporary(data)
    except OSError as error:
        raise AloiError(
            "aloi.cannot-write",
            path=data,
            error=Term("cannot-be-made", reason=error.strerror),
            expected=Term("folder-that-belongs"),
            todo=Term("change-its-owner"),
        ) from error


def keep_temporary(data: Path) -> None:
    """Make this process write temporary files, which contain texts too, below the data folder.

    A killed process does not delete its temporary files. They are cleaned up in the data folder, but would
    remain in the folder that all accounts share.
    """
    temporary = data.absolute() / _TEMPORARY
    temporary.mkdir(mode=_OWNER_ALONE, exist_ok=True)
    tempfile.tempdir = str(temporary)


def sweep_hourly(data: Path) -> threading.Event:
    """Sweep the data folder now and once an hour; the event that comes back ends that."""
    ended = threading.Event()

    def again() -> None:
        while not ended.wait(_SWEPT_SECONDS):
            sweep(data)

    sweep(data)
    threading.Thread(target=again, daemon=True).start()
    return ended


def sweep(data: Path) -> None:
    """Delete from the data folder what was to lie there for a while, and has for more than a week.

    That is: uploads, those of jobs that never ran among them, temporary files, tables of items, and what
    processes that were killed left half made.
    """
    from aloi.workbench.study import studies
    from aloi.workbench.texts import terminologies, uploads

    folders = [_TEMPORARY, UPLOADS, f"{UPLOADS}/{PASTED}", terminologies.UPLOADS, ITEMS]
    folders += [name for study in studies() for name in study.uploads]
    unfinished = [uploads.FOLDER]  # hidden until it is whole
    unfinished += [name for study in studies() for name in study.unfinished]
    oldest = time.time() - _KEPT_SECONDS
    for path in (
        *(one for name in folders for one in (data / name).glob("*")),
        *(one for name in unfinished for one in (data / name).glob(".*")),
    ):
        try:
            if path != data / UPLOADS / PASTED and path.lstat().st_mtime < oldest:
                _delete(path)
        except FileNotFoundError:
            pass  # another process sweeps too
        except OSError as error:
            _LOG.warning("%s cannot be swept: %s", path, error.strerror)


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()
