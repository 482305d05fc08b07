"""Options that the commands of `aloi linking` share."""

from __future__ import annotations

from pathlib import Path

import click

from aloi.base.errors import AloiError
from aloi.terminal.base import READER as READER
from aloi.terminal.base import numbers, split_list

GROUP = click.option("--group", help="Only the mentions of this type or semantic group, such as DISO.")
KS = click.option("--k", "ks", default="1,5", show_default=True, help="The k of Acc@k.")
CLUSTER = click.option(
    "--cluster",
    multiple=True,
    help="Clusters of mentions to resample: document, string or concept; two for crossed clusters; "
    "mention for one by one.  [default: document and string]",
)
THRESHOLDS = click.option(
    "--thresholds", "--curve", help="Distances to count remaining mentions at, such as 0.1,0.2,0.3."
)
THRESHOLD = click.option(
    "--threshold",
    default=0.2,
    show_default=True,
    help="Distance from 0 to 1; mentions below it are excluded.",
)
MODE = click.option(
    "--mode", default="exact", show_default=True, help="exact, or compatible with published sets."
)
SOURCE = click.Path(path_type=Path)


def whole_numbers(ks: str) -> tuple[int, ...]:
    """Return the whole numbers of `--k`, or raise AloiError."""
    parts = split_list(ks)
    if not parts or not all(part.isdigit() for part in parts):
        raise AloiError("terminal.linking-options-k", ks=repr(ks))
    return tuple(dict.fromkeys(int(part) for part in parts))


def points(thresholds: str | None) -> tuple[float, ...]:
    """Return the numbers of `--thresholds`, or raise AloiError."""
    return numbers(thresholds, "--thresholds", range(1, 100)) if thresholds else ()
