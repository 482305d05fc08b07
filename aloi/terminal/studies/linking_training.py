"""Entity linking, learning: `aloi linking dictionary` and `aloi linking train` join the group."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from aloi.terminal.base import IN, OUT, RAW, Answer, Command, facts, show_progress, table, warn
from aloi.terminal.models.train import read_settings
from aloi.terminal.studies.linking_options import GROUP, READER, SOURCE


@click.command("dictionary", cls=Command)
@click.option("--mentions", required=True, type=SOURCE, help="Linked mentions.")
@click.option("--out", required=True, type=OUT, help="The table to write: concept_id and name.")
@RAW
@READER
@GROUP
def dictionary(mentions: Path, out: Path, reader: str | None, group: str | None) -> Answer:
    """Write the names of gold mentions as a dictionary: lower-cased, once each, homonyms merged."""
    from aloi.workbench.models.ranker_training import write_dictionary

    written = write_dictionary(mentions, out, reader, group)
    return Answer({**written, "out": str(out)}, facts(**written, out=out))


@click.command("train", cls=Command)
@click.option("--dictionary", required=True, type=IN, help="Training names: concept_id, name; or CUI||name.")
@click.option("--mentions", required=True, type=SOURCE, help="Training mentions.")
@click.option("--dev", type=SOURCE, help="Mentions to choose a checkpoint on, by Acc@1.")
@click.option("--out", required=True, type=OUT, help="Folder of the ranker, for `rank --ranker`.")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="A setting of concept_ranker, as `aloi recipes` lists them; repeatable.",
)
@click.option("--seed", default=0, show_default=True, help="Random seed.")
@READER
@GROUP
def train_linking(
    dictionary: Path, mentions: Path, dev: Path | None, out: Path, settings: tuple[str, ...], **options: Any
) -> Answer:
    """Fine-tune an encoder on the names of a dictionary and mentions, by synonym marginalisation.

    An interrupted training resumes from its last complete epoch when the command is run again.
    """
    # Before any model library reads it: threads that wait must not spin on a shared machine.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from aloi.workbench.models.ranker_training import LinkTrainRequest, train_ranker

    request = LinkTrainRequest(
        str(dictionary), str(mentions), str(dev) if dev else None, settings=read_settings(settings), **options
    )
    try:
        trained = train_ranker(request, out, show_progress())
    except KeyboardInterrupt:
        warn("Stopped. The same command continues from its last complete epoch.")
        return Answer(None, (), status=1)
    return Answer({"folder": str(trained.folder), **trained.record}, _lines(trained.record, out))


def _lines(record: Mapping[str, Any], out: Path) -> list[str]:
    lines = facts(names=record["dictionary"]["names"], **record["queries"])
    lines += ["", *_epochs(record), ""]
    if record["untuned"] is not None:
        lines += [f"before training: {record['dev_metric']} {record['untuned']:.4f} on the dev part"]
    lines += [f"kept: epoch {record['best_epoch']}, with the sparse weight {record['sparse_weight']:.4f}"]
    return [*lines, f"Rank with it: aloi linking rank --ranker {out}"]


def _epochs(record: Mapping[str, Any]) -> list[str]:
    return table(
        ("epoch", "loss", "reachable", "sparse weight", f"dev {record['dev_metric']}"),
        [
            (epoch["epoch"], epoch["loss"], epoch["reachable"], epoch["sparse_weight"], epoch["dev"])
            for epoch in record["epochs"]
        ],
    )
