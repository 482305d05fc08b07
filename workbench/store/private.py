"""Who may read the data folder: the account that runs Aloi, and nobody else on the machine."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from aloi.errors import AloiError

_OWNER_ALONE = 0o700
_TEMPORARY = "temporary"
_KEPT_SECONDS = 7 * 24 * 3600.0  # a process that was killed leaves some; no work takes a week


def keep_private(data: Path) -> None:
    """Close the data folder to other accounts, and every file that this process writes from now on.

    Temporary files hold texts too: they lie in it, and not in the folder that all accounts share.

    Raises
    ------
    AloiError
        The folder cannot be made, or belongs to another account.
    """
    os.umask(0o777 - _OWNER_ALONE)
    try:
        data.mkdir(mode=_OWNER_ALONE, parents=True, exist_ok=True)
        data.chmod(_OWNER_ALONE)
        temporary = data.absolute() / _TEMPORARY
        temporary.mkdir(mode=_OWNER_ALONE, exist_ok=True)
        for one in temporary.iterdir():
            with suppress(FileNotFoundError):  # another process that starts sweeps too
                if one.lstat().st_mtime < time.time() - _KEPT_SECONDS:
                    _delete(one)
    except OSError as error:
        raise AloiError("workbench.data-not-private", folder=data, reason=error.strerror) from error
    tempfile.tempdir = str(temporary)


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()
