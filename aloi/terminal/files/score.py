"""Scores of predictions against gold: `aloi score sts`, `sari`, `lexsub`, `tags`, `labels`, `choices`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from aloi.terminal.base import (
    BOOTSTRAP,
    CLUSTER,
    IN,
    SHEET,
    Answer,
    Group,
    design_effects,
    measured,
    numbers,
    table,
)
from aloi.terminal.files.score_labels import choices, labels
from aloi.terminal.files.score_substitutes import lexsub
from aloi.terminal.files.score_tags import tags


@click.group(cls=Group)
def score() -> None:
    """Score predictions against gold."""


@score.command()
@click.argument("gold", type=IN)
@click.argument("predicted", type=IN)
@click.option("--scale", required=True, metavar="LOW,HIGH", help="Ends of the scale, such as 0,5.")
@click.option(
    "--variant",
    default="dmax_from_system",
    show_default=True,
    help="Reference point of the largest distance of EDRM: dmax_from_system or dmax_from_reference.",
)
@click.option("--clip", "clipped", is_flag=True, help="Clip answers to the scale before EDRM.")
@SHEET
@CLUSTER
@BOOTSTRAP
def sts(gold: Path, predicted: Path, scale: str, **options: Any) -> Answer:
    """Score similarity: Spearman, Pearson and EDRM of two tables with `id` and `score`."""
    from aloi.workbench.files.score_pairs import score_sts

    low, high = numbers(scale, "--scale", (2,))
    scores = score_sts(gold, predicted, low, high, **options)
    rows = [(one.metric, measured(one), one.n) for one in (scores.spearman, scores.pearson, scores.edrm)]
    lines = [
        *table(("metric", ("value", "95% interval"), "items"), rows),
        f"{scores.n} gold items, {scores.missing} without answer, {scores.out_of_range} off the scale",
        *design_effects((scores.spearman, scores.pearson, scores.edrm), scores.caution),
    ]
    return Answer(scores.to_json(), lines)


@score.command()
@click.option("--source", required=True, type=IN, help="File of original sentences, one per line.")
@click.option("--system", required=True, type=IN, help="File of simplifications to score, one per line.")
@click.option(
    "--reference",
    "references",
    required=True,
    multiple=True,
    type=IN,
    help="A file of reference simplifications; once for each reference.",
)
@click.option("--per-sentence", is_flag=True, help="Also give the scores of each sentence.")
@click.option(
    "--variant",
    default="default",
    show_default=True,
    help="default, paper_version, precision_deletion or legacy.",
)
@click.option(
    "--beside",
    "other_scores",
    default="bleu,readability",
    show_default=True,
    help="Additional scores next to SARI, separated by commas; none is faster.",
)
@BOOTSTRAP
def sari(
    source: Path,
    system: Path,
    references: tuple[Path, ...],
    per_sentence: bool,
    other_scores: str,
    **options: Any,
) -> Answer:
    """Score simplifications: SARI (0 to 100) and what it says of words added, kept and deleted.

    BLEU (0 to 100) and LIX are reported too. LIX measures readability: words per sentence plus the
    percentage of long words; lower is easier.
    """
    from aloi.workbench.files.score_simplifications import score_sari

    chosen = [] if other_scores.strip() == "none" else [one.strip() for one in other_scores.split(",")]
    scores = score_sari(source, system, references, beside=chosen, **options)
    rows = [(name, measured(one)) for name, one in scores.scores]
    lines = [
        *table(("metric", ("value", "95% interval")), rows),
        f"{scores.sari.n} sentences, {scores.sari.references} references, variant {scores.sari.variant}",
    ]
    if per_sentence:
        head = ("sentence", *(name for name, _ in scores.scores))
        lines += table(head, [(at, *row) for at, row in enumerate(scores.sentences, start=1)])
    return Answer(scores.to_json(per_sentence=per_sentence), lines)


for command in (lexsub, tags, labels, choices):
    score.add_command(command)
