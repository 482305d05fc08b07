"""A store moved to another database."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from aloi.storage.moving import MovedTable
from aloi.storage.store import Store
from aloi.workbench.store.check import Check, check
from aloi.workbench.store.opening import open_store


def move_store(store: Store, url: str) -> tuple[Sequence[MovedTable], Check]:
    """Put all that a store holds into the empty one at a URL; return both sides of each table, and the check.

    Raises
    ------
    AloiError
        The store at `url` holds something, or does not give back what it was given.
    """
    with closing(open_store(url)) as target:
        return store.move_to(target), check(target)
