"""The health of the store and its copies: `aloi check`, `backup`, `restore`, `salvage`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.addresses import shown_address
from aloi.base.errors import AloiError
from aloi.terminal.base import (
    Answer,
    Command,
    facts,
    listed,
    stated,
    store_option,
    store_url,
    with_store,
)
from aloi.terminal.files.sentences_and_pairs import IN, OUT

if TYPE_CHECKING:
    from aloi.workbench.store.check import Check


@click.command(cls=Command, short_help="Check that the store is sound.")
@store_option
def check() -> Answer:
    """Check that the store is sound: integrity, content, offsets, checksums, event log; exit 1 if not.

    `head` is one hash over all events: whoever keeps it can tell later that none of them was changed.
    """
    from aloi.base.records import to_json
    from aloi.workbench.store.check import check_url

    found = check_url(store_url())
    counts = to_json(found, "problems", "damage")
    lines = [*facts(**counts), *_told_problems(found)]
    if found.damage is not None:
        lines = found.damage.splitlines()
    return Answer({**counts, **_checked(found)}, lines, status=0 if found.sound else 1)


def _checked(found: Check) -> dict[str, Any]:
    """Return what a check found, for a document."""
    from aloi.base.records import to_json

    return {"sound": found.sound, "problems": to_json(found)["problems"]}


def _told_problems(found: Check) -> list[str]:
    """Return a line for each problem that a check found, or that there is none."""
    return [*map(str, found.problems)] or ["The store is sound."]


@click.command(cls=Command, short_help="Copy the whole store into one file.")
@click.argument("path", metavar="FILE", type=OUT)
@with_store
def backup(store: Any, path: Path) -> Answer:
    """Copy the whole store into FILE and check the copy; people may go on working."""
    from aloi.workbench.store.backup import backup as copy

    return _copied(copy(store, path))


@click.command(cls=Command, short_help="Make a store from a copy.")
@click.argument("path", metavar="FILE", type=IN)
@store_option
def restore(path: Path) -> Answer:
    """Make the store (see --store) from FILE, a copy that `aloi backup` wrote; replaces nothing."""
    from aloi.workbench.store.backup import restore as make
    from aloi.workbench.store.backup import restore_on_server

    url = store_url()
    return _copied(
        make(path, _file_of_store()) if url.startswith("sqlite:///") else restore_on_server(path, url)
    )


def _file_of_store() -> Path:
    """Return the file of the store, or raise AloiError where it is on a server."""
    url = store_url()
    if not url.startswith("sqlite:///"):
        raise AloiError("terminal.serve-store", url=shown_address(url))
    return Path(url.removeprefix("sqlite:///"))


@click.command(cls=Command, short_help="Make a store from what can be read of a damaged one.")
@click.argument("path", metavar="FILE", type=IN)
@store_option
def salvage(path: Path) -> Answer:
    """Make the store (see --store) from what can be read in FILE, a damaged store or copy.

    FILE stays as it is. Rows that refer to what is lost are left out; what does not fit then is told.
    """
    from aloi.base.records import to_json
    from aloi.workbench.store.salvaging import salvage_store

    made = salvage_store(path, _file_of_store())
    document = {**to_json(made, "path", "report"), "file": str(made.path), **_checked(made.report)}
    lines = listed(document["tables"], "table", "kept", "left_out", "damaged")
    return Answer(document, [*lines, "", *_told_problems(made.report)])


@click.group(name="store", short_help="Move the store to another database.")
def store_() -> None:
    """Move the store to another database."""


@store_.command(cls=Command, name="move", short_help="Put all of the store into another database.")
@click.argument("url", metavar="URL")
@with_store
def move(store: Any, url: str) -> Answer:
    """Put all that the store (see --store) holds into the empty one at URL, and compare the two.

    Stop Aloi before: what is answered meanwhile stays behind. The old store is left as it is. A password
    belongs into the file that the driver reads (~/.pgpass), not into URL, where other accounts of this
    machine see it.
    """
    from aloi.base.records import to_json
    from aloi.workbench.store.moving import move_store

    moved, found = move_store(store, url)
    tables = [{**to_json(one), "equal": one.equal} for one in moved if one.rows]
    lines = listed(tables, "table", "rows", "checksum", "rows_there", "checksum_there")
    return Answer({"tables": tables, **_checked(found)}, [*lines, "", *_told_problems(found)])


def _copied(made: Any) -> Answer:
    counts = {
        "documents": made.report.documents,
        "sentences": made.report.sentences,
        "releases": made.report.releases,
    }
    return stated({"file": str(made.path), "bytes": made.size, **counts, "checksum": made.checksum})
