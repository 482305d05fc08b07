"""Which version of the program made a number or a file."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def program() -> str:
    """Return `aloi <version>`; `aloi (not installed)` when run from a bare checkout."""
    try:
        return f"aloi {version('aloi')}"
    except PackageNotFoundError:
        return "aloi (not installed)"
