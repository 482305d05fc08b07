"""Integrity and copies of the store: `aloi check`, `backup`, `restore`, `salvage`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.addresses import shown_address
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.terminal.base import (
    Answer,
    Command,
    data_folder,
    facts,
    listed,
    stated,
    store_option,
    store_url,
    with_store,
)
from aloi.terminal.options import request_options
from aloi.workbench.requests.store import BackupRequest, MoveRequest, RestoreRequest, SalvageRequest

if TYPE_CHECKING:
    from aloi.workbench.store.backup import Copied
    from aloi.workbench.store.check import Check
    from aloi.workbench.store.opening import Store


@click.command(cls=Command, short_help="Check the integrity of the store.")
@store_option
def check() -> Answer:
    """Check the integrity of the store: content, offsets, checksums, event log; exit 1 if it fails.

    `head` is one hash over all events. If you keep it, you can verify later that no event was changed.
    """
    from aloi.base.records import to_json
    from aloi.workbench.store.check import check_url

    integrity = check_url(store_url())
    counts = to_json(integrity, "problems", "damage")
    lines = [*facts(**counts), *_told_problems(integrity)]
    if integrity.damage is not None:
        lines = integrity.damage.splitlines()
    return Answer({**counts, **_checked(integrity)}, lines, status=0 if integrity.sound else 1)


def _checked(integrity: Check) -> dict[str, object]:
    """Return what a check found, for a document."""
    from aloi.base.records import to_json

    return {"sound": integrity.sound, "problems": to_json(integrity)["problems"]}


def _told_problems(integrity: Check) -> list[str]:
    """Return a line for each problem that a check found, or that there is none."""
    return [*map(str, integrity.problems)] or ["The store is sound."]


@click.command(cls=Command, short_help="Copy the store into one file.")
@request_options(BackupRequest)
@with_store
def backup(store: Store, request: BackupRequest) -> Answer:
    """Copy the store into FILE and check the copy; people can continue to work."""
    from aloi.workbench.store.backup import backup as copy

    return _copied(copy(store, request, data_folder()))


@click.command(cls=Command, short_help="Restore a store from a copy.")
@request_options(RestoreRequest)
@store_option
def restore(request: RestoreRequest) -> Answer:
    """Restore the store (see --store) from FILE, a copy by `aloi backup`; nothing is replaced."""
    from aloi.workbench.store.backup import restore as make
    from aloi.workbench.store.backup import restore_on_server

    url, path = store_url(), request.path
    return _copied(
        make(path, _file_of_store()) if url.startswith("sqlite:///") else restore_on_server(path, url)
    )


def _file_of_store() -> Path:
    """Return the file of the store, or raise AloiError if it is on a server."""
    url = store_url()
    if not url.startswith("sqlite:///"):
        raise AloiError(
            "aloi.value",
            name=Term("the-store"),
            value=shown_address(url),
            expected=Term("store-in-a-sqlite"),
            todo=Term("name-one-with-store"),
        )
    return Path(url.removeprefix("sqlite:///"))


@click.command(cls=Command, short_help="Recover a store from a damaged one.")
@request_options(SalvageRequest)
@store_option
def salvage(request: SalvageRequest) -> Answer:
    """Recover the store (see --store) from the readable rows of FILE, a damaged store or copy.

    FILE does not change. Rows that refer to lost rows are excluded; remaining problems are reported.
    """
    from aloi.base.records import to_json
    from aloi.workbench.store.salvaging import salvage_store

    salvaged = salvage_store(request.path, _file_of_store())
    document = {
        **to_json(salvaged, "path", "report"),
        "file": str(salvaged.path),
        **_checked(salvaged.report),
    }
    lines = listed(document["tables"], "table", "kept", "left_out", "damaged")
    return Answer(document, [*lines, "", *_told_problems(salvaged.report)])


@click.group(name="store", short_help="Move the store to another database.")
def store_() -> None:
    """Move the store to another database."""


@store_.command(cls=Command, name="move", short_help="Copy the store into another database.")
@request_options(MoveRequest)
@with_store
def move(store: Store, request: MoveRequest) -> Answer:
    """Copy the store (see --store) into the empty store at URL, and compare the two.

    Stop Aloi first: answers given during the copy are not copied. The old store does not change. Write a
    password into the file of the driver (~/.pgpass), not into URL: other accounts can read URL.
    """
    from aloi.base.records import to_json
    from aloi.workbench.store.backup import move_store

    moved, counts = move_store(store, request.url)
    tables = [{**to_json(one), "equal": one.equal} for one in moved if one.rows]
    lines = listed(tables, "table", "rows", "checksum", "rows_there", "checksum_there")
    return Answer({"tables": tables, **_checked(counts)}, [*lines, "", *_told_problems(counts)])


def _copied(copied: Copied) -> Answer:
    counts = {
        "documents": copied.report.documents,
        "sentences": copied.report.sentences,
        "releases": copied.report.releases,
    }
    return stated({"file": str(copied.path), "bytes": copied.size, **counts, "checksum": copied.checksum})
