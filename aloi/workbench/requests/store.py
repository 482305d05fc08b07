"""Requests about the store and its server: backup, restore, move, people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from aloi.base.requests import Option, request
from aloi.workbench.requests.shared import LOCAL_FILES, Seed

_SERVER_REASON = "Programs are started in a terminal."
_Host = Annotated[
    str | None,
    Option(
        "Address to listen on. By default 127.0.0.1: this machine only.",
        only=LOCAL_FILES,
        reason=_SERVER_REASON,
    ),
]
_Port = Annotated[
    int | None,
    Option(
        "Port; 0 chooses a free one. By default 8501.",
        low=0,
        high=65535,
        only=LOCAL_FILES,
        reason=_SERVER_REASON,
    ),
]


@request("backup", job="backup")
class BackupRequest:
    """Copy the store into one file."""

    path: Annotated[
        Path | None,
        Option(
            "New file for the copy. By default one in the folder backups of the data folder.",
            argument=True,
            metavar="FILE",
            only=LOCAL_FILES,
            reason="Jobs write into the data folder.",
        ),
    ] = None


@request("restore", job="look_at_copy")
class RestoreRequest:
    """Restore a store from a copy; the job shows what the copy contains first."""

    path: Annotated[
        Path,
        Option("File with a copy of a store.", label="Copy", argument=True, exists=True, metavar="FILE"),
    ]


@request("salvage", roles=())
class SalvageRequest:
    """Recover a store from a damaged one."""

    path: Annotated[
        Path,
        Option(
            "File of a damaged store or copy.",
            argument=True,
            exists=True,
            metavar="FILE",
        ),
    ]


@request("store move", roles=())
class MoveRequest:
    """Copy the store into another database."""

    url: Annotated[
        str,
        Option(
            "Address of an empty database.",
            argument=True,
        ),
    ]


@request("serve", roles=())
class ServeRequest:
    """Start the server and its workers."""

    host: _Host = None
    port: _Port = None
    workers: Annotated[
        bool,
        Option(
            "Start the workers too. Without them, run aloi work once for all servers of a store.",
            only=LOCAL_FILES,
            reason=_SERVER_REASON,
        ),
    ] = True


@request("work", roles=())
class WorkRequest:
    """Run the background jobs of the store."""

    every_lane: Annotated[
        bool,
        Option(
            "Run the three workers of aloi serve: for results, for short and for long jobs. Each is "
            "restarted when it stops.",
            only=LOCAL_FILES,
            reason=_SERVER_REASON,
        ),
    ] = False


@request("demo", roles=())
class DemoRequest:
    """Fill a store with invented campaigns and open it."""

    serve: Annotated[
        bool, Option("Also start the server on it.", only=LOCAL_FILES, reason=_SERVER_REASON)
    ] = True
    seed: Annotated[
        Seed,
        Option("Random seed of the simulated annotators.", only=LOCAL_FILES, reason=_SERVER_REASON),
    ] = 0
    host: _Host = None
    port: _Port = None
