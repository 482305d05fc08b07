"""Scores of predictions against gold: `aloi score sts`, `sari`, `lexsub`, `tags`, `labels`, `choices`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.terminal.base import (
    BOOTSTRAP,
    CLUSTER,
    IN,
    NORMALISE,
    SHEET,
    TAG_SCHEMES,
    Answer,
    Command,
    Group,
    design_effects,
    measured,
    numbers,
    table,
    warn,
)
from aloi.terminal.files.score_substitutes import lexsub

if TYPE_CHECKING:
    from aloi.workbench.files.score_labels import LabelScores


@click.command("labels", cls=Command)
@click.argument("gold", type=IN)
@click.argument("predicted", type=IN)
@click.option(
    "--threshold",
    type=float,
    help="Minimum probability from 0 to 1, if PREDICTED has one column of probabilities per label.",
)
@SHEET
@NORMALISE
@CLUSTER
@BOOTSTRAP
def labels(gold: Path, predicted: Path, **options: Any) -> Answer:
    """Score labels of two tables `id, label`, or `id, labels` with | between several: F1 and accuracy."""
    from aloi.workbench.files.score_labels import score_labels

    return _answer(score_labels(gold, predicted, **options))


@click.command("choices", cls=Command)
@click.argument("gold", type=IN)
@click.argument("predicted", type=IN)
@SHEET
@NORMALISE
@CLUSTER
@BOOTSTRAP
def choices(gold: Path, predicted: Path, **options: Any) -> Answer:
    """Score answers to questions of two tables `id, labels`, several with | between: exact match, Jaccard."""
    from aloi.workbench.files.score_labels import score_choices

    return _answer(score_choices(gold, predicted, **options))


def _answer(scores: LabelScores) -> Answer:
    rows = [(one.metric, measured(one), one.n) for one in scores.scores]
    lines = table(("metric", ("value", "95% interval"), "rows"), rows)
    if scores.by_label:
        lines.append("")
        lines += table(
            ("label", "precision", "recall", ("f1", "95% interval of f1"), "gold", "predicted"),
            [
                (
                    label,
                    *(
                        measured(score, value=value, interval=None)
                        for value in (score.precision, score.recall)
                    ),
                    measured(score, value=score.f1),
                    score.support,
                    score.predicted,
                )
                for label, score in scores.by_label.items()
            ],
        )
    lines += ["", f"{scores.n} rows of gold, {scores.missing} without answer"]
    lines += design_effects(scores.scores, scores.caution)
    return Answer(scores.to_json(), lines)


@click.command("tags", cls=Command)
@click.argument("gold", type=IN)
@click.argument("predicted", type=IN)
@click.option(
    "--scheme",
    help=f"Tag scheme of both files: {TAG_SCHEMES}.  [default: detected from the tags]",
)
@click.option("--bare", is_flag=True, help="Tags are parts of speech or the like: give each the prefix B-.")
@click.option("--unit", help="Resampled unit: sentence or document (default: document if GOLD names them).")
@BOOTSTRAP
def tags(gold: Path, predicted: Path, **options: Any) -> Answer:
    """Score spans of two CoNLL files: precision, recall and F1, lenient and strict, whole and by type.

    Lenient is seqeval's default: an I- without a B- opens a span. Strict counts only spans written as the
    scheme asks.
    """
    from aloi.workbench.files.score_tags import score_tags

    report = score_tags(gold, predicted, **options)
    if report.caution:
        warn(report.caution)
    rows = []
    for reading, scores in (("lenient", report.lenient), (f"strict {report.scheme.value}", report.strict)):
        for name, score in (("all", scores.micro), *scores.by_type.items()):
            reason = (scores.reason or "") if name == "all" else ""
            rows.append(
                (
                    reading,
                    name,
                    *(
                        measured(score, value=value, interval=None)
                        for value in (score.precision, score.recall)
                    ),
                    measured(score, value=score.f1, interval=score.interval["f1"], reason=reason),
                    score.support,
                    score.predicted,
                )
            )
    head = ("reading", "type", "precision", "recall", ("f1", "95% interval"), "gold", "predicted")
    lines = [report.read_as, *table(head, rows)]
    lenient_f1 = report.lenient.micro.interval["f1"]
    if lenient_f1 is not None and lenient_f1.design_effect is not None:
        lines.append(f"design effect of documents: {lenient_f1.design_effect:.2f}")
    lines.append(f"{report.sentences} sentences, {report.tokens} tokens, {report.accuracy:.4f} of tags equal")
    return Answer(report.to_json(), lines)


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
