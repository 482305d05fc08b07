"""Aligned texts: a sentence a line, line i of each file belonging together."""

from __future__ import annotations

from pathlib import Path

from aloi.errors import AloiError


def read_lines(path: Path) -> list[str]:
    """Return the lines of a UTF-8 text file without their ends, or raise AloiError if it has none."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise AloiError(
            f"{path.name} is not UTF-8 (byte {error.start}).",
            "A text file in UTF-8 was expected.",
            "Save it as UTF-8.",
        ) from error
    except OSError as error:
        raise AloiError(
            f"{path} cannot be read ({error.strerror}).",
            "A text file was expected.",
            "Check the path.",
        ) from error
    # Not splitlines(): a line separator of Unicode within a sentence ends no line of an aligned file.
    lines = text.removesuffix("\n").split("\n") if text else []
    if not lines:
        raise AloiError(
            f"{path.name} is empty.", "A sentence a line was expected.", "Check that it is the right file."
        )
    return lines
