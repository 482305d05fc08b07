"""Who may read the data folder: the account that runs Aloi, and nobody else on the machine."""

from __future__ import annotations

import os
from pathlib import Path

from aloi.errors import AloiError

_OWNER_ALONE = 0o700


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
    except OSError as error:
        raise AloiError("workbench.data-not-private", folder=data, reason=error.strerror) from error
