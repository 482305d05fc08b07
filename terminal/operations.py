"""Annotated operations of simplification: `aloi operations`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from errors import AloiError
from terminal.base import Answer, Group, facts, table
from terminal.files import IN
from terminal.sari_study import sari_study


@click.group("operations", cls=Group)
def operations() -> None:
    """Count annotated operations, and see what SARI sees of them."""


@operations.command("stats")
@click.option("--source", "sources", multiple=True, type=IN, required=True, help="Original sentences.")
@click.option("--target", "targets", multiple=True, type=IN, required=True, help="Their simplifications.")
@click.option("--aln", "files", multiple=True, type=IN, required=True, help="The groups, a pair a line.")
def stats(sources: tuple[Path, ...], targets: tuple[Path, ...], files: tuple[Path, ...]) -> Answer:
    """Count pairs, groups and labels of YAWAT files; the three options may be repeated together."""
    from workbench.operations import Triple, operation_counts

    if not len(sources) == len(targets) == len(files):
        raise AloiError(
            f"--source stands {len(sources)} time(s), --target {len(targets)} and --aln {len(files)}.",
            "Each of them as often as the others was expected.",
            "Name the three files of each set.",
        )
    found = operation_counts([Triple(*one) for one in zip(sources, targets, files, strict=True)])
    document = asdict(found)
    numbers = {name: value for name, value in document.items() if isinstance(value, int | float)}
    rows = [
        (label, count, found.distinct_labels_by_label.get(label, 0))
        for label, count in found.groups_by_label.items()
    ]
    lines = [*facts(**numbers), "", *table(("label", "groups", "annotated pairs with it"), rows)]
    if found.notes:
        lines += ["", f"{len(found.notes)} notes, the first: {found.notes[0]}"]
    return Answer(document, lines)


operations.add_command(sari_study)
