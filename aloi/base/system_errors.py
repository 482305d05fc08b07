"""Messages for errors of the operating system and of libraries: their kind and position, never their words.

Their words may contain a text of the store.
"""

from __future__ import annotations

import errno
import logging
import traceback
from typing import Any

from aloi.base.errors import AloiError

# The reader's errors quote cells, columns and the name of a table: terminals and pages show them.
_OF_TABLES = ("aloi.tables", "aloi.scores")
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def where(error: BaseException) -> str:
    """Return where an error of the program was raised, and of which kind it and those before it are.

    >>> try:
    ...     int("La patiente tousse.")
    ... except ValueError as error:
    ...     print(where(error).splitlines()[-1])
    ValueError
    """
    own_lines = "".join([*traceback.format_tb(error.__traceback__), type(error).__name__])
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return f"{where(before)}\n\nled to:\n\n{own_lines}" if before else own_lines


def leave_words_out() -> None:
    """Let all records of this process tell errors so, whichever library writes them, and none of a table."""
    really = logging.getLogRecordFactory()

    def record_without_words(*positional: Any, **named: Any) -> logging.LogRecord:
        record = really(*positional, **named)
        if record.exc_info and record.exc_info[1] is not None:
            record.exc_text = where(record.exc_info[1])
        return record

    logging.setLogRecordFactory(record_without_words)
    for name in _OF_TABLES:
        logging.getLogger(name).setLevel(logging.ERROR)


def refused_by_system(error: OSError) -> AloiError:
    """Return what the system refused as an error that a person can act on."""
    named = isinstance(error.filename, str)
    path = error.filename if named else ""
    if error.errno in _NO_ROOM:
        return AloiError("aloi.disk-full", named=named, path=path)
    reason = error.strerror or type(error).__name__
    return AloiError("aloi.system-refused", named=named, path=path, reason=reason)
