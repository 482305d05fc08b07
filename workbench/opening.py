"""Open the store the doors work on."""

from __future__ import annotations

from storage.store import Store


def open_store(url: str) -> Store:
    """Return the store at a database URL, made and upgraded as needed; close it after use."""
    return Store.open(url)
