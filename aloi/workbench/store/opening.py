"""Open the store of the interfaces, and export its type for their annotations."""

from __future__ import annotations

from pathlib import Path

from aloi.storage.event_log.entries import act_as
from aloi.storage.store import Store

__all__ = ["Store", "act_as", "open_known", "open_store"]

_SQLITE = "sqlite:///"


def open_store(url: str) -> Store:
    """Return the store at a database URL, made and upgraded as needed; close it after use."""
    return Store.open(url)


def open_known(url: str) -> Store | None:
    """Return the store at a database URL; None for a missing SQLite file: none is created."""
    if url.startswith(_SQLITE) and not Path(url.removeprefix(_SQLITE)).is_file():
        return None
    return open_store(url)
