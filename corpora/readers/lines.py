"""Aligned texts: a sentence a line, line i of each file belonging together."""

from __future__ import annotations

from pathlib import Path

from aloi.errors import AloiError


def read_lines(path: Path) -> list[str]:
    """Return the lines of a UTF-8 text file without their ends, or raise AloiError if it has none."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise AloiError("corpora.not-utf-8-byte", name=path.name, start=error.start) from error
    except OSError as error:
        raise AloiError("corpora.cannot-read", path=path, strerror=error.strerror) from error
    # Not splitlines(): a line separator of Unicode within a sentence ends no line of an aligned file.
    lines = text.removesuffix("\n").split("\n") if text else []
    if not lines:
        raise AloiError("corpora.lines-empty", name=path.name)
    return lines
